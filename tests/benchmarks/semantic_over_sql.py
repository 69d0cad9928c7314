"""Semantic queries beside SQL written by hand, over a generated star of line items, orders and customers.

Run by hand: `python -m tests.benchmarks.semantic_over_sql [line items]`. Both take turns in one run.
The semantic side is asked through `run_query`: text in, at most 100 rows and their total out. Each figure is
a median; both sides' rows are compared first.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import duckdb

from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer

LINE_ITEMS = 2_000_000
ROUNDS = 9
MODEL = """
cubes:
  - name: line_items
    sql_table: line_items
    joins:
      - {name: orders, relationship: many_to_one, sql: "{CUBE}.order_id = {orders.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: amount, sql: "{CUBE}.amount", type: number}
      - {name: product, sql: "{CUBE}.product", type: string}
    measures:
      - {name: revenue, type: sum, sql: "{CUBE}.amount"}
      - {name: lines, type: count}
      - {name: each, type: number, sql: "{revenue} / NULLIF({orders.count}, 0)"}
  - name: orders
    sql_table: orders
    joins:
      - {name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: channel, sql: "{CUBE}.channel", type: string}
      - {name: ordered, sql: "{CUBE}.ordered", type: time}
    measures:
      - {name: count, type: count}
      - {name: shipping, type: sum, sql: "{CUBE}.shipping"}
  - name: customers
    sql_table: customers
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: region, sql: "{CUBE}.region", type: string}
    measures:
      - {name: count, type: count}
views:
  - name: sales
    cubes:
      - {join_path: line_items, includes: "*"}
      - {join_path: line_items.orders, prefix: true, includes: "*"}
      - {join_path: line_items.orders.customers, prefix: true, includes: "*"}
