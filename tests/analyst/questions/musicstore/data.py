"""A digital music shop: artists, albums, tracks, customers and their invoices."""

import random
from datetime import date, datetime, timedelta
from pathlib import Path

from tests.analyst.questions.tables import Row, Rows, named, write_typed

START, END = date(2023, 1, 1), date(2025, 10, 13)
COLUMNS = {
    "Genre": "GenreId:int Name:text",
    "Artist": "ArtistId:int Name:text",
    "Album": "AlbumId:int Title:text ArtistId:int ReleaseDate:date",
    "Track": "TrackId:int Name:text AlbumId:int GenreId:int MediaType:text Composer:text Milliseconds:int "
    "Bytes:int UnitPrice:real IsExplicit:flag",
    "Employee": "EmployeeId:int FirstName:text LastName:text Title:text ReportsTo:int BirthDate:date "
    "HireDate:date City:text Country:text",
    "Customer": "CustomerId:int FirstName:text LastName:text Company:text City:text State:text Country:text "
    "Email:text Phone:text SupportRepId:int NewsletterOptIn:flag SignupDate:date",
    "Invoice": "InvoiceId:int CustomerId:int InvoiceDate:time BillingCity:text BillingState:text "
    "BillingCountry:text Status:text PaymentMethod:text PaidDate:date Total:real",
    "InvoiceLine": "InvoiceLineId:int InvoiceId:int TrackId:int UnitPrice:real Quantity:int",
}
GENRES = "Rock|Jazz|Metal|Classical|Latin|Blues|Reggae|Electronic|Hip Hop|Soundtrack|Folk"
METAL, CLASSICAL, HIP_HOP = 3, 4, 9
ARTISTS = (
    "The Copper Lanterns 1|Marta Iglesias 2|Night Ferry 1|Old Quarry Band 6|Vesper & Hale 11|Nadia Okoro 2|"
    "Iron Tundra 3|Quartet Lindqvist 4|Los Faroles 5|Delta Tom Harlan 6|Sunhill Collective 7|Pulse Index 8|"
    "MC Brevity 9|Orchestra of the Fens 4|Wren & Thistle 11|Glass Parade 1|Salt Meridian 1|Black Harbour 3|"
    "Elena Duarte 5|Rustbelt Saints 1|Kingston Seven 7|Modular Bloom 8|Type Rhyme 9|"
    "Cinema Ensemble Prague 10|Hedgerow 11|The Paper Kites Club 1|Steel Orchard 3|Aoife Brennan 11|"
    "Trio Montparnasse 2|Grave Signal 3|Carlos Vento 5|Blue Ledger 6|Low Tide Static 8|North Avenue 1|"
    "Ravel Chamber Players 4|Saffron Kid 9|Juniper Row 11|Hollow Crown 3|Midnight Cartel 9|Silver Estuary 8"
)
ADJECTIVES = (
    "Golden Broken Quiet Electric Distant Paper Winter Hidden Scarlet Endless Salt Northern Velvet Crooked "
    "Burning Silver Open Last Second Hollow"
)
PLURALS = (
    "Rooms Harbour Signals Roads Letters Garden Machines Seasons Rivers Windows Light Choir Avenue Horizon "
    "Static Summer Maps Engines Bridges Shadows"
)
SONGS = (
    "Dance Goodbye Waltz Fire Heart Morning Runaway Ghost Train Rain Sister Tonight Promise Ashes Blue "
    "Tomorrow Highway Mercy Thunder Lullaby Stranger Island"
)
PRICES = {"MPEG audio file": 0.99, "AAC audio file": 1.29, "Lossless FLAC file": 1.99}
COMPOSERS = (
    "J. Marlow|S. Ahlgren|P. Dias / R. Costa|N. Okoro|T. Harlan|K. Brandt|M. Iglesias|D. Whitlock / A. Frye|"
    "L. Moreau"
)
EMPLOYEES = """
Ruth|Callahan|General Manager||1968-04-02|2014-02-03|Toronto
Stefan|Boyle|Sales Manager|1|1975-09-14|2015-05-18|Toronto
Imani|Price|Sales Support Agent|2|1988-01-22|2017-03-06|Toronto
Luca|Ferri|Sales Support Agent|2|1991-07-30|2019-09-02|Montreal
Hannah|Sobol|Sales Support Agent|2|1994-11-05|2022-01-10|Toronto
Derek|Ong|IT Manager|1|1979-06-17|2016-08-22|Ottawa
Priya|Nair|IT Staff|6|1990-03-09|2018-04-16|Ottawa
Colm|Reilly|IT Staff|6|1996-12-01|2023-06-05|Ottawa
Yara|Mansour|Sales Support Agent|2|1993-05-27|2023-02-13|Montreal
"""
CITIES: dict[str, list[tuple[str, str | None]]] = {
    "USA": [("New York", "NY"), ("Chicago", "IL"), ("Seattle", "WA"), ("Austin", "TX")],
    "Canada": [("Toronto", "ON"), ("Montreal", "QC"), ("Vancouver", "BC")],
    "Brazil": [("São Paulo", "SP"), ("Rio de Janeiro", "RJ")],
    "France": [("Paris", None), ("Lyon", None)],
    "Germany": [("Berlin", None), ("Frankfurt", None), ("Stuttgart", None)],
    "United Kingdom": [("London", None), ("Edinburgh", None)],
    "Portugal": [("Lisbon", None)],
    "India": [("Delhi", None), ("Bangalore", None)],
    "Sweden": [("Stockholm", None)],
    "Chile": [("Santiago", None)],
    "Norway": [("Oslo", None)],
}
CITY_WEIGHTS = [30, 18, 13, 12, 11, 10, 5, 6, 4, 4, 3]
GIVEN = (
    "Anna Ben Carla David Emma Frank Grace Hugo Isabel Jack Karin Liam Maria Noah Olga Paulo Quinn Rosa Sven "
    "Tara Umar Vera Walt Xenia Yusuf Zoe Aaron Bianca Celine Dmitri Edith Felix"
)
FAMILY = (
    "Almeida Becker Chen Dubois Evans Fischer Gomes Hansen Ivanov Jensen Kumar Lopes Miller Nilsen Olsen "
    "Petit Quist Rossi Silva Tremblay Usher Vogel Walker Young Zimmer Archer Barbosa Castell Doyle Ellis"
)
COMPANIES = (
    "Lakeside Cafés|Radio Norte|Bluebird Hotels|FitHouse Gyms|Studio Elf|Harbor Events|Campus FM|"
    "Grand Lounge Group"
)
SEASON = [0.9, 0.85, 0.95, 0.9, 1, 1, 0.9, 0.85, 1, 1.05, 1.25, 1.6]
YEARS = {2023: 0.8, 2024: 1, 2025: 1.1}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(80817)
    albums = _albums(rng)
    tracks = _tracks(rng, albums)
    customers = _customers(rng)
    invoices, lines = _invoices(rng, customers, tracks)
    tables = {
        "Genre": [{"GenreId": number, "Name": name} for number, name in enumerate(GENRES.split("|"), 1)],
        "Artist": [{"ArtistId": number, "Name": name} for number, (name, _) in enumerate(_artists(), 1)],
        "Album": albums,
        "Track": tracks,
        "Employee": _employees(),
        "Customer": customers,
        "Invoice": invoices,
        "InvoiceLine": lines,
    }
    write_typed(folder, COLUMNS, tables)


