"""Constructs of SQL give the rows that SQL over the tables gives, with and without row rules."""

import math
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import duckdb
import pytest
import yaml

from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer
from tests.semantic.gold.comparison import difference

CONSTRUCTS = yaml.safe_load(Path(__file__).with_name("constructs.yml").read_text(encoding="utf-8"))
NOW = datetime(2024, 3, 31, 9, 30, tzinfo=UTC)
RULES = """
    access_policy:
      - {group: "*", row_level: {filters: [{member: id, operator: lt, values: [1000]}]}}
"""
NO_RULES = RULES.replace("filters: [{member: id, operator: lt, values: [1000]}]", "allow_all: true")


def constructs(kind: str, form: str = "{}") -> Iterator[tuple[str, str]]:
    """The statements of a kind, and the SQL over the tables that each must equal."""
    for entry in CONSTRUCTS[kind]:
        asked, plain = (entry, entry) if isinstance(entry, str) else (entry["asked"], entry["plain"])
        yield form.format(asked), form.format(plain)


CASES = [
    *constructs("of_rows", "SELECT id, {} AS x FROM orders"),
    *constructs("of_groups", "SELECT channel, {} AS x FROM orders GROUP BY channel"),
    *constructs("statements"),
]


@pytest.fixture(scope="module")
def tables():
    connection = duckdb.connect(":memory:")
    for statement in CONSTRUCTS["tables"]:
        connection.execute(statement)

    engine = DuckDBEngine(connection)
    yield engine, connection.cursor()
    engine.close()


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    """The model, and the same with row rules that let every row through."""
    found = {}
    for name, text in (("open", CONSTRUCTS["model"]), ("ruled", _with_rules(CONSTRUCTS["model"]))):
        folder = tmp_path_factory.mktemp(name)
        (folder / "shop.yml").write_text(text, encoding="utf-8")
        found[name] = load_model(folder)

    return found


@pytest.mark.parametrize("rules", ["open", "ruled"])
@pytest.mark.parametrize(("asked", "plain"), CASES)
def test_a_construct_gives_the_rows_of_sql_over_the_tables(tables, models, asked, plain, rules):
    engine, cursor = tables
    expected = cursor.execute(plain).fetchall()

    found = run_query(models[rules], engine, Viewer("ana", groups=("all",)), asked, now=NOW)

    assert difference(found.rows, [tuple(map(_plain, row)) for row in expected]) is None
    assert found.total_rows == len(expected)


@pytest.mark.parametrize("sql", [asked for asked, _ in constructs("statements")][5:25])
def test_the_total_of_a_page_is_that_of_the_whole_statement(tables, models, sql):
    engine, _ = tables
    whole = run_query(models["open"], engine, Viewer("ana"), sql, now=NOW)

    page = run_query(models["open"], engine, Viewer("ana"), sql, limit=1, now=NOW)

    assert (len(page.rows), page.total_rows) == (min(1, whole.total_rows), whole.total_rows)


def _with_rules(model):
    """A rule on orders, so that every operation of a caller must be one that cannot fail."""
    head, orders, customers = model.split("  - name: ")
    return f"{head}  - name: {orders.rstrip()}{RULES}  - name: {customers.rstrip()}{NO_RULES}"


def _plain(value):
    return None if isinstance(value, float) and not math.isfinite(value) else value
