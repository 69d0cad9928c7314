"""A second opinion on semantic queries: every join written out row by row, every group in plain Python."""

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import chain

MODEL = """
cubes:
  - name: customers
    sql_table: customers
    joins:
      - {name: orders, relationship: one_to_many, sql: "{CUBE}.id = {orders}.customer_id"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: region, sql: "{CUBE}.region", type: string}
    measures:
      - {name: count, type: count}
      - {name: regions, type: count_distinct, sql: "{CUBE}.region"}

  - name: orders
    sql_table: orders
    joins:
      - {name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}"}
      - {name: items, relationship: one_to_many, sql: "{CUBE}.id = {items}.order_id"}
      - {name: payments, relationship: one_to_many, sql: "{CUBE}.id = {payments}.order_id"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: channel, sql: "{CUBE}.channel", type: string}
    measures:
      - {name: count, type: count}
      - {name: web, type: count, filters: [{sql: "{channel} = 'Web'"}]}
      - {name: value_per_order, type: number, sql: "{items.value} / NULLIF({count}, 0)"}
      - {name: paid, type: number, sql: "{payments.amount} - {items.value}"}

  - name: items
    sql_table: items
    joins:
      - {name: orders, relationship: many_to_one, sql: "{CUBE}.order_id = {orders.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: size, sql: "{CUBE}.size", type: string}
    measures:
      - {name: count, type: count}
      - {name: value, type: sum, sql: "{CUBE}.value"}
      - {name: mean, type: avg, sql: "{CUBE}.value"}
      - {name: largest, type: max, sql: "{CUBE}.value"}
      - {name: web_value, type: sum, sql: "{CUBE}.value", filters: [{sql: "{orders.channel} = 'Web'"}]}
      - {name: doubled, type: number, sql: "COUNT(*) * 2 + SUM(1)"}

  - name: payments
    sql_table: payments
    joins:
      - {name: orders, relationship: many_to_one, sql: "{CUBE}.order_id = {orders.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: method, sql: "{CUBE}.method", type: string}
    measures:
      - {name: count, type: count}
      - {name: amount, type: sum, sql: "{CUBE}.amount"}

views:
  - name: from_customers
    cubes:
      - {join_path: customers, prefix: true, includes: "*"}
      - {join_path: customers.orders, prefix: true, includes: "*"}
      - {join_path: customers.orders.items, prefix: true, includes: "*"}
      - {join_path: customers.orders.payments, prefix: true, includes: "*"}
  - name: from_orders
    cubes:
      - {join_path: orders, prefix: true, includes: "*"}
      - {join_path: orders.customers, prefix: true, includes: "*"}
      - {join_path: orders.items, prefix: true, includes: "*"}
      - {join_path: orders.payments, prefix: true, includes: "*"}
  - name: from_items
    cubes:
      - {join_path: items, prefix: true, includes: "*"}
      - {join_path: items.orders, prefix: true, includes: "*"}
      - {join_path: items.orders.customers, prefix: true, includes: "*"}
      - {join_path: items.orders.payments, prefix: true, includes: "*"}
"""

TABLES = {
    "customers": ("id INTEGER", "region VARCHAR"),
    "orders": ("id INTEGER", "customer_id INTEGER", "channel VARCHAR"),
    "items": ("id INTEGER", "order_id INTEGER", "size VARCHAR", "value INTEGER"),
    "payments": ("id INTEGER", "order_id INTEGER", "method VARCHAR", "amount INTEGER"),
}
# how a view goes on from its root: (cube it comes from, its column, cube it finds, that one's column)
STEPS = {
    "from_customers": (
        ("customers", "id", "orders", "customer_id"),
        ("orders", "id", "items", "order_id"),
        ("orders", "id", "payments", "order_id"),
    ),
    "from_orders": (
        ("orders", "customer_id", "customers", "id"),
        ("orders", "id", "items", "order_id"),
        ("orders", "id", "payments", "order_id"),
    ),
    "from_items": (
        ("items", "order_id", "orders", "id"),
        ("orders", "customer_id", "customers", "id"),
        ("orders", "id", "payments", "order_id"),
    ),
}
DIMENSIONS = ("customers_region", "orders_channel", "items_size", "payments_method")
MEASURES = (
    "customers_count",
    "customers_regions",
    "orders_count",
    "orders_web",
    "orders_value_per_order",
    "orders_paid",
    "items_count",
    "items_value",
    "items_mean",
    "items_largest",
    "items_web_value",
    "items_doubled",
    "payments_count",
    "payments_amount",
)


