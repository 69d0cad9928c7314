"""Write the tables of a concert and conference venue."""

import datetime as dt
import random
from pathlib import Path
from typing import Any

from tests.analyst.questions.tables import moment, numbered, weighted, write_parquet

TODAY = dt.date(2025, 9, 15)
FIRST_DAY = dt.date(2023, 1, 6)
LAST_DAY = dt.date(2025, 11, 30)

Row = dict[str, Any]
Rows = list[Row]

# name, floor, seated capacity, standing capacity, weight in the programme
HALLS: list[tuple[str, int, int, int | None, int]] = [
    ("Grand Hall", 0, 1400, 2600, 26),
    ("Harbour Room", 1, 420, 700, 20),
    ("Studio Two", -1, 180, 350, 17),
    ("Cellar Club", -1, 90, 260, 15),
    ("Lindgren Auditorium", 1, 560, None, 12),
    ("Glass Pavilion", 0, 300, 500, 9),
    ("Meeting Suite East", 2, 60, None, 5),
    ("Rooftop Terrace", 4, 120, 240, 4),
]
EVENT_TYPES = {
    "Concert": 44,
    "Comedy": 15,
    "Conference": 14,
    "Club Night": 13,
    "Private Function": 8,
    "Trade Fair": 6,
}
GENRES = {"Rock": 26, "Pop": 20, "Jazz": 15, "Classical": 12, "Electronic": 12, "Folk": 9, "Hip-Hop": 8}
ORGANISERS = {
    "Northline Promotions": 24,
    "Bluebird Live": 19,
    "In-house": 17,
    "Kestrel Events": 12,
    "Summit & Co": 10,
    "Laughing Stock Ltd": 9,
    "Vesper Music": 7,
    "Meridian Conferences": 5,
    "Old Quay Sessions": 3,
}
TITLE_FIRST = [
    "Silver",
    "Midnight",
    "Paper",
    "Velvet",
    "Northern",
    "Golden",
    "Hollow",
    "Electric",
    "Crimson",
    "Quiet",
    "Wandering",
    "Broken",
    "Marble",
    "Copper",
    "Winter",
    "Saffron",
    "Lunar",
    "Distant",
    "Amber",
    "Wild",
]
TITLE_SECOND = {
    "Concert": ["Foxes", "Orchestra", "Choir", "Rivers", "Trio", "Lanterns", "Parade", "Sisters", "Engines"],
    "Comedy": ["Laughs", "Stand-up", "Improv", "Punchlines", "Roast"],
    "Conference": ["Data Summit", "Health Forum", "Design Days", "Energy Congress", "HR Forum"],
    "Club Night": ["Disco", "Basement", "Frequencies", "Afterhours"],
    "Private Function": ["Gala", "Wedding", "Jubilee", "Awards Dinner"],
    "Trade Fair": ["Home Expo", "Book Fair", "Wine Fair", "Craft Market"],
}
RENTAL_BASE = {
    "Concert": 3200,
    "Comedy": 1900,
    "Conference": 4800,
    "Club Night": 1500,
    "Private Function": 3900,
    "Trade Fair": 5600,
}
TICKET_BASE = {"Concert": 42, "Comedy": 28, "Conference": 145, "Club Night": 18, "Trade Fair": 14}
TICKET_CATEGORIES = {"Standard": 52, "Early Bird": 19, "Balcony": 13, "VIP": 9, "Concession": 7}
CATEGORY_FACTOR = {"Standard": 1.0, "Early Bird": 0.8, "Balcony": 1.25, "VIP": 2.4, "Concession": 0.65}
CHANNELS = {"Web": 48, "Mobile App": 24, "Reseller": 16, "Box Office": 12}
CITIES = {"Aarhus": 45, "Copenhagen": 18, "Odense": 13, "Aalborg": 11, "Randers": 7, "Hamburg": 6}
BARS = {"Main Bar": 46, "Foyer Bar": 27, "Balcony Bar": 16, "Terrace Bar": 11}
# category, price, cost share, weight
PRODUCTS: dict[str, tuple[str, float, float, float]] = {
    "Draught Lager": ("Beer", 7.5, 0.24, 27),
    "Pale Ale": ("Beer", 8.0, 0.27, 16),
    "Alcohol-free Beer": ("Beer", 6.0, 0.30, 7),
    "House Red": ("Wine", 8.5, 0.31, 9),
    "House White": ("Wine", 8.4, 0.30, 12),
    "Prosecco": ("Wine", 9.5, 0.35, 6),
    "Gin & Tonic": ("Spirits", 11.0, 0.22, 14),
    "Rum & Cola": ("Spirits", 10.5, 0.21, 8),
    "Whisky": ("Spirits", 10.0, 0.29, 4),
    "Cola": ("Soft Drinks", 4.0, 0.15, 11),
    "Mineral Water": ("Soft Drinks", 3.2, 0.12, 13),
    "Filter Coffee": ("Hot Drinks", 3.5, 0.14, 8),
    "Crisps": ("Snacks", 3.0, 0.40, 7),
    "Salted Nuts": ("Snacks", 3.8, 0.38, 3),
}
# role: department, hourly rate, weight
ROLES: dict[str, tuple[str, float, float]] = {
    "Bartender": ("Food & Beverage", 19.5, 30),
    "Bar Manager": ("Food & Beverage", 27.0, 6),
    "Usher": ("Front of House", 17.5, 22),
    "Box Office Clerk": ("Front of House", 18.5, 9),
    "Security Guard": ("Security", 21.0, 18),
    "Sound Engineer": ("Technical", 33.0, 8),
    "Lighting Technician": ("Technical", 31.0, 7),
    "Cleaner": ("Facilities", 16.8, 10),
}
AGENCIES = ["Nordic Crew", "StaffPoint", "SafeGate"]
FIRST_NAMES = [
    "Anna",
    "Mikkel",
    "Sofie",
    "Jonas",
    "Ida",
    "Oscar",
    "Freja",
    "Lukas",
    "Maja",
    "Emil",
    "Clara",
    "Noah",
    "Laura",
    "Victor",
    "Signe",
    "Malik",
    "Nadia",
    "Peter",
    "Karen",
    "Tobias",
]
LAST_NAMES = ["Holm", "Krogh", "Lund", "Bach", "Friis", "Skov", "Dahl", "Winther"]


