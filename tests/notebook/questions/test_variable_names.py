import gc
import keyword
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcchat_magic.errors import RequestRefused
from svcchat_magic.notebook.questions.variable_names import (
    VariableNames,
    explicit_name,
    is_reserved,
    name_from_title,
)
from tests.waiting import until_ended


class Frame:
    """Stands for a DataFrame: an object that can be held weakly."""


@pytest.fixture
def names():
    return VariableNames()


@pytest.mark.parametrize(
    ("title", "name"),
    [
        pytest.param("Revenue by month", "revenue_by_month", id="plain"),
        pytest.param("RevenueByMonth", "revenue_by_month", id="camel"),
        pytest.param("Top 5 products (2024)", "top_5_products_2024", id="digits inside"),
        pytest.param("Größe im Café", "grosse_im_cafe", id="accents"),
        pytest.param(
            "import os; os.system('id')", "import_os_os_system_id", marks=pytest.mark.case("N01"), id="N01"
        ),
        pytest.param("print", "print_df", marks=pytest.mark.case("N02"), id="N02"),
        pytest.param("open", "open_df", marks=pytest.mark.case("N02"), id="N02 open"),
        pytest.param("class", "class_df", marks=pytest.mark.case("N03"), id="N03"),
        pytest.param("async", "async_df", marks=pytest.mark.case("N03"), id="N03 async"),
        pytest.param("Match", "match_df", marks=pytest.mark.case("N03"), id="N03 soft"),
        pytest.param("get_ipython", "get_ipython_df", marks=pytest.mark.case("N04"), id="N04"),
        pytest.param("__builtins__", "builtins", marks=pytest.mark.case("N04"), id="N04 dunder"),
        pytest.param("_i1", "i1", marks=pytest.mark.case("N04"), id="N04 history"),
        pytest.param(
            "\ufb01nance \uff2f\uff33 \u2167", "finance_os_viii", marks=pytest.mark.case("N07"), id="N07"
        ),
        *(
            pytest.param(title, "ask_df_1", marks=pytest.mark.case("N08"), id=f"N08 {title!a}")
            for title in ("", "🎉", "שלום", "\u200b", "2024", "\n", "\x00", "_", "---")
        ),
        pytest.param("2024 revenue", "df_2024_revenue", marks=pytest.mark.case("N08"), id="N08 digits first"),
    ],
)
def test_a_title_becomes_a_name(title, name):
    assert name_from_title(title) == name


@pytest.mark.case("N08")
@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Revenue of all channels by month and by region", "revenue_of_all_channels_by_month"),
        ("Change of revenue by channel, 2023 to 2024", "change_of_revenue_by_channel"),
        ("Umsatz der deutschen Läden nach Monat und Region", "umsatz_der_deutschen_laden_nach_monat"),
        ("Revenue of the fifth largest customer to", "revenue_of_the_fifth_largest_customer"),
    ],
)
def test_a_long_title_is_cut_at_a_word_that_may_stand_last(title, name):
    assert name_from_title(title) == name


@pytest.mark.case("N08")
def test_a_long_word_is_cut_too():
    assert len(name_from_title("a" * 10_000)) <= 40


@pytest.mark.case("N01")
@given(st.text(max_size=60))
def test_any_title_becomes_a_free_ascii_identifier(title):
    name = name_from_title(title)

    assert name.isidentifier()
    assert name.isascii()
    assert len(name) <= 40
    assert not name.startswith("_")
    assert not keyword.iskeyword(name)
    assert not is_reserved(name)


@pytest.mark.case("N05")
@pytest.mark.parametrize("mine", ["df", "pd", None, 0])
def test_a_users_variable_is_left_alone(names, mine):
    namespace = {"revenue": mine}

    binding = names.turn(namespace, "cell").bind("Revenue", Frame())

    assert namespace["revenue"] is mine
    assert binding.name == "revenue_2"
    assert binding.notices == ("The variable revenue already exists and was not changed.",)
    assert isinstance(namespace["revenue_2"], Frame)


def test_the_same_cell_run_again_reuses_its_names(names):
    namespace = {}
    for _ in range(3):
        turn = names.turn(namespace, "cell 1")
        bound = [turn.bind("Revenue", Frame()), turn.bind("Revenue", Frame()), turn.bind("Orders", Frame())]

    assert [binding.name for binding in bound] == ["revenue", "revenue_2", "orders"]
    assert all(not binding.notices for binding in bound)
    assert namespace.keys() == {"revenue", "revenue_2", "orders"}


