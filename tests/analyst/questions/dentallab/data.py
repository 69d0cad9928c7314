"""A dental laboratory: practices, dentists, technicians, cases, the items made, work logs and invoices."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2023, 7, 3), dt.date(2025, 10, 14)
PRACTICES = [
    "Maple Lane Dental",
    "Harbourside Smiles",
    "The Old Bakery Dental Practice",
    "Quayle & Moss Dental Surgery",
    "Brookfield Dental Care",
    "Castlegate Dental Clinic",
    "Sunny Bank Dentistry",
    "Northcote Family Dental",
    "Lantern Street Dental",
    "Weir Bridge Dental",
    "Oakhanger Dental Rooms",
    "Priory Park Dentists",
    "Pelham Square Dental",
    "St Brannock Dental Hospital",
    "Tidemill Dental Practice",
    "Larkspur Dental Studio",
    "Fennel Road Dental",
    "Greywell Dental Centre",
    "Hollowbrook Implant Clinic",
    "Kestrel House Dental",
    "Marsh End Surgery",
    "Dove Cottage Dental",
    "Ironbridge Lane Dental",
    "Summerleaze Smiles",
    "Thornbury Gate Dental",
    "Vinery Dental Care",
]
TOWNS = {"Exeter": 6, "Taunton": 4, "Plymouth": 5, "Barnstaple": 2, "Truro": 3}
OWNERSHIP = {"Independent": 58, "Group": 34, "Community trust": 8}
REPS = {"Olga Penrose": 8, "Tim Harker": 7, "Shireen Vaz": 5}
GIVEN = [
    "Amelia",
    "Ben",
    "Chidi",
    "Deborah",
    "Edwin",
    "Farah",
    "Giles",
    "Heather",
    "Imran",
    "Judith",
    "Kasper",
    "Lorna",
    "Marek",
    "Nadia",
    "Oscar",
    "Petra",
]
FAMILY = [
    "Ashdown",
    "Birch",
    "Chowdhury",
    "Dunmore",
    "Eastwood",
    "Fairley",
    "Gupta",
    "Hollis",
    "Ingram",
    "Jarvis",
]
SPECIALISMS = {"General": 66, "Prosthodontics": 16, "Implantology": 12, "Orthodontics": 6}
DEPARTMENTS = {"Crown & Bridge": 7, "Removables": 5, "CAD/CAM": 4, "Ceramics": 4}
GRADES = {"Trainee": (22, 13.4), "Technician": (48, 18.2), "Senior technician": (30, 25.6)}
# product: weight, group, material, price, material cost, working days, most units
PRODUCTS = {
    "Zirconia crown": (27, "Fixed", "Zirconia", 92, 17, 7, 4),
    "Lithium disilicate crown": (13, "Fixed", "Lithium disilicate", 108, 24, 8, 3),
    "Metal-ceramic crown": (11, "Fixed", "Cobalt-chrome", 86, 21, 9, 3),
    "Bridge unit": (9, "Fixed", "Zirconia", 99, 20, 10, 5),
    "Veneer": (6, "Fixed", "Lithium disilicate", 118, 22, 9, 6),
    "Full denture": (10, "Removable", "Acrylic", 245, 38, 12, 2),
    "Partial denture": (9, "Removable", "Acrylic", 178, 29, 10, 1),
    "Chrome partial denture": (5, "Removable", "Cobalt-chrome", 312, 66, 14, 1),
    "Custom abutment": (5, "Implant", "Titanium", 146, 52, 9, 3),
    "Implant bridge": (2, "Implant", "Titanium", 890, 240, 16, 1),
    "Night guard": (9, "Appliance", None, 64, 8, 5, 1),
    "Retainer": (6, "Appliance", None, 48, 6, 4, 2),
}
STAGES = {
    "Fixed": {"Model making": 30, "Design": 26, "Milling": 24, "Layering": 30, "Finishing": 24},
    "Removable": {"Model making": 35, "Set-up": 70, "Processing": 55, "Finishing": 40},
    "Implant": {"Model making": 40, "Design": 60, "Milling": 50, "Finishing": 45},
    "Appliance": {"Model making": 18, "Processing": 25, "Finishing": 15},
}
WORKSHOP = {
    "Fixed": ("Crown & Bridge", "CAD/CAM", "Ceramics"),
    "Removable": ("Removables",),
    "Implant": ("CAD/CAM", "Crown & Bridge"),
    "Appliance": ("Removables", "CAD/CAM"),
}
SHADES = {"A1": 14, "A2": 27, "A3": 24, "A3.5": 11, "B1": 9, "B2": 8, "C2": 4, "D3": 3}
REASONS = {"Poor fit": 39, "Wrong shade": 24, "Fracture": 19, "Bite too high": 18}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(8841)
    practices = numbered(_practices(rng), "practice_id")
    names = rng.sample([f"{given} {family}" for given in GIVEN for family in FAMILY], 88)
    dentists = numbered(_dentists(rng, names[:66], practices), "dentist_id")
    technicians = numbered(_technicians(rng, names[66:]), "technician_id")
    cases, items = _cases(rng, dentists, practices)
    logs = numbered(
        sorted(_logs(rng, cases, items, technicians), key=lambda row: (row["work_date"], row["case_id"])),
        "log_id",
    )
    invoices = _invoices(rng, cases, items, dentists, practices)
    write_parquet(
        folder,
        {
            "practices": practices,
            "dentists": dentists,
            "technicians": technicians,
            "cases": cases,
            "case_items": numbered(items, "item_id"),
            "work_logs": logs,
            "invoices": invoices,
        },
    )


def _workdays(day: dt.date, number: int) -> dt.date:
    step = 1 if number >= 0 else -1
    while number or day.weekday() > 4:
        day += dt.timedelta(days=step)
        if day.weekday() < 5 and number:
            number -= step
    return day


def _practices(rng: random.Random) -> Rows:
    rows = []
    for number, name in enumerate(PRACTICES):
        kind = "Hospital" if "Hospital" in name else weighted(rng, OWNERSHIP)
        rows.append(
            {
                "name": name,
                "town": weighted(rng, TOWNS),
                "ownership": kind,
                "account_opened_on": moment(rng, dt.date(2014, 1, 6), dt.date(2023, 6, 30)).date()
                if number < 21
                else moment(rng, dt.date(2024, 1, 8), dt.date(2025, 3, 31)).date(),
                "payment_terms_days": {"Independent": 14, "Group": 30, "Community trust": 45, "Hospital": 45}[
                    kind
                ],
                "discount_pct": rng.choice([2.5, 5.0, 5.0, 7.5, 10.0])
                if kind != "Independent" or rng.random() < 0.25
                else None,
                "sales_rep": weighted(rng, REPS) if rng.random() < 0.85 else None,
                "active": number not in (10, 16),
            }
        )
    return rows


def _dentists(rng: random.Random, names: list[str], practices: Rows) -> Rows:
    ids = [row["practice_id"] for row in practices]
    return [
        {
            "practice_id": ids[number] if number < len(ids) else rng.choice([*ids, 2, 5, 14, 14]),
            "full_name": name,
            "specialism": weighted(rng, SPECIALISMS),
            "has_scanner": rng.random() < 0.45,
            "email": f"{name.lower().replace(' ', '.')}@example.org" if rng.random() < 0.88 else None,
        }
        for number, name in enumerate(names)
    ]


def _technicians(rng: random.Random, names: list[str]) -> Rows:
    rows = []
    for number, name in enumerate(names):
        grade = weighted(rng, {key: row[0] for key, row in GRADES.items()})
        rows.append(
            {
                "full_name": name,
                "department": list(DEPARTMENTS)[number] if number < 4 else weighted(rng, DEPARTMENTS),
                "grade": grade,
                "hourly_cost": round(GRADES[grade][1] * rng.uniform(0.93, 1.1), 2),
                "hired_on": moment(
                    rng, dt.date(2021 if grade == "Trainee" else 2009, 1, 5), dt.date(2023, 6, 30)
                ).date()
                if number < 17
                else moment(rng, dt.date(2024, 1, 8), dt.date(2025, 6, 30)).date(),
                "left_on": moment(rng, dt.date(2024, 5, 1), dt.date(2025, 8, 31)).date()
                if 3 < number < 8
                else None,
            }
        )
    return rows


def _items(rng: random.Random, number: int, on: dt.date) -> Rows:
    first = weighted(rng, {key: row[0] for key, row in PRODUCTS.items()})
    group = PRODUCTS[first][1]
    others = [key for key, row in PRODUCTS.items() if row[1] == group and key != first]
    chosen = [first] + ([rng.choice(others)] if rng.random() < 0.22 else [])
    rise = 1 + 0.04 * (on.year - 2023)
    rows = []
    for product in chosen:
        _, group, material, price, cost, _, most = PRODUCTS[product]
        units = min(most, rng.choices([1, 2, 3, 4, 6], [58, 22, 11, 6, 3])[0])
        rows.append(
            {
                "case_id": number,
                "product": product,
                "product_group": group,
                "material": material,
                "units": units,
                "unit_price": round(price * rise * rng.choice([1, 1, 1, 1.05]), 2),
                "material_cost": round(cost * units * rng.uniform(0.85, 1.25), 2),
            }
        )
    return rows


def _cases(rng: random.Random, dentists: Rows, practices: Rows) -> tuple[Rows, Rows]:
    opened = {row["practice_id"]: row["account_opened_on"] for row in practices}
    closed = {row["practice_id"]: dt.date(2025, 2, 28) for row in practices if not row["active"]}
    weights = [rng.paretovariate(1.6) ** 0.8 for _ in dentists]
    drafts: list[tuple[dict, Rows]] = []
    while len(drafts) < 2350:
        day = moment(rng, FIRST, LAST).date()
        if day.weekday() > 4 or rng.random() > 0.62 + 0.13 * (day.year - 2023) - 0.2 * (day.month in (8, 12)):
            continue
        dentist = rng.choices(dentists, weights)[0]
        if not opened[dentist["practice_id"]] <= day <= closed.get(dentist["practice_id"], LAST):
            continue
        drafts.append(_case(rng, dentist, day))
    remakes = []
    for case, rows in drafts:
        odds = (
            0.05
            + 0.03 * (case["impression"] == "Physical")
            + 0.03 * (rows[0]["product_group"] == "Removable")
        )
        if case["status"] == "Shipped" and rng.random() < odds:
            day = _workdays(case["shipped_on"], rng.randint(3, 25))
            if day <= LAST:
                again, parts = _case(rng, {"dentist_id": case["dentist_id"], "has_scanner": False}, day)
                again |= {"impression": case["impression"], "shade": case["shade"], "original": case}
                again["remake_reason"] = weighted(
                    rng, REASONS if case["shade"] else REASONS | {"Wrong shade": 0}
                )
                parts = [row | {"unit_price": 0.0} for row in rows]
                remakes.append((again, parts))
    drafts = sorted(drafts + remakes, key=lambda draft: draft[0]["received_on"])
    for number, (case, _) in enumerate(drafts, 10001):
        case["case_id"] = number
    for case, _ in drafts:
        original = case.pop("original", None)
        case["remake_of_case_id"] = original["case_id"] if original else None
    order = [
        "case_id",
        "dentist_id",
        "patient_ref",
        "priority",
        "impression",
        "shade",
        "received_on",
        "due_on",
        "shipped_on",
        "status",
        "remake_of_case_id",
        "remake_reason",
    ]
    cases = [{key: case.get(key) for key in order} for case, _ in drafts]
    return cases, [row | {"case_id": case["case_id"]} for case, rows in drafts for row in rows]


def _case(rng: random.Random, dentist: dict, day: dt.date) -> tuple[dict, Rows]:
    rows = _items(rng, 0, day)
    group = rows[0]["product_group"]
    rush = rng.random() < 0.12
    due = _workdays(day, max(2, max(PRODUCTS[row["product"]][5] for row in rows) // (2 if rush else 1)))
    slip = rng.choices([-2, -1, 0, 1, 2, 4, 7], [16, 26, 38, 8, 6, 4, 2 + 2 * (group == "Removable")])[0]
    shipped = max(_workdays(due, slip), _workdays(day, 1))
    status = "Cancelled" if rng.random() < 0.025 else "Shipped"
    if status == "Shipped" and shipped > LAST:
        status = "On hold" if rng.random() < 0.16 else "In production"
    elif status == "Shipped" and shipped > LAST - dt.timedelta(days=25) and rng.random() < 0.12:
        status = "On hold"
    return {
        "dentist_id": dentist["dentist_id"],
        "patient_ref": f"P{rng.randint(10000, 99999)}",
        "priority": "Rush" if rush else "Standard",
        "impression": "Digital scan"
        if rng.random() < (0.85 if dentist["has_scanner"] else 0.12)
        else "Physical",
        "shade": weighted(rng, SHADES) if group != "Appliance" and rng.random() < 0.95 else None,
        "received_on": day,
        "due_on": due,
        "shipped_on": shipped if status == "Shipped" else None,
        "status": status,
        "remake_reason": None,
    }, rows


def _logs(rng: random.Random, cases: Rows, items: Rows, technicians: Rows) -> Rows:
    made: dict[int, Rows] = {}
    for item in items:
        made.setdefault(item["case_id"], []).append(item)
    rows = []
    for case in cases:
        if case["status"] in ("Cancelled", "On hold"):
            continue
        parts = made[case["case_id"]]
        group = parts[0]["product_group"]
        stages = STAGES[group]
        kept = [stage for stage in stages if rng.random() < 0.5] or ["Finishing"]
        last = min(case["shipped_on"] or LAST, LAST)
        span = max((last - case["received_on"]).days, 0)
        for number, stage in enumerate(kept):
            day = case["received_on"] + dt.timedelta(days=span * number // len(kept))
            day = min(_workdays(day, 0), last)
            pool = [
                row
                for row in technicians
                if row["department"] in WORKSHOP[group] and row["hired_on"] <= day <= (row["left_on"] or LAST)
            ]
            worker = rng.choices(pool, [1 + 0.15 * (row["technician_id"] % 5) for row in pool])[0]
            slow = 1.3 if worker["grade"] == "Trainee" else 1
            units = sum(part["units"] for part in parts)
            rows.append(
                {
                    "case_id": case["case_id"],
                    "technician_id": worker["technician_id"],
                    "stage": stage,
                    "work_date": day,
                    "minutes": max(
                        5, round(stages[stage] * (0.7 + 0.3 * units) * slow * rng.uniform(0.7, 1.35))
                    ),
                }
            )
    return rows


def _invoices(rng: random.Random, cases: Rows, items: Rows, dentists: Rows, practices: Rows) -> Rows:
    value: dict[int, float] = {}
    for item in items:
        value[item["case_id"]] = value.get(item["case_id"], 0) + item["units"] * item["unit_price"]
    home = {row["dentist_id"]: row["practice_id"] for row in dentists}
    sums: dict[tuple, float] = {}
    for case in cases:
        if case["shipped_on"] and value[case["case_id"]]:
            key = case["shipped_on"].replace(day=1), home[case["dentist_id"]]
            sums[key] = sums.get(key, 0) + value[case["case_id"]]
    rows = []
    slow = {row["practice_id"]: rng.choice([-3, 0, 2, 6, 14]) for row in practices}
    for (month, number), total in sorted(sums.items()):
        on = (month + dt.timedelta(days=31)).replace(day=1)
        if on > LAST:
            continue
        practice = practices[number - 1]
        net = round(total * (1 - (practice["discount_pct"] or 0) / 100), 2)
        due = on + dt.timedelta(days=practice["payment_terms_days"])
        paid = max(due + dt.timedelta(days=slow[number] + int(rng.gauss(0, 5))), on + dt.timedelta(days=2))
        settled = paid <= LAST and rng.random() < 0.97
        part = not settled and rng.random() < 0.4 and on < LAST - dt.timedelta(days=20)
        rows.append(
            {
                "invoice_no": f"INV-{on:%y%m}-{number:02}",
                "practice_id": number,
                "invoice_date": on,
                "due_date": due,
                "amount": net,
                "amount_paid": net if settled else round(net / 2, 2) if part else 0.0,
                "paid_on": paid if settled else None,
                "payment_method": weighted(rng, {"Direct debit": 5, "Bank transfer": 4, "Card": 1})
                if settled or part
                else None,
                "status": "Paid" if settled else "Part paid" if part else "Open",
            }
        )
    return rows
