"""A secondary school: students, courses, enrolments, marks and absences of three school years."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, moment, numbered, weighted, write_parquet

TERMS = {
    "2022/23": (dt.date(2022, 9, 5), dt.date(2023, 6, 23)),
    "2023/24": (dt.date(2023, 9, 4), dt.date(2024, 6, 21)),
    "2024/25": (dt.date(2024, 9, 2), dt.date(2025, 5, 30)),
}
TEACHERS = [
    ("Helen Marsh", "Mathematics", dt.date(2009, 9, 1)),
    ("Oluwaseun Adeyemi", "Mathematics", dt.date(2019, 9, 1)),
    ("Brigid Kelleher", "Mathematics", dt.date(2022, 2, 14)),
    ("Graham Pike", "Science", dt.date(2006, 1, 9)),
    ("Yasmin Haddad", "Science", dt.date(2020, 9, 1)),
    ("Stefan Kowal", "Science", dt.date(2021, 9, 1)),
    ("Ruth Lindqvist", "Science", dt.date(2017, 4, 18)),
    ("Claire Beaumont", "Languages", dt.date(2013, 9, 1)),
    ("Jorge Salinas", "Languages", dt.date(2018, 9, 3)),
    ("Anneke de Vries", "Languages", dt.date(2023, 1, 9)),
    ("Martin Oakes", "Humanities", dt.date(2011, 9, 1)),
    ("Priya Raman", "Humanities", dt.date(2016, 9, 1)),
    ("Theo Blackwood", "Arts and sport", dt.date(2015, 1, 5)),
    ("Louisa Crane", "Arts and sport", dt.date(2021, 2, 22)),
]
COURSES = [
    ("MAT-07", "Foundation Maths", "Mathematics", "Core", 4, 1, 12),
    ("MAT-10", "Algebra", "Mathematics", "Core", 4, 2, 9),
    ("MAT-11", "Statistics", "Mathematics", "Core", 3, 3, 6),
    ("MAT-12", "Calculus", "Mathematics", "Advanced", 5, 1, 4),
    ("BIO-09", "Biology", "Science", "Core", 4, 5, 10),
    ("BIO-12", "Genetics", "Science", "Advanced", 5, 7, 2),
    ("CHE-09", "Chemistry", "Science", "Core", 4, 4, 8),
    ("PHY-09", "Physics", "Science", "Core", 4, 6, 7),
    ("PHY-12", "Mechanics", "Science", "Advanced", 5, 6, 2),
    ("CSC-10", "Computing", "Science", "Elective", 3, 7, 5),
    ("ENG-07", "English", "Languages", "Core", 4, 8, 13),
    ("FRE-08", "French", "Languages", "Elective", 3, 8, 5),
    ("SPA-08", "Spanish", "Languages", "Elective", 3, 9, 7),
    ("GER-08", "German", "Languages", "Elective", 3, 10, 3),
    ("HIS-08", "History", "Humanities", "Core", 3, 11, 8),
    ("GEO-08", "Geography", "Humanities", "Core", 3, 12, 7),
    ("ECO-11", "Economics", "Humanities", "Advanced", 4, 12, 3),
    ("ART-07", "Drawing and Painting", "Arts and sport", "Elective", 2, 14, 4),
    ("MUS-07", "Music", "Arts and sport", "Elective", 2, 14, 3),
    ("DRA-09", "Drama", "Arts and sport", "Elective", 2, 13, 2),
    ("SPO-07", "Physical Education", "Arts and sport", "Core", 2, 13, 9),
]
MEANS = {"Mathematics": 58, "Science": 62, "Languages": 67, "Humanities": 65, "Arts and sport": 74}
WITHDRAWN = {
    "Mathematics": 0.08,
    "Science": 0.1,
    "Languages": 0.07,
    "Humanities": 0.05,
    "Arts and sport": 0.13,
}
HOUSES = {"Falcon": 7, "Heron": 5, "Kestrel": 6, "Osprey": 4, "": 1}
REASONS = {"ILL": 11, "MED": 5, "FAM": 3, "UNX": 4}
KINDS = {"exam": 4, "coursework": 5, "quiz": 7, "oral": 2}
HARDER = {"exam": -4, "coursework": 4, "quiz": 0, "oral": 2}
FIRSTS = [
    "Ada",
    "Ben",
    "Carla",
    "Dylan",
    "Esme",
    "Finn",
    "Greta",
    "Hugo",
    "Isla",
    "Jonah",
    "Kira",
    "Leon",
    "Maya",
    "Noah",
    "Orla",
    "Pavel",
    "Queenie",
    "Rory",
    "Saskia",
    "Tariq",
    "Una",
    "Viktor",
    "Wren",
    "Xavier",
    "Yara",
    "Zane",
    "Amelie",
    "Bruno",
    "Cleo",
    "Dara",
    "Elif",
    "Felix",
]
LASTS = [
    "Abbott",
    "Barlow",
    "Chandra",
    "Doyle",
    "Eriksen",
    "Farooq",
    "Gallagher",
    "Hobbs",
    "Ibrahim",
    "Jensen",
    "Keane",
    "Lowry",
    "Mbeki",
    "Novak",
    "Okoro",
    "Pemberton",
    "Quigley",
    "Rossi",
    "Shah",
    "Tanner",
    "Ueda",
    "Vance",
    "Whitlock",
    "Yildiz",
    "Zielinski",
]


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(4471)
    teachers = numbered({"full_name": n, "department": d, "hired_on": h} for n, d, h in TEACHERS)
    columns = ("code", "title", "subject", "level", "credits", "teacher_id")
    courses = numbered(dict(zip(columns, course, strict=False)) for course in COURSES)
    students = _students(rng)
    enrolments = _enrolments(rng, students, courses)
    grades = _grades(rng, enrolments, courses)
    absences = _absences(rng, students)
    write_parquet(
        folder,
        {
            "teachers": teachers,
            "courses": courses,
            "students": students,
            "enrolments": enrolments,
            "grades": grades,
            "absences": absences,
        },
    )


def _students(rng: random.Random) -> Rows:
    names = [f"{first} {last}" for first in FIRSTS for last in LASTS]
    rows = []
    for number, name in enumerate(rng.sample(names, 430)):
        group = rng.choices([7, 8, 9, 10, 11, 12], [8, 8, 7, 7, 6, 5])[0]
        entry = min(2024, 2017 + 12 - group + rng.choices([0, 1, 2], [8, 1, 1])[0])
        born = dt.date(2019 - group, 9, 1)
        rows.append(
            {
                "student_no": f"S-{20110 + 7 * number}",
                "full_name": name,
                "gender": weighted(rng, {"F": 50, "M": 47, "X": 2}),
                "birth_date": moment(rng, born, born + dt.timedelta(days=364)).date(),
                "year_group": group,
                "house": weighted(rng, HOUSES) or None,
                "entry_date": dt.date(entry, 9, rng.randint(1, 9)),
                "scholarship": rng.random() < 0.14,
            }
        )
    return numbered(rows)


def _weekday(rng: random.Random, first: dt.date, last: dt.date) -> dt.date:
    while (day := moment(rng, first, last).date()).weekday() > 4:
        pass
    return day


def _enrolments(rng: random.Random, students: Rows, courses: Rows) -> Rows:
    rows = []
    for year, (first, last) in TERMS.items():
        for student in students:
            if student["entry_date"].year > first.year:
                continue
            for course in _choose(rng, courses, rng.randint(3, 6)):
                enrolled = _weekday(rng, first - dt.timedelta(days=20), first + dt.timedelta(days=18))
                gone = rng.random() < WITHDRAWN[course["subject"]]
                rows.append(
                    {
                        "student_id": student["id"],
                        "course_id": course["id"],
                        "school_year": year,
                        "enrolled_on": enrolled,
                        "status": "W" if gone else "A" if year == "2024/25" else "C",
                        "withdrawn_on": _weekday(rng, first + dt.timedelta(days=30), last) if gone else None,
                    }
                )
    return numbered(rows)


def _choose(rng: random.Random, courses: Rows, number: int) -> Rows:
    chosen: dict[int, dict] = {}
    while len(chosen) < number:
        course = rng.choices(courses, [row[6] for row in COURSES])[0]
        chosen[course["id"]] = course
    return [chosen[key] for key in sorted(chosen)]


def _grades(rng: random.Random, enrolments: Rows, courses: Rows) -> Rows:
    gift = {}
    rows = []
    for enrolment in enrolments:
        course = courses[enrolment["course_id"] - 1]
        talent = gift.setdefault(enrolment["student_id"], rng.gauss(0, 8))
        first, last = TERMS[enrolment["school_year"]]
        first += dt.timedelta(days=20)
        last = max(enrolment["withdrawn_on"] or last, first + dt.timedelta(days=7))
        for _ in range(rng.choice([1, 1, 2, 3]) if enrolment["status"] != "W" else rng.choice([0, 0, 1])):
            kind = weighted(rng, KINDS)
            mean = MEANS[course["subject"]] + talent + HARDER[kind]
            mean -= 6 if course["level"] == "Advanced" else 0
            score = min(100.0, max(4.0, round(rng.gauss(mean + course["id"] * 7 % 5, 13), 1)))
            rows.append(
                {
                    "enrolment_id": enrolment["id"],
                    "assessed_on": _weekday(rng, first, last),
                    "kind": kind,
                    "score": None if rng.random() < 0.04 else score,
                }
            )
    return numbered(rows)


def _absences(rng: random.Random, students: Rows) -> Rows:
    rows = []
    seen = set()
    for first, last in TERMS.values():
        here = [student for student in students if student["entry_date"].year <= first.year]
        weights = [0.3 + (student["id"] * 37 % 50) ** 2 / 500 for student in here]
        for student in rng.choices(here, weights, k=len(here) * 3):
            reason = weighted(rng, REASONS)
            day = _weekday(rng, first, last)
            if day.month in (4, 5, 9) and rng.random() < 0.35:
                day = _weekday(rng, first + dt.timedelta(days=60), first + dt.timedelta(days=180))
            if (student["id"], day) in seen:
                continue
            seen.add((student["id"], day))
            rows.append(
                {
                    "student_id": student["id"],
                    "absent_on": day,
                    "reason": reason,
                    "lessons": rng.choices([1, 2, 3, 4, 5, 6], [3, 3, 2, 2, 2, 7])[0],
                    "excused": reason != "UNX" and rng.random() < 0.93,
                }
            )
    return numbered(rows)
