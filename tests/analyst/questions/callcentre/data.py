"""A utility company's call centre: teams, agents, calls, tickets and surveys after calls."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, weighted, write_csv

FIRST = dt.date(2024, 7, 1)
LAST = dt.date(2025, 9, 29)

TEAMS = [
    ("T01", "Billing North", "Karen Holroyd", "Leeds", 40),
    ("T02", "Billing South", "Imran Sheikh", "Cardiff", 40),
    ("T03", "Home Movers", "Siân Probert", "Cardiff", 60),
    ("T04", "Emergency Desk", "Dave Ackroyd", "Leeds", 15),
    ("T05", "Collections", "Marcia Bennett", "Sunderland", 60),
    ("T06", "Complaints Resolution", "Tom Eastwood", "Sunderland", 90),
    ("T07", "Metering Support", None, "Leeds", 45),
]
# team: queues it mostly answers
QUEUES = {
    "Billing": ["T01", "T02"],
    "Moving Home": ["T03"],
    "Outages & Emergencies": ["T04"],
    "Payments & Debt": ["T05"],
    "Complaints": ["T06"],
    "Meter Readings": ["T07"],
}
QUEUE_WEIGHT = {
    "Billing": 34,
    "Moving Home": 12,
    "Outages & Emergencies": 13,
    "Payments & Debt": 18,
    "Complaints": 9,
    "Meter Readings": 14,
}
WAIT = {
    "Billing": 150,
    "Moving Home": 95,
    "Outages & Emergencies": 28,
    "Payments & Debt": 120,
    "Complaints": 210,
    "Meter Readings": 75,
}
TALK = {
    "Billing": 380,
    "Moving Home": 520,
    "Outages & Emergencies": 190,
    "Payments & Debt": 430,
    "Complaints": 710,
    "Meter Readings": 240,
}
REASON = {
    "Billing": {
        "Bill too high": 5,
        "Direct debit change": 3,
        "Refund": 2,
        "Copy of bill": 2,
        "Tariff query": 3,
    },
    "Moving Home": {"Moving in": 4, "Moving out": 4, "Name change": 1},
    "Outages & Emergencies": {"Power cut": 6, "Gas smell": 3, "No hot water": 1},
    "Payments & Debt": {"Payment plan": 5, "Make a payment": 4, "Prepay top-up": 3, "Refund": 1},
    "Complaints": {"Chasing complaint": 4, "Bill too high": 3, "Poor service": 3},
    "Meter Readings": {"Submit reading": 6, "Smart meter fault": 4, "Book engineer": 3},
}
FIRST_NAMES = [
    "Aisha",
    "Ben",
    "Callum",
    "Donna",
    "Ellie",
    "Farah",
    "Gareth",
    "Hannah",
    "Ivan",
    "Jodie",
    "Kyle",
    "Lauren",
    "Mo",
    "Natalie",
    "Owen",
    "Priya",
    "Quentin",
    "Rhys",
    "Sophie",
    "Tariq",
    "Una",
    "Vicky",
    "Will",
    "Xanthe",
    "Yusuf",
    "Zoe",
    "Beth",
    "Craig",
    "Dean",
    "Emma",
    "Fiona",
    "Glen",
]
LAST_NAMES = [
    "Ahmed",
    "Barker",
    "Clegg",
    "Davies",
    "Evans",
    "Fletcher",
    "Griffiths",
    "Hughes",
    "Iqbal",
    "Jones",
    "Kaur",
    "Lloyd",
    "Metcalfe",
    "Nowak",
    "O'Neill",
    "Patel",
    "Quinn",
    "Robson",
    "Smith",
    "Thompson",
    "Usman",
    "Vaughan",
    "Wilkinson",
    "Young",
]
CATEGORIES = {
    "Billing dispute": 26,
    "Estimated reading": 14,
    "Supply outage": 12,
    "Smart meter fault": 16,
    "Refund request": 13,
    "Home move": 9,
    "Payment plan": 10,
}
REGIONS = {"North West": 22, "Yorkshire": 27, "North East": 17, "South Wales": 20, "West Midlands": 14}
HOURS = {7: 2, 8: 7, 9: 12, 10: 13, 11: 11, 12: 9, 13: 9, 14: 9, 15: 8, 16: 8, 17: 7, 18: 4, 19: 2}


def _agents(rng: random.Random) -> Rows:
    rows: Rows = []
    sizes = {"T01": 10, "T02": 8, "T03": 6, "T04": 7, "T05": 9, "T06": 6, "T07": 6}
    number = 1
    for team, size in sizes.items():
        for _ in range(size):
            started = dt.date(2016, 3, 1) + dt.timedelta(days=rng.randint(0, 3300))
            left = None
            if started < dt.date(2024, 6, 1) and rng.random() < 0.16:
                left = dt.date(2024, 10, 1) + dt.timedelta(days=rng.randint(0, 340))
            kind = weighted(rng, {"Full Time": 6, "Part Time": 3, "Agency": 2})
            rows.append(
                {
                    "Agent ID": f"AG-{number:03d}",
                    "Full Name": f"{rng.choice(FIRST_NAMES)} {rng.choice(LAST_NAMES)}",
                    "Team ID": team,
                    "Start Date": started,
                    "Leaving Date": left,
                    "Employment Type": kind,
                    "Hourly Rate": round(11.8 + rng.random() * 5 + (1.2 if kind == "Agency" else 0), 2),
                    "Works From Home": rng.choice(["Yes", "No", "No"]),
                }
            )
            number += 1
    rows[23]["Full Name"] = rows[3]["Full Name"]  # two people of one name
    rows[40]["Team ID"] = None  # not yet placed
    return rows


def _day(rng: random.Random) -> dt.date:
    while True:
        day = FIRST + dt.timedelta(days=rng.randint(0, (LAST - FIRST).days))
        keep = (
            1.0 if day.weekday() == 0 else 0.82 if day.weekday() < 5 else 0.28 if day.weekday() == 5 else 0.1
        )
        if day.month in (12, 1, 2):
            keep *= 1.0
        elif day.month in (6, 7, 8):
            keep *= 0.66
        else:
            keep *= 0.82
        if day.year == 2025:
            keep *= 1.0
        else:
            keep *= 0.88
        if rng.random() < keep:
            return day


def write(folder: Path) -> None:
    rng = random.Random(20250930)
    agents = _agents(rng)
    skill = {a["Agent ID"]: rng.gauss(0, 0.45) for a in agents}
    pace = {a["Agent ID"]: rng.uniform(0.75, 1.3) for a in agents}
    load = {a["Agent ID"]: rng.uniform(0.5, 1.6) for a in agents}
    accounts = [f"{rng.randint(10_000_000, 99_999_999)}" for _ in range(3600)]

    def staff(queue: str, day: dt.date) -> str:
        here = [
            a
            for a in agents
            if a["Start Date"] <= day and (a["Leaving Date"] is None or day <= a["Leaving Date"])
        ]
        own = [a for a in here if a["Team ID"] in QUEUES[queue]]
        pool = own if own and rng.random() < 0.9 else here
        return rng.choices(pool, [load[a["Agent ID"]] for a in pool])[0]["Agent ID"]

    starts = []
    for _ in range(8200):
        queue = weighted(rng, QUEUE_WEIGHT)
        day = _day(rng)
        if queue == "Outages & Emergencies" and rng.random() < 0.3:
            hour = rng.choice([0, 1, 2, 3, 4, 5, 6, 20, 21, 22, 23])
        else:
            hour = int(weighted(rng, {str(h): w for h, w in HOURS.items()}))
        starts.append(
            (dt.datetime.combine(day, dt.time(hour, rng.randint(0, 59), rng.randint(0, 59))), queue)
        )
    starts.sort()

    calls: Rows = []
    for number, (start, queue) in enumerate(starts, 700001):
        inbound = rng.random() < (0.72 if queue in ("Payments & Debt", "Complaints") else 0.93)
        agent = staff(queue, start.date())
        wait = (
            int(rng.expovariate(1 / WAIT[queue]) * (1.35 if start.weekday() == 0 else 1)) + 2
            if inbound
            else None
        )
        if inbound:
            gone = rng.random() < min(0.6, 0.02 + (wait or 0) / 1400)
            outcome = "Abandoned" if gone else "Answered"
        else:
            outcome = weighted(rng, {"Answered": 55, "No Answer": 30, "Voicemail": 15})
        spoken = outcome == "Answered"
        talk = max(15, int(rng.gammavariate(2.2, TALK[queue] / 2.2) * pace[agent])) if spoken else None
        hold = None
        if spoken:
            hold = int(rng.expovariate(1 / 55)) if rng.random() < 0.4 else 0
        calls.append(
            {
                "Call ID": number,
                "Call Start": start,
                "Direction": "Inbound" if inbound else "Outbound",
                "Queue": queue,
                "Account Number": None
                if rng.random() < 0.06
                else rng.choice(accounts[:70] if rng.random() < 0.13 else accounts),
                "Agent ID": None if outcome == "Abandoned" else agent,
                "Outcome": outcome,
                "Wait Seconds": wait,
                "Talk Seconds": talk,
                "Hold Seconds": hold,
                "Wrap Up Seconds": int(rng.gammavariate(2, 35)) if spoken else None,
                "Transferred": ("Yes" if rng.random() < (0.17 if queue == "Billing" else 0.09) else "No")
                if spoken
                else None,
                "Call Reason": weighted(rng, REASON[queue]) if spoken and rng.random() > 0.05 else None,
            }
        )

    tickets: Rows = []
    for call in calls:
        if call["Outcome"] != "Answered" or rng.random() > 0.21:
            continue
        opened = call["Call Start"] + dt.timedelta(minutes=rng.randint(3, 25))
        priority = weighted(rng, {"P1": 6, "P2": 20, "P3": 48, "P4": 26})
        allowed = {"P1": 2, "P2": 5, "P3": 10, "P4": 20}[priority]
        closed = opened + dt.timedelta(
            hours=int(rng.gammavariate(1.6, allowed * 10)) + 1, minutes=rng.randint(0, 59)
        )
        status = "Closed"
        if rng.random() < 0.03:
            status = "Cancelled"
        if closed > dt.datetime(2025, 9, 29, 18) or rng.random() < 0.055:
            status = weighted(rng, {"Open": 4, "In Progress": 4, "Waiting on Customer": 3})
        category = weighted(rng, CATEGORIES)
        bad = 0.2 if category == "Billing dispute" else 0.1
        tickets.append(
            {
                "Ticket Number": f"UT{20000 + len(tickets) * 3}",
                "Call ID": call["Call ID"],
                "Owner Agent ID": None if rng.random() < 0.03 else call["Agent ID"],
                "Category": category,
                "Priority": priority,
                "Region": weighted(rng, REGIONS),
                "Status": status,
                "Opened On": opened,
                "Due Date": opened.date() + dt.timedelta(days=allowed),
                "Closed On": closed if status in ("Closed", "Cancelled") else None,
                "Times Reopened": rng.choices([0, 1, 2, 3], [86, 10, 3, 1])[0]
                if status != "Cancelled"
                else 0,
                "Goodwill Payment": round(
                    rng.choice([10, 15, 20, 25, 30, 40, 50, 75, 120]) * rng.choice([1, 1, 1, 1.25]), 2
                )
                if status == "Closed" and rng.random() < bad + 0.06
                else None,
                "Ombudsman Case": "Yes" if rng.random() < bad / 5 else "No",
            }
        )

    surveys: Rows = []
    for call in calls:
        if call["Outcome"] != "Answered" or call["Direction"] != "Inbound" or rng.random() > 0.24:
            continue
        mood = (
            skill[call["Agent ID"]]
            - (call["Wait Seconds"] or 0) / 500
            - (0.7 if call["Queue"] == "Complaints" else 0)
        )
        score = min(5, max(1, round(4.1 + mood + rng.gauss(0, 0.9))))
        recommend = min(10, max(0, round(score * 2 - 0.4 + rng.gauss(0, 1.4))))
        surveys.append(
            {
                "Survey ID": 31001 + len(surveys),
                "Call ID": call["Call ID"],
                "Survey Channel": weighted(rng, {"SMS": 6, "Email": 3, "IVR": 2}),
                "Completed On": (call["Call Start"] + dt.timedelta(hours=rng.randint(0, 60))).date(),
                "Satisfaction Score": score,
                "Recommend Score": None if rng.random() < 0.08 else recommend,
                "Issue Resolved": None
                if rng.random() < 0.05
                else ("Yes" if rng.random() < 0.3 + score * 0.12 else "No"),
                "Comment": rng.choice(
                    [
                        "Very helpful",
                        "waited far too long",
                        "Still no answer",
                        "Friendly",
                        "ok",
                        "Cut off twice",
                    ]
                )
                if rng.random() < 0.3
                else None,
            }
        )

    teams = [
        {"Team ID": t, "Team Name": n, "Team Leader": m, "Site": s, "Answer Target Seconds": g}
        for t, n, m, s, g in TEAMS
    ]
    write_csv(
        folder, {"teams": teams, "agents": agents, "calls": calls, "tickets": tickets, "surveys": surveys}
    )
