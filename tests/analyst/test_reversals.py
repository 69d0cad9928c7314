"""Invoices that are taken back, told by a letter of their number and by negative pieces alone."""

import asyncio
from datetime import date

import pandas
import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.question_sets import SetTools

TODAY = date(2025, 9, 15)
ROWS = range(400)
LINES = pandas.DataFrame({
    "InvoiceNo": [f"{'C' if at // 4 % 8 == 0 else ''}{536000 + at // 4}" for at in ROWS],
    "StockCode": [f"{20000 + at * 7 % 23}" for at in ROWS],
    "Description": [f"THING {'ABCDEFGHIJKLMNOPQRSTUVW'[at * 7 % 23]}" for at in ROWS],
    "Quantity": [(-1 if at // 4 % 8 == 0 else 1) * (1 + at % 6) for at in ROWS],
    "InvoiceDate": [date(2025, 1 + at // 4 % 8, 1 + at // 4 % 27) for at in ROWS],
    "UnitPrice": [1.25 + at * 7 % 23 for at in ROWS],
    "CustomerID": [12000 + at // 4 % 30 for at in ROWS],
    "Country": [("France", "Norway", "Spain")[at // 4 % 30 % 3] for at in ROWS],
})  # fmt: skip
MIXED = LINES.assign(Quantity=[(-1 if at % 5 == 0 else 1) * (1 + at % 6) for at in ROWS])
POSITIVE = LINES.assign(Quantity=[1 + at % 6 for at in ROWS])
FRAMES = {"retail": LINES, "mixed": MIXED, "positive": POSITIVE}


@pytest.fixture(scope="module")
def models():
    engines = {name: DuckDBEngine.open({name: frame}) for name, frame in FRAMES.items()}
    yield {name: (infer_model(engine).model, engine) for name, engine in engines.items()}
    for each in engines.values():
        each.close()


@pytest.fixture(scope="module")
def sql_of(models):
    readers = {name: Reader(SetTools(*found), TODAY) for name, found in models.items()}

    def read(name, question):
        found = asyncio.run(readers[name].read(question))
        assert found.is_sure, found
        return found.planned.sql

    return read


def flags(model):
    return [name for cube in model.cubes.values() for name in cube.dimensions if name == "is_cancelled"]


def test_a_letter_with_negative_pieces_alone_says_cancelled(models):
    assert len(flags(models["retail"][0])) == 1


@pytest.mark.parametrize("name", ["mixed", "positive"])
def test_a_letter_that_pieces_do_not_bear_out_says_nothing(models, name):
    assert not flags(models[name][0])


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("how many invoices were cancelled", "is_cancelled = TRUE"),
        ("how many returns were there", "is_cancelled = TRUE"),
        ("number of orders by country, cancellations not counted", "is_cancelled = FALSE"),
        ("total sales without returns", "is_cancelled = FALSE"),
        ("revenue by month, excluding cancellations", "is_cancelled = FALSE"),
        ("percentage of invoices that got cancelled by country", "is_cancelled = TRUE"),
        ("cancellation rate by country", "share_is_cancelled"),
        ("how many units were returned", "returned_quantity"),
        ("value of returns by country", "returned_value"),
        ("gross sales by country", "gross_value"),
        ("which customers returned the most", "returned_quantity"),
    ],
)
def test_what_is_taken_back_is_read_in_many_words(sql_of, question, said):
    assert said in sql_of("retail", question)


@pytest.mark.parametrize(
    "question",
    [
        "what are our total net sales, with the returns already taken off",
        "net sales",
        "total sales net of returns",
        "revenue after returns",
    ],
)
def test_net_sales_are_what_all_lines_come_to(sql_of, question):
    sql = sql_of("retail", question)

    assert "total_value" in sql
    assert "is_cancelled" not in sql


@pytest.mark.parametrize(
    "question",
    [
        "top 3 most returned products, counted in units on the cancelled invoices",
        "most returned products in units",
        "top 5 most returned products",
    ],
)
def test_the_most_returned_products_are_ranked_by_pieces(sql_of, question):
    sql = sql_of("retail", question)

    assert "returned_quantity" in sql
    assert "GROUP BY 1" in sql
    assert "DESC" in sql


def test_who_never_cancelled_has_no_such_invoice(sql_of):
    sql = sql_of("retail", "how many customers have never cancelled anything")

    assert "NOT IN" in sql
    assert "is_cancelled = TRUE" in sql


def test_brackets_that_say_per_what_again_are_no_groups(sql_of):
    sql = sql_of("retail", "average basket value (per invoice) for each month, leave out the cancelled ones")

    assert "GROUP BY 1\n" in sql
    assert "is_cancelled = FALSE" in sql
