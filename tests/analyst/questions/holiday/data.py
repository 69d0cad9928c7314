"""Tables of a holiday home rental platform."""

import datetime as dt
import random
from pathlib import Path
from typing import Any

from tests.analyst.questions.tables import moment, numbered, weighted, write_parquet

Rows = list[dict[str, Any]]

FIRST = dt.date(2022, 7, 1)
LAST = dt.date(2025, 6, 17)

PLACES = {
    "Lisbon": ("Portugal", 105, 9),
    "Porto": ("Portugal", 85, 6),
    "Lagos": ("Portugal", 120, 5),
    "Barcelona": ("Spain", 125, 10),
    "Valencia": ("Spain", 88, 5),
    "Malaga": ("Spain", 98, 7),
    "Nice": ("France", 140, 6),
    "Biarritz": ("France", 150, 4),
    "Annecy": ("France", 135, 3),
    "Rome": ("Italy", 130, 8),
    "Florence": ("Italy", 128, 6),
    "Lecce": ("Italy", 82, 3),
    "Athens": ("Greece", 80, 6),
    "Chania": ("Greece", 92, 4),
    "Split": ("Croatia", 95, 5),
    "Dubrovnik": ("Croatia", 118, 4),
}
TYPES = {
    "Apartment": (48, 1.0, (1, 3)),
    "House": (20, 1.5, (2, 5)),
    "Villa": (12, 2.7, (3, 7)),
    "Studio": (12, 0.65, (0, 0)),
    "Cabin": (8, 1.1, (1, 3)),
}
ADJECTIVES = [
    "Sunny",
    "Cosy",
    "Charming",
    "Bright",
    "Quiet",
    "Rustic",
    "Modern",
    "Elegant",
    "Spacious",
    "Central",
    "Hidden",
    "Romantic",
    "Breezy",
    "Colourful",
    "Stylish",
    "Historic",
]
FEATURES = """with Terrace|near the Beach|with Sea View|in Old Town|with Garden|by the Market|
with Parking|with Balcony|for Families|near the Station""".replace("\n", "").split("|")
FIRSTS = [
    "Ana",
    "Joao",
    "Marta",
    "Luis",
    "Carmen",
    "Pablo",
    "Elena",
    "Marco",
    "Giulia",
    "Luca",
    "Sofia",
    "Nikos",
    "Ivana",
    "Petra",
    "Claire",
    "Hugo",
    "Camille",
    "Antoine",
    "Rita",
    "Miguel",
    "Laura",
    "Stefan",
    "Maja",
    "Dimitra",
    "Paolo",
]
LASTS = [
    "Silva",
    "Santos",
    "Ferreira",
    "Garcia",
    "Lopez",
    "Navarro",
    "Rossi",
    "Bianchi",
    "Conti",
    "Moreau",
    "Dubois",
    "Laurent",
    "Papadopoulos",
    "Georgiou",
    "Horvat",
    "Kovac",
    "Maric",
    "Costa",
    "Almeida",
    "Ruiz",
    "Romano",
    "Petit",
    "Marin",
]
GUEST_FIRSTS = [
    "Oliver",
    "Emily",
    "Jack",
    "Amelia",
    "Hans",
    "Lena",
    "Felix",
    "Mia",
    "Pieter",
    "Sanne",
    "Lars",
    "Astrid",
    "Erik",
    "Chloe",
    "Thomas",
    "Julie",
    "Michael",
    "Ashley",
    "Ryan",
    "Jessica",
    "Aoife",
    "Conor",
    "Zofia",
    "Piotr",
    "Wei",
    "Priya",
]
GUEST_LASTS = [
    "Smith",
    "Taylor",
    "Walker",
    "Hughes",
    "Muller",
    "Schmidt",
    "Fischer",
    "Weber",
    "Jansen",
    "Visser",
    "Hansen",
    "Berg",
    "Lindqvist",
    "Martin",
    "Bernard",
    "Johnson",
    "Miller",
    "Davis",
    "Murphy",
    "Kelly",
    "Nowak",
    "Kowalski",
    "Chen",
    "Patel",
]
SEASON = [3, 3, 5, 7, 9, 12, 16, 16, 10, 7, 4, 5]


