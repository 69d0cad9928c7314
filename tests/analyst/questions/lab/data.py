"""A diagnostic laboratory: practices, couriers, samples, tests and results."""

import random
from datetime import date, datetime, timedelta
from pathlib import Path

from tests.analyst.questions.tables import Rows, chosen, write_parquet

LAST = datetime(2026, 2, 11, 19, 0)
PRACTICES = [
    "Ashgrove Surgery",
    "Beacon Health Centre",
    "Brookside Clinic",
    "Castle Street Practice",
    "Cedar House Surgery",
    "Dale View Medical",
    "Eastfield Hospital",
    "Elm Tree Surgery",
    "Fairview Clinic",
    "Foxhill Practice",
    "Gatehouse Medical",
    "Greenway Surgery",
    "Harbour Hospital",
    "Heathfield Clinic",
    "Hillcrest Practice",
    "Ivy Lane Surgery",
    "Kingsway Fertility Clinic",
    "Lakeside Medical",
    "Larkspur Dermatology",
    "Maple Road Surgery",
    "Meadow Bank Practice",
    "Millstone Clinic",
    "Newbridge Hospital",
    "Northgate Surgery",
    "Oakwood Medical",
    "Orchard Practice",
    "Parkside Oncology",
    "Priory Surgery",
    "Quayside Clinic",
    "Redwood Practice",
    "Riverside Hospital",
    "Rosehill Surgery",
    "Sandown Medical",
    "Silverdale Urology",
    "St Anne Care Home",
    "St Luke Hospital",
    "Summerfield Care Home",
    "Thornbury Practice",
    "Victoria Surgery",
    "Westbrook Clinic",
    "Willow Care Home",
    "Yewtree Practice",
]
NEVER = {10, 22, 38}
COURIERS = [
    ("Dev Patel", "van"),
    ("Moira Lang", "car"),
    ("Stan Kowalski", "van"),
    ("Gwen Hughes", "bike"),
    ("Tariq Aziz", "motorbike"),
    ("Lucy Barnes", "car"),
    ("Owen Price", "van"),
    ("Nina Falk", "bike"),
    ("Harvey Moss", "car"),
]
COURIER_WEIGHTS = [6, 4, 5, 2, 3, 3, 2, 1.5]
SLOWNESS = {1: 0, 2: 1, 3: 0.5, 4: -0.5, 5: -0.8, 6: 1.6, 7: 3, 8: 0.3}
TESTS = [
    ("FBC", "Full blood count", "Haematology", 14.5, 24, 1, "blood"),
    ("ESR", "Erythrocyte sedimentation rate", "Haematology", 8.0, 24, 1, "blood"),
    ("COAG", "Coagulation screen", "Haematology", 22.0, 24, 1, "blood"),
    ("BF", "Blood film", "Haematology", 19.0, 48, 0, "blood"),
    ("U&E", "Urea and electrolytes", "Biochemistry", 12.0, 24, 1, "blood"),
    ("LFT", "Liver function", "Biochemistry", 13.5, 24, 1, "blood"),
    ("LIP", "Lipid profile", "Biochemistry", 16.0, 24, 1, "blood"),
    ("HBA1C", "HbA1c", "Biochemistry", 18.5, 48, 1, "blood"),
    ("CRP", "C-reactive protein", "Biochemistry", 11.0, 12, 1, "blood"),
    ("GLU", "Glucose", "Biochemistry", 6.5, 12, 1, "blood"),
    ("TSH", "Thyroid stimulating hormone", "Endocrinology", 21.0, 48, 1, "blood"),
    ("FT4", "Free thyroxine", "Endocrinology", 23.0, 48, 1, "blood"),
    ("VITD", "Vitamin D", "Endocrinology", 29.0, 72, 1, "blood"),
    ("TEST", "Testosterone", "Endocrinology", 27.5, 72, 0, "blood"),
    ("UMC", "Urine culture", "Microbiology", 24.0, 72, 1, "urine"),
    ("UDIP", "Urine dipstick", "Microbiology", 5.5, 12, 1, "urine"),
    ("SWC", "Swab culture", "Microbiology", 26.0, 72, 1, "swab"),
    ("STC", "Stool culture", "Microbiology", 31.0, 96, 1, "stool"),
    ("FIT", "Faecal immunochemical test", "Microbiology", 28.0, 72, 0, "stool"),
    ("CT", "Chlamydia PCR", "Molecular", 42.0, 48, 1, "swab"),
    ("COV", "SARS-CoV-2 PCR", "Molecular", 48.0, 24, 1, "swab"),
    ("HPV", "HPV genotyping", "Molecular", 65.0, 120, 0, "swab"),
    ("BRCA", "BRCA panel", "Molecular", 420.0, 480, 0, "blood"),
    ("HIST", "Histology", "Histopathology", 95.0, 168, 1, "tissue"),
    ("IHC", "Immunohistochemistry", "Histopathology", 140.0, 240, 1, "tissue"),
    ("ALB", "Albumin creatinine ratio", "Biochemistry", 15.0, 24, 1, "urine"),
    ("ZIKA", "Zika virus PCR", "Molecular", 110.0, 120, 0, "blood"),
]
NEVER_ORDERED = {23, 27}
START = datetime(2023, 9, 1, 6, 0)
SPAN = (LAST - START).days
REASONS = ["Haemolysed", "Insufficient volume", "Unlabelled", "Wrong container", "Too old on arrival"]
ANALYSTS = ["R. Haines", "S. Obi", "M. Farrow", "T. Nguyen", "K. Doyle", "P. Lister"]


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(90210)
    practices, quiet_from = _practices(rng)
    couriers = _couriers(rng)
    tests, tw = _tests(rng)
    samples = _samples(rng, practices, quiet_from)
    results = _results(rng, samples, tests, tw)
    tables = {
        "practice": chosen(
            "practice_id name practice_type region city contract_since is_active discount_percent",
            _keyed(practices, "practice_id"),
        ),
        "courier": chosen(
            "courier_id name vehicle base_city employment started_on is_active",
            _keyed(couriers, "courier_id"),
        ),
        "test": chosen(
            "test_id code name category price target_hours is_accredited", _keyed(tests, "test_id")
        ),
        "sample": chosen(
            "sample_id barcode practice_id courier_id sample_type priority collected_at "
            "received_at arrival_temp_c patient_sex patient_age is_fasting status "
            "rejection_reason",
            _keyed(samples, "sample_id"),
        ),
        "result": chosen(
            "result_id sample_id test_id analysed_at reported_at analyst value flag is_repeat charged_amount",
            _keyed(results, "result_id"),
        ),
    }
    write_parquet(folder, tables)


