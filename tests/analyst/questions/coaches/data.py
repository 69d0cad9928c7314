"""A long-distance coach company: routes, buses, drivers, trips and bookings."""

import random
from datetime import date, datetime, timedelta
from pathlib import Path

from tests.analyst.questions.tables import named, write_parquet

START, END = date(2023, 4, 1), date(2025, 10, 14)
DAYS = (END - START).days
ROUTES = [
    ("Berlin", "Munich", 585, "domestic", 0),
    ("Berlin", "Hamburg", 289, "domestic", 0),
    ("Berlin", "Prague", 352, "international", 0),
    ("Munich", "Vienna", 402, "international", 0),
    ("Frankfurt", "Paris", 573, "international", 1),
    ("Hamburg", "Copenhagen", 338, "international", 0),
    ("Cologne", "Brussels", 211, "international", 0),
    ("Cologne", "Amsterdam", 264, "international", 0),
    ("Frankfurt", "Berlin", 551, "domestic", 0),
    ("Stuttgart", "Zurich", 222, "international", 0),
    ("Munich", "Milan", 494, "international", 1),
    ("Hamburg", "Cologne", 427, "domestic", 0),
    ("Leipzig", "Dresden", 117, "domestic", 0),
    ("Berlin", "Warsaw", 574, "international", 1),
]
CODES = {
    "Berlin": "BER",
    "Munich": "MUC",
    "Hamburg": "HAM",
    "Prague": "PRG",
    "Vienna": "VIE",
    "Frankfurt": "FRA",
    "Paris": "PAR",
    "Copenhagen": "CPH",
    "Cologne": "CGN",
    "Brussels": "BRU",
    "Amsterdam": "AMS",
    "Stuttgart": "STR",
    "Zurich": "ZRH",
    "Milan": "MIL",
    "Leipzig": "LEJ",
    "Dresden": "DRS",
    "Warsaw": "WAW",
}
MODELS = [
    ("Setra S 516 HD", 49, "diesel", 410000),
    ("MAN Lion's Coach", 53, "diesel", 365000),
    ("Mercedes Tourismo", 51, "diesel", 340000),
    ("Scania Touring", 53, "biodiesel", 355000),
    ("Yutong ICe 12", 45, "electric", 452000),
    ("Iveco Evadys", 41, "biodiesel", 298000),
]
GIVEN = [
    "Anna",
    "Jonas",
    "Petra",
    "Lukas",
    "Mehmet",
    "Sabine",
    "Karl",
    "Olga",
    "Tomasz",
    "Ines",
    "Florian",
    "Heike",
    "Dirk",
    "Elena",
    "Marco",
    "Ute",
    "Bernd",
    "Aylin",
    "Jens",
    "Katrin",
    "Rolf",
    "Nina",
    "Pavel",
    "Silke",
    "Timo",
    "Greta",
    "Hakan",
    "Vera",
    "Emil",
    "Judith",
    "Oskar",
    "Lena",
    "Uwe",
    "Marta",
]
FAMILY = [
    "Krause",
    "Weber",
    "Yilmaz",
    "Nowak",
    "Hoffmann",
    "Brandt",
    "Lehmann",
    "Vogel",
    "Peters",
    "Sommer",
    "Franke",
    "Arnold",
    "Winter",
    "Schubert",
    "Lorenz",
    "Demir",
    "Kowalski",
    "Busch",
    "Haas",
    "Otto",
    "Keller",
    "Roth",
    "Engel",
    "Thiel",
    "Maurer",
    "Seidel",
    "Graf",
    "Horn",
    "Pohl",
    "Ernst",
    "Berger",
    "Walter",
    "Zimmer",
    "Kurz",
]
DEPOTS = ["Berlin", "Munich", "Cologne", "Hamburg"]
ROUTE_WEIGHTS = [9, 8, 7, 6, 5, 3, 4, 6, 7, 3, 3, 5, 4, 4]
LATENESS = [24, 12, 22, 15, 33, 14, 11, 17, 19, 9, 28, 16, 6, 25]
REASONS = ["vehicle breakdown", "driver sick", "weather", "too few bookings", "strike"]


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(20251016)
    routes = _routes(rng)
    buses = _buses(rng)
    drivers = _drivers(rng)
    trips, bookings = _trips(rng, routes, buses, drivers)
    tables = {
        "routes": named(
            "route_id code name origin_city destination_city distance_km route_type "
            "is_overnight opened_on base_fare",
            routes,
        ),
        "buses": named(
            "bus_id plate_number model seat_count fuel_type has_wifi wheelchair_lift "
            "in_service_since last_inspection_on status purchase_price",
            buses,
        ),
        "drivers": named(
            "driver_id name depot contract_type hired_on left_on licence_expires_on hourly_rate", drivers
        ),
        "trips": named(
            "trip_id route_id bus_id driver_id scheduled_departure scheduled_arrival status "
            "cancellation_reason delay_minutes fuel_cost",
            trips,
        ),
        "bookings": named(
            "booking_id reference trip_id booked_at sales_channel fare_class passengers "
            "total_price promo_code is_return extra_bags status cancelled_at refund_amount "
            "rating",
            bookings,
        ),
    }
    write_parquet(folder, tables)


