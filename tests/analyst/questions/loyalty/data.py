"""The loyalty programme of an airline: members, tiers, flights, partners and the ledger of miles."""

import csv
from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tests.analyst.questions.draws import picked
from tests.analyst.questions.tables import Row, Rows, named

START, END = date(2021, 10, 1), date(2024, 12, 31)
DAYS = [START + timedelta(days=at) for at in range((END - START).days + 1)]
MEMBERS, FLIGHTS, EARNINGS, REDEMPTIONS, EXPIRIES = 1800, 15000, 3600, 1200, 260
HUB = "MAD"
TIERS = [
    ("BLU", "Blue", 1, 0, 0, 0),
    ("SLV", "Silver", 2, 25000, 25, 0),
    ("GLD", "Gold", 3, 50000, 50, 1),
    ("PLT", "Platinum", 4, 90000, 100, 1),
]
# From which quantile of the activity on a member has a tier, and the bonus on the miles of its flights.
TIER_FROM = {"PLT": 0.975, "GLD": 0.91, "SLV": 0.73}
BONUS = {"BLU": 0, "SLV": 0.25, "GLD": 0.5, "PLT": 1}
# Number, name, category, country, first and last day of a partner, and how often members earn miles there.
PARTNERS = """
P01|Hertz|car rental|US|2018-04-01||5
P02|Europcar|car rental|FR|2019-06-01||3
P03|Sixt|car rental|DE|2021-02-15|2024-03-31|2
P04|Marriott Bonvoy|hotel|US|2016-01-01||7
P05|NH Hotels|hotel|ES|2017-09-01||3
P06|Accor|hotel|FR|2019-01-15||4
P07|Scandic|hotel|SE|2022-05-01||1
P08|American Express|credit card|US|2015-03-01||14
P09|Santander|credit card|ES|2020-10-01||9
P10|Revolut|credit card|GB|2023-02-01||6
P11|Zara|retail|ES|2021-09-01||5
P12|Carrefour|retail|FR|2020-03-01|2023-12-31|4
P13|Booking.com|travel agency|NL|2018-11-01||6
P14|Uber|ride hailing|US|2022-03-01||7
P15|Repsol|fuel|ES|2019-05-01||4
P16|Galp|fuel|PT|2021-04-01||2
"""
EARNED = {
    "car rental": 700,
    "hotel": 1400,
    "credit card": 2300,
    "retail": 250,
    "travel agency": 900,
    "ride hailing": 150,
    "fuel": 180,
}
# What miles are spent on, how often, and about how many; who the partner is where there is one.
REDEEMED = {
    "award flight": (0.46, 14000),
    "upgrade": (0.2, 9000),
    "hotel night": (0.13, 11000),
    "gift card": (0.1, 4000),
    "car hire": (0.06, 6000),
    "charity donation": (0.05, 1500),
}
HOTELS = {"P04": 0.5, "P05": 0.2, "P06": 0.2, "P07": 0.1}
CAR_HIRE = ["P01", "P02"]
COUNTRIES = {
    "Spain": 0.36,
    "Portugal": 0.17,
    "France": 0.14,
    "United Kingdom": 0.12,
    "Germany": 0.09,
    "Italy": 0.07,
    "United States": 0.05,
}
TOWNS = {
    "Spain": ["Madrid", "Barcelona", "Valencia", "Sevilla", "Bilbao"],
    "Portugal": ["Lisbon", "Porto", "Faro"],
    "France": ["Paris", "Lyon", "Toulouse", "Nice"],
    "United Kingdom": ["London", "Manchester", "Edinburgh"],
    "Germany": ["Frankfurt", "Munich", "Berlin"],
    "Italy": ["Rome", "Milan"],
    "United States": ["New York", "Miami"],
}
GIVEN = (
    "Lucia Hugo Martina Pablo Sofia Diego Ana Joao Beatriz Tiago Camille Louis Manon Jules Emily Oliver "
    "Charlotte Jack Anna Lukas Hannah Felix Giulia Marco Chiara Luca Emma Noah Ava Ethan Carmen Javier Ines "
    "Miguel"
)
FAMILY = (
    "Garcia Fernandez Lopez Martinez Sanchez Silva Santos Ferreira Oliveira Martin Bernard Dubois Moreau "
    "Smith Taylor Brown Wilson Muller Schmidt Weber Fischer Rossi Russo Ferrari Esposito Johnson Miller "
    "Davis Romero Navarro Torres Vega Costa Pereira"
)
GENDERS = {"F": 0.46, "M": 0.52, "X": 0.02}
ENROLLED_BY = {"website": 0.44, "mobile app": 0.29, "airport": 0.13, "call centre": 0.06, "partner": 0.08}
OPT_IN = {"Y": 0.63, "N": 0.37}
MEMBER_STATUS = {"active": 0.81, "dormant": 0.14, "closed": 0.05}
# Distance of an airport from the hub in miles, and how often flights go there.
AIRPORTS = {
    "BCN": (300, 0.16),
    "LIS": (319, 0.1),
    "OPO": (272, 0.06),
    "CDG": (660, 0.1),
    "LHR": (774, 0.12),
    "FCO": (829, 0.07),
    "FRA": (884, 0.05),
    "AMS": (906, 0.05),
    "PMI": (339, 0.08),
    "LPA": (1097, 0.05),
    "JFK": (3584, 0.055),
    "MIA": (4418, 0.03),
    "MEX": (5637, 0.03),
    "BOG": (4990, 0.025),
    "EZE": (6266, 0.02),
}
AIRPORT_WEIGHTS = np.array([weight for _, weight in AIRPORTS.values()])
LONG = 3000
MONTHS = [0.75, 0.75, 0.95, 1.05, 1.1, 1.2, 1.4, 1.45, 1.15, 1.05, 0.85, 1.1]
CABINS_SHORT = {"Economy": 0.95, "Business": 0.05}
CABINS_SHORT_HIGH = {"Economy": 0.78, "Business": 0.22}
CABINS_LONG = {"Economy": 0.84, "Premium Economy": 0.09, "Business": 0.07}
CABINS_LONG_HIGH = {"Economy": 0.6, "Premium Economy": 0.15, "Business": 0.25}
CABIN_FARES = {"Economy": 1, "Premium Economy": 1.7, "Business": 3.1}
CABIN_MILES = {"Economy": 1, "Premium Economy": 1.25, "Business": 1.75}
FLIGHT_STATUS = {"flown": 0.93, "cancelled": 0.052, "no-show": 0.018}
BOOKED_BY = {"web": 0.46, "app": 0.3, "travel agent": 0.18, "call centre": 0.06}


