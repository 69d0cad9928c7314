"""A large sports club: members, memberships, courses, bookings and payments."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, arranged, numbered, weighted, write_parquet

START, END = dt.date(2024, 1, 2), dt.date(2026, 10, 12)
DAY = dt.timedelta(days=1)
GIVEN = {
    "female": "Anna Sofia Clara Julia Marie Emma Lena Nina Eva Paula Ines Carla Greta Hanna Ruth Petra Mila "
    "Lucia Katrin Olga",
    "male": "Jonas Paul Felix Max Tom Luca David Erik Simon Oskar Marco Peter Hugo Karl Ivan Ben Leon Stefan "
    "Milan Noah",
    "diverse": "Kim Robin Alex Sascha",
}
FAMILY = (
    "Becker Wagner Lindt Moreau Keller Novak Schuster Brandt Fischer Holm Petersen Weiss Rossi Baumann Graf "
    "Vogel Hartmann Sauer Kovac Lang Winter Kuhn Arnold Busch Engel Friis Haas Jensen Krause Lorenz Meier "
    "Neumann Otto Pohl Roth Seidel Thoma Ulrich Voss Zander"
)
CITIES = {
    "Riverton": 38,
    "Oakfield": 21,
    "Millbrook": 14,
    "Eastham": 10,
    "Lakeside": 8,
    "Harwick": 6,
    "Brentwood": 3,
}
SEASON = {1: 20, 2: 9, 3: 8, 4: 7, 5: 7, 6: 5, 7: 4, 8: 5, 9: 15, 10: 9, 11: 6, 12: 5}
FEES = {"Basic": 29.9, "Plus": 44.9, "Premium": 69.9, "Family": 89.9, "Student": 24.9}
SOURCES = {"friend": 34, "website": 22, "social media": 18, "open day": 9, "flyer": 5, None: 12}
REASONS = {"moved away": 24, "price": 27, "no time": 21, "injury": 10, "other": 8, None: 10}
COURSES = """Yoga|Morning Flow|beginner|Irina Volkova|Studio 1|Monday|18|9.5
Yoga|Vinyasa Basics|beginner|Irina Volkova|Studio 1|Wednesday|18|9
Yoga|Yin Evening|intermediate|Maya Lund|Studio 2|Thursday|14|10
Yoga|Power Yoga|advanced|Maya Lund|Studio 2|Tuesday|14|11
Yoga|Yoga for Runners|intermediate|Irina Volkova|Studio 1|Saturday|16|9.5
Swimming|Learn to Crawl|beginner|Tom Reeves|Pool|Tuesday|10|14
Swimming|Aqua Fit|beginner|Carmen Diaz|Pool|Friday|20|8.5
Swimming|Masters Swim|advanced|Tom Reeves|Pool|Thursday|12|13
Swimming|Kids Swim Bronze|beginner|Carmen Diaz|Pool|Saturday|12|12
Swimming|Kids Swim Silver|intermediate|Carmen Diaz|Pool|Sunday|12|12
Tennis|Tennis Starters|beginner|Jan Kowalski|Outdoor Courts|Monday|8|18
Tennis|Doubles Night|intermediate|Jan Kowalski|Outdoor Courts|Wednesday|8|16
Tennis|Junior Tennis|beginner|Sara Nilsson|Outdoor Courts|Friday|10|15
Tennis|Serve Clinic|advanced|Sara Nilsson|Outdoor Courts|Sunday|6|24
Climbing|Climbing Intro|beginner|Piet de Vries|Climbing Wall|Tuesday|10|19
Climbing|Bouldering Club|intermediate|Piet de Vries|Climbing Wall|Thursday|16|12
Climbing|Lead Climbing|advanced|Lea Aumann|Climbing Wall|Saturday|8|22
Climbing|Family Climbing|beginner|Lea Aumann|Climbing Wall|Sunday|14|15
Martial Arts|Judo Juniors|beginner|Kenji Mori|Main Hall|Monday|20|8
Martial Arts|Karate Basics|beginner|Kenji Mori|Main Hall|Wednesday|20|8.5
Martial Arts|Kickbox Conditioning|intermediate|Dario Conti|Main Hall|Thursday|18|10.5
Martial Arts|Aikido Circle|advanced|Kenji Mori|Main Hall|Friday|16|9
Dance|Salsa Social|beginner|Rosa Ferrer|Studio 2|Friday|24|10
Dance|Zumba Party|beginner|Rosa Ferrer|Main Hall|Tuesday|30|7.5
Dance|Hip Hop Teens|intermediate|Rosa Ferrer|Studio 2|Wednesday|18|9
Dance|Ballet Barre|advanced|Elise Martin|Studio 1|Saturday|12|13.5
Fitness|Spin 45|intermediate|Dario Conti|Studio 2|Monday|22|9
Fitness|HIIT Express|advanced|Dario Conti|Main Hall|Tuesday|24|8.5
Fitness|Back Care|beginner|Elise Martin|Studio 1|Thursday|15|6
Fitness|Strength Lab|intermediate|Ben Osei|Main Hall|Friday|16|11
Fitness|Senior Fit|beginner|Ben Osei|Main Hall|Wednesday|20|6.5
Fitness|Bootcamp Outdoor|advanced|Ben Osei|Outdoor Courts|Sunday|25|8"""
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
ENDED = {
    "Aikido Circle": dt.date(2025, 8, 30),
    "Hip Hop Teens": dt.date(2026, 3, 31),
    "Yoga for Runners": dt.date(2026, 6, 30),
}
NO_SHOWS = {
    "Fitness": 13,
    "Dance": 12,
    "Yoga": 8,
    "Swimming": 6,
    "Tennis": 5,
    "Climbing": 7,
    "Martial Arts": 10,
}
LIKED = ("Irina Volkova", "Rosa Ferrer", "Lea Aumann")
METHODS = {"direct debit": 62, "card": 18, "bank transfer": 20}
SHOP_METHODS = {"direct debit": 15, "card": 48, "cash": 27, "bank transfer": 10}
MERCHANDISE = [9.9, 14.9, 19.9, 24.5, 34.9, 49.0, 64.9, 89.0]


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(4107)
    members, memberships = _members(rng)
    courses = numbered(_course(line) for line in COURSES.splitlines())
    bookings = numbered(
        sorted(_bookings(rng, members, memberships, courses), key=lambda row: row["booked_at"])
    )
    payments = _fees(rng, memberships) + _purchases(rng, bookings, courses)
    payments = numbered(sorted(payments, key=lambda row: row["due_on"]))
    write_parquet(
        folder,
        {
            "members": members,
            "memberships": arranged(
                memberships,
                "id member_id plan monthly_fee term_months started_on ended_on auto_renew status "
                "cancellation_reason",
            ),
            "courses": arranged(
                courses,
                "id title discipline level trainer hall weekday capacity price_per_session active",
            ),
            "course_bookings": bookings,
            "payments": arranged(
                payments, "id member_id membership_id payment_type amount due_on paid_on method status"
            ),
        },
    )


def _members(rng: random.Random) -> tuple[Rows, Rows]:
    members: Rows = []
    memberships: Rows = []
    used: set[tuple[str, str]] = set()
    for number in range(1, 931):
        member = {"id": number, **_member(rng, used)}
        own = _memberships(rng, member)
        member["status"] = own[-1]["status"] if own[-1]["ended_on"] is None else "left"
        members.append(member)
        memberships += own

    return members, numbered(sorted(memberships, key=lambda row: row["started_on"]))


def _member(rng: random.Random, used: set[tuple[str, str]]) -> dict:
    gender = weighted(rng, {"female": 50, "male": 47, "diverse": 3})
    name = _name(rng, gender)
    while name in used:
        name = _name(rng, gender)

    used.add(name)
    joined = _joined(rng)
    born = (
        _between(rng, dt.date(1944, 1, 1), dt.date(2009, 12, 31))
        if rng.random() < 0.7
        else _between(rng, dt.date(1985, 1, 1), dt.date(2008, 6, 30))
    )
    return {
        "first_name": name[0],
        "last_name": name[1],
        "gender": gender,
        "birth_date": born,
        "city": weighted(rng, CITIES),
        "email": None if rng.random() < 0.07 else f"{name[0]}.{name[1]}@mail.example".lower(),
        "joined_on": joined,
        "referral_source": weighted(rng, SOURCES),
        "newsletter": rng.random() < 0.57,
    }


def _name(rng: random.Random, gender: str) -> tuple[str, str]:
    return rng.choice(GIVEN[gender].split()), rng.choice(FAMILY.split())


def _joined(rng: random.Random) -> dt.date:
    if rng.random() < 0.42:
        return _between(rng, dt.date(2018, 1, 3), dt.date(2023, 12, 30))

    joined = _between(rng, START, END)
    while rng.random() >= SEASON[joined.month] / 20:
        joined = _between(rng, START, END)

    return joined


def _memberships(rng: random.Random, member: dict) -> Rows:
    rows = []
    begin = member["joined_on"]
    while True:
        row = _membership(rng, member, begin)
        rows.append(row)
        if row["ended_on"] is None:
            return rows

        begin = row["ended_on"] + DAY * rng.randint(1, 150)
        if rng.random() > 0.38 or begin > END:
            return rows


def _membership(rng: random.Random, member: dict, begin: dt.date) -> dict:
    young = (begin - member["birth_date"]).days < 27 * 365
    plan = weighted(
        rng, {"Basic": 30, "Plus": 26, "Premium": 18, "Family": 12, "Student": 45 if young else 0}
    )
    fee = FEES[plan] + (3 if begin >= dt.date(2025, 1, 1) else 0)
    end = begin + DAY * int(min(3500, 45 + rng.expovariate(1 / (1150 if plan != "Student" else 700))))
    row = {
        "member_id": member["id"],
        "plan": plan,
        "monthly_fee": round(fee, 2),
        "started_on": begin,
        "term_months": rng.choices([1, 12, 24], [25, 55, 20])[0],
        "auto_renew": rng.random() < (0.8 if plan in ("Premium", "Family") else 0.62),
    }
    if end > END:
        status = "paused" if rng.random() < 0.06 else "active"
        return row | {"ended_on": None, "status": status, "cancellation_reason": None}

    gone = rng.random() < 0.72
    return row | {
        "ended_on": end,
        "status": "cancelled" if gone else "expired",
        "cancellation_reason": weighted(rng, REASONS) if gone else None,
    }


def _course(line: str) -> dict:
    discipline, title, level, trainer, hall, weekday, capacity, price = line.split("|")
    return {
        "title": title,
        "discipline": discipline,
        "level": level,
        "trainer": trainer,
        "hall": hall,
        "weekday": weekday,
        "capacity": int(capacity),
        "price_per_session": float(price),
        "active": title not in ENDED,
    }


def _bookings(rng: random.Random, members: Rows, memberships: Rows, courses: Rows) -> Rows:
    popular = [rng.lognormvariate(0, 0.6) for _ in courses]
    last: dict[int, dt.date] = {}
    for row in memberships:
        end = row["ended_on"] or END
        last[row["member_id"]] = max(last.get(row["member_id"], end), end)

    keen = [0 if rng.random() < 0.22 else rng.lognormvariate(0, 0.9) for _ in members]
    rows: Rows = []
    while len(rows) < 3680:
        member = rng.choices(members, keen)[0]
        course = rng.choices(courses, popular)[0]
        first = max(START, member["joined_on"])
        final = min(END, last[member["id"]], ENDED.get(course["title"], END))
        if first >= final:
            continue

        day = START + DAY * int((END - START).days * rng.random() ** 0.8)
        day -= DAY * ((day.weekday() - WEEKDAYS.index(course["weekday"])) % 7)
        if first <= day <= final:
            ahead = min(int(rng.expovariate(1 / 5)), 28, (day - first).days)
            rows.append(_booking(rng, member, course, day, ahead))

    return rows


def _booking(rng: random.Random, member: dict, course: dict, day: dt.date, ahead: int) -> dict:
    hour = rng.randint(6, 8) if ahead == 0 else rng.randint(6, 22)
    at = dt.datetime.combine(day - DAY * ahead, dt.time(hour, rng.randint(0, 59), rng.randint(0, 59)))
    missed = NO_SHOWS[course["discipline"]]
    status = weighted(rng, {"attended": 87 - missed, "no_show": missed, "cancelled": 13})
    best = 37 + 60 * (0.35 if course["trainer"] in LIKED else 0)
    return {
        "member_id": member["id"],
        "course_id": course["id"],
        "booked_at": at,
        "session_date": day,
        "status": status,
        "channel": weighted(rng, {"app": 58, "website": 27, "front desk": 15}),
        "waitlisted": rng.random() < 0.08,
        "rating": rng.choices([1, 2, 3, 4, 5], [2, 5, 16, 40, best])[0]
        if status == "attended" and rng.random() < 0.46
        else None,
    }


def _fees(rng: random.Random, memberships: Rows) -> Rows:
    rows: Rows = []
    seen: set[int] = set()
    for row in memberships:
        begin, member = row["started_on"], row["member_id"]
        if begin >= START and member not in seen:
            rows.append(_payment(rng, (member, row["id"]), begin, 39.0, "joining fee"))

        seen.add(member)
        for due in _half_years(begin, min(row["ended_on"] or END, END)):
            if due >= START:
                rows.append(_payment(rng, (member, row["id"]), due, 6 * row["monthly_fee"], "membership fee"))

    return rows


def _half_years(begin: dt.date, last: dt.date) -> list[dt.date]:
    days = []
    months = begin.month - 1
    while True:
        day = dt.date(begin.year + months // 12, months % 12 + 1, min(begin.day, 28))
        if day > last:
            return days

        days.append(day)
        months += 6


def _purchases(rng: random.Random, bookings: Rows, courses: Rows) -> Rows:
    rows = []
    for _ in range(430):
        booking = rng.choice(bookings)
        price = courses[booking["course_id"] - 1]["price_per_session"]
        amount = 10 * price * rng.choice([0.5, 1, 1])
        rows.append(
            _payment(rng, (booking["member_id"], None), booking["session_date"], amount, "course fee")
        )

    for _ in range(340):
        booking = rng.choice(bookings)
        amount = rng.choice(MERCHANDISE)
        rows.append(
            _payment(rng, (booking["member_id"], None), booking["session_date"], amount, "merchandise")
        )

    return rows


def _payment(rng: random.Random, of: tuple[int, int | None], due: dt.date, amount: float, kind: str) -> dict:
    method = weighted(rng, METHODS if kind == "membership fee" else SHOP_METHODS)
    lags = {
        "direct debit": rng.randint(1, 4),
        "card": rng.randint(0, 6),
        "cash": rng.randint(0, 12),
        "bank transfer": rng.randint(3, 26),
    }
    paid = due + DAY * lags[method]
    if rng.random() < 0.05:
        paid += DAY * rng.randint(14, 50)

    recent = (END - due).days < 40
    status = weighted(
        rng,
        {"paid": 55, "open": 43, "failed": 2}
        if recent
        else {"paid": 931, "open": 24, "failed": 30, "refunded": 15},
    )
    if status in ("paid", "refunded") and paid > END:
        status = "open"

    return {
        "member_id": of[0],
        "membership_id": of[1],
        "due_on": due,
        "amount": round(amount, 2),
        "payment_type": kind,
        "method": method,
        "status": status,
        "paid_on": paid if status in ("paid", "refunded") else None,
    }


def _between(rng: random.Random, first: dt.date, last: dt.date) -> dt.date:
    return first + DAY * rng.randint(0, (last - first).days)
