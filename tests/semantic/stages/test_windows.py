"""Windows and moved times over random rows are what plain Python finds row by row."""

import random
from datetime import datetime, timedelta

import pytest

from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import run_query
from tests.semantic.stages.plain_python import MEASURES, MODEL, begin_of, grouped

FIRST = datetime(2022, 11, 3)
SINCE, UNTIL = datetime(2023, 2, 10), datetime(2024, 1, 20)
EVER = (datetime(1990, 1, 1), datetime(2090, 1, 1))
TABLES = (
    "CREATE TABLE orders (id INTEGER, placed TIMESTAMP, channel VARCHAR, person INTEGER, amount INTEGER)",
    "CREATE TABLE items (id INTEGER, order_id INTEGER, size VARCHAR)",
)


def _orders(chance, count):
    quiet = {(2023, 4), (2023, 5), (2023, 11)}
    rows = []
    while len(rows) < count:
        at = FIRST + timedelta(hours=chance.randint(0, 470 * 24))
        if (at.year, at.month) not in quiet:
            placed = None if chance.random() < 0.05 else at
            channel = chance.choice(["Web", "Store", None])
            rows.append(
                {"id": len(rows), "placed": placed, "channel": channel, "person": chance.randint(1, 6)}
                | {"amount": chance.randint(1, 90)}
            )

    return rows


def _items(chance, orders):
    sizes = [
        (order["id"], size) for order in orders for size in chance.choices("SML", k=chance.randint(1, 3))
    ]
    return [(number, *each) for number, each in enumerate(sizes)]


def _value(value):
    if value is None:
        return "NULL"

    return str(value) if isinstance(value, int) else f"'{value}'"


def _filled(table, rows):
    values = ", ".join(f"({', '.join(map(_value, row))})" for row in rows)
    return f"INSERT INTO {table} VALUES {values}"


@pytest.fixture
def ask(write_model, make_engine, viewer):
    """Runs semantic SQL over some orders and items."""

    def prepare(orders, items):
        statements = [*TABLES, _filled("orders", [tuple(order.values()) for order in orders])]
        engine = make_engine(*statements, *([_filled("items", items)] if items else []))
        model = load_model(write_model(model=MODEL))
        return lambda sql: run_query(model, engine, viewer, sql, limit=5000)

    return prepare


@pytest.mark.long
@pytest.mark.parametrize("unit", ["day", "week", "month", "quarter"])
@pytest.mark.parametrize("is_limited", [True, False])
def test_each_measure_alone(ask, unit, is_limited):
    chance = random.Random(f"{unit} {is_limited}")
    orders = _orders(chance, 40)
    run = ask(orders, [])
    for name in MEASURES:
        sql = _sql("orders", unit, "channel", [name], is_limited=is_limited)
        times = (SINCE, UNTIL) if is_limited else EVER

        expected = grouped(orders, unit, [name], lambda row: row["channel"], *times)
        assert _groups(run(sql)) == expected, sql


@pytest.mark.parametrize("seed", range(4))
def test_several_together_in_the_groups_that_any_of_them_has(ask, seed):
    chance = random.Random(seed)
    orders, names = _orders(chance, 30), chance.sample(sorted(MEASURES), 4)
    unit = chance.choice(["week", "month", "quarter"])

    found = ask(orders, [])(_sql("orders", unit, "channel", names, is_limited=True))

    assert _groups(found) == grouped(orders, unit, names, lambda row: row["channel"], SINCE, UNTIL)
    assert found.total_rows == len(found.rows)


@pytest.mark.parametrize("seed", range(3))
def test_rows_that_joins_repeat_count_once(ask, seed):
    chance = random.Random(seed)
    orders = _orders(chance, 25)
    items = _items(chance, orders)
    names = ["total_trailing", "people_left", "total_earlier", "mean_before"]
    by_id = {order["id"]: order for order in orders}
    pairs = [by_id[order] | {"size": size} for order, size in {(order, size) for _, order, size in items}]

    found = ask(orders, items)(_sql("sold", "month", "size", names, is_limited=True))

    assert _groups(found) == grouped(pairs, "month", names, lambda row: row["size"], SINCE, UNTIL)


def test_a_dimension_that_cuts_the_time_is_its_unit(ask):
    orders = _orders(random.Random(8), 30)
    found = ask(orders, [])(
        "SELECT month, MEASURE(total_so_far), MEASURE(total_earlier) FROM orders GROUP BY 1"
    )

    names = ["total_so_far", "total_earlier"]
    expected = grouped(orders, "month", names, lambda row: None, *EVER)
    known = {(row[0], None): tuple(row[1:]) for row in found.rows if row[0] is not None}
    assert known == expected


def test_without_periods_the_window_lies_around_the_whole_range(ask):
    orders = _orders(random.Random(9), 40)
    measures = (
        "MEASURE(total_so_far), MEASURE(total_trailing), MEASURE(total_to_date), MEASURE(total_earlier)"
    )
    where = "placed >= '2023-07-01' AND placed < '2023-09-01'"
    found = ask(orders, [])(f"SELECT {measures} FROM orders WHERE {where}")

    def total(since, until):
        kept = [
            row["amount"] for row in orders if row["placed"] is not None and since <= row["placed"] < until
        ]
        return sum(kept) if kept else None

    end = datetime(2023, 9, 1)
    starts = [datetime(1990, 1, 1), datetime(2023, 5, 1), datetime(2023, 1, 1)]
    earlier = total(datetime(2023, 5, 1), datetime(2023, 7, 1))
    assert found.rows == ((*(total(start, end) for start in starts), earlier),)


def _sql(table, unit, key, names, *, is_limited):
    measures = ", ".join(f"MEASURE({name})" for name in names)
    where = f" AND placed >= '{SINCE}' AND placed < '{UNTIL}'" if is_limited else ""
    return (
        f"SELECT DATE_TRUNC('{unit}', placed), {key}, {measures} FROM {table} "
        f"WHERE placed IS NOT NULL{where} GROUP BY 1, 2"
    )


def _groups(found):
    return {(begin_of(row[0], "day"), row[1]): tuple(row[2:]) for row in found.rows}
