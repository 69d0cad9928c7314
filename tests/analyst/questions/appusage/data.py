"""Use of a running app: users, sessions, events in the app, subscriptions and payments."""

import random
from datetime import datetime, timedelta
from pathlib import Path

from tests.analyst.questions.tables import Row, Rows, write_typed

START, END = datetime(2023, 1, 3, 6), datetime(2025, 6, 19, 22, 30)
SPAN = (END - START).total_seconds()
COLUMNS = {
    "users": "user_id:int username:text signed_up_at:time country:text platform:text "
    "acquisition_channel:text referred_by_user_id:int birth_year:int email_opt_in:flag",
    "subscriptions": "subscription_id:int user_id:int plan:text status:text trial_started_at:time "
    "started_at:time canceled_at:time cancel_reason:text price_usd:real auto_renew:flag",
    "payments": "payment_id:int subscription_id:int user_id:int paid_at:time amount_usd:real status:text "
    "payment_method:text promo_code:text",
    "sessions": "session_id:int user_id:int started_at:time duration_sec:int app_version:text crashed:flag",
    "events": "event_id:int session_id:int user_id:int event_name:text occurred_at:time",
}
NAME_STARTS = (
    "ava ben carla dev elif finn gita hugo ines jonas kim leo mira noah olga pablo quinn rosa sami tara uma "
    "vik wren xavi yara zoe"
)
NAME_ENDS = "runs miles stride trail pace lap jog sprint hill peak track swift"
COUNTRY_WEIGHTS = {"US": 34, "GB": 15, "DE": 13, "FR": 8, "BR": 9, "IN": 10, "CA": 6, "AU": 5}
PRICE_LEVELS = {"US": 1, "GB": 1.08, "DE": 1.05, "FR": 1.05, "BR": 0.62, "IN": 0.45, "CA": 0.95, "AU": 0.97}
PRICES = {"monthly": 9.99, "annual": 59.99, "family": 14.99}
SUBSCRIBING = {"ios": 0.52, "android": 0.38, "web": 0.3}
REASONS = {
    "too_expensive": 26,
    "not_using_enough": 23,
    "missing_features": 15,
    "technical_issues": 11,
    "switched_app": 8,
    "injury": 6,
    "other": 4,
}
METHODS = ["card", "apple_pay", "google_pay", "paypal"]
METHOD_WEIGHTS = {"ios": [45, 30, 0, 25], "android": [45, 0, 32, 23], "web": [60, 0, 0, 40]}
DISCOUNTS = {"SPRING20": 0.8, "FRIEND15": 0.85, "NEWYEAR30": 0.7, None: 1}
VERSIONS = [
    ("3.8.0", datetime(2022, 12, 1)),
    ("4.0.0", datetime(2023, 7, 12)),
    ("4.1.2", datetime(2024, 1, 22)),
    ("4.2.0", datetime(2024, 7, 3)),
    ("5.0.0", datetime(2025, 1, 14)),
    ("5.1.0", datetime(2025, 5, 6)),
]
HOURS = [1, 0, 0, 0, 1, 5, 9, 9, 7, 4, 3, 4, 5, 3, 3, 4, 6, 9, 10, 8, 6, 4, 2, 1]


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(61208)
    users = _users(rng)
    subscriptions, payments = _subscriptions(rng, users)
    last = {each["user_id"]: each for each in subscriptions}
    sessions = _sessions(rng, users, last)
    tables = {
        "users": users,
        "subscriptions": subscriptions,
        "payments": payments,
        "sessions": sessions,
        "events": _events(rng, sessions, last),
    }
    write_typed(folder, COLUMNS, tables)


def _second(moment: datetime) -> datetime:
    return moment.replace(microsecond=0)


def _in_order(rows: Rows, time: str, key: str, first: int) -> Rows:
    """The rows by time, numbered from the first on."""
    return [{key: at, **row} for at, row in enumerate(sorted(rows, key=lambda row: row[time]), first)]


def _users(rng: random.Random) -> Rows:
    """The users by sign-up, more of them later."""
    times = sorted(_second(START + timedelta(seconds=SPAN * rng.random() ** 0.8)) for _ in range(960))
    taken: set[str] = set()
    users: Rows = []
    for number, signed_up in enumerate(times, 1001):
        name = _name(rng)
        while name in taken:
            name = _name(rng)
        taken.add(name)
        user = {"user_id": number, "username": name, "signed_up_at": signed_up}
        users.append(user | _origin(rng, number, signed_up))
    return users