def _keyed(rows: Rows, key: str) -> Rows:
    """The rows with their number under the name that it has in their table."""
    return [{**row, key: row["id"]} for row in rows]


def _between(rng: random.Random, a: date, b: date) -> date:
    return a + timedelta(days=rng.randint(0, (b - a).days))


def _practice_type(n: str) -> str:
    if "Hospital" in n:
        return "Hospital"
    if "Care Home" in n:
        return "Care home"
    if any(w in n for w in ("Fertility", "Dermatology", "Oncology", "Urology")):
        return "Specialist"
    return "GP"


def _practices(rng: random.Random) -> tuple[Rows, dict[int, date]]:
    """The practices, and since when some of them send nothing."""
    practices: Rows = []
    for k, n in enumerate(PRACTICES):
        t = _practice_type(n)
        since = (
            _between(rng, date(2015, 1, 1), date(2023, 7, 1))
            if k % 4
            else _between(rng, date(2018, 1, 1), date(2025, 6, 30))
        )
        practices.append(
            {
                "id": k + 1,
                "name": n,
                "practice_type": t,
                "region": rng.choices(["North", "South", "East", "West"], [4, 3, 3, 2])[0],
                "city": rng.choice(["Leeds", "York", "Bradford", "Harrogate", "Hull", "Wakefield"]),
                "contract_since": since,
                "is_active": rng.random() > 0.12,
                "discount_percent": rng.choice([None, None, None, 5.0, 7.5, 10.0, 12.5]),
                "_w": {"Hospital": 4, "Specialist": 1.6, "Care home": 0.8, "GP": 1.2}[t]
                * rng.choice([0.5, 0.8, 1, 1.4, 2]),
                "_trend": rng.choice([-0.9, -0.4, 0.1, 0.5, 0.9]),
            }
        )
    practices[9]["contract_since"] = date(2025, 12, 1)
    practices[9]["is_active"] = True
    practices[21]["contract_since"] = date(2024, 9, 15)
    practices[21]["is_active"] = True
    practices[37]["is_active"] = False
    quiet_from: dict[int, date] = {}
    for p in practices:
        if not p["is_active"] and p["id"] not in NEVER:
            quiet_from[p["id"]] = _between(rng, date(2024, 10, 1), date(2025, 9, 1))
    quiet_from[15] = date(2025, 9, 20)
    quiet_from[29] = date(2025, 10, 4)
    practices[14]["is_active"] = practices[28]["is_active"] = True
    return practices, quiet_from


