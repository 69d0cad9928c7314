"""A monthly subscription box company: customers, plans, subscriptions, boxes, payments and support."""

from datetime import date, datetime, time, timedelta
from pathlib import Path

import numpy as np

from tests.analyst.questions.draws import picked
from tests.analyst.questions.tables import Row, Rows, numbered, write_typed

START, END = date(2023, 1, 3), date(2025, 6, 17)
COLUMNS = {
    "plans": "id:int plan_name:text category:text monthly_price:real launched_on:date is_available:flag "
    "items_per_box:int",
    "customers": "id:int full_name:text email:text city:text country:text signed_up_on:date "
    "acquisition_channel:text marketing_opt_in:flag birth_year:int",
    "subscriptions": "id:int customer_id:int plan_id:int started_on:date status:text cancelled_on:date "
    "cancel_reason:text is_gift:flag promo_code:text",
    "boxes": "id:int subscription_id:int box_month:date shipped_on:date delivered_on:date status:text "
    "carrier:text item_count:int weight_kg:real retail_value:real rating:int has_bonus_item:flag",
    "payments": "id:int subscription_id:int charged_on:date amount:real status:text payment_method:text "
    "failure_reason:text",
    "support_tickets": "id:int customer_id:int opened_at:time resolved_at:time topic:text channel:text "
    "priority:text status:text satisfaction:int",
}
# Plan, category, price, first day, how often it is chosen, items, rating, and how long it is kept.
PLANS = """
Snack Crate|food|24.90|2022-09-01|26|8|3.9|1
Snack Crate Mini|food|14.90|2023-02-01|17|4|3.5|.75
Coffee Club|drinks|29.50|2022-09-01|20|3|4.4|1.15
Tea Time|drinks|19.90|2023-05-01|9|6|3.9|1
Beauty Edit|beauty|34.00|2022-11-01|16|6|4.1|1
Craft Kids|kids|27.00|2023-09-01|10|5|3.9|1
Happy Paws|pets|31.90|2024-03-01|9|7|3.9|1
Wellness Reset|beauty|39.00|2022-11-01|5|5|3.2|1
Wine Cellar|drinks|59.00|2025-06-01|0|2|3.9|1
"""
ENDED = "Wellness Reset"
LAST_ENDED, NO_NEW_ENDED = date(2024, 9, 30), date(2024, 7, 1)
GIVEN = (
    "Ava Liam Noah Emma Mia Lucas Zoe Ethan Ruby Owen Chloe Jack Isla Leo Nora Max Ella Finn Grace Theo "
    "Alice Hugo Lena Oscar Priya Arjun Mei Kenji Sofia Diego Fatima Omar"
)
FAMILY = (
    "Baker Hughes Tran Novak Rossi Kim Patel Silva Murphy Cohen Fischer Larsen Dubois Okafor Reyes Walsh "
    "Grant Moreau Singh Chen Young Price Wolf Haas"
)
CITIES = (
    "New York:US:14|Chicago:US:11|Austin:US:9|Seattle:US:9|Denver:US:7|Toronto:Canada:10|Vancouver:Canada:7|"
    "Montreal:Canada:5|London:UK:12|Manchester:UK:6|Bristol:UK:4"
)
CHANNELS = ["organic search", "referral", "instagram", "podcast", "gift card"]
CHANNEL_WEIGHTS = [0.32, 0.22, 0.26, 0.12, 0.08]
MONTHS = [1.2, 1, 0.9, 0.9, 0.9, 0.85, 0.8, 0.85, 1, 1.1, 1.35, 1.5]
REASONS = "too expensive|did not like the products|moved away|too many boxes|switched to competitor"
REASON_WEIGHTS = [0.36, 0.22, 0.1, 0.2, 0.12]
FAILURES = ["insufficient funds", "expired card", "declined"]
PROMOTIONS = {"WELCOME10": 0.9, "SPRING15": 0.85, "FRIEND5": 0.95}
PAUSED_FROM = date(2025, 4, 1)
CARRIERS = {"UPS": 3.2, "DHL": 3.9, "USPS": 5.4}  # the days that a box is on its way
TOPICS = ["late delivery", "damaged item", "billing", "cancellation", "product question"]
HOURS = {"low": 22, "normal": 15, "high": 6}
FASTER = {"email": 1.2, "chat": 0.5, "phone": 0.6}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = np.random.default_rng(7316)
    plans = _plans()
    customers = _customers(rng)
    subscriptions = [each for customer in customers for each in _subscriptions(rng, customer, plans)]
    subscriptions = numbered(sorted(subscriptions, key=lambda each: each["started_on"]))
    boxes: Rows = []
    payments: Rows = []
    for subscription in subscriptions:
        _months(rng, subscription, plans[subscription["plan_id"] - 1], boxes, payments)
    boxes.sort(key=lambda box: (box["box_month"], box["subscription_id"]))
    payments.sort(key=lambda payment: (payment["charged_on"], payment["subscription_id"]))
    tables = {
        "plans": plans,
        "customers": customers,
        "subscriptions": subscriptions,
        "boxes": numbered(boxes),
        "payments": numbered(payments),
        "support_tickets": _tickets(rng, customers, subscriptions),
    }
    write_typed(folder, COLUMNS, tables)


