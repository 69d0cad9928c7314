"""A repertory theatre: productions, performances, seats sold, subscribers and staff shifts."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, weighted, write_csv

TODAY = dt.date(2025, 11, 12)
SHOWS = [
    # title, genre, director, season, opening, closing, venue, budget, pull
    ("Hamlet", "Drama", "R. Achebe", "2024/25", (2024, 9, 12), (2024, 10, 12), "Main Stage", 86000, 0.72),
    (
        "The Paper Boat",
        "New Writing",
        "L. Sorensen",
        "2024/25",
        (2024, 9, 26),
        (2024, 10, 19),
        "Studio",
        24000,
        0.55,
    ),
    (
        "Guys and Dolls",
        "Musical",
        "M. Castellano",
        "2024/25",
        (2024, 10, 24),
        (2024, 11, 23),
        "Main Stage",
        190000,
        0.86,
    ),
    (
        "Aladdin",
        "Pantomime",
        "B. Trotter",
        "2024/25",
        (2024, 12, 3),
        (2025, 1, 5),
        "Main Stage",
        165000,
        0.93,
    ),
    (
        "The Snow Hare",
        "Family",
        "L. Sorensen",
        "2024/25",
        (2024, 12, 5),
        (2024, 12, 30),
        "Studio",
        31000,
        0.81,
    ),
    ("Betrayal", "Drama", "R. Achebe", "2024/25", (2025, 1, 23), (2025, 2, 15), "Main Stage", 64000, 0.6),
    (
        "Six Letters Home",
        "New Writing",
        "P. Okafor",
        "2024/25",
        (2025, 2, 6),
        (2025, 3, 1),
        "Studio",
        19500,
        0.42,
    ),
    (
        "The Importance of Being Earnest",
        "Comedy",
        "H. Whitby",
        "2024/25",
        (2025, 2, 27),
        (2025, 3, 29),
        "Main Stage",
        72000,
        0.75,
    ),
    (
        "Cabaret",
        "Musical",
        "M. Castellano",
        "2024/25",
        (2025, 4, 24),
        (2025, 5, 31),
        "Main Stage",
        205000,
        0.88,
    ),
    ("Woyzeck", "Drama", "P. Okafor", "2024/25", (2025, 5, 8), (2025, 5, 24), "Studio", 22000, 0.5),
    (
        "Noises Off",
        "Comedy",
        "H. Whitby",
        "2025/26",
        (2025, 9, 11),
        (2025, 10, 11),
        "Main Stage",
        91000,
        0.78,
    ),
    (
        "Salt Roads",
        "New Writing",
        "P. Okafor",
        "2025/26",
        (2025, 9, 25),
        (2025, 10, 18),
        "Studio",
        26000,
        0.58,
    ),
    (
        "Into the Woods",
        "Musical",
        "M. Castellano",
        "2025/26",
        (2025, 10, 23),
        (2025, 11, 22),
        "Main Stage",
        212000,
        0.83,
    ),
    ("A Number", "Drama", None, "2025/26", (2025, 11, 6), (2025, 11, 22), "Studio", 17500, 0.52),
    (
        "Cinderella",
        "Pantomime",
        "B. Trotter",
        "2025/26",
        (2025, 12, 2),
        (2026, 1, 4),
        "Main Stage",
        172000,
        0.3,
    ),
    ("Hamlet", "Drama", "P. Okafor", "2025/26", (2026, 2, 12), (2026, 3, 7), "Main Stage", 79000, 0.06),
]
CAPACITY = {"Main Stage": 168, "Studio": 60}
BANDS = {"A": (58.0, 3), "B": (44.5, 5), "C": (32.0, 3), "Restricted View": (18.5, 1)}
TICKETS = {"Full": 9, "Concession": 4, "Under 26": 2, "Group": 2, "Comp": 0.6}
RATE = {"Full": 1.0, "Concession": 0.8, "Under 26": 0.5, "Group": 0.75, "Comp": 0.0}
CHANNELS = {"Web": 10, "Box Office": 4, "Phone": 3, "Agent": 1}
FIRST = [
    "Anne",
    "Basil",
    "Clara",
    "David",
    "Edith",
    "Fergus",
    "Gina",
    "Harold",
    "Imogen",
    "Jack",
    "Kirsty",
    "Leo",
    "Maud",
    "Neil",
    "Olive",
    "Pedro",
    "Ruth",
    "Simon",
    "Thea",
    "Ursula",
    "Vince",
    "Wanda",
    "Yusuf",
    "Zara",
    "Alan",
    "Bridget",
    "Colin",
    "Dawn",
    "Eric",
    "Freya",
]
LAST = [
    "Abbott",
    "Byrne",
    "Cole",
    "Drake",
    "Ellery",
    "Finch",
    "Grant",
    "Hale",
    "Irwin",
    "Joyce",
    "Kerr",
    "Lowe",
    "Marsh",
    "Noble",
    "Owens",
    "Pryce",
    "Reed",
    "Stone",
    "Tate",
    "Upton",
    "Vaughan",
    "Wills",
    "Yeo",
    "Ahmed",
    "Baptiste",
    "Chowdhury",
    "Dimitrov",
    "Edmonds",
    "Fenwick",
    "Gupta",
]
STAFF = [
    ("Angela Moss", "Front of House", "Duty Manager", 17.5),
    ("Ravi Shah", "Front of House", "Usher", 12.4),
    ("Beth Lyle", "Front of House", "Usher", 12.4),
    ("Connor Daly", "Front of House", "Usher", 12.4),
    ("Zofia Nowak", "Bar", "Bar Supervisor", 14.2),
    ("Tom Pike", "Bar", "Bartender", 12.6),
    ("Ella Frost", "Bar", "Bartender", 12.6),
    ("Marcus Webb", "Box Office", "Box Office Assistant", 13.1),
    ("Hana Sato", "Box Office", "Box Office Supervisor", 15.4),
    ("Greg Hollis", "Technical", "Lighting Technician", 18.9),
    ("Nadia Aziz", "Technical", "Sound Technician", 18.9),
    ("Bill Tranter", "Technical", "Stage Crew", 15.0),
    ("Orla Quinn", "Stage Management", "Stage Manager", 20.5),
    ("Sam Finch", "Stage Management", "Assistant Stage Manager", 15.8),
    ("Sam Finch", "Bar", "Bartender", 12.6),
]


def write(folder: Path) -> None:
    rng = random.Random(6303)
    productions = _productions()
    performances = _performances(rng)
    subscribers = _subscribers(rng)
    sales = _sales(rng, performances, subscribers)
    shifts = _shifts(rng, performances)
    for performance in performances:
        del performance["_pull"]
    write_csv(
        folder,
        {
            "Productions": productions,
            "Performances": performances,
            "SeatSales": sales,
            "Subscribers": subscribers,
            "StaffShifts": shifts,
        },
    )


def _productions() -> Rows:
    return [
        {
            "ProductionId": number,
            "Title": title,
            "Genre": genre,
            "Director": director,
            "Season": season,
            "OpeningDate": dt.date(*opening),
            "ClosingDate": dt.date(*closing),
            "Budget": budget,
            "AgeGuidance": {"Family": "4+", "Pantomime": "4+", "Musical": "12+", "Drama": "14+"}.get(genre),
            "IsCoProduction": title in ("Betrayal", "Salt Roads", "Cabaret"),
        }
        for number, (title, genre, director, season, opening, closing, _, budget, _pull) in enumerate(
            SHOWS, 101
        )
    ]


def _performances(rng: random.Random) -> Rows:
    rows: Rows = []
    for number, (title, genre, _, _, opening, closing, venue, _, pull) in enumerate(SHOWS, 101):
        day, last, first = dt.date(*opening), dt.date(*closing), True
        while day <= last:
            slots = []
            if day.weekday() != 6 and not (day.month == 12 and day.day == 25):
                slots.append(dt.time(19, 30) if genre not in ("Pantomime", "Family") else dt.time(18, 30))
            if (
                day.weekday() == 5
                or (day.weekday() == 2 and venue == "Main Stage")
                or (genre == "Pantomime" and day.weekday() < 6 and day.day != 25)
            ):
                slots.insert(0, dt.time(14, 0))
            if venue == "Studio" and day.weekday() == 0:
                slots = []
            for slot in slots:
                past = day < TODAY
                matinee = slot.hour < 17
                cancelled = past and rng.random() < 0.025
                rows.append(
                    {
                        "PerformanceId": len(rows) + 5001,
                        "ProductionId": number,
                        "Venue": venue,
                        "StartsAt": dt.datetime.combine(day, slot),
                        "Type": "Press Night"
                        if first and not matinee
                        else "Matinee"
                        if matinee
                        else "Evening",
                        "Capacity": CAPACITY[venue] - (12 if title == "Cabaret" else 0),
                        "Status": "Cancelled" if cancelled else "Played" if past else "On Sale",
                        "RunningMinutes": rng.randint(95, 165) if past and not cancelled else None,
                        "BarTakings": round(CAPACITY[venue] * pull * rng.uniform(2.1, 4.4), 2)
                        if past and not cancelled
                        else None,
                        "Accessible": rng.choice(
                            [None, None, None, None, "BSL", "Audio Described", "Relaxed", "Captioned"]
                        ),
                        "_pull": pull * (0.88 if matinee else 1.0),
                    }
                )
                if not matinee:
                    first = False
            day += dt.timedelta(days=1)
    return rows


def _subscribers(rng: random.Random) -> Rows:
    rows: Rows = []
    for number in range(1, 421):
        joined = dt.date(2016, 1, 1) + dt.timedelta(days=rng.randint(0, 3590))
        lapsed = rng.random() < 0.22
        left = None
        if lapsed:
            left = min(
                joined + dt.timedelta(days=365 * rng.randint(1, 6)),
                TODAY - dt.timedelta(days=rng.randint(1, 500)),
            )
            if left <= joined:
                left = None
        tier = weighted(rng, {"Friend": 8, "Patron": 3, "Gold": 2, "Student": 2})
        rows.append(
            {
                "SubscriberId": f"S{number:04d}",
                "FullName": f"{rng.choice(FIRST)} {rng.choice(LAST)}",
                "Tier": tier,
                "AnnualFee": {"Friend": 45, "Patron": 150, "Gold": 400, "Student": 15}[tier],
                "Town": weighted(
                    rng, {"Exeter": 8, "Exmouth": 4, "Tiverton": 2, "Honiton": 2, "Crediton": 1, "Topsham": 2}
                )
                if rng.random() > 0.04
                else None,
                "JoinedOn": joined,
                "CancelledOn": left,
                "EmailOptIn": rng.random() < 0.68,
                "PaymentMethod": weighted(rng, {"Direct Debit": 6, "Card": 3, "Cheque": 1}),
            }
        )
    return rows


def _sales(rng: random.Random, performances: Rows, subscribers: Rows) -> Rows:
    rows: Rows = []
    members = [row["SubscriberId"] for row in subscribers[:390]]
    for performance in performances:
        day = performance["StartsAt"].date()
        ahead = (day - TODAY).days
        pull = performance["_pull"] * (0.8 if 0 <= ahead < 14 else 1.0)
        sold, target = 0, min(1.0, max(0.01, rng.gauss(pull, 0.09))) * performance["Capacity"]
        while sold < target:
            # a booking is one line of several seats
            seats = rng.choices([1, 2, 3, 4, 6, 12, 28], [2, 8, 3, 4, 1.5, 0.8, 0.7])[0]
            seats = min(seats, performance["Capacity"] - sold)
            if seats < 1:
                break
            kind = (
                "Group" if seats >= 12 else weighted(rng, {k: v for k, v in TICKETS.items() if k != "Group"})
            )
            band = weighted(rng, {name: spec[1] for name, spec in BANDS.items()})
            price = BANDS[band][0] * RATE[kind] * (0.65 if performance["Venue"] == "Studio" else 1.0)
            booked = dt.datetime.combine(
                min(day, TODAY), dt.time(rng.randint(9, 18), rng.randint(0, 59))
            ) - dt.timedelta(days=round(rng.expovariate(1 / 24)))
            refunded = (performance["Status"] == "Cancelled" and rng.random() < 0.85) or rng.random() < 0.015
            member = rng.choice(members) if rng.random() < 0.18 else None
            price = round(price, 2)
            rows.append(
                {
                    "SaleId": len(rows) + 1,
                    "PerformanceId": performance["PerformanceId"],
                    "SubscriberId": member,
                    "BookedAt": booked,
                    "Channel": weighted(rng, CHANNELS),
                    "PriceBand": band,
                    "TicketType": kind,
                    "Seats": seats,
                    "UnitPrice": price,
                    "TotalPaid": round(price * seats, 2),
                    "Refunded": refunded,
                }
            )
            sold += seats
    return rows


def _shifts(rng: random.Random, performances: Rows) -> Rows:
    rows: Rows = []
    for performance in performances:
        if (
            performance["StartsAt"].date() > TODAY + dt.timedelta(days=10)
            or performance["Status"] == "Cancelled"
        ):
            continue
        count = 4 if performance["Venue"] == "Main Stage" else 2
        chosen = sorted(rng.sample(range(len(STAFF)), count))
        for person in chosen:
            name, department, role, rate = STAFF[person]
            starts = performance["StartsAt"] - dt.timedelta(minutes=rng.choice([60, 90, 120]))
            hours = rng.choice([3.5, 4, 4.5, 5, 6])
            past = performance["Status"] == "Played"
            absent = past and rng.random() < 0.03
            rows.append(
                {
                    "ShiftId": len(rows) + 1,
                    "PerformanceId": performance["PerformanceId"],
                    "StaffNo": f"E{person + 11}",
                    "StaffName": name,
                    "Department": department,
                    "Role": role,
                    "ShiftStart": starts,
                    "HoursPlanned": hours,
                    "HoursWorked": None
                    if not past
                    else 0.0
                    if absent
                    else hours + rng.choice([0, 0, 0, 0.25, 0.5, 1]),
                    "HourlyRate": rate,
                    "Attendance": "Scheduled" if not past else "No Show" if absent else "Worked",
                }
            )
    return rows