def _artists() -> list[tuple[str, int]]:
    """Each artist and the genre that most of the tracks belong to."""
    parts = [each.rpartition(" ") for each in ARTISTS.split("|")]
    return [(name, int(genre)) for name, _, genre in parts]


def _albums(rng: random.Random) -> Rows:
    """One to three albums an artist; the title behind the last one used is the next."""
    titles = [f"{adjective} {plural}" for adjective in ADJECTIVES.split() for plural in PLURALS.split()]
    rng.shuffle(titles)
    albums: Rows = []
    for artist in range(1, 41):
        for _ in range(rng.choice([1, 1, 2, 2, 3])):
            number = len(albums) + 1
            released = date(rng.randint(1988, 2024), rng.randint(1, 12), rng.randint(1, 28))
            albums.append(
                {
                    "AlbumId": number,
                    "Title": titles[number],
                    "ArtistId": artist,
                    "ReleaseDate": released,
                }
            )
    return albums


def _tracks(rng: random.Random, albums: Rows) -> Rows:
    songs = SONGS.split()
    names = [f"{adjective} {song}" for adjective in ADJECTIVES.split() for song in songs]
    names += [f"{song} of {plural}" for plural in PLURALS.split() for song in songs]
    rng.shuffle(names)
    genres = [genre for _, genre in _artists()]
    tracks: Rows = []
    for album in albums:
        for _ in range(rng.randint(5, 14)):
            number = len(tracks) + 1
            own = genres[album["ArtistId"] - 1]
            genre = own if rng.random() < 0.9 else rng.randint(1, 11)
            track = {"TrackId": number, "Name": names[number], "AlbumId": album["AlbumId"], "GenreId": genre}
            tracks.append(track | _recording(rng, genre))
    return tracks


