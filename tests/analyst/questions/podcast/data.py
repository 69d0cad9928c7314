"""A podcast network: shows, episodes, downloads a day, sponsors and ad slots."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, weighted, write_csv

FIRST, LAST = dt.date(2024, 12, 1), dt.date(2025, 8, 29)

# title, genre, host, launched, language, status, every so many days, size, minutes
SHOWS = [
    ("The Night Shift", "True Crime", "Mara Okafor", "2019-03-11", "en", "Active", 7, 2600, 52),
    ("Cold Harbor", "True Crime", "Danny Pruitt", "2021-10-04", "en", "Active", 14, 3900, 61),
    ("Ledger Lines", "Business", "Priya Raman", "2020-01-20", "en", "Active", 7, 1150, 34),
    ("Founders in Debt", "Business", "Tom Albrecht", "2022-06-01", "en", "Hiatus", 14, 520, 45),
    ("Half Past Kickoff", "Sports", "Danny Pruitt", "2018-08-13", "en", "Active", 7, 1800, 48),
    ("Tercer Tiempo", "Sports", "Lucia Ferrer", "2023-02-27", "es", "Active", 7, 740, 41),
    ("Small Wonders", "Kids & Family", "Hannah Bell", "2020-09-07", "en", "Active", 7, 900, 18),
    ("Bedtime Orbit", "Kids & Family", "Hannah Bell", "2022-11-15", "en", "Active", 14, 1300, 22),
    ("Kitchen Table Politics", "News & Politics", "Greg Sandoval", "2017-01-09", "en", "Active", 7, 2100, 57),
    ("The Recount", "News & Politics", "Aisha Mbeki", "2024-02-05", "en", "Ended", 14, 640, 39),
    ("Static & Noise", "Music", "Jules Varga", "2021-04-19", "en", "Active", 14, 410, 66),
    ("Sobremesa", "Comedy", "Lucia Ferrer", "2022-03-30", "es", "Active", 14, 980, 55),
    ("Worst Date Ever", "Comedy", "Kit Delaney", "2023-07-10", "en", "Active", 7, 1600, 44),
    ("Deep Field", "Science", None, "2024-10-01", "en", "Hiatus", 28, 350, 30),
]
STOPS = {"Hiatus": dt.date(2025, 5, 20), "Ended": dt.date(2025, 3, 31)}
TOPICS = [
    "The Lake House",
    "A Bad Year",
    "Listener Mail",
    "What the Neighbours Saw",
    "Second Chances",
    "The Money Episode",
    "Live from Chicago",
    "Nobody Called Back",
    "Three Wrong Turns",
    "The Longest Week",
    "Ask Us Anything",
    "Red Flags",
    "The Comeback",
    "Under the Ice",
    "Paper Trail",
    "The Other Brother",
    "Open Season",
    "How It Ends",
    "Rookie Mistakes",
    "A Quiet Street",
    "Best of the Month",
    "The Audit",
    "Sunday Special",
    "Overtime",
    "Big Feelings",
    "Ghost Notes",
    "The Hearing",
    "Off the Record",
    "Moonlight",
    "Plan B",
]
SPONSORS = [
    ("Brightleaf Coffee", "Food & Beverage", None, "Rosa Lind"),
    ("NordPillow", "Home & Sleep", "Oxbow Media", "Rosa Lind"),
    ("Tally Tax", "Financial Services", None, "Ben Ashworth"),
    ("Cinder Meal Kits", "Food & Beverage", "Oxbow Media", "Ben Ashworth"),
    ("QuickQuote Insurance", "Financial Services", "Parallel Audio", "Rosa Lind"),
    ("Hearthstone Bank", "Financial Services", "Parallel Audio", "Imani Cole"),
    ("Lumen Therapy", "Health & Wellness", None, "Imani Cole"),
    ("VitaStack", "Health & Wellness", "Oxbow Media", "Imani Cole"),
    ("Paws & Co", "Pets", None, "Rosa Lind"),
    ("GoodBoy Treats", "Pets", "Parallel Audio", "Ben Ashworth"),
    ("Shelfmade", "Software", None, "Ben Ashworth"),
    ("Inboxly", "Software", "Kestrel Group", "Imani Cole"),
    ("SecureNest VPN", "Software", "Kestrel Group", "Rosa Lind"),
    ("Wander Rail", "Travel", None, "Imani Cole"),
    ("StayLocal", "Travel", "Oxbow Media", "Ben Ashworth"),
    ("Ridgeline Trucks", "Automotive", "Parallel Audio", None),
    ("Copper Still Whiskey", "Food & Beverage", "Kestrel Group", "Rosa Lind"),
    ("LearnLoop", "Education", None, "Imani Cole"),
    ("Mattress Barn", "Home & Sleep", None, "Ben Ashworth"),
    ("Fresh Fade Razors", "Health & Wellness", "Kestrel Group", "Ben Ashworth"),
    ("Odd Socks Club", None, None, "Rosa Lind"),
    ("Pinecrest University", "Education", None, None),
]


def write(folder: Path) -> None:
    rng = random.Random(4107)
    shows: Rows = []
    episodes: Rows = []
    downloads: Rows = []
    slots: Rows = []
    sponsors: Rows = [
        {
            "Sponsor ID": f"SP{number:03d}",
            "Sponsor": name,
            "Industry": industry,
            "Agency": agency,
            "Account Manager": manager,
            "Signed On": dt.date(2021, 1, 1) + dt.timedelta(days=rng.randint(0, 1350)),
        }
        for number, (name, industry, agency, manager) in enumerate(SPONSORS, 1)
    ]
    appetite = [rng.uniform(0.3, 3) for _ in sponsors]
    delay = [rng.randint(14, 62) for _ in sponsors]
    under = [rng.choice([0.84, 0.95, 0.99, 1.02, 1.05]) for _ in sponsors]
    for number, show in enumerate(SHOWS, 1):
        title, genre, host, launched, language, status, every, size, minutes = show
        shows.append(
            {
                "Show ID": number,
                "Show Title": title,
                "Genre": genre,
                "Host": host,
                "Launch Date": dt.date.fromisoformat(launched),
                "Language": language,
                "Status": status,
            }
        )
        day = FIRST + dt.timedelta(days=rng.randint(0, 6))
        stop = STOPS.get(status, LAST)
        count = rng.randint(8, 90)
        drift = rng.uniform(-0.35, 0.6)
        while day <= stop:
            releases = [(day, "Full")]
            if rng.random() < 0.09:
                releases.append((min(day + dt.timedelta(days=rng.randint(1, 4)), stop), "Bonus"))
            for published, kind in releases:
                count += kind == "Full"
                episode = 1000 + len(episodes) + 1
                length = rng.gauss(minutes, minutes * 0.14) * (0.45 if kind == "Bonus" else 1)
                episodes.append(
                    {
                        "Episode ID": episode,
                        "Show ID": number,
                        "Episode Title": rng.choice(TOPICS),
                        "Season": published.year - int(launched[:4]) + 1,
                        "Episode Number": count if kind == "Full" else None,
                        "Episode Type": kind,
                        "Published At": dt.datetime.combine(
                            published, dt.time(rng.choice([4, 5, 6, 9]), rng.choice([0, 15, 30]))
                        ),
                        "Duration (sec)": round(length * 60),
                        "Explicit": genre in ("Comedy", "True Crime") and rng.random() < 0.6,
                    }
                )
                scale = size * (1 + drift * (published - FIRST).days / 270) * rng.lognormvariate(0, 0.25)
                scale *= 0.55 if kind == "Bonus" else 1
                total = 0
                for age in range(28):
                    date = published + dt.timedelta(days=age)
                    if date > LAST:
                        break
                    got = round(
                        scale
                        * (0.81**age + 0.015)
                        * rng.uniform(0.8, 1.2)
                        * (0.72 if date.weekday() > 4 else 1)
                    )
                    if got < 8:
                        continue
                    total += got
                    downloads.append(
                        {
                            "Date": date,
                            "Episode ID": episode,
                            "Downloads": got,
                            "Unique Listeners": round(got * rng.uniform(0.78, 0.94)),
                        }
                    )
                for place in ["Pre-roll", "Mid-roll", "Mid-roll", "Post-roll"][: rng.choice([2, 3, 3, 4])]:
                    slots.append(
                        slot(
                            rng,
                            len(slots) + 1,
                            episode,
                            published,
                            place,
                            total,
                            sponsors,
                            appetite,
                            delay,
                            under,
                        )
                    )
            day += dt.timedelta(days=every)
    downloads.sort(key=lambda row: (row["Date"], row["Episode ID"]))
    write_csv(
        folder,
        {
            "shows": shows,
            "episodes": episodes,
            "daily_downloads": downloads,
            "sponsors": sponsors,
            "ad_slots": slots,
        },
    )


def slot(
    rng: random.Random,
    number: int,
    episode: int,
    published: dt.date,
    place: str,
    total: int,
    sponsors: Rows,
    appetite: list[float],
    delay: list[int],
    under: list[float],
) -> dict[str, object]:
    """One place for an ad in an episode, sold or not."""
    unsold = {"Pre-roll": 0.12, "Mid-roll": 0.06, "Post-roll": 0.48}[place]
    status = weighted(rng, {"Unsold": unsold, "Cancelled": 0.05, "Make-good": 0.04, "Aired": 0.91 - unsold})
    row: dict[str, object] = {
        "Slot ID": f"AD-{number:05d}",
        "Episode ID": episode,
        "Sponsor ID": None,
        "Position": place,
        "Ad Type": None,
        "Length (sec)": rng.choice([15, 30, 30, 60]),
        "Air Date": published,
        "Slot Status": status,
        "CPM (USD)": None,
        "Booked Impressions": None,
        "Delivered Impressions": None,
        "Billed (USD)": None,
        "Invoiced On": None,
        "Paid On": None,
    }
    if status == "Unsold":
        return row
    which = rng.choices(range(len(sponsors)), appetite)[0]
    kind = weighted(rng, {"Host-read": 0.6, "Dynamic": 0.4})
    base = {"Pre-roll": 19, "Mid-roll": 25, "Post-roll": 12}[place]
    booked = max(500, round(total * rng.uniform(0.6, 1.0), -2))
    row |= {"Sponsor ID": sponsors[which]["Sponsor ID"], "Ad Type": kind, "Booked Impressions": booked}
    rate = round(base * (1.15 if kind == "Host-read" else 0.8) * rng.uniform(0.85, 1.2) * 2) / 2
    if status != "Make-good":
        row["CPM (USD)"] = rate
    if status != "Cancelled":
        row["Delivered Impressions"] = round(booked * under[which] * rng.uniform(0.93, 1.05))
    if status == "Make-good":
        row["Billed (USD)"] = 0.0
    if status == "Aired":
        row["Billed (USD)"] = round(rate * booked / 1000, 2)
        invoiced = published + dt.timedelta(days=rng.randint(5, 20))
        if invoiced <= LAST:
            row["Invoiced On"] = invoiced
            paid = invoiced + dt.timedelta(days=max(3, round(rng.gauss(delay[which], 9))))
            if paid <= LAST and rng.random() > 0.04:
                row["Paid On"] = paid
    return row
