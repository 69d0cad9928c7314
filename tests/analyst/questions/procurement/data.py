"""A manufacturer's purchasing warehouse: order lines, supplier invoices, suppliers, items, plants, buyers."""

import random
from datetime import date, timedelta
from pathlib import Path

from tests.analyst.questions.tables import Row, Rows, named, write_typed

START, END = date(2023, 1, 2), date(2025, 9, 12)
COLUMNS = {
    "dim_plant": "plant_sk:int plant_cd:text plant_nm:text country_cd:text region:text",
    "dim_buyer": "buyer_sk:int buyer_nm:text team:text",
    "dim_supplier": "supplier_sk:int supplier_nm:text country_cd:text supplier_tier:text "
    "is_iso_certified:flag onboarded_dt:date payment_terms_days:int is_active:flag",
    "dim_item": "item_sk:int item_cd:text item_desc:text category:text uom:text std_cost:real "
    "is_critical:flag lead_time_days:int",
    "fct_po_lines": "po_line_sk:int po_nbr:text line_nbr:int supplier_sk:int item_sk:int plant_sk:int "
    "buyer_sk:int order_dt:date promised_dt:date received_dt:date line_status:text qty_ordered:int "
    "qty_received:int unit_price:real discount_pct:real net_amt:real is_contract:flag is_late:flag",
    "fct_invoices": "invoice_sk:int invoice_nbr:text po_nbr:text supplier_sk:int invoice_dt:date due_dt:date "
    "paid_dt:date invoice_status:text block_reason:text invoice_amt:real tax_amt:real",
}
PLANTS = [
    (1, "P100", "Leipzig", "DE", "EMEA"),
    (2, "P110", "Katowice", "PL", "EMEA"),
    (3, "P200", "Monterrey", "MX", "Americas"),
    (4, "P210", "Greenville", "US", "Americas"),
    (5, "P300", "Pune", "IN", "APAC"),
    (6, "P310", "Suzhou", "CN", "APAC"),
]
PLANT_WEIGHTS = [26, 14, 20, 17, 12, 11]
BUYERS = [
    (1, "Anke Vogel", "Direct Materials"),
    (2, "Tomasz Zielinski", "Direct Materials"),
    (3, "Lucia Herrera", "Direct Materials"),
    (4, "Derek Boone", "Indirect & Services"),
    (5, "Shreya Kulkarni", "Indirect & Services"),
    (6, "Wei Zhang", "Direct Materials"),
    (7, "Marta Nowak", "Logistics & Packaging"),
    (8, "Paul Okafor", "Logistics & Packaging"),
    (9, "Hannah Reuter", "Indirect & Services"),
]
TEAMS = {
    "Direct Materials": ["Raw Materials", "Fasteners", "Electronics", "Bearings & Seals"],
    "Indirect & Services": ["MRO", "Services"],
    "Logistics & Packaging": ["Packaging"],
}
SUPPLIERS = """
Rheinstahl Coil GmbH|DE
Vogtland Castings|DE
Nordpack AG|DE
Silesia Fasteners|PL
Bielsko Tooling|PL
Aceros del Norte|MX
Plasticos Regio|MX
Empaques Cumbres|MX
Carolina Precision|US
Blue Ridge Bearings|US
Piedmont Supply Co|US
Deccan Forge|IN
Sahyadri Electricals|IN
Kaveri Polymers|IN
Taihu Electronics|CN
Jinji Motors|CN
Wuxi Hydraulics|CN
Alpina Lubricants|DE
Brenner Seals|IT
Danube Logistics|AT
Elbe Chemie|DE
Falkenberg Werkzeuge|DE
Great Lakes Resin|US
Harbor Industrial|US
Iberia Valvulas|ES
Jansen Elektrotechnik|NL
Kestrel Safety|GB
Lakeside MRO|US
Mirador Servicios|MX
Northgate Components|US
Orion Cable|US
Prima Gaskets|IT
Quartz Optics|CN
Ruhr Metall|DE
Sierra Madre Packaging|MX
Toyo Bearing Trade|JP
Umbra Coatings|IT
Vistula Wire|PL
Westfalen Gas|DE
Xinda Castings|CN
Yamuna Springs|IN
Zephyr Compressors|US
Atlas Calibration|GB
Bergmann Filter|DE
"""
NEVER = {27, 36, 39, 43}
TIERS = {"Strategic": 8, "Preferred": 14, "Approved": 16, "Conditional": 6}
TIER_WEIGHTS = {"Strategic": 5, "Preferred": 2.2, "Approved": 1, "Conditional": 0.5}
TIER_LATENESS = {"Strategic": 0.14, "Preferred": 0.2, "Approved": 0.27, "Conditional": 0.4}
# What is bought, from which price to which, and the unit it is counted in.
CATEGORIES = {
    "Raw Materials": ("Steel coil|Aluminium bar|Copper strip|Brass rod|Stainless sheet", 180, 1400, "KG"),
    "Fasteners": ("Hex bolt|Lock nut|Washer|Rivet|Set screw", 0.08, 2.5, "EA"),
    "Electronics": ("Control board|Sensor|Relay|Wiring harness|Connector", 3, 95, "EA"),
    "Bearings & Seals": ("Ball bearing|Shaft seal|O-ring|Gasket|Bushing", 1.2, 60, "EA"),
    "Packaging": ("Carton|Pallet|Stretch film|Foam insert|Label roll", 0.6, 24, "EA"),
    "MRO": ("Cutting fluid|Filter cartridge|Drill bit|Safety gloves|Grease", 4, 70, "EA"),
    "Services": ("Calibration|Machine maintenance|Freight|Waste disposal", 150, 900, "HR"),
}
OFTEN_CRITICAL = ("Raw Materials", "Electronics", "Bearings & Seals")
LINE_VALUES = {
    "Raw Materials": 9000,
    "Fasteners": 1500,
    "Electronics": 6000,
    "Bearings & Seals": 3200,
    "Packaging": 2000,
    "MRO": 1300,
    "Services": 4200,
}
VARIANTS = ["A", "B", "HD", "Standard", "Compact", "XL", "Type 2", "Grade 5"]
BLOCKS = [
    "Price variance",
    "Price variance",
    "Quantity variance",
    "Missing goods receipt",
    "Duplicate suspected",
]


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(90417)
    suppliers = _suppliers(rng)
    items = _items(rng)
    lines = _Purchases(rng, suppliers, items).lines()
    tables = {
        "dim_plant": named("plant_sk plant_cd plant_nm country_cd region", PLANTS),
        "dim_buyer": named("buyer_sk buyer_nm team", BUYERS),
        "dim_supplier": suppliers,
        "dim_item": items,
        "fct_po_lines": lines,
        "fct_invoices": _invoices(rng, suppliers, lines),
    }
    write_typed(folder, COLUMNS, tables)