def _couriers(rng: random.Random) -> Rows:
    return [
        {
            "id": k + 1,
            "name": n,
            "vehicle": v,
            "base_city": rng.choice(["Leeds", "York", "Hull"]),
            "employment": "subcontractor" if k in (4, 6, 8) else "employee",
            "started_on": (
                date(2026, 1, 19) if k == 8 else _between(rng, date(2017, 1, 1), date(2023, 8, 1))
            ),
            "is_active": k != 6,
        }
        for k, (n, v) in enumerate(COURIERS)
    ]


def _tests(rng: random.Random) -> tuple[Rows, dict[int, float]]:
    """The tests, and how often each of them is ordered."""
    tests = [
        {
            "id": k + 1,
            "code": a,
            "name": b,
            "category": c,
            "price": d,
            "target_hours": e,
            "is_accredited": bool(f),
            "_t": g,
        }
        for k, (a, b, c, d, e, f, g) in enumerate(TESTS)
    ]
    tw = {t["id"]: rng.choice([0.6, 1, 1.5, 2.2, 3]) for t in tests}
    tw[1] = 5
    tw[5] = 4.2
    tw[6] = 3.5
    return tests, tw


def _trend(d: datetime, p: dict) -> float:
    """How much a practice sends on a day: more or less over the years."""
    x = (d - START).days / SPAN
    return max(0.12, 1 + p["_trend"] * (x - 0.5) * 2)


def _samples(rng: random.Random, practices: Rows, quiet_from: dict[int, date]) -> Rows:
    samples: Rows = []
    acc = [p for p in practices if p["id"] not in NEVER]
    n = 0
    while n < 1500:
        day = START + timedelta(days=rng.randint(0, SPAN))
        if day.weekday() == 6 or (day.weekday() == 5 and rng.random() < 0.7):
            continue
        p = rng.choices(acc, [q["_w"] * _trend(day, q) for q in acc])[0]
        if p["id"] in quiet_from and day.date() >= quiet_from[p["id"]]:
            continue
        if day.date() < p["contract_since"]:
            continue
        col = day.replace(hour=rng.randint(7, 16), minute=rng.choice(range(0, 60, 5)))
        cour = None if rng.random() < 0.14 else rng.choices(range(1, 9), COURIER_WEIGHTS)[0]
        if cour == 7 and day.date() > date(2025, 6, 30):
            cour = 3
        hrs = 3.5 + rng.random() * 5 + (SLOWNESS[cour] if cour else 14 + rng.random() * 20)
        rec = col + timedelta(minutes=int(hrs * 60))
        if rec > LAST:
            continue
        samples.append(_sample(rng, p, cour, col, rec))
        n += 1
    samples.sort(key=lambda s: s["received_at"])
    return samples


