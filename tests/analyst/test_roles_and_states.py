"""Who is meant by a column that refers to people, what is open, and when something was won."""

from datetime import date

import pytest

from svcchat_magic.analyst.language.answer_words import answer_words
from svcchat_magic.analyst.meaning.states import flag_text
from svcchat_magic.analyst.meaning.tree import Concept
from tests.analyst.small_models import is_read, reader_over, sql_of

TABLES = {
    "users": ["id,name,title,is_active"]
    + [
        f"u{n},Person {chr(64 + n)},{('Rep', 'Lead')[n % 2]},{('true', 'false')[n % 5 == 0]}"
        for n in range(9)
    ],
    "accounts": ["id,name,owner_id,created_date"]
    + [f"a{n},Firm {n},u{n % 9},2024-0{1 + n % 9}-11" for n in range(1, 41)],
    "opportunities": ["id,name,account_id,owner_id,created_date,close_date,is_closed,is_won,amount"]
    + [
        f"o{n},Deal {n},a{1 + n % 40},u{n % 9},2024-0{1 + n % 9}-05,2025-0{1 + n % 9}-20,"
        f"{('true', 'false')[n % 3 == 0]},{('true', 'false')[n % 2]},{100 * n}.5"
        for n in range(1, 121)
    ],
    "leads": ["id,full_name,owner_id,created_date,converted_opportunity_id"]
    + [f"l{n},Lead {n},u{n % 9},2024-0{1 + n % 9}-02,{f'o{n}' if n % 2 else ''}" for n in range(1, 61)],
    "shops": ["shop_id,shop_name,opening_date,closing_date"]
    + [f"{n},Shop {n},2020-0{1 + n % 9}-01,{'2024-03-01' if n % 4 == 0 else ''}" for n in range(1, 17)],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("roles"), TABLES, date(2025, 10, 1)) as found:
        yield found


@pytest.mark.parametrize(
    "question",
    [
        "amount by owner", "top 3 owners by number of opportunities", "which owner has the most accounts",
        "number of leads for each owner",
    ],
)  # fmt: skip
def test_a_role_is_told_by_the_names_of_those_who_play_it(reader, question):
    assert "user_name" in sql_of(reader, question)


def test_the_key_itself_can_be_asked_for(reader):
    assert "owner_id" in sql_of(reader, "amount by owner id")


@pytest.mark.parametrize("question", ["how many open opportunities are there", "list the open opportunities"])
def test_what_is_open_goes_by_the_flag_that_says_so(reader, question):
    sql = sql_of(reader, question)
    assert "is_closed = FALSE" in sql
    assert "close_date IS NULL" not in sql


@pytest.mark.parametrize("question", ["how many shops do we have open now", "which shops are still open"])
def test_without_a_flag_it_has_not_been_closed(reader, question):
    assert "closing_date IS NULL" in sql_of(reader, question)


@pytest.mark.parametrize("question", ["open leads by owner", "how many open leads are there"])
def test_a_state_of_other_rows_is_none_of_these(reader, question):
    assert not is_read(reader, question)


@pytest.mark.parametrize(
    "question", ["won amount in 2025", "won amount by month for 2025", "opportunities won in May 2025"]
)
def test_what_is_won_is_dated_by_its_end(reader, question):
    assert "close_date >=" in sql_of(reader, question)


def test_other_states_are_dated_by_the_rows(reader):
    assert "created_date >=" in sql_of(reader, "opportunities created in 2024")


@pytest.mark.parametrize(
    "question",
    ["owners who stayed with us but have no accounts", "how many accounts have stayed with us"],
)
def test_a_verb_that_is_all_of_its_clause_is_not_passed_over(reader, question):
    assert not is_read(reader, question)


def test_the_title_of_who_has_a_name_is_that_of_their_work(reader):
    assert "users.title" in sql_of(reader, "number of users by title")


def test_a_flag_of_two_tables_is_told_by_its_state():
    flag = Concept("opportunities", "is_closed", "dimension", "boolean", title="Opportunity is closed")
    assert flag_text(flag, answer_words(), negated=True) == "(not closed)"


STAFF = {
    "shifts": ["shift_id,staff_no,department,attendance"]
    + [
        f"{n},S{n % 7},{('Bar', 'Office')[n % 2]},{('Worked', 'No Show', 'Sick')[n % 3]}"
        for n in range(1, 61)
    ],
}


@pytest.mark.parametrize(
    ("question", "reads"),
    [("staff no shows per department", False), ("shifts with no show per department", True)],
)
def test_several_of_a_value_behind_rows_are_counted_instead_of_these(tmp_path, question, reads):
    with reader_over(tmp_path, STAFF, date(2025, 10, 1)) as reader:
        assert is_read(reader, question) is reads
