"""It never guesses silently: what changes the meaning of a question is never passed over."""

import pytest

from tests.analyst.demo import answer_of, ask


def titles(question):
    return [event.title for event in ask(question) if type(event).__name__ == "SqlStarted"]


@pytest.mark.parametrize(
    "question",
    [
        "revenue not in 2023",
        "revenue except last month",
        "revenue by month except december 2024",
        "revenue without cancelled orders",
        "revenue without discounts",
        "customers without orders",
        "non-cancelled orders in 2024",
    ],
)
def test_leaving_out_what_is_no_value_is_refused_and_nothing_runs(question):
    assert titles(question) == []
    assert answer_of(ask(question)).startswith("**I did not compute this")


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("revenue outside Europe", "Revenue, without Europe"),
        ("revenue excluding web and store in 2024", "Revenue in 2024, without Web and Store"),
        ("customers not from Germany", "Customers, without Germany"),
    ],
)
def test_leaving_out_values_still_works(question, title):
    assert titles(question) == [title]


@pytest.mark.parametrize("question", ["revenue by day", "which product grew the most in 2024?"])
def test_nothing_is_called_the_highest_when_rows_are_missing(question):
    answer = answer_of(ask(question))

    assert answer.startswith("**Only 100 of")
    assert "peaked" not in answer
    assert "grew the most:" not in answer


@pytest.mark.parametrize(
    ("question", "lead"),
    [
        ("which day had the highest revenue?", "**20 November 2024 had the highest revenue: 25,979.**"),
        ("which weeks had the lowest revenue in 2024", "**The week of 30 December 2024 had the lowest"),
        ("which day in 2024 had the most orders?", "**2 November 2024 had the most orders in 2024: 68.**"),
    ],
)
def test_a_day_is_found_among_all_days(question, lead):
    assert answer_of(ask(question)).startswith(lead)


@pytest.mark.parametrize(
    "question", ["revenue in Berlin", "orders over 500 francs", "which customers bought furniture last year"]
)
def test_a_number_wider_than_asked_is_led_by_what_was_left_out(question):
    assert answer_of(ask(question)).startswith("**Without *")


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("revenue in the US", "Revenue, United States"),
        ("Revenue in the US and the UK", "Revenue, United States and United Kingdom"),
        ("show us the revenue", "Revenue"),
    ],
)
def test_a_country_in_capitals_is_no_pronoun(question, title):
    assert titles(question) == [title]


def test_a_repaired_word_is_told_in_the_answer():
    assert "I took *revnue* as *revenue* and *chanel* as *channel*." in answer_of(
        ask("revnue by chanel 2023")
    )


def test_a_total_asked_for_is_the_only_result():
    assert titles("how many orders in March 2024?") == ["Orders in March 2024"]


def test_a_name_that_ends_a_sentence_is_not_taken_out_of_a_number():
    from svcchat_magic.analyst.evidence import Cell, Sentence, holds
    from svcchat_magic.semantic.query import Column, Rows

    rows = Rows((Column("n", "Double"),), ((1_370_000.0,),), 1)

    assert holds(Sentence("Next comes 1 with 1.37 million.", (Cell(0, 0, "n"),), ("1",)), [rows])
