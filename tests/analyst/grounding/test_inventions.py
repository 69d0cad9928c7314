"""What a model may write in place of a plain wrong number: each must be struck, and its true twin told."""

from datetime import datetime
from decimal import Decimal

import pytest

from svcchat_magic.analyst.facts.fact_reading import fact_table
from svcchat_magic.analyst.grounding.grounding import Grounding
from svcchat_magic.semantic.query.query import Column, Rows

STORES = Rows(
    (Column("store", "String"), Column("sales", "Double"), Column("visits", "Int64")),
    (
        ("Lyon", Decimal("36000"), 1200),
        ("Porto", Decimal("18000"), 900),
        ("Graz", Decimal("9000"), 450),
        ("Turin", Decimal("3000"), 36),
    ),
    4,
)
MONTHS = Rows(
    (Column("month", "Timestamp"), Column("orders", "Int64")),
    tuple(
        (datetime(2024, month, 1), count) for month, count in ((1, 100), (2, 150), (3, 150), (4, 75), (5, 80))
    ),
    5,
)
ONE_YEAR = "SELECT ... FROM orders WHERE orders.day >= '{0}-01-01' AND orders.day < '{1}-01-01'"


def total(count: int) -> Rows:
    return Rows((Column("orders", "Int64"),), ((count,),), 1)


def check(*sentences: str, question: str = "How are the stores and the months?") -> str:
    """What the check does not find in the last of these sentences."""
    tables = (
        fact_table(0, STORES, None, "SELECT store, sales, visits FROM stores ORDER BY 2 DESC"),
        fact_table(1, MONTHS, None, "SELECT month, orders FROM orders ORDER BY 1"),
        fact_table(2, total(555), None, ONE_YEAR.format(2024, 2025)),
        fact_table(3, total(444), None, ONE_YEAR.format(2023, 2024)),
    )
    grounding = Grounding(tables, question, question, frozenset({"sales", "visits", "orders", "store"}))
    return [grounding.check(each).problem for each in sentences][-1]


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Turin had three dozen visits.", "Turin had four dozen visits."),
        ("Turin had thirty-six visits.", "Turin had thirty-five visits."),
        ("Graz had four hundred and fifty visits.", "Graz had five hundred and fifty visits."),
        ("Lyon sold thirty-six thousand.", "Lyon sold sixty-three thousand."),
        ("Lyon made twice as much as Porto in sales.", "Lyon made three times as much as Porto in sales."),
        ("Sales of Lyon are double those of Porto.", "Sales of Lyon are triple those of Porto."),
        ("Graz sold half as much as Porto.", "Porto sold half as much as Graz."),
        ("Lyon has more than half of the sales.", "Lyon has about a third of the sales."),
        ("Orders fell by half in April 2024.", "Orders fell by a quarter in April 2024."),
        ("Orders halved in April 2024.", "Orders doubled in April 2024."),
        ("Lyon had about 36,500 in sales.", "Lyon had about 46,500 in sales."),
        ("Lyon had nearly 37,000 in sales.", "Lyon had nearly 87,000 in sales."),
        ("Lyon had over 35,000 in sales.", "Lyon had over 40,000 in sales."),
        ("Porto has the second highest sales.", "Graz has the second highest sales."),
        ("Porto ranks 2nd by sales.", "Porto ranks 3rd by sales."),
        ("Graz comes third.", "Graz comes second."),
        ("Turin is in last place.", "Graz is in last place."),
        ("Turin has the lowest sales.", "Turin has the second-lowest sales."),
        ("Lyon made more than Porto.", "Porto made more than Lyon."),
        ("Porto sold less than Lyon.", "Lyon sold less than Porto."),
        ("Lyon is ahead of Graz.", "Graz is ahead of Lyon."),
        ("Porto trails Lyon.", "Lyon trails Porto."),
        ("Lyon outperformed Turin.", "Turin outperformed Lyon."),
        ("Turin did not exceed Graz.", "Graz did not exceed Turin."),
        ("Orders did not rise in April 2024.", "Orders did not fall in April 2024."),
        ("Orders never fell in February 2024.", "Orders never fell in April 2024."),
        ("Graz does not have the highest sales.", "Lyon does not have the highest sales."),
        ("Orders fell from January to May 2024.", "Orders rose from January to May 2024."),
        ("Orders fell overall.", "Orders fell steadily."),
        ("Orders rose to 150 in February 2024.", "Orders rose to 75 in April 2024."),
        ("In April 2024 there were 75 orders.", "In May 2024 there were 75 orders."),
        ("In 2024 there were 555 orders.", "In 2023 there were 555 orders."),
        ("In 2023 there were 444 orders.", "In 2022 there were 444 orders."),
        ("There were 555 orders in 2024.", "There were 555 orders in March 2024."),
        ("There were 555 orders in 2024.", "There were 555 orders in Q3 2024."),
        ("There were 555 orders in 2024.", "There were 555 orders on 14 July 2024."),
        ("There were 555 orders in 2024.", "There were 555 orders last year."),
        ("There were ٥٥٥ orders in 2024.", "There were ٥٥٦ orders in 2024."),
        ("There were ５５５ orders in 2024.", "There were ５６５ orders in 2024."),
        ("Turin had **36** visits.", "Turin had 3**6**7 visits."),
        ("Turin had 36 visits.", "Turin had 3&#54;&#55; visits."),
        ("Turin had 36 visits.", "Turin had 3\u200b7 visits."),
        ("Turin had 36 visits.", "Turin had 3<b>7</b> visits."),
        ("Turin had 36 visits.", "Turin had ③⑦ visits."),
        ("Turin had 36 visits.", "Turin had XXXVII visits."),
        ("Turin had 36 visits.", "Turin had 37ish visits."),
        ("Turin had 36 visits.", "Turin had 3.7e1 visits."),
        ("Turin had 36 visits.", "Turin had dozens of visits."),
        ("- Turin: 36", "- Turin: 37"),
        ("1. Lyon: 36,000", "1. Lyon: 63,000"),
        ("| Lyon | 36,000 | 1,200 |", "| Lyon | 36,000 | 2,100 |"),
        ("# Lyon leads with 36,000", "# Lyon leads with 36,001"),
        ("`Lyon` made `36000`.", "`Lyon` made `36100`."),
        ("    Lyon = 36000", "    Lyon = 36100"),
        ("> Lyon made 36,000.", "> Paris made 36,000."),
        ("Lyon made 36,000.", "Lyоn made 36,000."),  # a Cyrillic letter in the name
        ("Lyon made 36,000.", "Париж made 36,000."),
        ("Lyon made 36,000.", "東京 made 36,000."),
        ("Lyon made 36,000.", 'The store "bordeaux" made 36,000.'),
        ("Sales in Lyon were 36,000.", "Visits in Lyon were 36,000."),
        ("Lyon (36,000) and Graz (9,000) follow.", "Lyon (36,000) and Graz (18,000) follow."),
        ("All 4 stores together sold 66,000.", "All 5 stores together sold 66,000."),
        ("Porto sold 18,000, 27.3% of the total.", "Porto sold 18,000, 37.2% of the total."),
        ("Porto sold 15,000 more than Turin.", "Turin sold 15,000 more than Porto."),
        ("On average a store sold 16,500.", "On average a store sold 15,600."),
        ("Lyon had the most walked-up visits: 1,200.", "Graz had the most walked-up visits: 1,200."),
        ("Orders had added up to 555 in 2024.", "Orders had added up to 565 in 2024."),
        ("Lyon, 36,000, is followed by Porto, 18,000.", "Lyon, 18,000, is followed by Porto, 36,000."),
        ("Orders peaked in February 2024 (150).", "Orders peaked in May 2024 (80)."),
        ("Turin had 36 visits (36).", "Turin had 36 visits over 30."),
        ("Lyon had at least 1,100 visits.", "Lyon had at least 1,300 visits."),
        ("Graz sold 9,000 less than Porto.", "Graz sold 18,000 less than Porto."),
        ("There are four stores.", "There are five stores."),
        ("Orders went from 100 in January to 75 in April.", "Orders went from 75 in January to 75 in April."),
    ],
)
def test_an_invention_is_struck_and_its_true_twin_is_told(true, false):
    assert check(true) == ""
    assert check(false) != ""


