"""A retailer's sheet of order lines: office supplies, furniture and technology."""

import random
from datetime import date, timedelta
from pathlib import Path

from tests.analyst.questions.tables import Row, Rows, named, write_typed

START, END, LAST_SHIPPED = date(2022, 1, 3), date(2025, 11, 14), date(2025, 11, 15)
COLUMNS = {
    "superstore": "Row ID:int|Order ID:text|Order Date:date|Ship Date:date|Ship Mode:text|Customer ID:text|"
    "Customer Name:text|Segment:text|Country:text|City:text|State:text|Postal Code:text|Region:text|"
    "Product ID:text|Category:text|Sub-Category:text|Product Name:text|Sales:real|Quantity:int|"
    "Discount:real|Profit:real"
}
# Sub-category, category, start of the product number, lowest and highest price, margin and how often bought.
SUB_CATEGORIES = """
Bookcases|Furniture|FUR-BO|60|480|.16|4
Chairs|Furniture|FUR-CH|50|620|.24|9
Furnishings|Furniture|FUR-FU|5|110|.36|12
Tables|Furniture|FUR-TA|100|800|.15|5
Appliances|Office Supplies|OFF-AP|12|420|.30|7
Art|Office Supplies|OFF-AR|2|30|.34|11
Binders|Office Supplies|OFF-BI|2|60|.46|17
Envelopes|Office Supplies|OFF-EN|3|40|.45|4
Fasteners|Office Supplies|OFF-FA|1.5|12|.42|4
Labels|Office Supplies|OFF-LA|2|20|.46|5
Paper|Office Supplies|OFF-PA|4|50|.45|16
Storage|Office Supplies|OFF-ST|10|320|.17|11
Supplies|Office Supplies|OFF-SU|2|90|.12|4
Accessories|Technology|TEC-AC|15|240|.32|10
Copiers|Technology|TEC-CO|300|1900|.40|1.5
Machines|Technology|TEC-MA|80|1700|.22|2
Phones|Technology|TEC-PH|15|550|.27|11
"""
# The brands of each sub-category, and what they make.
WORDS = """
Bush,Sauder,O'Sullivan,Atlantic
Somerset Collection Bookcase,5-Shelf Bookcase,Library with Doors,Metals Mobile Bookcase,2-Shelf Corner Unit
Hon,Global,Novimex,Office Star
Deluxe Fabric Upholstered Stacking Chair,Swivel Chair,High-Back Leather Tilter,Task Chair,\
Mesh Screen Back Chair
Eldon,Deflect-o,Howard Miller,Tenex
Expressions Desk Accessory,Round Wall Clock,Chair Mat,Desk Lamp,Picture Frame 8x10
Bretford,Chromcraft,Bevis,Hon
Rectangular Conference Table,Round Wood Table,Training Table,Bull-Nose Table,Slate Series Table
Belkin,Hoover,Holmes,Kensington
7 Outlet Surge Protector,Upright Vacuum,HEPA Air Purifier,Personal Heater,Compact Refrigerator
Newell,BOSTON,Sanford,Dixon
Colored Pencils,Electric Pencil Sharpener,Highlighters,Liquid Accent Markers,Pens 12-pack
Avery,GBC,Wilson Jones,Fellowes
Durable Slant Ring Binder,DocuBind System,Hanging View Binder,Comb Binding Machine,Sheet Protectors
Staple,Tyvek,Poly,Globe Weis
Peel & Seel Envelopes,Interoffice Envelopes,String-Tie Envelopes,Security-Tint Envelopes
Acco,OIC,Advantus,Staples
Push Pins,Binder Clips,Rubber Bands,Paper Clips
Avery 486,Avery 510,Dana,Self-Adhesive
Address Labels,Round Labels,File Folder Labels,Shipping Labels
Xerox 1967,Easy-staple,Southworth,Hammermill
Copy Paper,Legal Pads,Memo Cubes,Message Books,Colour Copier Paper
Fellowes,Tennsco,Sterilite,Carina
Stor/Drawer,Lockers,File Cart,Super Stacker,Mobile File Cabinet
Acme,Fiskars,Martin Yale,Elite
Scissors,Letter Opener,Softgrip Trimmer,Box Cutter
Logitech,Imation,Plantronics,Kingston
Wireless Keyboard,Gaming Mouse,Headset,32GB USB Drive,Webcam
Canon,Sharp,Hewlett Packard
imageCLASS Advanced Copier,Digital Copier,LaserJet Copier
Cisco,Lexmark,Zebra,Okidata
TelePresence Unit,Laser Printer,Label Printer,Dot Matrix Printer
Apple,Samsung,Nokia,AT&T
Smart Phone,Speakerphone,Cordless Phone,Conference Phone,Headset Phone
"""
# State, region, how many orders, whether discounts are deep there, cities with their postal codes.
STATES = """
California|West|20||Los Angeles 90049,San Francisco 94122,San Diego 92037,Fresno 93727
Washington|West|5||Seattle 98103,Spokane 99207
Oregon|West|1.5|deep|Portland 97206,Salem 97301
Colorado|West|2|deep|Denver 80219,Aurora 80013
Arizona|West|2.4|deep|Phoenix 85023,Tucson 85705
Utah|West|.7||Provo 84604
Nevada|West|.5||Las Vegas 89115
New York|East|11||New York City 10024,Rochester 14609,Yonkers 10701
Pennsylvania|East|5.8|deep|Philadelphia 19140,Lancaster 17602
Ohio|East|4.7|deep|Columbus 43229,Cleveland 44105
New Jersey|East|1.3||Jersey City 07305,Newark 07109
Massachusetts|East|1.3||Boston 02109,Lawrence 01841
Maryland|East|1.0||Baltimore 21215
Delaware|East|.9||Wilmington 19805
Texas|Central|9.8|deep|Houston 77041,Dallas 75220,San Antonio 78207,Austin 78745
Illinois|Central|4.9|deep|Chicago 60610,Aurora 60505
Michigan|Central|2.5||Detroit 48205,Jackson 49201
Indiana|Central|1.5||Columbus 47201,Indianapolis 46203
Wisconsin|Central|1.1||Milwaukee 53209
Minnesota|Central|.9||Minneapolis 55407
Florida|South|3.8|deep|Jacksonville 32216,Miami 33180,Tampa 33614
North Carolina|South|2.5|deep|Charlotte 28205,Concord 28027
Virginia|South|2.2||Springfield 22153,Arlington 22204
Tennessee|South|1.8|deep|Memphis 38109,Nashville 37211
Georgia|South|1.8||Atlanta 30318,Columbus 31907
Kentucky|South|1.4||Louisville 40214
"""
GIVEN = (
    "Claire Darrin Sean Brosina Andrew Irene Harold Pete Alejandro Zuschuss Ken Sandra Emily Eric Tracy Matt "
    "Gene Steve Linda Ruben Erin Odella Patrick Lena Janet Ted Kunst Paul Roland Stewart Karen Melissa Duane "
    "Laura Justin Sally Muhammed Chloris Arthur Natalie"
)
FAMILY = (
    "Gute Van-Huff O'Donnell Hoffman Allen Maddox Pawlan Kriz Grove Donatelli Black Flentye Burns Abelman "
    "Blumstein Nelson Hale Nguyen Southworth Ausman Smith Jones Ryan Creighton Molinari Kendrick Miller "
    "Stevenson Schwarz Carmichael Ferguson Bertelson Noonan Armstrong Ellison Hopkins MacIntyre Kastensmidt "
    "Wiener DeCherney"
)
MONTHS = [0.5, 0.45, 0.9, 0.8, 0.85, 0.85, 0.8, 0.85, 1.5, 1.0, 1.7, 1.6]
YEARS = {2022: 1.0, 2023: 1.06, 2024: 1.3, 2025: 1.55}
WEEKDAYS = [1.15, 1, 0.8, 1, 1.15, 1.15, 1]
# How often each way is chosen, and the fewest and most days it takes.
SHIPPING = {
    "Standard Class": (60, 4, 7),
    "Second Class": (19.5, 1, 5),
    "First Class": (15.5, 1, 3),
    "Same Day": (5, 0, 0),
}
QUANTITIES = [9, 24, 24, 12, 12, 6, 6, 3, 3, 1, 0.6, 0.5, 0.4, 0.4]


