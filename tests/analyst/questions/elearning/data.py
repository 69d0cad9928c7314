"""Courses, instructors, learners, enrolments, payments and lessons of a course platform."""

import datetime as dt
import random
from pathlib import Path
from typing import Any

from tests.analyst.questions.tables import moment, numbered, weighted, write_parquet

NOW = dt.datetime(2025, 6, 18)
FIRST = dt.date(2022, 9, 1)
LAST = dt.date(2025, 6, 17)

TOPICS = {
    "Data Science": "Python|Machine Learning|Statistics|Pandas|Deep Learning|SQL|Data Storytelling",
    "Web Development": "JavaScript|React|Node.js|CSS|TypeScript|Django|Web Security",
    "Business": "Project Management|Negotiation|Business Strategy|Leadership|OKRs|Excel|Sales",
    "Marketing": "SEO|Email Marketing|Copywriting|Google Ads|Brand Building|Social Media",
    "Design": "Figma|UX Research|Typography|Illustrator|Design Systems|Color Theory",
    "Photography": "Portraits|Lightroom|Street Photography|Product Photos|Night Photography",
    "Languages": "Spanish|German|Japanese|French|Business English|Italian",
    "Personal Development": "Productivity|Public Speaking|Mindfulness|Time Management|Memory",
}
POPULAR = {
    "Data Science": 24,
    "Web Development": 22,
    "Business": 16,
    "Marketing": 11,
    "Design": 10,
    "Photography": 5,
    "Languages": 7,
    "Personal Development": 5,
}
PATTERNS = [
    ("beginner", "{} for Beginners"),
    ("beginner", "Introduction to {}"),
    ("beginner", "{} from Scratch"),
    ("intermediate", "Practical {}"),
    ("intermediate", "{} in 30 Days"),
    ("intermediate", "{} Bootcamp"),
    ("advanced", "Advanced {}"),
    ("advanced", "Mastering {}"),
]
FIRST_NAMES = [
    "Emma",
    "Liam",
    "Olivia",
    "Noah",
    "Ava",
    "Lucas",
    "Mia",
    "Ethan",
    "Sofia",
    "Leo",
    "Hannah",
    "Felix",
    "Clara",
    "Paul",
    "Ines",
    "Mateo",
    "Lucia",
    "Diego",
    "Priya",
    "Arjun",
    "Ananya",
    "Rahul",
    "Yuki",
    "Haruto",
    "Chloe",
    "Louis",
    "Amelia",
    "Oscar",
    "Freya",
    "Harry",
    "Zoe",
    "Nina",
    "Marta",
    "Pedro",
    "Julia",
    "Rafael",
    "Aisha",
    "Omar",
    "Kofi",
    "Amara",
]
LAST_NAMES = [
    "Smith",
    "Johnson",
    "Brown",
    "Garcia",
    "Miller",
    "Davis",
    "Müller",
    "Schmidt",
    "Fischer",
    "Weber",
    "Rossi",
    "Silva",
    "Santos",
    "Costa",
    "Sharma",
    "Patel",
    "Singh",
    "Gupta",
    "Tanaka",
    "Sato",
    "Dubois",
    "Martin",
    "Bernard",
    "Jones",
    "Taylor",
    "Wilson",
    "Evans",
    "Novak",
    "Kowalska",
    "Lopez",
    "Fernandez",
    "Khan",
    "Ahmed",
    "Mensah",
    "Okafor",
    "Nguyen",
    "Kim",
    "Park",
    "Lee",
    "Walsh",
]
COUNTRIES = {
    "United States": 30,
    "India": 20,
    "Germany": 11,
    "United Kingdom": 12,
    "Brazil": 9,
    "Spain": 6,
    "France": 6,
    "Japan": 3,
    "Nigeria": 3,
}
CHANNELS = {
    "organic search": 34,
    "paid ads": 24,
    "referral": 16,
    "social media": 18,
    "partner": 8,
}
METHODS = {"credit card": 56, "paypal": 27, "apple pay": 11, "bank transfer": 6}
COUPONS = {"WELCOME10": 40, "SPRING20": 22, "BLACKFRIDAY": 24, "FRIEND15": 14}
DISCOUNT = {"WELCOME10": 0.1, "SPRING20": 0.2, "BLACKFRIDAY": 0.4, "FRIEND15": 0.15}


