"""A schema with everything that is hard to join, and a few random rows for it with nulls and dead keys."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import duckdb

Value = int | str | None
Record = Mapping[str, Value]
Data = Mapping[str, Sequence[Record]]


@dataclass(frozen=True)
class Cube:
    """A table, its key, and the measures that it has: name to (kind, what it is about)."""

    key: tuple[str, ...]
    columns: Mapping[str, str]  # name to INTEGER or VARCHAR
    measures: Mapping[str, tuple[str, ...]]


TEXTS = {
    "region": (None, "North", "South"),
    "channel": (None, "Web", "Store"),
    "size": (None, "S", "M"),
    "method": (None, "Card", "Cash"),
    "kind": (None, "Chair", "Lamp"),
    "label": (None, "new", "sale"),
    "name": (None, "East", "West"),
}
# measures: (kind, column), (kind, column, filter's cube, its column, its value) or ("ratio", over, under)
CUBES = {
    "areas": Cube(("id",), {"id": "INTEGER", "name": "VARCHAR"}, {"count": ("count", "id")}),
    "customers": Cube(
        ("id",),
        {"id": "INTEGER", "area_id": "INTEGER", "region": "VARCHAR", "age": "INTEGER"},
        {
            "count": ("count", "id"),
            "mean_age": ("avg", "age"),
            "regions": ("count_distinct", "region"),
            "spent": ("ratio", "items.total", "count"),
            "paid": ("ratio", "payments.paid", "orders.count"),
        },
    ),
    "orders": Cube(
        ("id",),
        {"id": "INTEGER", "customer_id": "INTEGER", "area_id": "INTEGER", "channel": "VARCHAR"},
        {
            "count": ("count", "id"),
            "web": ("count", "id", "orders", "channel", "Web"),
            "basket": ("ratio", "items.total", "count"),
            "covered": ("ratio", "payments.paid", "items.total"),
            "kinds": ("ratio", "products.count", "count"),
        },
    ),
    "items": Cube(
        ("id",),
        {
            "id": "INTEGER",
            "order_id": "INTEGER",
            "product_id": "INTEGER",
            "size": "VARCHAR",
            "value": "INTEGER",
        },
        {
            "count": ("count", "id"),
            "total": ("sum", "value"),
            "mean": ("avg", "value"),
            "lowest": ("min", "value"),
            "highest": ("max", "value"),
            "web_value": ("sum", "value", "orders", "channel", "Web"),
            "small": ("sum", "value", "items", "size", "S"),
            "tagged": ("ratio", "tags.count", "count"),
        },
    ),
    "payments": Cube(
        ("id",),
        {"id": "INTEGER", "order_id": "INTEGER", "method": "VARCHAR", "amount": "INTEGER"},
        {"count": ("count", "id"), "paid": ("sum", "amount"), "each": ("ratio", "paid", "customers.count")},
    ),
    "products": Cube(
        ("id",),
        {"id": "INTEGER", "kind": "VARCHAR", "cost": "INTEGER"},
        {
            "count": ("count", "id"),
            "costs": ("sum", "cost"),
            "kinds": ("count_distinct", "kind"),
            "sold": ("ratio", "items.total", "costs"),
            "paid": ("ratio", "payments.paid", "tags.count"),
        },
    ),
    "links": Cube(
        ("product_id", "tag_id"),
        {"product_id": "INTEGER", "tag_id": "INTEGER"},
        {"count": ("count", "tag_id")},
    ),
    "tags": Cube(
        ("id",),
        {"id": "INTEGER", "label": "VARCHAR"},
        {"count": ("count", "id"), "worth": ("ratio", "items.total", "count")},
    ),
}
# many, its column, one: each join is declared on both sides; areas are reached in two ways
JOINS = (
    ("customers", "area_id", "areas"),
    ("orders", "area_id", "areas"),
    ("orders", "customer_id", "customers"),
    ("items", "order_id", "orders"),
    ("items", "product_id", "products"),
    ("payments", "order_id", "orders"),
    ("links", "product_id", "products"),
    ("links", "tag_id", "tags"),
)
# measures walk these alone: no way between two cubes is as short as another
WALKED = tuple(join for join in JOINS if join[2] != "areas")


def columns_of_join(start: str, end: str) -> tuple[str, str]:
    """The columns that two neighbours are joined by: that of the first and that of the second."""
    for many, column, one in JOINS:
        if (many, one) == (start, end):
            return column, "id"

        if (one, many) == (start, end):
            return "id", column

    raise LookupError(f"{start} is no neighbour of {end}")


def neighbours(cube: str) -> tuple[str, ...]:
    return tuple(
        other for many, _, one in JOINS for mine, other in ((many, one), (one, many)) if mine == cube
    )


def way(start: str, end: str) -> tuple[str, ...]:
    """The cubes from one to another, both included, never over areas."""
    ways = [(start,)]
    for found in ways:  # grows while it is read
        if found[-1] == end:
            return found

        for many, _, one in WALKED:
            for mine, other in ((many, one), (one, many)):
                if mine == found[-1] and other not in found:
                    ways.append((*found, other))

    raise LookupError(f"no way from {start} to {end}")


def random_data(chance: random.Random) -> Data:
    """Up to seven rows a table, one of eight keys null and one of eight leading to nothing."""
    return {name: _random_rows(name, cube, chance) for name, cube in CUBES.items()}


def database(data: Data) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(":memory:")
    for name, cube in CUBES.items():
        connection.execute(f"CREATE TABLE {name} ({', '.join(map(' '.join, cube.columns.items()))})")
        marks = ", ".join("?" * len(cube.columns))
        for row in data[name]:
            connection.execute(f"INSERT INTO {name} VALUES ({marks})", list(row.values()))

    return connection


def _random_rows(name: str, cube: Cube, chance: random.Random) -> Sequence[Record]:
    if name == "links":
        pairs = {(chance.randrange(4), chance.randrange(4)) for _ in range(chance.randrange(10))}
        return [{"product_id": product, "tag_id": tag} for product, tag in sorted(pairs)]

    return [
        {column: number if column == "id" else _random_value(column, chance) for column in cube.columns}
        for number in range(chance.choice((0, 3, 4, 5, 6, 6, 7)))
    ]


def _random_value(column: str, chance: random.Random) -> Value:
    if column in TEXTS:
        return chance.choice(TEXTS[column])

    if column.endswith("_id"):
        return chance.choice((None, 0, 0, 0, 1, 1, 2, 9))

    return chance.choice((None, -3, 0, 2, 5, 9))
