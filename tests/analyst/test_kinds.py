"""Values that stand for rows of their kind, rankings of these, states by name, stretches side by side."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from tests.campaigns.question_sets import SetTools

TODAY = date(2025, 6, 1)
MODEL = """
cubes:
  - name: sales
    sql_table: sales
    joins:
      - {name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}"}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: sold_on, sql: sold_on, type: time}
    measures:
      - {name: revenue, type: sum, sql: amount}
  - name: customers
    sql_table: customers
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: name, sql: name, type: string}
      - {name: sort, sql: sort, type: string}
      - {name: state, sql: state, type: string}
      - {name: left_on, sql: left_on, type: time}
    measures:
      - {name: count, type: count, title: Customers}
"""
DATA = {
    "sales": "id,customer_id,sold_on,amount\n1,1,2024-02-02,5\n2,2,2025-02-10,7\n",
    "customers": "id,name,sort,state,left_on\n1,Ada,Consumer,OR,\n2,Bo,Trade,WA,2024-05-01\n",
}
CONSUMERS = "customers.sort = 'Consumer'"


@pytest.fixture(scope="module")
def tools(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kinds")
    (folder / "model.yml").write_text(MODEL)
    for name, text in DATA.items():
        (folder / f"{name}.csv").write_text(text)

    engine = DuckDBEngine.open(folder)
    yield SetTools(load_model(folder), engine)
    engine.close()


def read(tools, question):
    return asyncio.run(Reader(tools, TODAY).read(question))


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("top 5 trade customers by revenue", ("customers.name", "sort = 'Trade'", "LIMIT 5")),
        ("top 5 trade accounts by revenue", ("customers.name", "sort = 'Trade'", "LIMIT 5")),
        ("top 3 consumers by revenue", ("customers.name", CONSUMERS, "LIMIT 3")),
        ("which consumers had the highest revenue", ("customers.name", CONSUMERS, "LIMIT 10")),
        ("best trade customer in 2024", ("customers.name", "sort = 'Trade'", "<= 1")),
        ("consumers by state", ("customers.state AS", CONSUMERS, "count")),
        ("revenue from consumers", (CONSUMERS, "revenue")),
        ("how many consumers are in OR", (CONSUMERS, "state = 'OR'")),
        ("revenue in Oregon", ("state = 'OR'",)),
        ("revenue by type of customer", ("customers.sort AS",)),
        ("customers leaving per month in 2024", ("customers.left_on >= '2024-01-01'",)),
        ("how many customers have no sales since January 2025", ("NOT IN", "sold_on >= '2025-01-01')")),
        ("which states have 1 or more customers", ("customers.state IS NOT NULL", "HAVING")),
        ("revenue since we opened our doors", ("revenue",)),
        ("how much did we give away in revenue", ("revenue",)),
        ("share of revenue that falls on Saturday or Sunday", ("ISODOW", "FILTER", "NULLIF")),
        ("revenue, consumer vs trade", ("IN ('Consumer', 'Trade')",)),
        ("revenue by state, Oregon excluded", ("customers.state AS", "state <> 'OR'")),
    ],
)
def test_rows_of_a_kind_are_ranked_counted_and_kept(tools, question, parts):
    found = read(tools, question)

    assert found.is_sure
    assert [part for part in parts if part not in found.planned.sql] == []


def test_a_kind_is_not_lost_where_something_is_per_row_of_it(tools):
    sql = " ".join(read(tools, "average revenue per consumer").planned.sql.split())

    assert CONSUMERS in sql


def test_the_most_of_a_kind_ranks_what_they_are_counted_by(tools):
    sql = read(tools, "which state has the most trade customers").planned.sql

    assert "customers.state AS" in sql
    assert "customers.name" not in sql


@pytest.mark.parametrize(
    "question",
    ["revenue Jan to May 2025 vs Jan to May 2024", "compare revenue jan-may 2025 with jan-may 2024"],
)
def test_stretches_of_months_stand_beside_each_other(tools, question):
    found = read(tools, question)

    assert found.is_sure
    assert "percent_change" in found.planned.sql
    assert "sold_on >= '2025-01-01' AND sales.sold_on < '2025-06-01'" in found.planned.sql
    assert "sold_on >= '2024-01-01' AND sales.sold_on < '2024-06-01'" in found.planned.sql
