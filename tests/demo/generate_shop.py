"""Writes the demo shop's tables as Parquet: `python -m tests.demo.generate_shop`.

Every draw is one call of `Random.random()`, whose sequence Python guarantees, followed by plain
arithmetic; money is whole cents. So one seed gives the same rows on every machine.
"""

import csv
import tempfile
from bisect import bisect
from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import NamedTuple

import duckdb

from tests.demo import shop_words as words

SEED = 20220101
FIRST_DAY = date(2022, 1, 1)
LAST_DAY = date(2024, 12, 31)
DATA_FOLDER = Path(__file__).parents[2] / "svcchat_magic" / "demo" / "data"

MONEY = "DECIMAL(10,2)"
COLUMNS: dict[str, dict[str, str]] = {
    "customers": {
        "id": "INTEGER", "name": "VARCHAR", "segment": "VARCHAR", "country": "VARCHAR", "region": "VARCHAR",
        "created_at": "TIMESTAMP",
    },
    "products": {
        "id": "INTEGER", "name": "VARCHAR", "category": "VARCHAR", "series": "VARCHAR",
        "list_price": MONEY, "unit_cost": MONEY,
    },
    "orders": {
        "id": "INTEGER", "customer_id": "INTEGER", "created_at": "TIMESTAMP", "channel": "VARCHAR",
        "status": "VARCHAR",
    },
    "line_items": {
        "id": "INTEGER", "order_id": "INTEGER", "product_id": "INTEGER", "quantity": "INTEGER",
        "unit_price": MONEY, "discount": MONEY,
    },
    "refunds": {
        "id": "INTEGER", "line_item_id": "INTEGER", "created_at": "TIMESTAMP", "reason": "VARCHAR",
        "amount": MONEY,
    },
}  # fmt: skip


class Customer(NamedTuple):
    """A row of `customers`."""

    id: int
    name: str
    segment: str
    country: str
    region: str
    created_at: datetime


class Product(NamedTuple):
    """A row of `products`, money in cents."""

    id: int
    name: str
    category: str
    series: str
    list_price: int
    unit_cost: int


class Order(NamedTuple):
    """A row of `orders`."""

    id: int
    customer_id: int
    created_at: datetime
    channel: str
    status: str


class LineItem(NamedTuple):
    """A row of `line_items`, money in cents."""

    id: int
    order_id: int
    product_id: int
    quantity: int
    unit_price: int
    discount: int


class Refund(NamedTuple):
    """A row of `refunds`, money in cents."""

    id: int
    line_item_id: int
    created_at: datetime
    reason: str
    amount: int


class Weighted:
    """Draws an index with a chance in proportion to its weight."""

    def __init__(self, weights: Sequence[int]) -> None:
        self._sums = list(accumulate(weights))

    def draw(self, random: Random) -> int:
        """An index below the number of weights."""
        return bisect(self._sums, int(random.random() * self._sums[-1]))


def shop_tables(seed: int = SEED) -> dict[str, list[tuple[object, ...]]]:
    """The rows of every table, in the order of its columns, money as text with two decimals."""
    random = Random(seed)
    products = _products()
    customers = _customers(random)
    orders = _orders(random, customers)
    line_items = _line_items(random, orders, customers, products)
    refunds = _refunds(random, line_items, orders, products)
    rows = {
        "customers": customers,
        "products": products,
        "orders": orders,
        "line_items": line_items,
        "refunds": refunds,
    }
    return {table: [_written(table, row) for row in rows[table]] for table in COLUMNS}


