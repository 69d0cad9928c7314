"""An online game: players, play sessions and in-game purchases, as raw as a CSV export."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_csv

FIRST, LAST = dt.date(2024, 1, 1), dt.date(2025, 11, 11)
COUNTRIES = {
    "United States": 27, "Germany": 15, "Brazil": 14, "Japan": 10, "France": 9, "India": 12, "Poland": 6,
    "Canada": 7,
}  # fmt: skip
PLATFORMS = {"Android": 44, "iOS": 31, "PC": 25}
SOURCES = {"Organic": 38, "YouTube": 19, "TikTok": 17, "Referral": 12, "Store feature": 8, "": 6}
MODES = {"Solo": 36, "Duo": 22, "Squad": 29, "Training": 13}
PRODUCTS = {
    "Season Pass": ("Pass", 9.99, 21), "Gem Pouch": ("Currency", 1.99, 30),
    "Gem Chest": ("Currency", 4.99, 19),
    "Gem Vault": ("Currency", 19.99, 5), "Dragon Skin": ("Cosmetic", 7.49, 9),
    "Neon Skin": ("Cosmetic", 3.49, 12),
    "Victory Emote": ("Cosmetic", 0.99, 11), "XP Booster": ("Boost", 2.49, 13),
}  # fmt: skip
METHODS = {"App store": 58, "Credit card": 21, "PayPal": 15, "Gift card": 6}
VERSIONS = [(dt.date(2024, 1, 1), "2.8"), (dt.date(2024, 8, 14), "3.0"), (dt.date(2025, 2, 5), "3.1"),
            (dt.date(2025, 7, 16), "3.2")]  # fmt: skip
STARTS = [
    "Shadow",
    "Pixel",
    "Turbo",
    "Lucky",
    "Frost",
    "Crimson",
    "Silent",
    "Mega",
    "Nova",
    "Rusty",
    "Velvet",
    "Iron",
]
ENDS = [
    "Fox",
    "Wolf",
    "Ninja",
    "Panda",
    "Viper",
    "Falcon",
    "Ghost",
    "Otter",
    "Rider",
    "Wizard",
    "Tiger",
    "Raven",
]


def write(folder: Path) -> None:
    """Write the tables as CSV files."""
    rng = random.Random(1212)
    names = [f"{start}{end}{number}" for start in STARTS for end in ENDS for number in range(11, 22)]
    names = rng.sample(names, 900)
    players = numbered(
        sorted((_player(rng, name) for name in names), key=lambda row: row["signup_date"]), "player_id"
    )
    eager = {row["player_id"]: rng.lognormvariate(1.75, 0.85) for row in players}
    sessions = numbered(
        sorted(_sessions(rng, players, eager), key=lambda row: row["started_at"]), "session_id"
    )
    purchases = numbered(
        sorted(_purchases(rng, players, eager), key=lambda row: row["purchased_at"]), "purchase_id"
    )
    write_csv(folder, {"players": players, "sessions": sessions, "purchases": purchases})


def _player(rng: random.Random, name: str) -> dict:
    joined = moment(rng, FIRST, dt.date(2025, 11, 5)).date()
    return {
        "nickname": name,
        "country": weighted(rng, COUNTRIES),
        "platform": weighted(rng, PLATFORMS),
        "acq_source": weighted(rng, SOURCES) or None,
        "age": min(64, max(13, int(rng.gauss(24, 8)))) if rng.random() < 0.81 else None,
        "signup_date": joined,
        "newsletter": rng.random() < 0.34,
        "is_banned": rng.random() < 0.03,
        "level": max(1, min(60, int((LAST - joined).days ** 0.5 * rng.uniform(0.4, 2.1)))),
    }


def _sessions(rng: random.Random, players: Rows, eager: dict[int, float]) -> Rows:
    rows = []
    for player in players:
        days = (LAST - player["signup_date"]).days
        lifetime = min(days, int(rng.expovariate(1 / 170)))
        if rng.random() < 0.05:
            continue
        for _ in range(max(1, int(eager[player["player_id"]] * (lifetime / 60 + 0.4)))):
            at = moment(rng, player["signup_date"], player["signup_date"] + dt.timedelta(days=lifetime))
            mode = weighted(rng, MODES)
            version = [name for day, name in VERSIONS if day <= at.date()][-1]
            matches = 0 if mode == "Training" else max(1, int(rng.gammavariate(2, 1.9)))
            risk = {"2.8": 0.03, "3.0": 0.07, "3.1": 0.035, "3.2": 0.022}[version]
            crashed = rng.random() < risk * (1.5 if player["platform"] == "Android" else 0.8)
            rows.append(
                {
                    "player_id": player["player_id"],
                    "started_at": at,
                    "duration_sec": int(240 + matches * rng.gauss(520, 90) + rng.expovariate(1 / 300)),
                    "game_mode": mode,
                    "matches": matches,
                    "wins": sum(rng.random() < 0.23 for _ in range(matches)),
                    "crashed": crashed,
                    "app_version": f"v{version}",
                }
            )
    return rows


def _purchases(rng: random.Random, players: Rows, eager: dict[int, float]) -> Rows:
    rows = []
    for player in players:
        if rng.random() > 0.42:
            continue
        days = (LAST - player["signup_date"]).days
        rate = eager[player["player_id"]] * (1.3 if player["platform"] == "iOS" else 1) * min(days, 300) / 300
        for _ in range(max(1, int(rng.expovariate(1 / (0.9 * rate + 0.2))))):
            product = weighted(rng, {name: row[2] for name, row in PRODUCTS.items()})
            category, price, _ = PRODUCTS[product]
            discount = rng.choice([0, 0, 0, 0, 0.2, 0.3])
            rows.append(
                {
                    "player_id": player["player_id"],
                    "purchased_at": moment(rng, player["signup_date"], LAST),
                    "product": product,
                    "category": category,
                    "amount_usd": round(price * (1 - discount), 2),
                    "on_sale": discount > 0,
                    "payment_method": weighted(rng, METHODS) if rng.random() < 0.96 else None,
                    "refunded": rng.random() < 0.035,
                }
            )
    return rows
