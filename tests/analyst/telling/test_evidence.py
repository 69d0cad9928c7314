from decimal import Decimal

import pytest

from svcchat_magic.analyst.telling.evidence import (
    Cell,
    Change,
    Count,
    Difference,
    Sentence,
    Share,
    Sum,
    derive,
    holds,
)
from svcchat_magic.semantic.query.query import Column, Rows

ROWS = Rows(
    columns=(
        Column("channel", "String"),
        Column("year", "Int64"),
        Column("revenue", "Double"),
        Column("margin", "Double"),
    ),
    rows=(("Web", 2023, 1_610_000.0, 0.4), ("Web", 2024, 1_961_000.0, 0.5), ("Store", 2024, 39_000, None)),
    total_rows=7,
)
OLD, NEW = Cell(0, 0, "revenue"), Cell(0, 1, "revenue")


@pytest.mark.parametrize(
    ("claim", "number"),
    [
        (NEW, "1961000"),
        (Sum(0, "revenue"), "3610000"),
        (Sum(0, "revenue", (("year", 2024),)), "2000000"),
        (Difference(OLD, NEW), "351000"),
        (Share(Cell(0, 2, "revenue"), Sum(0, "revenue", (("year", 2024),))), "1.95"),
        (Count(0), "3"),
        (Count(0, of_all=True), "7"),
    ],
)
def test_a_claim_is_derived_from_the_rows(claim, number):
    assert derive(claim, [ROWS]) == Decimal(number)


def test_what_the_rows_do_not_give_is_no_number():
    assert derive(Cell(0, 2, "margin"), [ROWS]) is None
    assert derive(Change(Cell(0, 2, "margin"), NEW), [ROWS]) is None
    assert derive(Sum(0, "revenue", (("channel", "Fax"),)), [ROWS]) is None


@pytest.mark.parametrize(
    "text",
    [
        "Web grew the most: +21.8%, from 1.61 million to 1.96 million.",
        "Web grew by 21.8% to 1,961,000.",
        "Nothing to say.",
        "In 2024 Web had 1.96 million.",
    ],
)
def test_a_sentence_whose_numbers_stand_in_the_rows_holds(text):
    assert holds(Sentence(text, (OLD, NEW, Change(OLD, NEW)), ("in 2024", "2024")), [ROWS])


@pytest.mark.parametrize(
    "text",
    [
        "Web grew the most: +21.9%, from 1.61 million to 1.96 million.",
        "Web grew the most: +21.8%, from 1.61 million to 1.97 million.",
        "Web had 1.96 billion.",
        "Web had 1,961,001.",
        "Web grew by 21.8.",
        "Web had 1.96%.",
        "There were 12 channels.",
        "In 2023 Web had 1.96 million.",
    ],
)
def test_a_sentence_with_a_wrong_number_does_not_hold(text):
    assert not holds(Sentence(text, (OLD, NEW, Change(OLD, NEW)), ("in 2024", "2024")), [ROWS])


def test_a_claim_that_cannot_be_derived_fails_the_sentence():
    assert not holds(Sentence("No number at all.", (Cell(0, 2, "margin"),)), [ROWS])


def test_a_fraction_in_percent_is_checked_as_percent():
    claim = (Cell(0, 1, "margin"),)

    assert holds(Sentence("It was 50.0%.", claim, percents=frozenset({"margin"})), [ROWS])
    assert not holds(Sentence("It was 0.5%.", claim, percents=frozenset({"margin"})), [ROWS])


def test_digits_inside_a_name_are_no_figures():
    sentence = Sentence("Desk 3000 had 1.61 million.", (OLD,), ("Desk 3000",))

    assert holds(sentence, [ROWS])
    assert not holds(Sentence("Desk 3000 had 1.61 million.", (OLD,)), [ROWS])