def _suppliers(rng: random.Random) -> Rows:
    tiers = [tier for tier, count in TIERS.items() for _ in range(count)]
    rng.shuffle(tiers)
    suppliers: Rows = []
    for number, line in enumerate(SUPPLIERS.strip().split("\n"), 1):
        name, country = line.split("|")
        suppliers.append(
            {
                "supplier_sk": number,
                "supplier_nm": name,
                "country_cd": country,
                "supplier_tier": tiers[number - 1],
                "is_iso_certified": rng.random() < 0.68,
                "onboarded_dt": date(2016, 1, 1) + timedelta(days=rng.randrange(365 * 7)),
                "payment_terms_days": rng.choice([30, 30, 45, 60, 60, 90, 14]),
                "is_active": rng.random() > 0.11,
            }
        )
    return suppliers


def _items(rng: random.Random) -> Rows:
    """Three variants of each thing that is bought."""
    items: Rows = []
    for category, (things, lowest, highest, unit) in CATEGORIES.items():
        for thing in things.split("|"):
            for variant in rng.sample(VARIANTS, 3):
                number = len(items) + 1
                cost = round(lowest * (highest / lowest) ** rng.random(), 2)
                items.append(
                    {
                        "item_sk": number,
                        "item_cd": f"{category[:2].upper()}-{4000 + number * 7}",
                        "item_desc": f"{thing} {variant}",
                        "category": category,
                        "uom": unit,
                        "std_cost": cost,
                        "is_critical": rng.random() < (0.4 if category in OFTEN_CRITICAL else 0.1),
                        "lead_time_days": rng.choice([5, 7, 10, 14, 21, 28, 42]),
                    }
                )
    return items


