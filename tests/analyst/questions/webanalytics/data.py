"""An outdoor shop's web sessions from January 2023 to June 2025, and what its advertising cost each month."""

import csv
import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Row, Rows, weighted

FIRST, LAST = dt.date(2023, 1, 1), dt.date(2025, 6, 30)
SESSIONS, VISITORS = 14_000, 8_200
COLUMNS = {
    "web_sessions": "session_id session_start user_pseudo_id visitor_type source medium campaign "
    "landing_page device_category browser country city pageviews session_duration_sec bounced add_to_carts "
    "transactions revenue_eur",
    "ad_costs": "month platform campaign_name impressions clicks cost_eur",
}
SEASON = [0.8, 0.85, 1.05, 1.2, 1.3, 1.25, 1.1, 0.95, 0.8, 0.8, 1.5, 1.25]
WEEKDAYS = [1.05, 1, 0.95, 0.98, 0.9, 0.95, 1.3]
HOURS = [2, 1, 1, 0.5, 0.5, 1, 3, 5, 6, 7, 8, 8, 9, 8, 8, 8, 8, 9, 10, 12, 14, 13, 9, 5]
CHANNELS = {
    ("google", "organic"): 30,
    ("(direct)", "(none)"): 20,
    ("google", "cpc"): 17,
    ("newsletter", "email"): 8,
    ("instagram", "paid_social"): 6,
    ("facebook", "paid_social"): 5,
    ("bing", "organic"): 3,
    ("bing", "cpc"): 2.5,
    ("pinterest", "social"): 2.5,
    ("idealo.de", "referral"): 2.5,
    ("bergzeit-magazin.de", "referral"): 1.2,
    ("duckduckgo", "organic"): 1.2,
    ("chatgpt.com", "referral"): 0.6,
}
FIRST_FROM_CHATGPT = dt.date(2024, 10, 1)
CONVERSION = {
    "organic": 0.026,
    "(none)": 0.036,
    "cpc": 0.034,
    "email": 0.062,
    "paid_social": 0.013,
    "social": 0.009,
    "referral": 0.03,
}
COUNTRIES = {
    "Germany": 58,
    "Austria": 12,
    "Switzerland": 8,
    "Netherlands": 6,
    "France": 4,
    "Poland": 3.2,
    "Denmark": 2.3,
    "United Kingdom": 1.8,
    "United States": 1.5,
    "": 1.6,
}
CITIES = {
    "Germany": {
        "Berlin": 20,
        "Hamburg": 13,
        "Munich": 17,
        "Cologne": 9,
        "Frankfurt": 7,
        "Stuttgart": 6,
        "Leipzig": 5,
        "Freiburg": 4,
    },
    "Austria": {"Vienna": 10, "Graz": 4, "Innsbruck": 4, "Salzburg": 3},
    "Switzerland": {"Zurich": 8, "Bern": 4, "Basel": 3},
    "Netherlands": {"Amsterdam": 6, "Utrecht": 3, "Rotterdam": 2},
    "France": {"Paris": 5, "Lyon": 2, "Strasbourg": 2},
    "Poland": {"Warsaw": 3, "Krakow": 2},
    "Denmark": {"Copenhagen": 3, "Aarhus": 1},
    "United Kingdom": {"London": 4, "Manchester": 1},
    "United States": {"New York": 1, "Ashburn": 2},
    "": {"": 1},
}
PAGES = {
    "/": 30,
    "/c/tents": 13,
    "/c/backpacks": 11,
    "/c/sleeping-bags": 9,
    "/sale": 8,
    "/c/hiking-boots": 7,
    "/p/trail-tent-2p": 5,
    "/p/alpine-38l-backpack": 4,
    "/blog/packing-list-hut-tour": 6,
    "/blog/tent-buying-guide": 5,
    "/p/merino-base-layer": 2.5,
    "/gift-cards": 1,
    "/404": 0.6,
}
BROWSERS = {
    "mobile": {"Safari": 38, "Chrome": 40, "Samsung Internet": 13, "Firefox": 4, "Android Webview": 5},
    "desktop": {"Chrome": 55, "Firefox": 17, "Edge": 15, "Safari": 13},
    "tablet": {"Safari": 70, "Chrome": 30},
}
BOUNCES = {"mobile": 0.5, "desktop": 0.37, "tablet": 0.43}
SEARCH_ADS = {"search_brand": 3, "search_tents": 4, "search_backpacks": 3, "shopping_all": 6}
EMAILS = {"weekly_news": 6, "welcome_flow": 2, "cart_reminder": 2, "": 0.5}
PLATFORMS = {"google": "Google Ads", "bing": "Microsoft Advertising"}
CLICK_COSTS = {"Google Ads": 0.95, "Microsoft Advertising": 0.6, "Meta Ads": 0.7}