def write(folder: Path) -> None:
    """Write the sheet as a Parquet file; its rows are not in the order of time."""
    rng = random.Random(20251117)
    products = _products(rng)
    states = named("name region weight deep cities", _lines(STATES))
    customers = _customers(rng)
    orders: dict[str, Rows] = {}
    for day in _days(rng):
        customer = rng.choices(customers, [each["weight"] for each in customers])[0]
        state = rng.choices(states, [float(each["weight"]) for each in states])[0]
        city, _, postal_code = rng.choice(state["cities"].split(",")).rpartition(" ")
        order = {
            **_shipped(rng, day),
            "Customer ID": customer["id"],
            "Customer Name": customer["name"],
            "Segment": customer["segment"],
            "Country": "United States",
            "City": city,
            "State": state["name"],
            "Postal Code": postal_code,
            "Region": state["region"],
            "Order ID": _number(rng, day, orders),
        }
        bought = _bought(rng, products)
        orders[order["Order ID"]] = [{**order, **_line(rng, day, state, product)} for product in bought]
    shuffled = list(orders)
    rng.shuffle(shuffled)
    lines = [line for order in shuffled for line in orders[order]]
    write_typed(folder, COLUMNS, {"superstore": [{"Row ID": at, **line} for at, line in enumerate(lines, 1)]})


def _lines(text: str) -> list[list[str]]:
    """The fields of each line of a table above."""
    return [line.split("|") for line in text.strip().split("\n")]


