"""The tables of a book publishing house."""

import datetime as dt
import math
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST = dt.date(2022, 4, 1)
TODAY = dt.date(2025, 3, 12)
YESTERDAY = TODAY - dt.timedelta(days=1)

FIRST_NAMES = [
    "Amara", "Benedict", "Clara", "Dermot", "Elif", "Fiona", "Gareth", "Hannah", "Imran", "Jonas", "Kirsty",
    "Leon", "Maeve", "Nadia", "Oscar", "Priya", "Quentin", "Rosa", "Sinead", "Tobias", "Una", "Victor",
    "Wren", "Yusuf", "Zadie", "Aoife", "Callum", "Ingrid", "Marcus", "Helena",
]  # fmt: skip
LAST_NAMES = [
    "Okafor", "Hartley", "Lindqvist", "Byrne", "Demir", "Fraser", "Pugh", "Weiss", "Sheikh", "Marlowe",
    "Tennant", "Achterberg", "Doyle", "Rahman", "Wilding", "Menon", "Castell", "Vidal", "Kearney", "Brandt",
    "Sorensen", "Ashdown", "Holloway", "Petrov", "Quinn", "Abbott", "Novak", "Lacey", "Thorne", "Sinclair",
]  # fmt: skip
COUNTRIES = {
    "United Kingdom": 50, "Ireland": 13, "United States": 14, "Canada": 6, "Australia": 6, "Germany": 3,
    "India": 4, "Nigeria": 2,
}  # fmt: skip
AGENCIES = ["Harbour Literary", "Fenwick & Cole", "Blue Lamp Agency", "Curtis Dane", "Madeleine Orr"]
ADJECTIVES = [
    "Silent", "Last", "Hidden", "Glass", "Winter", "Crooked", "Salt", "Borrowed", "Northern", "Paper",
    "Burning", "Little", "Lost", "Golden", "Second", "Broken", "Midnight", "Forgotten", "Wild", "Blue",
]  # fmt: skip
NOUNS = [
    "Harbour", "Orchard", "Witness", "Daughter", "Atlas", "Kitchen", "River", "Garden", "Promise", "Empire",
    "Lighthouse", "Season", "Machine", "Inheritance", "Map", "Choir", "Winter", "Verdict", "Island", "Letter",
    "Hour", "Cartographer", "Tide", "House", "Archive", "Summer", "Stranger", "Field", "Theatre", "Algorithm",
]  # fmt: skip
IMPRINTS = {
    "Larkspur": ["Literary fiction", "Historical fiction", "Poetry"],
    "Nightjar": ["Crime", "Thriller", "Science fiction"],
    "Acorn Kids": ["Children", "Young adult"],
    "Meridian": ["Biography", "History", "Popular science"],
    "Tableware": ["Cookery", "Lifestyle"],
}
IMPRINT_WEIGHTS = {"Larkspur": 26, "Nightjar": 28, "Acorn Kids": 18, "Meridian": 18, "Tableware": 10}
PULL = {"Crime": 2.0, "Thriller": 1.6, "Children": 1.5, "Cookery": 1.3, "Poetry": 0.35, "Biography": 0.9}
PRICES = {
    "hardcover": [16.99, 18.99, 20.0, 22.0, 25.0, 30.0, 35.0],
    "paperback": [7.99, 8.99, 9.99, 10.99, 12.99],
    "ebook": [3.99, 4.99, 5.99, 6.99, 8.99],
    "audiobook": [12.99, 14.99, 17.99, 19.99],
}
PRINT_CHANNELS = {
    "Bookshop chains": 30, "Online retailers": 32, "Independent bookshops": 17, "Wholesalers": 11,
    "Supermarkets": 5, "Direct": 3, "Libraries": 2,
}  # fmt: skip
DIGITAL_CHANNELS = {"Online retailers": 70, "Subscription services": 16, "Libraries": 10, "Direct": 4}
DISCOUNTS = {
    "Bookshop chains": [0.45, 0.5, 0.525],
    "Online retailers": [0.45, 0.5, 0.55],
    "Independent bookshops": [0.35, 0.4, 0.425],
    "Wholesalers": [0.5, 0.55, 0.575],
    "Supermarkets": [0.55, 0.6, 0.625],
    "Direct": [0.0, 0.1, 0.2],
    "Libraries": [0.2, 0.25, 0.3],
    "Subscription services": [0.3, 0.4, 0.5],
}
TERRITORIES = {
    "United Kingdom": 62, "Ireland": 9, "United States": 10, "Australia": 7, "Canada": 4, "Germany": 4,
    "Netherlands": 2, "India": 2,
}  # fmt: skip
REASONS = {"Unsold stock": 66, "Damaged in transit": 15, "Ordered in error": 11, "Misprint": 5}
SEASON = [0.8, 0.85, 0.95, 0.95, 0.95, 1.0, 1.0, 0.9, 1.1, 1.2, 1.45, 1.6]


