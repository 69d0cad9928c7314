"""How the line of `%%ask` is read."""

import pytest

from svcchat_magic.errors import RequestRefused
from svcchat_magic.notebook.questions.ask_options import OPTIONS, ask_help, read_ask


def test_the_cell_is_the_question():
    asked = read_ask("", "Revenue by month?\n")

    assert asked.question == "Revenue by month?"


def test_a_name_before_the_arrows_is_the_variable():
    asked = read_ask("best << --new", "top 5 products")

    assert (asked.out, asked.new, asked.question) == ("best", True, "top 5 products")
    assert read_ask("--new best <<", "top 5 products") == asked
    assert read_ask("--new best << top 5 products") == asked


def test_options_go_on_below_the_first_line():
    more = '--as-user ada --attr region=Europe\n  --as-user ben --attr "region=Asia Pacific"'
    question = "Orders -- all?\n--new"
    cell = f"{more}\n\n{question}"

    asked = read_ask("best <<", cell)

    assert asked == read_ask(f"best << {' '.join(more.splitlines())}", question)
    assert [each.external_id for each in asked.personas] == ["ada", "ben"]
    assert (asked.out, asked.new, asked.question) == ("best", False, question)


@pytest.mark.parametrize("line", ["--out best", "-o best", "--out=best"])
def test_out_names_the_variable_in_every_spelling(line):
    assert read_ask(line, "question").out == "best"


def test_words_after_the_options_belong_to_the_question():
    asked = read_ask("--new what's the revenue -- and the orders?")

    assert asked.question == "what's the revenue -- and the orders?"


def test_braces_quotes_and_dollars_stay_as_they_are():
    question = """orders over $5 in {"region": 'EU'}"""

    assert read_ask(question).question == question


@pytest.mark.parametrize(
    ("typed", "meant"), [("--nwe", "--new"), ("--allrows", "--all-rows"), ("--user", "--as-user")]
)
def test_a_mistyped_option_is_asked_back(typed, meant):
    with pytest.raises(RequestRefused, match=f"no option {typed}; did you mean {meant}"):
        read_ask(typed, "question")


@pytest.mark.parametrize(("line", "told"), [("2x <<", "2x"), ("my df << ", "my df"), ("a.b<<", "a.b")])
def test_what_names_no_variable_is_no_part_of_the_question(line, told):
    with pytest.raises(RequestRefused, match=f"^'{told}' is not a variable name"):
        read_ask(line, "orders by channel")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("<<", "no variable name before it"),
        ("<< orders", "no variable name before it"),
        ("--new <<", "no variable name before it"),
        ("--out x <<", "already has a name"),
        ("--out x << orders", "already has a name"),
        ("--out x y <<", "already has a name"),
        ("x << --new <<", "already has a name"),
    ],
)
def test_arrows_without_a_name_of_their_own_are_no_part_of_the_question(line, told):
    with pytest.raises(RequestRefused, match=told):
        read_ask(line, "orders by channel")


def test_arrows_inside_a_question_stay():
    assert read_ask("what does 1 << 3 mean").question == "what does 1 << 3 mean"


def test_an_unknown_option_is_named_and_the_known_ones_are_listed():
    with pytest.raises(RequestRefused, match=r"no option --loud; choose from --out, --new"):
        read_ask("--loud", "question")


@pytest.mark.parametrize("line", ["--out", "--out --new", "--timeout soon", "--timeout 0", "--timeout nan"])
def test_an_option_without_a_usable_value_is_refused(line):
    with pytest.raises(RequestRefused):
        read_ask(line, "question")


@pytest.mark.case("K02")
@pytest.mark.parametrize(
    "line", ["--api-key canary-0123456789", "--api-key=canary-0123456789", "--key canary-0123456789"]
)
def test_the_key_is_never_an_option_and_never_echoed(line):
    with pytest.raises(RequestRefused, match="SVCCHAT_API_KEY") as refused:
        read_ask(line, "question")

    assert "canary" not in str(refused.value)


def test_the_help_shows_every_option():
    text = ask_help()

    for option in OPTIONS:
        assert all(flag in text for flag in option.flags)
        assert option.meaning in " ".join(text.split())

    assert max(map(len, text.splitlines())) <= 80


def test_a_value_may_be_quoted():
    asked = read_ask("""--attr region="North America" --group 'two words' orders""")

    assert asked.personas[0].attributes == (("region", "North America"),)
    assert asked.personas[0].groups == ("two words",)
    assert asked.question == "orders"


def test_show_takes_the_pieces_it_names():
    assert read_ask("--show chart,answer q").show == {"chart", "answer"}


@pytest.mark.parametrize(
    "line",
    [
        "--new --chat 1",
        "--replay --again",
        "--replay --record",
        "--background --as-user a,b",
        "--chat 1 --branch a,b",
    ],
)
def test_options_that_exclude_each_other_are_refused(line):
    with pytest.raises(RequestRefused, match="exclude each other"):
        read_ask(f"{line} question")


@pytest.mark.parametrize("line", ["--show rows", "--new=yes"])
def test_values_that_mean_nothing_are_refused(line):
    with pytest.raises(RequestRefused):
        read_ask(line, "question")