class Members(NamedTuple):
    """The rows of the members, with how active each one is and since when."""

    rows: Rows
    activity: np.ndarray
    enrolled: np.ndarray


def write(folder: Path) -> None:
    """Write each table as a CSV file."""
    rng = np.random.default_rng(2024)
    partners = _partners()
    members = _members(rng)
    weights = np.linspace(0.65, 1.3, len(DAYS)) * np.array([MONTHS[day.month - 1] for day in DAYS])
    weights /= weights.sum()
    flights, ledger = _flights(rng, members, weights)
    ledger += [_earning(rng, members, weights, partners) for _ in range(EARNINGS)]
    ledger += [_redemption(rng, members, weights) for _ in range(REDEMPTIONS)]
    ledger += [_expiry(rng, members, weights) for _ in range(EXPIRIES)]
    columns = "tier_code tier_name tier_rank qualifying_miles bonus_pct lounge_access"
    _write_csv(folder, "tiers", named(columns, TIERS))
    _write_csv(folder, "partners", [_without(row, "weight") for row in partners])
    _write_csv(folder, "members", members.rows)
    _write_csv(folder, "flights", flights)
    _write_csv(folder, "miles_transactions", _in_order(ledger))


def _write_csv(folder: Path, name: str, rows: Rows) -> None:
    with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _without(row: Row, column: str) -> Row:
    return {name: value for name, value in row.items() if name != column}


