import asyncio
from dataclasses import replace
from datetime import date, datetime

import pytest

from svcchat_magic.analyst import narration
from svcchat_magic.analyst.additivity import is_additive
from svcchat_magic.analyst.evidence import Sentence
from svcchat_magic.analyst.narration import tell
from svcchat_magic.analyst.planner import plan, semantic_sql
from svcchat_magic.analyst.results import Result
from svcchat_magic.semantic.query.query import Column, Rows
from tests.analyst.demo import answer_of, ask, tools, understood
from tests.analyst.shop import TODAY


def results_of(question, today=TODAY, change=lambda rows: rows):
    queries = [query for reading in understood(question).readings for query in plan(reading, today)]
    return [
        Result(at, query, change(asyncio.run(tools().run_sql(semantic_sql(query)))), additive(query), today)
        for at, query in enumerate(queries)
    ]


def additive(query):
    return frozenset(each.name for each in query.measures if is_additive(tools().model, each, query))


def made_up(question, columns, rows, total=None, today=TODAY):
    (query,) = [query for reading in understood(question).readings for query in plan(reading, today)]
    values = Rows(tuple(Column(name, "Double") for name in columns), tuple(rows), total or len(rows))
    return [Result(0, query, values, additive(query), today)]


def test_the_first_question_is_answered_with_its_numbers():
    told = tell(results_of("Revenue by month last year, and which channel grew the most?"), TODAY)

    assert told.paragraphs == (
        "**Revenue in 2024 was 5.42 million, 13.4% more than in 2023.** "
        "It peaked in November (574,114) and was lowest in February (400,678).",
        "Web grew the most: +26.1%, from 1.63 million to 2.05 million. "
        "Behind it come Marketplace (+10.6%), Store (+5.7%) and Phone (+3.7%).",
    )
    assert told.withheld == 0


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("revenue in 2024", "**Revenue in 2024 was 5.42 million.**"),
        (
            "orders last month",
            "**Orders in December 2024 were 1,551.**",
        ),
        ("total revenue", "**Revenue was 14.4 million.**"),
        ("average order value by segment", "**Corporate has the highest average order value: 1,001.**"),
        ("gross margin by category", "**Lighting has the highest gross margin: 52.1%.**"),
        (
            "which channel has the lowest revenue",
            "**Phone has the lowest revenue: 1.64 million, 11.4% of 14.4 million.**",
        ),
        ("which month had the highest revenue in 2024", "**November had the highest revenue: 574,114.**"),
        ("customers in 2022 vs 2023", "**Customers went from 4,684 in 2022 to 6,243 in 2023 (+33.3%).**"),
        (
            "which region fell the most in 2023 by revenue",
            "**None fell; Asia Pacific grew the least: +7.8%, from 575,374 to 620,212.**",
        ),
        (
            "revenue by region for small business in 2031",
            "**There are no rows for Small business with order date in 2031, so no revenue.**",
        ),
    ],
)
def test_the_first_sentence_is_bold_and_has_the_number(question, first):
    assert tell(results_of(question), TODAY).paragraphs[0].startswith(first)


@pytest.mark.parametrize("question", ["average order value by month in 2024", "customers by month in 2024"])
def test_what_cannot_be_summed_is_not_summed(question):
    text = tell(results_of(question), TODAY).paragraphs[0]

    assert "in 2024 peaked in" in text or "in 2024 was" not in text.split("**")[1].split("peaked")[0]


def test_orders_are_not_summed_over_categories():
    (result,) = results_of("orders by category")

    assert "orders" not in result.additive
    assert " of " not in tell([result], TODAY).paragraphs[0].split(".**")[0].partition(":")[2]


def test_a_running_unit_of_time_is_named_and_is_no_low():
    rows = [(datetime(2024, 11, 1), 50.0), (datetime(2024, 12, 1), 70.0), (datetime(2025, 1, 1), 5.0)]
    text = tell(made_up("revenue by month", ("month", "revenue"), rows), TODAY).paragraphs[0]

    assert "lowest in November 2024 (50)" in text
    assert text.endswith("Note that January 2025 is not over.")


def test_a_unit_that_the_period_cuts_is_named():
    text = tell(results_of("revenue by quarter since May 2023"), TODAY).paragraphs[0]

    assert text.endswith("Note that Q2 2023 lies only partly in the period.")


def test_cut_rows_are_told_and_not_summed():
    text = tell(results_of("revenue by product"), TODAY).paragraphs[0]

    assert "Only 100 of 126 rows came." in text
    assert "%" not in text


def test_a_sentence_that_does_not_stand_the_check_is_withheld(monkeypatch):
    def wrong(result, results):
        return [Sentence("Revenue was 1,234,567."), Sentence("All is well.")]

    monkeypatch.setitem(narration._TELLERS, "total", wrong)

    told = tell(results_of("total revenue"), TODAY)

    assert told.paragraphs == ("**I left out an answer here: it did not stand the check against the rows.**",)
    assert told.withheld == 1


def test_the_answer_follows_the_rows_and_not_a_memory_of_them():
    def doubled(rows):
        return replace(rows, rows=tuple((*row[:-1], row[-1] * 2) for row in rows.rows))

    assert tell(results_of("total revenue", change=doubled), TODAY).paragraphs == (
        "**Revenue was 28.9 million.**",
    )


def test_names_from_the_data_have_no_power_over_the_markdown():
    rows = [("**x** [a](http://b) <i>", 2.0), ("plain 77", 1.0)]
    text = tell(made_up("revenue by channel", ("channel", "revenue"), rows), TODAY).paragraphs[0]

    assert text.startswith(
        "**\\*\\*x\\*\\* \\[a\\](http://b) \\<i\\> has the highest revenue: 2, 66.7% of 3.**"
    )
    assert "plain 77 (1)" in text


def test_a_group_without_a_period_before_has_no_rate():
    years = (datetime(2023, 1, 1), datetime(2024, 1, 1))
    rows = [("Fax", years[1], 5.0), ("Web", years[0], 10.0), ("Web", years[1], 20.0)]
    text = tell(
        made_up("which channel grew the most in 2024 by revenue", ("channel", "year", "revenue"), rows), TODAY
    )

    assert text.paragraphs[0].startswith("**Web grew the most: +100.0%, from 10 to 20.**")
    assert "Fax had nothing in the period before, so no rate." in text.paragraphs[0]


def test_the_largest_step_of_a_trend_is_told():
    text = answer_of(ask("which month grew the most in 2024 by revenue"))

    assert text.startswith("**Revenue grew the most in ")
    assert "against the month before" in text


def test_every_answer_of_a_long_list_stands_its_own_check():
    for question in (
        "revenue and orders by month",
        "revenue by channel and region",
        "units by category and quarter in 2024",
        "refund rate by category",
        "which country grew the most last quarter by orders",
        "which segment grew the most this year by revenue",
        "revenue by week between 2023-01-01 and 2023-06-30",
        "discount rate in march 2024",
    ):
        told = tell(results_of(question), date(2025, 1, 10))

        assert told.withheld == 0, question
        assert told.paragraphs, question