def hall_rows() -> Rows:
    """The halls of the venue."""
    return [
        {
            "hall_id": number,
            "hall_name": name,
            "floor": floor,
            "seated_capacity": seated,
            "standing_capacity": standing,
        }
        for number, (name, floor, seated, standing, _) in enumerate(HALLS, 1)
    ]


def unique_title(rng: random.Random, event_type: str, used: set[str]) -> str:
    """A title that no event has yet."""
    stem = f"{rng.choice(TITLE_FIRST)} {rng.choice(TITLE_SECOND[event_type])}"
    title, volume = stem, 1
    while title in used:
        volume += 1
        title = f"{stem} Vol. {volume}"
    used.add(title)
    return title


def event_hall(rng: random.Random, event_type: str) -> int:
    """The number of a hall that suits the type."""
    weights = {str(number): float(hall[4]) for number, hall in enumerate(HALLS, 1)}
    if event_type in ("Concert", "Club Night"):
        weights["7"] = 0.0
    if event_type in ("Conference", "Trade Fair"):
        weights["4"] = 0.0
        weights["5"] *= 2.5
        weights["7"] *= 3
    return int(weighted(rng, weights))


def event_status(rng: random.Random, day: dt.date) -> str:
    """What became of an event on this day."""
    if day >= TODAY:
        return weighted(rng, {"scheduled": 95, "cancelled": 5})
    return weighted(rng, {"held": 92, "cancelled": 8})


def event_rows(rng: random.Random) -> Rows:
    """The programme, in order of the day."""
    rows: Rows = []
    used: set[str] = set()
    for _ in range(720):
        day = moment(rng, FIRST_DAY, LAST_DAY).date()
        if day.weekday() < 3 and rng.random() < 0.6:
            day += dt.timedelta(days=4 - day.weekday())
        event_type = weighted(rng, EVENT_TYPES)
        daytime = event_type in ("Conference", "Trade Fair")
        hour = 9 if daytime else 22 if event_type == "Club Night" else rng.choice([18, 19, 20])
        hall_id = event_hall(rng, event_type)
        size = HALLS[hall_id - 1][2] / 500
        genre = weighted(rng, GENRES) if event_type == "Concert" and rng.random() > 0.03 else None
        rows.append(
            {
                "event_title": unique_title(rng, event_type, used),
                "event_type": event_type,
                "genre": genre,
                "hall_id": hall_id,
                "organiser": weighted(rng, ORGANISERS),
                "event_date": day,
                "doors_open_at": dt.datetime.combine(day, dt.time(hour, rng.choice([0, 30]))),
                "status": event_status(rng, day),
                "rental_fee": round(RENTAL_BASE[event_type] * (0.6 + size * 0.4) * rng.uniform(0.8, 1.3), -1),
            }
        )
    rows.sort(key=lambda row: row["doors_open_at"])
    return numbered(rows, "event_id")


def ticket_row(rng: random.Random, event: Row) -> Row | None:
    """One order for an event, or none where its day has not come."""
    days_ahead = min(int(rng.expovariate(1 / 24)), 100)
    bought = event["event_date"] - dt.timedelta(days=days_ahead)
    if bought < dt.date(2023, 1, 1) or bought >= TODAY:
        return None
    last_hour = event["doors_open_at"].hour - 1 if days_ahead == 0 else 22
    category = weighted(rng, TICKET_CATEGORIES)
    if category == "Early Bird" and days_ahead < 14:
        category = "Standard"
    rise = 1 + 0.05 * (event["event_date"].year - 2023)
    price = TICKET_BASE[event["event_type"]] * CATEGORY_FACTOR[category] * rise * rng.uniform(0.85, 1.2)
    price = round(price * 2) / 2
    quantity = rng.choices([1, 2, 3, 4, 5, 6], [25, 45, 10, 14, 3, 3])[0]
    refunded = event["status"] == "cancelled" or rng.random() < 0.025
    return {
        "event_id": event["event_id"],
        "sold_at": moment(rng, bought, bought, (8, last_hour)),
        "ticket_category": category,
        "channel": weighted(rng, CHANNELS),
        "quantity": quantity,
        "unit_price": price,
        "total_amount": price * quantity,
        "payment_status": "refunded" if refunded else "paid",
        "buyer_city": weighted(rng, CITIES) if rng.random() > 0.07 else None,
    }