def _in_order(ledger: Rows) -> Rows:
    """The transactions by day, numbered; those after the last day are not in the ledger yet."""
    kept = [row for row in ledger if row["txn_date"] <= END]
    kept.sort(key=lambda row: (row["txn_date"], row["member_id"], row["miles"]))
    return [{"txn_id": number, **row} for number, row in enumerate(kept, 900000)]


def _partners() -> Rows:
    columns = "partner_id partner_name category hq_country partner_since ended_on weight"
    return named(columns, [line.split("|") for line in PARTNERS.strip().split("\n")])


def _weighted(rng: np.random.Generator, weights: Mapping[str, float]) -> str:
    return picked(rng, list(weights), list(weights.values()))


def _members(rng: np.random.Generator) -> Members:
    activity = rng.gamma(0.8, 1, MEMBERS)
    limits = {tier: np.quantile(activity, part) for tier, part in TIER_FROM.items()}
    tiers = [next((tier for tier, limit in limits.items() if each > limit), "BLU") for each in activity]
    rows = [_member(rng, 100200 + at * 7, tier) for at, tier in enumerate(tiers)]
    enrolled = np.array([row["enrolled_on"] for row in rows], dtype="datetime64[D]")
    return Members(rows, activity + 0.08, enrolled)


def _member(rng: np.random.Generator, number: int, tier: str) -> Row:
    country = _weighted(rng, COUNTRIES)
    if rng.random() < 0.55:
        enrolled = date(2012, 1, 1) + timedelta(days=int(rng.integers(0, 3700)))
    else:
        enrolled = START + timedelta(days=int(rng.integers(0, 1150)))
    return {
        "member_id": f"IB{number}",
        "first_name": picked(rng, GIVEN.split()),
        "last_name": picked(rng, FAMILY.split()),
        "gender": None if rng.random() < 0.09 else _weighted(rng, GENDERS),
        "birth_date": None if rng.random() < 0.06 else _birthday(rng),
        "country": country,
        "city": None if rng.random() < 0.05 else picked(rng, TOWNS[country]),
        "tier_code": tier,
        "enrolled_on": enrolled,
        "enrol_channel": None if rng.random() < 0.04 else _weighted(rng, ENROLLED_BY),
        "email_opt_in": _weighted(rng, OPT_IN),
        "member_status": _weighted(rng, MEMBER_STATUS),
    }


def _birthday(rng: np.random.Generator) -> date:
    return date(1946, 1, 1) + timedelta(days=int(rng.integers(0, 21500)))


def _someone(rng: np.random.Generator, members: Members, day: date, power: float = 1) -> Row:
    """A member enrolled by that day; the higher the power, the more likely an active one."""
    able = np.where(members.enrolled <= np.datetime64(day))[0]
    weights = members.activity[able] ** power
    return members.rows[picked(rng, able, weights / weights.sum())]


def _flights(rng: np.random.Generator, members: Members, weights: np.ndarray) -> tuple[Rows, Rows]:
    """The flights, and the transactions of the miles earned with them some days later."""
    flights, ledger = [], []
    for number, at in enumerate(np.sort(rng.choice(len(DAYS), size=FLIGHTS, p=weights)), 300000):
        day = DAYS[at]
        member = _someone(rng, members, day)
        flight = _flight(rng, number, member, day)
        flights.append(flight)
        miles = _miles(flight, member["tier_code"])
        if miles:
            credited = day + timedelta(days=int(rng.integers(1, 4)))
            ledger.append(_transaction(member, credited, "earn", "flight", None, miles))
    return flights, ledger


