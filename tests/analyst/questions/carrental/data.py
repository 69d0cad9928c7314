"""A car rental company: branches, cars, customers, rentals, damages and payments."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, weighted, write_csv

NOW = dt.datetime(2025, 6, 16, 8, 0)

BRANCHES = [
    ("LISA", "Lisbon Airport", "Lisbon", "PT", "Airport", 20),
    ("LISD", "Lisbon Marques de Pombal", "Lisbon", "PT", "Downtown", 8),
    ("OPOA", "Porto Airport", "Porto", "PT", "Airport", 14),
    ("OPOS", "Porto Campanha Station", "Porto", "PT", "Station", 5),
    ("FAOA", "Faro Airport", "Faro", "PT", "Airport", 15),
    ("FAOD", "Albufeira Strip", "Albufeira", "PT", "Downtown", 4),
    ("AGPA", "Malaga Airport", "Malaga", "ES", "Airport", 18),
    ("AGPS", "Malaga Maria Zambrano", "Malaga", "ES", "Station", 5),
    ("SVQA", "Seville Airport", "Seville", "ES", "Airport", 9),
    ("SVQD", "Seville Triana", "Seville", "ES", "Downtown", 4),
    ("MADA", "Madrid Barajas T4", "Madrid", "ES", "Airport", 19),
    ("MADS", "Madrid Atocha Station", "Madrid", "ES", "Station", 8),
]
GROUPS = {
    "Mini": (22, [("Fiat", "500"), ("Hyundai", "i10"), ("Toyota", "Aygo X")], 13500),
    "Economy": (28, [("Renault", "Clio"), ("Opel", "Corsa"), ("Seat", "Ibiza")], 17000),
    "Compact": (36, [("VW", "Golf"), ("Seat", "Leon"), ("Peugeot", "308"), ("MG", "4")], 24500),
    "SUV": (54, [("Nissan", "Qashqai"), ("Peugeot", "3008"), ("Dacia", "Duster"), ("Kia", "Niro")], 31500),
    "Van": (78, [("Renault", "Trafic"), ("Mercedes-Benz", "Vito")], 38500),
    "Premium": (92, [("BMW", "320d"), ("Mercedes-Benz", "C-Class"), ("Tesla", "Model 3")], 46500),
}
GROUP_WEIGHT = {"Mini": 17, "Economy": 30, "Compact": 22, "SUV": 18, "Van": 6, "Premium": 7}
FORENAMES = [
    "Ana",
    "Bruno",
    "Carla",
    "Diego",
    "Elena",
    "Filipe",
    "Grace",
    "Hans",
    "Ines",
    "Joao",
    "Katrin",
    "Luis",
    "Maria",
    "Nuno",
    "Olivia",
    "Pedro",
    "Rita",
    "Sergio",
    "Tiago",
    "Ursula",
    "Vasco",
    "Wendy",
    "Yara",
    "Zofia",
    "James",
    "Emma",
    "Pierre",
    "Claire",
    "Marta",
    "Jorge",
]
SURNAMES = [
    "Almeida",
    "Baker",
    "Costa",
    "Dubois",
    "Esteves",
    "Fernandez",
    "Garcia",
    "Hoffmann",
    "Ibarra",
    "Jansen",
    "Kowalski",
    "Lopes",
    "Martin",
    "Nunes",
    "Oliveira",
    "Pereira",
    "Quesada",
    "Rossi",
    "Silva",
    "Taylor",
    "Ungaro",
    "Vieira",
    "Weber",
    "Ximenez",
    "Young",
    "Zapata",
    "Santos",
]
COUNTRIES = {"PT": 25, "ES": 27, "GB": 18, "DE": 12, "FR": 9, "NL": 5, "US": 4}
CHANNELS = {"Website": 34, "Broker": 28, "App": 17, "Phone": 9, "Walk-in": 12}
SEASON = {1: 5, 2: 5, 3: 7, 4: 9, 5: 10, 6: 12, 7: 14, 8: 15, 9: 11, 10: 9, 11: 6, 12: 7}


def _cars(rng: random.Random) -> Rows:
    rows: Rows = []
    for number in range(1, 131):
        group = weighted(rng, GROUP_WEIGHT)
        _, models, price = GROUPS[group]
        make, model = rng.choice(models)
        fuel = weighted(rng, {"Petrol": 6, "Diesel": 3, "Hybrid": 2})
        if model in ("Model 3", "4"):
            fuel = "Electric"
        elif model in ("Trafic", "Vito", "320d"):
            fuel = "Diesel"
        elif model in ("Niro",):
            fuel = "Hybrid"
        home = rng.choices(BRANCHES, [b[5] for b in BRANCHES])[0]
        bought = dt.date(2021, 2, 1) + dt.timedelta(days=rng.randint(0, 1060))
        letters = "".join(rng.choice("ABCDFGHJKLMNPRSTVXZ") for _ in range(3))
        plate = (
            f"{rng.randint(1000, 9999)} {letters}"
            if home[3] == "ES"
            else f"{letters[:2]}-{rng.randint(10, 99)}-{rng.randint(10, 99)}"
        )
        rows.append(
            {
                "car_id": 300 + number,
                "plate": plate,
                "make": make,
                "model": model,
                "car_group": group,
                "fuel": fuel,
                "transmission": "A" if fuel == "Electric" or rng.random() < 0.35 else "M",
                "colour": None
                if rng.random() < 0.08
                else rng.choice(["White", "Grey", "Black", "Blue", "Red"]),
                "home_branch": home[0],
                "bought_on": bought,
                "purchase_price": round(price * rng.uniform(0.9, 1.15), 2),
                "odometer_km": None,
                "fleet_status": weighted(rng, {"available": 82, "workshop": 8, "for sale": 5, "sold": 9}),
            }
        )
    for row in rows:
        row["sold_on"] = (
            dt.date(2024, 9, 1) + dt.timedelta(days=rng.randint(0, 270))
            if row["fleet_status"] == "sold"
            else None
        )
    return rows


def write(folder: Path) -> None:
    rng = random.Random(61625)
    branches = [
        {
            "branch_code": code,
            "branch_name": name,
            "city": city,
            "country": country,
            "branch_type": kind,
            "opened_on": moment(rng, dt.date(2008, 1, 1), dt.date(2022, 6, 1)).date(),
            "desk_staff": None if code == "FAOD" else 2 + size // 3,
            "open_24h": kind == "Airport" and size > 14,
        }
        for code, name, city, country, kind, size in BRANCHES
    ]
    size_of = {b[0]: b[5] for b in BRANCHES}
    type_of = {b[0]: b[4] for b in BRANCHES}
    cars = _cars(rng)
    customers: Rows = []
    for number in range(1, 1251):
        kind = weighted(rng, {"Private": 78, "Business": 22})
        customers.append(
            {
                "cust_no": 90000 + number,
                "cust_name": f"{rng.choice(FORENAMES)} {rng.choice(SURNAMES)}",
                "cust_type": kind,
                "residence": weighted(rng, COUNTRIES) if rng.random() > 0.03 else None,
                "loyalty_tier": weighted(rng, {"Silver": 15, "Gold": 6, "Platinum": 2, "": 77}) or None,
                "birth_date": moment(rng, dt.date(1950, 1, 1), dt.date(2003, 12, 31)).date(),
                "newsletter": rng.random() < 0.4,
            }
        )
    eager = [rng.paretovariate(1.6) for _ in customers]

    # The bookings, by the moment of pickup; the last ones are still to come.
    first, last = dt.date(2024, 1, 2), dt.date(2025, 8, 31)
    pickups: list[dt.datetime] = []
    while len(pickups) < 4300:
        at = moment(rng, first, last, (7, 22))
        keep = (
            SEASON[at.month]
            / 15
            * (1.0 if at.weekday() in (4, 5, 0) else 0.75)
            * (1.0 if at.year == 2025 else 0.88)
        )
        if at > NOW:
            keep *= max(0.05, 0.5 - (at - NOW).days / 120)
        if rng.random() < keep:
            pickups.append(at.replace(minute=at.minute // 15 * 15))
    pickups.sort()
    free: dict[int, dt.datetime] = {c["car_id"]: dt.datetime(2024, 1, 1) for c in cars}
    driven: dict[int, int] = {c["car_id"]: 0 for c in cars}

    rentals: Rows = []
    for number, pickup in enumerate(pickups, 1):
        channel = weighted(rng, CHANNELS)
        walk_in = channel == "Walk-in"
        if walk_in and pickup > NOW:
            channel, walk_in = "Website", False
        customer = rng.choices(customers, eager)[0]
        branch = rng.choices(list(size_of), list(size_of.values()))[0]
        lead = 0.0 if walk_in else rng.expovariate(1 / (24 if channel in ("Website", "Broker") else 9)) + 0.2
        booked = pickup - dt.timedelta(days=lead, minutes=rng.randint(5, 40))
        if booked > NOW:
            booked = NOW - dt.timedelta(days=rng.uniform(0.2, 30))
        group = weighted(rng, GROUP_WEIGHT)
        days = max(
            1, min(28, round(rng.gammavariate(1.7, 1.8 if customer["cust_type"] == "Business" else 3.3)))
        )
        due = pickup + dt.timedelta(days=days)
        status = "closed"
        if not walk_in:
            gone = {"Broker": 0.17, "Website": 0.11, "App": 0.09, "Phone": 0.07}[channel]
            roll = rng.random()
            status = (
                "cancelled"
                if roll < gone
                else "no_show"
                if roll < gone + (0.06 if channel == "Broker" else 0.025)
                else "closed"
            )
        if status != "cancelled" and pickup > NOW:
            status = "reserved"
        car = None
        if status == "closed":
            usable = [
                c
                for c in cars
                if free[c["car_id"]] <= pickup
                and c["bought_on"] < pickup.date()
                and (c["sold_on"] is None or c["sold_on"] > due.date() + dt.timedelta(days=4))
                and not (c["fleet_status"] in ("workshop", "for sale") and pickup > dt.datetime(2025, 5, 25))
            ]
            same = [c for c in usable if c["car_group"] == group]
            near = [c for c in same if c["home_branch"] == branch]
            pool = near or (same if same and rng.random() < 0.97 else usable)
            if pool:
                car = rng.choice(pool)
            else:
                status = "cancelled"
        back = None
        if status == "closed":
            back = due + dt.timedelta(minutes=int(rng.gauss(-60, 100)))
            if rng.random() < 0.07:
                back = due + dt.timedelta(hours=rng.randint(3, 60))
            if back <= pickup:
                back = pickup + dt.timedelta(hours=5)
            if back > NOW:
                back, status = None, "open"
            elif pickup > dt.datetime(2025, 5, 8) and rng.random() < 0.03:
                back, status = None, "open"  # still not brought back
        one_way = rng.random() < (0.14 if type_of[branch] == "Station" else 0.08)
        same_country = [
            b[0]
            for b in BRANCHES
            if b[0] != branch and b[3] == ("PT" if branch[:3] in ("LIS", "OPO", "FAO") else "ES")
        ]
        cover = weighted(rng, {"Basic": 52, "Medium": 27, "Full": 21})
        season = SEASON[pickup.month]
        rate = round(
            GROUPS[group][0]
            * (0.75 + season / 30)
            * rng.uniform(0.85, 1.2)
            * (0.9 if channel == "Broker" else 1)
            * (1.08 if type_of[branch] == "Airport" else 1),
            2,
        )
        extras = (
            round(rng.choice([8, 12, 25, 40, 55]) * rng.choice([1, 1, 2]), 2) if rng.random() < 0.38 else 0.0
        )
        insurance = round({"Basic": 0, "Medium": 9.5, "Full": 17.9}[cover] * days, 2)
        discount = (
            round(rate * days * rng.choice([0.05, 0.1, 0.15]), 2)
            if customer["loyalty_tier"] and rng.random() < 0.7
            else 0.0
        )
        total = round(rate * days + extras + insurance - discount, 2)
        km = None
        if status == "closed":
            km = int(rng.gammavariate(3, 45) * days) + 15
            if car:
                driven[car["car_id"]] += km
        if status == "cancelled":
            total = round(rng.choice([0, 0, 0, 35, 50]), 2) * 1.0
        if status == "no_show":
            total = round(rate, 2)
        if car and status in ("closed", "open"):
            free[car["car_id"]] = (back or due) + dt.timedelta(hours=3)
        rentals.append(
            {
                "rental_no": f"R{24000 + number}",
                "cust_no": customer["cust_no"],
                "car_id": car["car_id"] if car and status in ("closed", "open") else None,
                "booked_group": group,
                "pickup_branch": branch,
                "return_branch": rng.choice(same_country) if one_way else branch,
                "channel": channel,
                "booked_at": booked.replace(second=0, microsecond=0),
                "pickup_at": pickup,
                "due_back_at": due,
                "returned_at": back,
                "status": status,
                "rental_days": days,
                "km_driven": km,
                "cover": cover,
                "daily_rate": rate,
                "extras_amt": extras,
                "insurance_amt": insurance,
                "discount_amt": discount,
                "total_amt": total,
                "promo_code": rng.choice(["SUMMER25", "STAYLONG", "WELCOME5"])
                if rng.random() < 0.07
                else None,
            }
        )

    for car in cars:
        age = (NOW.date() - car["bought_on"]).days
        car["odometer_km"] = (
            None
            if rng.random() < 0.04
            else driven[car["car_id"]] + max(0, age - 530) * rng.randint(35, 70) + 900
        )

    damages: Rows = []
    payments: Rows = []
    repair = {
        "Scratch": 210,
        "Dent": 420,
        "Windscreen": 380,
        "Tyre": 160,
        "Interior": 140,
        "Mirror": 190,
        "Collision": 2600,
    }
    for row in rentals:
        done = row["status"] == "closed"
        if done and rng.random() < {"Van": 0.19, "SUV": 0.12}.get(row["booked_group"], 0.09):
            for _ in range(rng.choices([1, 2, 3], [86, 11, 3])[0]):
                kind = weighted(
                    rng,
                    {
                        "Scratch": 34,
                        "Dent": 18,
                        "Windscreen": 9,
                        "Tyre": 14,
                        "Interior": 8,
                        "Mirror": 11,
                        "Collision": 4,
                    },
                )
                state = weighted(rng, {"Settled": 52, "Billed": 22, "Waived": 14, "Open": 12})
                cost = (
                    None
                    if state == "Open" and rng.random() < 0.6
                    else round(repair[kind] * rng.gammavariate(4, 0.25) + 25, 2)
                )
                share = {"Basic": 0.85, "Medium": 0.4, "Full": 0.0}[row["cover"]]
                damages.append(
                    {
                        "damage_id": len(damages) + 1,
                        "rental_no": row["rental_no"],
                        "car_id": row["car_id"],
                        "reported_on": (
                            row["returned_at"] + dt.timedelta(days=rng.choice([0, 0, 0, 1]))
                        ).date(),
                        "damage_type": kind,
                        "panel": rng.choice(
                            ["Front bumper", "Rear bumper", "Left door", "Right door", "Roof", None]
                        ),
                        "repair_cost": cost,
                        "charged_to_cust": 0.0
                        if state in ("Waived", "Open") or cost is None
                        else round(cost * share, 2),
                        "claim_status": state,
                        "repaired_on": (row["returned_at"] + dt.timedelta(days=rng.randint(2, 25))).date()
                        if state == "Settled" and (NOW - row["returned_at"]).days > 27
                        else None,
                    }
                )
        method = weighted(
            rng, {"Visa": 42, "Mastercard": 31, "Amex": 6, "PayPal": 12, "Bank transfer": 5, "Cash": 4}
        )

        def pay(
            at: dt.datetime,
            kind: str,
            amount: float,
            state: str = "captured",
            how: str = method,
            no: str = row["rental_no"],
        ) -> None:
            payments.append(
                {
                    "payment_id": 0,
                    "rental_no": no,
                    "paid_at": min(at, NOW - dt.timedelta(minutes=7)),
                    "pay_type": kind,
                    "method": how,
                    "amount": round(amount, 2),
                    "pay_status": state,
                }
            )

        if done and rng.random() > 0.025:
            at = row["returned_at"] + dt.timedelta(minutes=rng.randint(5, 900))
            if rng.random() < {"Visa": 0.04, "Mastercard": 0.05, "Amex": 0.09, "PayPal": 0.03}.get(
                method, 0.0
            ):
                pay(at - dt.timedelta(minutes=3), "charge", row["total_amt"], "declined")
            if rng.random() > 0.012:
                pay(at, "charge", row["total_amt"])
        elif row["status"] in ("no_show", "cancelled") and row["total_amt"]:
            pay(row["pickup_at"], "fee", row["total_amt"], "captured" if rng.random() < 0.85 else "declined")
        if row["status"] in ("closed", "open") and rng.random() < 0.3:
            pay(row["pickup_at"], "deposit", rng.choice([150, 300, 500]))
        if done and rng.random() < 0.045:
            pay(
                row["returned_at"] + dt.timedelta(days=rng.randint(2, 20)),
                "refund",
                row["total_amt"] * rng.choice([0.1, 0.2, 0.5]),
            )
    payments.sort(key=lambda p: p["paid_at"])
    for number, row in enumerate(payments, 1):
        row["payment_id"] = number

    write_csv(
        folder,
        {
            "branches": branches,
            "cars": cars,
            "customers": customers,
            "rentals": rentals,
            "damages": damages,
            "payments": payments,
        },
    )
