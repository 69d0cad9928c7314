"""A ski resort over three winters: passes sold, lift rides, lessons, rentals and snow reports."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

WINTERS = {
    "2022/23": (dt.date(2022, 12, 1), dt.date(2023, 4, 16)),
    "2023/24": (dt.date(2023, 12, 1), dt.date(2024, 4, 14)),
    "2024/25": (dt.date(2024, 11, 30), dt.date(2025, 3, 17)),
}
WINTER_WEIGHTS = {"2022/23": 28, "2023/24": 34, "2024/25": 38}

PASS_TYPES = {"Day": 46, "Half Day": 14, "3-Day": 16, "Weekly": 13, "Season": 11}
PASS_DAYS = {"Day": 1, "Half Day": 1, "3-Day": 3, "Weekly": 7}
PASS_PRICES = {"Day": 62.0, "Half Day": 44.0, "3-Day": 169.0, "Weekly": 349.0, "Season": 719.0}
AGE_FACTORS = {"Adult": 1.0, "Youth": 0.8, "Child": 0.55, "Senior": 0.85}
AGE_GROUPS = {"Adult": 58, "Youth": 14, "Child": 19, "Senior": 9}
CHANNELS = {"Online": 44, "Ticket Window": 33, "Partner Hotel": 14, "Tour Operator": 9}
COUNTRIES = {
    "Austria": 31,
    "Germany": 29,
    "Netherlands": 13,
    "Czechia": 9,
    "Italy": 7,
    "Poland": 6,
    "Denmark": 4,
}

LIFTS = [
    ("Gipfelbahn", "Gondola", "Summit", 8, 24),
    ("Talexpress", "Gondola", "Valley", 6, 21),
    ("Sonnenlift", "Chairlift", "Sunny Side", 5, 15),
    ("Panorama 6er", "Chairlift", "Sunny Side", 4, 13),
    ("Nordwand", "Chairlift", "North Face", 7, 10),
    ("Adlerhorst", "Chairlift", "Summit", 6, 8),
    ("Gletscherlift", "T-Bar", "Summit", 3, 6),
    ("Waldlift", "T-Bar", "North Face", 2, 4.5),
    ("Zwergerl", "Magic Carpet", "Valley", 1, 3),
]

INSTRUCTORS = {
    "Anna Gruber": 15,
    "Lukas Steiner": 13,
    "Maria Hofer": 12,
    "Tobias Egger": 11,
    "Sophie Wimmer": 9,
    "Jakob Moser": 8,
    "Elena Pichler": 7.5,
    "Paul Leitner": 6.5,
    "Katrin Fuchs": 5.5,
    "Marco Rossi": 4.5,
    "Nina Berger": 3.5,
    "David Novak": 2.5,
}
DISCIPLINES = {"Ski": 64, "Snowboard": 25, "Cross-Country": 7, "Freeride": 4}
SKILLS = {"Beginner": 52, "Intermediate": 33, "Advanced": 15}
STATUSES = {"completed": 86, "cancelled": 10, "no_show": 4}

SHOPS = {"Base Village": 48, "Gondola Station": 31, "Alpine Plaza": 21}
EQUIPMENT = {"Skis": 42, "Ski Boots": 22, "Snowboard": 17, "Helmet": 12, "Snowshoes": 4, "Sled": 3}
DAY_RATES = {"Skis": 29, "Ski Boots": 14, "Snowboard": 27, "Helmet": 7, "Snowshoes": 13, "Sled": 9}
BRANDS = {"Atomic": 30, "Fischer": 21, "Head": 17, "Salomon": 16, "Rossignol": 10, "Burton": 6}

STATIONS = {"Base": (45, 1.0, 1050), "Mid-Mountain": (95, 1.5, 1650), "Summit": (160, 2.1, 2380)}
MONTH_FACTORS = {11: 0.4, 12: 0.7, 1: 1.0, 2: 1.25, 3: 1.05, 4: 0.55}


def write(folder: Path) -> None:
    """All tables of the resort."""
    rng = random.Random(20250318)
    passes = _pass_sales(rng)
    write_parquet(
        folder,
        {
            "pass_sales": passes,
            "lift_rides": _lift_rides(rng, passes),
            "lessons": _lessons(rng),
            "rentals": _rentals(rng),
            "snow_reports": _snow_reports(rng),
        },
    )


def _winter_day(rng: random.Random) -> dt.date:
    """A day of a winter, likelier in February and on weekends."""
    first, last = WINTERS[weighted(rng, WINTER_WEIGHTS)]
    while True:
        day = first + dt.timedelta(days=rng.randint(0, (last - first).days))
        busy = MONTH_FACTORS[day.month] * (1.3 if day.weekday() >= 5 else 0.9)
        if rng.random() * 1.7 < busy:
            return day


def _season_of(day: dt.date) -> str:
    """The winter a day's pass is for: from August on it is the coming one."""
    first = day.year if day.month >= 8 else day.year - 1
    return f"{first}/{(first + 1) % 100:02d}"