def _recording(rng: random.Random, genre: int) -> Row:
    """How long a track is and what it is sold as; classical music is longer."""
    length = max(95000, int(rng.gauss(245000, 60000) * (1.6 if genre == CLASSICAL else 1)))
    media = rng.choices(list(PRICES), [6, 3, 2])[0]
    explicit = {HIP_HOP: 0.45, METAL: 0.2, CLASSICAL: 0}.get(genre, 0.06)
    rate = 110 if media.startswith("Lossless") else 32
    return {
        "MediaType": media,
        "Composer": rng.choice(COMPOSERS.split("|")) if rng.random() < 0.72 else None,
        "Milliseconds": length,
        "Bytes": int(length * rate * rng.uniform(0.9, 1.1)),
        "UnitPrice": PRICES[media],
        "IsExplicit": rng.random() < explicit,
    }


def _employees() -> Rows:
    rows = []
    for number, line in enumerate(EMPLOYEES.split("\n")[1:-1], 1):
        first, last, title, boss, born, hired, city = line.split("|")
        row = (number, first, last, title, int(boss) if boss else None)
        rows.append((*row, date.fromisoformat(born), date.fromisoformat(hired), city, "Canada"))
    return named(
        "EmployeeId FirstName LastName Title ReportsTo BirthDate HireDate City Country",
        rows,
    )


def _customers(rng: random.Random) -> Rows:
    """The customers; the first twenty-two are spread over all countries."""
    taken: set[tuple[str, str]] = set()
    customers: Rows = []
    for number in range(1, 141):
        name = _name(rng)
        while name in taken:
            name = _name(rng)
        taken.add(name)
        countries = list(CITIES)
        country = countries[number % 11] if number <= 22 else rng.choices(countries, CITY_WEIGHTS)[0]
        customers.append(_customer(rng, number, name, country))
    return customers


def _name(rng: random.Random) -> tuple[str, str]:
    return rng.choice(GIVEN.split()), rng.choice(FAMILY.split())


def _customer(rng: random.Random, number: int, name: tuple[str, str], country: str) -> Row:
    first, last = name
    city, state = rng.choice(CITIES[country])
    if rng.random() < 0.7:
        signed_up = date(2022, 6, 1) + timedelta(days=rng.randint(0, 1200))
    else:
        signed_up = date(2022, 1, 1) + timedelta(days=rng.randint(0, 360))
    company = rng.choice(COMPANIES.split("|")) if rng.random() < 0.22 else None
    email = f"{first}.{last}@{rng.choice(['mailbox.org', 'postline.com', 'inbox.net'])}".lower()
    return {
        "CustomerId": number,
        "FirstName": first,
        "LastName": last,
        "Company": company,
        "City": city,
        "State": state,
        "Country": country,
        "Email": email,
        "Phone": _phone(rng) if rng.random() < 0.85 else None,
        "SupportRepId": rng.choices([3, 4, 5, 9], [4, 3, 3, 2])[0],
        "NewsletterOptIn": rng.random() < 0.46,
        "SignupDate": signed_up,
    }


def _phone(rng: random.Random) -> str:
    return f"+{rng.randint(1, 90)} {rng.randint(100, 999)} {rng.randint(100000, 999999)}"


