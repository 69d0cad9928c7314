"""A family campsite: pitches, guests, bookings, extras and reviews."""

from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from tests.analyst.questions.draws import by, full_names, midnight, picked
from tests.analyst.questions.tables import Row, Rows, write_typed

START, END = date(2023, 1, 10), date(2025, 9, 22)
GUESTS, BOOKINGS = 520, 2640
COLUMNS = {
    "pitches": "pitch_id:int pitch_code:text zone:text pitch_type:text size_m2:int has_electric:flag "
    "dogs_allowed:flag nightly_rate:real opened_on:date last_inspected_on:date",
    "guests": "guest_id:int full_name:text email:text country:text newsletter_opt_in:flag loyalty_tier:text",
    "bookings": "booking_id:int guest_id:int pitch_id:int booked_at:time arrival_date:date "
    "departure_date:date adults:int children:int dogs:int channel:text status:text total_price:real "
    "deposit_paid:flag promo_code:text cancelled_at:time",
    "extras": "extra_id:int booking_id:int item:text category:text quantity:int unit_price:real sold_on:date",
    "reviews": "review_id:int booking_id:int rating:int cleanliness_rating:int submitted_on:date "
    "comment:text would_recommend:flag replied_at:time",
}
ZONES = {"Riverside": 20, "Woodland": 17, "Meadow": 24, "Lakeview": 15}
ZONE_RATES = {"Riverside": 1.1, "Woodland": 0.95, "Meadow": 0.9, "Lakeview": 1.25}
# What a pitch costs a night, and about how large it is.
PITCH_TYPES = {
    "Tent": (22, 60),
    "Touring Caravan": (32, 110),
    "Motorhome": (36, 120),
    "Glamping Pod": (75, 40),
    "Safari Tent": (95, 70),
}
CLOSED_IN_2025 = [6, 29, 47]
POPULAR = [1, 11, 26, 41, 61]
COUNTRIES = ["United Kingdom", "Netherlands", "Germany", "Ireland", "France", "Belgium", "Denmark"]
COUNTRY_WEIGHTS = [0.52, 0.16, 0.12, 0.08, 0.06, 0.04, 0.02]
TIERS = [None, "Bronze", "Silver", "Gold"]
SEASON = [0, 0, 0.02, 0.07, 0.12, 0.14, 0.22, 0.24, 0.12, 0.05, 0.02, 0]
WEEKDAYS = [1, 0.8, 0.8, 1, 2.2, 1.8, 0.8]
YEARS = {2023: 0.9, 2024: 1, 2025: 1.12}
CHANNELS = ["Website", "Phone", "Pitchup", "Booking.com", "Walk-in"]
LEADS = {"Website": 22, "Phone": 16, "Pitchup": 14, "Booking.com": 27}
CANCELLING = {"Website": 0.11, "Phone": 0.08, "Pitchup": 0.15, "Booking.com": 0.21, "Walk-in": 0}
PROMOTIONS = {None: 1, "EARLYBIRD": 0.85, "SPRING10": 0.9, "LONGSTAY": 0.88, "FRIENDS5": 0.95}
RATES = {2023: 0.94, 2024: 1, 2025: 1.05}
EXTRAS = {
    "Firewood net": ("Campfire", 7.5, 0.2),
    "Fire pit hire": ("Campfire", 12, 0.1),
    "Kindling bag": ("Campfire", 4, 0.08),
    "Bike hire (day)": ("Activities", 18, 0.11),
    "Canoe hire (half day)": ("Activities", 32, 0.07),
    "Archery session": ("Activities", 22, 0.05),
    "Breakfast hamper": ("Food & Drink", 16.5, 0.1),
    "BBQ pack": ("Food & Drink", 24, 0.07),
    "Pizza night": ("Food & Drink", 13, 0.08),
    "Gas bottle": ("Camping Gear", 29, 0.05),
    "Fridge rental": ("Camping Gear", 15, 0.05),
    "Airbed": ("Camping Gear", 19, 0.04),
}
EXTRA_RATES = {2023: 0.95, 2024: 1, 2025: 1.06}
RATINGS = {
    "Riverside": [0.04, 0.07, 0.17, 0.34, 0.38],
    "Woodland": [0.05, 0.09, 0.22, 0.36, 0.28],
    "Meadow": [0.08, 0.13, 0.25, 0.33, 0.21],
    "Lakeview": [0.02, 0.04, 0.11, 0.33, 0.5],
}
COMMENTS = [
    None,
    "Lovely quiet spot",
    "Showers could be cleaner",
    "Great for the kids",
    "Will be back",
    "Too close to the road",
    "Friendly team",
    "Pitch was muddy",
    "Beautiful views",
]


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = np.random.default_rng(7101)
    pitches = _pitches(rng)
    guests = _guests(rng)
    bookings = _bookings(rng, pitches)
    stays = [booking for booking in bookings if booking["status"] == "completed"]
    tables = {
        "pitches": pitches,
        "guests": guests,
        "bookings": bookings,
        "extras": _extras(rng, stays),
        "reviews": _reviews(rng, stays, pitches),
    }
    write_typed(folder, COLUMNS, tables)