class _Purchases:
    """Who buys what from whom: each supplier has its categories, its weight and its lateness."""

    def __init__(self, rng: random.Random, suppliers: Rows, items: Rows):
        self._rng = rng
        self._tiers = {each["supplier_sk"]: each["supplier_tier"] for each in suppliers}
        names = list(CATEGORIES)
        self._categories = {
            number: [names[(number - 1) % 7], *([rng.choice(names)] if rng.random() < 0.5 else [])]
            for number in self._tiers
        }
        self._weights = {
            number: 0 if number in NEVER else TIER_WEIGHTS[tier] * rng.uniform(0.6, 1.5)
            for number, tier in self._tiers.items()
        }
        self._lateness = {
            number: min(0.65, max(0.04, rng.gauss(TIER_LATENESS[tier], 0.06)))
            for number, tier in self._tiers.items()
        }
        self._items = [item for item in items if rng.random() > 0.07]

    def lines(self) -> Rows:
        """The order lines of all working days: more from year to year, fewer in August and December."""
        found: Rows = []
        order = 450010000
        for day in (START + timedelta(days=at) for at in range((END - START).days + 1)):
            if day.weekday() >= 5:
                continue
            month = 1.25 if day.month in (3, 9, 10) else 0.7 if day.month in (8, 12) else 1
            rate = 0.98 * (1 + 0.13 * _years(day)) * month
            for _ in range(sum(self._rng.random() < rate / 3 for _ in range(3))):
                order += self._rng.choice([1, 1, 2])
                found += self._order(f"{order}", day)
        return [{"po_line_sk": number, **line} for number, line in enumerate(found, 1)]

    def _order(self, number: str, day: date) -> Rows:
        """The lines of an order; from June 2024 the last buyer places none."""
        rng = self._rng
        supplier = rng.choices(list(self._weights), list(self._weights.values()))[0]
        category = rng.choice(self._categories[supplier])
        buyers = [
            buyer
            for buyer, _, team in BUYERS
            if category in TEAMS[team] and not (buyer == 9 and day > date(2024, 5, 31))
        ]
        head = {"po_nbr": number, "supplier_sk": supplier, "buyer_sk": rng.choice(buyers), "order_dt": day}
        head["plant_sk"] = rng.choices(range(1, 7), PLANT_WEIGHTS)[0]
        offered = [
            item
            for item in self._items
            if item["category"] == category and not (item["item_sk"] % 11 == 3 and day.year == 2025)
        ]
        is_strategic = self._tiers[supplier] == "Strategic"
        head["is_contract"] = rng.random() < (0.75 if is_strategic else 0.42)
        count = min(len(offered), rng.choices([1, 2, 3, 4, 5], [22, 27, 24, 17, 10])[0])
        return [
            {**head, "line_nbr": at * 10, **self._line(head, offered[rng.randrange(len(offered))])}
            for at in range(1, count + 1)
        ]

    def _line(self, head: Row, item: Row) -> Row:
        """What one line orders, for how much, and when it is to arrive."""
        rng, day = self._rng, head["order_dt"]
        price = max(0.05, round(item["std_cost"] * (1 + 0.04 * _years(day)) * rng.uniform(0.9, 1.12), 2))
        has_discount = rng.random() < (0.55 if head["is_contract"] else 0.25)
        discount = rng.choice([2.0, 3.0, 5.0, 7.5, 10.0]) if has_discount else None
        quantity = max(1, round(LINE_VALUES[item["category"]] * rng.lognormvariate(0, 0.7) / price))
        if quantity > 100:
            quantity = round(quantity, -1)
        promised = day + timedelta(days=item["lead_time_days"] + rng.randrange(6))
        return {
            "item_sk": item["item_sk"],
            "qty_ordered": quantity,
            "unit_price": price,
            "discount_pct": discount,
            "net_amt": round(quantity * price * (1 - (discount or 0) / 100), 2),
            "promised_dt": promised,
            **self._receipt(self._lateness[head["supplier_sk"]], day, promised, quantity),
        }

    def _receipt(self, lateness: float, day: date, promised: date, quantity: int) -> Row:
        """Whether what was ordered on a day has arrived, when, and how much of it."""
        rng = self._rng
        delay = rng.randint(1, 24) if rng.random() < lateness else -rng.randint(0, 5)
        received = max(promised + timedelta(days=delay), day + timedelta(days=2))
        if rng.random() < 0.045:
            return _received("Cancelled")
        if received <= END:
            is_forgotten = rng.random() < 0.018 and quantity > 3 and day > date(2025, 3, 1)
            whole = _received("Received", quantity, received, is_late=received > promised)
            return _received("Open") if is_forgotten else whole
        if rng.random() < 0.55 and quantity > 3 and (END - day).days > 7:
            return _received("Partially Received", max(1, quantity // rng.randint(2, 4)))
        return _received("Open")


def _years(day: date) -> float:
    """The years since the beginning of 2023."""
    return (day - date(2023, 1, 1)).days / 365


def _received(status: str, quantity: int = 0, on: date | None = None, *, is_late: bool | None = None) -> Row:
    return {"line_status": status, "qty_received": quantity, "received_dt": on, "is_late": is_late}


def _invoices(rng: random.Random, suppliers: Rows, lines: Rows) -> Rows:
    """One or two invoices for what was received on an order, a few of them for too much."""
    numbers = rng.sample(range(100000, 999999), 5000)
    terms = {each["supplier_sk"]: each["payment_terms_days"] for each in suppliers}
    invoices: Rows = []
    for order in _received_orders(lines):
        if rng.random() < 0.06:
            continue
        is_high = rng.random() < 0.025
        factor = rng.uniform(1.12, 1.4) if is_high else rng.choice([1, 1, 1, 1, rng.uniform(0.97, 1.03)])
        for at, part in enumerate([1] if rng.random() < 0.75 else [0.6, 0.4]):
            invoiced = order["_received"] + timedelta(days=rng.randint(0, 12) + at * 9)
            if invoiced > END:
                continue
            payment = _payment(rng, invoiced, invoiced + timedelta(days=terms[order["supplier_sk"]]))
            amount = round(order["_net"] * factor * part, 2)
            invoices.append(
                {
                    **order,
                    **payment,
                    "invoice_nbr": f"INV-{numbers.pop()}",
                    "invoice_dt": invoiced,
                    "invoice_amt": amount,
                    "tax_amt": round(amount * rng.choice([0.19, 0.16, 0.0, 0.07]), 2),
                }
            )
    invoices.sort(key=lambda invoice: invoice["invoice_dt"])
    return [{"invoice_sk": number, **invoice} for number, invoice in enumerate(invoices, 1)]


def _received_orders(lines: Rows) -> Rows:
    """Each order with a line that was received whole: the value of such lines and when the last came."""
    orders: dict[str, Row] = {}
    for line in lines:
        if line["line_status"] != "Received":
            continue
        number = line["po_nbr"]
        blank = {"po_nbr": number, "supplier_sk": line["supplier_sk"], "_net": 0, "_received": date.min}
        order = orders.setdefault(number, blank)
        order["_net"] += line["net_amt"]
        order["_received"] = max(order["_received"], line["received_dt"])
    return list(orders.values())


def _payment(rng: random.Random, invoiced: date, due: date) -> Row:
    """When an invoice is paid, and what keeps one that is not."""
    paid = max(due + timedelta(days=round(rng.gauss(-2, 7))), invoiced + timedelta(days=3))
    is_held = (rng.random() < 0.02 and invoiced > date(2025, 1, 15)) or rng.random() < 0.004
    if not is_held and paid <= END:
        return {"due_dt": due, "paid_dt": paid, "invoice_status": "Paid", "block_reason": None}
    status = rng.choices(["Approved", "In Review", "Blocked"], [55, 20, 25])[0]
    if due < END - timedelta(days=20):
        status = rng.choice(["Blocked", "Blocked", "In Review"])
    reason = rng.choice(BLOCKS) if status == "Blocked" else None
    return {"due_dt": due, "paid_dt": None, "invoice_status": status, "block_reason": reason}
