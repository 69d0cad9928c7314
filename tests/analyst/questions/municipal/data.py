"""A town: wards, service requests, permits, inspections and road works."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import moment, weighted, write_csv

FIRST = dt.date(2023, 1, 1)
LAST = dt.date(2025, 11, 11)

WARDS = [
    # ward, councillor, population, households, area
    ("Riverside", "Denise Okafor", 6820, 2910, 3.4),
    ("Old Town", "Martin Leblanc", 5240, 2680, 1.6),
    ("Mill Hill", "Shauna Peck", 7410, 2850, 4.9),
    ("Northgate", "Carl Jurgens", 8130, 3020, 6.2),
    ("Fairview", "Anita Rao", 6090, 2240, 7.8),
    ("Harbor Point", "Bill Castellano", 3980, 1890, 2.7),
]
STREETS = {
    "Riverside": ["River Road", "Canal Street", "Willow Lane", "Ferry Street", "Tannery Row"],
    "Old Town": ["Main Street", "Church Street", "Market Square", "Bank Street", "Court Street"],
    "Mill Hill": ["Mill Street", "Hillcrest Avenue", "Spindle Lane", "Quarry Road", "Foundry Street"],
    "Northgate": ["North Avenue", "Gate Street", "Industrial Parkway", "Birch Drive", "County Road 9"],
    "Fairview": ["Fairview Avenue", "Orchard Road", "Meadow Lane", "School Street", "Ridge Road"],
    "Harbor Point": ["Harbor Drive", "Pier Street", "Lighthouse Lane", "Beach Road"],
}
# category: share, department, target days, usual days
REQUESTS = {
    "Pothole": (24, "Public Works", 10, 9),
    "Street Light Out": (13, "Public Works", 14, 12),
    "Missed Collection": (17, "Sanitation", 3, 2),
    "Illegal Dumping": (8, "Sanitation", 5, 5),
    "Fallen Tree / Limb": (7, "Parks", 4, 3),
    "Overgrown Lot": (6, "Code Enforcement", 21, 24),
    "Noise Complaint": (7, "Code Enforcement", 5, 4),
    "Abandoned Vehicle": (4, "Code Enforcement", 14, 17),
    "Water Leak": (6, "Water & Sewer", 2, 1.5),
    "Sewer Backup": (3, "Water & Sewer", 1, 0.8),
    "Graffiti": (3, "Parks", 7, 7),
    "Snow / Ice": (5, "Public Works", 2, 2),
}
CHANNELS = {"Phone": 38, "Web Form": 24, "Mobile App": 23, "Email": 9, "Walk-in": 6}
# type: share, fee, usual review days, usual value
PERMITS = {
    "Building - Residential": (30, 240, 21, 48000),
    "Building - Commercial": (8, 950, 45, 310000),
    "Electrical": (17, 90, 7, 6500),
    "Plumbing": (12, 85, 7, 5200),
    "Demolition": (4, 180, 18, 22000),
    "Sign": (6, 60, 10, 3200),
    "Fence": (12, 45, 6, 4100),
    "Street Opening": (7, 320, 12, 14000),
    "Special Event": (4, 75, 14, None),
}
CONTRACTORS = [
    "Able Paving Inc",
    "Castle Brothers Construction",
    "Delmar Electric",
    "Evergreen Home Builders",
    "Gulliver & Sons",
    "Hometown Plumbing",
    "J. Novak Contracting",
    "Keystone Fence Co",
    "Lakeland Roofing",
    "Petrov Builders LLC",
    "Summit Sign & Awning",
    "Tri-County Excavating",
]
REVIEWERS = ["A. Whitfield", "C. Moreno", "J. Abara", "T. Sundqvist"]
INSPECTORS = ["Doug Freeman", "Lena Castro", "Raj Mehta", "Sam Whitlock", "Paula Quint"]
FIRMS = {
    "Able Paving Inc": 5,
    "Tri-County Excavating": 4,
    "Northland Asphalt": 4,
    "Bergstrom Civil": 3,
    "Town Crew": 6,
}
WORKS = {
    "Resurfacing": 30,
    "Pothole Patching": 14,
    "Sidewalk Repair": 18,
    "Water Main Replacement": 14,
    "Storm Drain": 12,
    "Line Painting": 8,
    "Bridge Repair": 4,
}
SURNAMES = [
    "Anderson",
    "Bianchi",
    "Boyle",
    "Chen",
    "Duffy",
    "Ellis",
    "Ferraro",
    "Grant",
    "Huang",
    "Ivers",
    "Jenkins",
    "Kowal",
    "Lopez",
    "Mancini",
    "Novak",
    "Ortiz",
    "Pruitt",
    "Quigley",
    "Ross",
    "Stone",
    "Tran",
    "Usher",
    "Vance",
    "Weiss",
]


def write(folder: Path) -> None:
    """Write the tables."""
    rng = random.Random(311)
    wards = [
        {"Ward": w, "Council Member": c, "Population": p, "Households": h, "Area (sq mi)": a}
        for w, c, p, h, a in WARDS
    ]
    popular = {w: p for w, _, p, _, _ in WARDS}
    moments = []
    while len(moments) < 5600:
        when = moment(rng, FIRST, LAST, (6, 22))
        kind = weighted(rng, {k: v[0] for k, v in REQUESTS.items()})
        month = when.month
        if (kind == "Snow / Ice" and month not in (12, 1, 2, 3)) or (
            kind == "Pothole" and month in (7, 8, 9, 10) and rng.random() < 0.6
        ):
            continue
        if (kind == "Overgrown Lot" and month not in (5, 6, 7, 8, 9)) or rng.random() > 0.75 + 0.25 * (
            when.year - 2023
        ) / 2:
            continue
        moments.append((when, kind))
    moments.sort()
    requests, previous = [], []
    for number, (when, kind) in enumerate(moments, 1):
        _, department, target, usual = REQUESTS[kind]
        ward = weighted(
            rng,
            {**popular, "Mill Hill": 11000}
            if kind == "Pothole"
            else {**popular, "Old Town": 10500}
            if kind in ("Noise Complaint", "Graffiti")
            else popular,
        )
        days = rng.lognormvariate(0, 0.75) * usual * (1.25 if ward == "Fairview" else 1)
        closed = when + dt.timedelta(days=days, minutes=rng.randint(5, 300))
        status = "Closed"
        if closed.date() > LAST:
            closed, status = None, weighted(rng, {"Open": 4, "In Progress": 5, "On Hold": 1})
        elif rng.random() < 0.05:
            status = "Duplicate" if previous else "Closed"
        elif rng.random() < 0.02:
            closed, status = None, "On Hold" if rng.random() < 0.5 else "Open"
        if closed:
            closed = closed.replace(second=0, microsecond=0)
        street = rng.choice(STREETS[ward])
        requests.append(
            {
                "Request ID": f"SR{when.year % 100}-{number:05d}",
                "Date Opened": when,
                "Date Closed": closed,
                "Request Type": kind,
                "Department": department,
                "Priority": "Emergency"
                if kind in ("Sewer Backup",) or (kind == "Water Leak" and rng.random() < 0.4)
                else weighted(rng, {"High": 15, "Normal": 65, "Low": 20}),
                "Status": status,
                "Source": weighted(
                    rng, CHANNELS if when.year > 2023 else {**CHANNELS, "Mobile App": 8, "Phone": 50}
                ),
                "Ward": ward if rng.random() < 0.97 else None,
                "Street": f"{rng.randint(1, 340)} {street}" if rng.random() < 0.9 else street,
                "Target Days": target,
                "Times Reopened": rng.choices([0, 1, 2, 3], [90, 7, 2, 1])[0] if status == "Closed" else 0,
                "Satisfaction (1-5)": rng.choices(
                    [1, 2, 3, 4, 5], [9, 10, 18, 34, 29] if days <= target else [24, 22, 23, 20, 11]
                )[0]
                if status == "Closed" and rng.random() < 0.33
                else None,
            }
        )
        previous.append(number)
    permits, inspections = [], []
    dates = sorted(moment(rng, FIRST, LAST).date() for _ in range(1450))
    for number, applied in enumerate(dates, 1):
        kind = weighted(rng, {k: v[0] for k, v in PERMITS.items()})
        _, fee, usual, worth = PERMITS[kind]
        ward = weighted(rng, {**popular, "Northgate": 12000} if kind == "Building - Commercial" else popular)
        decided = applied + dt.timedelta(days=max(1, int(rng.lognormvariate(0, 0.45) * usual)))
        status = weighted(rng, {"Issued": 40, "Finaled": 38, "Denied": 6, "Withdrawn": 6, "Expired": 10})
        if decided > LAST:
            decided, status = None, "Under Review"
        elif (status == "Finaled" and (LAST - decided).days < 40) or (
            status == "Expired" and (LAST - decided).days < 365
        ):
            status = "Issued"
        issued = decided if status in ("Issued", "Finaled", "Expired") else None
        value = round(rng.lognormvariate(0, 0.6) * worth, -2) if worth and rng.random() < 0.94 else None
        charged = round(fee + (value or 0) * (0.006 if kind.startswith("Building") else 0), 2)
        finaled = None
        if status == "Finaled":
            finaled = min(issued + dt.timedelta(days=rng.randint(20, 260)), LAST)
        person = f"{rng.choice('ABCDEHJKLMNPRSTW')}. {rng.choice(SURNAMES)}"
        permit = f"P-{applied.year}-{number:04d}"
        permits.append(
            {
                "Permit Number": permit,
                "Permit Type": kind,
                "Application Date": applied,
                "Decision Date": decided,
                "Date Issued": issued,
                "Final Date": finaled,
                "Permit Status": status,
                "Applicant": person,
                "Contractor": rng.choice(CONTRACTORS)
                if kind != "Special Event" and rng.random() < 0.72
                else None,
                "Ward": ward,
                "Estimated Value ($)": value,
                "Fee ($)": charged,
                "Fee Paid": "No"
                if (status in ("Under Review", "Withdrawn") and rng.random() < 0.6) or rng.random() < 0.02
                else "Yes",
                "Reviewer": rng.choices(REVIEWERS, [4, 3, 3, 2])[0]
                if status != "Under Review" or rng.random() < 0.6
                else None,
            }
        )
        if not issued or kind in ("Special Event", "Sign"):
            continue
        day = issued
        for visit in range(
            rng.choices([0, 1, 2, 3, 4], [12, 38, 28, 15, 7])[0] if status != "Finaled" else rng.randint(1, 4)
        ):
            day = day + dt.timedelta(days=rng.randint(5, 60))
            if day > LAST:
                break
            last = finaled is not None and visit > 0 and rng.random() < 0.5
            inspections.append(
                {
                    "Permit Number": permit,
                    "Inspection Date": day,
                    "Inspection Type": "Final"
                    if last
                    else {"Electrical": "Electrical Rough-in", "Plumbing": "Plumbing Rough-in"}.get(
                        kind, rng.choice(["Footing", "Framing", "Site", "Insulation"])
                    ),
                    "Inspector": rng.choices(INSPECTORS, [5, 4, 4, 3, 2])[0],
                    "Result": weighted(rng, {"Pass": 71, "Fail": 16, "Partial": 8, "No Access": 5}),
                    "Minutes on Site": rng.randint(10, 75) if rng.random() < 0.95 else None,
                }
            )
    inspections.sort(key=lambda row: (row["Inspection Date"], row["Permit Number"]))
    inspections = [{"Inspection No": 9000 + number, **row} for number, row in enumerate(inspections, 1)]
    works = []
    for number in range(1, 171):
        kind = weighted(rng, WORKS)
        ward = weighted(rng, popular)
        planned = moment(rng, dt.date(2023, 3, 15), dt.date(2026, 3, 1)).date()
        weeks = {
            "Pothole Patching": 1,
            "Line Painting": 1,
            "Sidewalk Repair": 3,
            "Resurfacing": 4,
            "Storm Drain": 6,
            "Water Main Replacement": 9,
            "Bridge Repair": 16,
        }[kind]
        ends = planned + dt.timedelta(days=int(weeks * 7 * rng.uniform(0.7, 1.3)))
        begun = planned + dt.timedelta(days=rng.choice([0, 0, 0, 2, 5, 9, 14, 21, -3]))
        done = ends + (begun - planned) + dt.timedelta(days=rng.choice([-4, -1, 0, 0, 3, 7, 12, 20, 38]))
        firm = weighted(rng, FIRMS) if kind not in ("Pothole Patching", "Line Painting") else "Town Crew"
        budget = round(
            weeks
            * rng.uniform(7000, 26000)
            * (2.2 if kind in ("Bridge Repair", "Water Main Replacement") else 1),
            -2,
        )
        status = "Completed"
        if begun > LAST:
            begun, done, status = None, None, "Planned"
        elif done > LAST:
            done, status = None, "In Progress" if rng.random() < 0.85 else "Suspended"
        elif rng.random() < 0.05:
            begun, done, status = None, None, "Cancelled"
        done = max(done, begun + dt.timedelta(days=1)) if done else None
        works.append(
            {
                "Project ID": f"RW-{number:03d}",
                "Street": rng.choice(STREETS[ward]),
                "Ward": ward,
                "Work Type": kind,
                "Contractor": firm,
                "Planned Start": planned,
                "Planned End": ends,
                "Actual Start": begun,
                "Actual End": done,
                "Project Status": status,
                "Budget ($)": budget,
                "Actual Cost ($)": round(
                    budget * rng.choice([0.86, 0.93, 0.98, 1.0, 1.04, 1.09, 1.18, 1.37])
                    + rng.randint(-400, 400),
                    2,
                )
                if done
                else None,
                "Length (ft)": None
                if kind in ("Bridge Repair", "Pothole Patching") and rng.random() < 0.6
                else rng.randint(3, 60) * 50,
                "Road Closed": "Yes"
                if (kind in ("Bridge Repair", "Water Main Replacement") and rng.random() < 0.7)
                or rng.random() < 0.15
                else "No",
                "Funding Source": weighted(
                    rng, {"General Fund": 40, "State Aid": 33, "Federal Grant": 9, "Bond": 18}
                ),
            }
        )
    write_csv(
        folder,
        {
            "wards": wards,
            "service_requests": requests,
            "permits": permits,
            "inspections": inspections,
            "road_works": works,
        },
    )