def _flight(rng: np.random.Generator, number: int, member: Row, day: date) -> Row:
    airport = picked(rng, list(AIRPORTS), AIRPORT_WEIGHTS / AIRPORT_WEIGHTS.sum())
    distance = AIRPORTS[airport][0]
    is_outward = rng.random() < 0.51
    cabin = _cabin(rng, member["tier_code"], distance)
    price = distance**0.72 * 0.95 * CABIN_FARES[cabin] * rng.lognormal(0, 0.33)
    fare = round(price * (1.15 if day.month in (7, 8, 12) else 1), 2)
    is_award = rng.random() < 0.06
    status = _weighted(rng, FLIGHT_STATUS)
    is_timed = status == "flown" and rng.random() >= 0.03
    delay = max(-12, round(rng.exponential(19) - 9)) if is_timed else None
    return {
        "flight_id": number,
        "member_id": member["member_id"],
        "flight_date": day,
        "flight_no": f"XQ{list(AIRPORTS).index(airport) * 40 + (101 if is_outward else 102)}",
        "origin": HUB if is_outward else airport,
        "destination": airport if is_outward else HUB,
        "distance_miles": distance,
        "cabin": cabin,
        "fare_eur": None if is_award else fare,
        "award_ticket": "Y" if is_award else "N",
        "booking_channel": None if rng.random() < 0.05 else _weighted(rng, BOOKED_BY),
        "status": status,
        "arr_delay_min": delay,
        "bags_checked": picked(rng, [0, 1, 2, 3], [0.48, 0.39, 0.11, 0.02]),
        "seat": None if rng.random() < 0.12 else f"{rng.integers(1, 34)}{picked(rng, 'ABCDEF')}",
    }


def _cabin(rng: np.random.Generator, tier: str, distance: int) -> str:
    is_high = tier in ("GLD", "PLT")
    if distance > LONG:
        return _weighted(rng, CABINS_LONG_HIGH if is_high else CABINS_LONG)

    return _weighted(rng, CABINS_SHORT_HIGH if is_high else CABINS_SHORT)


def _miles(flight: Row, tier: str) -> int:
    """The miles that a flight earns: none with an award ticket, nor if it was not flown."""
    if flight["status"] != "flown" or flight["award_ticket"] == "Y":
        return 0

    return round(flight["distance_miles"] * CABIN_MILES[flight["cabin"]] * (1 + BONUS[tier]))


def _transaction(member: Row, day: date, kind: str, activity: str, partner: str | None, miles: int) -> Row:
    return {
        "member_id": member["member_id"],
        "txn_date": day,
        "txn_type": kind,
        "activity": activity,
        "partner_id": partner,
        "miles": miles,
    }


def _earning(rng: np.random.Generator, members: Members, weights: np.ndarray, partners: Rows) -> Row:
    """Miles earned at a partner of that day."""
    day = picked(rng, DAYS, weights)
    on = day.isoformat()
    able = [each for each in partners if each["partner_since"] <= on <= (each["ended_on"] or "9999")]
    likely = np.array([float(each["weight"]) for each in able])
    partner = picked(rng, able, likely / likely.sum())
    member = _someone(rng, members, day)
    miles = max(20, round(EARNED[partner["category"]] * rng.lognormal(0, 0.5)))
    return _transaction(member, day, "earn", "partner", partner["partner_id"], miles)


def _redemption(rng: np.random.Generator, members: Members, weights: np.ndarray) -> Row:
    day = picked(rng, DAYS, weights)
    member = _someone(rng, members, day, 1.2)
    activity = _weighted(rng, {name: weight for name, (weight, _) in REDEEMED.items()})
    partner = None
    if activity == "hotel night":
        partner = _weighted(rng, HOTELS)
    if activity == "car hire":
        partner = picked(rng, CAR_HIRE)
    miles = round(REDEEMED[activity][1] * rng.lognormal(0, 0.45) / 50) * 50
    return _transaction(member, day, "redeem", activity, partner, -miles)


def _expiry(rng: np.random.Generator, members: Members, weights: np.ndarray) -> Row:
    day = picked(rng, DAYS, weights)
    member = members.rows[picked(rng, np.where(members.enrolled <= np.datetime64(day))[0])]
    return _transaction(member, day.replace(day=1), "expire", "expiry", None, -int(rng.integers(3, 90)) * 100)
