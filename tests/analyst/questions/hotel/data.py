"""Five hotels: rooms, guests, almost three years of bookings, their payments and reviews."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2023, 1, 2), dt.date(2025, 9, 30)
HOTELS = [
    ("Hotel Aurora", "Lisbon", "Portugal", 4, 2009, 7.9),
    ("Casa do Mar", "Porto", "Portugal", 3, 2016, 8.4),
    ("Grand Meridian", "Vienna", "Austria", 5, 1998, 8.9),
    ("Seaview Palace", "Split", "Croatia", 5, 2019, 8.1),
    ("The Lanterns", "Edinburgh", "United Kingdom", 3, 2012, 7.2),
]
SEASIDE = {"Lisbon", "Porto", "Split"}
DEMAND = [9, 6, 8, 7, 4]
ROOMS = [31, 22, 27, 24, 16]
TYPES = [
    ("STD", "Standard", 2, 88),
    ("DLX", "Deluxe", 2, 131),
    ("FAM", "Family", 5, 152),
    ("SUI", "Suite", 4, 245),
    ("SGL", "Single", 1, 64),
]
COUNTRIES = {
    "Germany": 20,
    "United Kingdom": 16,
    "France": 13,
    "Spain": 10,
    "Portugal": 9,
    "Austria": 7,
    "Italy": 6,
    "United States": 5,
    "Netherlands": 4,
    "Croatia": 3,
    "Japan": 2,
}
TIERS = {"": 62, "Silver": 22, "Gold": 11, "Platinum": 5}
CHANNELS = {"Booking.com": 38, "Direct": 27, "Expedia": 16, "Travel agent": 11, "Phone": 8}
CANCELLED = {"Booking.com": 0.26, "Direct": 0.11, "Expedia": 0.22, "Travel agent": 0.15, "Phone": 0.07}
METHODS = {"card": 63, "bank transfer": 15, "paypal": 13, "cash": 9}
SEASON = [3, 3, 4, 6, 7, 8, 10, 10, 8, 6, 3, 5]
GIVEN = [
    "Anna",
    "Bruno",
    "Clara",
    "David",
    "Elena",
    "Felix",
    "Greta",
    "Hugo",
    "Irene",
    "Jonas",
    "Katja",
    "Luis",
    "Marta",
    "Nils",
    "Olga",
    "Pedro",
    "Rita",
    "Simon",
    "Teresa",
    "Viktor",
    "Wanda",
    "Xavier",
    "Yara",
    "Zoe",
    "Alice",
    "Bernard",
    "Chiara",
    "Diego",
    "Emma",
    "Fabio",
]
FAMILY = [
    "Almeida",
    "Bauer",
    "Costa",
    "Dubois",
    "Eriksen",
    "Ferrari",
    "Garcia",
    "Hoffmann",
    "Ito",
    "Jansen",
    "Kovac",
    "Lopez",
    "Martin",
    "Novak",
    "Oliveira",
    "Peters",
    "Quint",
    "Rossi",
    "Santos",
    "Taylor",
    "Ullmann",
    "Vidal",
    "Weber",
    "Young",
    "Zimmer",
    "Ashworth",
    "Baker",
    "Campbell",
    "Duarte",
    "Fischer",
    "Gruber",
    "Horvat",
    "Keller",
    "Lambert",
    "Moreau",
]


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(4021)
    hotels = numbered(
        {"name": name, "city": city, "country": country, "stars": stars, "opened_year": year}
        for name, city, country, stars, year, _ in HOTELS
    )
    room_types = numbered({"code": code, "name": name, "sleeps": sleeps} for code, name, sleeps, _ in TYPES)
    rooms = _rooms(rng)
    names = [f"{given} {family}" for given in GIVEN for family in FAMILY]
    guests = numbered(_guest(rng, name) for name in rng.sample(names, 860))
    bookings = numbered(sorted((_booking(rng, rooms) for _ in range(3400)), key=lambda row: row["booked_at"]))
    payments = [row for booking in bookings for row in _payments(rng, booking)]
    payments = numbered(sorted(payments, key=lambda row: row["paid_at"]))
    reviews = numbered(row for booking in bookings for row in _reviews(rng, rooms, booking))
    write_parquet(
        folder,
        {
            "hotels": hotels,
            "room_types": room_types,
            "rooms": rooms,
            "guests": guests,
            "bookings": bookings,
            "payments": payments,
            "reviews": reviews,
        },
    )


def _rooms(rng: random.Random) -> Rows:
    rows = []
    for hotel, number in enumerate(ROOMS, 1):
        for place in range(number):
            floor = 1 + place // 8
            rows.append(
                {
                    "hotel_id": hotel,
                    "room_type_id": rng.choices([1, 2, 3, 4, 5], [9, 6, 4, 2, 3])[0],
                    "room_no": f"{floor}{place % 8 + 1:02}",
                    "floor": floor,
                    "sea_view": HOTELS[hotel - 1][1] in SEASIDE and rng.random() < 0.4,
                }
            )
    return numbered(rows)


def _guest(rng: random.Random, name: str) -> dict:
    return {
        "full_name": name,
        "country": weighted(rng, COUNTRIES),
        "tier": weighted(rng, TIERS) or None,
        "newsletter": rng.random() < 0.45,
        "birth_year": rng.choice(
            [None, rng.randint(1940, 2003), rng.randint(1960, 2000), rng.randint(1970, 1999)]
        ),
    }


def _booking(rng: random.Random, rooms: Rows) -> dict:
    nights = rng.choices([1, 2, 3, 4, 5, 6, 7, 8, 10, 14], [14, 22, 20, 13, 9, 6, 9, 3, 3, 1])[0]
    while True:
        check_in = FIRST + dt.timedelta(days=rng.randint(0, (LAST - FIRST).days - nights))
        weight = SEASON[check_in.month - 1] * (0.78 + 0.09 * (check_in.year - 2023))
        if rng.random() < weight / 10:
            break
    room = rng.choices(rooms, [DEMAND[room["hotel_id"] - 1] / ROOMS[room["hotel_id"] - 1] for room in rooms])[
        0
    ]
    sleeps, base = TYPES[room["room_type_id"] - 1][2:]
    lead = min(240, int(rng.expovariate(1 / 34)))
    booked = dt.datetime.combine(
        check_in - dt.timedelta(days=lead),
        dt.time(rng.randint(6, 23) if lead else rng.randint(6, 12), rng.randint(0, 59)),
    )
    channel = weighted(rng, CHANNELS)
    luck = rng.random()
    status = "cancelled" if luck < CANCELLED[channel] else "no_show" if luck > 0.968 else "stayed"
    rate = base * {3: 0.85, 4: 1.05, 5: 1.5}[HOTELS[room["hotel_id"] - 1][3]]
    rate *= 1.25 if check_in.month in (6, 7, 8) else 1.0
    rate = round(
        rate * (1 + 0.05 * (check_in.year - 2023)) * rng.uniform(0.85, 1.15)
        + (18 if room["sea_view"] else 0),
        2,
    )
    adults = rng.randint(1, min(2, sleeps))
    return {
        "ref": f"H{rng.randint(10**7, 10**8 - 1)}",
        "guest_id": min(rng.randint(1, 820), rng.randint(1, 1100)),
        "room_id": room["id"],
        "booked_at": booked,
        "check_in": check_in,
        "check_out": check_in + dt.timedelta(days=nights),
        "nights": nights,
        "adults": adults,
        "children": rng.choice([0, 0, 1, 2]) if sleeps >= 4 else 0,
        "channel": channel,
        "status": status,
        "cancelled_on": booked.date() + dt.timedelta(days=rng.randint(0, lead))
        if status == "cancelled"
        else None,
        "rate": rate,
        "amount": round(rate * nights, 2),
    }


def _payments(rng: random.Random, booking: dict) -> Rows:
    rows = []
    amount, part = booking["amount"], 0.0

    def pay(day: dt.date, kind: str, value: float, method: str) -> None:
        paid = dt.datetime.combine(day, dt.time(rng.randint(7, 22), rng.randint(0, 59)))
        rows.append(
            {
                "booking_id": booking["id"],
                "paid_at": paid,
                "kind": kind,
                "method": method,
                "amount": round(value, 2),
            }
        )

    method = weighted(rng, METHODS)
    early = method if method != "cash" else "card"
    if rng.random() < {"stayed": 0.45, "cancelled": 0.4, "no_show": 0.8}[booking["status"]]:
        part = round(amount * 0.3, 2)
        pay(booking["booked_at"].date(), "deposit", part, early)
    if booking["status"] == "stayed":
        pay(booking["check_out"], "balance", amount - part, method)
    elif booking["status"] == "cancelled" and part and rng.random() < 0.7:
        pay(min(LAST, booking["cancelled_on"] + dt.timedelta(days=rng.randint(0, 6))), "refund", -part, early)
    return rows


def _reviews(rng: random.Random, rooms: Rows, booking: dict) -> Rows:
    day = booking["check_out"] + dt.timedelta(days=rng.randint(0, 12))
    if booking["status"] != "stayed" or rng.random() > 0.33 or day > LAST:
        return []
    mean = HOTELS[rooms[booking["room_id"] - 1]["hotel_id"] - 1][5]
    score = max(1, min(10, round(rng.gauss(mean, 1.6))))
    site = rng.choice(["Google", "Booking.com", "Own website", None])
    return [{"booking_id": booking["id"], "score": score, "posted_on": day, "site": site}]