def write_parquet(folder: Path = DATA_FOLDER, seed: int = SEED) -> None:
    """Write one Parquet file for each table."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, duckdb.connect() as connection:
        for table, rows in shop_tables(seed).items():
            source = Path(scratch) / f"{table}.csv"
            with source.open("w", newline="", encoding="utf-8") as file:
                csv.writer(file).writerows(rows)

            connection.read_csv(str(source), header=False, columns=COLUMNS[table]).write_parquet(
                str(folder / f"{table}.parquet"), compression="zstd"
            )


def _products() -> list[Product]:
    found: list[Product] = []
    for category, _, _, items in words.CATEGORIES:
        for item, price, cost in items:
            for series, level in words.SERIES:
                found.append(
                    Product(
                        len(found) + 1,
                        f"{series} {item}",
                        category,
                        series,
                        price * level // 100,
                        cost * (level + 100) // 200,
                    )
                )

    return found


def _customers(random: Random, before: int = 3200, per_year: int = 2100) -> list[Customer]:
    """Customers in the order they signed up: some in the two years before the first order."""
    places = [
        (region, country, weight) for region, countries in words.REGIONS for country, weight in countries
    ]
    place_draw = Weighted([weight for _, _, weight in places])
    segment_draw = Weighted([weight for _, weight, _ in words.SEGMENTS])
    days = sorted(
        [int(random.random() * 730) - 730 for _ in range(before)]
        + [int(random.random() * 1096) for _ in range(3 * per_year)]
    )
    found: list[Customer] = []
    taken: set[str] = set()
    for number, day in enumerate(days, start=1):
        region, country, _ = places[place_draw.draw(random)]
        name = _free_name(random, number, taken)
        taken.add(name)
        found.append(
            Customer(
                number,
                name,
                words.SEGMENTS[segment_draw.draw(random)][0],
                country,
                region,
                _moment(random, FIRST_DAY + timedelta(days=day)),
            )
        )

    return found


def _free_name(random: Random, number: int, taken: Collection[str]) -> str:
    """A name that no other customer bears: who comes second writes a middle initial."""
    first, last = _one_of(random, words.FIRST_NAMES), _one_of(random, words.LAST_NAMES)
    turn = number % len(words.MIDDLE_INITIALS)
    initials = words.MIDDLE_INITIALS[turn:] + words.MIDDLE_INITIALS[:turn]
    names = (f"{first} {last}", *(f"{first} {initial}. {last}" for initial in initials))
    return next(name for name in names if name not in taken)


def _orders(random: Random, customers: Sequence[Customer]) -> list[Order]:
    placed: list[tuple[datetime, str, int]] = []
    signed_up = 0
    for day in _days():
        while signed_up < len(customers) and customers[signed_up].created_at.date() < day:
            signed_up += 1

        for channel, yearly in words.CHANNELS:
            expected = yearly[day.year - FIRST_DAY.year] * _share_of_year(day)
            for _ in range(int(expected + random.random())):
                buyer = _buyer(random, signed_up)
                placed.append((_moment(random, day), channel, customers[buyer].id))

    placed.sort()
    return [
        Order(number, customer, moment, channel, _status(random, moment))
        for number, (moment, channel, customer) in enumerate(placed, start=1)
    ]


def _line_items(
    random: Random, orders: Sequence[Order], customers: Sequence[Customer], products: Sequence[Product]
) -> list[LineItem]:
    product_draws = [_product_draw(season) for season in range(4)]
    lines_draw = Weighted((38, 30, 18, 9, 5))
    quantity_draw = Weighted((72, 18, 6, 4))
    bulk = {segment: times for segment, _, times in words.SEGMENTS}
    found: list[LineItem] = []
    for order in orders:
        times = bulk[customers[order.customer_id - 1].segment]
        season = order.created_at.month % 12 // 3
        chosen = {product_draws[season].draw(random) for _ in range(lines_draw.draw(random) + 1)}
        for index in sorted(chosen):
            product = products[index]
            level = words.PRICE_LEVELS[order.created_at.year - FIRST_DAY.year]
            price = product.list_price * level // 100
            quantity = (quantity_draw.draw(random) + 1) * times
            discount = quantity * price * _discount_percent(random, order.created_at) // 100
            found.append(LineItem(len(found) + 1, order.id, product.id, quantity, price, discount))

    return found


def _refunds(
    random: Random, lines: Sequence[LineItem], orders: Sequence[Order], products: Sequence[Product]
) -> list[Refund]:
    chances = {category: chance for category, _, chance, _ in words.CATEGORIES}
    reason_draw = Weighted([weight for _, weight in words.REFUND_REASONS])
    found: list[Refund] = []
    for line in lines:
        order = orders[line.order_id - 1]
        chance = chances[products[line.product_id - 1].category] * words.CHANNEL_REFUNDS[order.channel]
        if order.status == "Cancelled" or random.random() * 100_000 >= chance:
            continue

        for amount in _refunded_amounts(random, line):
            day = order.created_at.date() + timedelta(days=3 + int(random.random() * 25))
            reason = words.REFUND_REASONS[reason_draw.draw(random)][0]
            if day <= LAST_DAY:
                found.append(Refund(len(found) + 1, line.id, _moment(random, day), reason, amount))

    return found


def _refunded_amounts(random: Random, line: LineItem) -> tuple[int, ...]:
    """Mostly the whole line; at times half of it, or two halves one after the other."""
    paid = line.quantity * line.unit_price - line.discount
    draw = random.random()
    if draw < 0.8:
        return (paid,)

    if draw < 0.92:
        return (paid // 2,)

    return (paid // 2, paid - paid // 2)


def _product_draw(season: int) -> Weighted:
    popularity = (14, 9, 5)  # of the series
    return Weighted([
        weights[season] * popularity[series] * (7 - place)
        for _, weights, _, items in words.CATEGORIES
        for place in range(len(items))
        for series in range(len(words.SERIES))
    ])  # fmt: skip


def _buyer(random: Random, signed_up: int) -> int:
    """An index of a customer: a quarter of all orders come from the newest tenth."""
    if random.random() < 0.25:
        return signed_up - 1 - int(random.random() * (signed_up // 10))

    return int(random.random() * signed_up)


def _status(random: Random, moment: datetime) -> str:
    if random.random() < 0.021:
        return "Cancelled"

    age = (LAST_DAY - moment.date()).days
    if age < 3:
        return "Processing"

    return "Shipped" if age < 9 else "Completed"


def _discount_percent(random: Random, moment: datetime) -> int:
    chance = 0.42 if moment.month == 11 else 0.16
    if random.random() >= chance:
        return 0

    return 5 * (1 + int(random.random() * 4))


def _days() -> Iterator[date]:
    day = FIRST_DAY
    while day <= LAST_DAY:
        yield day
        day += timedelta(days=1)


def _share_of_year(day: date) -> float:
    """The part of a year's orders that falls on this day."""
    first = day.replace(day=1)
    following = (first + timedelta(days=31)).replace(day=1)
    month = [first + timedelta(days=number) for number in range((following - first).days)]
    of_month = sum(words.WEEKDAY_WEIGHTS[other.weekday()] for other in month)
    return words.MONTH_WEIGHTS[day.month - 1] * words.WEEKDAY_WEIGHTS[day.weekday()] / (of_month * 10_000)


def _moment(random: Random, day: date) -> datetime:
    """A minute of the day between 7 and 23 o'clock."""
    return datetime(day.year, day.month, day.day, 7) + timedelta(minutes=int(random.random() * 960))


def _one_of(random: Random, names: Sequence[str]) -> str:
    return names[int(random.random() * len(names))]


def _written(table: str, row: tuple[object, ...]) -> tuple[object, ...]:
    return tuple(_cell(value, kind) for value, kind in zip(row, COLUMNS[table].values(), strict=True))


def _cell(value: object, kind: str) -> object:
    if isinstance(value, int) and kind == MONEY:
        return f"{value // 100}.{value % 100:02d}"

    return value.isoformat(" ") if isinstance(value, datetime) else value


if __name__ == "__main__":
    write_parquet()
