"""A craft brewery: batches, what went into them, tanks, order lines of pubs and shops, deliveries."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, weighted, write_csv

TODAY = dt.date(2025, 9, 18)
BEERS = {
    # beer: (style, og, fg, weight)
    "Harbour Light": ("Pale Ale", 1.044, 1.010, 9),
    "Black Anchor": ("Stout", 1.056, 1.015, 5),
    "Gull's Cry": ("IPA", 1.062, 1.012, 9),
    "Double Gull": ("Double IPA", 1.078, 1.014, 3),
    "Quayside Pils": ("Lager", 1.047, 1.009, 8),
    "Saltmarsh Gose": ("Sour", 1.042, 1.009, 2),
    "Wheat Ferry": ("Wheat", 1.050, 1.011, 4),
    "Low Tide": ("Low Alcohol", 1.018, 1.013, 3),
    "Smuggler's Porter": ("Porter", 1.054, 1.014, 3),
    "Winter Storm": ("Seasonal", 1.070, 1.018, 2),
}
PACKAGES = {
    "30L keg": 92.0,
    "50L keg": 146.0,
    "24x330ml can": 38.0,
    "12x500ml bottle": 25.5,
    "20L cask": 68.0,
}
BREWERS = {"Maeve": 5, "Tomasz": 4, "Dylan": 3, "Ingrid": 2}
TOWNS = {
    "Whitby": 5,
    "Scarborough": 5,
    "Hull": 4,
    "York": 6,
    "Leeds": 5,
    "Filey": 2,
    "Bridlington": 2,
    "Malton": 2,
}
PUBS = [
    "The Red Lion",
    "The Crown",
    "The Ship Inn",
    "The Black Horse",
    "The Railway",
    "The Plough",
    "The Jolly Sailor",
    "The Moon & Stars",
    "The Wheatsheaf",
    "The Fox & Hounds",
    "The Old Bell",
    "The Golden Fleece",
    "The Maltings",
    "The Lamb",
    "The Cross Keys",
    "The Station Tap",
    "The Blue Boar",
    "The Smugglers Rest",
    "The Angel",
    "The Star Inn",
]
OTHERS = {
    "bottle shop": [
        "Hop & Barrel",
        "Bottle Bank",
        "Caps Off",
        "The Beer Cellar",
        "Ale Hunters",
        "House of Trembling",
    ],
    "restaurant": ["Trattoria Nino", "Fish Quay Kitchen", "Bombay Garden", "The Oak Table", "Smoke & Salt"],
    "supermarket": ["Fairway Foods", "Dales Market", "Co-operative North"],
    "hotel": ["Royal Esplanade", "Crescent Hotel", "Station Hotel"],
    "festival": ["Whitby Beer Week", "York Ale Trail", "Leeds Tapfest"],
}
INGREDIENTS = {
    # ingredient: (category, unit, kg or packs per hl, price, suppliers)
    "Maris Otter": ("malt", "kg", 17.0, 0.92, ["Muntham Maltings", "Yorkshire Grain Co"]),
    "Pilsner Malt": ("malt", "kg", 16.0, 0.84, ["Yorkshire Grain Co"]),
    "Crystal 150": ("malt", "kg", 1.4, 1.15, ["Muntham Maltings"]),
    "Roasted Barley": ("malt", "kg", 1.6, 1.22, ["Muntham Maltings"]),
    "Wheat Malt": ("malt", "kg", 7.0, 0.98, ["Yorkshire Grain Co"]),
    "Citra": ("hops", "kg", 0.42, 29.5, ["HopDirect", "Charles & Son Hops"]),
    "Mosaic": ("hops", "kg", 0.36, 27.8, ["HopDirect"]),
    "East Kent Goldings": ("hops", "kg", 0.21, 17.4, ["Charles & Son Hops"]),
    "Saaz": ("hops", "kg", 0.18, 19.9, ["Charles & Son Hops", "HopDirect"]),
    "US-05": ("yeast", "pack", 0.10, 72.0, ["BrewLab"]),
    "W-34/70": ("yeast", "pack", 0.16, 88.0, ["BrewLab"]),
    "Sea Salt": ("adjunct", "kg", 0.05, 2.1, ["Dales Wholesale"]),
    "Coriander": ("adjunct", "kg", 0.04, 11.0, ["Dales Wholesale"]),
    "Oats": ("adjunct", "kg", 2.5, 1.05, ["Yorkshire Grain Co"]),
}
RECIPES = {
    "Pale Ale": ["Maris Otter", "Crystal 150", "Citra", "US-05"],
    "Stout": ["Maris Otter", "Roasted Barley", "Oats", "East Kent Goldings", "US-05"],
    "IPA": ["Maris Otter", "Citra", "Mosaic", "US-05"],
    "Double IPA": ["Maris Otter", "Oats", "Citra", "Mosaic", "US-05"],
    "Lager": ["Pilsner Malt", "Saaz", "W-34/70"],
    "Sour": ["Pilsner Malt", "Wheat Malt", "Sea Salt", "Coriander", "US-05"],
    "Wheat": ["Wheat Malt", "Pilsner Malt", "Saaz", "US-05"],
    "Low Alcohol": ["Maris Otter", "Citra", "US-05"],
    "Porter": ["Maris Otter", "Crystal 150", "Roasted Barley", "East Kent Goldings", "US-05"],
    "Seasonal": ["Maris Otter", "Crystal 150", "Oats", "East Kent Goldings", "US-05"],
}


def write(folder: Path) -> None:
    rng = random.Random(6101)
    tanks = _tanks(rng)
    batches, usage = _batches(rng, tanks)
    customers = _customers(rng)
    lines, deliveries = _orders(rng, customers)
    write_csv(
        folder,
        {
            "tanks": tanks,
            "batches": batches,
            "batch_ingredients": usage,
            "customers": customers,
            "order_lines": lines,
            "deliveries": deliveries,
        },
    )


def _tanks(rng: random.Random) -> Rows:
    rows: Rows = []
    for number in range(1, 10):
        rows.append((f"FV{number}", "fermenter", rng.choice([20, 20, 40, 60])))
    for number in range(1, 5):
        rows.append((f"BBT{number}", "bright", rng.choice([20, 40])))
    for number in range(1, 4):
        rows.append((f"CT{number}", "conditioning", rng.choice([20, 30])))
    return [
        {
            "tank_id": name,
            "tank_type": kind,
            "capacity_hl": size,
            "installed_on": dt.date(rng.randint(2014, 2023), rng.randint(1, 12), rng.randint(1, 28)),
            "last_cip_on": TODAY - dt.timedelta(days=rng.randint(1, 45)) if name != "FV7" else None,
            "in_service": name not in ("FV7", "CT3"),
        }
        for name, kind, size in rows
    ]


def _batches(rng: random.Random, tanks: Rows) -> tuple[Rows, Rows]:
    fermenters = [tank for tank in tanks if tank["tank_type"] == "fermenter"]
    batches: Rows = []
    usage: Rows = []
    day = dt.date(2024, 1, 4)
    counts = {2024: 0, 2025: 0}
    while day <= TODAY:
        counts[day.year] += 1
        number = f"B{day.year % 100}-{counts[day.year]:03d}"
        beer = weighted(rng, {name: spec[3] for name, spec in BEERS.items()})
        if beer == "Winter Storm" and day.month in range(3, 9):
            beer = "Harbour Light"
        style, og, fg, _ = BEERS[beer]
        open_tanks = [t for t in fermenters if t["in_service"] or day < dt.date(2025, 3, 1)]
        tank = rng.choice(open_tanks)
        planned = tank["capacity_hl"] * rng.choice([0.5, 0.9, 0.95, 0.95])
        days = rng.randint(26, 42) if style == "Lager" else rng.randint(13, 26)
        age = (TODAY - day).days
        dumped = rng.random() < 0.03
        if dumped and age > 20:
            status = "dumped"
        elif age >= days:
            status = "packaged"
        elif age > 9:
            status = "conditioning"
        else:
            status = "fermenting"
        done = status == "packaged"
        real_og = round(og + rng.gauss(0, 0.0012), 4)
        real_fg = round(fg + rng.gauss(0, 0.0008), 4)
        batches.append(
            {
                "batch_no": number,
                "beer": beer,
                "style": style,
                "brewer": weighted(rng, BREWERS),
                "tank_id": tank["tank_id"],
                "brew_date": day,
                "packaged_on": day + dt.timedelta(days=days) if done else None,
                "status": status,
                "planned_hl": round(planned, 1),
                "packaged_hl": round(planned * rng.uniform(0.84, 0.97), 2) if done else None,
                "og": real_og,
                "fg": real_fg if status in ("packaged", "conditioning", "dumped") else None,
                "abv_pct": round((real_og - real_fg) * 131.25, 1) if done else None,
                "taste_score": round(min(10, rng.gauss(7.8, 0.9)), 1)
                if done and rng.random() < 0.9
                else None,
            }
        )
        for ingredient in RECIPES[style]:
            category, unit, per_hl, price, suppliers = INGREDIENTS[ingredient]
            qty = max(1, round(per_hl * planned * rng.uniform(0.93, 1.08), 0 if unit == "pack" else 1))
            cost = qty * price * rng.uniform(0.95, 1.08) * (1.06 if day.year == 2025 else 1)
            usage.append(
                {
                    "usage_id": len(usage) + 1,
                    "batch_no": number,
                    "ingredient": ingredient,
                    "category": category,
                    "supplier": rng.choice(suppliers) if rng.random() > 0.02 else None,
                    "lot_code": f"L{rng.randint(1000, 9999)}",
                    "qty": float(qty),
                    "unit": unit,
                    "cost_gbp": round(cost, 2),
                }
            )
        day += dt.timedelta(days=rng.choice([1, 1, 2, 2, 3]))
    return batches, usage


def _customers(rng: random.Random) -> Rows:
    names = [("pub", name) for name in PUBS] + [
        ("pub", name) for name in ("The Red Lion", "The Crown", "The Railway")
    ]
    names += [
        ("pub", f"The {w} Arms") for w in ("Bakers", "Queens", "Masons", "Farmers", "Carters", "Drovers")
    ]
    names += [(kind, name) for kind, several in OTHERS.items() for name in several]
    rng.shuffle(names)
    rows: Rows = []
    for number, (kind, name) in enumerate(names, 1):
        rows.append(
            {
                "customer_id": 1000 + number,
                "customer_name": name,
                "customer_type": kind,
                "town": weighted(rng, TOWNS),
                "account_manager": rng.choice(["Sal", "Sal", "Priya", "Conor"])
                if rng.random() > 0.06
                else None,
                "customer_since": dt.date(rng.randint(2016, 2024), rng.randint(1, 12), rng.randint(1, 28)),
                "credit_limit": rng.choice([500, 1000, 1500, 2500, 5000]) if kind != "festival" else None,
                "payment_days": 30 if kind in ("supermarket", "hotel") else rng.choice([7, 14, 14, 30]),
                "on_hold": rng.random() < 0.15,
            }
        )
    return rows


def _orders(rng: random.Random, customers: Rows) -> tuple[Rows, Rows]:
    lines: Rows = []
    deliveries: Rows = []
    weight = {
        c["customer_id"]: rng.uniform(0.3, 3) * (1.6 if c["customer_type"] == "pub" else 1)
        for c in customers[:-3]
    }
    by_id = {c["customer_id"]: c for c in customers}
    day = dt.date(2024, 1, 8)
    number = 24000
    while day <= TODAY:
        busy = 1.0 + 0.5 * (day.month in (6, 7, 8, 12)) + 0.15 * (day.year == 2025)
        if day.weekday() < 5:
            for _ in range(round(rng.uniform(2, 5) * busy)):
                number += 1
                customer = by_id[rng.choices(list(weight), list(weight.values()))[0]]
                age = (TODAY - day).days
                cancelled = rng.random() < 0.04
                status = "cancelled" if cancelled else "delivered" if age > 5 else "open"
                kind = customer["customer_type"]
                shop = kind in ("bottle shop", "supermarket", "restaurant", "hotel")
                requested = day + dt.timedelta(days=rng.randint(2, 4))
                paid = day + dt.timedelta(days=customer["payment_days"] + rng.randint(-3, 20))
                beers = rng.sample(list(BEERS), rng.choice([1, 1, 2, 2, 3, 4]))
                for line, beer in enumerate(beers, 1):
                    if shop:
                        package = weighted(rng, {"24x330ml can": 6, "12x500ml bottle": 4, "30L keg": 1})
                    else:
                        package = weighted(
                            rng, {"30L keg": 6, "50L keg": 3, "20L cask": 3, "24x330ml can": 1}
                        )
                    if BEERS[beer][3] < 4 and rng.random() < 0.4:
                        beer = "Harbour Light" if "Harbour Light" not in beers else beer
                    price = round(
                        PACKAGES[package]
                        * (1.12 if beer == "Double Gull" else 1)
                        * (1.04 if day.year == 2025 else 1),
                        2,
                    )
                    qty = rng.randint(1, 6) if not shop else rng.randint(3, 20)
                    discount = rng.choice([5, 10, 15]) if rng.random() < 0.25 else None
                    lines.append(
                        {
                            "order_no": f"SO-{number}",
                            "line_no": line,
                            "customer_id": customer["customer_id"],
                            "order_date": day,
                            "requested_date": requested,
                            "beer": beer,
                            "package": package,
                            "qty": qty,
                            "unit_price": price,
                            "discount_pct": discount,
                            "line_total": round(qty * price * (1 - (discount or 0) / 100), 2),
                            "order_status": status,
                            "paid_on": paid if status == "delivered" and paid <= TODAY else None,
                        }
                    )
                if status == "delivered":
                    late = rng.choices([0, 0, 0, 1, 2, 4], [6, 2, 2, 2, 1, 0.5])[0]
                    failed = rng.random() < 0.05
                    dropped = dt.datetime.combine(
                        requested + dt.timedelta(days=late), dt.time(rng.randint(8, 16), rng.randint(0, 59))
                    )
                    out = dropped - dt.timedelta(minutes=rng.randint(20, 190))
                    if failed:
                        deliveries.append(
                            _drop(rng, len(deliveries), number, out - dt.timedelta(days=1), None, "failed")
                        )
                    if dropped.date() <= TODAY:
                        deliveries.append(_drop(rng, len(deliveries), number, out, dropped, "completed"))
        day += dt.timedelta(days=1)
    return lines, deliveries


def _drop(
    rng: random.Random, count: int, number: int, out: dt.datetime, dropped: dt.datetime | None, status: str
) -> dict[str, object]:
    return {
        "delivery_id": count + 1,
        "order_no": f"SO-{number}",
        "driver": weighted(rng, {"Kev": 5, "Shaz": 4, "Pawel": 3, "DHL": 1}),
        "van_reg": rng.choice(["YH19 KLM", "YH22 BRW", "YD71 ALE", None]),
        "left_brewery_at": out,
        "delivered_at": dropped,
        "delivery_status": status,
        "failure_reason": rng.choice(
            ["pub closed", "no cellar access", "refused - wrong beer", "van breakdown"]
        )
        if status == "failed"
        else None,
        "empties_collected": None if status == "failed" else rng.choice([0, 0, 1, 2, 3, 5]),
        "miles": round(rng.uniform(2, 70), 1) if rng.random() > 0.05 else None,
    }