def _hosts(rng: random.Random) -> Rows:
    rows: Rows = []
    homes = {"Portugal": 22, "Spain": 24, "France": 15, "Italy": 18, "Greece": 10, "Croatia": 11}
    for _ in range(380):
        answers = rng.random() > 0.08
        rate = min(round(rng.betavariate(9, 1.2), 2), 1.0)
        rows.append(
            {
                "host_name": f"{rng.choice(FIRSTS)} {rng.choice(LASTS)}",
                "country": weighted(rng, homes),
                "joined_on": dt.date(2017, 1, 1)
                + dt.timedelta(days=int((LAST - dt.date(2017, 1, 1)).days * rng.random())),
                "is_superhost": rng.random() < 0.24,
                "response_rate": rate if answers else None,
                "host_type": weighted(rng, {"individual": 80, "agency": 20}),
                "identity_verified": rng.random() < 0.9,
            }
        )
    rows.sort(key=lambda row: row["joined_on"])
    return numbered(rows, "host_id")


def _listings(rng: random.Random, hosts: Rows) -> Rows:
    rows: Rows = []
    titles: set[str] = set()
    weights = [6.0 if host["host_type"] == "agency" else 1.5 for host in hosts]
    while len(rows) < 950:
        host = rng.choices(hosts, weights)[0]
        city = weighted(rng, {name: place[2] for name, place in PLACES.items()})
        country, base, _ = PLACES[city]
        kind = weighted(rng, {name: value[0] for name, value in TYPES.items()})
        _, factor, rooms = TYPES[kind]
        title = f"{rng.choice(ADJECTIVES)} {kind} {rng.choice(FEATURES)}, {city}"
        if title in titles:
            continue
        titles.add(title)
        bedrooms = rng.randint(*rooms)
        price = base * factor * (1 + 0.12 * bedrooms) * rng.lognormvariate(0, 0.2)
        rows.append(
            {
                "host_id": host["host_id"],
                "title": title,
                "property_type": kind,
                "city": city,
                "country": country,
                "bedrooms": bedrooms,
                "max_guests": max(2, bedrooms * 2 + rng.randint(0, 1)),
                "has_pool": rng.random() < (0.75 if kind == "Villa" else 0.12),
                "nightly_price": float(round(price)),
                "cleaning_fee": float(rng.choice([20, 30, 40, 50, 60, 80])) if rng.random() > 0.1 else None,
                "cancellation_policy": weighted(rng, {"flexible": 40, "moderate": 38, "strict": 22}),
                "instant_book": rng.random() < 0.55,
                "is_active": rng.random() < 0.87,
                "listed_on": host["joined_on"]
                + dt.timedelta(days=int((LAST - host["joined_on"]).days * rng.random() ** 2)),
            }
        )
    return numbered(rows, "listing_id")


def _guests(rng: random.Random) -> Rows:
    rows: Rows = []
    for _ in range(2_200):
        first, last = rng.choice(GUEST_FIRSTS), rng.choice(GUEST_LASTS)
        rows.append(
            {
                "full_name": f"{first} {last}",
                "email": f"{first}.{last}{rng.randint(1, 9999)}@example.org".lower(),
                "home_country": weighted(
                    rng,
                    {
                        "United Kingdom": 24,
                        "Germany": 20,
                        "Netherlands": 12,
                        "France": 11,
                        "United States": 14,
                        "Ireland": 6,
                        "Sweden": 5,
                        "Poland": 8,
                    },
                )
                if rng.random() > 0.03
                else None,
                "birth_year": rng.randint(1950, 2004) if rng.random() > 0.15 else None,
                "signed_up_on": dt.date(2019, 3, 1)
                + dt.timedelta(days=rng.randint(0, (LAST - dt.date(2019, 3, 1)).days)),
                "signup_source": weighted(
                    rng,
                    {
                        "google": 34,
                        "direct": 22,
                        "instagram": 17,
                        "referral": 15,
                        "newsletter": 7,
                        "partner": 5,
                    },
                ),
                "newsletter": rng.random() < 0.42,
            }
        )
    rows.sort(key=lambda row: row["signed_up_on"])
    return numbered(rows, "guest_id")


