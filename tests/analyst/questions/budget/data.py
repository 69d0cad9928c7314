"""A household's bank transactions of three years, as a budgeting app exports them: money out is negative."""

import csv
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

START, END = date(2023, 1, 1), date(2025, 9, 30)
COLUMNS = "Date|Merchant|Category|Type|Account|Original Statement|Notes|Amount|Tags|Owner"
JOINT, SAPPHIRE, APPLE = "Joint Checking (...4821)", "Chase Sapphire Preferred (...0937)", "Apple Card"
MARIAS, SAVINGS = "Maria's Checking (...7710)", "Ally Savings (...2256)"
# How many purchases a month, and which accounts pay for how much of them.
HABITS = {
    "Groceries": (15, {SAPPHIRE: 0.6, APPLE: 0.25, JOINT: 0.15}),
    "Restaurants & Bars": (11, {SAPPHIRE: 0.7, APPLE: 0.2, MARIAS: 0.1}),
    "Coffee Shops": (9, {APPLE: 0.6, SAPPHIRE: 0.2, MARIAS: 0.2}),
    "Gas": (5, {SAPPHIRE: 0.8, APPLE: 0.2}),
    "Shopping": (8, {APPLE: 0.5, SAPPHIRE: 0.4, JOINT: 0.1}),
    "Clothing": (2, {SAPPHIRE: 0.5, APPLE: 0.3, MARIAS: 0.2}),
    "Medical": (2, {SAPPHIRE: 0.6, JOINT: 0.4}),
    "Pets": (1.6, {APPLE: 0.5, SAPPHIRE: 0.5}),
    "Taxi & Ride Shares": (1.7, {SAPPHIRE: 0.7, APPLE: 0.3}),
    "Home Improvement": (1.5, {JOINT: 0.4, SAPPHIRE: 0.6}),
    "Entertainment & Recreation": (1.6, {SAPPHIRE: 0.6, APPLE: 0.4}),
    "Gifts": (0.8, {APPLE: 0.6, SAPPHIRE: 0.4}),
}
# Category, merchant, how often one buys there, the usual price and how far prices are from it.
MERCHANTS = """
Groceries|H-E-B|42|74|33
Groceries|Trader Joe's|20|48|19
Groceries|Costco|13|168|62
Groceries|Whole Foods|12|61|27
Groceries|Aldi|6|39|14
Groceries|Sprouts Farmers Market|5|35|12
Restaurants & Bars|Torchy's Tacos|16|27|9
Restaurants & Bars|Chipotle|15|23|7
Restaurants & Bars|Pinthouse Pizza|10|46|15
Restaurants & Bars|Uchi|3|188|45
Restaurants & Bars|Franklin Barbecue|4|82|22
Restaurants & Bars|Home Slice Pizza|9|34|10
Restaurants & Bars|DoorDash|20|38|12
Restaurants & Bars|P. Terry's|12|18|5
Restaurants & Bars|Ramen Tatsu-Ya|8|41|10
Restaurants & Bars|Matt's El Rancho|5|71|18
Coffee Shops|Starbucks|30|8|3
Coffee Shops|Houndstooth Coffee|20|9|3
Coffee Shops|Jo's Coffee|12|10|3
Coffee Shops|Summer Moon|9|9|2
Gas|Shell|25|44|8
Gas|Buc-ee's|18|51|9
Gas|Costco Gas|20|41|7
Gas|Exxon|8|46|8
Shopping|Amazon|50|41|32
Shopping|Target|28|57|31
Shopping|IKEA|4|164|95
Shopping|Best Buy|5|176|130
Shopping|Etsy|6|34|15
Clothing|Nordstrom|8|122|54
Clothing|Old Navy|14|58|22
Clothing|REI|7|108|51
Clothing|Uniqlo|6|66|21
Clothing|Zappos|5|94|25
Medical|CVS Pharmacy|20|26|15
Medical|Austin Regional Clinic|9|118|52
Medical|Walgreens|8|21|10
Medical|Castle Dental|4|174|80
Pets|Chewy|12|72|18
Pets|Tomlinson's Feed|8|47|14
Pets|Thrive Affordable Vet|3|210|90
Taxi & Ride Shares|Uber|20|24|10
Taxi & Ride Shares|Lyft|12|21|9
Home Improvement|Home Depot|18|88|70
Home Improvement|Lowe's|9|79|60
Entertainment & Recreation|Alamo Drafthouse|14|47|14
Entertainment & Recreation|Ticketmaster|4|164|60
Entertainment & Recreation|Steam|6|29|14
Gifts|Amazon|6|52|25
Gifts|BookPeople|6|38|14
Gifts|Toy Joy|5|31|11
"""
OWNERS = ["Maria", "Daniel", "Joint"]
OWNER_WEIGHTS = {SAPPHIRE: (45, 35, 20), APPLE: (18, 78, 4), JOINT: (15, 15, 70)}
NOTES = [
    "split with Priya",
    "work lunch",
    "birthday dinner",
    "for the school",
    "get receipt",
    "ask Daniel",
    "return half of this",
    "",
    "",
    "kids shoes",
]
TAGS, TAG_WEIGHTS = ["", "reimbursable", "kids", "tax deductible"], [92, 3, 4, 1]
TOWNS = ["AUSTIN TX", "ROUND ROCK TX", "CEDAR PARK TX"]
PRICES = {2023: 1.0, 2024: 1.07, 2025: 1.11}  # beside those of the first year
DANIELS_PAY = {2023: 2711.34, 2024: 2820.55, 2025: 2936.08}
MARIAS_PAY = {2023: 1898.02, 2024: 1961.77, 2025: 2044.9}
SUMMER = {**dict.fromkeys((7, 8), 1.9), **dict.fromkeys((6, 9), 1.5), **dict.fromkeys((3, 4, 10, 11), 0.8)}
CHRISTMAS = ("Shopping", "Gifts", "Groceries")
RETURNED = ("Shopping", "Clothing")
# When a vacation begins, how many days it takes, and where it goes.
VACATIONS = [
    (date(2023, 7, 8), 9, "Denver"),
    (date(2024, 8, 3), 10, "San Diego"),
    (date(2024, 12, 27), 5, "Santa Fe"),
    (date(2025, 6, 14), 8, "Portland"),
]
AIRLINES = ["Southwest Airlines", "Delta Air Lines"]
HOTELS = ["Marriott", "Airbnb", "Hyatt"]
EATEN_AT = ["Shake Shack", "In-N-Out Burger", "Stone Brewing", "Voodoo Doughnut", "Snooze A.M. Eatery"]
CARD_PAYMENT = "Credit Card Payment"