def _pitches(rng: np.random.Generator) -> Rows:
    pitches: Rows = []
    for zone, count in ZONES.items():
        for place in range(1, count + 1):
            kind = picked(rng, list(PITCH_TYPES), [0.31, 0.25, 0.2, 0.13, 0.11])
            pitch = {
                "pitch_id": len(pitches) + 1,
                "pitch_code": f"{zone[0]}{place:02d}",
                "zone": zone,
                "pitch_type": kind,
            }
            pitches.append(pitch | _equipment(rng, zone, kind))
    return pitches


def _equipment(rng: np.random.Generator, zone: str, kind: str) -> Row:
    rate, size = PITCH_TYPES[kind]
    is_built = kind in ("Glamping Pod", "Safari Tent")
    return {
        "size_m2": size + int(rng.integers(-12, 20)),
        "has_electric": kind != "Tent" or rng.random() < 0.35,
        "dogs_allowed": rng.random() < (0.35 if is_built else 0.85),
        "nightly_rate": round(rate * ZONE_RATES[zone] + int(rng.integers(-2, 4)), 2),
        "opened_on": date(2015 + int(rng.integers(0, 7)), 4, 1),
        "last_inspected_on": None
        if rng.random() < 0.15
        else date(2025, 1, 10) + timedelta(days=int(rng.integers(0, 240))),
    }


def _guests(rng: np.random.Generator) -> Rows:
    return [
        {
            "guest_id": number,
            "full_name": name,
            "email": None if rng.random() < 0.07 else name.lower().replace(" ", ".") + "@example.com",
            "country": picked(rng, COUNTRIES, COUNTRY_WEIGHTS),
            "newsletter_opt_in": rng.random() < 0.42,
            "loyalty_tier": picked(rng, TIERS, [0.55, 0.25, 0.14, 0.06]),
        }
        for number, name in enumerate(full_names(rng, GUESTS), 1000)
    ]


def _bookings(rng: np.random.Generator, pitches: Rows) -> Rows:
    """The bookings; fourteen guests have none."""
    weights = rng.gamma(2.2, 1, GUESTS)
    weights[rng.choice(GUESTS, 14, replace=False)] = 0
    weights /= weights.sum()
    bookings: Rows = []
    for arrival in _arrivals(rng):
        pitch = picked(rng, pitches, _popularity(pitches, arrival.year))
        channel = picked(rng, CHANNELS, [0.44, 0.15, 0.2, 0.15, 0.06])
        nights = picked(rng, [1, 2, 3, 4, 5, 7, 10, 14], [0.1, 0.24, 0.2, 0.12, 0.09, 0.17, 0.05, 0.03])
        booked = _booked(rng, channel, arrival)
        booking = {
            "pitch_id": pitch["pitch_id"],
            "channel": channel,
            "booked_at": booked,
            "arrival_date": arrival,
            "departure_date": min(arrival + timedelta(days=nights), date(2025, 9, 23)),
            "status": _status(rng, channel),
            "cancelled_at": None,
        }
        booking |= _party(rng, booking, pitch)
        if booking["status"] == "cancelled":
            minutes = max(1, (midnight(arrival) - booked) / timedelta(minutes=1))
            booking["cancelled_at"] = booked + timedelta(minutes=int(rng.uniform(0.05, 0.98) * minutes))
        booking["guest_id"] = 1000 + int(rng.choice(GUESTS, p=weights))
        booking["deposit_paid"] = channel != "Walk-in" and rng.random() < 0.8
        bookings.append(booking)
    return by(bookings, "booked_at", "booking_id", 20001)


def _arrivals(rng: np.random.Generator) -> list[date]:
    """The day of each arrival: more in summer, towards the weekend and from year to year."""
    days = [START + timedelta(days=at) for at in range((END - START).days + 1)]
    weights = np.array([SEASON[day.month - 1] * WEEKDAYS[day.weekday()] * YEARS[day.year] for day in days])
    return sorted(days[at] for at in rng.choice(len(days), BOOKINGS, p=weights / weights.sum()))


def _popularity(pitches: Rows, year: int) -> Any:
    weights = np.array([1.4 if pitch["zone"] == "Lakeview" else 1.0 for pitch in pitches])
    weights[[number - 1 for number in POPULAR]] = 1.9
    if year == 2025:
        weights[[number - 1 for number in CLOSED_IN_2025]] = 0
    return weights / weights.sum()


