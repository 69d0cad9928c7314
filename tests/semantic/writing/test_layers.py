"""Layers around semantic SELECTs compute what DuckDB computes over the rows of those SELECTs."""

import random

import duckdb
import pytest

from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer
from tests.semantic.gold.comparison import difference

LEAVES = (
    "SELECT channel AS k, MEASURE(revenue) AS n, MEASURE(orders) AS m FROM sales GROUP BY 1",
    "SELECT region AS k, MEASURE(revenue) AS n, MEASURE(units) AS m FROM sales WHERE quantity > 1 GROUP BY 1",
    "SELECT channel AS k, quantity AS n, 1 AS m FROM sales ORDER BY created_at, quantity, channel LIMIT 40",
    "SELECT region AS k, COUNT(*) AS n, MEASURE(orders) AS m FROM sales GROUP BY region, channel",
)
NUMBERS = ("n", "m", "n + m", "n * 2 - m", "ROUND(n / 7.0, 3)", "ABS(m - 3)", "COALESCE(n, 0)", "LENGTH(k)",
           "CASE WHEN n > 100 THEN m ELSE 0 END", "GREATEST(n, m)", "FLOOR(n / 10.0)")  # fmt: skip
WINDOWS = (
    "SUM({}) OVER (PARTITION BY k)",
    "RANK() OVER (ORDER BY {} DESC NULLS LAST)",
    "MAX({}) OVER ()",
    "COUNT(*) OVER (PARTITION BY {})",
    "AVG({}) OVER (PARTITION BY k)",
)
CONDITIONS = (
    "{} > 3",
    "{} BETWEEN 1 AND 500",
    "{} IS NOT NULL",
    "k <> 'Web'",
    "k LIKE '%o%'",
    "{} IN (1, 2, 3)",
)
VIEWER = Viewer("ana")


def some_statement(chance):
    """A statement over the tables a and b."""
    number, other = chance.choice(NUMBERS), chance.choice(NUMBERS)
    where = (
        f" WHERE {chance.choice(CONDITIONS).format(chance.choice(NUMBERS))}" if chance.random() < 0.5 else ""
    )
    return chance.choice([
        f"SELECT k, {number} AS x FROM a{where}",
        f"SELECT k, {chance.choice(WINDOWS).format(number)} AS x, {other} AS y FROM a{where}",
        f"SELECT k, SUM({number}) AS x, COUNT(DISTINCT {other}) AS y FROM a{where} GROUP BY k",
        f"SELECT {number} AS x, COUNT(*) AS y FROM a{where} GROUP BY 1 HAVING COUNT(*) > 0",
        f"SELECT DISTINCT k FROM a{where}",
        "SELECT a.k, a.n, b.m FROM a LEFT JOIN b ON a.k = b.k AND a.n > b.m",
        f"SELECT k, {number} AS x FROM a{where} UNION ALL SELECT k, {other} FROM b",
        f"SELECT k FROM a EXCEPT SELECT k FROM b{where}",
        f"SELECT k, n FROM a WHERE k IN (SELECT k FROM b{where})",
        f"SELECT k, n FROM a WHERE n > (SELECT AVG({number}) FROM b)",
        f"SELECT SUM(x) AS s FROM (SELECT {chance.choice(WINDOWS).format(number)} AS x FROM a{where}) AS t",
        f"SELECT k, n FROM a{where} QUALIFY {chance.choice(WINDOWS).format(number)} > 2",
    ])  # fmt: skip


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 8))]
)
def test_layers_compute_what_the_engine_computes_over_the_rows_of_their_leaves(shop_model, shop_engine, seed):
    chance = random.Random(seed)
    leaves = dict(zip("ab", chance.sample(LEAVES, 2), strict=True))
    connection = duckdb.connect(":memory:")
    for name, sql in leaves.items():
        rows = run_query(shop_model, shop_engine, VIEWER, sql, limit=10_000).rows
        connection.execute(f"CREATE TABLE {name} (k VARCHAR, n DOUBLE, m DOUBLE)")
        connection.executemany(f"INSERT INTO {name} VALUES (?, ?, ?)", rows)

    named = ", ".join(f"{name} AS ({sql})" for name, sql in leaves.items())
    for _ in range(25):
        outer = some_statement(chance)

        found = run_query(shop_model, shop_engine, VIEWER, f"WITH {named} {outer}", limit=10_000)

        expected = connection.execute(outer).fetchall()
        assert difference(found.rows, expected) is None, f"{leaves}\n{outer}"
        assert found.total_rows == len(expected)
