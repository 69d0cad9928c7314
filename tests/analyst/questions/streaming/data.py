"""The tables of a video streaming service, from January 2023 to the middle of May 2025."""

import datetime as dt
import random
from pathlib import Path
from typing import Any

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST = dt.date(2023, 1, 1)
LAST = dt.date(2025, 5, 14)

PRICES = {"Basic with Ads": 6.99, "Standard": 11.99, "Premium": 17.99, "Family": 21.99}
PLAN_WEIGHTS = {"Basic with Ads": 30, "Standard": 38, "Premium": 20, "Family": 12}
COUNTRIES = {
    "United States": 38,
    "United Kingdom": 15,
    "Canada": 12,
    "Germany": 11,
    "France": 8,
    "Spain": 7,
    "Australia": 6,
    "Netherlands": 3,
}
CHANNELS = {
    "Organic Search": 28,
    "Paid Social": 24,
    "Referral": 16,
    "App Store": 15,
    "TV Ad": 9,
    "Partner": 6,
}
FIRST_NAMES = [
    "Ava", "Noah", "Mia", "Liam", "Chloe", "Ethan", "Sofia", "Lucas", "Emma", "Oliver", "Hannah", "Jonas",
    "Lea", "Hugo", "Carmen", "Pablo", "Ruby", "Jack", "Isla", "Daan", "Grace", "Omar", "Priya", "Kenji",
]  # fmt: skip
LAST_NAMES = [
    "Walker", "Nguyen", "Martin", "Schmidt", "Garcia", "Brown", "Wilson", "Dubois", "Lopez", "Fischer",
    "Taylor", "Patel", "Jansen", "Roy", "Clarke", "Moreau", "Hughes", "Weber", "Campbell", "Santos",
    "Murphy", "Kim", "Evans", "Hall", "Novak", "Reid",
]  # fmt: skip
GENRES = {
    "Drama": 24,
    "Comedy": 18,
    "Thriller": 14,
    "Action": 13,
    "Documentary": 11,
    "Romance": 8,
    "Sci-Fi": 7,
    "Kids": 7,
    "Horror": 5,
}
LANGUAGES = {"English": 60, "Spanish": 12, "French": 8, "Korean": 8, "German": 6, "Japanese": 6}
ADJECTIVES = [
    "Silent", "Crimson", "Last", "Broken", "Golden", "Hidden", "Paper", "Midnight", "Northern", "Wild",
    "Distant", "Electric", "Burning", "Quiet", "Second", "Frozen", "Lucky", "Hollow", "Velvet", "Lost",
]  # fmt: skip
NOUNS = [
    "Harbor", "Empire", "Garden", "Signal", "Summer", "Witness", "River", "Kingdom", "Letters", "Shadow",
    "Orchard", "Station", "Promise", "Horizon", "Detective", "Island", "Parade", "Mirror", "Highway", "Tide",
]  # fmt: skip
DEVICES = {"Smart TV": 42, "Mobile": 26, "Laptop": 15, "Tablet": 10, "Game Console": 7}
QUALITIES = {"HD": 52, "4K": 27, "SD": 21}
RUNTIMES = {"Movie": (82, 165), "Series": (22, 62), "Special": (45, 90)}
PROMOS = ["WELCOME10", "SUMMER24", "FRIEND"]
METHODS = {"Credit Card": 52, "PayPal": 23, "Debit Card": 14, "Gift Card": 6, "Direct Debit": 5}
REASONS = {
    "Too expensive": 32,
    "Not enough content": 21,
    "Switched to competitor": 17,
    "Technical issues": 11,
    "Not using it": 14,
    "Moved abroad": 5,
}


