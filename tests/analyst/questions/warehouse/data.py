"""A logistics warehouse: SKUs, suppliers, inbound receipts, picks and stock counts."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_csv

FIRST, LAST = dt.date(2025, 1, 2), dt.date(2025, 9, 17)

SUPPLIERS = [
    ("Halvorsen Tools AS", "NO", 21),
    ("Kowalski Fasteners", "PL", 9),
    ("Great Lakes Paper Co", "US", 7),
    ("Shenzhen Brightway", "CN", 45),
    ("Meridian Packaging", "US", 5),
    ("Van Dijk Cleaning Supply", "NL", 14),
    ("Acme Industrial", "US", 6),
    ("Acme Industrial", "CA", 11),
    ("Tanaka Seiki", "JP", 38),
    ("Orchard Hill Foods", "US", 4),
    ("Ningbo Lighting", "CN", None),
    ("Bluewater Safety", "GB", 17),
]
NOUNS = {
    "Hand Tools": [
        "Claw Hammer",
        "Torx Driver Set",
        "Adjustable Wrench",
        "Utility Knife",
        "Tape Measure 5m",
        "Hex Key Set",
        "Pipe Cutter",
        "Spirit Level",
    ],
    "Fasteners": [
        "Wood Screw 4x40",
        "Hex Bolt M8",
        "Washer M8",
        "Anchor Plug 8mm",
        "Rivet 4mm",
        "Drywall Screw",
        "Lock Nut M10",
        "Cable Tie 200mm",
    ],
    "Packaging": [
        "Carton 40x30",
        "Stretch Film",
        "Bubble Wrap Roll",
        "Packing Tape",
        "Mailing Bag A4",
        "Pallet Label",
        "Void Fill",
    ],
    "Cleaning": [
        "Floor Cleaner 5L",
        "Microfibre Cloth",
        "Nitrile Glove Box",
        "Degreaser 1L",
        "Bin Liner 80L",
        "Mop Head",
    ],
    "Safety": [
        "Hard Hat",
        "Hi-Vis Vest",
        "Safety Goggles",
        "Ear Defenders",
        "Work Gloves L",
        "First Aid Kit",
    ],
    "Lighting": ["LED Panel 60W", "Work Light", "Headlamp", "Extension Reel 25m", "LED Bulb E27"],
    "Pantry": ["Coffee Beans 1kg", "Tea Bags 200", "Sugar Sticks", "Water Cups"],
}
COSTS = {
    "Hand Tools": 14,
    "Fasteners": 3,
    "Packaging": 6,
    "Cleaning": 8,
    "Safety": 11,
    "Lighting": 19,
    "Pantry": 9,
}
PICKERS = [
    "A. Novak",
    "B. Osei",
    "C. Delgado",
    "D. Whitfield",
    "E. Kaya",
    "F. Lindqvist",
    "G. Marsh",
    "H. Tran",
    "J. Novak",
    "TEMP-07",
]
COUNTERS = ["M. Sorel", "D. Whitfield", "R. Patel"]


def write(folder: Path) -> None:
    rng = random.Random(88123)
    suppliers: Rows = [
        {
            "SupplierId": f"V{100 + n}",
            "SupplierName": name,
            "Country": country,
            "LeadTimeDays": lead,
            "Approved": rng.random() > 0.15,
        }
        for n, (name, country, lead) in enumerate(SUPPLIERS)
    ]
    skus: Rows = []
    for family, nouns in NOUNS.items():
        for noun in nouns:
            for variant in rng.sample(["", " - Blk", " - XL", " - 2nd Gen"], rng.choice([1, 1, 2, 3])):
                skus.append(
                    {
                        "SkuCode": f"{family[:2].upper()}-{4000 + 7 * len(skus)}",
                        "Description": noun + variant,
                        "ProductFamily": family,
                        "AbcClass": weighted(rng, {"A": 0.2, "B": 0.3, "C": 0.5}),
                        "SupplierId": rng.choice(suppliers)["SupplierId"],
                        "Uom": rng.choice(["EA", "EA", "EA", "BX", "PK"]),
                        "UnitCost": round(COSTS[family] * rng.lognormvariate(0, 0.5), 2),
                        "ReorderPoint": rng.choice([20, 40, 60, 100, 150, None]),
                        "Hazmat": family == "Cleaning" and ("5L" in noun or "1L" in noun),
                        "Discontinued": rng.random() < 0.08,
                    }
                )
    demand = [{"A": 9.0, "B": 3.0, "C": 1.0}[s["AbcClass"]] * rng.uniform(0.5, 1.6) for s in skus]
    zone_of = {
        s["SkuCode"]: weighted(
            rng, {"A1 Fast": 0.25, "B2 Shelving": 0.35, "C3 Bulk": 0.3, "D4 Mezzanine": 0.1}
        )
        for s in skus
    }
    late = {s["SupplierId"]: rng.choice([-4, -3, -2, -1, 3]) for s in suppliers}

    inbound: Rows = []
    for _ in range(1400):
        sku = rng.choices(skus, demand)[0]
        expected = moment(rng, FIRST, dt.date(2025, 10, 3)).date()
        status = weighted(rng, {"Closed": 0.86, "Partial": 0.08, "Cancelled": 0.03, "Open": 0.0})
        arrived = expected + dt.timedelta(days=round(rng.gauss(late[sku["SupplierId"]], 2)))
        if expected.weekday() > 4:
            expected -= dt.timedelta(days=2)
        if arrived > LAST or expected > dt.date(2025, 9, 12):
            status = "Open"
        ordered = rng.choice([24, 48, 60, 100, 144, 200, 300, 500])
        got = status in ("Closed", "Partial")
        quantity = (
            (ordered if status == "Closed" else round(ordered * rng.uniform(0.4, 0.9))) if got else None
        )
        inbound.append(
            {
                "PoNumber": f"PO-{sku['SupplierId']}-{expected:%y%m}",
                "SkuCode": sku["SkuCode"],
                "SupplierId": sku["SupplierId"],
                "ExpectedDate": expected,
                "ReceivedAt": dt.datetime.combine(arrived, dt.time(rng.randint(6, 17), rng.randint(0, 59)))
                if got
                else None,
                "QtyOrdered": ordered,
                "QtyReceived": quantity,
                "QtyDamaged": (round(quantity * rng.uniform(0.02, 0.15)) if rng.random() < 0.09 else 0)
                if got
                else None,
                "DockDoor": rng.choice(["D01", "D02", "D03", "D05", None]) if got else None,
                "ReceiptStatus": status,
            }
        )
    inbound = numbered(inbound, "ReceiptId")

    picks: Rows = []
    order = 700100
    speed = {name: rng.uniform(45, 110) for name in PICKERS}
    errors = {name: rng.uniform(0.005, 0.06) for name in PICKERS}
    while len(picks) < 6500:
        order += 1
        start = moment(rng, FIRST, LAST, (6, 20))
        if start.weekday() == 6 and rng.random() < 0.9:
            continue
        channel = weighted(rng, {"Web": 0.5, "B2B": 0.3, "Marketplace": 0.15, "Store Transfer": 0.05})
        picker = rng.choice(PICKERS[:9] if rng.random() < 0.95 else PICKERS)
        for sku in {
            s["SkuCode"]: s for s in rng.choices(skus, demand, k=rng.choice([1, 1, 2, 3, 5]))
        }.values():
            asked = rng.choice([1, 1, 2, 3, 4, 6, 12] if channel != "B2B" else [6, 12, 24, 36])
            outcome = weighted(rng, {"Picked": 0.93, "Short": 0.05, "Cancelled": 0.02})
            done = {"Picked": asked, "Short": rng.randint(0, asked - 1) if asked > 1 else 0, "Cancelled": 0}[
                outcome
            ]
            seconds = (
                None if outcome == "Cancelled" else max(12, round(rng.gauss(speed[picker], 18) + asked * 1.2))
            )
            start += dt.timedelta(seconds=seconds or 0)
            picks.append(
                {
                    "OrderNo": f"SO-{order}",
                    "SkuCode": sku["SkuCode"],
                    "Zone": zone_of[sku["SkuCode"]],
                    "Picker": picker,
                    "Channel": channel,
                    "PickedAt": start,
                    "QtyRequested": asked,
                    "QtyPicked": done,
                    "PickSeconds": seconds,
                    "PickStatus": outcome,
                    "MisPick": outcome == "Picked" and rng.random() < errors[picker],
                }
            )
    picks = numbered(sorted(picks, key=lambda row: row["PickedAt"]), "PickId")

    counts: Rows = []
    for month in range(1, 10):
        for sku in rng.sample(skus, 58):
            day = dt.date(2025, month, rng.randint(2, 28 if month < 9 else 16))
            system = rng.randint(0, 400)
            drift = 0 if rng.random() < 0.72 else round(rng.gauss(-2, 9))
            counts.append(
                {
                    "CountDate": day,
                    "SkuCode": sku["SkuCode"],
                    "Zone": zone_of[sku["SkuCode"]],
                    "CountedBy": rng.choice(COUNTERS),
                    "CountType": weighted(rng, {"Cycle": 0.8, "Spot": 0.15, "Annual": 0.05}),
                    "SystemQty": system,
                    "CountedQty": max(0, system + drift),
                    "AdjustmentApproved": None if system + drift == system else rng.random() < 0.8,
                }
            )
    counts = numbered(sorted(counts, key=lambda row: row["CountDate"]), "CountId")
    write_csv(
        folder,
        {
            "suppliers": suppliers,
            "skus": skus,
            "inbound_receipts": inbound,
            "pick_lines": picks,
            "stock_counts": counts,
        },
    )