def months() -> dict[str, float]:
    """How well books sell in the months, by the month's first day."""
    result = {}
    for year, growth in {2022: 1.0, 2023: 1.04, 2024: 1.15, 2025: 1.2}.items():
        for month, season in enumerate(SEASON, 1):
            first = dt.date(year, month, 1)
            if FIRST <= first <= TODAY:
                result[first.isoformat()] = growth * season * (0.36 if (year, month) == (2025, 3) else 1.0)
    return result


def sale_day(rng: random.Random, weights: dict[str, float]) -> dt.date:
    """A day in a month picked by its weight, not after yesterday."""
    first = dt.date.fromisoformat(weighted(rng, weights))
    last = (first + dt.timedelta(days=31)).replace(day=1) - dt.timedelta(days=1)
    return moment(rng, first, min(last, YESTERDAY)).date()


def authors(rng: random.Random) -> Rows:
    """The authors under contract."""
    names = [f"{first} {last}" for first in FIRST_NAMES for last in LAST_NAMES]
    return numbered(
        (
            {
                "full_name": name,
                "country": None if rng.random() < 0.02 else weighted(rng, COUNTRIES),
                "agency": None if rng.random() < 0.28 else rng.choice(AGENCIES),
                "signed_on": moment(rng, dt.date(2009, 1, 1), dt.date(2023, 12, 31)).date(),
                "email_opt_in": rng.random() < 0.7,
            }
            for name in rng.sample(names, 270)
        ),
        "author_id",
    )


def titles(rng: random.Random, writers: Rows) -> Rows:
    """The works, each from one author and in one imprint."""
    names = [f"The {adjective} {noun}" for adjective in ADJECTIVES for noun in NOUNS if adjective != noun]
    productivity = [rng.lognormvariate(0, 0.6) for _ in writers]
    rows: Rows = []
    for name in rng.sample(names, 560):
        writer = rng.choices(writers, productivity)[0]
        imprint = weighted(rng, IMPRINT_WEIGHTS)
        acquired = moment(rng, dt.date(2014, 1, 1), dt.date(2024, 3, 31)).date()
        advance = round(rng.lognormvariate(math.log(12000), 0.9) / 500) * 500
        rows.append(
            {
                "title": name,
                "author_id": writer["author_id"],
                "imprint": imprint,
                "genre": rng.choice(IMPRINTS[imprint]),
                "acquired_on": acquired,
                "advance": None if rng.random() < 0.07 else float(max(1000, advance)),
                "is_series": rng.random() < 0.3,
                "rights": weighted(rng, {"World": 55, "UK & Commonwealth": 35, "World English": 10}),
            }
        )
    return numbered(rows, "title_id")


def editions(rng: random.Random, works: Rows) -> Rows:
    """The formats a work came out in, the paperback after the hardcover."""
    rows: Rows = []
    for work in works:
        chances = {"hardcover": 0.55, "paperback": 0.8, "ebook": 0.7, "audiobook": 0.3}
        chosen = [kind for kind, chance in chances.items() if rng.random() < chance] or ["paperback"]
        first = work["acquired_on"] + dt.timedelta(days=rng.randint(270, 620))
        pages = rng.randint(32, 96) if work["genre"] == "Children" else rng.randint(180, 560)
        for kind in chosen:
            later = kind == "paperback" and "hardcover" in chosen
            lag = rng.randint(180, 400) if later else rng.randint(0, 20)
            published = first + dt.timedelta(days=lag)
            printed = kind in ("hardcover", "paperback")
            rows.append(
                {
                    "title_id": work["title_id"],
                    "isbn": f"978{rng.randint(10**9, 10**10 - 1)}",
                    "format": kind,
                    "published_on": published if published <= YESTERDAY else None,
                    "list_price": rng.choice(PRICES[kind]),
                    "page_count": None if kind == "audiobook" else pages,
                    "print_run": rng.choice([1500, 2000, 3000, 5000, 8000, 12000]) if printed else None,
                }
            )
    return numbered(rows, "edition_id")