def month_later(day: dt.date, months: int) -> dt.date:
    """The same day some months later, the 28th at the latest once a month has passed."""
    if not months:
        return day
    index = day.year * 12 + day.month - 1 + months
    return dt.date(index // 12, index % 12 + 1, min(day.day, 28))


def subscriber(rng: random.Random, number: int) -> dict[str, Any]:
    """A person who signed up, more of them in the later months."""
    span = (LAST - FIRST).days
    signed_up = FIRST + dt.timedelta(days=int(span * rng.random() ** 0.8))
    first, last = rng.choice(FIRST_NAMES), rng.choice(LAST_NAMES)
    plan = weighted(rng, PLAN_WEIGHTS)
    return {
        "full_name": f"{first} {last}",
        "email": f"{first}.{last}{number}@{rng.choice(['gmail.com', 'outlook.com', 'yahoo.com'])}".lower(),
        "country": weighted(rng, COUNTRIES),
        "birth_year": rng.randint(1950, 2006) if rng.random() > 0.08 else None,
        "signup_date": signed_up,
        "acquisition_channel": weighted(rng, CHANNELS) if rng.random() > 0.04 else None,
        "plan": plan,
        "monthly_price": PRICES[plan],
        "billing_cycle": weighted(rng, {"monthly": 82, "annual": 18}),
        "status": "active",
    }


def cancellation(rng: random.Random, person: dict[str, Any]) -> dict[str, Any] | None:
    """The end of this person's subscription, if it came."""
    stay = int(rng.expovariate(1 / 390)) + 20
    day = person["signup_date"] + dt.timedelta(days=stay)
    if day > LAST:
        return None
    return {
        "subscriber_id": person["subscriber_id"],
        "cancelled_on": day,
        "reason": weighted(rng, REASONS) if rng.random() > 0.1 else None,
        "discount_offered": rng.random() < 0.35,
        "contacted_support": rng.random() < 0.28,
        "satisfaction_score": rng.randint(1, 10) if rng.random() > 0.3 else None,
    }


def payments_of(rng: random.Random, person: dict[str, Any], end: dt.date) -> Rows:
    """What this person was charged, month by month or year by year."""
    annual = person["billing_cycle"] == "annual"
    amount = round(person["monthly_price"] * (10 if annual else 1), 2)
    method = weighted(rng, METHODS)
    rows: Rows = []
    for months in range(0, 40, 12 if annual else 1):
        day = month_later(person["signup_date"], months)
        if day > end:
            break
        status = weighted(rng, {"succeeded": 92, "failed": 6, "refunded": 2})
        rows.append(
            {
                "subscriber_id": person["subscriber_id"],
                "payment_date": day,
                "amount": amount,
                "payment_method": method,
                "status": status,
                "failure_reason": rng.choice(["card_expired", "insufficient_funds", "card_declined"])
                if status == "failed"
                else None,
                "promo_code": rng.choice(PROMOS) if rng.random() < 0.07 else None,
            }
        )
    return rows


def title(rng: random.Random, name: str) -> dict[str, Any]:
    """A film or series of the catalogue."""
    kind = weighted(rng, {"Movie": 55, "Series": 38, "Special": 7})
    original = rng.random() < 0.3
    added = FIRST + dt.timedelta(days=rng.randint(0, 860)) if rng.random() < 0.6 else dt.date(2022, 11, 1)
    return {
        "title_name": name,
        "title_type": kind,
        "genre": weighted(rng, GENRES),
        "release_year": rng.randint(added.year - 1, added.year) if original else rng.randint(1994, 2022),
        "runtime_minutes": rng.randint(*RUNTIMES[kind]),
        "original_language": weighted(rng, LANGUAGES),
        "age_rating": weighted(rng, {"G": 10, "PG": 22, "PG-13": 34, "R": 26, "NC-17": 4}),
        "is_original": original,
        "added_on": added,
        "license_cost": None if original else round(rng.uniform(8_000, 240_000), -2),
    }


def session(
    rng: random.Random, people: Rows, ends: dict[int, dt.date], catalogue: Rows, popularity: list[float]
) -> dict[str, Any]:
    """One sitting of one subscriber in front of one title."""
    while True:
        person = rng.choice(people)
        started = moment(rng, person["signup_date"], ends[person["subscriber_id"]], (6, 23))
        watched = rng.choices(catalogue, popularity)[0]
        if watched["added_on"] <= started.date():
            break
    completed = rng.random() < 0.58
    runtime = watched["runtime_minutes"]
    return {
        "subscriber_id": person["subscriber_id"],
        "title_id": watched["title_id"],
        "started_at": started,
        "minutes_watched": runtime if completed else rng.randint(1, runtime - 1),
        "device_type": weighted(rng, DEVICES),
        "stream_quality": weighted(rng, QUALITIES) if rng.random() > 0.03 else None,
        "completed": completed,
        "user_rating": rng.choices([1, 2, 3, 4, 5], [5, 9, 22, 38, 26])[0] if rng.random() < 0.3 else None,
    }


def write(folder: Path) -> None:
    """The service's tables as Parquet."""
    rng = random.Random(7341)
    people = numbered((subscriber(rng, number) for number in range(1, 521)), "subscriber_id")
    ends = {person["subscriber_id"]: LAST for person in people}
    left: Rows = []
    for person in people:
        row = cancellation(rng, person)
        if row is not None:
            left.append(row)
            ends[person["subscriber_id"]] = row["cancelled_on"]
            person["status"] = "cancelled"
        elif rng.random() < 0.06:
            person["status"] = "paused"
    names = [f"{adjective} {noun}" for adjective in ADJECTIVES for noun in NOUNS]
    catalogue = numbered((title(rng, name) for name in rng.sample(names, 300)), "title_id")
    popularity = [rng.lognormvariate(0, 0.9) for _ in catalogue]
    charged = [row for person in people for row in payments_of(rng, person, ends[person["subscriber_id"]])]
    viewing = (session(rng, people, ends, catalogue, popularity) for _ in range(5000))
    write_parquet(
        folder,
        {
            "subscribers": people,
            "titles": catalogue,
            "viewing_sessions": numbered(sorted(viewing, key=lambda row: row["started_at"]), "session_id"),
            "payments": numbered(sorted(charged, key=lambda row: row["payment_date"]), "payment_id"),
            "cancellations": numbered(sorted(left, key=lambda row: row["cancelled_on"]), "cancellation_id"),
        },
    )