"""
JOINED = (
    "FROM line_items l LEFT JOIN orders o ON l.order_id = o.id LEFT JOIN customers c ON o.customer_id = c.id"
)
SHAPES = {  # what is asked: as semantic SQL, and by hand
    "a sum": ("SELECT MEASURE(revenue) FROM sales", "SELECT SUM(amount) FROM line_items"),
    "sums by channel": (
        "SELECT orders_channel, MEASURE(revenue), MEASURE(lines) FROM sales GROUP BY 1 ORDER BY 1",
        "SELECT channel, SUM(amount), COUNT(*) FROM line_items l LEFT JOIN orders o ON l.order_id = o.id "
        "GROUP BY 1 ORDER BY 1 NULLS LAST",
    ),
    "sum by region, filtered": (
        "SELECT customers_region, MEASURE(revenue) FROM sales WHERE orders_channel = 'web' "
        "GROUP BY 1 ORDER BY 1",
        f"SELECT region, SUM(amount) {JOINED} WHERE channel = 'web' GROUP BY 1 ORDER BY 1 NULLS LAST",
    ),
    "sum by month": (
        "SELECT DATE_TRUNC('month', orders_ordered), MEASURE(revenue) FROM sales GROUP BY 1 ORDER BY 1",
        f"SELECT DATE_TRUNC('month', ordered), SUM(amount) {JOINED} GROUP BY 1 ORDER BY 1 NULLS LAST",
    ),
    "top products": (
        "SELECT product, MEASURE(revenue) FROM sales GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10",
        "SELECT product, SUM(amount) FROM line_items GROUP BY 1 ORDER BY 2 DESC NULLS LAST, 1 LIMIT 10",
    ),
    "ratio of two cubes": (
        "SELECT customers_region, MEASURE(each) FROM sales GROUP BY 1 ORDER BY 1",
        f"SELECT region, SUM(amount) / COUNT(DISTINCT o.id) {JOINED} GROUP BY 1 ORDER BY 1 NULLS LAST",
    ),
    "orders with a large line": (
        "SELECT MEASURE(orders_count), MEASURE(orders_shipping) FROM sales WHERE amount > 900",
        "SELECT COUNT(*), SUM(shipping) FROM orders o "
        "WHERE EXISTS (SELECT 1 FROM line_items l WHERE l.order_id = o.id AND l.amount > 900)",
    ),
    "shipping by region": (
        "SELECT customers_region, MEASURE(orders_shipping) FROM sales GROUP BY 1 ORDER BY 1",
        "SELECT region, SUM(shipping) FROM (SELECT DISTINCT region, o.id, shipping "
        f"{JOINED}) GROUP BY 1 ORDER BY 1 NULLS LAST",
    ),
    "first rows": (
        "SELECT id, amount, orders_channel FROM sales WHERE amount > 500 ORDER BY 1 LIMIT 100",
        "SELECT l.id, amount, channel FROM line_items l LEFT JOIN orders o ON l.order_id = o.id "
        "WHERE amount > 500 ORDER BY 1 LIMIT 100",
    ),
}


def database(line_items: int) -> duckdb.DuckDBPyConnection:
    """The star: four line items to an order, ten orders to a customer."""
    orders, customers = max(line_items // 4, 1), max(line_items // 40, 1)
    connection = duckdb.connect()
    connection.execute("SELECT setseed(0.5)")
    connection.execute(
        "CREATE TABLE customers AS SELECT range AS id, "
        f"['North', 'South', 'East', 'West'][1 + range % 4] AS region FROM range({customers})"
    )
    connection.execute(
        f"CREATE TABLE orders AS SELECT range AS id, (hash(range) % {customers})::INTEGER AS customer_id, "
        "['web', 'store', 'phone'][1 + range % 3] AS channel, (hash(range) % 1500) / 100.0 AS shipping, "
        "TIMESTAMP '2022-01-01' + INTERVAL (range % 1000) DAY AS ordered "
        f"FROM range({orders})"
    )
    connection.execute(
        f"CREATE TABLE line_items AS SELECT range AS id, (hash(range) % {orders})::INTEGER AS order_id, "
        "(hash(range + 7) % 1000)::INTEGER AS amount, 'product ' || (hash(range + 3) % 500) AS product "
        f"FROM range({line_items})"
    )
    return connection


def loaded() -> Model:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "model.yml").write_text(MODEL, encoding="utf-8")
        return load_model(Path(folder))


def by_turns(ways: list[Callable[[], object]]) -> list[float]:
    """Median milliseconds of each way."""
    taken: list[list[float]] = [[] for _ in ways]
    for _ in range(ROUNDS):
        for way, times in zip(ways, taken, strict=True):
            start = time.perf_counter()
            way()
            times.append(1_000 * (time.perf_counter() - start))

    return [statistics.median(times) for times in taken]


def as_text(rows: object) -> list[str]:
    return [str([f"{float(v):.6g}" if isinstance(v, (int, float)) else str(v) for v in row]) for row in rows]  # type: ignore[attr-defined]


def main() -> None:
    line_items = int(sys.argv[1]) if len(sys.argv) > 1 else LINE_ITEMS
    engine, model, viewer = DuckDBEngine(database(line_items)), loaded(), Viewer("ana")
    shares = []
    print(f"{line_items:,} line items{'by hand ms':>24}{'semantic ms':>14}{'ratio':>8}")
    for name, (asked, by_hand) in SHAPES.items():
        found = run_query(model, engine, viewer, asked)
        expected = engine.run(by_hand, {}, limit=100)
        if as_text(found.rows) != as_text(expected.rows):
            raise SystemExit(f"{name}: the rows differ: {found.rows[:3]} {expected.rows[:3]}")

        hand, semantic = by_turns([
            lambda sql=by_hand: engine.run(sql, {}, limit=100),  # type: ignore[misc]
            lambda sql=asked: run_query(model, engine, viewer, sql),  # type: ignore[misc]
        ])  # fmt: skip
        shares.append(semantic / hand)
        print(f"{name:<28}{hand:>15.1f}{semantic:>14.1f}{shares[-1]:>8.2f}")

    print(f"median ratio {statistics.median(shares):.2f}, largest {max(shares):.2f}")
    engine.close()


if __name__ == "__main__":
    main()
