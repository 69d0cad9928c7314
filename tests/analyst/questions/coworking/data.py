"""Coworking spaces: sites, plans, members, bookings and invoices."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import moment, weighted, write_csv

TODAY = dt.date(2025, 10, 8)
FIRST = dt.date(2024, 1, 2)

SITES = [
    ("Harbour Street", "Bristol", 84, 6, "2017-04-03", True, 1.5),
    ("Old Mill", "Bristol", 46, 3, "2018-09-10", True, 1.0),
    ("Station Yard", "Bristol", 120, 9, "2021-02-01", False, 1.9),
    ("The Foundry", "Cardiff", 72, 5, "2019-06-17", False, 1.2),
    ("Canal Wharf", "Cardiff", 38, 2, "2022-11-07", True, 0.7),
    ("Kings Parade", "Bath", 55, 4, "2020-01-13", False, 1.0),
    ("Northgate", "Exeter", 64, 4, "2023-03-20", True, 0.9),
    ("Market Hall", "Swindon", 30, 2, "2024-05-13", None, 0.5),
]
PLANS = [
    ("Day Pass Pack", "day_pass", 60, 0, False, 8),
    ("Hot Desk 5", "hot_desk", 95, 2, False, 18),
    ("Hot Desk Unlimited", "hot_desk", 195, 5, False, 24),
    ("Hot Desk Student", "hot_desk", 70, 1, True, 5),
    ("Dedicated Desk", "dedicated", 275, 8, False, 16),
    ("Dedicated Desk Plus", "dedicated", 340, 12, False, 8),
    ("Private Office 2", "private_office", 640, 20, False, 6),
    ("Private Office 4", "private_office", 1150, 40, False, 4),
    ("Virtual Address", "virtual", 35, 0, False, 11),
    ("Founders Club", "hot_desk", 150, 6, True, 3),
]
FIRSTS = [
    "Amy",
    "Ben",
    "Carla",
    "Dev",
    "Ellen",
    "Farid",
    "Grace",
    "Hugo",
    "Imogen",
    "Jack",
    "Kasia",
    "Liam",
    "Megan",
    "Nia",
    "Owen",
    "Priya",
    "Rhys",
    "Sofia",
    "Tom",
    "Uma",
    "Vikram",
    "Wendy",
    "Yusuf",
    "Zoe",
    "Aled",
    "Bethan",
    "Callum",
    "Dina",
    "Ewan",
    "Freya",
]
LASTS = [
    "Adams",
    "Baker",
    "Chowdhury",
    "Davies",
    "Evans",
    "Fletcher",
    "Griffiths",
    "Hughes",
    "Ivanov",
    "Jones",
    "Khan",
    "Lewis",
    "Morgan",
    "Nowak",
    "O'Neill",
    "Patel",
    "Quinn",
    "Roberts",
    "Shah",
    "Thomas",
    "Underhill",
    "Vaughan",
    "Williams",
    "Young",
    "Zielinska",
]
COMPANIES = [
    "Bluefin Studio",
    "Kite & Key Ltd",
    "Northlight Legal",
    "Severn Data",
    "Papertrail",
    "Oak Lane Architects",
    "Mosaic Marketing",
    "Loopback Systems",
    "Tidal Energy Partners",
    "Greenhouse PR",
    "Hatch Games",
    "Ridgeway Recruitment",
    "Copper Kettle Films",
    "Penarth Software",
    "Quantock Consulting",
]
SPACES = {"hot_desk": 52, "meeting_room": 30, "phone_booth": 13, "event_space": 5}
MINUTES = {
    "hot_desk": [240, 480, 480, 540],
    "meeting_room": [30, 60, 60, 90, 120, 180],
    "phone_booth": [15, 30, 30, 45],
    "event_space": [180, 240, 300],
}
RATE = {"hot_desk": 0.0, "meeting_room": 18.0, "phone_booth": 0.0, "event_space": 65.0}


def _members(rng: random.Random) -> list[dict]:
    rows = []
    for number in range(1, 431):
        early = rng.random() < 0.3
        joined = (
            moment(rng, dt.date(2021, 3, 1), dt.date(2023, 12, 20))
            if early
            else moment(rng, FIRST, dt.date(2025, 10, 6))
        ).date()
        left = None
        if rng.random() < 0.34:
            start = max(joined + dt.timedelta(days=40), dt.date(2024, 1, 31))
            if start < TODAY:
                left = start + dt.timedelta(days=rng.randint(0, (TODAY - start).days))
        status = "cancelled" if left else ("paused" if rng.random() < 0.07 else "active")
        company = rng.choice(COMPANIES) if rng.random() < 0.55 else None
        site = rng.choices(range(1, 9), [s[6] for s in SITES])[0]
        if site == 8 and joined < dt.date(2024, 5, 13):
            site = 3
        rows.append(
            {
                "member_id": 1000 + number,
                "full_name": f"{rng.choice(FIRSTS)} {rng.choice(LASTS)}",
                "company": company,
                "industry": weighted(
                    rng,
                    {
                        "Tech": 30,
                        "Creative": 22,
                        "Consulting": 15,
                        "Legal": 6,
                        "Charity": 7,
                        "Finance": 8,
                        "": 12,
                    },
                )
                or None,
                "plan_id": rng.choices(range(1, 11), [p[5] for p in PLANS])[0],
                "home_location_id": site,
                "joined_on": joined,
                "left_on": left,
                "status": status,
                "referral_source": weighted(
                    rng, {"google": 34, "friend": 27, "walk_in": 13, "instagram": 11, "event": 8, "": 7}
                )
                or None,
                "newsletter": rng.random() < 0.61,
            }
        )
    return rows


def _bookings(rng: random.Random, members: list[dict]) -> list[dict]:
    rows = []
    keen = {m["member_id"]: min(rng.paretovariate(1.6), 9.0) for m in members if m["plan_id"] != 9}
    ids = list(keen)
    by_id = {m["member_id"]: m for m in members}
    weights = list(keen.values())
    while len(rows) < 5600:
        member = by_id[rng.choices(ids, weights)[0]]
        low = max(member["joined_on"], FIRST)
        high = min(member["left_on"] or dt.date(2025, 10, 24), dt.date(2025, 10, 24))
        if low > high:
            continue
        start = moment(rng, low, high, (7, 18))
        if start.weekday() >= 5 and rng.random() < 0.8:
            continue
        start = start.replace(minute=start.minute // 15 * 15)
        site = member["home_location_id"] if rng.random() < 0.78 else rng.randint(1, 8)
        if site == 8 and start.date() < dt.date(2024, 5, 13):
            continue
        space = weighted(rng, SPACES)
        minutes = rng.choice(MINUTES[space])
        no_show = 0.05 + 0.012 * site
        if start.date() >= TODAY:
            status = "cancelled" if rng.random() < 0.08 else "confirmed"
        else:
            status = weighted(rng, {"completed": 0.83 - no_show, "no_show": no_show, "cancelled": 0.17})
        created = start - dt.timedelta(days=min(int(rng.expovariate(0.22)), 45), minutes=rng.randint(5, 600))
        if created.date() >= TODAY:
            created = dt.datetime(2025, 10, 7, rng.randint(8, 19), rng.randint(0, 59))
        fee = round(RATE[space] * minutes / 60 * (1.15 if site == 3 else 1.0), 2)
        rows.append(
            {
                "booking_id": 0,
                "member_id": member["member_id"],
                "location_id": site,
                "space_type": space,
                "created_at": created,
                "starts_at": start,
                "ends_at": start + dt.timedelta(minutes=minutes),
                "duration_min": minutes,
                "attendees": rng.randint(2, 12)
                if space == "meeting_room"
                else rng.randint(15, 70)
                if space == "event_space"
                else 1,
                "status": status,
                "channel": weighted(rng, {"app": 58, "web": 27, "front_desk": 15}),
                "fee": 0.0 if status == "cancelled" else fee,
            }
        )
    rows.sort(key=lambda r: r["created_at"])
    for number, row in enumerate(rows, 1):
        row["booking_id"] = 50000 + number
    return rows


def _invoices(rng: random.Random, members: list[dict]) -> list[dict]:
    rows = []
    months = [dt.date(2024, m, 1) for m in range(1, 13)] + [dt.date(2025, m, 1) for m in range(1, 11)]
    for month in months:
        for member in members:
            if member["joined_on"] > month or (member["left_on"] and member["left_on"] < month):
                continue
            plan = PLANS[member["plan_id"] - 1]
            lines = [("membership", plan[2] * (1.0 if month.year == 2025 else 0.95))]
            if rng.random() < 0.16:
                lines.append(("room_hire", rng.choice([18, 27, 36, 54, 72, 195, 260])))
            if rng.random() < 0.06:
                lines.append(("extras", rng.choice([5, 8.5, 12, 20, 25, 40])))
            for kind, net in lines:
                issued = month if kind == "membership" else month + dt.timedelta(days=rng.randint(1, 6))
                due = issued + dt.timedelta(days=14)
                late = rng.random()
                days = rng.randint(0, 13) if late < 0.8 else rng.randint(15, 50)
                paid = issued + dt.timedelta(days=days)
                void = rng.random() < 0.015
                never = rng.random() < 0.02
                if void or never or paid >= TODAY:
                    paid = None
                status = "void" if void else "paid" if paid else "overdue" if due < TODAY else "open"
                net = round(float(net), 2)
                vat = round(net * 0.2, 2)
                rows.append(
                    {
                        "invoice_id": 0,
                        "invoice_no": "",
                        "member_id": member["member_id"],
                        "kind": kind,
                        "issued_on": issued,
                        "due_on": due,
                        "paid_on": paid,
                        "net_amount": net,
                        "vat_amount": vat,
                        "total_amount": round(net + vat, 2),
                        "status": status,
                        "payment_method": weighted(rng, {"direct_debit": 52, "card": 36, "bank_transfer": 12})
                        if paid
                        else None,
                    }
                )
    rows.sort(key=lambda r: (r["issued_on"], r["member_id"]))
    for number, row in enumerate(rows, 1):
        row["invoice_id"] = number
        row["invoice_no"] = f"INV-{row['issued_on'].year}-{number:05d}"
    return rows


def write(folder: Path) -> None:
    """Write the five tables."""
    rng = random.Random(4242)
    members = _members(rng)
    write_csv(
        folder,
        {
            "locations": [
                {
                    "location_id": i,
                    "site_name": s[0],
                    "city": s[1],
                    "desk_capacity": s[2],
                    "meeting_rooms": s[3],
                    "opened_on": dt.date.fromisoformat(s[4]),
                    "has_parking": s[5],
                }
                for i, s in enumerate(SITES, 1)
            ],
            "plans": [
                {
                    "plan_id": i,
                    "plan_name": p[0],
                    "plan_type": p[1],
                    "monthly_fee": float(p[2]),
                    "meeting_credits": p[3],
                    "retired": p[4],
                }
                for i, p in enumerate(PLANS, 1)
            ],
            "members": members,
            "bookings": _bookings(rng, members),
            "invoices": _invoices(rng, members),
        },
    )
