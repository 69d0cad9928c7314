"""An importer of fine foods: products, suppliers, customers and their orders."""

import random
from datetime import date, timedelta
from pathlib import Path

from tests.analyst.questions.tables import Row, Rows, named, write_typed

START, END = date(2023, 1, 2), date(2025, 8, 19)
COLUMNS = {
    "Categories": "CategoryId:int CategoryName:text Description:text",
    "Suppliers": "SupplierId:int CompanyName:text ContactName:text City:text Country:text Phone:text "
    "HomePage:text",
    "Products": "ProductId:int ProductName:text SupplierId:int CategoryId:int QuantityPerUnit:text "
    "UnitPrice:real UnitsInStock:int UnitsOnOrder:int ReorderLevel:int Discontinued:flag",
    "Employees": "EmployeeId:int FirstName:text LastName:text Title:text ReportsTo:int BirthDate:date "
    "HireDate:date City:text Country:text",
    "Shippers": "ShipperId:int CompanyName:text Phone:text",
    "Customers": "CustomerId:text CompanyName:text ContactName:text ContactTitle:text City:text Region:text "
    "Country:text Phone:text Fax:text",
    "Orders": "OrderId:int CustomerId:text EmployeeId:int OrderDate:date RequiredDate:date ShippedDate:date "
    "Status:text ShipVia:int Freight:real ShipCity:text ShipCountry:text",
    "OrderDetails": "OrderId:int ProductId:int UnitPrice:real Quantity:int Discount:real",
}
CATEGORIES = """
Beverages|Coffees, teas, juices and wines
Cheeses|Cow, goat and sheep milk cheeses
Olive Oils & Vinegars|Cold-pressed oils and aged vinegars
Cured Meats|Hams, salami and pâtés
Seafood|Tinned and smoked fish
Confections|Chocolate, nougat and biscuits
Condiments|Mustards, sauces and spreads
Pasta & Grains|Dried pasta, rice and pulses
"""
SUPPLIERS = """
Cantina Roveri|Giulia Roveri|Modena|Italy
Quesos del Norte|Iker Aldana|Bilbao|Spain
Maison Delorme|Chloé Delorme|Dijon|France
Kalamata Groves|Nikos Pappas|Kalamata|Greece
Lisboa Conservas|Teresa Lobo|Lisbon|Portugal
Alpenkäserei Huber|Jonas Huber|Lucerne|Switzerland
Salumi Bertoli|Enzo Bertoli|Parma|Italy
Nordsjø Fisk|Ingrid Dahl|Bergen|Norway
Chocolaterie Verhaege|Luc Verhaege|Bruges|Belgium
Hacienda Los Olmos|Pilar Vega|Jerez|Spain
Provence Saveurs|Marc Anglade|Aix-en-Provence|France
Kyoto Tea House|Haruka Mori|Kyoto|Japan
Pastificio Greco|Salvo Greco|Gragnano|Italy
Wiener Kaffeerösterei|Anton Maier|Vienna|Austria
Highland Smokehouse|Fiona Reid|Inverness|United Kingdom
"""
# Name, supplier, category, packing and price.
PRODUCTS = """
Sencha Gold|12|1|20 tins|31.5
Matcha Ceremonial|12|1|10 x 30 g|58
Fino Sherry|10|1|12 bottles|96
Amontillado Reserva|10|1|6 bottles|118.5
Wiener Mélange Beans|14|1|8 x 1 kg|104
Kaisermischung Espresso|14|1|8 x 1 kg|112
Blood Orange Juice|1|1|24 x 0.5 l|44
Idiazabal Smoked|2|2|2 x 3 kg|87
Manchego Curado 12 Months|2|2|2 x 3 kg|94.5
Cabrales Blue|2|2|6 x 400 g|63
Gruyère Cave Aged|6|2|1 x 8 kg|139
Vacherin Mont d'Or|6|2|6 x 500 g|71
Raclette Wheel|6|2|1 x 6 kg|99
Aged Balsamic 12 Years|1|3|12 x 100 ml|168
Balsamic Glaze|1|3|12 x 250 ml|39
Kalamata Extra Virgin Oil|4|3|12 x 0.75 l|107
Early Harvest Koroneiki Oil|4|3|6 x 0.5 l|82
Sherry Vinegar Reserva|10|3|12 x 375 ml|54
Provence Lavender Vinegar|11|3|12 x 250 ml|46.5
Prosciutto di Parma 24 Months|7|4|1 leg|189
Finocchiona Salami|7|4|4 x 1 kg|76
Coppa Stagionata|7|4|2 x 1.5 kg|84
Jamón Serrano Reserva|2|4|1 leg|158
Duck Rillettes|3|4|12 x 180 g|57
Sardines in Olive Oil|5|5|48 tins|66
Spiced Mackerel Fillets|5|5|48 tins|61
Octopus in Garlic Oil|5|5|24 tins|92
Smoked Salmon Side|15|5|4 x 1 kg|124
Kippers|15|5|20 x 250 g|53
Stockfish|8|5|5 kg box|133
Cod Roe Spread|8|5|24 tubes|48
Dark Chocolate 72%|9|6|40 bars|74
Sea Salt Pralines|9|6|20 boxes|91
Speculoos Biscuits|9|6|24 packs|36
Almond Nougat|11|6|30 bars|62
Calissons d'Aix|11|6|16 boxes|79
Sachertorte Mini|14|6|12 boxes|88
Dijon Mustard Forte|3|7|24 jars|34
Wholegrain Mustard|3|7|24 jars|37.5
Green Peppercorn Sauce|3|7|12 jars|41
Black Olive Tapenade|11|7|12 jars|49
Fig Chutney|4|7|12 jars|42
Thyme Honey|4|7|12 jars|69
Bronze-Cut Spaghetti|13|8|20 x 500 g|38
Paccheri di Gragnano|13|8|20 x 500 g|43
Orecchiette|13|8|20 x 500 g|40.5
Carnaroli Rice|1|8|12 x 1 kg|56
Castelluccio Lentils|13|8|12 x 500 g|51
Highland Oatcakes|15|8|24 packs|33
Truffle Butter|7|7|12 jars|86
"""
DISCONTINUED = {10, 19, 29, 31, 40, 48}
SOLD_OUT = {7, 16, 33}
UNSOLD_IN_2025 = {36, 45}
# First and last name, title, number of the superior, birth, hire, city and country.
EMPLOYEES = """
Margaret|Holt|Vice President, Sales||1966-02-19|2012-08-13|London|UK
Andrew|Sykes|Sales Manager|1|1974-10-04|2014-05-05|London|UK
Claire|Fontaine|Sales Manager|1|1978-03-28|2015-01-12|Lyon|France
Tom|Beckett|Sales Representative|2|1985-06-11|2017-04-03|London|UK
Sadia|Rahman|Sales Representative|2|1990-09-23|2019-09-16|Leeds|UK
Owen|Pryce|Sales Representative|2|1993-01-07|2022-03-01|Cardiff|UK
Julien|Mercier|Sales Representative|3|1987-12-15|2018-06-04|Lyon|France
Katrin|Weiss|Sales Representative|3|1992-05-30|2020-02-10|Cologne|Germany
Paolo|Neri|Inside Sales Coordinator|3|1995-08-02|2023-09-04|Lyon|France
"""
SHIPPERS = [
    (1, "Swift Parcel", "(44) 555-9831"),
    (2, "EuroCargo Express", "(49) 555-3199"),
    (3, "Blue Anchor Freight", "(31) 555-9931"),
]
CITIES = {
    "UK": ["London", "Bristol", "Manchester"],
    "Germany": ["Berlin", "Munich", "Hamburg", "Cologne"],
    "France": ["Paris", "Nantes", "Lyon"],
    "Netherlands": ["Amsterdam", "Utrecht"],
    "Sweden": ["Malmö", "Göteborg"],
    "Denmark": ["Aarhus", "Copenhagen"],
    "USA": ["Boston", "Portland", "San Francisco"],
    "Canada": ["Montréal", "Vancouver"],
    "Ireland": ["Cork", "Dublin"],
    "Austria": ["Graz", "Salzburg"],
    "Finland": ["Helsinki"],
}
CITY_WEIGHTS = [14, 14, 11, 7, 5, 5, 9, 5, 5, 4, 3]
REGIONS = {
    "Boston": "MA",
    "Portland": "OR",
    "San Francisco": "CA",
    "Montréal": "Québec",
    "Vancouver": "BC",
    "Cork": "Co. Cork",
}
SHOP_NAMES = (
    "Old Town|Harbour|Golden Fork|Bell Street|Linden|Nordlicht|Petit Marché|Riverside|Castle|Blue Door|"
    "Market Hall|Juniper|Fairview|Rosengarten|Saint-Martin|Canal|Copper Pot|Orchard|Lighthouse|Green Lane"
)
SHOP_KINDS = "Delicatessen|Food Hall|Bistro|Grocers|Feinkost|Provisions|Hotel|Catering|Wine & Cheese|Traiteur"
GIVEN = (
    "Alice Bruno Clara Dieter Elise Fergus Greta Hans Ines Joost Kirsi Lars Maud Niels Orla Pierre Rita "
    "Simon Tilda Uwe"
)
FAMILY = (
    "Abbott Braun Carlsen Devos Eriksson Fournier Graf Hughes Ivarsen Jansen Koch Lynch Martin Nolan Otte "
    "Perrin Ross Schmidt Thorne Virtanen"
)
CONTACT_TITLES = ["Owner", "Purchasing Manager", "Head Chef", "Sales Agent", "Accounting Manager"]
CUSTOMERS = range(92)
SEASON = {11: 1.35, 12: 1.5, 1: 0.8, 7: 0.85, 8: 0.8}
YEARS = {2023: 0.85, 2024: 1, 2025: 1.12}
PRICE_LEVELS = {2023: 0.92, 2024: 0.96, 2025: 1}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(80825)
    suppliers = _suppliers(rng)
    products = _products(rng)
    customers = _customers(rng)
    orders, details = _orders(rng, customers, products)
    categories = [(number, *row) for number, row in enumerate(_lines(CATEGORIES), 1)]
    tables = {
        "Categories": named("CategoryId CategoryName Description", categories),
        "Suppliers": suppliers,
        "Products": products,
        "Employees": _employees(),
        "Shippers": named("ShipperId CompanyName Phone", SHIPPERS),
        "Customers": customers,
        "Orders": orders,
        "OrderDetails": details,
    }
    write_typed(folder, COLUMNS, tables)


