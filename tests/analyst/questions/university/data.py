"""A university's registry: students, courses, enrolments with grades, and exams."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, numbered, weighted, write_csv

FIRST_NAMES = [
    "Amelia",
    "Noah",
    "Priya",
    "Tomasz",
    "Chloe",
    "Hassan",
    "Maya",
    "Oliver",
    "Ingrid",
    "Kwame",
    "Sofia",
    "Liam",
    "Yuki",
    "Fatima",
    "Ethan",
    "Zara",
    "Diego",
    "Nora",
    "Jonas",
    "Leila",
    "Marcus",
    "Aoife",
    "Wei",
    "Grace",
]
LAST_NAMES = [
    "Baker",
    "Nguyen",
    "Okoye",
    "Schmidt",
    "Rossi",
    "Patel",
    "Murphy",
    "Larsen",
    "Garcia",
    "Kim",
    "Novak",
    "Haddad",
    "Williams",
    "Tanaka",
    "Dubois",
    "Silva",
    "Brown",
    "Ivanova",
    "Clarke",
    "Mensah",
]
# code, name, faculty, degree
PROGRAMMES = [
    ("BSC-CS", "Computer Science", "ENG", "UG"),
    ("BENG-ME", "Mechanical Engineering", "ENG", "UG"),
    ("BSC-BIO", "Biology", "SCI", "UG"),
    ("BSC-MAT", "Mathematics", "SCI", "UG"),
    ("BA-HIS", "History", "ART", "UG"),
    ("BA-ENG", "English Literature", "ART", "UG"),
    ("BBA", "Business Administration", "BUS", "UG"),
    ("MSC-DS", "Data Science", "ENG", "PG"),
    ("MBA", "Business Administration", "BUS", "PG"),
    ("MA-PHI", "Philosophy", "ART", "PG"),
]
COURSES = {
    "CS": (
        "ENG",
        ["Intro to Programming", "Data Structures", "Databases", "Machine Learning", "Operating Systems"],
    ),
    "ME": ("ENG", ["Statics", "Thermodynamics", "Fluid Mechanics", "Machine Design"]),
    "BI": ("SCI", ["Cell Biology", "Genetics", "Ecology", "Biochemistry"]),
    "MA": ("SCI", ["Calculus I", "Calculus II", "Linear Algebra", "Probability", "Real Analysis"]),
    "HI": ("ART", ["Medieval Europe", "Modern World History", "History of Science"]),
    "EN": ("ART", ["Shakespeare", "The Novel", "Creative Writing"]),
    "PH": ("ART", ["Logic", "Ethics", "Philosophy of Mind"]),
    "BU": (
        "BUS",
        [
            "Financial Accounting",
            "Marketing Principles",
            "Corporate Finance",
            "Operations Management",
            "Business Law",
        ],
    ),
}
STAFF = [
    "Dr H. Abbott",
    "Prof L. Chen",
    "Dr S. Dupont",
    "Prof M. Eriksen",
    "Dr T. Farouk",
    "Dr J. Greene",
    "Prof A. Hussain",
    "Dr K. Ito",
    "Dr P. Jansen",
    "Prof R. Keller",
]
TERMS = [
    ("2023FA", dt.date(2023, 9, 4)),
    ("2024SP", dt.date(2024, 1, 22)),
    ("2024FA", dt.date(2024, 9, 2)),
    ("2025SP", dt.date(2025, 1, 20)),
]
POINTS = {"A": 4.0, "B": 3.0, "C": 2.0, "D": 1.0, "F": 0.0}
ROOMS = {"MAIN HALL": 120, "SPORTS CTR": 200, "B-101": 40, "B-204": 60, "LIB ANNEX": 35}


def write(folder: Path) -> None:
    rng = random.Random(5150)
    students: Rows = []
    taken: set[str] = set()
    for number in range(420):
        programme = rng.choice(PROGRAMMES)
        postgraduate = programme[3] == "PG"
        entry = rng.choice([2023, 2024]) if postgraduate else rng.choice([2021, 2022, 2023, 2023, 2024])
        status = weighted(rng, {"ACT": 0.8, "LOA": 0.05, "WDN": 0.08, "GRAD": 0.07})
        if status == "GRAD" and entry > 2022 and not postgraduate:
            status = "ACT"
        first, last = rng.choice(FIRST_NAMES), rng.choice(LAST_NAMES)
        mail = f"{first[0]}.{last}".lower()
        while mail in taken:
            mail += str(rng.randint(2, 9))
        taken.add(mail)
        students.append(
            {
                "STU_ID": f"S{20100 + number}",
                "FRST_NM": first,
                "LST_NM": last,
                "EMAIL": f"{mail}@northgate.edu" if rng.random() > 0.03 else None,
                "DOB": dt.date(entry - (25 if postgraduate else 19), 1, 1)
                + dt.timedelta(days=rng.randint(-900, 400)),
                "GNDR": weighted(rng, {"F": 0.51, "M": 0.46, "X": 0.03}),
                "NATL": weighted(
                    rng, {"UK": 0.55, "IN": 0.12, "CN": 0.1, "NG": 0.07, "IE": 0.06, "DE": 0.05, "BR": 0.05}
                ),
                "PRGM_CD": programme[0],
                "ENTRY_YR": entry,
                "STU_STAT": status,
                "FT_PT": "PT" if rng.random() < (0.4 if postgraduate else 0.1) else "FT",
                "SCHLR_AMT": rng.choice([1000, 2000, 2500, 5000]) if rng.random() < 0.18 else None,
            }
        )
    programmes: Rows = [
        {
            "PRGM_CD": code,
            "PRGM_NM": name,
            "FAC_CD": faculty,
            "LVL": level,
            "TUIT_YR": {"UG": 9250, "PG": 13400}[level] + (4500 if code == "MBA" else 0),
        }
        for code, name, faculty, level in PROGRAMMES
    ]
    courses: Rows = []
    for subject, (faculty, titles) in COURSES.items():
        for place, title in enumerate(titles):
            courses.append(
                {
                    "CRS_CD": f"{subject}{100 * (1 + place // 2) + 10 * place + 1}",
                    "CRS_TTL": title,
                    "FAC_CD": faculty,
                    "CRED": rng.choice([10, 15, 15, 20, 30]),
                    "LCTR": rng.choice(STAFF) if rng.random() > 0.06 else None,
                    "MAX_CAP": rng.choice([30, 40, 60, 60, 80, 120]),
                    "DLVRY": weighted(rng, {"ONS": 0.65, "HYB": 0.2, "ONL": 0.15}),
                }
            )
    ease = {c["CRS_CD"]: rng.gauss(0, 6) for c in courses}
    faculty_of = {p[0]: p[2] for p in PROGRAMMES}
    exams: Rows = []
    held: dict[tuple[str, str], str] = {}
    for term, start in TERMS:
        for course in courses:
            for kind, weeks in (("MID", 7), ("FIN", 15)):
                if kind == "MID" and course["CRED"] < 15:
                    continue
                key = f"X{3001 + len(exams)}"
                held[term, course["CRS_CD"], kind] = key
                day = start + dt.timedelta(weeks=weeks, days=rng.randint(0, 4))
                room = rng.choice(list(ROOMS))
                exams.append(
                    {
                        "EXAM_ID": key,
                        "CRS_CD": course["CRS_CD"],
                        "TERM_CD": term,
                        "EXAM_TYP": kind,
                        "EXAM_DT": dt.datetime.combine(day, dt.time(rng.choice([9, 13, 17]), 30)),
                        "DUR_MIN": 90 if kind == "MID" else rng.choice([120, 120, 180]),
                        "ROOM": None if course["DLVRY"] == "ONL" else room,
                        "SEATS": None if course["DLVRY"] == "ONL" else ROOMS[room],
                    }
                )
    enrolments: Rows = []
    results: Rows = []
    for student in students:
        talent = rng.gauss(64, 9)
        leaves = {"WDN": rng.randint(1, 3), "LOA": 3, "GRAD": 3}.get(student["STU_STAT"], 4)
        done: set[str] = set()
        for number, (term, start) in enumerate(TERMS):
            if int(term[:4]) - (term[4:] == "SP") < student["ENTRY_YR"] or number >= leaves:
                continue
            own = faculty_of[student["PRGM_CD"]]
            pool = [c for c in courses if c["CRS_CD"] not in done]
            weights = [6 if c["FAC_CD"] == own else 0.7 for c in pool]
            chosen = {
                c["CRS_CD"]: c for c in rng.choices(pool, weights, k=2 if student["FT_PT"] == "PT" else 4)
            }
            for code in chosen:
                dropped = rng.random() < 0.06
                marks = {}
                for kind in ("MID", "FIN"):
                    if (term, code, kind) not in held or dropped:
                        continue
                    absent = rng.random() < 0.03
                    mark = None if absent else max(8, min(99, round(rng.gauss(talent + ease[code], 9))))
                    marks[kind] = mark
                    results.append(
                        {
                            "EXAM_ID": held[term, code, kind],
                            "STU_ID": student["STU_ID"],
                            "MARK": mark,
                            "ABS_FLG": "Y" if absent else "N",
                        }
                    )
                final = None
                if not dropped:
                    scored = [m or 0 for m in marks.values()]
                    final = round(sum(scored) / len(scored) + rng.uniform(-3, 4), 1)
                waiting = term == "2025SP" and rng.random() < 0.04
                grade = None
                if final is not None and not waiting:
                    grade = (
                        "A"
                        if final >= 75
                        else "B"
                        if final >= 63
                        else "C"
                        if final >= 52
                        else "D"
                        if final >= 42
                        else "F"
                    )
                if grade not in (None, "F"):
                    done.add(code)
                enrolments.append(
                    {
                        "STU_ID": student["STU_ID"],
                        "CRS_CD": code,
                        "TERM_CD": term,
                        "ENRL_DT": start - dt.timedelta(days=rng.randint(-6, 40)),
                        "ENRL_STAT": "DRP" if dropped else "INP" if waiting else "CMP",
                        "DRP_DT": start + dt.timedelta(days=rng.randint(7, 60)) if dropped else None,
                        "GRD": grade,
                        "GRD_PTS": POINTS.get(grade or ""),
                        "ATTND_PCT": None
                        if dropped
                        else round(min(100.0, max(20.0, rng.gauss(60 + (talent - 50) * 1.1, 9))), 1),
                    }
                )
    write_csv(
        folder,
        {
            "stu_mst": students,
            "prgm": programmes,
            "crs_cat": courses,
            "enrl": numbered(enrolments, "ENRL_ID"),
            "exam_sched": exams,
            "exam_rslt": results,
        },
    )