def _pass_sales(rng: random.Random) -> Rows:
    """Passes sold; season passes mostly in the autumn before."""
    rows: Rows = []
    for _ in range(2600):
        kind = weighted(rng, PASS_TYPES)
        if kind == "Season":
            start = WINTERS[weighted(rng, WINTER_WEIGHTS)][0]
            sold = moment(rng, start - dt.timedelta(days=75), start + dt.timedelta(days=25), (8, 20))
            valid_from = max(start, sold.date())
        else:
            valid_from = _winter_day(rng)
            ahead = dt.timedelta(days=rng.choice([0, 0, 0, 1, 3, 9]))
            sold = moment(rng, valid_from - ahead, valid_from, (7, 16))
        age = weighted(rng, AGE_GROUPS)
        discount = rng.choice([5, 10, 10, 15, 20]) if rng.random() < 0.27 else None
        year_factor = {"2022/23": 0.92, "2023/24": 0.96, "2024/25": 1.0}[_season_of(sold.date())]
        list_price = round(PASS_PRICES[kind] * AGE_FACTORS[age] * year_factor * 2) / 2
        rows.append(
            {
                "season": _season_of(sold.date()),
                "sold_at": sold,
                "valid_from": valid_from,
                "pass_type": kind,
                "age_group": age,
                "sales_channel": weighted(rng, CHANNELS),
                "customer_country": weighted(rng, COUNTRIES) if rng.random() < 0.94 else None,
                "list_price_eur": list_price,
                "discount_pct": discount,
                "price_paid_eur": round(list_price * (1 - (discount or 0) / 100), 2),
            }
        )
    return numbered(sorted(rows, key=lambda row: row["sold_at"]), "pass_id")


def _lift_rides(rng: random.Random, passes: Rows) -> Rows:
    """Scans at the lifts' gates, each with a pass that is valid that day."""
    rows: Rows = []
    while len(rows) < 5000:
        sold = rng.choice(passes)
        last = WINTERS[sold["season"]][1]
        if sold["pass_type"] != "Season":
            days = PASS_DAYS[sold["pass_type"]]
            last = min(last, sold["valid_from"] + dt.timedelta(days=days - 1))
        for _ in range(rng.randint(1, 6 if sold["pass_type"] == "Season" else 3)):
            lift, lift_type, area, wait, _weight = rng.choices(LIFTS, [each[4] for each in LIFTS])[0]
            first_hour = 12 if sold["pass_type"] == "Half Day" else 8
            scanned = moment(rng, sold["valid_from"], last, (first_hour, 15))
            crowd = MONTH_FACTORS[scanned.month] * (1.4 if scanned.weekday() >= 5 else 0.9)
            minutes = round(max(0.0, rng.gauss(wait * crowd, 1.8)), 1)
            rows.append(
                {
                    "pass_id": sold["pass_id"],
                    "lift_name": lift,
                    "lift_type": lift_type,
                    "area": area,
                    "scanned_at": scanned,
                    "wait_minutes": minutes if rng.random() < 0.93 else None,
                }
            )
    return numbered(sorted(rows[:5000], key=lambda row: row["scanned_at"]), "ride_id")