def _products(rng: random.Random) -> Rows:
    products: Rows = []
    numbers: set[str] = set()
    words = [line.split(",") for line in WORDS.strip().split("\n")]
    for at, (sub_category, category, start, *figures) in enumerate(_lines(SUB_CATEGORIES)):
        low, high, margin, weight = map(float, figures)
        names = [f"{brand} {thing}" for brand in words[2 * at] for thing in words[2 * at + 1]]
        rng.shuffle(names)
        for name in names[: max(5, min(len(names), int(5 + weight / 2)))]:
            number = f"{start}-1000{rng.randint(1000, 4999)}"
            while number in numbers:
                number = f"{start}-1000{rng.randint(1000, 4999)}"
            numbers.add(number)
            products.append(
                {
                    "Product ID": number,
                    "Category": category,
                    "Sub-Category": sub_category,
                    "Product Name": name,
                    "price": round(low * (high / low) ** rng.random(), 2),
                    "margin": min(0.5, max(0.05, rng.gauss(margin, 0.05))),
                    "weight": weight * rng.uniform(0.4, 1.6),
                }
            )
    return products


def _customers(rng: random.Random) -> Rows:
    names = [f"{given} {family}" for given in GIVEN.split() for family in FAMILY.split()]
    rng.shuffle(names)
    return [
        {
            "id": f"{''.join(part[0] for part in name.split())}-{10015 + 55 * at}",
            "name": name,
            "segment": rng.choices(["Consumer", "Corporate", "Home Office"], [52, 30, 18])[0],
            "weight": rng.choice([0.35, 0.7, 1, 1, 1.3, 1.8]),
        }
        for at, name in enumerate(names[:210])
    ]


def _days(rng: random.Random) -> list[date]:
    """The day of each order."""
    days = [START + timedelta(days=at) for at in range((END - START).days + 1)]
    weights = [MONTHS[day.month - 1] * YEARS[day.year] * WEEKDAYS[day.weekday()] for day in days]
    return sorted([*rng.choices(days, weights, k=1590), date(2025, 11, 13), END, END])


def _shipped(rng: random.Random, day: date) -> Row:
    """How and when an order of this day leaves."""
    mode = rng.choices(list(SHIPPING), [weight for weight, _, _ in SHIPPING.values()])[0]
    _, fewest, most = SHIPPING[mode]
    lag = rng.randint(fewest, most)
    if mode == "Same Day" and rng.random() < 0.05:
        lag = 1
    if day + timedelta(days=lag) > LAST_SHIPPED:
        room = (LAST_SHIPPED - day).days
        is_left = room >= 1 and rng.random() < 0.7
        mode, lag = ("First Class", min(room, 3)) if is_left else ("Same Day", 0)
    return {"Order Date": day, "Ship Date": day + timedelta(days=lag), "Ship Mode": mode}


def _number(rng: random.Random, day: date, taken: dict[str, Rows]) -> str:
    while True:
        start = "CA" if rng.random() < 0.83 else "US"
        number = f"{start}-{day.year}-{rng.randint(100006, 169999)}"
        if number not in taken:
            return number


def _bought(rng: random.Random, products: Rows) -> Rows:
    """The products of an order, none twice."""
    count = rng.choices([1, 2, 3, 4, 5, 6, 7], [48, 24, 13, 7, 4, 2, 2])[0]
    weights = [product["weight"] for product in products]
    bought: Rows = []
    while len(bought) < count:
        product = rng.choices(products, weights)[0]
        if product not in bought:
            bought.append(product)
    return bought


def _line(rng: random.Random, day: date, state: Row, product: Row) -> Row:
    quantity = rng.choices(range(1, 15), QUANTITIES)[0]
    discount = _discount(rng, day, state, product)
    price = product["price"] * (1 + 0.02 * (day.year - 2022))
    sales = round(price * quantity * (1 - discount), 4)
    profit = round(sales - price * (1 - product["margin"]) * quantity, 4)
    return {**product, "Sales": sales, "Quantity": quantity, "Discount": discount, "Profit": profit}


def _discount(rng: random.Random, day: date, state: Row, product: Row) -> float:
    kind = product["Sub-Category"]
    if not state["deep"]:
        discount = rng.choices([0, 0.1, 0.15, 0.2], [66, 7, 3, 24])[0]
    elif kind == "Binders":
        is_deepest = state["name"] in ("Texas", "Illinois")
        discount = rng.choice([0.2, 0.7, 0.7, 0.8] if is_deepest else [0.2, 0.7, 0.7])
    elif product["Category"] == "Furniture":
        discount = rng.choice([0.2, 0.3, 0.3, 0.4, 0.5])
    else:
        discount = rng.choice([0.2, 0.2, 0.2, 0.4])
    if kind == "Tables" and day.year == 2024 and discount < 0.3:
        discount = rng.choice([0.2, 0.3, 0.4])
    if kind == "Storage" and day.year == 2024 and discount == 0 and rng.random() < 0.5:
        discount = 0.2
    return discount
