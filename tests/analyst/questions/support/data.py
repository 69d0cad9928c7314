"""A help desk: organisations, agents and two years of tickets."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import moment, numbered, weighted, write_csv

FIRST, LAST = dt.date(2024, 1, 1), dt.date(2025, 9, 30)
AGENTS = [
    ("Ola Brandt", "Tier 1"),
    ("Priya Nair", "Tier 1"),
    ("Carlos Mota", "Tier 1"),
    ("Jun Park", "Tier 2"),
    ("Hannah Cole", "Tier 2"),
    ("Samir Aziz", "Escalations"),
]
COUNTRIES = {"DE": 4, "GB": 4, "US": 7, "IN": 3}
PLANS = {"free": 5, "team": 4, "enterprise": 2}
PRIORITIES = {"P1": 1, "P2": 3, "P3": 6, "P4": 3}
CHANNELS = {"email": 6, "chat": 4, "phone": 2, "web form": 2}
TOPICS = {"billing": 4, "login": 4, "bug report": 5, "how-to": 3, "data export": 1}


def write(folder: Path) -> None:
    """Write the tables as CSV files."""
    rng = random.Random(23)
    orgs = numbered(
        {"org_name": f"Org {number:03}", "plan": weighted(rng, PLANS), "country": weighted(rng, COUNTRIES)}
        for number in range(1, 121)
    )
    agents = numbered({"agent_name": name, "team": team} for name, team in AGENTS)
    write_csv(
        folder, {"orgs": orgs, "agents": agents, "tickets": numbered(_ticket(rng) for _ in range(2400))}
    )


def _ticket(rng: random.Random) -> dict:
    opened = moment(rng, FIRST, LAST)
    is_open = opened.date() > dt.date(2025, 8, 1) and rng.random() < 0.4
    resolved = None if is_open else opened + dt.timedelta(hours=rng.randint(1, 140))
    return {
        "org_id": int(rng.triangular(1, 116, 1)),  # a few organisations write most
        "agent_id": rng.choices(range(1, 7), [9, 8, 7, 5, 4, 2])[0],
        "opened_at": opened,
        "resolved_at": resolved,
        "priority": weighted(rng, PRIORITIES),
        "channel": weighted(rng, CHANNELS),
        "topic": weighted(rng, TOPICS),
        "status": rng.choice(["new", "pending"]) if is_open else weighted(rng, {"solved": 1, "closed": 4}),
        "first_reply_minutes": rng.randint(2, 600),
        "csat": None if is_open or rng.random() < 0.4 else rng.choices([1, 2, 3, 4, 5], [1, 1, 2, 5, 6])[0],
        "was_reopened": rng.random() < 0.08,
    }