def _lessons(rng: random.Random) -> Rows:
    """Lessons of the ski school."""
    rows: Rows = []
    for _ in range(1400):
        private = rng.random() < 0.36
        hours = rng.choice([1, 2, 2, 3] if private else [2, 2, 4, 4])
        people = rng.choice([1, 1, 1, 2, 2, 3] if private else [4, 5, 6, 6, 7, 8, 9])
        discipline = weighted(rng, DISCIPLINES)
        status = weighted(rng, STATUSES)
        fee = hours * (72 + 14 * (people - 1) if private else 19 * people)
        rated = status == "completed" and rng.random() < 0.62
        rows.append(
            {
                "lesson_date": _winter_day(rng),
                "discipline": discipline,
                "skill_level": "Advanced" if discipline == "Freeride" else weighted(rng, SKILLS),
                "lesson_format": "Private" if private else "Group",
                "instructor_name": weighted(rng, INSTRUCTORS),
                "participants": people,
                "duration_hours": hours,
                "lesson_fee_eur": None if status == "cancelled" else float(fee),
                "status": status,
                "rating": rng.choices([1, 2, 3, 4, 5], [2, 4, 13, 36, 45])[0] if rated else None,
            }
        )
    return numbered(sorted(rows, key=lambda row: row["lesson_date"]), "lesson_id")


def _rentals(rng: random.Random) -> Rows:
    """Equipment rented; the last ones are still out."""
    rows: Rows = []
    for _ in range(2000):
        item = weighted(rng, EQUIPMENT)
        rented = _winter_day(rng)
        days = rng.choices([1, 2, 3, 5, 6, 7], [34, 17, 14, 11, 17, 7])[0]
        due = rented + dt.timedelta(days=days - 1)
        late = rng.random() < 0.06
        returned = due + dt.timedelta(days=rng.randint(1, 3) if late else 0)
        overdue = due >= dt.date(2025, 3, 4) and rng.random() < 0.1
        rate = DAY_RATES[item] * (1 - 0.04 * (days - 1))
        rows.append(
            {
                "rented_on": rented,
                "due_on": due,
                "returned_on": None if overdue or returned > dt.date(2025, 3, 17) else returned,
                "shop": weighted(rng, SHOPS),
                "equipment_type": item,
                "brand": weighted(rng, BRANDS) if item != "Sled" else None,
                "rental_days": days,
                "rental_fee_eur": round(rate * days, 2),
                "damage_fee_eur": float(rng.choice([15, 25, 40, 60, 120])) if rng.random() < 0.05 else None,
            }
        )
    return numbered(sorted(rows, key=lambda row: row["rented_on"]), "rental_id")


def _snow_reports(rng: random.Random) -> Rows:
    """The daily report of each of the three stations."""
    rows: Rows = []
    for season, (first, last) in WINTERS.items():
        depths = {station: float(base) for station, (base, _, _) in STATIONS.items()}
        dry = {"2022/23": 0.8, "2023/24": 1.1, "2024/25": 0.95}[season]
        for offset in range((last - first).days + 1):
            day = first + dt.timedelta(days=offset)
            snowing = rng.random() < 0.31
            for station, (base, factor, altitude) in STATIONS.items():
                fresh = round(rng.gammavariate(2.0, 3.4) * factor * dry) if snowing else 0
                depths[station] = max(base * 0.25, depths[station] * 0.985 + fresh * 0.6)
                dangers = [18, 44, 30, 8] if snowing else [40, 42, 16, 2]
                mean = 3.5 - (altitude - 1050) * 0.0062 - 4.0 * MONTH_FACTORS[day.month]
                rows.append(
                    {
                        "report_date": day,
                        "station": station,
                        "altitude_m": altitude,
                        "snow_depth_cm": round(depths[station]),
                        "new_snow_cm": fresh,
                        "temperature_c": round(rng.gauss(mean, 3.6), 1) if rng.random() < 0.97 else None,
                        "wind_kmh": round(rng.gammavariate(2.2, 6.5 * factor)),
                        "avalanche_level": rng.choices([1, 2, 3, 4], dangers)[0],
                    }
                )
    return numbered(rows, "report_id")