@pytest.mark.parametrize(
    "sentences",
    [
        ("1. Lyon leads.\n", "2. Porto follows.\n"),
        ("Porto is next.", "It sold 18,000."),
        ("Lyon leads.", "Next comes Porto (18,000)."),
    ],
)
def test_a_list_or_a_pronoun_goes_on_from_the_sentence_before(sentences):
    assert check(*sentences) == ""


@pytest.mark.parametrize(
    "sentences",
    [
        ("The orders of 2024:\n", "556. That is all."),
        ("1. Lyon leads.\n", "7. Porto follows.\n"),
        ("Porto is next.", "It sold 36,000."),
        ("Lyon leads.", "Next comes Lyon (36,000)."),
    ],
)
def test_a_number_is_no_marker_where_no_list_goes_on(sentences):
    assert check(*sentences) != ""


@pytest.mark.parametrize(
    "sentence",
    [
        "[Lyon](https://evil.example/36000)",
        "[Lyon][1]",
        "[1]: //evil.example/x",
        "![Lyon](//evil.example/36000)",
        "<https://evil.example>",
        "Write to mailto:x@evil.example.",
        "&lt;img src=x&gt;",
        "ｈｔｔｐｓ：／／evil.example",
        "and write to x@evil.example for more.",
        "and go to evil.example/login for more.",
    ],
)
def test_a_link_is_struck_in_every_form(sentence):
    assert check(sentence) != ""