def write(folder: Path) -> None:
    """Write the sessions and the costs as CSV files."""
    rng = random.Random(4711)
    sessions = _sessions(rng)
    tables = {"web_sessions": sessions, "ad_costs": _costs(rng, sessions)}
    for name, rows in tables.items():
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS[name].split())
            writer.writeheader()
            writer.writerows(rows)


def _sessions(rng: random.Random) -> Rows:
    visitors = [_visitor(rng) for _ in range(VISITORS)]
    homes: dict[str, tuple[str, str]] = {}
    rows = []
    for at, start in enumerate(_starts(rng)):
        source, medium = _channel(rng, start.date())
        visitor = rng.choice(visitors)
        known = "returning" if visitor in homes else "new"
        if visitor not in homes:
            homes[visitor] = _home(rng)
        country, city = homes[visitor]
        city = "" if rng.random() < 0.09 else city
        visit = _visit(rng, start.date(), medium, known)
        rows.append(
            {
                "session_id": f"S{100_000 + at * 7 + rng.randrange(7)}",
                "session_start": start,
                "user_pseudo_id": visitor,
                "source": source,
                "medium": medium,
                "campaign": _campaign(rng, source, medium, start.date()),
                "country": country,
                "city": city,
                **visit,
            }
        )
    return rows


def _visitor(rng: random.Random) -> str:
    return f"{rng.randint(10**8, 10**10)}.{rng.randint(1_672_531_200, 1_751_241_600)}"


def _starts(rng: random.Random) -> list[dt.datetime]:
    days = [FIRST + dt.timedelta(days=at) for at in range((LAST - FIRST).days + 1)]
    weights = [
        SEASON[day.month - 1] * WEEKDAYS[day.weekday()] * (1 + 0.22 * ((day - FIRST).days / 365))
        for day in days
    ]
    starts = []
    for day in rng.choices(days, weights, k=SESSIONS):
        hour = rng.choices(range(24), HOURS)[0]
        starts.append(dt.datetime.combine(day, dt.time(hour, rng.randrange(60), rng.randrange(60))))
    return sorted(starts)


def _channel(rng: random.Random, day: dt.date) -> tuple[str, str]:
    source, medium = rng.choices(list(CHANNELS), list(CHANNELS.values()))[0]
    if source == "chatgpt.com" and day < FIRST_FROM_CHATGPT:
        return "google", "organic"

    return source, medium


def _home(rng: random.Random) -> tuple[str, str]:
    country = weighted(rng, COUNTRIES)
    return country, weighted(rng, CITIES[country])