def test_another_cell_takes_no_name_from_the_first(names):
    namespace = {}
    first, second = Frame(), Frame()
    names.turn(namespace, "cell 1").bind("Revenue", first)

    binding = names.turn(namespace, "cell 2").bind("Revenue", second)

    assert namespace["revenue"] is first
    assert binding == ("revenue_2", ())


@pytest.mark.case("N06")
@pytest.mark.parametrize("rebound", [None, "mine"])
def test_a_variable_that_the_user_rebound_is_theirs(names, rebound):
    namespace = {}
    names.turn(namespace, "cell").bind("Revenue", Frame())
    namespace["revenue"] = rebound

    binding = names.turn(namespace, "cell").bind("Revenue", Frame())

    assert namespace["revenue"] is rebound
    assert binding.name == "revenue_2"


@pytest.mark.case("N06")
def test_a_frame_that_the_user_changed_in_place_stays_ours(names):
    namespace = {}
    names.turn(namespace, "cell").bind("Revenue", frame := Frame())
    frame.note = "changed"

    assert names.turn(namespace, "cell").bind("Revenue", Frame()).name == "revenue"


def test_a_deleted_variable_frees_its_memory_and_its_name(names):
    namespace = {}
    names.turn(namespace, "cell").bind("Revenue", Frame())

    del namespace["revenue"]
    gc.collect()

    assert not any(isinstance(each, Frame) for each in gc.get_objects())
    assert names.turn(namespace, "other").bind("Revenue", Frame()).name == "revenue"


@pytest.mark.case("N09")
def test_the_oldest_variables_are_released_at_the_limit():
    names, namespace = VariableNames(limit=3), {"user": 1}
    for number in range(10_000):
        names.turn(namespace, f"cell {number}").bind(f"Result {number}", Frame())

    assert list(namespace) == ["user", "result_9997", "result_9998", "result_9999"]


@pytest.mark.case("N09")
def test_a_variable_that_became_the_users_is_not_released():
    names, namespace = VariableNames(limit=1), {}
    names.turn(namespace, "one").bind("First", Frame())
    namespace["first"] = "mine"

    names.turn(namespace, "two").bind("Second", Frame())

    assert namespace["first"] == "mine"


def test_untitled_results_are_counted(names):
    namespace = {}
    turn = names.turn(namespace, "cell")

    assert [turn.bind("", Frame()).name for _ in range(3)] == ["ask_df_1", "ask_df_2", "ask_df_3"]


def test_a_name_that_was_asked_for_is_bound_even_over_the_users_own(names):
    namespace = {"sales": 1, "sales_2": "mine"}
    turn = names.turn(namespace, "cell", out="sales")

    bound = [turn.bind("Revenue", Frame()).name for _ in range(3)]

    assert bound == ["sales", "sales_3", "sales_4"]
    assert namespace["sales_2"] == "mine"


@pytest.mark.parametrize(
    "name", ["1a", "a b", "a-b", "", "a.b", "x\x00", "print", "class", "match", "In", "_", "_i3", "_df"]
)
def test_a_name_that_cannot_be_given_is_refused(names, name):
    with pytest.raises(RequestRefused):
        explicit_name(name)


@pytest.mark.case("N07")
def test_an_explicit_name_is_read_as_python_reads_it():
    assert explicit_name("\ufb01nance") == "finance"


@pytest.mark.case("N04")
@pytest.mark.parametrize("title", ["In", "Out", "exit", "quit", "display", "get ipython", "__name__", "_oh"])
def test_names_of_the_shell_are_never_bound(names, title):
    namespace = {}

    name = names.turn(namespace, "cell").bind(title, Frame()).name

    assert not is_reserved(name)
    assert list(namespace) == [name]


def test_two_turns_at_once_never_bind_the_same_name(names):
    class Overtaken(dict):
        """Another turn binds its result in the moment in which a name is found free."""

        def __contains__(self, name):
            is_taken = super().__contains__(name)
            if other.ident is None:
                other.start()
                if not names.lock.locked():
                    until_ended([other])

            return is_taken

    namespace = Overtaken()
    kept = [Frame(), Frame()]
    bound = []
    turns = [names.turn(namespace, cell) for cell in ("a", "b")]
    other = Thread(target=lambda: bound.append(turns[1].bind("Revenue", kept[1]).name))
    bound.append(turns[0].bind("Revenue", kept[0]).name)
    until_ended([other])

    assert sorted(bound) == ["revenue", "revenue_2"]
    assert namespace["revenue"] is kept[0]