def ticket_rows(rng: random.Random, events: Rows) -> Rows:
    """The orders of tickets, in order of time."""
    sold = [event for event in events if event["event_type"] in TICKET_BASE]
    draws = {"Concert": 1.4, "Comedy": 1.0, "Conference": 0.7, "Club Night": 0.8, "Trade Fair": 0.9}
    weights = [
        draws[event["event_type"]] * (HALLS[event["hall_id"] - 1][2] ** 0.5) * rng.uniform(0.5, 1.5)
        for event in sold
    ]
    rows: Rows = []
    while len(rows) < 4900:
        row = ticket_row(rng, rng.choices(sold, weights)[0])
        if row is not None:
            rows.append(row)
    rows.sort(key=lambda row: row["sold_at"])
    return numbered(rows, "ticket_sale_id")


def bar_rows(rng: random.Random, events: Rows) -> Rows:
    """The lines of the bar tills at events that took place."""
    held = [event for event in events if event["status"] == "held"]
    weights = [(HALLS[event["hall_id"] - 1][2] ** 0.4) * rng.uniform(0.6, 1.4) for event in held]
    mix = {name: product[3] for name, product in PRODUCTS.items()}
    rows: Rows = []
    for event in rng.choices(held, weights, k=4800):
        name = weighted(rng, mix)
        category, base, cost_share, _ = PRODUCTS[name]
        price = round(base * (1 + 0.04 * (event["event_date"].year - 2023)) * 10) / 10
        quantity = rng.choices([1, 2, 3, 4, 6, 8], [34, 33, 13, 11, 6, 3])[0]
        later = dt.timedelta(minutes=rng.randint(5, 89))
        rows.append(
            {
                "event_id": event["event_id"],
                "bar_name": weighted(rng, BARS),
                "sold_at": event["doors_open_at"] + later,
                "product_name": name,
                "product_category": category,
                "quantity": quantity,
                "unit_price": price,
                "amount": round(price * quantity, 2),
                "cost_of_goods": round(base * cost_share * quantity * rng.uniform(0.9, 1.15), 2),
                "payment_method": weighted(rng, {"Card": 66, "Mobile Pay": 25, "Cash": 9}),
            }
        )
    rows.sort(key=lambda row: row["sold_at"])
    return numbered(rows, "bar_sale_id")


def staff_members(rng: random.Random) -> Rows:
    """The people who work shifts, each in one role."""
    names = [f"{first} {last}" for first in FIRST_NAMES for last in LAST_NAMES]
    members: Rows = []
    for number, name in enumerate(rng.sample(names, 85), 1):
        role = weighted(rng, {role: entry[2] for role, entry in ROLES.items()})
        department, rate, _ = ROLES[role]
        from_agency = rng.random() < (0.55 if department == "Security" else 0.18)
        members.append(
            {
                "staff_id": 100 + number,
                "staff_name": name,
                "role": role,
                "department": department,
                "agency": rng.choice(AGENCIES) if from_agency else None,
                "hourly_rate": round(rate * rng.uniform(0.94, 1.12), 2),
            }
        )
    return members


def shift_rows(rng: random.Random, events: Rows) -> Rows:
    """The shifts at events that took place; a no-show worked no hours."""
    held = [event for event in events if event["status"] == "held"]
    members = staff_members(rng)
    keenness = [rng.uniform(0.4, 1.8) for _ in members]
    rows: Rows = []
    for event in held:
        wanted = rng.randint(3, 5) + (2 if event["hall_id"] == 1 else 0)
        crew = {member["staff_id"]: member for member in rng.choices(members, keenness, k=wanted)}
        for member in crew.values():
            no_show = rng.random() < 0.04
            starts_at = event["doors_open_at"] - dt.timedelta(minutes=rng.choice([60, 90, 120]))
            hours = rng.choice([4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5, 8.0])
            rows.append(
                {
                    "event_id": event["event_id"],
                    **member,
                    "shift_date": event["event_date"],
                    "starts_at": starts_at,
                    "hours_worked": None if no_show else hours,
                    "no_show": no_show,
                }
            )
    return numbered(rows, "shift_id")


def write(folder: Path) -> None:
    """Write the tables as Parquet."""
    rng = random.Random(58213)
    events = event_rows(rng)
    tables = {
        "halls": hall_rows(),
        "events": events,
        "ticket_sales": ticket_rows(rng, events),
        "bar_sales": bar_rows(rng, events),
        "staff_shifts": shift_rows(rng, events),
    }
    write_parquet(folder, tables)
