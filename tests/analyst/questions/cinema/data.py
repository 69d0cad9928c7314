"""A chain of cinemas since January 2024: films, screens, screenings, bookings, snack sales and ratings."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

FIRST, LAST = dt.date(2024, 1, 1), dt.date(2025, 9, 14)
CINEMAS = [
    ("Astoria", "Lyon", dt.date(1958, 10, 3), True, [220, 140, 90]),
    ("Rex", "Lyon", dt.date(1999, 4, 17), False, [180, 110, 110, 60]),
    ("Lumen", "Grenoble", dt.date(2012, 11, 9), True, [260, 150, 95, 70]),
    ("Odeon", "Dijon", dt.date(1974, 2, 22), False, [160, 84]),
    ("Galaxy", "Annecy", dt.date(2021, 6, 30), True, [300, 180, 120]),
]
GENRES = {
    "Drama": 24,
    "Comedy": 22,
    "Action": 18,
    "Animation": 14,
    "Thriller": 10,
    "Documentary": 7,
    "Horror": 5,
}
DISTRIBUTORS = {"Boreal Films": 24, "Grand Large": 20, "Studio Vega": 26, "Pathway": 18, "Petit Plan": 12}
TITLES = [
    *(
        "Salt and Silence",
        "The Last Ferry",
        "Blue Orchard",
        "Neon Harvest",
        "My Cousin Alphonse",
        "Paper Tigers",
    ),
    *("A Winter in Brest", "Small Engines", "The Glass Hour", "Otters!", "Captain Pépin", "Night Bus 38"),
    *("Halfway to Oslo", "The Understudy", "Crimson Ridge", "Lost Luggage", "Two Left Feet", "Signal Lost"),
    *(
        "The Beekeeper's Daughter",
        "Marble Run",
        "Zero Gravity",
        "Grandma Goes Viral",
        "Dust Devils",
        "Low Tide",
    ),
    *("Echo Valley", "The Cartographer", "Robot Picnic", "Strictly Local", "Cold Harbour", "The Ninth Floor"),
    *("Bonsai", "Fever Summer", "Iron Lanterns", "A Field of Crows", "Mister Molecule", "The Quiet Coach"),
    *(
        "Sugar Rush Hour",
        "Vertigo Lane",
        "Wolves of Jura",
        "The Apricot Thief",
        "Kilometre Zero",
        "Silver Scouts",
    ),
    *(
        "After the Matinee",
        "Tunnel Vision",
        "Hotel Splendid",
        "Twelve Moons",
        "The Long Encore",
        "Pixel and Bone",
    ),
]
TICKETS = {"standard": (52, 11.5), "student": (19, 8.5), "child": (16, 6.5), "senior": (13, 8.0)}
CHANNELS = {"web": 46, "app": 28, "box office": 26}
SNACKS = {
    "Popcorn salted": (26, 5.9),
    "Popcorn sweet": (17, 5.9),
    "Nachos": (12, 6.8),
    "Cola": (22, 4.2),
    "Water": (9, 2.8),
    "Beer": (6, 5.2),
    "Ice cream": (8, 3.9),
}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(4409)
    cinemas = numbered(
        (
            {"cinema_name": name, "city": city, "opening_date": day, "has_bar": bar}
            for name, city, day, bar, _ in CINEMAS
        ),
        "cinema_id",
    )
    screens = numbered(
        (
            {
                "cinema_id": number,
                "screen_no": screen,
                "seats": seats,
                "sound_system": "Dolby Atmos" if seats >= 180 else rng.choice(["Dolby 7.1", "Stereo"]),
            }
            for number, row in enumerate(CINEMAS, 1)
            for screen, seats in enumerate(row[4], 1)
        ),
        "screen_id",
    )
    films = numbered(
        (_film(rng, title, number) for number, title in enumerate(rng.sample(TITLES, len(TITLES)))), "film_id"
    )
    shows = numbered(
        sorted(_screenings(rng, films, screens), key=lambda row: row["starts_at"]), "screening_id"
    )
    bookings = numbered(
        sorted(_bookings(rng, shows, screens), key=lambda row: row["booked_at"]), "booking_id"
    )
    snacks = numbered(sorted((_snack(rng) for _ in range(4200)), key=lambda row: row["sold_on"]), "sale_id")
    ratings = numbered(
        sorted((_rating(rng, films) for _ in range(1500)), key=lambda row: row["rated_on"]), "rating_id"
    )
    write_parquet(
        folder,
        {
            "cinemas": cinemas,
            "screens": screens,
            "films": films,
            "screenings": shows,
            "bookings": bookings,
            "snack_sales": snacks,
            "film_ratings": ratings,
        },
    )


def _film(rng: random.Random, title: str, number: int) -> dict:
    genre = "Animation" if title in {"Otters!", "Robot Picnic", "Captain Pépin"} else weighted(rng, GENRES)
    return {
        "title": title,
        "genre": genre,
        "distributor": weighted(rng, DISTRIBUTORS),
        "release_date": dt.date(2023, 12, 6)
        + dt.timedelta(days=7 * (number * 91 // 48) + rng.choice([0, 0, 0, 2])),
        "runtime_min": rng.randint(78, 104)
        if genre in {"Animation", "Documentary"}
        else rng.randint(88, 164),
        "min_age": rng.choice([0, 6])
        if genre == "Animation"
        else 16
        if genre == "Horror"
        else rng.choice([0, 6, 12, 12, 16]),
        "country": weighted(rng, {"France": 45, "USA": 28, "Italy": 9, "Japan": 8, "": 10}) or None,
    }


def _pull(film: dict) -> float:
    """How much of the audience a film draws."""
    return 0.35 + (film["film_id"] * 37 % 48) / 48


def _screenings(rng: random.Random, films: Rows, screens: Rows) -> Rows:
    rows = []
    for film in films:
        first = max(film["release_date"], FIRST)
        for _ in range(int(52 * _pull(film)) + rng.randint(8, 14)):
            day = first + dt.timedelta(days=min(int(rng.expovariate(1 / 18)), 95))
            if day > LAST:
                continue
            show = rng.choice(
                ["14:00", "16:30", "18:00", "20:15", "20:45", "22:30"]
                if film["min_age"] < 12
                else ["18:00", "20:15", "20:45", "22:30"]
            )
            rows.append(
                {
                    "film_id": film["film_id"],
                    "screen_id": rng.choices(
                        [row["screen_id"] for row in screens], [row["seats"] ** 0.5 for row in screens]
                    )[0],
                    "starts_at": dt.datetime.combine(day, dt.time.fromisoformat(show)),
                    "language_version": weighted(rng, {"VF": 62, "VO": 38})
                    if film["country"] != "France"
                    else "VO",
                    "is_3d": film["genre"] in {"Animation", "Action"} and rng.random() < 0.3,
                    "is_cancelled": rng.random() < 0.035,
                }
            )
    return rows


def _bookings(rng: random.Random, shows: Rows, screens: Rows) -> Rows:
    rows = []
    for show in shows:
        if show["is_cancelled"]:
            continue
        film = show["film_id"] * 37 % 48 / 48
        busy = (1.5 if show["starts_at"].weekday() in {4, 5} else 1.0) * (
            1.2 if show["starts_at"].hour >= 20 else 0.9
        )
        seats = screens[show["screen_id"] - 1]["seats"]
        rows += [
            _booking(rng, show) for _ in range(min(int(rng.gauss(3.0 + 5.5 * film * busy, 1.6)), seats // 4))
        ]
    return rows


def _booking(rng: random.Random, show: dict) -> dict:
    channel, kind = weighted(rng, CHANNELS), weighted(rng, {name: row[0] for name, row in TICKETS.items()})
    ahead = dt.timedelta(
        minutes=rng.randint(2, 40) if channel == "box office" else int(rng.expovariate(1 / 2600)) + 15
    )
    tickets = rng.choices([1, 2, 3, 4, 5], [24, 44, 14, 14, 4])[0]
    price = TICKETS[kind][1] + (2.5 if show["is_3d"] else 0)
    voucher = rng.random() < 0.06
    return {
        "screening_id": show["screening_id"],
        "booked_at": max(show["starts_at"] - ahead, dt.datetime(2024, 1, 1, 9)),
        "sales_channel": channel,
        "ticket_type": kind,
        "ticket_count": tickets,
        "amount_eur": round(tickets * price * (0.8 if voucher else 1.0), 2),
        "voucher_code": rng.choice(["KINO20", "SUMMER20", "PARTNER"]) if voucher else None,
        "customer_no": f"C{int(rng.betavariate(1, 2.6) * 2400) + 1:05d}" if channel != "box office" else None,
        "no_show": channel != "box office" and rng.random() < 0.045,
    }


def _snack(rng: random.Random) -> dict:
    item, count = (
        weighted(rng, {name: row[0] for name, row in SNACKS.items()}),
        rng.choices([1, 2, 3, 4], [52, 33, 9, 6])[0],
    )
    day = moment(rng, FIRST, LAST).date()
    return {
        "cinema_id": rng.choices([1, 2, 3, 4, 5], [24, 21, 25, 11, 19])[0],
        "sold_on": day,
        "item_name": item,
        "quantity": count,
        "total_eur": round(count * SNACKS[item][1] * (1.0 if day.year == 2024 else 1.05), 2),
    }


def _rating(rng: random.Random, films: Rows) -> dict:
    film = rng.choice(films)
    good = 1 + film["film_id"] * 29 % 48 / 24
    day = film["release_date"] + dt.timedelta(days=int(rng.expovariate(1 / 25)))
    return {
        "film_id": film["film_id"],
        "rated_on": min(max(day, FIRST), LAST),
        "stars": rng.choices([1, 2, 3, 4, 5], [2, 3, 5, 5 * good, 2.5 * good])[0],
        "comment_text": rng.choice(["Lovely", "Too long", "Great cast", "Boring", "See it"])
        if rng.random() < 0.4
        else None,
    }
