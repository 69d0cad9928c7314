"""A food wholesaler: customers, products, orders with their lines, deliveries and complaints."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, numbered, weighted, write_parquet

START, END = dt.date(2023, 10, 2), dt.date(2026, 3, 10)
TOWNS = {
    "North": ["Leeds", "Sheffield", "York", "Harrogate"],
    "Midlands": ["Derby", "Nottingham", "Leicester"],
    "North West": ["Manchester", "Stockport", "Bolton"],
    "East": ["Lincoln", "Peterborough", "Norwich"],
}
REGIONS = {"North": 38, "Midlands": 26, "North West": 22, "East": 14}
DEPOTS = {"North": "Leeds", "Midlands": "Derby", "North West": "Manchester", "East": "Derby"}
CUSTOMERS = {
    "restaurant": "The Copper Pan,Olive & Thyme,Bella Roma,Spice Garden,The Old Mill Kitchen,Harbour Grill,"
    "Saffron House,La Cantina,The Fox & Fig,Red Lantern,Northern Smokehouse,Trattoria Nonna,The Walnut Tree,"
    "Blue Door Bistro,Pepper & Rye,Curry Junction,The Gilded Fork,Brasserie 21,Mezze House,Cedar Table,"
    "The Salt Cellar,Ember & Oak,Golden Wok,Casa Luna,The Potting Shed,Juniper Rooms,Taste of Goa,"
    "The Corner Plate,Field & Fork,Marina Tapas,Stonebridge Inn,The Hungry Heron",
    "café": "Bean There,The Daily Grind,Crumb & Co,Rosie Lee Tearoom,Morning Glory,Flat White Society,"
    "The Teapot,Poppy Café,Station Coffee,Scone & Bone,The Nook,Bluebell Tearoom,Roast Brothers,"
    "Minster Coffee House,Milk & Honey,Corner Cup,Lakeside Café,Toast,Ginger Jar,Willow Café",
    "hotel": "Grand Northern Hotel,Park View Hotel,Castle Lodge,Royal Oak Hotel,Riverside Inn & Spa,"
    "The Wellington,Abbey Court Hotel,Moorland Hall,Kings Gate Hotel,Cathedral Hotel,The Swan,Belmont House",
    "school": "St Mary Primary,Oakwood Academy,Hillcrest High,Riverside Primary,King Edward School,"
    "Meadow Lane Juniors,Bishop Grove College,Park Road Primary,Ashfield Academy,Northgate High,"
    "Elm Tree Nursery,Trinity College",
    "caterer": "Plate Up Events,Silver Spoon Catering,Fresh Feast,Banquet & Co,Good Table Catering,"
    "Party Platters,Sage Events,Harvest Catering,Big Pot Catering,Dine Outdoors",
    "farm shop": "Brook Farm Shop,Hollins Farm Shop,Greenacre Stores,Orchard Barn,Whitegate Farm Shop,"
    "Dale End Larder,Manor Farm Shop,Pasture & Pantry",
}
SIZES = {"restaurant": 1.2, "café": 0.6, "hotel": 2.0, "school": 1.6, "caterer": 1.3, "farm shop": 0.7}
MANAGERS = ["Rachel Boyd", "Stuart Lamb", "Neha Kapoor", "Gareth Price", "Julie Marsh"]
LIMITS = [1000, 2000, 2500, 5000, 5000, 7500, 10000]
PRODUCTS = {
    "Dairy": (
        "chilled",
        ["Dale Creamery", "Moorland Dairies"],
        "Mature Cheddar 5kg:28,Mozzarella Block 2kg:13,Salted Butter 20 x 250g:38,Double Cream 2L:8.5,"
        "Whole Milk 12 x 1L:13.2,Greek Yoghurt 5kg:14,Brie Wheel 1kg:11,Free Range Eggs 180:34,"
        "Halloumi 10 x 250g:24,Feta 900g:8.9",
    ),
    "Meat & Poultry": (
        "chilled",
        ["Pennine Meats", "Hargreaves Butchers"],
        "Chicken Breast 5kg:31,Beef Mince 2.5kg:17.5,Pork Sausages 4.5kg:21,Back Bacon 2.27kg:15.5,"
        "Lamb Shoulder 3kg:33,Sirloin Steak 10 x 227g:49,Cooked Ham 3kg:22,Turkey Crown 4kg:36,"
        "Chorizo Ring 1kg:11.5",
    ),
    "Fruit & Veg": (
        "chilled",
        ["Fenland Growers", "Market Fresh Produce"],
        "Maris Piper Potatoes 25kg:13,Brown Onions 10kg:7.5,Vine Tomatoes 5kg:10.5,"
        "Mixed Salad Leaves 1kg:6.8,Carrots 10kg:6.9,Lemons 100:19,Bananas 18kg:20,"
        "Button Mushrooms 2.5kg:8.7,Red Peppers 5kg:12.5,Baby Spinach 1kg:7.4",
    ),
    "Bakery": (
        "ambient",
        ["Crust & Crumb", "Millers Bakehouse"],
        "White Sliced Loaf 8 pack:9.6,Brioche Burger Buns 48:16.5,Sourdough Loaf 6 pack:17,"
        "Plain Croissants 60:29,Tortilla Wraps 72:15,Flapjack Tray 24:18,Gluten Free Brownie 16:21",
    ),
    "Dry Goods": (
        "ambient",
        ["Anglia Mills", "Global Pantry"],
        "Plain Flour 16kg:12.5,Basmati Rice 20kg:34,Penne Pasta 5kg:8.4,Granulated Sugar 15kg:17,"
        "Chopped Tomatoes 6 x 2.5kg:18,Red Lentils 5kg:11,Chickpeas 6 x 2.5kg:16,Porridge Oats 10kg:14,"
        "Couscous 5kg:10.2",
    ),
    "Frozen": (
        "frozen",
        ["Polar Foods", "North Sea Fish"],
        "Skin-on Chips 4 x 2.5kg:19,Garden Peas 10kg:13,Cod Fillets 4.5kg:52,Vanilla Ice Cream 10L:21,"
        "Breaded Scampi 5kg:46,Puff Pastry Sheets 20:18.5,Mixed Berries 5kg:22,Onion Rings 6kg:17.5",
    ),
    "Drinks": (
        "ambient",
        ["Global Pantry", "Yorkshire Springs"],
        "Still Water 24 x 500ml:7.8,Orange Juice 12 x 1L:16,Espresso Beans 6 x 1kg:78,"
        "Breakfast Tea 1100 bags:24,Cola 24 x 330ml:12.5,Elderflower Presse 12 x 750ml:29,"
        "Oat Drink 12 x 1L:19",
    ),
    "Oils & Sauces": (
        "ambient",
        ["Global Pantry", "Olivia Imports"],
        "Rapeseed Oil 20L:32,Extra Virgin Olive Oil 5L:41,Mayonnaise 10L:22,Tomato Ketchup 5kg:9.8,"
        "Soy Sauce 5L:14.5,Balsamic Vinegar 5L:17,Wholegrain Mustard 2.3kg:9.2,Vegetable Bouillon 2kg:13.8",
    ),
}
MONTHS = {12: 1.45, 11: 1.2, 1: 0.75, 8: 0.85}
DRIVERS = {
    "Leeds": ["Mick Hanley", "Sharon Doyle", "Piotr Zielinski", "Abdul Rahman"],
    "Derby": ["Kev Thorpe", "Lisa Grant", "Wayne Pugh"],
    "Manchester": ["Tony Walsh", "Marta Silva", "Jordan Blake"],
}
LATE = {"Leeds": 0.09, "Derby": 0.17, "Manchester": 0.12}
FAILURES = ["customer closed", "vehicle breakdown", "refused at door", "address not found"]


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(6202)
    customers = _customers(rng)
    products = numbered(_products(rng), "product_id")
    trade = _Trade(rng, customers, products)
    for day in _days_of_orders(rng):
        trade.order(day)

    complaints = sorted(trade.complaints, key=lambda row: row["opened_on"])
    write_parquet(
        folder,
        {
            "customers": customers,
            "products": products,
            "orders": trade.orders,
            "order_lines": numbered(trade.lines, "order_line_id"),
            "deliveries": numbered(trade.deliveries, "delivery_id"),
            "complaints": numbered(complaints, "complaint_id"),
        },
    )


def _customers(rng: random.Random) -> Rows:
    named = [(name, kind) for kind, names in CUSTOMERS.items() for name in names.split(",")]
    rng.shuffle(named)
    return numbered((_customer(rng, *row) for row in named), "customer_id")


def _customer(rng: random.Random, name: str, kind: str) -> dict:
    region = weighted(rng, REGIONS)
    since = (
        dt.date(2019, 1, 1) + _days(rng.randrange(2500))
        if rng.random() < 0.6
        else dt.date(2023, 10, 1) + _days(rng.randrange(860))
    )
    return {
        "name": name,
        "customer_type": kind,
        "town": rng.choice(TOWNS[region]),
        "region": region,
        "account_manager": rng.choice(MANAGERS),
        "payment_terms_days": rng.choice([7, 14, 30, 30]),
        "credit_limit": None if rng.random() < 0.08 else float(rng.choice(LIMITS)),
        "customer_since": since,
        "on_hold": rng.random() < 0.07,
    }


def _products(rng: random.Random) -> Rows:
    rows = []
    for category, (storage, suppliers, items) in PRODUCTS.items():
        for item in items.split(","):
            name, price = item.rsplit(":", 1)
            rows.append(
                {
                    "name": name,
                    "category": category,
                    "supplier": None if rng.random() < 0.05 else rng.choice(suppliers),
                    "storage": storage,
                    "list_price": float(price),
                    "cost_price": round(float(price) * rng.uniform(0.62, 0.84), 2),
                    "is_organic": rng.random() < 0.22,
                    "discontinued": rng.random() < 0.09,
                }
            )

    return rows


def _days_of_orders(rng: random.Random) -> list[dt.date]:
    every = [START + _days(number) for number in range((END - START).days + 1)]
    days = [day for day in every if day.weekday() < 6]
    busy = [(1 + 0.28 * (day - START).days / 890) * MONTHS.get(day.month, 1) for day in days]
    return sorted(rng.choices(days, busy, k=1640) + [END] * 3)


class _Trade:
    """Takes orders, delivers them and hears the complaints."""

    def __init__(self, rng: random.Random, customers: Rows, products: Rows):
        self._rng = rng
        self._products = products
        self._popular = [rng.lognormvariate(0, 0.7) for _ in products]
        self._last = {  # the day from which a product is not ordered any more
            row["product_id"]: dt.date(2025, 3, 1) + _days(rng.randrange(300))
            for row in products
            if row["discontinued"]
        }
        kept = [row["product_id"] for row in products if not row["discontinued"]]
        self._last |= dict.fromkeys(rng.sample(kept, 2), dt.date(2025, 12, 1))
        self._customers = {
            row["customer_id"]: (row, 0 if number % 19 == 7 else rng.lognormvariate(0, 0.7))
            for number, row in enumerate(customers)
        }
        self.orders: Rows = []
        self.lines: Rows = []
        self.deliveries: Rows = []
        self.complaints: Rows = []

    def order(self, day: dt.date) -> None:
        rng = self._rng
        customer = self._customer(day)
        years = (day - START).days / 890
        channel = weighted(
            rng, {"web": 25 + 30 * years, "phone": 40 - 22 * years, "rep visit": 15, "email": 18}
        )
        wanted = day + _days(rng.choice([1, 1, 1, 2, 2, 3, 4]))
        if wanted.weekday() == 6:
            wanted += _days(1)

        order = {
            "order_id": len(self.orders) + 1,
            "customer_id": customer["customer_id"],
            "order_date": day,
            "channel": channel,
            "status": self._status(wanted),
            "requested_delivery_date": wanted,
            "po_number": None if rng.random() < 0.45 else f"PO-{rng.randrange(99999):05d}",
            "delivery_charge": rng.choice([0.0, 0.0, 0.0, 7.5, 12.0]),
        }
        self.orders.append(order)
        lines = self._sold(order, customer)
        self.lines += lines
        if order["status"] != "cancelled":
            self._deliver(order, customer, lines)

    def _customer(self, day: dt.date) -> dict:
        found = [
            (row, much)
            for row, much in self._customers.values()
            if row["customer_since"] <= day
            and much > 0
            and (day.month != 8 or row["customer_type"] != "school")
        ]
        return self._rng.choices([row for row, _ in found], [much for _, much in found])[0]

    def _status(self, wanted: dt.date) -> str:
        if self._rng.random() < 0.055:
            return "cancelled"

        return "delivered" if wanted < END else self._rng.choice(["confirmed", "picking"])

    def _sold(self, order: dict, customer: dict) -> Rows:
        rng = self._rng
        many = rng.choice([1, 1, 2, 2, 2, 3, 3, 4])
        day = order["order_date"]
        chosen: set[int] = set()
        while len(chosen) < many:
            number = rng.choices(self._products, self._popular)[0]["product_id"]
            if day < self._last.get(number, dt.date.max):
                chosen.add(number)

        return [self._line(order, customer, self._products[number - 1]) for number in sorted(chosen)]

    def _line(self, order: dict, customer: dict, product: dict) -> dict:
        rng = self._rng
        years = (order["order_date"] - START).days / 890
        quantity = max(1, round(rng.lognormvariate(1.2, 0.6) * SIZES[customer["customer_type"]]))
        part = rng.choice([1, 1, 1, 0.97, 0.95, 0.9])
        price = round(product["list_price"] * part * (1 - 0.06 * (1 - years)), 2)
        return {
            "order_id": order["order_id"],
            "product_id": product["product_id"],
            "quantity": quantity,
            "unit_price": price,
            "line_total": round(quantity * price, 2),
            "substituted": order["status"] != "cancelled" and rng.random() < 0.04,
        }

    def _deliver(self, order: dict, customer: dict, lines: Rows) -> None:
        rng = self._rng
        depot = DEPOTS[customer["region"]]
        by = (depot, rng.choice(DRIVERS[depot]), len(lines))
        day = order["requested_delivery_date"]
        if order["status"] != "delivered":
            self._attempt(order, by, day, {"status": "scheduled"})
            return

        if rng.random() < 0.05 and day < END - _days(3):
            self._attempt(order, by, day, {"status": "failed", "failure_reason": rng.choice(FAILURES)})
            day += _days(1)

        late = 0 if rng.random() > LATE[depot] else rng.choice([1, 1, 1, 2, 3])
        late = late if day + _days(late) <= END else 0
        came = day + _days(late)
        at = dt.datetime(came.year, came.month, came.day, rng.randrange(5, 16), rng.randrange(60))
        self._attempt(order, by, day, {"status": "delivered", "delivered_at": at})
        often = 0.085 + 0.12 * (late > 0) + 0.03 * (customer["customer_type"] == "hotel")
        often += 0.16 if customer["customer_id"] in (5, 23, 41, 60) else 0
        if rng.random() < often and came + _days(3) <= END:
            worth = sum(row["line_total"] for row in lines)
            self.complaints.append(self._complaint(order["order_id"], came, late > 0, worth))

    def _attempt(self, order: dict, by: tuple[str, str, int], day: dt.date, what: dict) -> None:
        self.deliveries.append(
            {
                "order_id": order["order_id"],
                "depot": by[0],
                "driver": by[1],
                "scheduled_date": day,
                "delivered_at": what.get("delivered_at"),
                "status": what["status"],
                "failure_reason": what.get("failure_reason"),
                "crates": max(1, round(by[2] * self._rng.uniform(0.8, 2.4))),
            }
        )

    def _complaint(self, order_id: int, came: dt.date, late: bool, worth: float) -> dict:
        rng = self._rng
        kind = weighted(
            rng,
            {
                "late delivery": 30 if late else 2,
                "short delivery": 22,
                "damaged goods": 20,
                "wrong item": 16,
                "product quality": 20,
                "temperature": 8,
            },
        )
        opened = came + _days(rng.randrange(0, 4))
        closed = opened + _days(rng.randrange(1, {"product quality": 24, "temperature": 14}.get(kind, 10)))
        if closed > END or rng.random() < 0.11:
            status = "open"
        else:
            status = "rejected" if rng.random() < 0.2 else "resolved"

        credit = worth * rng.choice([0.1, 0.2, 0.35, 0.5]) if status == "resolved" else None
        return {
            "order_id": order_id,
            "complaint_type": kind,
            "opened_on": opened,
            "resolved_on": None if status == "open" else closed,
            "credit_note_amount": None if credit is None else round(credit, 2),
            "status": status,
        }


def _days(many: int) -> dt.timedelta:
    return dt.timedelta(days=many)