def sales(rng: random.Random, works: Rows, books: Rows) -> Rows:
    """The order lines by channel and territory."""
    genres = {work["title_id"]: work["genre"] for work in works}
    fame = {work["title_id"]: rng.lognormvariate(0, 0.9) for work in works}
    out = [book for book in books if book["published_on"]]
    pull = [fame[book["title_id"]] * PULL.get(genres[book["title_id"]], 1.0) for book in out]
    busy = months()
    rows: Rows = []
    while len(rows) < 5000:
        book = rng.choices(out, pull)[0]
        day = sale_day(rng, busy)
        if day < book["published_on"]:
            continue
        printed = book["format"] in ("hardcover", "paperback")
        channel = weighted(rng, PRINT_CHANNELS if printed else DIGITAL_CHANNELS)
        discount = rng.choice(DISCOUNTS[channel])
        size = {"Direct": 3, "Libraries": 9, "Independent bookshops": 12}.get(channel, 38)
        units = max(1, round(rng.lognormvariate(math.log(size), 0.8)))
        rows.append(
            {
                "edition_id": book["edition_id"],
                "sold_on": day,
                "channel": channel,
                "territory": None if rng.random() < 0.015 else weighted(rng, TERRITORIES),
                "units": units,
                "discount": discount,
                "net_revenue": round(units * book["list_price"] * (1 - discount), 2),
            }
        )
    rows.sort(key=lambda row: row["sold_on"])
    return numbered(rows, "sale_id")


def returns(rng: random.Random, books: Rows, orders: Rows) -> Rows:
    """Printed copies that came back some weeks after an order."""
    formats = {book["edition_id"]: book["format"] for book in books}
    rows: Rows = []
    for order in orders:
        printed = formats[order["edition_id"]] in ("hardcover", "paperback")
        day = order["sold_on"] + dt.timedelta(days=rng.randint(25, 150))
        chance = 0.0 if order["channel"] in ("Direct", "Libraries") else 0.34
        if not printed or day > YESTERDAY or rng.random() > chance:
            continue
        units = max(1, round(order["units"] * rng.uniform(0.05, 0.6)))
        rows.append(
            {
                "edition_id": order["edition_id"],
                "channel": order["channel"],
                "returned_on": day,
                "units": units,
                "reason": None if rng.random() < 0.03 else weighted(rng, REASONS),
                "credit_amount": round(order["net_revenue"] / order["units"] * units, 2),
            }
        )
    rows.sort(key=lambda row: row["returned_on"])
    return numbered(rows, "return_id")


def royalties(rng: random.Random, books: Rows, orders: Rows) -> Rows:
    """A statement a title and half-year, paid some weeks after its end."""
    works = {book["edition_id"]: book["title_id"] for book in books}
    rates: dict[int, float] = {}
    revenue: dict[tuple[dt.date, int], float] = {}
    for order in orders:
        day = order["sold_on"]
        end = dt.date(day.year, 6, 30) if day.month < 7 else dt.date(day.year, 12, 31)
        if end < TODAY:
            key = (end, works[order["edition_id"]])
            revenue[key] = revenue.get(key, 0.0) + order["net_revenue"]
    rows: Rows = []
    for (end, title), net in sorted(revenue.items()):
        rate = rates.setdefault(title, rng.choice([0.075, 0.1, 0.1, 0.125, 0.15]))
        paid_on = end + dt.timedelta(days=rng.randint(55, 110))
        earned = round(net * rate, 2)
        paid = paid_on <= YESTERDAY and rng.random() > 0.04
        rows.append(
            {
                "title_id": title,
                "period_end": end,
                "royalty_rate": rate,
                "earned": earned,
                "paid_amount": round(earned * rng.choice([0.5, 1.0, 1.0, 1.0]), 2) if paid else None,
                "paid_on": paid_on if paid else None,
            }
        )
    return numbered(rows, "statement_id")


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(2903)
    writers = authors(rng)
    works = titles(rng, writers)
    books = editions(rng, works)
    orders = sales(rng, works, books)
    write_parquet(
        folder,
        {
            "authors": writers,
            "titles": works,
            "editions": books,
            "sales": orders,
            "returns": returns(rng, books, orders),
            "royalties": royalties(rng, books, orders),
        },
    )
