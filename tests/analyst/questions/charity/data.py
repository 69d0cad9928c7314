"""A charity from 2022 to the start of 2025: donors, campaigns, donations and events."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_csv

FIRST, LAST = dt.date(2022, 1, 1), dt.date(2025, 1, 19)
CAMPAIGNS = [
    ("Clean Wells 2022", "Water", 60000, dt.date(2022, 2, 1), dt.date(2022, 9, 30)),
    ("Back to School", "Education", 35000, dt.date(2022, 7, 1), dt.date(2022, 12, 31)),
    ("Winter Shelter", "Housing", 45000, dt.date(2022, 11, 1), dt.date(2023, 3, 15)),
    ("Flood Relief", "Emergency", 90000, dt.date(2023, 5, 20), dt.date(2023, 10, 31)),
    ("Girls Who Code", "Education", 40000, dt.date(2023, 3, 1), dt.date(2024, 2, 29)),
    ("Clean Wells 2024", "Water", 70000, dt.date(2024, 2, 1), dt.date(2024, 11, 30)),
    ("Warm Homes", "Housing", 55000, dt.date(2023, 11, 1), dt.date(2024, 4, 30)),
    ("Plant a Forest", "Environment", 80000, dt.date(2024, 4, 15), None),
    ("Mobile Clinics", "Health", 120000, dt.date(2022, 5, 1), None),
]
COUNTRIES = {"UK": 46, "Ireland": 14, "Germany": 13, "Netherlands": 10, "USA": 9, "Canada": 4, "": 4}
METHODS = {"Card": 44, "Bank transfer": 31, "PayPal": 17, "Cheque": 5, "Cash": 3}
TYPES = {
    "Gala": (1, 21000),
    "Fun run": (4, 2600),
    "Bake sale": (5, 300),
    "Auction": (2, 4200),
    "Concert": (3, 5400),
}
CITIES = ["London", "Dublin", "Leeds", "Berlin", "Utrecht", "Boston"]
GIVEN = [
    "Alan",
    "Bridget",
    "Carla",
    "Dieter",
    "Emma",
    "Fergus",
    "Greta",
    "Hassan",
    "Ivy",
    "Jonas",
    "Kate",
    "Luis",
]
FAMILY = [
    *("Archer", "Bishop", "Carter", "Dunne", "Eriksen", "Foster", "Green", "Holt", "Irving", "Jansen"),
    *("Keller", "Lynch", "Moreau", "Novak", "Ortiz", "Parker", "Rahman", "Stein", "Tully", "Ward"),
]
FIRMS = ["Brightwater", "Oakfield", "Nordlys", "Kestrel", "Solway", "Haven", "Meridian", "Tidewell"]


def write(folder: Path) -> None:
    """Write the tables as CSV files."""
    rng = random.Random(3303)
    campaigns = numbered(
        {"title": title, "cause": cause, "goal": goal, "starts_on": start, "ends_on": end}
        for title, cause, goal, start, end in CAMPAIGNS
    )
    donors = numbered(_donors(rng))
    donations = numbered(sorted(_donations(rng, donors, campaigns), key=lambda row: row["given_on"]))
    events = numbered(sorted((_event(rng, campaigns) for _ in range(140)), key=lambda row: row["held_on"]))
    write_csv(folder, {"campaigns": campaigns, "donors": donors, "donations": donations, "events": events})


def _donors(rng: random.Random) -> Rows:
    names = [f"{given} {family}" for given in GIVEN for family in FAMILY]
    rows = [_donor(rng, name, "Individual") for name in rng.sample(names, 230)]
    rows += [_donor(rng, f"{firm} {end}", "Company") for firm in FIRMS for end in ("Ltd", "Group")]
    rows += [_donor(rng, f"{firm} Foundation", "Foundation") for firm in FIRMS]
    rng.shuffle(rows)
    return rows


def _donor(rng: random.Random, name: str, kind: str) -> dict:
    return {
        "name": name,
        "kind": kind,
        "country": weighted(rng, COUNTRIES) or None,
        "registered_on": moment(rng, dt.date(2020, 1, 1), dt.date(2025, 1, 5)).date(),
        "newsletter": rng.random() < 0.55,
        "birth_year": rng.randint(1938, 2002) if kind == "Individual" and rng.random() < 0.8 else None,
    }


def _donations(rng: random.Random, donors: Rows, campaigns: Rows) -> Rows:
    rows, zeal = [], [rng.paretovariate(1.3) if rng.random() < 0.9 else 0.0 for _ in donors]
    for donor in rng.choices(donors, [min(each, 12) for each in zeal], k=5200):
        day = moment(rng, max(FIRST, donor["registered_on"]), LAST).date()
        if day.month not in (11, 12) and rng.random() < 0.25:
            continue
        rows.append(_donation(rng, donor, campaigns, day))
    return rows


def _donation(rng: random.Random, donor: dict, campaigns: Rows, day: dt.date) -> dict:
    running = [each for each in campaigns if each["starts_on"] <= day <= (each["ends_on"] or LAST)]
    campaign = rng.choice(running) if running and rng.random() < 0.7 else None
    scale = {"Individual": 38, "Company": 420, "Foundation": 1500}[donor["kind"]]
    thanked = day + dt.timedelta(days=rng.randint(0, 30))
    return {
        "donor_id": donor["id"],
        "campaign_id": campaign["id"] if campaign else None,
        "given_on": day,
        "amount": round(min(25000, scale * rng.lognormvariate(0, 0.8)), 0) or 5.0,
        "method": weighted(rng, METHODS),
        "recurring": donor["kind"] == "Individual" and rng.random() < 0.42,
        "tax_relief": rng.random() < 0.6,
        "anonymous": rng.random() < 0.07,
        "thanked_on": thanked if thanked <= LAST and rng.random() < 0.88 else None,
    }


def _event(rng: random.Random, campaigns: Rows) -> dict:
    kind = weighted(rng, {name: share for name, (share, _) in TYPES.items()})
    scale, city = TYPES[kind][1], rng.choices(CITIES, [36, 20, 15, 12, 9, 8])[0]
    day = moment(rng, FIRST, LAST).date()
    running = [each for each in campaigns if each["starts_on"] <= day <= (each["ends_on"] or LAST)]
    return {
        "name": f"{city} {kind} {day.year}",
        "type": kind,
        "city": city,
        "campaign_id": rng.choice(running)["id"] if running and rng.random() < 0.8 else None,
        "held_on": day,
        "attendees": rng.randint(25, 60) * (6 if kind in ("Fun run", "Concert") else 2),
        "volunteers": rng.randint(3, 40) if rng.random() < 0.9 else None,
        "cost": round(scale * rng.uniform(0.2, 0.7), 2),
        "raised": round(scale * rng.lognormvariate(0, 0.5), 2),
    }
