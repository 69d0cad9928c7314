"""A letting agency: landlords, properties, tenants, leases, rent payments and repairs."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, numbered, weighted, write_parquet

START, END = dt.date(2023, 1, 1), dt.date(2025, 9, 16)
GIVEN = (
    "Amelia Jack Priya Tom Sofia Imran Grace Daniel Hannah Owen Chloe Marcus Leila Ben Zoe Patrick Aisha "
    "Ryan Molly Yusuf Ella George Nadia Sam Fiona Liam Ruth Callum Mei Anya Joel Tara Victor Holly Dev Kirsty"
)
FAMILY = (
    "Walker Hussain Brown Patel Taylor Kowalski Hughes Singh Evans Moore Clarke Ahmed Robinson Chen Wright "
    "Okafor Green Hall Baker Novak Turner Cooper Ward Khan Morris Bell Shaw Murphy Fox Reid Bailey Harper"
)
MAILS = ["@gmail.com", "@outlook.com", "@btinternet.com"]
ABROAD = ["Dubai", "Singapore", "Toronto", "Dublin"]
CITIES = {"Leeds": 60, "Bradford": 12, "Harrogate": 10, "London": 10, "York": 8}
SERVICES = {"full management": (55, 12.0), "rent collection": (30, 8.0), "let only": (15, 6.0)}
AREAS = {
    "Headingley": (22, 1.0),
    "Chapel Allerton": (16, 1.15),
    "Roundhay": (13, 1.25),
    "Horsforth": (14, 1.1),
    "Hyde Park": (18, 0.9),
    "City Centre": (22, 1.2),
    "Meanwood": (10, 0.95),
    "Morley": (8, 0.8),
}
STREETS = (
    "Park Lane,Victoria Road,Church Street,Mill Lane,Cardigan Road,Otley Road,Station Road,Grove Terrace,"
    "Queen Street,Brudenell Avenue,Harrogate Road,Wharf Street,Town Street,Ash Crescent,Monk Bridge Drive,"
    "Regent Street"
)
CENTRAL_TYPES = {
    "flat": 70,
    "studio": 15,
    "terraced house": 8,
    "semi-detached house": 4,
    "detached house": 3,
}
TYPES = {"flat": 35, "studio": 8, "terraced house": 32, "semi-detached house": 18, "detached house": 7}
EMPLOYMENT = {"employed": 55, "student": 22, "self-employed": 12, "retired": 6, "unemployed": 5}
METHODS = {"standing order": 55, "bank transfer": 30, "card": 12, "cash": 3}
REPAIRS = {
    "plumbing": (28, 140, ["Aire Valley Plumbing", "Northside Maintenance"]),
    "heating": (24, 220, ["WarmHome Heating", "Aire Valley Plumbing"]),
    "electrical": (15, 130, ["Spark & Sons Electrical"]),
    "damp and mould": (12, 310, ["DryWall Specialists", "Northside Maintenance"]),
    "appliances": (13, 165, ["Northside Maintenance", "Leeds Appliance Care"]),
    "locks and doors": (8, 95, ["KeyPoint Locksmiths"]),
}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(6101)
    names = [f"{given} {family}" for given in GIVEN.split() for family in FAMILY.split()]
    rng.shuffle(names)
    landlords = numbered((_landlord(rng, names.pop()) for _ in range(48)), "landlord_id")
    addresses: set[str] = set()
    properties = numbered((_property(rng, addresses) for _ in range(126)), "property_id")
    tenants = numbered((_tenant(rng, names.pop()) for _ in range(340)), "tenant_id")
    agency = _Agency(rng, tenants)
    for place in properties:
        agency.let(place)

    for tenant in tenants:
        tenant["registered_on"] = tenant["registered_on"] or END - _days(rng.randrange(1, 60))

    payments = sorted(agency.payments, key=lambda row: (row["due_date"], row["lease_id"]))
    repairs = sorted(_repairs(rng, properties), key=lambda row: row["reported_at"])
    write_parquet(
        folder,
        {
            "landlords": landlords,
            "properties": properties,
            "tenants": tenants,
            "leases": agency.leases,
            "rent_payments": numbered(payments, "rent_payment_id"),
            "repairs": numbered(repairs, "repair_id"),
        },
    )


def _landlord(rng: random.Random, name: str) -> dict:
    service = weighted(rng, {key: row[0] for key, row in SERVICES.items()})
    abroad = rng.random() < 0.17
    return {
        "name": name,
        "city": rng.choice(ABROAD) if abroad else weighted(rng, CITIES),
        "email": None if rng.random() < 0.1 else _mail(rng, name),
        "service_level": service,
        "fee_percent": SERVICES[service][1] - rng.choice([0, 0, 0.5, 1]),
        "signed_on": dt.date(2015, 1, 1) + _days(rng.randrange(2890)),
        "lives_abroad": abroad,
    }


def _mail(rng: random.Random, name: str) -> str:
    return name.lower().replace(" ", ".") + rng.choice(MAILS)


def _property(rng: random.Random, addresses: set[str]) -> dict:
    area = weighted(rng, {key: row[0] for key, row in AREAS.items()})
    kind = weighted(rng, CENTRAL_TYPES if area == "City Centre" else TYPES)
    bedrooms = {
        "studio": 1,
        "flat": rng.choice([1, 2, 2, 2, 3]),
        "terraced house": rng.choice([2, 3, 3, 4]),
        "semi-detached house": rng.choice([3, 3, 4]),
        "detached house": rng.choice([3, 4, 5]),
    }[kind]
    worth = 520 + 230 * bedrooms + (-90 if kind == "studio" else 0)
    rent = round(worth * AREAS[area][1] * rng.uniform(0.92, 1.12) / 5) * 5
    address = _address(rng, kind)
    while address in addresses:
        address = _address(rng, kind)

    addresses.add(address)
    return {
        "landlord_id": rng.randrange(1, 45),
        "address": address,
        "area": area,
        "postcode": f"LS{rng.randrange(1, 28)} {rng.randrange(1, 10)}"
        f"{rng.choice('ABDEFGHJ')}{rng.choice('LNPQRSTU')}",
        "property_type": kind,
        "bedrooms": bedrooms,
        "furnished": rng.random() < 0.45,
        "epc_rating": None
        if rng.random() < 0.07
        else weighted(rng, {"B": 10, "C": 40, "D": 34, "E": 14, "F": 2}),
        "pets_allowed": rng.random() < 0.3,
        "asking_rent": float(rent),
        "listed_on": START
        - _days(30)
        + _days(rng.randrange(0, 60) if rng.random() < 0.75 else rng.randrange(60, 880)),
        "status": None,
    }


def _address(rng: random.Random, kind: str) -> str:
    flat = f"Flat {rng.randrange(1, 30)}, " if kind in ("flat", "studio") else ""
    return f"{flat}{rng.randrange(1, 140)} {rng.choice(STREETS.split(','))}"


def _tenant(rng: random.Random, name: str) -> dict:
    work = weighted(rng, EMPLOYMENT)
    return {
        "full_name": name,
        "email": None if rng.random() < 0.06 else _mail(rng, name),
        "employment_status": work,
        "annual_income": None
        if work in ("student", "unemployed") or rng.random() < 0.1
        else float(round(rng.gauss(34000, 9000) / 500) * 500),
        "has_guarantor": rng.random() < (0.8 if work == "student" else 0.25),
        "registered_on": None,
    }


class _Agency:
    """Lets every property to one tenant after the other, and collects their rents."""

    def __init__(self, rng: random.Random, tenants: Rows):
        self._rng = rng
        self._waiting = tenants[:329]
        self._slow = {row["tenant_id"]: rng.choices([0.03, 0.12, 0.4], [70, 20, 10])[0] for row in tenants}
        self.leases: Rows = []
        self.payments: Rows = []

    def let(self, place: dict) -> None:
        rng = self._rng
        if place["property_id"] % 31 == 0:
            place["status"] = rng.choice(["available", "withdrawn"])
            return

        day = place["listed_on"] + _days(rng.randrange(12, 50))
        rent = place["asking_rent"] * 0.93
        let = renewal = False
        tenant = 0
        while day <= END and self._waiting and not let:
            if not renewal:
                tenant = self._next_tenant(day)

            lease, renewal = self._lease(place, tenant, (day, rent, renewal))
            self._collect(lease)
            let = lease["status"] == "active"
            if renewal:
                day, rent = lease["end_date"], lease["monthly_rent"]
            elif not let:
                day = (lease["moved_out_on"] or lease["end_date"]) + _days(rng.randrange(10, 75))
                rent = place["asking_rent"] * rng.uniform(0.97, 1.03)

        place["status"] = "let" if let else weighted(rng, {"available": 6, "under offer": 3, "withdrawn": 1})

    def _next_tenant(self, day: dt.date) -> int:
        tenant = self._waiting.pop(0)
        tenant["registered_on"] = day - _days(self._rng.randrange(5, 40))
        return tenant["tenant_id"]

    def _lease(self, place: dict, tenant: int, terms: tuple[dt.date, float, bool]) -> tuple[dict, bool]:
        rng = self._rng
        day, rent, renewal = terms
        term = rng.choice([182, 364, 364, 364])
        if renewal:
            rent *= rng.uniform(1.0, 1.05)

        rent = round(rent / 5) * 5.0
        end = day + _days(term)
        out = None
        if rng.random() < 0.08:
            out = day + _days(rng.randrange(90, 170))
            out = out if out <= END else None

        status = "terminated" if out else "active" if end > END else "ended"
        renewed = status == "ended" and rng.random() < 0.4
        lease = {
            "lease_id": len(self.leases) + 1,
            "property_id": place["property_id"],
            "tenant_id": tenant,
            "start_date": day,
            "end_date": end,
            "monthly_rent": rent,
            "deposit": round(rent * 1.15 / 10) * 10.0,
            "status": status,
            "is_renewal": renewal,
            "moved_out_on": end if status == "ended" and not renewed else out,
        }
        self.leases.append(lease)
        return lease, renewed

    def _collect(self, lease: dict) -> None:
        begin = lease["start_date"]
        last = min(END, (lease["moved_out_on"] or lease["end_date"]) - _days(5))
        months = begin.month - 1
        while True:
            due = dt.date(begin.year + months // 12, months % 12 + 1, min(begin.day, 28))
            if due > last:
                return

            paid_on, paid, method, status = self._payment(lease, due)
            self.payments.append(
                {
                    "lease_id": lease["lease_id"],
                    "due_date": due,
                    "paid_on": paid_on,
                    "amount_due": lease["monthly_rent"],
                    "amount_paid": paid,
                    "method": method,
                    "status": status,
                }
            )
            months += 1

    def _payment(self, lease: dict, due: dt.date) -> tuple[dt.date | None, float, str | None, str]:
        rng = self._rng
        rent, slow = lease["monthly_rent"], self._slow[lease["tenant_id"]]
        chance = rng.random()
        method = weighted(rng, METHODS)
        unpaid = (None, 0.0, None, "unpaid")
        if chance < slow * 0.22:
            return unpaid

        if chance < slow * 0.4:
            day = due + _days(rng.randrange(0, 12))
            found = (day, round(rent * rng.choice([0.25, 0.5, 0.6, 0.75]), 2), method, "partial")
        elif chance < slow * 1.9:
            found = (due + _days(rng.randrange(4, 28)), rent, method, "late")
        else:
            found = (due + _days(rng.choice([-2, -1, 0, 0, 0, 0, 1, 2])), rent, method, "paid")

        return found if found[0] <= END else unpaid


def _repairs(rng: random.Random, properties: Rows) -> Rows:
    weights = [
        0 if place["property_id"] % 17 == 3 else rng.choice([0.5, 1, 1, 1.5, 3]) for place in properties
    ]
    rows: Rows = []
    while len(rows) < 760:
        place = rng.choices(properties, weights)[0]
        day = START + _days(rng.randrange((END - START).days + 1))
        if day < place["listed_on"]:
            continue

        category = weighted(rng, {key: row[0] for key, row in REPAIRS.items()})
        if category == "heating" and day.month in (5, 6, 7, 8) and rng.random() < 0.7:
            continue

        rows.append(_repair(rng, place, category, day))

    return rows


def _repair(rng: random.Random, place: dict, category: str, day: dt.date) -> dict:
    reported = dt.datetime(day.year, day.month, day.day, rng.randrange(7, 21), rng.randrange(60))
    priority = weighted(rng, {"emergency": 15, "urgent": 35, "routine": 50})
    lasts = {"emergency": rng.uniform(0.1, 2), "urgent": rng.uniform(1, 8), "routine": rng.uniform(4, 30)}
    completed = (reported + dt.timedelta(days=lasts[priority])).replace(second=0, microsecond=0)
    contractor = cost = None
    _, usual, contractors = REPAIRS[category]
    if rng.random() < 0.05:
        status = "cancelled"
    elif completed > dt.datetime(2025, 9, 16, 18):
        status = weighted(rng, {"reported": 4, "in progress": 6})
        contractor = None if status == "reported" else rng.choice(contractors)
    else:
        status = "in progress" if rng.random() < 0.03 else "completed"
        contractor = rng.choice(contractors)
        if status == "completed":
            cost = rng.lognormvariate(0, 0.5) * usual * (1.5 if priority == "emergency" else 1)

    return {
        "property_id": place["property_id"],
        "category": category,
        "priority": priority,
        "reported_at": reported,
        "completed_at": completed if status == "completed" else None,
        "contractor": contractor,
        "cost": None if cost is None else round(cost, 2),
        "status": status,
        "recharged_to_tenant": status == "completed" and rng.random() < 0.08,
    }


def _days(many: int) -> dt.timedelta:
    return dt.timedelta(days=many)
