"""A veterinary practice with three branches: clients, animals, staff, visits and invoices."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import moment, weighted, write_csv

TODAY = dt.date(2025, 9, 18)
FIRST = dt.date(2023, 1, 2)

SURNAMES = [
    "Ashworth",
    "Barker",
    "Begum",
    "Bennett",
    "Booth",
    "Bradley",
    "Brennan",
    "Carter",
    "Chaudhry",
    "Clarke",
    "Crossley",
    "Davies",
    "Dixon",
    "Doyle",
    "Edwards",
    "Evans",
    "Farrell",
    "Firth",
    "Gallagher",
    "Greenwood",
    "Haigh",
    "Hall",
    "Hartley",
    "Hassan",
    "Holroyd",
    "Hughes",
    "Iqbal",
    "Jackson",
    "Jones",
    "Kaur",
    "Kelly",
    "Kershaw",
    "Khan",
    "Lister",
    "Lumb",
    "Marsden",
    "Mitchell",
    "Moore",
    "Murphy",
    "Naylor",
    "O'Connor",
    "Ogden",
    "Patel",
    "Pickles",
    "Priestley",
    "Ramsden",
    "Robinson",
    "Schofield",
    "Shaw",
    "Singh",
    "Smith",
    "Stansfield",
    "Sutcliffe",
    "Taylor",
    "Thomas",
    "Turner",
    "Uttley",
    "Walker",
    "Watson",
    "Wilkinson",
    "Wood",
    "Wright",
]
FIRST_NAMES = [
    "Aisha",
    "Alan",
    "Amy",
    "Andrew",
    "Angela",
    "Ben",
    "Carol",
    "Chloe",
    "Dan",
    "David",
    "Dawn",
    "Donna",
    "Emma",
    "Fatima",
    "Gary",
    "George",
    "Grace",
    "Hannah",
    "Helen",
    "Imran",
    "Jack",
    "Jane",
    "Janet",
    "Jean",
    "Joe",
    "John",
    "Julie",
    "Karen",
    "Kate",
    "Laura",
    "Leanne",
    "Linda",
    "Lucy",
    "Mark",
    "Martin",
    "Mary",
    "Megan",
    "Mohammed",
    "Natalie",
    "Nigel",
    "Pat",
    "Paul",
    "Peter",
    "Priya",
    "Rachel",
    "Rob",
    "Ruth",
    "Sam",
    "Sarah",
    "Sean",
    "Sophie",
    "Steve",
    "Sue",
    "Tom",
    "Tracy",
    "Yasmin",
]
PET_NAMES = [
    "Alfie",
    "Archie",
    "Bailey",
    "Bear",
    "Bella",
    "Biscuit",
    "Bonnie",
    "Buddy",
    "Charlie",
    "Chester",
    "Coco",
    "Cookie",
    "Daisy",
    "Dexter",
    "Dolly",
    "Fudge",
    "George",
    "Ginger",
    "Harley",
    "Hugo",
    "Jasper",
    "Lola",
    "Lottie",
    "Luna",
    "Maisie",
    "Max",
    "Millie",
    "Milo",
    "Misty",
    "Molly",
    "Monty",
    "Nala",
    "Oreo",
    "Oscar",
    "Pepper",
    "Pippa",
    "Poppy",
    "Reggie",
    "Rosie",
    "Roxy",
    "Ruby",
    "Sasha",
    "Shadow",
    "Simba",
    "Smudge",
    "Snowball",
    "Socks",
    "Sooty",
    "Stanley",
    "Teddy",
    "Tigger",
    "Tilly",
    "Toby",
    "Willow",
    "Winnie",
    "Ziggy",
]
TOWNS = {
    "Halifax": 30,
    "Brighouse": 18,
    "Hebden Bridge": 14,
    "Sowerby Bridge": 12,
    "Todmorden": 10,
    "Elland": 8,
    "Huddersfield": 5,
    "Mytholmroyd": 4,
}
AREAS = {
    "Halifax": "HX1",
    "Brighouse": "HD6",
    "Hebden Bridge": "HX7",
    "Sowerby Bridge": "HX6",
    "Todmorden": "OL14",
    "Elland": "HX5",
    "Huddersfield": "HD2",
    "Mytholmroyd": "HX7",
}
HOME = {
    "Halifax": "Halifax",
    "Brighouse": "Brighouse",
    "Hebden Bridge": "Hebden Bridge",
    "Sowerby Bridge": "Halifax",
    "Todmorden": "Hebden Bridge",
    "Elland": "Brighouse",
    "Huddersfield": "Brighouse",
    "Mytholmroyd": "Hebden Bridge",
}
SPECIES = {"Canine": 52, "Feline": 33, "Rabbit": 7, "Guinea Pig": 4, "Avian": 2, "Reptile": 2}
BREEDS = {
    "Canine": {
        "Labrador Retriever": 16,
        "Cockapoo": 13,
        "Cocker Spaniel": 10,
        "French Bulldog": 10,
        "Border Collie": 8,
        "Jack Russell Terrier": 8,
        "Crossbreed": 12,
        "Staffordshire Bull Terrier": 7,
        "German Shepherd": 5,
        "Whippet": 5,
        "Pug": 4,
    },
    "Feline": {
        "Domestic Shorthair": 60,
        "Domestic Longhair": 14,
        "British Shorthair": 10,
        "Ragdoll": 8,
        "Bengal": 5,
        "Maine Coon": 4,
    },
    "Rabbit": {"Netherland Dwarf": 4, "Mini Lop": 6, "Lionhead": 3},
    "Guinea Pig": {"Abyssinian": 1, "American": 2},
    "Avian": {"Budgerigar": 2, "African Grey": 1},
    "Reptile": {"Bearded Dragon": 2, "Leopard Gecko": 1, "Hermann's Tortoise": 1},
}
WEIGHTS = {
    "Canine": (4, 42),
    "Feline": (2.6, 7.2),
    "Rabbit": (1, 3),
    "Guinea Pig": (0.6, 1.3),
    "Avian": (0.03, 0.5),
    "Reptile": (0.06, 2),
}
INSURERS = {"Petplan": 40, "ManyPets": 22, "Agria": 16, "Animal Friends": 12, "Tesco Bank": 10}
STAFF = [
    # code, name, role, branch, started, left, FTE
    ("HMS", "Dr Helen Sutcliffe", "Vet", "Halifax", dt.date(2009, 4, 6), None, 1.0),
    ("JPO", "Dr James O'Connor", "Vet", "Halifax", dt.date(2016, 9, 5), None, 1.0),
    ("PKS", "Dr Priya Singh", "Vet", "Halifax", dt.date(2021, 7, 12), None, 0.8),
    ("TRW", "Dr Tom Wilkinson", "Vet", "Brighouse", dt.date(2013, 1, 14), None, 1.0),
    ("AMB", "Dr Anna Barker", "Vet", "Brighouse", dt.date(2022, 8, 1), None, 1.0),
    ("LGD", "Dr Luis Garcia Dominguez", "Vet", "Brighouse", dt.date(2019, 3, 4), dt.date(2024, 6, 28), 1.0),
    ("ECN", "Dr Emma Naylor", "Vet", "Hebden Bridge", dt.date(2018, 2, 19), None, 0.6),
    ("RDH", "Dr Rob Hartley", "Vet", "Hebden Bridge", dt.date(2024, 7, 8), None, 1.0),
    ("SJK", "Sophie Kershaw", "Nurse", "Halifax", dt.date(2015, 5, 11), None, 1.0),
    ("MLT", "Megan Turner", "Nurse", "Halifax", dt.date(2023, 9, 4), None, 1.0),
    ("DAF", "Dawn Firth", "Nurse", "Brighouse", dt.date(2011, 10, 3), None, 0.8),
    ("CLU", "Chloe Uttley", "Nurse", "Hebden Bridge", dt.date(2020, 1, 6), None, 0.6),
    ("BJW", "Ben Walker", "Nurse", "Brighouse", dt.date(2021, 3, 1), dt.date(2025, 2, 28), 1.0),
    ("JLM", "Julie Marsden", "Receptionist", "Halifax", dt.date(2007, 6, 18), None, 0.8),
    ("NPH", "Natalie Haigh", "Receptionist", "Brighouse", dt.date(2022, 11, 21), None, 1.0),
    ("GRT", "Grace Thomas", "Receptionist", "Hebden Bridge", dt.date(2024, 4, 15), None, 0.5),
    ("KEP", "Karen Priestley", "Practice Manager", "Halifax", dt.date(2012, 3, 26), None, 1.0),
]
TYPES = {
    "Consultation": 38,
    "Vaccination": 20,
    "Nurse Clinic": 13,
    "Recheck": 12,
    "Surgery": 7,
    "Dental": 4,
    "Emergency": 6,
}
STATUSES = {"Completed": 84, "DNA": 6, "Cancelled": 10}
DIAGNOSES = {
    "Gastroenteritis": 14,
    "Otitis externa": 12,
    "Skin allergy": 12,
    "Dental disease": 9,
    "Lameness": 10,
    "Arthritis": 7,
    "Conjunctivitis": 5,
    "Cystitis": 5,
    "Abscess": 5,
    "Diabetes mellitus": 3,
    "Kidney disease": 4,
    "Wound": 6,
}
MINUTES = {
    "Consultation": (8, 28),
    "Vaccination": (6, 16),
    "Nurse Clinic": (8, 22),
    "Recheck": (5, 16),
    "Surgery": (45, 170),
    "Dental": (35, 110),
    "Emergency": (20, 80),
}
# code: description, category, price
ITEMS = {
    "CON01": ("Consultation", "Professional Fees", 46.5),
    "CON02": ("Recheck consultation", "Professional Fees", 31.0),
    "CON03": ("Nurse consultation", "Professional Fees", 18.5),
    "CON09": ("Out of hours consultation", "Professional Fees", 165.0),
    "VAC01": ("Dog booster", "Vaccines", 52.0),
    "VAC02": ("Cat booster", "Vaccines", 49.0),
    "VAC03": ("Rabbit Nobivac Myxo-RHD", "Vaccines", 61.0),
    "VAC04": ("Kennel cough", "Vaccines", 32.0),
    "DRG01": ("Amoxicillin 250mg tabs", "Drugs", 1.35),
    "DRG02": ("Meloxicam oral susp 32ml", "Drugs", 24.9),
    "DRG03": ("Apoquel 16mg tabs", "Drugs", 2.85),
    "DRG04": ("Ear drops 20ml", "Drugs", 21.4),
    "DRG05": ("Insulin Caninsulin 10ml", "Drugs", 38.5),
    "PAR01": ("Spot-on flea treatment", "Parasite Control", 12.8),
    "PAR02": ("Worming tablet", "Parasite Control", 6.4),
    "LAB01": ("In-house blood panel", "Laboratory", 88.0),
    "LAB02": ("Urinalysis", "Laboratory", 34.0),
    "LAB03": ("External histology", "Laboratory", 142.0),
    "IMG01": ("X-ray 2 views", "Imaging", 165.0),
    "IMG02": ("Ultrasound abdomen", "Imaging", 210.0),
    "SUR01": ("Castration", "Surgery", 185.0),
    "SUR02": ("Spay", "Surgery", 240.0),
    "SUR03": ("Lump removal", "Surgery", 395.0),
    "SUR04": ("Anaesthetic and monitoring", "Surgery", 118.0),
    "DEN01": ("Dental scale and polish", "Dentistry", 285.0),
    "DEN02": ("Extraction", "Dentistry", 48.0),
    "FOO01": ("Renal diet 2kg", "Food & Retail", 29.5),
    "FOO02": ("Gastro diet tins x12", "Food & Retail", 33.0),
    "RET01": ("Buster collar", "Food & Retail", 11.5),
    "EUT01": ("Euthanasia and cremation", "End of Life", 230.0),
}


def _lines(
    rng: random.Random, kind: str, species: str, sex: str, diagnosis: str | None
) -> list[tuple[str, float]]:
    """The item codes and quantities charged on one visit."""
    lines: list[tuple[str, float]] = []
    vaccine = {"Canine": "VAC01", "Feline": "VAC02", "Rabbit": "VAC03"}.get(species)
    if kind == "Vaccination" and vaccine:
        lines.append((vaccine, 1))
        if species == "Canine" and rng.random() < 0.35:
            lines.append(("VAC04", 1))
    elif kind in ("Consultation", "Vaccination"):
        lines.append(("CON01", 1))
    elif kind == "Recheck":
        lines.append(("CON02", 1))
    elif kind == "Nurse Clinic":
        lines.append(("CON03", 1))
    elif kind == "Emergency":
        lines.append(("CON09", 1))
        if rng.random() < 0.45:
            lines.append(("IMG01", 1))
        if rng.random() < 0.08:
            lines.append(("EUT01", 1))
    elif kind == "Surgery":
        lines += [
            (("SUR01" if sex.startswith("M") else "SUR02") if rng.random() < 0.6 else "SUR03", 1),
            ("SUR04", 1),
        ]
        if lines[0][0] == "SUR03" and rng.random() < 0.6:
            lines.append(("LAB03", 1))
    elif kind == "Dental":
        lines += [("DEN01", 1), ("SUR04", 1)]
        if rng.random() < 0.6:
            lines.append(("DEN02", rng.randint(1, 6)))
    if diagnosis and rng.random() < 0.75:
        drug = {
            "Otitis externa": "DRG04",
            "Skin allergy": "DRG03",
            "Arthritis": "DRG02",
            "Lameness": "DRG02",
            "Diabetes mellitus": "DRG05",
        }.get(diagnosis, "DRG01")
        lines.append((drug, rng.choice([14, 20, 28, 30]) if drug in ("DRG01", "DRG03") else 1))
    if diagnosis and rng.random() < 0.22:
        lines.append((rng.choice(["LAB01", "LAB01", "LAB02"]), 1))
    if diagnosis and rng.random() < 0.07:
        lines.append((rng.choice(["IMG01", "IMG02"]), 1))
    if diagnosis == "Kidney disease" and rng.random() < 0.6:
        lines.append(("FOO01", rng.randint(1, 3)))
    if diagnosis == "Gastroenteritis" and rng.random() < 0.3:
        lines.append(("FOO02", 1))
    if rng.random() < 0.25:
        lines.append((rng.choice(["PAR01", "PAR01", "PAR02"]), rng.randint(1, 4)))
    if kind in ("Surgery", "Dental") and rng.random() < 0.4:
        lines.append(("RET01", 1))
    return lines


def write(folder: Path) -> None:
    """Write the tables."""
    rng = random.Random(4127)
    clients, animals, visits, invoices, lines = [], [], [], [], []
    for number in range(1, 431):
        town = weighted(rng, TOWNS)
        first, last = rng.choice(FIRST_NAMES), rng.choice(SURNAMES)
        registered = moment(rng, dt.date(2015, 1, 5), dt.date(2025, 9, 12)).date()
        clients.append(
            {
                "ClientNo": 10000 + number,
                "Title": rng.choice(["Mr", "Mrs", "Ms", "Miss", "Dr", None]),
                "FirstName": first,
                "Surname": last,
                "Town": town,
                "Postcode": f"{AREAS[town]} {rng.randint(1, 9)}"
                + "".join(rng.choice("ABDEFGHJLN") for _ in range(2)),
                "Email": f"{first.lower()}.{last.lower().replace(chr(39), '')}{number}@example.org"
                if rng.random() < 0.83
                else None,
                "MobilePhone": f"07700 900{rng.randint(100, 999)}" if rng.random() < 0.9 else None,
                "RegisteredOn": registered,
                "HomeBranch": HOME[town]
                if rng.random() < 0.9
                else rng.choice(["Halifax", "Brighouse", "Hebden Bridge"]),
                "HealthPlan": "Y" if rng.random() < 0.31 else "N",
                "HowHeard": weighted(
                    rng,
                    {
                        "Recommendation": 34,
                        "Google": 26,
                        "Passing by": 14,
                        "Facebook": 9,
                        "Rescue centre": 6,
                        "": 11,
                    },
                )
                or None,
                "ClientStatus": weighted(rng, {"Active": 84, "Lapsed": 10, "Moved": 6}),
            }
        )
    for client in clients:
        for _ in range(rng.choices([0, 1, 2, 3, 4], [4, 58, 26, 9, 3])[0]):
            species = weighted(rng, SPECIES)
            birth = moment(rng, dt.date(2008, 1, 1), dt.date(2025, 6, 30)).date()
            birth = (
                max(birth, moment(rng, dt.date(2012, 1, 1), dt.date(2025, 6, 30)).date())
                if rng.random() < 0.6
                else birth
            )
            dead = None
            if (TODAY - birth).days > 365 * 4 and rng.random() < 0.13:
                dead = moment(rng, max(dt.date(2023, 3, 1), client["RegisteredOn"]), TODAY).date()
            insured = rng.random() < {"Canine": 0.52, "Feline": 0.34}.get(species, 0.08)
            breed = weighted(rng, BREEDS[species])
            animals.append(
                {
                    "AnimalNo": 20001 + len(animals),
                    "ClientNo": client["ClientNo"],
                    "PetName": rng.choice(PET_NAMES),
                    "Species": species,
                    "Breed": breed if rng.random() < 0.95 else None,
                    "Sex": weighted(rng, {"M": 16, "F": 15, "MN": 35, "FN": 34}),
                    "DOB": birth,
                    "WeightKg": round(rng.uniform(*WEIGHTS[species]), 2) if rng.random() < 0.92 else None,
                    "MicrochipNo": f"9810000{rng.randint(10**7, 10**8 - 1)}"
                    if rng.random() < {"Canine": 0.95, "Feline": 0.74}.get(species, 0.2)
                    else None,
                    "Insured": "Y" if insured else "N",
                    "Insurer": weighted(rng, INSURERS) if insured else None,
                    "DateDeceased": dead,
                }
            )
    by_client = {client["ClientNo"]: client for client in clients}
    load = [rng.choice([0.3, 1, 1, 1, 2, 3.5]) for _ in animals]
    rows = []
    while len(rows) < 3300:
        animal = rng.choices(animals, load)[0]
        client = by_client[animal["ClientNo"]]
        day = FIRST + dt.timedelta(days=int((rng.random() ** 0.88) * ((TODAY - FIRST).days + 28)))
        kind = weighted(rng, TYPES)
        if day < max(client["RegisteredOn"], animal["DOB"]) or (
            animal["DateDeceased"] and day > animal["DateDeceased"]
        ):
            continue
        if (day.weekday() == 6 and kind != "Emergency") or (day.weekday() == 5 and rng.random() < 0.5):
            continue
        if client["ClientStatus"] != "Active" and day > dt.date(2024, 9, 1):
            continue
        rows.append(
            (
                dt.datetime.combine(
                    day, dt.time(rng.randint(8, 18), rng.choice([0, 10, 15, 20, 30, 40, 45, 50]))
                ),
                animal,
                client,
                kind,
            )
        )
    rows.sort(key=lambda row: (row[0], row[1]["AnimalNo"]))
    invoice_no, line_no = 61000, 0
    for number, (booked, animal, client, kind) in enumerate(rows, 1):
        day = booked.date()
        branch = (
            client["HomeBranch"]
            if rng.random() < 0.93
            else rng.choice(["Halifax", "Brighouse", "Hebden Bridge"])
        )
        role = "Nurse" if kind == "Nurse Clinic" else "Vet"
        pool = [
            s
            for s in STAFF
            if s[2] == role and s[3] == branch and s[4] <= day and (s[5] is None or day <= s[5])
        ]
        person = rng.choices(pool, [s[6] for s in pool])[0]
        status = "Booked" if day >= TODAY else weighted(rng, STATUSES)
        made = booked - dt.timedelta(
            days=0
            if kind == "Emergency"
            else rng.choices([0, 1, 2, 3, 5, 8, 13, 21], [18, 18, 15, 12, 14, 10, 8, 5])[0]
        )
        made_on = min(made.date(), TODAY - dt.timedelta(days=1)) if day >= TODAY else made.date()
        arrived = seen = left = diagnosis = None
        if status == "Completed":
            arrived = booked + dt.timedelta(minutes=rng.randint(-10, 9))
            wait = max(0, int(rng.gauss({"Halifax": 15, "Brighouse": 9, "Hebden Bridge": 11}[branch], 6)))
            seen = max(arrived, booked) + dt.timedelta(minutes=2 if kind == "Emergency" else wait)
            left = seen + dt.timedelta(minutes=rng.randint(*MINUTES[kind]))
            if kind in ("Consultation", "Recheck", "Emergency") and rng.random() < 0.9:
                diagnosis = weighted(rng, DIAGNOSES)
            elif kind == "Dental":
                diagnosis = "Dental disease"
            if rng.random() < 0.04:
                arrived = None
        visits.append(
            {
                "VisitNo": 300000 + number,
                "AnimalNo": animal["AnimalNo"],
                "Branch": branch,
                "StaffCode": person[0] if rng.random() < 0.985 or status == "Completed" else None,
                "VisitType": kind,
                "BookedOn": made_on,
                "ApptTime": booked,
                "ArrivedAt": arrived,
                "SeenAt": seen,
                "LeftAt": left,
                "ApptStatus": status,
                "Diagnosis": diagnosis,
                "WeightRecordedKg": round(animal["WeightKg"] * rng.uniform(0.92, 1.08), 2)
                if status == "Completed" and animal["WeightKg"] and rng.random() < 0.7
                else None,
            }
        )
        if status != "Completed":
            continue
        invoice_no += 1
        claim = (
            animal["Insured"] == "Y" and kind not in ("Vaccination", "Nurse Clinic") and rng.random() < 0.6
        )
        paid = (
            day
            if not claim and rng.random() < 0.83
            else day + dt.timedelta(days=int(rng.expovariate(1 / (34 if claim else 18))) + 1)
        )
        unpaid = rng.random() < 0.03 or paid >= TODAY
        invoices.append(
            {
                "InvoiceNo": invoice_no,
                "VisitNo": 300000 + number,
                "ClientNo": client["ClientNo"],
                "InvoiceDate": day,
                "DueDate": day + dt.timedelta(days=30 if claim else 7),
                "PaidDate": None if unpaid else paid,
                "PayMethod": None
                if unpaid
                else (
                    "Insurer"
                    if claim
                    else weighted(rng, {"Card": 74, "Cash": 9, "Bank Transfer": 10, "Direct Debit": 7})
                ),
                "InsuranceClaim": "Y" if claim else "N",
            }
        )
        inflation = {2023: 1.0, 2024: 1.06, 2025: 1.11}[day.year]
        for code, quantity in _lines(rng, kind, animal["Species"], animal["Sex"], diagnosis):
            description, category, price = ITEMS[code]
            line_no += 1
            unit = round(price * inflation, 2)
            discount = (
                (10 if category in ("Vaccines", "Parasite Control", "Dentistry", "Food & Retail") else 5)
                if client["HealthPlan"] == "Y"
                else 0
            )
            if rng.random() < 0.01:
                discount = 50
            net = round(unit * quantity * (1 - discount / 100), 2)
            lines.append(
                {
                    "LineNo": line_no,
                    "InvoiceNo": invoice_no,
                    "ItemCode": code,
                    "Description": description,
                    "Category": category,
                    "Qty": quantity,
                    "UnitPrice": unit,
                    "DiscPct": discount,
                    "NetAmt": net,
                    "VATAmt": round(net * 0.2, 2),
                }
            )
    staff = [
        {"StaffCode": c, "FullName": n, "JobRole": r, "Branch": b, "StartDate": s, "LeaveDate": e, "FTE": f}
        for c, n, r, b, s, e, f in STAFF
    ]
    write_csv(
        folder,
        {
            "Clients": clients,
            "Animals": animals,
            "Staff": staff,
            "Visits": visits,
            "Invoices": invoices,
            "InvoiceLines": lines,
        },
    )