def people(rng: random.Random, count: int) -> list[str]:
    """Full names, no two the same while they last."""
    names = [f"{first} {last}" for first in FIRST_NAMES for last in LAST_NAMES]
    rng.shuffle(names)
    return names[:count]


def mailbox(name: str) -> str:
    return name.lower().replace(" ", ".").replace("ü", "ue")


def clock(rng: random.Random, day: dt.date) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(rng.randint(6, 23), rng.randint(0, 59)))


def write(folder: Path) -> None:
    rng = random.Random(4711)
    instructors = numbered(
        (
            {
                "full_name": name,
                "country": None if rng.random() < 0.05 else weighted(rng, COUNTRIES),
                "joined_on": moment(rng, dt.date(2021, 3, 1), dt.date(2024, 10, 31)).date(),
                "revenue_share_pct": rng.choice([50, 60, 60, 70]),
            }
            for name in people(rng, 200)
        ),
        "instructor_id",
    )

    titles = [
        (category, level, pattern.format(topic))
        for category, topics in TOPICS.items()
        for topic in topics.split("|")
        for level, pattern in PATTERNS
    ]
    courses: list[dict[str, Any]] = []
    for category, level, title in rng.sample(titles, 290):
        status = weighted(rng, {"published": 84, "draft": 9, "archived": 7})
        price = rng.choice([0, 19, 29, 39, 49, 49, 59, 79, 99, 129])
        price += 30 if level == "advanced" and price else 0
        courses.append(
            {
                "title": title,
                "category": category,
                "difficulty": level,
                "language": weighted(rng, {"English": 78, "Spanish": 12, "German": 10}),
                "instructor_id": rng.choice(instructors)["instructor_id"],
                "price_usd": price - 0.01 if price else 0.0,
                "lesson_count": rng.randint(8, 48),
                "duration_hours": None if rng.random() < 0.04 else round(rng.uniform(1.5, 32), 1),
                "status": status,
                "published_on": None
                if status == "draft"
                else moment(rng, dt.date(2021, 6, 1), dt.date(2025, 3, 31)).date(),
            }
        )
    courses = numbered(courses, "course_id")

    days = (LAST - FIRST).days
    signups = sorted(int(days * rng.random() ** 0.85) for _ in range(1500))
    learners = numbered(
        (
            {
                "full_name": name,
                "email": f"{mailbox(name)}@{rng.choice(['gmail.com', 'outlook.com', 'mail.com'])}",
                "country": None if rng.random() < 0.03 else weighted(rng, COUNTRIES),
                "signup_date": FIRST + dt.timedelta(days=day),
                "signup_channel": None if rng.random() < 0.02 else weighted(rng, CHANNELS),
                "marketing_opt_in": rng.random() < 0.58,
            }
            for name, day in zip(people(rng, 1500), signups, strict=True)
        ),
        "learner_id",
    )

    eager = [min(rng.paretovariate(1.3), 9) for _ in learners]
    pull = {c["course_id"]: POPULAR[c["category"]] * min(rng.paretovariate(1.0), 14) for c in courses}
    quality = {c["course_id"]: rng.uniform(3.2, 4.7) for c in courses}
    live = [c for c in courses if c["status"] != "draft"]
    taken: set[tuple[int, int]] = set()
    enrolments: list[dict[str, Any]] = []
    while len(enrolments) < 4600:
        learner = rng.choices(learners, eager)[0]
        room = (LAST - learner["signup_date"]).days
        day = learner["signup_date"] + dt.timedelta(days=int(room * rng.random() ** 2.4))
        offer = list(rng.choices(live, [pull[c["course_id"]] for c in live], k=6))
        offer = [c for c in offer if c["published_on"] <= day]
        if not offer or (learner["learner_id"], offer[0]["course_id"]) in taken:
            continue
        course = offer[0]
        taken.add((learner["learner_id"], course["course_id"]))
        enrolled = clock(rng, day)
        chance = {"beginner": 0.46, "intermediate": 0.38, "advanced": 0.29}[course["difficulty"]]
        chance += 0.0 if course["price_usd"] else -0.12
        status, completed = "active", None
        roll = rng.random()
        if roll < chance:
            done = enrolled + dt.timedelta(days=rng.randint(5, 140), hours=rng.randint(0, 5))
            if done < NOW:
                status, completed = "completed", done
        elif roll < chance + 0.22 and (NOW - enrolled).days > 20:
            status = "dropped"
        rating = None
        if rng.random() < (0.62 if status == "completed" else 0.16):
            rating = max(1, min(5, round(rng.gauss(quality[course["course_id"]], 0.9))))
        enrolments.append(
            {
                "learner_id": learner["learner_id"],
                "course_id": course["course_id"],
                "enrolled_at": enrolled,
                "status": status,
                "completed_at": completed,
                "rating": rating,
            }
        )
    enrolments.sort(key=lambda row: row["enrolled_at"])
    enrolments = numbered(enrolments, "enrolment_id")

    price = {c["course_id"]: c["price_usd"] for c in courses}
    lessons = {c["course_id"]: c["lesson_count"] for c in courses}
    payments: list[dict[str, Any]] = []
    progress: list[dict[str, Any]] = []
    for row in enrolments:
        if price[row["course_id"]]:
            coupon = weighted(rng, COUPONS) if rng.random() < 0.24 else None
            if coupon == "BLACKFRIDAY" and row["enrolled_at"].month not in (11, 12):
                coupon = "WELCOME10"
            amount = round(price[row["course_id"]] * (1 - DISCOUNT.get(coupon or "", 0)), 2)
            method = weighted(rng, METHODS)
            paid_at = row["enrolled_at"] - dt.timedelta(minutes=rng.randint(1, 4))
            base = {
                "enrolment_id": row["enrolment_id"],
                "amount_usd": amount,
                "payment_method": method,
                "coupon_code": coupon,
            }
            if rng.random() < 0.07:
                failed_at = paid_at - dt.timedelta(minutes=rng.randint(1, 30))
                payments.append({**base, "paid_at": failed_at, "status": "failed"})
            state = "refunded" if rng.random() < 0.05 else "succeeded"
            payments.append({**base, "paid_at": paid_at, "status": state})
        if rng.random() < 0.43:
            at = row["enrolled_at"]
            for lesson in range(1, min(lessons[row["course_id"]], rng.randint(1, 4)) + 1):
                at += dt.timedelta(hours=rng.randint(1, 90), minutes=rng.randint(0, 59))
                if at >= NOW:
                    break
                finished = rng.random() < 0.84
                minutes = round(rng.uniform(4, 38) if finished else rng.uniform(0.5, 9), 1)
                quiz = finished and rng.random() < 0.6
                progress.append(
                    {
                        "enrolment_id": row["enrolment_id"],
                        "lesson_no": lesson,
                        "started_at": at,
                        "finished_at": at + dt.timedelta(minutes=int(minutes) + 1) if finished else None,
                        "minutes_watched": minutes,
                        "quiz_score": min(100, max(20, round(rng.gauss(76, 13)))) if quiz else None,
                    }
                )
    payments.sort(key=lambda row: row["paid_at"])
    progress.sort(key=lambda row: row["started_at"])
    write_parquet(
        folder,
        {
            "instructors": instructors,
            "courses": courses,
            "learners": learners,
            "enrolments": enrolments,
            "payments": numbered(payments, "payment_id"),
            "lesson_progress": numbered(progress, "progress_id"),
        },
    )
