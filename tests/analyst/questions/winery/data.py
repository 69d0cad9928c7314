"""A family winery: its wines, customers and club members, bottle sales and tasting bookings."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import moment, weighted, write_csv

FIRST = dt.date(2022, 7, 1)
LAST = dt.date(2025, 7, 7)

# name, varietal, colour, vineyard, price, alcohol
LABELS = [
    ("Estate Pinot Noir", "Pinot Noir", "Red", "Home Block", 38, 13.2),
    ("Reserve Pinot Noir", "Pinot Noir", "Red", "Cedar Ridge", 62, 13.6),
    ("Whole Cluster Pinot Noir", "Pinot Noir", "Red", "Cedar Ridge", 48, 13.1),
    ("Gamay", "Gamay", "Red", "Quail Hollow", 29, 12.4),
    ("Syrah", "Syrah", "Red", "Rattlesnake Bench", 42, 14.1),
    ("Founders Red", "Red Blend", "Red", None, 26, 13.9),
    ("Unoaked Chardonnay", "Chardonnay", "White", "Home Block", 27, 12.9),
    ("Reserve Chardonnay", "Chardonnay", "White", "Quail Hollow", 46, 13.4),
    ("Pinot Gris", "Pinot Gris", "White", "Home Block", 22, 12.6),
    ("Dry Riesling", "Riesling", "White", "Quail Hollow", 24, 11.4),
    ("Late Harvest Riesling", "Riesling", "Dessert", "Quail Hollow", 34, 9.8),
    ("Rosé of Pinot Noir", "Pinot Noir", "Rosé", "Home Block", 25, 12.1),
]
VINTAGES = {2019: 0.5, 2020: 0.7, 2021: 1, 2022: 1, 2023: 0.9, 2024: 0.35}
SPARKLING = [
    ("Brut NV", "Sparkling Blend", "Sparkling", "Home Block", 44, 12.0),
    ("Blanc de Blancs", "Chardonnay", "Sparkling", "Home Block", 58, 12.2),
]
NAMES = [
    "Adams",
    "Alvarez",
    "Anderson",
    "Bailey",
    "Baker",
    "Becker",
    "Brooks",
    "Campbell",
    "Castillo",
    "Chang",
    "Chen",
    "Cohen",
    "Cole",
    "Cooper",
    "Cruz",
    "Delgado",
    "Diaz",
    "Eriksen",
    "Fischer",
    "Flores",
    "Foster",
    "Garcia",
    "Gomez",
    "Gray",
    "Hansen",
    "Hayes",
    "Hoffman",
    "Howard",
    "Hughes",
    "Ito",
    "Jensen",
    "Johnson",
    "Kelley",
    "Kim",
    "Kowalski",
    "Larson",
    "Lee",
    "Lopez",
    "MacDonald",
    "Martinez",
    "Meyer",
    "Miller",
    "Morales",
    "Murray",
    "Nakamura",
    "Nelson",
    "Nguyen",
    "O'Brien",
    "Olsen",
    "Park",
    "Patel",
    "Peterson",
    "Price",
    "Ramirez",
    "Reed",
    "Reyes",
    "Rivera",
    "Rossi",
    "Russo",
    "Sanders",
    "Schmidt",
    "Sullivan",
    "Tanaka",
    "Thompson",
    "Torres",
    "Vargas",
    "Wagner",
    "Walsh",
    "Weber",
    "Wong",
    "Young",
    "Zimmerman",
]
GIVEN = [
    "Abigail",
    "Alan",
    "Alex",
    "Amy",
    "Andrea",
    "Ben",
    "Beth",
    "Brian",
    "Carla",
    "Carlos",
    "Chris",
    "Dana",
    "Daniel",
    "Deborah",
    "Diane",
    "Elena",
    "Emily",
    "Eric",
    "Frank",
    "Gina",
    "Greg",
    "Heather",
    "Ian",
    "Isabel",
    "Jason",
    "Jennifer",
    "Jill",
    "Jon",
    "Karen",
    "Keith",
    "Kim",
    "Laura",
    "Leo",
    "Linda",
    "Lisa",
    "Marcus",
    "Maria",
    "Megan",
    "Mike",
    "Monica",
    "Nancy",
    "Nate",
    "Olivia",
    "Pam",
    "Paul",
    "Rachel",
    "Ray",
    "Rebecca",
    "Ryan",
    "Sam",
    "Sara",
    "Scott",
    "Stacy",
    "Steve",
    "Tara",
    "Teresa",
    "Tim",
    "Tony",
    "Valerie",
    "Wendy",
]
TRADE = [
    "Alder & Ash Bistro",
    "Bridgetown Wine Merchants",
    "Cascade Distributing",
    "Copper Pot Kitchen",
    "Elk Cove Lodge",
    "Ferment Wine Bar",
    "Hawthorne Bottle Shop",
    "Joel's on Third",
    "Larch Hotel Group",
    "Main Street Grocers",
    "Mt. Tabor Provisions",
    "Northwest Cellar Imports",
    "Pearl Oyster House",
    "Rose City Wine Co",
    "Salt & Stone",
    "Sellwood Market",
    "The Painted Hen",
    "Vine Street Wines",
]
PLACES = {
    ("Portland", "OR"): 34,
    ("Salem", "OR"): 9,
    ("Eugene", "OR"): 7,
    ("McMinnville", "OR"): 8,
    ("Bend", "OR"): 5,
    ("Seattle", "WA"): 12,
    ("Vancouver", "WA"): 6,
    ("Boise", "ID"): 3,
    ("San Francisco", "CA"): 6,
    ("Los Angeles", "CA"): 4,
    ("Denver", "CO"): 3,
    ("Austin", "TX"): 2,
    ("New York", "NY"): 1,
}
EXPERIENCES = {
    "Classic Flight": (44, 25, 60),
    "Reserve Flight": (22, 45, 75),
    "Vineyard Tour": (14, 60, 105),
    "Food Pairing": (13, 85, 100),
    "Private Group": (7, 70, 130),
}
HOSTS = ["Marisol Vega", "Trent Baker", "Jo Lindqvist", "Devon Hayes", "Annie Cho"]
SOURCES = {"Website": 44, "Walk-in": 24, "Phone": 12, "Tock": 14, "Hotel Concierge": 6}
SEASON = [0.5, 0.6, 0.75, 0.9, 1.1, 1.2, 1.35, 1.35, 1.4, 1.2, 1.0, 0.8]


def _day(rng: random.Random) -> dt.date:
    """A day, more often in season, at weekends and of late."""
    while True:
        day = moment(rng, FIRST, LAST).date()
        chance = (
            SEASON[day.month - 1]
            / 1.4
            * (1 if day.weekday() >= 4 else 0.5)
            * (0.7 + 0.3 * (day - FIRST).days / (LAST - FIRST).days)
        )
        if rng.random() < chance:
            return day


def write(folder: Path) -> None:
    """Write the tables."""
    rng = random.Random(9090)
    wines, customers, sales, tastings = [], [], [], []
    for name, varietal, colour, vineyard, price, alcohol in LABELS:
        for vintage, chance in VINTAGES.items():
            if rng.random() > chance or (vintage == 2024 and colour not in ("White", "Rosé")):
                continue
            young = colour in ("White", "Rosé")
            released = dt.date(vintage + (1 if young else 2), rng.choice([3, 4, 5, 9]), rng.randint(1, 28))
            age = LAST.year - vintage
            status = "Library" if age >= 5 else rng.choice(["Sold Out", "Current"]) if age == 4 else "Current"
            status = "Pre-release" if released > LAST else status
            made = rng.choice([90, 120, 150, 220, 300, 400, 550])
            wines.append(
                (
                    name,
                    varietal,
                    colour,
                    vineyard,
                    price + (2023 - vintage) * rng.choice([0, 0, 1]),
                    alcohol,
                    vintage,
                    released,
                    status,
                    made,
                )
            )
    for name, varietal, colour, vineyard, price, alcohol in SPARKLING:
        wines.append(
            (name, varietal, colour, vineyard, price, alcohol, None, dt.date(2022, 5, 12), "Current", 260)
        )
    wines = [
        {
            "wine_id": 101 + number,
            "wine_name": name,
            "vintage": vintage,
            "varietal": varietal,
            "wine_type": colour,
            "vineyard": vineyard,
            "list_price": float(price),
            "abv": round(alcohol + rng.choice([-0.3, -0.1, 0, 0.1, 0.2, 0.4]), 1),
            "cases_made": made,
            "release_date": released,
            "status": status,
            "bottles_on_hand": 0
            if status == "Sold Out"
            else rng.randint(12, 90)
            if status == "Library"
            else rng.randint(30, made * 9),
            "critic_score": rng.randint(86, 96) if rng.random() < 0.62 else None,
        }
        for number, (
            name,
            varietal,
            colour,
            vineyard,
            price,
            alcohol,
            vintage,
            released,
            status,
            made,
        ) in enumerate(wines)
    ]
    for number in range(1, 861):
        trade = number <= len(TRADE)
        city, state = rng.choices(list(PLACES), list(PLACES.values()))[0]
        if trade and rng.random() < 0.7:
            city, state = "Portland", "OR"
        tier = (
            None if trade or rng.random() > 0.36 else weighted(rng, {"Silver": 50, "Gold": 34, "Cellar": 16})
        )
        joined = moment(rng, dt.date(2020, 5, 1), dt.date(2025, 7, 1)).date() if tier else None
        left = None
        if joined and rng.random() < 0.27:
            left = joined + dt.timedelta(days=rng.randint(60, 1100))
            left = left if left <= LAST else None
        first = moment(rng, dt.date(2019, 1, 5), dt.date(2025, 6, 20)).date()
        customers.append(
            {
                "customer_id": 5000 + number,
                "customer_name": TRADE[number - 1] if trade else f"{rng.choice(GIVEN)} {rng.choice(NAMES)}",
                "cust_type": "Trade" if trade else "Consumer",
                "city": city,
                "state": state,
                "created_on": min(first, joined) if joined else first,
                "club_tier": tier,
                "club_joined_on": joined,
                "club_left_on": left,
                "club_left_reason": weighted(
                    rng, {"Too much wine": 5, "Cost": 4, "Moved": 3, "Shipping problems": 2, "Other": 2}
                )
                if left
                else None,
                "email_opt_in": rng.random() < 0.68,
            }
        )
    trade = [c for c in customers if c["cust_type"] == "Trade"]
    people = [c for c in customers if c["cust_type"] != "Trade"]
    zeal = {c["customer_id"]: rng.choice([0.2, 0.5, 1, 1, 2, 4]) for c in people}
    appeal = {
        w["wine_id"]: rng.uniform(0.3, 2.5) * (1.5 if w["varietal"] == "Pinot Noir" else 1) for w in wines
    }
    orders = []
    for _ in range(2150):
        day = _day(rng)
        channel = weighted(
            rng, {"Tasting Room": 44, "Online": 21, "Wine Club": 20, "Wholesale": 9, "Event": 6}
        )
        customer = None
        if channel == "Wholesale":
            customer = rng.choice(trade)
        elif channel == "Wine Club":
            pool = [c for c in people if _is_member(c, day)]
            customer = rng.choice(pool)
            month = (
                {0: 2, 1: 2, 2: 5, 3: 5}[rng.randint(0, 3)] if rng.random() < 0.3 else rng.choice([3, 10, 11])
            )
            day = (
                day.replace(month=month, day=rng.randint(5, 20))
                if dt.date(day.year, month, 20) <= LAST and day.replace(month=month, day=20) > FIRST
                else day
            )
            if not _is_member(customer, day):
                channel = "Online"
        elif channel == "Online" or rng.random() < 0.62:
            customer = rng.choices(people, [zeal[c["customer_id"]] for c in people])[0]
        if customer and customer["created_on"] > day:
            customer["created_on"] = day - dt.timedelta(days=rng.randint(0, 40))
        orders.append((day, channel, customer))
    orders.sort(key=lambda order: (order[0], order[1], order[2]["customer_id"] if order[2] else 0))
    line = 0
    for number, (day, channel, customer) in enumerate(orders, 1):
        pool = [
            w
            for w in wines
            if w["release_date"] <= day and (w["status"] != "Sold Out" or day < dt.date(2025, 1, 1))
        ]
        shipped = channel in ("Online", "Wine Club", "Wholesale")
        picks = {
            w["wine_id"]: w
            for w in rng.choices(
                pool,
                [appeal[w["wine_id"]] for w in pool],
                k=rng.choices([1, 2, 3, 4, 5], [30, 32, 20, 12, 6])[0],
            )
        }
        refunded = rng.random() < 0.025
        member = bool(
            customer
            and customer["club_joined_on"]
            and customer["club_joined_on"] <= day
            and (not customer["club_left_on"] or day <= customer["club_left_on"])
        )
        rate = (
            0.5
            if channel == "Wholesale"
            else {"Silver": 0.1, "Gold": 0.15, "Cellar": 0.2}[customer["club_tier"]]
            if member
            else 0.1
            if rng.random() < 0.08
            else 0
        )
        ship = (
            day + dt.timedelta(days=rng.choices([0, 1, 2, 3, 5, 9], [10, 26, 28, 18, 12, 6])[0])
            if shipped
            else None
        )
        for wine in picks.values():
            line += 1
            quantity = (
                rng.choice([12, 12, 24, 36, 60])
                if channel == "Wholesale"
                else rng.choices([1, 2, 3, 4, 6, 12], [34, 28, 12, 9, 12, 5])[0]
            )
            gross = wine["list_price"] * quantity
            discount = round(gross * rate, 2)
            sales.append(
                {
                    "line_id": line,
                    "order_no": f"SO-{20000 + number}",
                    "order_date": day,
                    "channel": channel,
                    "customer_id": customer["customer_id"] if customer else None,
                    "wine_id": wine["wine_id"],
                    "bottles": quantity,
                    "unit_price": wine["list_price"],
                    "discount_amt": discount,
                    "net_amt": round(gross - discount, 2),
                    "refunded": refunded,
                    "shipped_on": ship if ship is None or ship <= LAST else None,
                    "ship_state": (customer["state"] if shipped and customer else None),
                    "gift": channel == "Online" and rng.random() < 0.17,
                }
            )
    for number in range(1, 2301):
        day = _day(rng)
        start = dt.datetime.combine(
            day, dt.time(rng.choice([11, 11, 12, 13, 13, 14, 14, 15, 16]), rng.choice([0, 0, 30]))
        )
        experience = weighted(rng, {name: share for name, (share, _, _) in EXPERIENCES.items()})
        _, fee, minutes = EXPERIENCES[experience]
        fee = fee - 5 if day < dt.date(2024, 4, 1) else fee
        source = (
            weighted(rng, SOURCES)
            if experience != "Private Group"
            else rng.choice(["Phone", "Website", "Hotel Concierge"])
        )
        status = (
            "Completed"
            if source == "Walk-in"
            else weighted(rng, {"Completed": 83, "No-show": 5, "Cancelled": 12})
        )
        size = (
            rng.randint(7, 22)
            if experience == "Private Group"
            else rng.choices([1, 2, 3, 4, 5, 6, 8], [4, 44, 10, 24, 6, 9, 3])[0]
        )
        booked = (
            start
            if source == "Walk-in"
            else start - dt.timedelta(days=int(rng.expovariate(1 / 11)), hours=rng.randint(1, 20))
        )
        done = status == "Completed"
        customer = rng.choice(people) if rng.random() < 0.46 else None
        host = rng.choices(HOSTS, [5, 4, 3, 3, 2])[0]
        joined = (
            done
            and rng.random()
            < {
                "Marisol Vega": 0.13,
                "Trent Baker": 0.06,
                "Jo Lindqvist": 0.09,
                "Devon Hayes": 0.07,
                "Annie Cho": 0.11,
            }[host]
        )
        bottles = (
            0 if not done or rng.random() < 0.27 else max(1, int(rng.expovariate(1 / (1.3 * size**0.6))))
        )
        waived = done and (joined or bottles >= 6 or rng.random() < 0.08)
        tastings.append(
            {
                "tasting_id": 70000 + number,
                "booked_at": booked,
                "starts_at": start,
                "experience": experience,
                "guests": size,
                "host": host if rng.random() < 0.97 or done else None,
                "booking_source": source,
                "status": status,
                "customer_id": customer["customer_id"] if customer else None,
                "fee_pp": float(fee),
                "fee_waived": waived,
                "fees_collected": float(fee * size) if done and not waived else 0.0,
                "minutes": max(25, int(rng.gauss(minutes, 13))) if done and rng.random() < 0.93 else None,
                "bottles_bought": bottles if done else None,
                "joined_club": joined,
                "guest_rating": rng.choices([1, 2, 3, 4, 5], [1, 2, 8, 30, 59])[0]
                if done and rng.random() < 0.44
                else None,
            }
        )
    tastings.sort(key=lambda row: row["starts_at"])
    write_csv(folder, {"wines": wines, "customers": customers, "sales": sales, "tastings": tastings})


def _is_member(customer: dict, day: dt.date) -> bool:
    joined, left = customer["club_joined_on"], customer["club_left_on"]
    return bool(joined and joined <= day and (not left or day <= left))