def _name(rng: random.Random) -> str:
    return f"{rng.choice(NAME_STARTS.split())}_{rng.choice(NAME_ENDS.split())}{rng.randint(1, 99)}"


def _origin(rng: random.Random, number: int, signed_up: datetime) -> Row:
    """Where a user came from; who was referred names an earlier user."""
    channels = {
        "organic": 30,
        "paid_social": 24 if signed_up.year < 2025 else 30,
        "referral": 12,
        "app_store_search": 17,
        "influencer": 9,
        None: 6,
    }
    channel = rng.choices(list(channels), list(channels.values()))[0]
    is_referred = channel == "referral" and number > 1021
    return {
        "acquisition_channel": channel,
        "referred_by_user_id": 1000 + rng.randint(1, number - 1001) if is_referred else None,
        "country": rng.choices(list(COUNTRY_WEIGHTS), list(COUNTRY_WEIGHTS.values()))[0],
        "platform": rng.choices(["ios", "android", "web"], [52, 40, 8])[0],
        "birth_year": rng.randint(1958, 2006) if rng.random() < 0.72 else None,
        "email_opt_in": rng.random() < 0.57,
    }


def _subscriptions(rng: random.Random, users: Rows) -> tuple[Rows, Rows]:
    """The subscriptions and their payments; a few users come back once after they cancelled."""
    subscriptions: Rows = []
    payments: Rows = []
    for user in users:
        if rng.random() > SUBSCRIBING[user["platform"]]:
            continue
        days = rng.choice([0, 0, 0, 1, 2, 5, 9, 20, 45]) + rng.random() * 3
        begins = user["signed_up_at"] + timedelta(days=days)
        for is_first in (True, False):
            if begins > END:
                break
            number = 5001 + len(subscriptions)
            subscription = {
                "subscription_id": number,
                "user_id": user["user_id"],
                **_subscription(rng, begins, user["country"], is_first=is_first),
            }
            subscriptions.append(subscription)
            if subscription["started_at"]:
                payments += _payments(rng, subscription, user["platform"])
            if not subscription["canceled_at"] or rng.random() >= 0.2:
                break
            begins = subscription["canceled_at"] + timedelta(days=rng.randint(20, 160))
    return subscriptions, _in_order(payments, "paid_at", "payment_id", 70001)


def _subscription(rng: random.Random, begins: datetime, country: str, *, is_first: bool) -> Row:
    """A subscription, after a trial of a week or at once, and how it stands."""
    has_trial = is_first and rng.random() < 0.7
    plan = rng.choices(["monthly", "annual", "family"], [58, 29, 13])[0]
    starts = _second(begins + timedelta(days=7) if has_trial else begins)
    is_kept = not has_trial or rng.random() < 0.57
    if has_trial and starts > END:
        course: Row = {"status": "trialing", "started_at": None}
    elif not is_kept:
        course = {"status": "expired", "started_at": None}
    else:
        course = {"started_at": starts, **_course(rng, plan, starts)}
    renews = course["status"] in ("active", "past_due", "trialing") and rng.random() < 0.88
    return {
        "plan": plan,
        "trial_started_at": _second(begins) if has_trial else None,
        "canceled_at": None,
        "cancel_reason": None,
        **course,
        "price_usd": round(PRICES[plan] * PRICE_LEVELS[country], 2),
        "auto_renew": renews,
    }


def _course(rng: random.Random, plan: str, starts: datetime) -> Row:
    """How a subscription that started stands, and why it was cancelled."""
    lasts = timedelta(days=max(rng.expovariate(1 / (330 if plan == "annual" else 210)), 2))
    if starts + lasts >= END:
        return {"status": "past_due" if rng.random() < 0.09 else "active"}
    has_reason = rng.random() < 0.85
    return {
        "status": "canceled",
        "canceled_at": _second(starts + lasts),
        "cancel_reason": rng.choices(list(REASONS), list(REASONS.values()))[0] if has_reason else None,
    }


