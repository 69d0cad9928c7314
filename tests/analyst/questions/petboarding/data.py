"""Boarding kennels and cattery: owners, pets, units, stays, extras, payments, vaccinations and staff."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, TODAY, HORIZON = dt.date(2024, 1, 2), dt.date(2025, 10, 15), dt.date(2025, 12, 31)
TOWNS = {"Ashcombe": 30, "Millbrook": 24, "Thornley": 18, "Wexcroft": 14, "Harlow Bay": 9, "Dunmere": 5}
HEARD = {"Friend": 34, "Vet": 24, "Web search": 22, "Local paper": 8, "Signpost": 4}
GIVEN = ["Alice", "Ben", "Carla", "Dev", "Elsie", "Frank", "Gita", "Hugo", "Ines", "Jonas", "Karen", "Liam"]
GIVEN += ["Mona", "Neil", "Olga", "Peter", "Quentin", "Rosa", "Sam", "Tessa"]
FAMILY = ["Abbott", "Barker", "Crane", "Doyle", "Emery", "Frost", "Gale", "Hyde", "Irving", "Jessop"]
FAMILY += ["Kemp", "Lowe", "Marsh", "Noble", "Orton", "Pryce", "Quill", "Reeve"]
PET_NAMES = ["Bella", "Max", "Luna", "Rex", "Daisy", "Milo", "Poppy", "Oscar", "Biscuit", "Coco", "Shadow"]
PET_NAMES += ["Tiger", "Smokey", "Pepper", "Rosie", "Bruno", "Willow", "Ziggy", "Nala", "Monty", "Ginger"]
BREEDS = {
    "Dog": {
        "Labrador": 26,
        "Cockapoo": 20,
        "Border Collie": 14,
        "Beagle": 12,
        "Greyhound": 9,
        "Dachshund": 11,
        "Mixed": 18,
    },
    "Cat": {"Domestic Shorthair": 50, "Siamese": 14, "Maine Coon": 18, "Persian": 12},
    "Rabbit": {"Lop": 60, "Dutch": 40},
}
WEIGHTS = {
    "Labrador": 30,
    "Cockapoo": 9,
    "Border Collie": 18,
    "Beagle": 12,
    "Greyhound": 29,
    "Dachshund": 8,
    "Mixed": 17,
}
# kind: block, number of units, first letter of the label, rate for a night
UNITS = {
    "Standard kennel": ("Oak Block", 14, "K", 24.0, "Dog"),
    "Large kennel": ("Meadow Block", 8, "L", 31.0, "Dog"),
    "Luxury suite": ("Garden House", 4, "S", 45.0, "Dog"),
    "Cat chalet": ("Cattery", 12, "C", 16.5, "Cat"),
    "Hutch": ("Cattery", 4, "H", 9.0, "Rabbit"),
}
STAFF_FAMILY = ["Ainsley", "Bright", "Coates", "Dunn", "Eaves", "Fenn"]
ROLES = {"Kennel hand": 6, "Cattery assistant": 3, "Groomer": 4, "Receptionist": 3, "Manager": 1}
# service: price, minutes, weight
SERVICES = {
    "Full groom": (48.0, 110, 20),
    "Bath": (22.0, 45, 24),
    "Nail trim": (11.0, 15, 18),
    "Extra walk": (8.5, 40, 30),
    "Medication": (4.0, 10, 16),
    "Collection and return": (19.0, 60, 9),
}
VACCINES = {
    "Dog": ["Distemper", "Kennel cough", "Leptospirosis"],
    "Cat": ["Cat flu", "Feline leukaemia"],
    "Rabbit": ["Myxomatosis"],
}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(7316)
    owners = numbered(_owners(rng))
    pets = numbered(_pets(rng, owners))
    units = numbered(_units(rng))
    staff = numbered(_staff(rng))
    stays = numbered(sorted(_stays(rng, pets, units, staff, owners), key=lambda row: row["booked_on"]))
    extras = numbered(sorted(_extras(rng, stays, staff), key=lambda row: row["done_on"]))
    payments = numbered(sorted(_payments(rng, stays), key=lambda row: row["paid_on"]))
    vaccinations = numbered(sorted(_vaccinations(rng, pets), key=lambda row: row["given_on"]))
    write_parquet(
        folder,
        {
            "owners": owners,
            "pets": pets,
            "units": units,
            "staff": staff,
            "stays": stays,
            "extras": extras,
            "payments": payments,
            "vaccinations": vaccinations,
        },
    )


def _owners(rng: random.Random) -> Rows:
    names = rng.sample([f"{given} {family}" for given in GIVEN for family in FAMILY], 260)
    return [
        {
            "name": name,
            "town": weighted(rng, TOWNS),
            "registered_on": moment(rng, dt.date(2019, 3, 1), dt.date(2025, 9, 20)).date(),
            "heard_via": weighted(rng, HEARD) if rng.random() < 0.87 else None,
            "newsletter": rng.random() < 0.58,
        }
        for name in names
    ]


def _pets(rng: random.Random, owners: Rows) -> Rows:
    rows = []
    for owner in owners:
        for _ in range(rng.choices([1, 2, 3], [64, 27, 9])[0]):
            species = weighted(rng, {"Dog": 62, "Cat": 31, "Rabbit": 7})
            breed = weighted(rng, BREEDS[species])
            mean = WEIGHTS.get(breed, {"Cat": 4.6, "Rabbit": 2.1}.get(species, 10))
            rows.append(
                {
                    "owner_id": owner["id"],
                    "name": rng.choice(PET_NAMES),
                    "species": species,
                    "breed": breed,
                    "sex": rng.choice(["female", "male"]),
                    "born_on": moment(rng, dt.date(2011, 1, 1), dt.date(2024, 6, 30)).date(),
                    "weight_kg": round(max(1.1, rng.gauss(mean, mean * 0.13)), 1),
                    "neutered": rng.random() < 0.71,
                    "special_diet": weighted(
                        rng, {"Grain-free": 5, "Renal": 3, "Raw": 3, "Weight control": 4}
                    )
                    if rng.random() < 0.2
                    else None,
                }
            )
    return rows


def _units(rng: random.Random) -> Rows:
    return [
        {
            "label": f"{letter}{number:02d}",
            "kind": kind,
            "block": block,
            "heated": kind in ("Luxury suite", "Cat chalet") or rng.random() < 0.4,
            "nightly_rate": rate,
        }
        for kind, (block, count, letter, rate, _) in UNITS.items()
        for number in range(1, count + 1)
    ]


def _staff(rng: random.Random) -> Rows:
    roles = [role for role, count in ROLES.items() for _ in range(count)]
    roles += ["Kennel hand"] * 3 + ["Groomer"] * 2
    names = rng.sample([f"{given} {family}" for given in GIVEN for family in STAFF_FAMILY], len(roles))
    wages = {
        "Kennel hand": 12.4,
        "Cattery assistant": 12.4,
        "Groomer": 15.8,
        "Receptionist": 13.2,
        "Manager": 22.0,
    }
    return [
        {
            "name": name,
            "role": role,
            "hired_on": moment(rng, dt.date(2017, 1, 1), dt.date(2023, 12, 1)).date(),
            "left_on": moment(rng, dt.date(2024, 8, 1), dt.date(2025, 9, 1)).date() if number >= 17 else None,
            "hourly_wage": round(wages[role] + rng.choice([0, 0.3, 0.6, 1.1, 1.5]), 2),
        }
        for number, (name, role) in enumerate(zip(names, roles, strict=True))
    ]


def _present(staff: Rows, day: dt.date, *roles: str) -> list[int]:
    return [row["id"] for row in staff if row["role"] in roles and (row["left_on"] or HORIZON) >= day]


def _stays(rng: random.Random, pets: Rows, units: Rows, staff: Rows, owners: Rows) -> Rows:
    taken: dict[int, set[dt.date]] = {row["id"]: set() for row in units}
    busy: dict[int, set[dt.date]] = {row["id"]: set() for row in pets}
    registered = {row["id"]: row["registered_on"] for row in owners}
    liking = [rng.lognormvariate(0, 0.8) for _ in pets]
    rows: Rows = []
    for _ in range(3000):
        pet = rng.choices(pets, liking)[0]
        arrive = moment(rng, FIRST, HORIZON).date()
        if rng.random() > {7: 1.0, 8: 1.0, 12: 0.85, 4: 0.75, 5: 0.7, 6: 0.75}.get(arrive.month, 0.55):
            continue
        ahead = min(200, int(rng.gammavariate(1.6, 21)))
        booked = arrive - dt.timedelta(days=ahead)
        if booked >= TODAY or booked < registered[pet["owner_id"]]:
            continue
        nights = max(1, int(rng.gammavariate(2.2, 2.6)) + (2 if arrive.month in (7, 8) else 0))
        days = {arrive + dt.timedelta(days=number) for number in range(nights)}
        fit = [row for row in units if UNITS[row["kind"]][4] == pet["species"]]
        if pet["species"] == "Dog":
            fit = [row for row in fit if row["kind"] != "Standard kennel" or pet["weight_kg"] < 25]
        unit = rng.choice(fit)
        status = weighted(rng, {"completed": 88, "cancelled": 9, "no-show": 3})
        depart = arrive + dt.timedelta(days=nights)
        if status != "cancelled":
            if taken[unit["id"]] & days or busy[pet["id"]] & days:
                continue
            taken[unit["id"]] |= days
            busy[pet["id"]] |= days
        if status == "no-show" and arrive >= TODAY:
            status = "completed"
        if status == "completed":
            status = "booked" if arrive >= TODAY else "in house" if depart >= TODAY else "completed"
        rate = unit["nightly_rate"] - (1.5 if arrive.year == 2024 else 0)
        discount = rng.choices([0, 5, 10, 15], [70, 8, 15, 7])[0]
        came = status in ("completed", "in house")
        desk = _present(staff, arrive, "Receptionist", "Kennel hand", "Cattery assistant")
        rows.append(
            {
                "pet_id": pet["id"],
                "unit_id": unit["id"],
                "checked_in_by": rng.choice(desk) if came else None,
                "booked_on": booked,
                "arrival_on": arrive,
                "departure_on": depart,
                "nights": nights,
                "status": status,
                "channel": weighted(rng, {"Phone": 38, "Website": 45, "Walk-in": 17}),
                "discount_pct": discount,
                "boarding_fee": round(rate * nights * (100 - discount) / 100, 2),
                "review_score": rng.choices([1, 2, 3, 4, 5], [2, 4, 10, 34, 50])[0]
                if status == "completed" and rng.random() < 0.46
                else None,
            }
        )
    return rows


def _extras(rng: random.Random, stays: Rows, staff: Rows) -> Rows:
    rows = []
    for stay in stays:
        if stay["status"] not in ("completed", "in house"):
            continue
        for _ in range(rng.choices([0, 1, 2, 3, 4], [34, 30, 20, 10, 6])[0]):
            service = weighted(rng, {key: row[2] for key, row in SERVICES.items()})
            price, minutes, _ = SERVICES[service]
            day = stay["arrival_on"] + dt.timedelta(days=rng.randint(0, stay["nights"]))
            if day >= TODAY:
                continue
            groomers = service in ("Full groom", "Bath", "Nail trim")
            able = _present(staff, day, *(["Groomer"] if groomers else ["Kennel hand", "Cattery assistant"]))
            quantity = rng.randint(1, 5) if service in ("Extra walk", "Medication") else 1
            rows.append(
                {
                    "stay_id": stay["id"],
                    "staff_id": rng.choice(able),
                    "service": service,
                    "done_on": day,
                    "quantity": quantity,
                    "minutes": max(5, int(rng.gauss(minutes, minutes * 0.15))) * quantity,
                    "amount": round(price * quantity * (1 if day.year == 2025 else 0.95), 2),
                }
            )
    return rows


def _payments(rng: random.Random, stays: Rows) -> Rows:
    rows = []
    methods = {"Card": 58, "Bank transfer": 24, "Cash": 18}
    for stay in stays:
        deposit = 0.0
        if rng.random() < 0.62:
            deposit = round(stay["boarding_fee"] * 0.25, 2)
            rows.append(
                {
                    "stay_id": stay["id"],
                    "paid_on": stay["booked_on"],
                    "kind": "deposit",
                    "method": weighted(rng, {"Card": 74, "Bank transfer": 26}),
                    "amount": deposit,
                }
            )
        if stay["status"] == "completed" and rng.random() < 0.965:
            day = stay["departure_on"] + dt.timedelta(days=rng.choices([0, 3, 9, 20], [80, 9, 7, 4])[0])
            if day < TODAY:
                rows.append(
                    {
                        "stay_id": stay["id"],
                        "paid_on": day,
                        "kind": "balance",
                        "method": weighted(rng, methods),
                        "amount": round(stay["boarding_fee"] - deposit, 2),
                    }
                )
        if stay["status"] == "cancelled" and deposit and rng.random() < 0.5:
            day = stay["booked_on"] + dt.timedelta(days=rng.randint(1, 12))
            if day < TODAY:
                rows.append(
                    {
                        "stay_id": stay["id"],
                        "paid_on": day,
                        "kind": "refund",
                        "method": "Bank transfer",
                        "amount": -deposit,
                    }
                )
    return rows


def _vaccinations(rng: random.Random, pets: Rows) -> Rows:
    rows = []
    for pet in pets:
        for vaccine in VACCINES[pet["species"]]:
            day = moment(rng, dt.date(2023, 6, 1), dt.date(2024, 8, 31)).date()
            while day < TODAY and rng.random() < 0.93:
                rows.append(
                    {
                        "pet_id": pet["id"],
                        "vaccine": vaccine,
                        "given_on": day,
                        "valid_until": day + dt.timedelta(days=365),
                        "vet": weighted(
                            rng, {"Ashcombe Vets": 44, "Millbrook Surgery": 32, "Bay Animal Clinic": 17}
                        )
                        if rng.random() < 0.92
                        else None,
                    }
                )
                day += dt.timedelta(days=rng.randint(340, 395))
    return rows