def _lines(text: str) -> list[list[str]]:
    """The fields of each line of a table above."""
    return [line.split("|") for line in text.strip().split("\n")]


def _suppliers(rng: random.Random) -> Rows:
    suppliers: Rows = []
    for number, (company, contact, city, country) in enumerate(_lines(SUPPLIERS), 1):
        page = f"www.{company.split()[0].lower()}.example"
        suppliers.append(
            {
                "SupplierId": number,
                "CompanyName": company,
                "ContactName": contact,
                "City": city,
                "Country": country,
                "Phone": f"+{rng.randint(30, 90)} {rng.randint(100, 999)} {rng.randint(10000, 99999)}",
                "HomePage": page if rng.random() < 0.6 else None,
            }
        )
    return suppliers


def _products(rng: random.Random) -> Rows:
    """The products; what is discontinued is not ordered again."""
    products: Rows = []
    for number, (name, supplier, category, packing, price) in enumerate(_lines(PRODUCTS), 1):
        is_kept = number not in DISCONTINUED
        level = rng.choice([0, 5, 10, 15, 20, 25, 30])
        stock = rng.randint(0, 120) if is_kept else rng.choice([0, 0, 4, 17])
        if number in SOLD_OUT:
            stock = 0
        if is_kept and rng.random() < 0.25:
            stock = rng.randint(0, max(level - 1, 3))
        is_ordered = stock < level and is_kept and rng.random() < 0.7
        products.append(
            {
                "ProductId": number,
                "ProductName": name,
                "SupplierId": int(supplier),
                "CategoryId": int(category),
                "QuantityPerUnit": packing,
                "UnitPrice": float(price),
                "UnitsInStock": stock,
                "UnitsOnOrder": rng.choice([10, 20, 40, 60]) if is_ordered else 0,
                "ReorderLevel": level if is_kept else 0,
                "Discontinued": not is_kept,
            }
        )
    return products


