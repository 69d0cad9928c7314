"""An online language school: students, teachers, courses, lessons and payments."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, arranged, numbered, weighted, write_parquet

START, END = dt.date(2022, 9, 1), dt.date(2025, 6, 23)
LANGUAGES = {"Spanish": 30, "English": 34, "French": 17, "German": 14, "Italian": 8}
COUNTRIES = {
    "Germany": ("German", 20),
    "Austria": ("German", 6),
    "Spain": ("Spanish", 13),
    "Mexico": ("Spanish", 8),
    "France": ("French", 11),
    "Italy": ("Italian", 9),
    "Brazil": ("Portuguese", 10),
    "Poland": ("Polish", 12),
    "Netherlands": ("Dutch", 6),
    "United States": ("English", 11),
    "United Kingdom": ("English", 8),
}
GIVEN = (
    "Anna Bruno Clara Diego Emma Felix Giulia Hugo Ines Jonas Kasia Lucas Marta Nina Oscar Paula Rafael "
    "Sofie Tomasz Valentina Willem Xavier Yara Zoe Alice Marco Lena Pedro Julia Mateo Ewa Chloe David Laura "
    "Noah Camila Jan Sara Leo Bianca"
)
FAMILY = (
    "Almeida Becker Costa Dubois Esposito Fischer Garcia Hofmann Jansen Kowalski Lopez Moreau Nowak Oliveira "
    "Peters Rossi Schmidt Torres Ulrich Vega Weber Young Zielinski Hernandez Martin Conti Wagner Brown Silva "
    "Kaminski"
)
TEACHERS = {"Spanish": 5, "English": 6, "French": 3, "German": 3, "Italian": 2}
PRICES = {"A1": 22.0, "A2": 23.0, "B1": 25.0, "B2": 27.0, "C1": 30.0}
LEVELS = {"A1": 28, "A2": 24, "B1": 22, "B2": 17, "C1": 9}
SPECIAL = [
    ("English", "business", "B2", 36.0),
    ("English", "exam prep", "C1", 39.0),
    ("Spanish", "conversation", "B1", 24.0),
    ("Spanish", "exam prep", "B2", 35.0),
    ("German", "business", "B1", 34.0),
    ("German", "exam prep", "B2", 38.0),
    ("French", "conversation", "B1", 25.0),
    ("Italian", "conversation", "A2", 23.0),
    ("English", "kids", "A1", 20.0),
    ("German", "kids", "A1", 20.0),
]
SOURCES = {"Google": 30, "friend": 22, "Instagram": 20, "podcast": 9, "partner school": 8, None: 11}
STAYING = {
    "Google": 0.55,
    "friend": 0.8,
    "Instagram": 0.45,
    "podcast": 0.68,
    "partner school": 0.74,
    None: 0.6,
}
CODES = {None: (70, 1), "WELCOME10": (14, 0.9), "SUMMER15": (8, 0.85), "FRIEND20": (8, 0.8)}
LAGS = {"card": [0, 0, 0, 1], "PayPal": [0, 0, 1, 2], "bank transfer": [2, 3, 4, 6, 9, 15]}
YEARS = {2022: 0.92, 2023: 0.95, 2024: 0.98, 2025: 1}
HOURS = {
    8: 3,
    9: 4,
    10: 4,
    11: 4,
    12: 4,
    13: 3,
    14: 3,
    15: 4,
    16: 5,
    17: 8,
    18: 10,
    19: 10,
    20: 8,
    21: 4,
}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(77031)
    names: set[str] = set()
    teachers = _teachers(rng, names)
    courses = _courses()
    students = numbered(
        sorted((_student(rng, names) for _ in range(420)), key=lambda row: row["signed_up_on"]), "student_id"
    )
    school = _School(rng, teachers, courses)
    for student in students:
        school.teach(student)

    lessons = sorted(school.lessons, key=lambda row: (row["starts_at"], row["student_id"]))
    payments = sorted(school.payments, key=lambda row: (row["invoiced_on"], row["student_id"]))
    write_parquet(
        folder,
        {
            "students": arranged(
                students,
                "student_id full_name country native_language date_of_birth signed_up_on level "
                "referral_source is_active newsletter_opt_in",
            ),
            "teachers": arranged(
                teachers, "teacher_id name language native_speaker hourly_rate joined_on is_active"
            ),
            "courses": courses,
            "lessons": numbered(lessons, "lesson_id"),
            "payments": numbered(payments, "payment_id"),
        },
    )


def _name(rng: random.Random, used: set[str]) -> str:
    while True:
        name = f"{rng.choice(GIVEN.split())} {rng.choice(FAMILY.split())}"
        if name not in used:
            used.add(name)
            return name


def _teachers(rng: random.Random, names: set[str]) -> Rows:
    rows = []
    for language, many in TEACHERS.items():
        for place in range(many):
            native = rng.random() < 0.65
            joined = (
                dt.date(2022, rng.randint(3, 8), rng.randint(1, 28))
                if place < 2
                else START + _days(rng.randint(0, 700))
            )
            rows.append(
                {
                    "name": _name(rng, names),
                    "language": language,
                    "native_speaker": native,
                    "hourly_rate": float(rng.choice([16, 17, 18, 19, 20, 21, 22, 24])),
                    "joined_on": joined,
                    "is_active": not (place == 2 and language in ("Spanish", "English", "German")),
                }
            )

    rows.append(
        {
            "name": _name(rng, names),
            "language": "German",
            "native_speaker": True,
            "hourly_rate": 20.0,
            "joined_on": dt.date(2025, 6, 16),
            "is_active": True,
        }
    )
    return numbered(rows, "teacher_id")


def _courses() -> Rows:
    general = [
        _course(f"{language} {level} General", (language, level, "general"), price)
        for language in LANGUAGES
        for level, price in PRICES.items()
        if language != "Italian" or level not in ("B2", "C1")
    ]
    special = [
        _course(
            f"{language} for Kids" if focus == "kids" else f"{language} {focus.title()} {level}",
            (language, level, focus),
            price,
        )
        for language, focus, level, price in SPECIAL
    ]
    return numbered(general + special, "course_id")


def _course(title: str, kind: tuple[str, str, str], price: float) -> dict:
    return {
        "title": title,
        "language": kind[0],
        "level": kind[1],
        "focus": kind[2],
        "price_per_lesson": price,
        "is_archived": title in ("French C1 General", "German for Kids"),
    }


def _student(rng: random.Random, names: set[str]) -> dict:
    country = weighted(rng, {key: row[1] for key, row in COUNTRIES.items()})
    native = COUNTRIES[country][0] if rng.random() < 0.92 else rng.choice(["Arabic", "Turkish", "Russian"])
    signed_up = START + _days(int((END - START).days * rng.random() ** 0.78))
    born = dt.date(rng.randint(1962, 2012), rng.randint(1, 12), rng.randint(1, 28))
    source = weighted(rng, SOURCES)
    return {
        "full_name": _name(rng, names),
        "country": country,
        "native_language": native,
        "date_of_birth": born,
        "signed_up_on": signed_up,
        "level": weighted(rng, LEVELS),
        "referral_source": source,
        "newsletter_opt_in": rng.random() < 0.56,
    }


class _School:
    """Gives every student lessons, and sells them in packs."""

    def __init__(self, rng: random.Random, teachers: Rows, courses: Rows):
        self._rng = rng
        self._teachers = teachers
        self._courses = courses
        self._liked = {row["teacher_id"]: rng.uniform(0.5, 2.2) for row in teachers}
        self._cancels = {row["teacher_id"]: rng.uniform(0.6, 1.7) for row in teachers}
        self._rated = {row["teacher_id"]: rng.uniform(3.9, 4.8) for row in teachers}
        self.lessons: Rows = []
        self.payments: Rows = []

    def teach(self, student: dict) -> None:
        rng = self._rng
        others = {key: many for key, many in LANGUAGES.items() if key != student["native_language"]}
        language = weighted(rng, others)
        course = self._first_course(language, student["level"])
        if rng.random() < 0.09:
            student["is_active"] = rng.random() < 0.4  # never took a lesson
            return

        teacher = self._teacher(language, student["signed_up_on"] + _days(20))
        day = student["signed_up_on"] + _days(
            rng.choices([1, 2, 3, 5, 8, 13, 21], [15, 20, 20, 18, 14, 8, 5])[0]
        )
        trial = rng.random() < 0.72
        stays = STAYING[student["referral_source"]]
        many = max(1, int(rng.expovariate(1 / 11))) if not trial or rng.random() < stays else 0
        last = self._lessons(student, course, teacher, (day, trial, many))
        student["is_active"] = (last is not None and last > END - _days(75)) or rng.random() < 0.12

    def _lessons(
        self, student: dict, course: dict, teacher: dict, plan: tuple[dt.date, bool, int]
    ) -> dt.date | None:
        rng = self._rng
        day, trial, many = plan
        step = rng.choice([3, 4, 7, 7, 7, 14])
        last, left = None, 0
        for is_trial in [True] * trial + [False] * many:
            if day > END:
                break

            if not is_trial and left <= 0:
                if rng.random() < 0.12 and last:
                    course = self._next_course(course)

                left = self._sell(student, course, day)

            if not teacher["is_active"] and day > dt.date(2024, 12, 15):
                teacher = self._teacher(course["language"], day, active=True)

            self.lessons.append(self._lesson(student, course, teacher, (day, is_trial)))
            left -= not is_trial
            last = day
            day += _days(step + rng.choice([-1, 0, 0, 0, 1, 2]))
            if rng.random() < 0.04:
                day += _days(rng.randint(20, 120))

            if rng.random() < 0.03:
                teacher = self._teacher(course["language"], day)

        return last

    def _first_course(self, language: str, level: str) -> dict:
        found = [row for row in self._courses if row["language"] == language and not row["is_archived"]]
        return self._rng.choices(found, [4 if row["level"] == level else 0.6 for row in found])[0]

    def _next_course(self, course: dict) -> dict:
        return next(
            (
                row
                for row in self._courses
                if row["language"] == course["language"]
                and row["focus"] == "general"
                and row["level"] > course["level"]
                and row["title"] != "French C1 General"
            ),
            course,
        )

    def _teacher(self, language: str, day: dt.date, *, active: bool = False) -> dict:
        found = [
            row
            for row in self._teachers
            if row["language"] == language
            and row["joined_on"] <= day
            and row["joined_on"] < dt.date(2025, 6, 1)
            and (row["is_active"] or not active)
        ]
        return self._rng.choices(found, [self._liked[row["teacher_id"]] for row in found])[0]

    def _sell(self, student: dict, course: dict, day: dt.date) -> int:
        rng = self._rng
        many = rng.choices([5, 10, 20], [55, 35, 10])[0]
        code = weighted(rng, {key: row[0] for key, row in CODES.items()})
        amount = many * course["price_per_lesson"] * CODES[code][1] * YEARS[day.year]
        method = weighted(rng, {"card": 58, "PayPal": 24, "bank transfer": 18})
        invoiced = day - _days(rng.randint(0, 2)) if day - _days(2) > student["signed_up_on"] else day
        paid = invoiced + _days(rng.choice(LAGS[method]))
        status = weighted(rng, {"paid": 91, "refunded": 5, "failed": 4})
        if status != "failed" and (paid > END or (invoiced > END - _days(45) and rng.random() < 0.28)):
            status = "pending"

        self.payments.append(
            {
                "student_id": student["student_id"],
                "course_id": course["course_id"],
                "invoiced_on": invoiced,
                "paid_on": paid if status in ("paid", "refunded") else None,
                "status": status,
                "method": method,
                "lessons_bought": many,
                "discount_code": code,
                "amount": round(amount, 2),
            }
        )
        return many

    def _lesson(self, student: dict, course: dict, teacher: dict, at: tuple[dt.date, bool]) -> dict:
        rng = self._rng
        day, is_trial = at
        number = teacher["teacher_id"]
        status = weighted(rng, {"completed": 84, "cancelled": 10 * self._cancels[number], "no_show": 5})
        duration = 30 if is_trial else rng.choices([45, 60, 90], [25, 62, 13])[0]
        rating = None
        if status == "completed" and rng.random() < 0.62:
            rating = min(5, max(1, round(rng.gauss(self._rated[number], 0.75))))

        hour = rng.choices(list(HOURS), list(HOURS.values()))[0]
        return {
            "student_id": student["student_id"],
            "teacher_id": number,
            "course_id": course["course_id"],
            "starts_at": dt.datetime.combine(day, dt.time(hour, rng.choice([0, 0, 0, 30]))),
            "duration_min": duration,
            "is_trial": is_trial,
            "status": status,
            "rating": rating,
        }


def _days(many: int) -> dt.timedelta:
    return dt.timedelta(days=many)