def _sample(rng: random.Random, p: dict, cour: int | None, col: datetime, rec: datetime) -> dict:
    st = rng.choices(["blood", "urine", "swab", "stool", "tissue"], [58, 16, 14, 6, 6])[0]
    pr = rng.choices(
        ["routine", "urgent", "stat"], [78, 16, 6] if p["practice_type"] != "Hospital" else [55, 28, 17]
    )[0]
    age = int(
        min(
            96,
            max(
                1,
                rng.gauss(
                    79 if p["practice_type"] == "Care home" else 52,
                    9 if p["practice_type"] == "Care home" else 19,
                ),
            ),
        )
    )
    temp = (
        None
        if rng.random() < 0.08
        else round(
            rng.gauss(5.2, 1.3)
            + (2.2 if cour in (4, 8) and col.month in (6, 7, 8) else 0)
            + (1.6 if cour is None else 0),
            1,
        )
    )
    rej = (
        rng.random()
        < {"GP": 0.05, "Hospital": 0.03, "Specialist": 0.04, "Care home": 0.11}[p["practice_type"]]
    )
    return {
        "practice_id": p["id"],
        "courier_id": cour,
        "sample_type": st,
        "priority": pr,
        "collected_at": col,
        "received_at": rec,
        "arrival_temp_c": temp,
        "patient_sex": rng.choices(["F", "M"], [56, 44])[0],
        "patient_age": age,
        "is_fasting": (rng.random() < 0.3) if st == "blood" else None,
        "status": "rejected" if rej else "completed",
        "rejection_reason": rng.choices(REASONS, [5, 4, 3, 2, 2])[0] if rej else None,
        "_p": p,
    }


def _results(rng: random.Random, samples: Rows, tests: Rows, tw: dict[int, float]) -> Rows:
    """The results of the samples that were not rejected; numbers the samples and marks those in progress."""
    results: Rows = []
    for k, s in enumerate(samples):
        s["id"] = k + 1
        s["barcode"] = f"L{s['received_at']:%y%m}{k + 1:05d}"
        if s["status"] == "rejected":
            continue
        pool = [t for t in tests if t["_t"] == s["sample_type"] and t["id"] not in NEVER_ORDERED]
        m = min(
            len(pool),
            rng.choices([1, 2, 3, 4, 5, 6], [8, 16, 22, 24, 18, 12])[0]
            if s["sample_type"] == "blood"
            else rng.choice([1, 1, 2]),
        )
        picked = []
        while len(picked) < m:
            t = rng.choices(pool, [tw[x["id"]] for x in pool])[0]
            if t not in picked:
                picked.append(t)
        pend = False
        for t in picked:
            f = {"routine": 1, "urgent": 0.6, "stat": 0.35}[s["priority"]]
            an = s["received_at"] + timedelta(
                minutes=int(t["target_hours"] * 60 * f * rng.uniform(0.25, 0.8))
            )
            rp = an + timedelta(
                minutes=int(t["target_hours"] * 60 * f * rng.uniform(0.05, 0.55)) + rng.randint(5, 90)
            )
            if an > LAST:
                pend = True
                continue
            if rp > LAST:
                rp = None
                pend = True
            fl = rng.choices(
                ["normal", "high", "low", "critical"], [74, 14, 9, 3 if s["priority"] == "routine" else 8]
            )[0]
            quant = t["category"] in ("Haematology", "Biochemistry", "Endocrinology")
            disc = s["_p"]["discount_percent"] or 0
            results.append(
                {
                    "sample_id": s["id"],
                    "test_id": t["id"],
                    "analysed_at": an,
                    "reported_at": rp,
                    "analyst": rng.choices(ANALYSTS, [6, 5, 4, 4, 3, 2])[0],
                    "value": round(
                        rng.uniform(1, 60) * {"high": 1.8, "low": 0.4, "critical": 2.6}.get(fl, 1), 2
                    )
                    if quant
                    else None,
                    "flag": fl,
                    "is_repeat": rng.random() < 0.05,
                    "charged_amount": round(t["price"] * (1 - disc / 100), 2),
                }
            )
        if pend:
            s["status"] = "in progress"
    results.sort(key=lambda r: r["analysed_at"])
    for k, r in enumerate(results):
        r["id"] = k + 1
    return results
