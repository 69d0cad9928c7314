"""The tables of a foundation that gives grants to organisations in Britain."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST = dt.date(2022, 7, 1)
TODAY = dt.date(2025, 5, 21)
LAST = TODAY - dt.timedelta(days=1)

REGIONS = {
    "London": ["Hackney", "Lambeth", "Brent", "Southwark", "Newham"],
    "South East": ["Brighton", "Oxford", "Reading", "Kent"],
    "South West": ["Bristol", "Plymouth", "Exeter", "Cornwall"],
    "East of England": ["Norwich", "Cambridge", "Ipswich"],
    "Midlands": ["Birmingham", "Nottingham", "Leicester", "Coventry"],
    "North West": ["Manchester", "Liverpool", "Preston", "Cumbria"],
    "North East": ["Newcastle", "Sunderland", "Durham"],
    "Yorkshire": ["Leeds", "Sheffield", "Hull", "Bradford"],
    "Scotland": ["Glasgow", "Edinburgh", "Dundee", "Highland"],
    "Wales": ["Cardiff", "Swansea", "Gwynedd"],
}
THEMES = {
    "Education": ["Early Years Fund", "Reading Partners", "Skills for Work"],
    "Health": ["Healthy Ageing", "Mental Health Matters", "Active Lives"],
    "Arts & Culture": ["Community Arts", "Music for All", "Heritage Places"],
    "Climate": ["Greener Neighbourhoods", "Nature Recovery", "Energy Action"],
    "Youth": ["Youth Voices", "Safe Spaces", "First Steps"],
    "Poverty & Housing": ["Warm Homes", "Food Security", "Route Out of Homelessness"],
    "Civil Society": ["Small Charities Fund", "Volunteering Works"],
}
THEME_WEIGHTS = {
    "Education": 1.4,
    "Health": 1.3,
    "Arts & Culture": 1.1,
    "Climate": 0.8,
    "Youth": 1.2,
    "Poverty & Housing": 1.5,
    "Civil Society": 0.7,
}
ORG_TYPES = {
    "Charity": 0.45,
    "Community group": 0.2,
    "Social enterprise": 0.15,
    "University": 0.08,
    "Local authority": 0.07,
    "School": 0.05,
}
ORG_WORDS = {
    "Charity": ["Trust", "Foundation", "Aid", "Mission", "Support Network"],
    "Community group": ["Neighbours", "Residents Association", "Collective", "Circle"],
    "Social enterprise": ["Works CIC", "Enterprises CIC", "Kitchen CIC", "Studio CIC"],
    "University": ["University Institute", "University Centre", "University College"],
    "Local authority": ["Council Services", "Borough Partnership", "County Team"],
    "School": ["Academy", "Primary School", "High School"],
}
FOCUS = [
    "Youth", "Families", "Arts", "Green", "Wellbeing", "Learning", "Heritage", "Community", "Hope", "Bridge",
    "Harbour", "Open Door", "New Start", "Together", "Riverside", "Music", "Sports", "Carers",
]  # fmt: skip
INCOMES = {
    "Charity": (60_000, 4_000_000),
    "Community group": (4_000, 120_000),
    "Social enterprise": (50_000, 1_500_000),
    "University": (20_000_000, 400_000_000),
    "Local authority": (50_000_000, 600_000_000),
    "School": (1_000_000, 9_000_000),
}
ASKS = {
    "Charity": (15_000, 160_000),
    "Community group": (2_000, 25_000),
    "Social enterprise": (10_000, 110_000),
    "University": (40_000, 250_000),
    "Local authority": (30_000, 220_000),
    "School": (5_000, 60_000),
}
EXPERTISE = ["Education", "Public health", "Arts", "Environment", "Youth work", "Housing", "Finance"]
TITLE_STARTS = ["Building", "Growing", "Opening", "Sharing", "Reaching", "Restoring", "Supporting"]
TITLE_ENDS = [
    "Futures", "Local Skills", "Green Spaces", "Young Lives", "Safe Homes", "Stories", "Confidence",
    "Connections", "Better Health", "New Audiences",
]  # fmt: skip
FIRST_NAMES = [
    "Aisha", "Bernard", "Catherine", "David", "Eleanor", "Fiona", "Gareth", "Helen", "Ibrahim", "Joanna",
    "Kwame", "Lucy", "Martin", "Nadia", "Oliver", "Patricia", "Rhys", "Sunita", "Thomas", "Ursula",
]  # fmt: skip
LAST_NAMES = [
    "Abbott", "Bennett", "Chaudhry", "Douglas", "Ellis", "Fraser", "Grant", "Hussain", "Irving", "Jenkins",
    "Kaur", "Lloyd", "Mensah", "Norris", "Okafor", "Price", "Rahman", "Stewart", "Thornton", "Webb",
]  # fmt: skip


def make_programmes(rng: random.Random) -> Rows:
    """The programmes, each for one region."""
    rows: Rows = []
    for theme, names in THEMES.items():
        for name in names:
            for region in REGIONS:
                closes = None
                if rng.random() < 0.75:
                    closes = moment(rng, dt.date(2024, 6, 1), dt.date(2026, 12, 31)).date()
                status = "paused" if rng.random() < 0.06 else "open"
                rows.append(
                    {
                        "name": f"{name} {region}",
                        "theme": theme,
                        "region": region,
                        "budget": rng.randint(40, 160) * 5_000 + rng.randint(0, 49) * 100,
                        "launched_on": moment(rng, dt.date(2018, 1, 1), FIRST).date(),
                        "closes_on": closes,
                        "status": "closed" if closes is not None and closes < TODAY else status,
                    }
                )
    return numbered(rows)


def make_organisations(rng: random.Random) -> Rows:
    """The organisations that apply, every name once."""
    rows: dict[str, dict] = {}
    while len(rows) < 620:
        region = rng.choice(list(REGIONS))
        city = rng.choice(REGIONS[region])
        kind = weighted(rng, ORG_TYPES)
        name = f"{city} {rng.choice(FOCUS)} {rng.choice(ORG_WORDS[kind])}"
        low, high = INCOMES[kind]
        rows.setdefault(
            name,
            {
                "name": name,
                "org_type": kind,
                "city": city,
                "region": region,
                "founded_year": rng.randint(1890, 2021) if rng.random() < 0.93 else None,
                "annual_income": round(low * (high / low) ** rng.random(), -2)
                if rng.random() < 0.88
                else None,
                "registered_on": moment(rng, dt.date(2019, 1, 1), dt.date(2024, 12, 31)).date(),
            },
        )
    return numbered(rows.values())


def make_reviewers(rng: random.Random) -> Rows:
    """The people who read applications, every name once."""
    names = [f"{first} {last}" for first in FIRST_NAMES for last in LAST_NAMES]
    return numbered(
        {
            "full_name": name,
            "expertise": rng.choice(EXPERTISE),
            "is_external": rng.random() < 0.65,
            "joined_on": moment(rng, dt.date(2016, 1, 1), dt.date(2024, 6, 30)).date(),
            "left_on": moment(rng, dt.date(2024, 7, 1), LAST).date() if rng.random() < 0.12 else None,
        }
        for name in rng.sample(names, 210)
    )


def submission_days(rng: random.Random, count: int) -> list[dt.date]:
    """Days in order, more of them in spring and autumn and lately."""
    days = [FIRST + dt.timedelta(days=step) for step in range((LAST - FIRST).days + 1)]
    weights = [
        (1.6 if day.month in (3, 4, 9, 10) else 1.0)
        * (0.3 if day.weekday() >= 5 else 1.0)
        * (1 + 0.2 * (day - FIRST).days / 365)
        for day in days
    ]
    return sorted(rng.choices(days, weights, k=count))


def make_applications(rng: random.Random, programmes: Rows, organisations: Rows, reviewers: Rows) -> Rows:
    """The applications, most of them decided within months."""
    programme_weights = [THEME_WEIGHTS[row["theme"]] * rng.uniform(0.5, 1.8) for row in programmes]
    organisation_weights = [rng.uniform(0.2, 2.5) for _ in organisations]
    reviewer_weights = [rng.uniform(0.3, 2.0) for _ in reviewers]
    seen: set[int] = set()
    rows: Rows = []
    for day in submission_days(rng, 2600):
        programme = rng.choices(programmes, programme_weights)[0]
        while programme["closes_on"] is not None and programme["closes_on"] < day:
            programme = rng.choices(programmes, programme_weights)[0]
        organisation = rng.choices(organisations, organisation_weights)[0]
        reviewer = rng.choices(reviewers, reviewer_weights)[0]
        submitted = moment(rng, day, day, (8, 20))
        decided = submitted + dt.timedelta(days=rng.randint(25, 130), hours=rng.randint(-5, 5))
        score = round(min(10.0, max(1.0, rng.gauss(6.1 + 0.3 * (not reviewer["is_external"]), 1.5))), 1)
        if rng.random() < 0.05:
            status = "withdrawn"
        elif decided.date() > LAST:
            status = "under_review"
        else:
            status = "approved" if score + rng.gauss(0, 0.8) > 6.4 else "rejected"
        unscored = status == "withdrawn" or (status == "under_review" and rng.random() < 0.6)
        rows.append(
            {
                "programme_id": programme["id"],
                "organisation_id": organisation["id"],
                "reviewer_id": reviewer["id"] if status != "withdrawn" or rng.random() < 0.3 else None,
                "project_title": f"{rng.choice(TITLE_STARTS)} {rng.choice(TITLE_ENDS)}",
                "submitted_at": submitted,
                "decided_at": decided if status in ("approved", "rejected") else None,
                "status": status,
                "amount_requested": round(rng.uniform(*ASKS[organisation["org_type"]]), -2),
                "score": None if unscored else score,
                "is_first_time": organisation["id"] not in seen,
            }
        )
        seen.add(organisation["id"])
    return numbered(rows)


def make_grants(rng: random.Random, applications: Rows) -> Rows:
    """The grants awarded, one for an application approved."""
    rows: Rows = []
    for application in applications:
        if application["status"] != "approved":
            continue
        awarded = application["decided_at"].date()
        months = rng.choice([6, 12, 12, 12, 18, 24, 24, 36])
        starts = awarded + dt.timedelta(days=rng.randint(14, 60))
        ends = starts + dt.timedelta(days=round(months * 30.4))
        status = "completed" if ends < TODAY else "active"
        rows.append(
            {
                "application_id": application["id"],
                "awarded_on": awarded,
                "amount_awarded": round(application["amount_requested"] * rng.uniform(0.55, 1.0), -2),
                "start_date": starts,
                "end_date": ends,
                "duration_months": months,
                "status": "terminated" if rng.random() < 0.04 and starts < TODAY else status,
            }
        )
    return numbered(rows)


def make_payments(rng: random.Random, grants: Rows) -> Rows:
    """The instalments of the grants; one to come has no day of payment."""
    rows: Rows = []
    for grant in grants:
        count = min(6, max(1, grant["duration_months"] // 6))
        for instalment in range(1, count + 1):
            due = grant["start_date"] + dt.timedelta(days=182 * (instalment - 1))
            paid = due + dt.timedelta(days=rng.choice([-3, -1, 0, 0, 0, 1, 2, 5, 12]))
            status = "scheduled" if paid > LAST else "paid"
            if grant["status"] == "terminated" and instalment > 1:
                status = "cancelled"
            elif rng.random() < 0.04:
                status = "on_hold"
            rows.append(
                {
                    "grant_id": grant["id"],
                    "instalment_no": instalment,
                    "due_on": due,
                    "paid_on": paid if status == "paid" else None,
                    "amount": round(grant["amount_awarded"] / count, 2),
                    "status": status,
                    "method": weighted(rng, {"bank_transfer": 0.93, "cheque": 0.07}),
                }
            )
    return numbered(rows)


def write(folder: Path) -> None:
    """Write the tables."""
    rng = random.Random(9027)
    programmes = make_programmes(rng)
    organisations = make_organisations(rng)
    reviewers = make_reviewers(rng)
    applications = make_applications(rng, programmes, organisations, reviewers)
    grants = make_grants(rng, applications)
    tables = {
        "programmes": programmes,
        "organisations": organisations,
        "reviewers": reviewers,
        "applications": applications,
        "grants": grants,
        "payments": make_payments(rng, grants),
    }
    write_parquet(folder, tables)
