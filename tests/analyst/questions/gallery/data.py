"""An art gallery that also holds auctions: artists, works, buyers, exhibitions, lots and sales."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, arranged, numbered, weighted, write_parquet

START, END = dt.date(2024, 1, 4), dt.date(2026, 6, 15)
DAY = dt.timedelta(days=1)
GIVEN = (
    "Agnes Bruno Camille Dmitri Elif Farid Giulia Henrik Isolde Jorge Keiko Lucien Marta Nadia Otto Pilar "
    "Quentin Renata Soren Tamsin Ursula Viktor Wanda Yara Zoltan Amara Björn Chiara Dagmar Emil"
)
FAMILY = (
    "Albrecht Bellini Castell Dupont Eriksen Farkas Greco Hollis Ibarra Janssen Kowal Lefevre Madsen Nakano "
    "Orlov Pereira Quist Rahimi Sandoval Takeda Urban Valdez Wexler Yilmaz Zeman Archer Brandt Collet Draper "
    "Ekberg"
)
NATIONS = {
    "German": 16,
    "French": 14,
    "Italian": 11,
    "American": 12,
    "British": 10,
    "Japanese": 7,
    "Spanish": 8,
    "Danish": 5,
    "Turkish": 4,
    "Polish": 5,
}
STYLES = {
    "abstract": 30,
    "figurative": 26,
    "conceptual": 14,
    "minimalist": 12,
    "pop art": 9,
    "landscape": 9,
}
ADJECTIVES = (
    "Quiet Blue Broken Northern Late Inner Golden Distant Hollow Burning Silent White Second Lost Slow Pale "
    "Red Open Last Winter"
)
NOUNS = (
    "Harbour Garden Figure Window Field Portrait River Study Horizon Threshold Room Shore Mirror Orchard "
    "Signal Tide Chair Night Bridge Letter"
)
MEDIA = {
    "painting": (40, 1.5),
    "print": (17, 0.22),
    "photograph": (15, 0.4),
    "drawing": (12, 0.5),
    "sculpture": (12, 1.9),
    "installation": (4, 2.4),
}
COUNTRIES = {
    "Germany": (34, ["Berlin", "Hamburg", "Munich", "Cologne"]),
    "Switzerland": (14, ["Zurich", "Basel", "Geneva"]),
    "France": (13, ["Paris", "Lyon"]),
    "United Kingdom": (13, ["London", "Edinburgh"]),
    "United States": (12, ["New York", "Los Angeles", "Chicago"]),
    "Netherlands": (6, ["Amsterdam", "Rotterdam"]),
    "Italy": (5, ["Milan", "Turin"]),
    "Japan": (3, ["Tokyo"]),
}
FIRMS = "Meridian Halden Corvus Lumen Aster Nordwind Fairmont Kestrel Orion Brightwater Tessin Vantage"
BUYERS = {  # how many of a hundred, and how long they take to pay
    "private collector": (66, 2.3),
    "dealer": (15, 2.6),
    "corporate": (12, 3.2),
    "museum": (7, 3.5),
}
EXHIBITIONS = """Colour Fields Revisited|group|Berlin
Paper Trails|group|Berlin
After the Rain|solo|Berlin
Art Cologne 2024|art fair|Cologne
Silver and Light|group|Hamburg
The Weight of Things|solo|Berlin
Basel Preview 2024|art fair|Basel
Summer Hang 2024|group|Berlin
Northern Rooms|solo|Hamburg
Paris Salon 2024|art fair|Paris
Small Formats|group|Berlin
A Line Is a Walk|solo|Berlin
New Positions|group|Hamburg
Art Cologne 2025|art fair|Cologne
Standing Figures|group|Berlin
Basel Preview 2025|art fair|Basel
Summer Hang 2025|group|Berlin
Slow Pictures|solo|Hamburg
Paris Salon 2025|art fair|Paris
Works on Paper|group|Berlin
Echo Chamber|solo|Berlin
Winter Light|group|Hamburg
Milan Edition 2026|art fair|Milan
Soft Geometry|solo|Berlin
Art Cologne 2026|art fair|Cologne
Open Depot|group|Berlin"""
CURATORS = ["Helene Faber", "Mads Toft", "Priya Nair", "Louis Garnier"]
SEASON = {1: 0.7, 2: 0.8, 3: 1, 4: 1, 5: 1.1, 6: 1.1, 7: 0.7, 8: 0.4, 9: 1, 10: 1.1, 11: 1.3, 12: 1.4}
ASKED = {"gallery": 1, "online": 0.95, "art fair": 1.03}  # the part of the list price, by channel
Event = tuple[dt.date, str, int | None]


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(8122)
    every = [f"{given} {family}" for given in GIVEN.split() for family in FAMILY.split()]
    names = rng.sample(every, 66 + 310)
    artists = numbered((_artist(rng, name) for name in names[:66]), "artist_id")
    works = _works(rng, artists)
    buyers = [_buyer(rng, number, name) for number, name in enumerate(names[66:], 1)]
    exhibitions = _exhibitions(rng)
    trade = _Trade(rng, works, buyers)
    for event in _events(rng, exhibitions):
        trade.hold(event)

    trade.close()
    sales = numbered(sorted(trade.sales, key=lambda row: row["sold_on"]), "sale_id")
    write_parquet(
        folder,
        {
            "artists": arranged(
                artists,
                "artist_id name nationality birth_year death_year style represented represented_since",
            ),
            "works": works,
            "buyers": arranged(
                buyers, "buyer_id name buyer_type country city email customer_since vip newsletter"
            ),
            "exhibitions": exhibitions,
            "lots": trade.lots,
            "sales": sales,
        },
    )


def _artist(rng: random.Random, name: str) -> dict:
    born = rng.randint(1921, 1998)
    died = rng.randint(max(1975, born + 38), 2023) if born < 1950 and rng.random() < 0.65 else None
    represented = died is None and rng.random() < 0.52
    return {
        "name": name,
        "nationality": weighted(rng, NATIONS),
        "birth_year": born,
        "death_year": died,
        "style": weighted(rng, STYLES),
        "represented": represented,
        "represented_since": _between(rng, dt.date(2009, 1, 5), dt.date(2025, 10, 1))
        if represented
        else None,
        "works": rng.lognormvariate(0, 0.7),
        "price": rng.lognormvariate(9.2, 0.85),
    }


def _works(rng: random.Random, artists: Rows) -> Rows:
    lately = [row["artist_id"] for row in artists if row["represented"]][-5:]
    often = [row["works"] * (0.15 if row["artist_id"] in lately else 1) for row in artists]
    plain = [f"{adjective} {noun}" for adjective in ADJECTIVES.split() for noun in NOUNS.split()]
    titles = [f"{title}{part}" for part in ("", " II", " III", " IV") for title in plain]
    titles += [f"Untitled ({number})" for number in range(1, 161)]
    rng.shuffle(titles)
    rows = [_work(rng, rng.choices(artists, often)[0], titles) for _ in range(1690)]
    return numbered(sorted(rows, key=lambda row: row["acquired_on"]), "work_id")


def _work(rng: random.Random, artist: dict, titles: list[str]) -> dict:
    medium = weighted(rng, {key: row[0] for key, row in MEDIA.items()})
    last = dt.date(2026, 6, 10) if rng.random() < 0.75 else dt.date(2024, 12, 20)
    acquired = _between(rng, dt.date(2023, 1, 9), last)
    price = _rounded(artist["price"] * MEDIA[medium][1] * rng.lognormvariate(0, 0.45))
    how = weighted(rng, {"consignment": 62, "purchase": 26, "estate": 12})
    flat = medium in ("painting", "print", "photograph", "drawing")
    return {
        "artist_id": artist["artist_id"],
        "title": titles.pop(),
        "medium": medium,
        "year_created": rng.randint(
            artist["birth_year"] + 22, min(artist["death_year"] or 2026, acquired.year)
        ),
        "height_cm": round(rng.uniform(18, 210), 1),
        "width_cm": round(rng.uniform(18, 260), 1),
        "framed": flat and rng.random() < 0.6,
        "acquired_on": acquired,
        "acquisition": how,
        "cost": _rounded(price * rng.uniform(0.4, 0.78)) if how == "purchase" else None,
        "list_price": price,
        "status": "available",
    }


def _buyer(rng: random.Random, number: int, person: str) -> dict:
    kind = weighted(rng, {key: row[0] for key, row in BUYERS.items()})
    country = weighted(rng, {key: row[0] for key, row in COUNTRIES.items()})
    city = rng.choice(COUNTRIES[country][1])
    family = person.split()[1]
    name, email = person, f"office{number}@buyer.example"
    if kind == "private collector":
        email = f"{family.lower()}{number}@post.example"
    elif kind == "dealer":
        name = f"{family} Fine Art {number}"
    elif kind == "museum":
        name = f"{family} Museum {city}"

    firm = rng.choice(FIRMS.split())
    return {
        "buyer_id": number,
        "name": f"{firm} Holdings {number}" if kind == "corporate" else name,
        "buyer_type": kind,
        "country": country,
        "city": city,
        "email": None if rng.random() < 0.1 else email,
        "customer_since": _between(
            rng, dt.date(2012, 2, 1), dt.date(2026, 5, 20) if rng.random() < 0.4 else dt.date(2024, 1, 3)
        ),
        "vip": rng.random() < (0.3 if kind in ("museum", "private collector") else 0.12),
        "newsletter": rng.random() < 0.6,
        "buys": rng.lognormvariate(0, 0.95),
    }


def _exhibitions(rng: random.Random) -> Rows:
    rows = []
    opens = dt.date(2024, 1, 11)
    for number, line in enumerate(EXHIBITIONS.splitlines(), 1):
        title, kind, city = line.split("|")
        fair = kind == "art fair"
        length = rng.randint(4, 6) if fair else rng.randint(30, 62)
        rows.append(
            {
                "exhibition_id": number,
                "title": title,
                "kind": kind,
                "city": city,
                "curator": rng.choice(CURATORS),
                "opens_on": opens,
                "closes_on": min(opens + DAY * length, END),
                "visitors": int(rng.uniform(2500, 9000) if fair else rng.uniform(450, 2900)),
                "budget": float(round(rng.uniform(14000, 70000) if fair else rng.uniform(4000, 26000), -2)),
            }
        )
        opens = min(opens + DAY * rng.randint(31, 37), END - DAY * 20)

    return rows


def _events(rng: random.Random, exhibitions: Rows) -> list[Event]:
    """An auction a month but in August, and sales in the rooms, online and at fairs."""
    months = [(2024 + number // 12, number % 12 + 1) for number in range(30)]
    events: list[Event] = [
        (
            dt.date(year, month, rng.randint(*((8, 14) if (year, month) == (2026, 6) else (9, 24)))),
            "auction",
            None,
        )
        for year, month in months
        if month != 8
    ]
    while len(events) < 28 + 470:
        day = _between(rng, START, END)
        if rng.random() > SEASON[day.month] / 1.4 or rng.random() > 0.65 + 0.35 * (day - START).days / 890:
            continue

        channel = "gallery" if rng.random() < 0.66 else "online"
        shown = [
            row["exhibition_id"]
            for row in exhibitions
            if row["kind"] != "art fair" and row["opens_on"] <= day <= row["closes_on"]
        ]
        seen = channel == "gallery" and shown and rng.random() < 0.6
        events.append((day, channel, rng.choice(shown) if seen else None))

    for fair in exhibitions:
        if fair["kind"] == "art fair":
            for _ in range(rng.randint(10, 24)):
                day = _between(rng, fair["opens_on"], fair["closes_on"])
                events.append((day, "art fair", fair["exhibition_id"]))

    return sorted(events, key=lambda event: (event[0], event[1], event[2] or 0))


class _Trade:
    """Sells the works, one by one or in auctions."""

    def __init__(self, rng: random.Random, works: Rows, buyers: Rows):
        self._rng = rng
        self._free = {row["work_id"]: row for row in works}
        self._buyers = buyers
        self._passed: set[int] = set()  # works that did not sell at an auction
        self.sales: Rows = []
        self.lots: Rows = []

    def hold(self, event: Event) -> None:
        rng = self._rng
        day, channel, exhibition = event
        pool = [row for row in self._free.values() if row["acquired_on"] < day - DAY * 7]
        if channel == "auction":
            for number, work in enumerate(rng.sample(pool, rng.randint(24, 33)), 1):
                self._offer(work, day, number)

            return

        again = [row for row in pool if row["work_id"] in self._passed]
        work = rng.choice(again) if again and rng.random() < 0.22 else rng.choice(pool)
        part = 1 if rng.random() < 0.5 else rng.uniform(0.82, 1)
        price = _rounded(work["list_price"] * ASKED[channel] * part)
        self._sell(work, day, price, {"exhibition_id": exhibition, "channel": channel})

    def close(self) -> None:
        """Say where the works are that were not sold."""
        for work in self._free.values():
            work["status"] = weighted(
                self._rng, {"available": 78, "reserved": 7, "on loan": 8, "withdrawn": 7}
            )

    def _offer(self, work: dict, day: dt.date, number: int) -> None:
        rng = self._rng
        low, high = _rounded(work["list_price"] * 0.75), _rounded(work["list_price"] * 1.15)
        result = weighted(rng, {"sold": 66, "unsold": 28, "withdrawn": 6})
        hammer, bidders = None, 0
        if result == "sold":
            hammer = _rounded(max(low * 0.9, work["list_price"] * rng.lognormvariate(0.0, 0.3)))
            bidders = max(1, int(rng.gauss(4.5 if hammer < high else 8, 2)))
        elif result == "unsold":
            bidders = rng.choices([0, 1, 2], [50, 30, 20])[0]
            self._passed.add(work["work_id"])

        lot = {
            "lot_id": len(self.lots) + 1,
            "work_id": work["work_id"],
            "auction_date": day,
            "lot_number": number,
            "estimate_low": low,
            "estimate_high": high,
            "reserve_price": _rounded(low * 0.9) if rng.random() < 0.7 else None,
            "bidders": bidders,
            "hammer_price": hammer,
            "result": result,
        }
        self.lots.append(lot)
        if hammer:
            self._sell(work, day, hammer, {"lot_id": lot["lot_id"], "channel": "auction"})

    def _sell(self, work: dict, day: dt.date, price: float, where: dict) -> None:
        rng = self._rng
        weights = [row["buys"] for row in self._buyers]
        buyer = rng.choices(self._buyers, weights)[0]
        while buyer["customer_since"] > day:
            buyer = rng.choices(self._buyers, weights)[0]

        rate = rng.choices([0.2, 0.25, 0.3, 0.4], [10, 35, 35, 20])[0]
        lag = max(1, int(rng.lognormvariate(BUYERS[buyer["buyer_type"]][1], 0.6)))
        status = self._payment_status((END - day).days, lag)
        self.sales.append(
            {
                "work_id": work["work_id"],
                "buyer_id": buyer["buyer_id"],
                "lot_id": where.get("lot_id"),
                "exhibition_id": where.get("exhibition_id"),
                "channel": where["channel"],
                "sold_on": day,
                "price": price,
                "commission": round(price * rate, 2),
                "payment_status": status,
                "paid_on": day + DAY * lag if status == "paid" else None,
                "shipping_insured": rng.random() < 0.7,
            }
        )
        work["status"] = "sold"
        self._free.pop(work["work_id"])

    def _payment_status(self, age: int, lag: int) -> str:
        if self._rng.random() < 0.022 and age > 60:
            return "overdue"

        if lag >= age or (age < 45 and self._rng.random() < 0.25):
            return "overdue" if age > 40 else "pending"

        return "paid"


def _rounded(price: float) -> float:
    step = 50 if price < 5000 else 100 if price < 20000 else 500
    return float(max(step, round(price / step) * step))


def _between(rng: random.Random, first: dt.date, last: dt.date) -> dt.date:
    return first + DAY * rng.randint(0, (last - first).days)