def _bookings(rng: random.Random, listings: Rows, guests: Rows) -> Rows:
    rows: Rows = []
    loyal = [rng.paretovariate(2.2) for _ in guests]
    taken: set[tuple[int, dt.date]] = set()
    popular = [rng.paretovariate(2.5) for _ in listings]
    while len(rows) < 4_600:
        listing = rng.choices(listings, popular)[0]
        guest = rng.choices(guests, loyal)[0]
        first = max(FIRST, listing["listed_on"], guest["signed_up_on"])
        booked = moment(rng, FIRST, LAST)
        if booked.date() < first:
            continue
        lead = int(rng.expovariate(1 / 38)) + 1
        check_in = booked.date() + dt.timedelta(days=lead)
        if rng.random() > SEASON[check_in.month - 1] / 16:
            continue
        nights = rng.choices(range(1, 15), [4, 10, 14, 11, 9, 7, 12, 4, 3, 3, 1, 1, 1, 4])[0]
        check_out = check_in + dt.timedelta(days=nights)
        rate = listing["nightly_price"] * (1.25 if check_in.month in (7, 8) else 1.0)
        rate *= {2022: 0.92, 2023: 0.96, 2024: 1.0, 2025: 1.05}[booked.year]
        value = round(rate * nights + (listing["cleaning_fee"] or 0), 2)
        risk = {"flexible": 0.19, "moderate": 0.12, "strict": 0.07}
        cancelled_at = None
        if rng.random() < risk[listing["cancellation_policy"]]:
            end = min(check_in, LAST)
            cancelled_at = booked + dt.timedelta(days=rng.randint(0, (end - booked.date()).days))
            status = "cancelled"
        elif check_out <= LAST:
            status = "completed"
        else:
            status = "confirmed"
        if status != "cancelled":
            days = {(listing["listing_id"], check_in + dt.timedelta(days=night)) for night in range(nights)}
            if days & taken:
                continue
            taken |= days
        rows.append(
            {
                "listing_id": listing["listing_id"],
                "guest_id": guest["guest_id"],
                "booked_at": booked,
                "check_in": check_in,
                "check_out": check_out,
                "nights": nights,
                "num_guests": rng.randint(1, listing["max_guests"]),
                "total_price": value,
                "service_fee": round(value * 0.14, 2),
                "status": status,
                "cancelled_at": cancelled_at,
                "promo_code": rng.choice(["SUMMER10", "WELCOME5", "LONGSTAY"])
                if rng.random() < 0.12
                else None,
                "device": weighted(rng, {"mobile": 52, "desktop": 38, "tablet": 10}),
            }
        )
    rows.sort(key=lambda row: row["booked_at"])
    return numbered(rows, "booking_id")


def _reviews(rng: random.Random, bookings: Rows, listings: Rows, hosts: Rows) -> Rows:
    rows: Rows = []
    for booking in bookings:
        if booking["status"] != "completed" or rng.random() > 0.62:
            continue
        at = moment(rng, booking["check_out"], booking["check_out"] + dt.timedelta(days=14), (8, 23))
        if at.date() > LAST:
            continue
        host = hosts[listings[booking["listing_id"] - 1]["host_id"] - 1]
        weights = [1, 2, 5, 26, 66] if host["is_superhost"] else [3, 5, 13, 37, 42]
        rating = rng.choices([1, 2, 3, 4, 5], weights)[0]
        rows.append(
            {
                "booking_id": booking["booking_id"],
                "listing_id": booking["listing_id"],
                "guest_id": booking["guest_id"],
                "submitted_at": at,
                "rating": rating,
                "cleanliness_rating": max(1, min(5, rating + rng.choice([-1, 0, 0, 1])))
                if rng.random() > 0.1
                else None,
                "comment": rng.choice(
                    ["Lovely place", "Great host", "A bit noisy", "Would come back", "As described"]
                )
                if rng.random() > 0.3
                else None,
            }
        )
    rows.sort(key=lambda row: row["submitted_at"])
    return numbered(rows, "review_id")


def write(folder: Path) -> None:
    """The tables as Parquet."""
    rng = random.Random(618)
    hosts = _hosts(rng)
    listings = _listings(rng, hosts)
    guests = _guests(rng)
    bookings = _bookings(rng, listings, guests)
    write_parquet(
        folder,
        {
            "hosts": hosts,
            "listings": listings,
            "guests": guests,
            "bookings": bookings,
            "reviews": _reviews(rng, bookings, listings, hosts),
        },
    )