def _booked(rng: np.random.Generator, channel: str, arrival: date) -> datetime:
    """When a stay is booked: on the day, or weeks ahead."""
    lead = 0 if channel == "Walk-in" else int(min(200, 1 + rng.gamma(1.6, LEADS[channel])))
    minutes = int(rng.integers(8 * 60, 21 * 60))
    booked = midnight(arrival - timedelta(days=lead)) + timedelta(minutes=minutes)
    if booked < datetime(2023, 1, 2):
        booked = datetime(2023, 1, 2, 10) + timedelta(minutes=int(rng.integers(0, 400)))
    return booked


def _status(rng: np.random.Generator, channel: str) -> str:
    drawn = rng.random()
    if drawn < CANCELLING[channel]:
        return "cancelled"
    is_absent = drawn < CANCELLING[channel] + 0.025 and channel != "Walk-in"
    return "no_show" if is_absent else "completed"


def _party(rng: np.random.Generator, booking: Row, pitch: Row) -> Row:
    """Who comes, and what that costs."""
    adults = picked(rng, [1, 2, 3, 4], [0.13, 0.66, 0.12, 0.09])
    children = picked(rng, [0, 1, 2, 3, 4], [0.5, 0.16, 0.22, 0.09, 0.03])
    dogs = picked(rng, [0, 1, 2], [0.7, 0.23, 0.07]) if pitch["dogs_allowed"] else 0
    is_direct = booking["channel"] in ("Website", "Phone")
    code = picked(rng, list(PROMOTIONS), [0.78, 0.09, 0.06, 0.04, 0.03]) if is_direct else None
    arrival = booking["arrival_date"]
    nights = (booking["departure_date"] - arrival).days
    stay = pitch["nightly_rate"] * nights * (1.2 if arrival.month in (7, 8) else 1) * RATES[arrival.year]
    people = max(0, adults - 2) * 6 * nights
    total = (stay + people + children * 3 * nights + dogs * 4 * nights) * PROMOTIONS[code]
    return {
        "adults": adults,
        "children": children,
        "dogs": dogs,
        "promo_code": code,
        "total_price": float(np.round(total, 2)),
    }


def _extras(rng: np.random.Generator, stays: Rows) -> Rows:
    """What guests bought on top, on a day of their stay."""
    extras: Rows = []
    for stay in stays:
        arrival = stay["arrival_date"]
        nights = (stay["departure_date"] - arrival).days
        for _ in range(picked(rng, [0, 1, 2, 3, 4], [0.38, 0.28, 0.18, 0.11, 0.05])):
            item = picked(rng, list(EXTRAS), [weight for *_, weight in EXTRAS.values()])
            category, price, _ = EXTRAS[item]
            extras.append(
                {
                    "booking_id": stay["booking_id"],
                    "item": item,
                    "category": category,
                    "quantity": picked(rng, [1, 2, 3, 4], [0.55, 0.28, 0.11, 0.06]),
                    "unit_price": round(price * EXTRA_RATES[arrival.year], 2),
                    "sold_on": arrival + timedelta(days=int(rng.integers(0, nights + 1))),
                }
            )
    return by(extras, "sold_on", "extra_id")


def _reviews(rng: np.random.Generator, stays: Rows, pitches: Rows) -> Rows:
    """A review of about every third stay, some of them with a reply."""
    zones = {pitch["pitch_id"]: pitch["zone"] for pitch in pitches}
    reviews: Rows = []
    for stay in stays:
        if rng.random() > 0.36:
            continue
        submitted = stay["departure_date"] + timedelta(days=int(rng.integers(1, 20)))
        if submitted > END:
            continue
        rating = picked(rng, [1, 2, 3, 4, 5], RATINGS[zones[stay["pitch_id"]]])
        replied = _replied(rng, submitted) if rng.random() < 0.62 else None
        reviews.append(
            {
                "booking_id": stay["booking_id"],
                "rating": rating,
                "cleanliness_rating": min(5, max(1, rating + picked(rng, [-1, 0, 0, 1]))),
                "submitted_on": submitted,
                "comment": picked(rng, COMMENTS, [0.28] + [0.09] * 8),
                "would_recommend": rng.random() < (0.95 if rating >= 4 else 0.5 if rating == 3 else 0.08),
                "replied_at": replied,
            }
        )
    return by(reviews, "submitted_on", "review_id", 501)


def _replied(rng: np.random.Generator, submitted: date) -> datetime | None:
    delay = timedelta(hours=int(rng.integers(10, 240)), minutes=int(rng.integers(0, 60)))
    replied = midnight(submitted) + delay
    return None if replied > datetime(2025, 9, 23) else replied