def _routes(rng: random.Random) -> list[tuple]:
    routes: list[tuple] = []
    for i, (o, d, km, ty, night) in enumerate(ROUTES, 1):
        routes.append(
            (
                i,
                f"{CODES[o]}-{CODES[d]}",
                f"{o} - {d}",
                o,
                d,
                km,
                ty,
                bool(night),
                date(2014, 3, 1) + timedelta(days=rng.randrange(3200)),
                round(6 + km * 0.062, 2),
            )
        )
    return routes


def _buses(rng: random.Random) -> list[tuple]:
    buses: list[tuple] = []
    for i in range(1, 25):
        m = MODELS[(i * 5 + i // 6) % 6]
        st = "in workshop" if i in (5, 13, 20) else "retired" if i in (2, 9) else "in service"
        since = date(2014, 1, 1) + timedelta(days=rng.randrange(3300))
        if m[2] == "electric":
            since = date(2021, 2, 1) + timedelta(days=rng.randrange(900))
        insp = None if i in (17, 22) else date(2025, 10, 9) - timedelta(days=rng.randrange(20, 540))
        buses.append(
            (
                i,
                f"B-KL {1200 + i * 37}",
                m[0],
                m[1],
                m[2],
                rng.random() < 0.7,
                rng.random() < 0.45,
                since,
                insp,
                st,
                float(m[3] + rng.randrange(-15, 16) * 1000),
            )
        )
    return buses


def _drivers(rng: random.Random) -> list[tuple]:
    last = FAMILY.copy()
    rng.shuffle(last)
    drivers: list[tuple] = []
    for i, (given, family) in enumerate(zip(GIVEN, last, strict=True), 1):
        hired = date(2012, 1, 1) + timedelta(days=rng.randrange(4100))
        left = None
        if i in (4, 11, 19, 27):
            left = date(2024, 3, 31) + timedelta(days=rng.randrange(1, 13) * 30)
        drivers.append(
            (
                i,
                f"{given} {family}",
                rng.choices(DEPOTS, [4, 3, 2, 2])[0],
                rng.choices(["full-time", "part-time", "agency"], [6, 3, 2])[0],
                hired,
                left,
                date(2025, 10, 20) + timedelta(days=rng.randrange(5, 1500))
                if i not in (3, 15)
                else date(2025, 11, 12 + i),
                round(rng.uniform(17.5, 26), 2),
            )
        )
    return drivers


def _departures(rng: random.Random) -> list[datetime]:
    """When the trips leave: more of them from year to year, fewer in the months in which few travel."""
    moments = []
    for _ in range(640):
        d = START + timedelta(days=min(DAYS, int(DAYS * rng.random() ** 0.85)))
        if d.month in (1, 2, 11) and rng.random() < 0.3:
            d = START + timedelta(days=rng.randrange(DAYS + 1))
        moments.append(
            datetime(
                d.year,
                d.month,
                d.day,
                rng.choice([6, 7, 8, 9, 11, 13, 15, 17, 21, 22]),
                rng.choice([0, 15, 30, 45]),
            )
        )
    moments += [datetime(2025, 10, 14, 8, 30), datetime(2025, 10, 13, 15, 0), datetime(2025, 10, 14, 7, 0)]
    moments.sort()
    return moments


def _trips(
    rng: random.Random, routes: list[tuple], buses: list[tuple], drivers: list[tuple]
) -> tuple[list[tuple], list[tuple]]:
    """The trips, and the bookings on them."""
    trips: list[tuple] = []
    bookings: list[tuple] = []
    for tid, dep in enumerate(_departures(rng), 1):
        r = rng.choices(range(14), ROUTE_WEIGHTS)[0]
        rt = routes[r]
        arr = dep + timedelta(minutes=int(rt[5] / 78 * 60 / 5) * 5 + 15)
        day = dep.date()
        bus = rng.choice(
            [b for b in buses if (b[9] == "in service" or day < date(2025, 2, 1)) and b[7] <= day]
        )
        can = [
            x
            for x in drivers
            if x[4] <= day
            and (x[5] is None or x[5] >= day)
            and not (x[0] in (8, 23, 30) and day >= date(2025, 1, 1))
        ]
        drv = rng.choices(can, [1 + (x[0] * 7 % 5) for x in can])[0]
        cancelled = rng.random() < (0.11 if rt[6] == "international" else 0.07)
        delay = fuel = reason = None
        if cancelled:
            reason = rng.choices(REASONS, [6, 4, 3, 5, 1])[0]
        else:
            delay = 0 if rng.random() < 0.42 else int(rng.expovariate(1 / (LATENESS[r] * 1.6))) + 1
            fuel = round(rt[5] * rng.uniform(0.36, 0.52) * (0.62 if bus[4] == "electric" else 1), 2)
        trips.append(
            (
                tid,
                rt[0],
                bus[0],
                drv[0],
                dep,
                arr,
                "cancelled" if cancelled else "completed",
                reason,
                delay,
                fuel,
            )
        )
        _add_bookings(rng, bookings, dep, tid, rt, bus, delay)
    return trips, bookings


def _add_bookings(
    rng: random.Random,
    bookings: list[tuple],
    dep: datetime,
    tid: int,
    rt: tuple,
    bus: tuple,
    delay: int | None,
) -> None:
    """Add the bookings on a trip; it has no delay when it was cancelled."""
    day = dep.date()
    cancelled = delay is None
    growth = (day - START).days / DAYS
    n = max(1, int(rng.gauss(4.6 + 1.5 * growth + (1.4 if day.month in (7, 8, 12) else 0), 1.8)))
    for _ in range(n):
        bid = len(bookings) + 1
        ch = rng.choices(
            ["website", "app", "ticket office", "travel agency", "phone"], [38, 18 + 26 * growth, 14, 12, 6]
        )[0]
        fc = rng.choices(["Standard", "Flex", "Premium"], [62, 26, 12])[0]
        pax = rng.choices([1, 2, 3, 4, 5, 6], [40, 32, 12, 9, 4, 3])[0]
        lead = rng.expovariate(
            1 / {"website": 21, "app": 10, "ticket office": 6, "travel agency": 35, "phone": 14}[ch]
        )
        booked = (dep - timedelta(minutes=int(min(lead, 150) * 1440) + rng.randrange(40, 600))).replace(
            second=rng.randrange(60)
        )
        price = (
            pax
            * rt[9]
            * {"Standard": 1, "Flex": 1.28, "Premium": 1.75}[fc]
            * rng.uniform(0.82, 1.18)
            * (1 + 0.07 * growth)
        )
        promo = (
            rng.choice(["SUMMER10", "WELCOME5", "STUDENT15"])
            if ch in ("website", "app") and rng.random() < 0.2
            else None
        )
        if promo:
            price *= 0.88
        price = round(price, 2)
        st = (
            "cancelled"
            if cancelled or rng.random() < 0.08
            else rng.choices(["travelled", "no-show"], [95, 5])[0]
        )
        c_at = refund = rating = None
        if st == "cancelled":
            gap = (dep - booked).total_seconds()
            c_at = booked + timedelta(seconds=int(gap * rng.uniform(0.3, 0.98)))
            refund = (
                price
                if cancelled or fc == "Flex"
                else round(price * 0.5, 2)
                if fc == "Premium" or rng.random() < 0.5
                else None
            )
        elif st == "travelled" and rng.random() < 0.46:
            rating = max(
                1, min(5, round(rng.gauss(4.3 - min(delay, 90) / 45 + (0.25 if bus[5] else 0), 0.8)))
            )
        bookings.append(
            (
                bid,
                f"KL{100000 + bid * 13}",
                tid,
                booked,
                ch,
                fc,
                pax,
                price,
                promo,
                rng.random() < 0.34,
                rng.choices([0, 1, 2, 3], [60, 27, 10, 3])[0],
                st,
                c_at,
                refund,
                rating,
            )
        )
