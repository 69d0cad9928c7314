"""A second opinion on semantic queries: every join written out row by row, every group in plain Python."""

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import chain
from statistics import median

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
      - {name: value_per_payment, type: number, sql: "{items.value} / NULLIF({payments.count}, 0)"}

  - name: orders
    sql_table: orders
    joins:
      - {name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}"}
      - {name: items, relationship: one_to_many, sql: "{CUBE}.id = {items}.order_id"}
      - {name: payments, relationship: one_to_many, sql: "{CUBE}.id = {payments}.order_id"}
      - {name: tagged, relationship: one_to_many, sql: "{CUBE}.id = {tagged}.order_id"}
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
      - {name: worth, sql: "{CUBE}.value", type: number}
    measures:
      - {name: count, type: count}
      - {name: value, type: sum, sql: "{CUBE}.value"}
      - {name: mean, type: avg, sql: "{CUBE}.value"}
      - {name: largest, type: max, sql: "{CUBE}.value"}
      - {name: web_value, type: sum, sql: "{CUBE}.value", filters: [{sql: "{orders.channel} = 'Web'"}]}
      - {name: doubled, type: number, sql: "COUNT(*) * 2 + SUM(1)"}
      - {name: pairs, type: number, sql: "COUNT(*) * 2"}
      - {name: middle, type: number, sql: "PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY {CUBE}.value)",
         filters: [{sql: "{CUBE}.size = 'S'"}]}
      - {name: listed, type: string, sql: "STRING_AGG({CUBE}.size, '' ORDER BY {CUBE}.size DESC)",
         filters: [{sql: "{CUBE}.value > 2"}]}
      - {name: kept, type: number, sql: "LEN(LIST({CUBE}.value))",
         filters: [{sql: "{orders.channel} = 'Web'"}]}

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

  - name: tagged
    sql_table: tagged
    joins:
      - {name: tags, relationship: many_to_one, sql: "{CUBE}.tag_id = {tags}.id"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
    measures:
      - {name: count, type: count}

  - name: tags
    sql_table: tags
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: name, sql: "{CUBE}.name", type: string}
    measures:
      - {name: count, type: count}
      - {name: weight, type: sum, sql: "{CUBE}.weight"}
      - {name: spread, type: number, sql: "{weight} / NULLIF({orders.count}, 0)"}

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
      - {join_path: orders.tagged.tags, prefix: true, includes: "*"}
  - name: from_tags
    cubes:
      - {join_path: tags, prefix: true, includes: "*"}
      - {join_path: tags.tagged.orders, prefix: true, includes: "*"}
      - {join_path: tags.tagged.orders.customers, prefix: true, includes: "*"}
      - {join_path: tags.tagged.orders.items, prefix: true, includes: "*"}
      - {join_path: tags.tagged.orders.payments, prefix: true, includes: "*"}
  - name: from_items
    cubes:
      - {join_path: items, prefix: true, includes: "*"}
      - {join_path: items.orders, prefix: true, includes: "*"}
      - {join_path: items.orders.customers, prefix: true, includes: "*"}
      - {join_path: items.orders.payments, prefix: true, includes: "*"}
      - {join_path: items.orders.tagged.tags, prefix: true, includes: "*"}