def _plans() -> Rows:
    lines = [line.split("|") for line in PLANS.strip().split("\n")]
    return numbered(
        {
            "plan_name": name,
            "category": category,
            "monthly_price": float(price),
            "launched_on": date.fromisoformat(launched),
            "is_available": name != ENDED,
            "weight": float(weight),
            "items_per_box": int(items),
            "rating": float(rating),
            "kept": float(kept),
        }
        for name, category, price, launched, weight, items, rating, kept in lines
    )


def _customers(rng: np.random.Generator) -> Rows:
    """The customers in the order in which they sign up, no two of one name."""
    days = [START + timedelta(days=at) for at in range((END - START).days + 1)]
    weights = np.array([(1 + 0.35 * (day.year - 2023)) * MONTHS[day.month - 1] for day in days])
    signed_up = np.sort(rng.choice(len(days), 480, p=weights / weights.sum()))
    cities = [city.split(":") for city in CITIES.split("|")]
    city_weights = np.array([float(weight) for _, _, weight in cities])
    taken: set[str] = set()
    customers: Rows = []
    for at in signed_up:
        name = _name(rng, taken)
        city, country, _ = picked(rng, cities, city_weights / city_weights.sum())
        customers.append(
            {
                "full_name": name,
                "email": name.lower().replace(" ", ".") + "@example.com",
                "city": city,
                "country": country,
                "signed_up_on": days[at],
                "acquisition_channel": picked(rng, CHANNELS, CHANNEL_WEIGHTS),
                "marketing_opt_in": bool(rng.random() < 0.62),
                "birth_year": int(rng.integers(1958, 2004)) if rng.random() < 0.8 else None,
            }
        )
    return numbered(customers)


def _name(rng: np.random.Generator, taken: set[str]) -> str:
    while True:
        name = f"{picked(rng, GIVEN.split())} {picked(rng, FAMILY.split())}"
        if name not in taken:
            taken.add(name)
            return name


def _subscriptions(rng: np.random.Generator, customer: Row, plans: Rows) -> Rows:
    """What a customer subscribes to: mostly one plan, some two, some none."""
    if rng.random() < 0.07:
        return []

    count = 1 + int(rng.random() < 0.22)
    first = customer["signed_up_on"] + timedelta(days=int(rng.integers(0, 10)))
    found: Rows = []
    for number in range(count):
        started = first if number == 0 else first + timedelta(days=int(rng.integers(40, 300)))
        if started <= END:
            had = [each["plan_id"] for each in found]
            offered = [_is_offered(plan, started) and plan["id"] not in had for plan in plans]
            weights = np.array([plan["weight"] for plan in plans]) * offered
            plan = picked(rng, plans, weights / weights.sum())
            found.append(_subscription(rng, customer, plan, started))
    return found


def _is_offered(plan: Row, day: date) -> bool:
    return plan["launched_on"] <= day and (plan["is_available"] or day < NO_NEW_ENDED)


def _subscription(rng: np.random.Generator, customer: Row, plan: Row, started: date) -> Row:
    is_gift = bool(customer["acquisition_channel"] == "gift card" or rng.random() < 0.07)
    days = int(rng.exponential(330 * plan["kept"])) + 20
    if is_gift:
        days = min(days, picked(rng, [90, 180, 365]))
    if plan["plan_name"] == ENDED:
        days = min(days, (LAST_ENDED - started).days)
    ended = started + timedelta(days=max(days, 20))
    is_cancelled = ended <= END
    status = "cancelled" if is_cancelled else "paused" if rng.random() < 0.08 else "active"
    is_explained = is_cancelled and rng.random() < 0.85
    reason = picked(rng, REASONS.split("|"), REASON_WEIGHTS) if is_explained else None
    promotion = picked(rng, list(PROMOTIONS)) if rng.random() < 0.3 else None
    return {
        "customer_id": customer["id"],
        "plan_id": plan["id"],
        "started_on": started,
        "status": status,
        "cancelled_on": ended if is_cancelled else None,
        "cancel_reason": reason,
        "is_gift": is_gift,
        "promo_code": promotion,
    }


def _months(rng: np.random.Generator, subscription: Row, plan: Row, boxes: Rows, payments: Rows) -> None:
    """Add what is charged each month and the boxes that were paid for."""
    discount = PROMOTIONS.get(subscription["promo_code"], 1)
    method = picked(rng, ["card", "paypal", "apple pay"], [0.6, 0.27, 0.13])
    carrier = picked(rng, list(CARRIERS), [0.48, 0.33, 0.19])
    for number in range((END - START).days):
        due = _due(subscription["started_on"], number)
        if due > END or (number > 0 and _has_stopped(subscription, due)):
            return

        amount = round(plan["monthly_price"] * (discount if number < 3 else 1), 2)
        charge = {"subscription_id": subscription["id"], "amount": amount, "payment_method": method}
        charged = _charged(rng, charge, due)
        payments += charged
        if charged[-1]["status"] != "failed":
            boxes.append({"subscription_id": subscription["id"], **_box(rng, plan, due, carrier)})