def _employees() -> Rows:
    rows = []
    for number, (first, last, title, boss, born, hired, *place) in enumerate(_lines(EMPLOYEES), 1):
        days = (date.fromisoformat(born), date.fromisoformat(hired))
        rows.append((number, first, last, title, int(boss) if boss else None, *days, *place))
    return named("EmployeeId FirstName LastName Title ReportsTo BirthDate HireDate City Country", rows)


def _customers(rng: random.Random) -> Rows:
    """The customers; the first twenty-two are spread over all countries."""
    names = [f"{name} {kind}" for name in SHOP_NAMES.split("|") for kind in SHOP_KINDS.split("|")]
    rng.shuffle(names)
    codes: set[str] = set()
    customers: Rows = []
    for at in CUSTOMERS:
        code = _code(names[at], codes)
        codes.add(code)
        countries = list(CITIES)
        country = countries[at % 11] if at < 22 else rng.choices(countries, CITY_WEIGHTS)[0]
        customers.append({"CustomerId": code, "CompanyName": names[at], **_contact(rng, country)})
    return customers


def _code(name: str, taken: set[str]) -> str:
    """Five letters of a name; where another customer has them, its first four and A, B and so on."""
    letters = "".join(letter for letter in name.upper() if "A" <= letter <= "Z")
    codes = [letters[:3] + letters[-2:], *(letters[:4] + chr(64 + at) for at in range(1, 27))]
    return next(code for code in codes if code not in taken)