@dataclass(frozen=True)
class Asked:
    """A random query, and what it says in Python."""

    view: str
    keys: tuple[str, ...]
    measures: tuple[str, ...]
    filters: tuple[tuple[str, str], ...] = field(default=())  # (dimension, operator and values in SQL)

    @property
    def sql(self):
        """The query as people write it."""
        columns = [*self.keys, *(f"MEASURE({measure})" for measure in self.measures)]
        where = " AND ".join(f"{dimension} {test}" for dimension, test in self.filters)
        grouped = f" GROUP BY {', '.join(map(str, range(1, len(self.keys) + 1)))}" if self.keys else ""
        return f"SELECT {', '.join(columns)} FROM {self.view}{f' WHERE {where}' if where else ''}{grouped}"


TESTS = {
    "= 'Web'": lambda value: value == "Web",
    "<> 'Web'": lambda value: value is not None and value != "Web",
    "IN ('Web', 'North', 'S', 'Card')": lambda value: value in {"Web", "North", "S", "Card"},
    "NOT IN ('North', 'S')": lambda value: value is not None and value not in {"North", "S"},
    "IS NULL": lambda value: value is None,
    "IS NOT NULL": lambda value: value is not None,
    "LIKE '%o%'": lambda value: value is not None and "o" in value,
}


def answer(asked, data, allowed=lambda row: True):
    """The rows of a query: keys, then measures; one row without keys even when nothing is found."""
    groups = defaultdict(list)
    if not asked.keys:
        groups[()] = []

    for row in joined(asked.view, data):
        kept = all(TESTS[test](value_of(row, dimension)) for dimension, test in asked.filters)
        if kept and allowed(row):
            groups[tuple(value_of(row, key) for key in asked.keys)].append(row)

    return [(*key, *(measured(name, rows) for name in asked.measures)) for key, rows in groups.items()]


def joined(view, data):
    """Every combination of rows that LEFT JOINs from the view's root make: cube name to row or None."""
    root = STEPS[view][0][0]
    rows = [{root: row} for row in data[root]]
    for origin, column, target, key in STEPS[view]:
        rows = list(chain.from_iterable(_extended(row, origin, column, target, key, data) for row in rows))

    return rows


def value_of(row, dimension):
    """The value of a dimension, named `cube_member`."""
    cube, _, name = dimension.partition("_")
    return None if row[cube] is None else row[cube][name]


def measured(name, rows):
    """A measure over a group: each row of its cube once."""
    return {
        "customers_count": lambda: len(_once("customers", rows)),
        "customers_regions": lambda: len({row["region"] for row in _once("customers", rows)} - {None}),
        "orders_count": lambda: len(_once("orders", rows)),
        "orders_web": lambda: sum(row["channel"] == "Web" for row in _once("orders", rows)),
        "orders_value_per_order": lambda: _ratio(_sum("items", "value", rows), len(_once("orders", rows))),
        "orders_paid": lambda: _difference(_sum("payments", "amount", rows), _sum("items", "value", rows)),
        "items_count": lambda: len(_once("items", rows)),
        "items_value": lambda: _sum("items", "value", rows),
        "items_mean": lambda: _ratio(_sum("items", "value", rows), len(_known("items", "value", rows))),
        "items_largest": lambda: max(_known("items", "value", rows), default=None),
        "items_web_value": lambda: _sum("items", "value", [row for row in rows if _is_web(row)]),
        "items_doubled": lambda: _doubled(len(_once("items", rows))),
        "payments_count": lambda: len(_once("payments", rows)),
        "payments_amount": lambda: _sum("payments", "amount", rows),
    }[name]()


def _extended(row, origin, column, target, key, data):
    parent = row[origin]
    wanted = None if parent is None else parent[column]
    found = [other for other in data[target] if wanted is not None and other[key] == wanted]
    return [{**row, target: other} for other in found or [None]]


def _once(cube, rows):
    return list({row[cube]["id"]: row[cube] for row in rows if row[cube] is not None}.values())


def _known(cube, column, rows):
    return [row[column] for row in _once(cube, rows) if row[column] is not None]


def _sum(cube, column, rows):
    known = _known(cube, column, rows)
    return sum(known) if known else None


def _is_web(row):
    return row["orders"] is not None and row["orders"]["channel"] == "Web"


def _ratio(value, divisor):
    return None if value is None or not divisor else value / divisor


def _difference(left, right):
    return None if left is None or right is None else left - right


def _doubled(count):
    return 3 * count if count else None