"""

TABLES = {
    "customers": ("id INTEGER", "region VARCHAR"),
    "orders": ("id INTEGER", "customer_id INTEGER", "channel VARCHAR"),
    "items": ("id INTEGER", "order_id INTEGER", "size VARCHAR", "value INTEGER"),
    "payments": ("id INTEGER", "order_id INTEGER", "method VARCHAR", "amount INTEGER"),
    "tagged": ("id INTEGER", "order_id INTEGER", "tag_id INTEGER"),
    "tags": ("id INTEGER", "name VARCHAR", "weight INTEGER"),
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
        ("orders", "id", "tagged", "order_id"),
        ("tagged", "tag_id", "tags", "id"),
    ),
    "from_items": (
        ("items", "order_id", "orders", "id"),
        ("orders", "customer_id", "customers", "id"),
        ("orders", "id", "payments", "order_id"),
        ("orders", "id", "tagged", "order_id"),
        ("tagged", "tag_id", "tags", "id"),
    ),
    "from_tags": (
        ("tags", "id", "tagged", "tag_id"),
        ("tagged", "order_id", "orders", "id"),
        ("orders", "customer_id", "customers", "id"),
        ("orders", "id", "items", "order_id"),
        ("orders", "id", "payments", "order_id"),
    ),
}
DIMENSIONS = ("customers_region", "orders_channel", "items_size", "payments_method", "tags_name")
MEASURES = (
    "customers_count",
    "customers_regions",
    "customers_value_per_payment",
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
    "items_pairs",
    "items_middle",
    "items_listed",
    "items_kept",
    "payments_count",
    "payments_amount",
    "tags_count",
    "tags_weight",
    "tags_spread",
)
# Aggregates of the caller: what is computed, of which dimension, over the rows of which test
CALLS = (
    ("rows", "", None),
    ("count", "items_worth", None),
    ("count distinct", "items_size", None),
    ("sum", "items_worth", None),
    ("sum", "items_worth", ("payments_method", "= 'Card'")),
    ("avg", "items_worth", ("orders_channel", "= 'Web'")),
    ("min", "items_worth", ("tags_name", "IS NOT NULL")),
    ("max", "items_size", None),
    ("median", "items_worth", None),
    ("measure", "items_value", ("orders_channel", "= 'Web'")),
    ("measure", "orders_count", ("items_size", "= 'S'")),
    ("measure", "orders_value_per_order", ("payments_method", "= 'Card'")),
    ("measure", "items_kept", ("items_size", "= 'M'")),
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
    "= 'Card'": lambda value: value == "Card",
    "= 'S'": lambda value: value == "S",
    "= 'M'": lambda value: value == "M",
    "<> 'Web'": lambda value: value is not None and value != "Web",
    "IN ('Web', 'North', 'S', 'Card')": lambda value: value in {"Web", "North", "S", "Card"},
    "NOT IN ('North', 'S')": lambda value: value is not None and value not in {"North", "S"},
    "IS NULL": lambda value: value is None,
    "IS NOT NULL": lambda value: value is not None,
    "LIKE '%o%'": lambda value: value is not None and "o" in value,
}


# Questions in which rows start elsewhere than at the root, or joins repeat them; with aggregates of callers
CARD, NO_CARD = ("payments_method", "= 'Card'"), ("payments_method", "IS NULL")
HARD = (
    (Asked("from_customers", ("customers_region",), ("items_value", "items_count"), (CARD,)), ()),
    (Asked("from_customers", ("customers_region",), ("items_pairs", "items_value"), (CARD,)), ()),
    (Asked("from_customers", ("orders_channel",), ("items_mean", "orders_count"), (CARD,)), ()),
    (Asked("from_customers", (), ("items_count", "customers_count", "orders_web"), (CARD,)), ()),
    (Asked("from_items", (), ("items_value", "customers_count"), (NO_CARD,)), ()),
    (Asked("from_items", ("orders_channel",), ("items_mean", "orders_count"), (NO_CARD,)), ()),
    (Asked("from_items", ("customers_region",), ("tags_weight", "tags_spread"), ()), ()),
    (Asked("from_items", ("tags_name",), ("orders_value_per_order", "tags_weight"), ()), ()),
    (Asked("from_orders", (), ("tags_weight", "orders_count"), (("items_size", "= 'S'"), CARD)), ()),
    (Asked("from_tags", ("tags_name",), ("items_value", "tags_weight"), (CARD,)), ()),
    (Asked("from_tags", ("customers_region",), ("tags_spread", "customers_regions"), (CARD,)), ()),
    (Asked("from_orders", (), ("items_count",)), (CALLS[4], CALLS[6], CALLS[10])),
    (Asked("from_orders", ("orders_channel",), ("items_value",)), (CALLS[4], CALLS[6], CALLS[12])),
    (Asked("from_items", ("customers_region",), ("orders_count",), (CARD,)), (CALLS[0], CALLS[8])),
    (Asked("from_tags", ("tags_name",), ("tags_count",)), (CALLS[4], CALLS[5], CALLS[11])),
)


def has(view, name):
    """Whether a member can be asked for in a view."""
    cube = name.partition("_")[0]
    steps = STEPS[view]
    return cube in {steps[0][0], *(target for _, _, target, _ in steps)}


def answer(asked, data, calls=(), allowed=lambda row: True):
    """The rows of a query: keys, measures, calls; one row without keys even when nothing is found."""
    groups = defaultdict(list)
    if not asked.keys:
        groups[()] = []

    for row in joined(asked.view, data):
        kept = all(TESTS[test](value_of(row, dimension)) for dimension, test in asked.filters)
        if kept and allowed(row):
            groups[tuple(value_of(row, key) for key in asked.keys)].append(row)

    root = STEPS[asked.view][0][0]
    return [
        (
            *key,
            *(measured(name, rows) for name in asked.measures),
            *(called(call, rows, root) for call in calls),
        )
        for key, rows in groups.items()
    ]


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
        "customers_value_per_payment": lambda: _ratio(
            _sum("items", "value", rows), len(_once("payments", rows))
        ),
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
        "items_pairs": lambda: 2 * len(_once("items", rows)),
        "items_middle": lambda: _median(_known("items", "value", rows, lambda row: row["size"] == "S")),
        "items_listed": lambda: _listed(_known("items", "size", rows, lambda row: _above(row["value"], 2))),
        "items_kept": lambda: _kept([row for row in rows if _is_web(row)]),
        "tags_count": lambda: len(_once("tags", rows)),
        "tags_weight": lambda: _sum("tags", "weight", rows),
        "tags_spread": lambda: _ratio(_sum("tags", "weight", rows), len(_once("orders", rows))),
        "payments_count": lambda: len(_once("payments", rows)),
        "payments_amount": lambda: _sum("payments", "amount", rows),
    }[name]()


def called(call, rows, root):
    """An aggregate of the caller over a group: each row of its dimension's cube once."""
    function, name, where = call
    if where is not None:
        rows = [row for row in rows if TESTS[where[1]](value_of(row, where[0]))]

    if function == "rows":
        return len(_once(root, rows))

    if function == "measure":
        return measured(name, rows)

    cube, _, member = name.partition("_")
    known = _known(cube, {"worth": "value"}.get(member, member), rows)
    return {
        "count": len,
        "count distinct": lambda values: len(set(values)),
        "sum": lambda values: sum(values) if values else None,
        "avg": lambda values: sum(values) / len(values) if values else None,
        "min": lambda values: min(values, default=None),
        "max": lambda values: max(values, default=None),
        "median": _median,
    }[function](known)


def _extended(row, origin, column, target, key, data):
    parent = row[origin]
    wanted = None if parent is None else parent[column]
    found = [other for other in data[target] if wanted is not None and other[key] == wanted]
    return [{**row, target: other} for other in found or [None]]


def _once(cube, rows):
    return list({row[cube]["id"]: row[cube] for row in rows if row[cube] is not None}.values())


def _known(cube, column, rows, kept=lambda row: True):
    return [row[column] for row in _once(cube, rows) if row[column] is not None and kept(row)]


def _above(value, bound):
    return value is not None and value > bound


def _median(values):
    return median(values) if values else None


def _listed(values):
    return "".join(sorted(values, reverse=True)) if values else None


def _kept(rows):
    """How many values a list of them has; there is no list of none."""
    return len(_once("items", rows)) or None


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
