"""A town's libraries: members, titles on the shelves, loans since 2022, and fines."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_csv

FIRST, LAST = dt.date(2022, 1, 3), dt.date(2024, 11, 15)
BRANCHES = [
    ("Central Library", "Old Town", 2011, 42),
    ("Riverside Branch", "Riverside", 1987, 25),
    ("Hillcrest Branch", "Hillcrest", 2003, 18),
    ("Mobile Library", None, 1995, 9),
]
GENRES = {
    "Crime": 17,
    "Fantasy": 12,
    "Romance": 11,
    "History": 10,
    "Children": 18,
    "Cooking": 6,
    "Science": 7,
    "Biography": 8,
    "Travel": 5,
    "Poetry": 3,
}
PULL = {"Crime": 1.5, "Fantasy": 1.3, "Children": 1.7, "Poetry": 0.5, "Science": 0.7}
LANGUAGES = {"English": 78, "Spanish": 10, "Polish": 6, "Urdu": 4, "French": 2}
KINDS = {"Adult": 52, "Child": 22, "Student": 15, "Senior": 11}
AREAS = {"Old Town": 30, "Riverside": 24, "Hillcrest": 18, "Eastfield": 15, "Millbrook": 8, "": 5}
DAYS = {"Book": 21, "Audiobook": 14, "DVD": 7}
GIVEN = [
    "Aisha",
    "Ben",
    "Carol",
    "Daniel",
    "Edith",
    "Frank",
    "Grace",
    "Harry",
    "Isla",
    "Jack",
    "Karen",
    "Leo",
    "Maya",
    "Noah",
    "Oscar",
    "Poppy",
    "Quentin",
    "Ruth",
    "Sam",
    "Tara",
    "Umar",
    "Violet",
    "Will",
    "Yasmin",
    "Zara",
    "Arthur",
    "Bella",
    "Callum",
]
FAMILY = [
    "Ahmed",
    "Barker",
    "Chapman",
    "Dixon",
    "Ellis",
    "Fletcher",
    "Gibson",
    "Hughes",
    "Iqbal",
    "Jenkins",
    "Knight",
    "Lawson",
    "Marsh",
    "Nowak",
    "Osborne",
    "Patel",
    "Reid",
    "Shaw",
    "Turner",
    "Vaughan",
    "Watts",
    "Yates",
]
STARTS = [
    "The Silent",
    "A Winter",
    "The Last",
    "Beyond the",
    "The Glass",
    "Under the",
    "The Lost",
    "An Empty",
    "The Crooked",
    "One Summer in the",
    "Notes from the",
    "The Hidden",
    "Return to the",
    "The Paper",
    "Letters to the",
    "The Blue",
    "Seven Days in the",
    "A Short Guide to the",
]
ENDS = [
    "Garden",
    "Harbour",
    "Orchard",
    "House",
    "River",
    "Mountain",
    "Kitchen",
    "Island",
    "Tower",
    "Valley",
    "Forest",
    "Lighthouse",
    "Museum",
    "Station",
    "Bridge",
    "City",
    "Sea",
    "Observatory",
    "Library",
    "Mill",
]


def write(folder: Path) -> None:
    """Write the tables as CSV files."""
    rng = random.Random(58)
    branches = numbered(
        {"name": name, "district": district, "opened": opened, "weekly_hours": hours}
        for name, district, opened, hours in BRANCHES
    )
    names = [f"{given} {family}" for given in GIVEN for family in FAMILY]
    members = numbered(_member(rng, name) for name in rng.sample(names, 540))
    titles = [f"{start} {end}" for start in STARTS for end in ENDS]
    authors = [f"{rng.choice(GIVEN)[0]}. {family}" for family in FAMILY] + [
        f"{rng.choice('ABCDE')}. Lindqvist"
    ]
    books = numbered(_book(rng, title, authors) for title in rng.sample(titles, 310))
    loans = numbered(sorted(_loans(rng, members, books), key=lambda row: row["loaned_on"]))
    fines = numbered(row for loan in loans for row in _fines(rng, loan))
    write_csv(
        folder, {"branches": branches, "members": members, "books": books, "loans": loans, "fines": fines}
    )


def _member(rng: random.Random, name: str) -> dict:
    kind = weighted(rng, KINDS)
    years = {"Adult": (1960, 2004), "Child": (2008, 2018), "Student": (1997, 2007), "Senior": (1934, 1959)}[
        kind
    ]
    joined = moment(rng, dt.date(2015, 1, 1), dt.date(2024, 11, 1)).date()
    return {
        "card_no": f"L{rng.randint(100000, 999999)}",
        "name": name,
        "type": kind,
        "born": rng.randint(*years),
        "area": weighted(rng, AREAS) or None,
        "joined_on": joined,
        "email": f"{name.lower().replace(' ', '.')}@example.org" if rng.random() < 0.7 else None,
    }


def _book(rng: random.Random, title: str, authors: list[str]) -> dict:
    genre = weighted(rng, GENRES)
    return {
        "title": title,
        "author": rng.choice(authors),
        "genre": genre,
        "language": weighted(rng, LANGUAGES),
        "format": weighted(rng, {"Book": 78, "Audiobook": 13, "DVD": 9}),
        "year_published": rng.randint(1962, 2024) if rng.random() < 0.94 else None,
        "copies": rng.choice([1, 1, 2, 2, 3, 5]),
    }


def _loans(rng: random.Random, members: Rows, books: Rows) -> Rows:
    readers = [rng.paretovariate(1.6) if rng.random() < 0.86 else 0.0 for _ in members]
    readers = [min(reader, 9) for reader in readers]
    pulls = [PULL.get(book["genre"], 1.0) * rng.lognormvariate(0, 0.7) for book in books]
    rows = []
    for _ in range(6800):
        member, book = rng.choices(members, readers)[0], rng.choices(books, pulls)[0]
        first = max(FIRST, member["joined_on"])
        day = moment(rng, first, LAST).date()
        if day.weekday() == 6:
            day += dt.timedelta(days=1 if day < LAST else -1)
        if day.month in (6, 12) and rng.random() < 0.3:
            continue
        if rng.random() < 0.12 * (LAST - day).days / 1000:
            continue
        rows.append(_loan(rng, member, book, day))
    return rows


def _loan(rng: random.Random, member: dict, book: dict, day: dt.date) -> dict:
    renewals = rng.choices([0, 1, 2, 3], [74, 17, 6, 3])[0]
    due = day + dt.timedelta(days=DAYS[book["format"]] * (1 + renewals))
    late = rng.random() < {"Adult": 0.15, "Child": 0.11, "Student": 0.27, "Senior": 0.05}[member["type"]]
    back = (
        due + dt.timedelta(days=1 + int(rng.expovariate(1 / 9)))
        if late
        else due - dt.timedelta(days=rng.randint(0, 6))
    )
    lost = rng.random() < 0.008
    return {
        "member_id": member["id"],
        "book_id": book["id"],
        "branch_id": rng.choices([1, 2, 3, 4], [46, 27, 19, 8])[0],
        "loaned_on": day,
        "due_on": due,
        "returned_on": None if lost or back > LAST else max(back, day),
        "renewals": renewals,
        "self_service": rng.random() < 0.2 + 0.15 * (day.year - 2022),
    }


def _fines(rng: random.Random, loan: dict) -> Rows:
    back = loan["returned_on"]
    if back and back > loan["due_on"]:
        reason, amount, day = "overdue", min(12.0, 0.25 * (back - loan["due_on"]).days), back
    elif back and rng.random() < 0.011:
        reason, amount, day = "damaged", rng.choice([3.0, 5.0, 8.5]), back
    elif not back and (LAST - loan["due_on"]).days > 45:
        reason, amount, day = (
            "lost item",
            rng.choice([9.99, 12.5, 16.0, 21.75]),
            loan["due_on"] + dt.timedelta(days=45),
        )
    else:
        return []
    paid = day + dt.timedelta(days=rng.randint(0, 50))
    status = "waived" if rng.random() < 0.07 else "paid" if paid <= LAST and rng.random() < 0.8 else "open"
    return [
        {
            "loan_id": loan["id"],
            "reason": reason,
            "amount": amount,
            "issued_on": day,
            "status": status,
            "paid_on": paid if status == "paid" else None,
        }
    ]
