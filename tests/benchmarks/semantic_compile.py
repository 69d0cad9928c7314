"""Semantic SQL to the engine's SQL: compiled anew and from what the model keeps, beside the parser alone.

Run by hand: `python -m tests.benchmarks.semantic_compile [rounds]`. The ways take turns in one run; each
figure is the median over the statements of a statement's median, in milliseconds of this process's own time.
"""

import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import sqlglot

from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import compile_sql
from svcchat_magic.semantic.query.query import Viewer

DEMO = Path(__file__).parents[2] / "svcchat_magic" / "demo"
ROUNDS = 15
VIEWER = Viewer("ana")
STATEMENTS = (
    "SELECT MEASURE(revenue) FROM sales",
    "SELECT channel, MEASURE(revenue) FROM sales GROUP BY 1",
    "SELECT channel, region, MEASURE(revenue), MEASURE(orders) FROM sales GROUP BY 1, 2 ORDER BY 3 DESC",
    "SELECT DATE_TRUNC('month', created_at), MEASURE(revenue) FROM sales GROUP BY 1 ORDER BY 1",
    "SELECT product_name, MEASURE(revenue) FROM sales GROUP BY 1 ORDER BY 2 DESC LIMIT 10",
    "SELECT category, MEASURE(gross_margin) FROM sales WHERE region = 'North' GROUP BY 1",
    "SELECT MEASURE(orders) FROM sales WHERE channel IN ('Web', 'Store') AND region <> 'North'",
    "SELECT channel, MEASURE(orders) FROM sales GROUP BY 1 HAVING MEASURE(orders) > 100",
    "SELECT MEASURE(lines), MEASURE(orders), MEASURE(customers) FROM sales",
    "SELECT channel, MEASURE(revenue) / MEASURE(orders) AS each FROM sales GROUP BY 1",
    "SELECT DATE_TRUNC('year', created_at), channel, MEASURE(revenue) FROM sales GROUP BY 1, 2",
    "SELECT order_id, product_name, amount FROM sales WHERE channel = 'Phone' LIMIT 50",
    "SELECT order_id, channel FROM sales ORDER BY created_at DESC LIMIT 20",
    "SELECT DISTINCT category FROM sales ORDER BY 1",
    "SELECT refund_reason, MEASURE(lines) FROM sales GROUP BY 1 ORDER BY 2 DESC",
    "SELECT region, MEASURE(revenue) FROM sales WHERE created_at >= '2024-01-01' GROUP BY 1",
    "SELECT EXTRACT(quarter FROM created_at), MEASURE(revenue) FROM sales GROUP BY 1",
    "SELECT category, channel, MEASURE(revenue) FROM sales WHERE amount > 100 GROUP BY 1, 2 LIMIT 5",
    "SELECT channel, MEASURE(count) FROM orders WHERE channel LIKE 'W%' GROUP BY 1",
    "SELECT region, MEASURE(count) FROM customers GROUP BY 1 ORDER BY 1",
)


def run(rounds: int) -> dict[str, list[float]]:
    """Medians of each statement by way, in milliseconds."""
    model, engine = load_model(DEMO / "model"), DuckDBEngine.open(DEMO / "data")
    ways: dict[str, Callable[[str], object]] = {
        "compiled anew": lambda sql: compile_sql(replace(model), engine, VIEWER, sql),
        "kept": lambda sql: compile_sql(model, engine, VIEWER, sql),
        "the parser alone": lambda sql: sqlglot.parse_one(sql, read="postgres"),
    }
    medians: dict[str, list[float]] = {way: [] for way in ways}
    for sql in STATEMENTS:
        taken: dict[str, list[float]] = {way: [] for way in ways}
        for _ in range(rounds + 1):
            for way, compiled in ways.items():
                start = time.process_time()
                compiled(sql)
                taken[way].append(1_000 * (time.process_time() - start))

        for way, times in taken.items():
            medians[way].append(statistics.median(times[1:]))

    engine.close()
    return medians


def main() -> None:
    medians = run(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
    print(f"{len(STATEMENTS)} statements    median ms    slowest ms")
    for way, times in medians.items():
        print(f"{way:<20}{statistics.median(times):>9.2f}{max(times):>14.2f}")


if __name__ == "__main__":
    main()