def _due(started: date, number: int) -> date:
    """The day that the month of this number is charged, on which the first month began."""
    if number == 0:
        return started

    year, month = divmod(started.year * 12 + started.month - 1 + number, 12)
    return date(year, month + 1, min(started.day, 28))


def _has_stopped(subscription: Row, due: date) -> bool:
    is_paused = subscription["status"] == "paused" and due >= PAUSED_FROM
    return is_paused or (subscription["cancelled_on"] or date.max) <= due


def _charged(rng: np.random.Generator, charge: Row, due: date) -> Rows:
    """The charge of a month; where it fails, it is tried again or left."""
    draw = rng.random()
    status = "failed" if draw < 0.05 else "refunded" if draw < 0.075 else "succeeded"
    reason = picked(rng, FAILURES) if status == "failed" else None
    charged = [{**charge, "charged_on": due, "status": status, "failure_reason": reason}]
    again = due + timedelta(days=3)
    if status == "failed" and again <= END and rng.random() < 0.6:
        charged.append({**charge, "charged_on": again, "status": "succeeded", "failure_reason": None})
    return charged


def _box(rng: np.random.Generator, plan: Row, due: date, carrier: str) -> Row:
    shipped = due + timedelta(days=int(rng.integers(1, 6)))
    delivered = shipped + timedelta(days=int(max(1, rng.normal(CARRIERS[carrier], 1.2))))
    draw = rng.random()
    status = "lost" if draw < 0.012 else "returned" if draw < 0.042 else "delivered"
    box = {
        "box_month": due.replace(day=1),
        "shipped_on": shipped,
        "delivered_on": delivered,
        "status": status,
        "carrier": carrier,
        "item_count": plan["items_per_box"] + int(rng.random() < 0.2),
        "weight_kg": round(float(rng.uniform(0.6, 3.8)), 2),
        "retail_value": round(float(plan["monthly_price"] * rng.uniform(1.2, 1.9)), 2),
        "rating": None,
        "has_bonus_item": bool(rng.random() < 0.15),
    }
    if shipped > END:
        return {**box, "shipped_on": None, "delivered_on": None, "status": "preparing", "carrier": None}

    if status == "lost" and (END - shipped).days > 14:
        return {**box, "delivered_on": None}

    if status == "lost" or delivered > END:
        return {**box, "delivered_on": None, "status": "in transit"}

    if rng.random() < 0.45:
        box["rating"] = _stars(rng, plan["rating"] - (1.2 if status == "returned" else 0), 0.9)
    return box


def _stars(rng: np.random.Generator, mean: float, spread: float) -> int:
    return min(5, max(1, round(rng.normal(mean, spread))))


def _tickets(rng: np.random.Generator, customers: Rows, subscriptions: Rows) -> Rows:
    """What customers write about their first subscription, in the order of time."""
    tickets: Rows = []
    first = {each["customer_id"]: each for each in reversed(subscriptions)}
    for customer in customers:
        if subscription := first.get(customer["id"]):
            tickets += [_ticket(rng, subscription) for _ in range(int(rng.poisson(1.15)))]
    return numbered(sorted(tickets, key=lambda ticket: ticket["opened_at"]))


def _ticket(rng: np.random.Generator, subscription: Row) -> Row:
    started, ended = subscription["started_on"], subscription["cancelled_on"] or END
    day = started + timedelta(days=int(rng.integers(0, max(1, (ended - started).days))))
    opened = datetime.combine(day, time()) + timedelta(minutes=int(rng.integers(7 * 60, 21 * 60)))
    priority = picked(rng, list(HOURS), [0.25, 0.57, 0.18])
    channel = picked(rng, list(FASTER), [0.5, 0.36, 0.14])
    hours = float(rng.gamma(2, HOURS[priority])) * FASTER[channel]
    resolved = opened + timedelta(minutes=int(hours * 60) + 5)
    is_open = ((END - day).days < 20 and rng.random() < 0.5) or resolved.date() > END
    topic = picked(rng, TOPICS, [0.32, 0.2, 0.2, 0.13, 0.15])
    is_rated = not is_open and rng.random() < 0.6
    return {
        "customer_id": subscription["customer_id"],
        "opened_at": opened,
        "resolved_at": None if is_open else resolved,
        "topic": topic,
        "channel": channel,
        "priority": priority,
        "status": "open" if is_open else "resolved",
        "satisfaction": _stars(rng, 4.1 - hours / 40, 1) if is_rated else None,
    }
