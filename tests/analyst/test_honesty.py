"""It never guesses silently: what changes the meaning of a question is computed, or stops the answer."""

import pytest

from svcchat_magic.analyst.events import Outcome, SqlStarted
from tests.analyst.demo import answer_of, ask, left


def titles(question, remembered=b""):
    return [event.title for event in ask(question, remembered) if isinstance(event, SqlStarted)]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("revenue not in 2023", "9.65 million"),
        ("revenue except last month", "13.9 million"),
        ("revenue outside Europe", "7.08 million"),
        ("customers not from Germany", "customers"),
        ("orders without refunds in Germany", "There are 6,941 orders without refunds for Germany."),
        ("how many customers have more than 5 orders", "There are 3,520 customers with more than 5 orders."),
        ("customers who never ordered", "436"),
        ("number of orders with a discount", "14,884 orders"),
        ("which product has the highest revenue per region", "Alder Desk leads in Europe (292,307)"),
        ("what percentage of orders are cancelled", "2.2%"),
        ("revenue in the US", "United States"),
        ("revenue 2022 vs 2024", "went from 4.23 million in 2022 to 5.42 million in 2024 (+28.2%)"),
        ("which category grew the most in 2024", "+171,993 (+12.6%)"),
        ("customers", "There are 9,064 customers."),
    ],
)
def test_what_leaves_out_compares_or_bounds_is_computed(question, told):
    assert told in answer_of(ask(question))


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("revenue in Berlin", "Berlin"),
        ("revenue in guilders", "guilders"),
        ("salary by region", "salary"),
        ("median refund rate", "median"),
        ("average revenue by channel", "average"),
        ("noisiest product", "noisiest"),
        ("revenue same month last year", "same"),
        ("revenue second week of December 2023", "second"),
        ("revenue by month and quarter", "quarter"),
        ("revenue on 03/04/2024", "03/04/2024"),
        ("revenue mid 2023", "mid 2023"),
    ],
)
def test_a_word_that_has_no_place_stops_the_answer_and_is_named(question, word):
    events = ask(question)

    assert not [event for event in events if isinstance(event, SqlStarted)]
    assert Outcome("refused") in events
    assert f"*{word}*" in answer_of(events).partition("\n")[0]


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("forecast revenue for 2026", "what is to come"),
        ("revenue next year", "what is to come"),
        ("delete all orders", "nothing in it can be changed"),
        ("customers over 500 euros", "500 euro"),
        ("revenue between 100 and 200", "which groups the condition is about"),
        ("why is the sky blue?", "causes"),
    ],
)
def test_commands_the_future_and_bounds_on_nothing_are_refused(question, why):
    assert titles(question) == []
    assert why in answer_of(ask(question))


def test_a_share_of_nothing_is_refused():
    remembered = left(ask("revenue in 2024"))

    assert titles("as a share", remembered) == []


def test_a_repaired_word_is_told_in_the_answer():
    assert "I took *revnue* as *revenue* and *chanel* as *channel*." in answer_of(
        ask("revnue by chanel 2023")
    )


def test_a_number_that_was_not_named_is_told_in_the_answer():
    assert "No number was named, so I took revenue." in answer_of(ask("worst products"))


def test_a_name_that_ends_a_sentence_is_not_taken_out_of_a_number():
    from svcchat_magic.analyst.telling.evidence import Cell, Sentence, holds
    from svcchat_magic.semantic.query.query import Column, Rows

    rows = Rows((Column("n", "Double"),), ((1_370_000.0,),), 1)

    assert holds(Sentence("Next comes 1 with 1.37 million.", (Cell(0, 0, "n"),), ("1",)), [rows])


@pytest.mark.parametrize("question", ["how is refund rate computed?", "what does refund rate mean?"])
def test_a_definition_comes_from_the_model(question):
    assert titles(question) == []
    assert answer_of(ask(question)).startswith("**Refund rate: Money paid back later as a share of")


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("revenue this year", "the data end on 31 December 2024"),
        ("revenue in 1998", "the data begin on 1 January 2022"),
        ("revenue last week", "31 December 2024"),
    ],
)
def test_where_the_data_end_is_told(question, said):
    assert said in answer_of(ask(question))


@pytest.mark.parametrize("question", ["revenue by day", "revenue by channel and week"])
def test_nothing_is_called_the_highest_when_rows_are_missing(question):
    assert "I can't name the peak" in answer_of(ask(question))
