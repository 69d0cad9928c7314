"""Online advertising of a small agency: campaigns, ad groups and what each ad group did every day."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, numbered, write_parquet

FIRST, LAST = dt.date(2023, 6, 1), dt.date(2025, 8, 17)
# client, campaign, channel, market, manager, first day, last day, daily budget
CAMPAIGNS = [
    ("Velo Nord", "VN Brand Search", "search", "DE", "Jana", "2023-06-01", None, 60),
    ("Velo Nord", "VN E-Bikes Spring 24", "social", "DE", "Jana", "2024-03-01", "2024-06-15", 140),
    ("Velo Nord", "VN E-Bikes Spring 25", "social", "DE", "Jana", "2025-02-20", "2025-06-10", 165),
    ("Velo Nord", "VN Retargeting", "display", "DE", "Omar", "2023-09-01", None, 35),
    ("Lumière Beauté", "LB Always On", "social", "FR", "Camille", "2023-06-01", None, 110),
    ("Lumière Beauté", "LB Noël 23", "video", "FR", "Camille", "2023-11-10", "2023-12-27", 260),
    ("Lumière Beauté", "LB Noël 24", "video", "FR", "Camille", "2024-11-08", "2024-12-28", 310),
    ("Lumière Beauté", "LB Search Generic", "search", "FR", "Omar", "2024-01-15", None, 75),
    ("Brightside Tutors", "BT Search UK", "search", "UK", "Priya", "2023-08-01", None, 90),
    ("Brightside Tutors", "BT Back to School", "video", "UK", "Priya", "2024-08-12", "2024-10-04", 180),
    ("Brightside Tutors", "BT Search US", "search", "US", "Priya", "2024-05-01", None, 130),
    ("Kettle & Co", "KC Newsletter Push", "display", "UK", None, "2023-06-15", "2024-09-30", 25),
    ("Kettle & Co", "KC Shopping", "shopping", "UK", "Omar", "2023-10-01", None, 85),
    ("Kettle & Co", "KC Shopping DE", "shopping", "DE", "Omar", "2024-09-01", None, 70),
    ("Pinecrest Hotels", "PH Summer Escape", "social", "US", "Jana", "2025-04-15", None, 200),
]
GROUPS = {
    "search": ["Exact", "Phrase", "Competitors"],
    "social": ["Lookalike", "Interests", "Video Viewers"],
    "display": ["Visitors 30d", "Cart Leavers"],
    "video": ["Skippable", "Bumper"],
    "shopping": ["All Products", "Bestsellers", "Clearance"],
}
# cost per thousand impressions, click rate, conversion rate, value of a conversion
CHANNEL = {
    "search": (52.0, 0.046, 0.052, 71),
    "social": (8.4, 0.0115, 0.019, 58),
    "display": (2.6, 0.0031, 0.014, 63),
    "video": (11.5, 0.0052, 0.011, 54),
    "shopping": (9.0, 0.0125, 0.033, 47),
}
DEVICES = {"mob": 0.62, "desk": 0.31, "tab": 0.07}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(96)
    clients = list(dict.fromkeys(row[0] for row in CAMPAIGNS))
    adv = numbered(
        {"nm": name, "ind": industry}
        for name, industry in zip(clients, ["retail", "beauty", "education", "retail", "travel"], strict=True)
    )
    cmp = numbered(
        {
            "nm": name,
            "adv_id": clients.index(client) + 1,
            "chnl": channel,
            "mkt": market,
            "mgr": manager,
            "st_dt": dt.date.fromisoformat(first),
            "end_dt": dt.date.fromisoformat(last) if last else None,
            "bdgt": float(budget),
        }
        for client, name, channel, market, manager, first, last, budget in CAMPAIGNS
    )
    adg = numbered(
        {"cmp_id": campaign["id"], "nm": f"{campaign['nm']} | {name}", "bid": bid}
        for campaign in cmp
        for name in GROUPS[campaign["chnl"]]
        for bid in [rng.choice(["manual", "auto", "auto"])]
    )
    sts = numbered(sorted(_days(rng, cmp, adg), key=lambda row: row["dt"]))
    write_parquet(folder, {"adv": adv, "cmp": cmp, "adg": adg, "sts": sts})


def _days(rng: random.Random, campaigns: Rows, groups: Rows) -> Rows:
    rows = []
    for group in groups:
        campaign = campaigns[group["cmp_id"] - 1]
        number = len(GROUPS[campaign["chnl"]])
        cpm, ctr, cvr, value = CHANNEL[campaign["chnl"]]
        cpm, ctr, cvr = (
            cpm * rng.lognormvariate(0, 0.2),
            ctr * rng.lognormvariate(0, 0.2),
            cvr * rng.lognormvariate(0, 0.3),
        )
        share = campaign["bdgt"] / number * rng.uniform(0.6, 1.2)
        day = campaign["st_dt"]
        while day <= (campaign["end_dt"] or LAST):
            weekend = 0.8 if day.weekday() > 4 else 1.0
            for device, part in _devices(rng).items():
                spend = share * part * weekend * rng.uniform(0.65, 1.15) * (1 + 0.07 * (day.year - 2023))
                spend *= 1.35 if day.month == 11 else 1.0
                shown = max(1, round(spend / cpm * 1000 * rng.uniform(0.85, 1.15)))
                clicks = _count(rng, shown, ctr)
                sales = _count(rng, clicks, cvr * (1.25 if device == "desk" else 0.9))
                rows.append(
                    {
                        "dt": day,
                        "adg_id": group["id"],
                        "dev": device,
                        "imp": shown,
                        "clk": clicks,
                        "cst": round(spend, 2) if clicks or campaign["chnl"] != "search" else 0.0,
                        "cnv": sales,
                        "rev": round(sum(value * rng.lognormvariate(0, 0.35) for _ in range(sales)), 2),
                    }
                )
            day += dt.timedelta(days=1)
    return rows


def _devices(rng: random.Random) -> dict[str, float]:
    """One device a day mostly, so that the table stays small."""
    if rng.random() < 0.87:
        return {rng.choices(list(DEVICES), list(DEVICES.values()))[0]: 1.0}
    return {"mob": 0.64, "desk": 0.36}


def _count(rng: random.Random, tries: int, chance: float) -> int:
    mean = tries * chance
    return (
        max(0, min(tries, round(rng.gauss(mean, mean**0.5))))
        if mean > 4
        else sum(rng.random() < mean / 8 for _ in range(min(8, tries)))
    )