def _contact(rng: random.Random, country: str) -> Row:
    name = f"{rng.choice(GIVEN.split())} {rng.choice(FAMILY.split())}"
    title = rng.choice(CONTACT_TITLES)
    city = rng.choice(CITIES[country])
    rng.random()  # drawn for a region, which the city says
    return {
        "ContactName": name,
        "ContactTitle": title,
        "City": city,
        "Region": REGIONS.get(city),
        "Country": country,
        "Phone": _phone(rng),
        "Fax": _phone(rng) if rng.random() < 0.35 else None,
    }


def _phone(rng: random.Random) -> str:
    return f"({rng.randint(10, 99)}) 555-{rng.randint(1000, 9999)}"


def _orders(rng: random.Random, customers: Rows, products: Rows) -> tuple[Rows, Rows]:
    """The orders and their lines: five customers never order, eighteen hardly do from December 2024."""
    never = set(rng.sample(CUSTOMERS, 5))
    activity = [rng.choice([0.4, 0.8, 1, 1.5, 2.4, 3.5]) for _ in CUSTOMERS]
    fading = set(rng.sample(CUSTOMERS, 18))
    days = _days(rng)
    popularity = [rng.choice([0.4, 0.8, 1, 1.4, 2.2]) for _ in products]
    buyers = [at for at in CUSTOMERS if at not in never]
    orders: Rows = []
    details: Rows = []
    for number, day in enumerate(days, 20401):
        is_late = day >= date(2024, 12, 1)
        weights = [activity[at] * (0.25 if at in fading and is_late else 1) for at in buyers]
        customer = customers[rng.choices(buyers, weights)[0]]
        order = {
            "OrderId": number,
            "CustomerId": customer["CustomerId"],
            "ShipCity": customer["City"],
            "ShipCountry": customer["Country"],
            **_order(rng, day),
        }
        lines = _details(rng, number, day, products, popularity)
        volume = sum(line["Quantity"] for line in lines)
        orders.append(order | {"Freight": round(8 + volume * rng.uniform(0.8, 3.4), 2)})
        details += lines
    return orders, details


def _days(rng: random.Random) -> list[date]:
    """The day of each order: working days, more in autumn and from year to year."""
    days = [START + timedelta(days=at) for at in range((END - START).days + 1)]
    days = [day for day in days if day.weekday() < 5]
    weights = [SEASON.get(day.month, 1) * YEARS[day.year] for day in days]
    return sorted([*rng.choices(days, weights, k=1098), date(2025, 8, 18), date(2025, 8, 19)])


def _order(rng: random.Random, day: date) -> Row:
    """Who takes an order of this day, and when it has to leave and does."""
    sellers = {2: 2, 3: 2, 4: 6, 5: 5, 6: 4, 7: 5, 8: 5} | ({9: 2} if day >= date(2023, 9, 4) else {})
    seller = rng.choices(list(sellers), list(sellers.values()))[0]
    via = rng.choices([1, 2, 3], [4, 5, 3])[0]
    lag = max(1, int(rng.gauss({1: 5, 2: 8, 3: 11}[via], 3.2)))
    required = day + timedelta(days=rng.choice([14, 14, 14, 21, 28]))
    if rng.random() < 0.06:
        lag += rng.randint(8, 20)
    shipped: date | None = day + timedelta(days=lag)
    status = "Shipped"
    if day + timedelta(days=lag) > END or ((END - day).days < 60 and rng.random() < 0.12):
        shipped = None
        status = rng.choices(["Processing", "On hold"], [4, 1])[0]
    return {
        "EmployeeId": seller,
        "OrderDate": day,
        "RequiredDate": required,
        "ShippedDate": shipped,
        "Status": status,
        "ShipVia": via,
    }


def _details(rng: random.Random, order: int, day: date, products: Rows, popularity: list[float]) -> Rows:
    """The lines of an order: one a product."""
    offered = [product for product in products if _is_offered(product, day)]
    count = rng.choices([1, 2, 3, 4, 5, 6], [16, 26, 26, 18, 9, 5])[0]
    weights = [popularity[product["ProductId"] - 1] for product in offered]
    bought = {each["ProductId"]: each for each in rng.choices(offered, weights, k=count)}
    return [
        {
            "OrderId": order,
            "ProductId": number,
            "UnitPrice": round(product["UnitPrice"] * PRICE_LEVELS[day.year], 2),
            "Quantity": rng.choice([2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 24, 30]),
            "Discount": rng.choices([0, 0.05, 0.1, 0.15, 0.2], [62, 14, 12, 7, 5])[0],
        }
        for number, product in bought.items()
    ]


def _is_offered(product: Row, day: date) -> bool:
    if product["Discontinued"] and day >= date(2025, 3, 1):
        return False
    return product["ProductId"] not in UNSOLD_IN_2025 or day < date(2025, 1, 1)