def _payments(rng: random.Random, subscription: Row, platform: str) -> Rows:
    """A payment a month or a year, and a second try two days after most of those that failed."""
    step = 365 if subscription["plan"] == "annual" else 30.44
    stop = subscription["canceled_at"] or END
    method = rng.choices(METHODS, METHOD_WEIGHTS[platform])[0]
    promotion = rng.choice(["SPRING20", "FRIEND15", "NEWYEAR30"]) if rng.random() < 0.22 else None
    starts = paid = subscription["started_at"]
    payments: Rows = []
    periods = 0
    while paid <= stop:
        code = None if periods else promotion
        status = rng.choices(
            ["succeeded", "failed", "refunded"], [92, 8 if method in ("paypal", "card") else 3.5, 2.2]
        )[0]
        payment = {
            "subscription_id": subscription["subscription_id"],
            "user_id": subscription["user_id"],
            "amount_usd": round(subscription["price_usd"] * DISCOUNTS[code], 2),
            "payment_method": method,
            "promo_code": code,
        }
        payments.append({**payment, "paid_at": _second(paid), "status": status})
        again = paid + timedelta(days=2)
        if status == "failed" and rng.random() < 0.75 and again <= stop:
            payments.append({**payment, "paid_at": _second(again), "status": "succeeded"})
        periods += 1
        paid = starts + timedelta(days=step * periods)
    return payments


def _is_paying(subscription: Row | None) -> bool:
    return bool(subscription and subscription["started_at"])


def _sessions(rng: random.Random, users: Rows, last: dict[int, Row]) -> Rows:
    """The sessions: who pays or paid stays longer and comes more often."""
    sessions: Rows = []
    for user in users:
        if rng.random() < 0.08:
            continue
        is_paying = _is_paying(last.get(user["user_id"]))
        count = int(rng.lognormvariate(1.35 if is_paying else 0.35, 0.85)) + 1
        stays = rng.expovariate(1 / 420) + 40 if is_paying else rng.expovariate(1 / 50) + 1
        stays = min((END - user["signed_up_at"]).total_seconds() / 86400, stays)
        for at in range(count):
            started = _started(rng, user["signed_up_at"], stays, is_first=at == 0)
            if started <= END:
                sessions.append({"user_id": user["user_id"], **_session(rng, started)})
    return _in_order(sessions, "started_at", "session_id", 20001)


def _started(rng: random.Random, signed_up: datetime, days: float, *, is_first: bool) -> datetime:
    """When a session starts: the first soon after the sign-up, the others mostly mornings and evenings."""
    if is_first:
        started = signed_up + timedelta(minutes=rng.randint(1, 600))
    else:
        started = signed_up + timedelta(days=days * rng.random() ** 1.2)
        started = started.replace(hour=rng.choices(range(24), HOURS)[0], minute=rng.randrange(60))
    return started if signed_up <= started <= END else signed_up + timedelta(minutes=3)


def _session(rng: random.Random, started: datetime) -> Row:
    """How long a session is and on which version, which reaches users up to two months late."""
    reached = [
        version
        for version, since in VERSIONS
        if since + timedelta(days=rng.choice([0, 3, 10, 25, 60])) <= started
    ]
    version = reached[-1] if reached else VERSIONS[0][0]
    crashed = rng.random() < (0.06 if version == "5.0.0" else 0.025)
    return {
        "started_at": _second(started),
        "duration_sec": max(20, int(rng.lognormvariate(6.4, 0.8) * (0.3 if crashed else 1))),
        "app_version": version,
        "crashed": crashed,
    }


def _events(rng: random.Random, sessions: Rows, last: dict[int, Row]) -> Rows:
    events = [
        {
            "session_id": session["session_id"],
            "user_id": session["user_id"],
            "event_name": name,
            "occurred_at": _second(session["started_at"] + timedelta(seconds=session["duration_sec"] * part)),
        }
        for session in sessions
        for name, part in _happened(rng, session, last.get(session["user_id"]))
    ]
    return _in_order(events, "occurred_at", "event_id", 300001)


def _happened(rng: random.Random, session: Row, subscription: Row | None) -> list[tuple[str, float]]:
    """What happened in a session, and after which part of it."""
    found: list[tuple[str, float]] = []
    if rng.random() < 0.13:
        found.append(("plan_viewed", 0.05))
    if rng.random() < 0.42:
        found.append(("workout_started", 0.1))
        if not session["crashed"] and rng.random() < 0.78:
            found.append(("workout_completed", 0.9))
        if rng.random() < 0.1:
            found.append(("share_tapped", 0.95))
    if rng.random() < (0.1 if _is_paying(subscription) else 0.24):
        found.append(("paywall_viewed", 0.3))
        if rng.random() < (0.45 if subscription else 0.12):
            found.append(("purchase_tapped", 0.4))
    if rng.random() < 0.11:
        found.append(("goal_set", 0.5))
    return found