@dataclass
class Book:
    """The transactions so far, and what draws the next ones."""

    rng: random.Random
    rows: list[list[str]] = field(default_factory=list)

    def spend(
        self,
        day: date,
        merchant: str,
        category: str,
        account: str,
        amount: float,
        owner: str = "Joint",
        *,
        statement: str = "",
        notes: str = "",
        tags: str = "",
    ) -> None:
        """An expense; now and then nobody has given it a category."""
        if not START <= day <= END:
            return

        statement = statement or self._statement(merchant)
        if category != "Mortgage" and self.rng.random() < 0.028:
            category = ""
        self._add(day, merchant, category, "Expense", account, statement, notes, amount, tags, owner)

    def earn(
        self, day: date, merchant: str, category: str, account: str, amount: float, owner: str, statement: str
    ) -> None:
        """An income."""
        self._add(day, merchant, category, "Income", account, statement, "", amount, "", owner)

    def move(
        self, day: date, merchant: str, category: str, account: str, amount: float, statement: str
    ) -> None:
        """One side of a transfer between two accounts."""
        self._add(day, merchant, category, "Transfer", account, statement, "", amount, "", "Joint")

    def price(self, usual: float, spread: float) -> float:
        """What something costs, as money out."""
        return -round(max(2.5, self.rng.gauss(usual, spread)), 2)

    def _statement(self, merchant: str) -> str:
        rng = self.rng
        endings = [
            "",
            f" #{rng.randint(100, 9999)}",
            f" {rng.choice(TOWNS)}",
            f" {rng.randint(10**6, 10**7)}",
        ]
        return merchant.upper().replace("'", "") + rng.choice(endings)

    def _add(self, day: date, *cells: str | float) -> None:
        if START <= day <= END:
            texts = [cell if isinstance(cell, str) else f"{cell:.2f}" for cell in cells]
            self.rows.append([day.isoformat(), *texts])