def _visit(rng: random.Random, day: dt.date, medium: str, known: str) -> Row:
    """What a visitor did; who came back buys more often, and so does who sits at a desk."""
    years = (day - FIRST).days / 365
    shown = "" if rng.random() < 0.015 else known
    device = weighted(rng, {"mobile": 50 + 5 * years, "desktop": 42 - 4 * years, "tablet": 6})
    browser = weighted(rng, BROWSERS[device])
    page = weighted(rng, PAGES)
    bounced = rng.random() < _bounce(device, medium, page)
    views = 1 if bounced else 2 + int(rng.expovariate(1 / 4.2))
    if bounced:
        seconds = rng.choice([0, 0, rng.randint(1, 25)])
    else:
        seconds = max(8, int(rng.lognormvariate(4.9, 0.85) + views * 9))
    orders, revenue, carts = 0, "", 0
    if not bounced:
        chance = _chance(device, medium, known, day)
        carts = int(rng.random() < 0.12 + chance)
        if rng.random() < chance:
            orders, carts = 2 if rng.random() < 0.04 else 1, 1
            views += 4
            seconds += rng.randint(60, 420)
            revenue = f"{sum(_order(rng) for _ in range(orders)):.2f}"
    return {
        "visitor_type": shown,
        "landing_page": page,
        "device_category": device,
        "browser": browser,
        "pageviews": views,
        "session_duration_sec": "" if rng.random() < 0.03 else seconds,
        "bounced": int(bounced),
        "add_to_carts": carts,
        "transactions": orders,
        "revenue_eur": revenue,
    }


def _bounce(device: str, medium: str, page: str) -> float:
    by_medium = 0.12 if medium == "paid_social" else 0
    by_page = 0.15 if page.startswith("/blog") else 0
    return BOUNCES[device] + by_medium + by_page - (0.1 if medium == "email" else 0)


def _chance(device: str, medium: str, known: str, day: dt.date) -> float:
    by_device = 1.35 if device == "desktop" else 0.85
    by_visitor = 1.5 if known == "returning" else 0.9
    by_month = 1.4 if day.month == 11 else 1
    by_year = 1.05 + 0.05 * ((day - FIRST).days / 365)
    return CONVERSION[medium] * 1.9 * by_device * by_visitor * by_month * by_year


def _order(rng: random.Random) -> float:
    return min(1450, max(12.9, rng.lognormvariate(4.45, 0.75)))


def _campaign(rng: random.Random, source: str, medium: str, day: dt.date) -> str:
    if medium == "cpc":
        if source == "bing":
            return "bing_brand"

        is_black_week = day.month == 11 or (day.month == 12 and day.day < 4)
        return weighted(rng, SEARCH_ADS | ({"black_week": 9} if is_black_week else {}))

    if medium == "paid_social":
        ads = {"spring_outdoor": 4 if day.month in (3, 4, 5) else 0, "always_on_retargeting": 3}
        if day.month in (6, 7, 8):
            ads["summer_camping"] = 5
        if day.month == 11:
            ads["black_week"] = 4
        return weighted(rng, ads)

    return weighted(rng, EMAILS) if medium == "email" else ""


def _costs(rng: random.Random, sessions: Rows) -> Rows:
    """What each campaign cost a month, by the sessions that it brought."""
    counts: dict[tuple[str, str, str], int] = {}
    for row in sessions:
        if row["medium"] in ("cpc", "paid_social"):
            month = f"{row['session_start']:%Y-%m-01}"
            key = month, PLATFORMS.get(row["source"], "Meta Ads"), row["campaign"]
            counts[key] = counts.get(key, 0) + 1
    return [_cost(rng, key, count) for key, count in sorted(counts.items())]


def _cost(rng: random.Random, key: tuple[str, str, str], count: int) -> Row:
    month, platform, campaign = key
    clicks = count + rng.randint(0, 3) + int(count * 0.15)
    each = CLICK_COSTS[platform] * (0.5 if "brand" in campaign else 1) * rng.uniform(0.8, 1.25)
    return {
        "month": month,
        "platform": platform,
        "campaign_name": campaign,
        "impressions": "" if rng.random() < 0.04 else int(clicks / rng.uniform(0.012, 0.05)),
        "clicks": clicks,
        "cost_eur": f"{clicks * each:.2f}",
    }