def _invoices(rng: random.Random, customers: Rows, tracks: Rows) -> tuple[Rows, Rows]:
    """The invoices and their lines: nine customers never buy, twenty stop in December 2024."""
    numbers = range(1, 141)
    never = set(rng.sample(numbers, 9))
    lapsed = set(rng.sample([number for number in numbers if number not in never], 20))
    activity = {number: rng.choice([0.4, 0.8, 1, 1.3, 2, 3]) for number in numbers}
    days = _days(rng)
    sold = [track for track in tracks if rng.random() < 0.9]
    popularity = [rng.paretovariate(1.3) + 0.3 for _ in sold]
    buyers = [customer for customer in customers if customer["CustomerId"] not in never]
    invoices: Rows = []
    lines: Rows = []
    for number, day in enumerate(days, 1):
        pool = [
            each
            for each in buyers
            if each["SignupDate"] <= day and not (each["CustomerId"] in lapsed and day >= date(2024, 12, 1))
        ]
        customer = rng.choices(pool, [activity[each["CustomerId"]] for each in pool])[0]
        count = rng.choices([1, 2, 3, 4, 6, 9], [22, 28, 24, 14, 8, 3])[0]
        bought = {each["TrackId"]: each for each in rng.choices(sold, popularity, k=count)}
        own = [_line(rng, number, each, customer["Company"]) for each in bought.values()]
        lines += [{"InvoiceLineId": at, **each} for at, each in enumerate(own, len(lines) + 1)]
        total = sum(each["UnitPrice"] * each["Quantity"] for each in own)
        invoices.append({"InvoiceId": number, **_invoice(rng, customer, day), "Total": round(total, 2)})
    return invoices, lines


def _days(rng: random.Random) -> list[date]:
    """The day of each invoice: more before Christmas, at weekends and from year to year."""
    days = [START + timedelta(days=at) for at in range((END - START).days + 1)]
    weights = [SEASON[day.month - 1] * YEARS[day.year] * (1.2 if day.weekday() >= 4 else 1) for day in days]
    return sorted([*rng.choices(days, weights, k=1298), date(2025, 10, 12), date(2025, 10, 13)])


def _line(rng: random.Random, invoice: int, track: Row, company: str | None) -> Row:
    """A track on an invoice; companies buy it more than once."""
    if company:
        quantity = rng.choices([1, 2, 3, 5, 10], [40, 25, 15, 12, 8])[0]
    else:
        quantity = rng.choices([1, 2, 3, 5], [80, 12, 5, 3])[0]
    return {
        "InvoiceId": invoice,
        "TrackId": track["TrackId"],
        "UnitPrice": track["UnitPrice"],
        "Quantity": quantity,
    }


def _invoice(rng: random.Random, customer: Row, day: date) -> Row:
    method, status, paid = _payment(rng, day)
    return {
        "CustomerId": customer["CustomerId"],
        "InvoiceDate": datetime(
            day.year, day.month, day.day, rng.randint(6, 23), rng.randint(0, 59), rng.randint(0, 59)
        ),
        "BillingCity": customer["City"],
        "BillingState": customer["State"],
        "BillingCountry": customer["Country"],
        "Status": status,
        "PaymentMethod": method,
        "PaidDate": paid,
    }


def _payment(rng: random.Random, day: date) -> tuple[str, str, date | None]:
    """How an invoice of this day is paid, whether it is by now, and when."""
    method = rng.choices(["Credit card", "PayPal", "Bank transfer", "Gift card"], [50, 27, 15, 8])[0]
    lags = {
        "Credit card": rng.choice([0, 0, 0, 1, 2]),
        "PayPal": rng.choice([0, 0, 1, 1, 3]),
        "Bank transfer": rng.randint(2, 28),
        "Gift card": rng.choice([0, 0, 0, 0, 1]),
    }
    age = (END - day).days
    paid = day + timedelta(days=lags[method])
    if rng.random() < (0.03 if age < 400 else 0.008):
        return method, "Overdue" if age > 30 else "Open", None
    return (method, "Open", None) if paid > END else (method, "Paid", paid)