def write(folder: Path) -> None:
    """Write the transactions as a CSV file, the latest first."""
    book = Book(random.Random(4821))
    for first in _months():
        _purchases(book, first)
        _bills(book, first)
        _subscriptions(book, first)
        _seldom(book, first)
        _income(book, first)
        _transfers(book, first)
    for start, days, place in VACATIONS:
        _vacation(book, start, days, place)

    rows = sorted(book.rows, key=lambda row: (-date.fromisoformat(row[0]).toordinal(), row[1], row[7]))
    with (folder / "transactions.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([COLUMNS.split("|"), *rows])


def _months() -> Iterator[date]:
    """The first day of each month."""
    day = START
    while day <= END:
        yield day
        day = (day + timedelta(31)).replace(day=1)


def _last(first: date) -> date:
    return (first + timedelta(31)).replace(day=1) - timedelta(1)


def _purchases(book: Book, first: date) -> None:
    merchants = [line.split("|") for line in MERCHANTS.strip().split("\n")]
    for category, (a_month, accounts) in HABITS.items():
        count = max(0, int(book.rng.gauss(a_month, a_month**0.5 * 0.6) + 0.5))
        if first.month == 12 and category in CHRISTMAS:
            count = int(count * 1.6) + 1
        at = [merchant for merchant in merchants if merchant[0] == category]
        for _ in range(count):
            _purchase(book, first, category, at, accounts)


def _purchase(
    book: Book, first: date, category: str, merchants: list[list[str]], accounts: dict[str, float]
) -> None:
    """Something bought, and perhaps brought back."""
    rng = book.rng
    _, merchant, _, usual, spread = rng.choices(merchants, [int(each[2]) for each in merchants])[0]
    account = rng.choices(list(accounts), list(accounts.values()))[0]
    owner = "Maria" if account == MARIAS else rng.choices(OWNERS, OWNER_WEIGHTS[account])[0]
    if rng.random() < 0.018:
        owner = ""
    day = first.replace(day=rng.randint(1, _last(first).day))
    amount = book.price(int(usual) * PRICES[first.year], int(spread))
    tags = rng.choices(TAGS, TAG_WEIGHTS)[0]
    notes = rng.choice(NOTES) if rng.random() < 0.05 else ""
    book.spend(day, merchant, category, account, amount, owner, notes=notes, tags=tags)
    if category in RETURNED and rng.random() < 0.06:
        later = day + timedelta(rng.randint(3, 16))
        back = round(-amount * rng.choice([1, 1, 0.5]), 2)
        notes = "refund" if rng.random() < 0.4 else ""
        statement = merchant.upper() + " RETURN"
        book.spend(later, merchant, category, account, back, owner, statement=statement, notes=notes)


def _bills(book: Book, first: date) -> None:
    """The house, and what it uses."""
    rng, prices = book.rng, PRICES[first.year]
    mortgage = -2384.17 if first.year < 2025 else -2451.60
    book.spend(first, "Wells Fargo Home Mortgage", "Mortgage", JOINT, mortgage)

    day = first.replace(day=rng.randint(9, 13))
    power = -round(112 * SUMMER.get(first.month, 1) * prices + rng.uniform(-14, 14), 2)
    book.spend(day, "Austin Energy", "Gas & Electric", JOINT, power)

    day = first.replace(day=rng.randint(14, 18))
    gas = -round((71 if first.month in (12, 1, 2) else 29) * prices + rng.uniform(-5, 5), 2)
    book.spend(day, "Texas Gas Service", "Gas & Electric", JOINT, gas)

    day = first.replace(day=rng.randint(19, 22))
    water = -round(64 * prices + rng.uniform(-9, 22), 2)
    book.spend(day, "Austin Water", "Water", JOINT, water)

    book.spend(first.replace(day=6), "Google Fiber", "Internet & Cable", APPLE, -75.77)
    phone = -round(141.2 + rng.uniform(0, 6), 2)
    book.spend(first.replace(day=17), "Verizon", "Phone", SAPPHIRE, phone)


def _subscriptions(book: Book, first: date) -> None:
    is_cheaper = first.year < 2025
    films, news = (-15.49, -4.0) if is_cheaper else (-17.99, -8.0)
    book.spend(first.replace(day=8), "Netflix", "Subscriptions", APPLE, films, "Daniel")
    book.spend(first.replace(day=12), "Spotify", "Subscriptions", APPLE, -16.99, "Maria")
    if first >= date(2023, 9, 1):
        book.spend(first.replace(day=21), "NYTimes", "Subscriptions", APPLE, news, "Maria")
    book.spend(first.replace(day=3), "Gold's Gym", "Fitness", SAPPHIRE, -59.0, "Daniel")


def _seldom(book: Book, first: date) -> None:
    """What is not paid each month."""
    prices = PRICES[first.year]
    if first.month in (1, 7):
        book.spend(first.replace(day=4), "State Farm", "Insurance", JOINT, -round(811 * prices, 2))
    if book.rng.random() < 0.93:
        care = -980.0 if first.year < 2024 else -1065.0
        book.spend(first.replace(day=2), "Bright Horizons", "Child Care", JOINT, care)
    if first.month == 10:
        day = first.replace(day=25)
        book.spend(day, "Travis County Tax Office", "Taxes", JOINT, -round(3120 * prices, 2))


def _income(book: Book, first: date) -> None:
    rng, year, last = book.rng, first.year, _last(first)
    for day in (first.replace(day=15), last):
        daniels, marias = DANIELS_PAY[year], MARIAS_PAY[year]
        statement = "DELL MARKETING DES:PAYROLL"
        book.earn(day, "Dell Technologies", "Paychecks", JOINT, daniels, "Daniel", statement)
        book.earn(day, "Austin ISD", "Paychecks", MARIAS, marias, "Maria", "AUSTIN ISD DIR DEP")

    interest = round(rng.uniform(41, 58) + 9 * (year - 2023), 2)
    book.earn(last, "Ally Bank", "Interest", SAVINGS, interest, "Joint", "INTEREST PAID")
    if first.month == 3:
        refund = round(rng.uniform(900, 2300), 2)
        book.earn(first.replace(day=20), "IRS", "Tax Refund", JOINT, refund, "Joint", "IRS TREAS 310 TAX REF")
    if rng.random() < 0.3:
        day = first.replace(day=rng.randint(3, 25))
        sold = round(rng.uniform(25, 220), 2)
        book.earn(day, "Facebook Marketplace", "Other Income", MARIAS, sold, "Maria", "VENMO CASHOUT")


def _transfers(book: Book, first: date) -> None:
    """What goes from one account to another, seen from both."""
    rng = book.rng
    for card, usual in ((SAPPHIRE, 2300), (APPLE, 850)):
        amount = round(rng.gauss(usual, usual * 0.14), 2)
        day = first.replace(day=rng.randint(22, 26))
        book.move(day, CARD_PAYMENT, CARD_PAYMENT, JOINT, -amount, "CARD AUTOPAY")
        book.move(day + timedelta(1), CARD_PAYMENT, CARD_PAYMENT, card, amount, "PAYMENT THANK YOU")

    saved, day = rng.choice([300, 300, 300, 500, 150]), first.replace(day=16)
    book.move(day, "Transfer to Savings", "Transfer", JOINT, -saved, "ONLINE TRANSFER")
    book.move(day, "Transfer from Checking", "Transfer", SAVINGS, saved, "ACH DEPOSIT")


def _vacation(book: Book, start: date, days: int, place: str) -> None:
    """The way there, where they stay, a car and what they eat."""
    rng, category, tags = book.rng, "Travel & Vacation", "vacation"
    airline, fare = rng.choice(AIRLINES), -round(rng.uniform(780, 1480), 2)
    book.spend(start - timedelta(70), airline, category, SAPPHIRE, fare, notes=place, tags=tags)
    hotel, bill = rng.choice(HOTELS), -round(rng.uniform(900, 1900), 2)
    book.spend(start + timedelta(days), hotel, category, SAPPHIRE, bill, notes=place, tags=tags)
    car = -round(rng.uniform(240, 460), 2)
    book.spend(start + timedelta(1), "Hertz", category, SAPPHIRE, car, tags=tags)
    for _ in range(rng.randint(4, 7)):
        day = start + timedelta(rng.randint(0, days))
        merchant, card = rng.choice(EATEN_AT), rng.choice([SAPPHIRE, APPLE])
        amount, owner = book.price(48, 20), rng.choice(["Maria", "Daniel"])
        book.spend(day, merchant, "Restaurants & Bars", card, amount, owner, tags=tags)
