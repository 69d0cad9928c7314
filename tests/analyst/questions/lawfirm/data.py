"""A law firm's time recording, matters, invoices and receipts, 2023 to mid September 2025."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, weighted, write_csv

TODAY = dt.date(2025, 9, 15)
START = dt.date(2023, 1, 1)

EARNERS = [
    # name, grade, department, office, rate, target, joined, left
    ("Eleanor Whitcombe", "Partner", "Litigation", "London", 420, 1100, "2009-09-01", None),
    ("Rajiv Menon", "Partner", "Corporate", "London", 450, 1050, "2012-04-16", None),
    ("Siobhan Daly", "Partner", "Property", "Manchester", 340, 1150, "2010-02-01", None),
    ("Graham Tull", "Partner", "Private Client", "Bristol", 310, 1100, "2004-06-14", None),
    ("Helena Voss", "Partner", "Employment", "London", 395, 1100, "2015-01-05", None),
    ("Owen Pritchard", "Partner", "Intellectual Property", "Bristol", 365, 1100, "2016-10-03", "2025-03-31"),
    ("Catherine Lisle", "Of Counsel", "Corporate", "London", 400, 700, "2018-05-08", None),
    ("Duncan Abernethy", "Of Counsel", "Litigation", "Manchester", 360, 600, "2020-11-02", None),
    ("Priya Nair", "Senior Associate", "Litigation", "London", 310, 1400, "2017-09-04", None),
    ("Tom Ashdown", "Senior Associate", "Corporate", "Manchester", 285, 1400, "2018-03-12", None),
    ("Marta Kowalczyk", "Senior Associate", "Property", "London", 295, 1400, "2019-01-14", None),
    ("Luke Fenwick", "Senior Associate", "Employment", "Manchester", 270, 1400, "2019-07-01", "2024-06-28"),
    ("Aisha Rahman", "Senior Associate", "Intellectual Property", "London", 315, 1400, "2020-02-03", None),
    ("Ben Lockhart", "Associate", "Litigation", "Manchester", 220, 1450, "2021-09-06", None),
    ("Chloe Sandford", "Associate", "Corporate", "London", 245, 1450, "2021-09-06", None),
    ("Daniel O'Rourke", "Associate", "Property", "Bristol", 205, 1450, "2020-10-12", None),
    ("Fatima Yusuf", "Associate", "Private Client", "Bristol", 200, 1400, "2022-01-10", None),
    ("George Pemberton", "Associate", "Employment", "London", 235, 1450, "2022-03-21", None),
    ("Isla McKay", "Associate", "Litigation", "London", 240, 1450, "2022-09-05", "2025-01-31"),
    ("Yuki Tanaka", "Associate", "Intellectual Property", "Bristol", 215, 1450, "2023-04-03", None),
    ("Harriet Coe", "Trainee", "Litigation", "London", 150, 900, "2023-09-04", None),
    ("Jamal Edwards", "Trainee", "Property", "Manchester", 140, 900, "2023-09-04", None),
    ("Niamh Byrne", "Trainee", "Corporate", "London", 150, 900, "2024-09-02", None),
    ("Oliver Strand", "Trainee", "Private Client", "Bristol", 135, 900, "2024-09-02", None),
    ("Paula Simms", "Paralegal", "Property", "Manchester", 120, 1300, "2019-05-20", None),
    ("Ravi Sethi", "Paralegal", "Litigation", "London", 125, 1300, "2021-11-15", "2024-11-29"),
    ("Sandra Mills", "Paralegal", "Private Client", "Bristol", 110, 1200, "2014-08-11", None),
    ("Wes Harding", "Paralegal", "Employment", "Manchester", 115, 1300, "2023-02-06", None),
]

AREAS = {
    "Commercial Litigation": ("Litigation", "LIT", 0.2),
    "M&A": ("Corporate", "COR", 0.12),
    "Commercial Contracts": ("Corporate", "COM", 0.12),
    "Commercial Property": ("Property", "PRO", 0.16),
    "Residential Conveyancing": ("Property", "RES", 0.1),
    "Employment": ("Employment", "EMP", 0.12),
    "Wills & Probate": ("Private Client", "PCL", 0.1),
    "Trade Marks & Patents": ("Intellectual Property", "IPR", 0.08),
}

COMPANIES = [
    "Ainsley Foods Ltd",
    "Albion Rail Holdings plc",
    "Arkwright Textiles Ltd",
    "Avonmouth Logistics Ltd",
    "Bellweather Insurance",
    "Birchwood Homes Ltd",
    "Blue Heron Software Ltd",
    "Brightwater Dental Group",
    "Calder Valley Council",
    "Castlefield Studios Ltd",
    "Cobalt Robotics Ltd",
    "Copperfield Care Homes",
    "Dunmore Distillery",
    "Eastgate Retail Parks",
    "Elmbridge Academy Trust",
    "Fairlight Media Group",
    "Fenland Housing Association",
    "Foxglove Biotech Ltd",
    "Gannet Energy plc",
    "Greystone Quarries Ltd",
    "Halcyon Hotels Ltd",
    "Harbour Mutual Insurance",
    "Harper & Sons",
    "Hexham Wind Farms Ltd",
    "Ironbridge Engineering",
    "Juniper Payments Ltd",
    "Kestrel Aviation Services",
    "Kingsway Developments",
    "Larkhill Hospice",
    "Lumen Optics Ltd",
    "Marlow & Finch Architects",
    "Meridian Shipping plc",
    "Millrace Brewery Ltd",
    "Northgate NHS Trust",
    "Oakwell Sports Club",
    "Orchard Children's Fund",
    "Pennine Water plc",
    "Quayside Apartments Ltd",
    "Quill Publishing Ltd",
    "Redcliffe Motors",
    "Rowan Tree Nurseries",
    "Saltmarsh Wildlife Trust",
    "Severn City Council",
    "Silverdale Farms",
    "Sterling Underwriting",
    "Tamar Marine Ltd",
    "Thistle Telecom Ltd",
    "Trafford Steel Stockholders",
    "Umber Interiors",
    "Vale Pharmaceuticals plc",
    "Wharfside Ventures LLP",
    "Zephyr Cycles Ltd",
    "Harper & Sons",
]
PEOPLE = [
    "Mr Alan Bickerstaff",
    "Mrs Joan Trelawney",
    "Dr Simon Achebe",
    "Ms Gwen Parry",
    "Mr & Mrs Holroyd",
    "Mr Peter Langdon",
    "Mrs Dilys Vaughan",
    "Ms Ruth Okafor",
    "Mr Hugh Carmody",
    "Estate of E. Rathbone",
    "Estate of M. Sillitoe",
    "Mrs Anita Desai",
    "Mr Colin Baxter",
    "Ms Freya Lund",
    "Mr Tobias Grant",
    "Mrs Olive Penhaligon",
    "Mr Stefan Novak",
    "Ms Lorna Keane",
    "Mr David Evans",
    "Mr David Evans",
]

TITLES = {
    "Commercial Litigation": [
        "Breach of contract claim",
        "Debt recovery",
        "Shareholder dispute",
        "Professional negligence claim",
        "Supply dispute",
    ],
    "M&A": ["Share purchase", "Disposal of subsidiary", "Minority investment", "Asset purchase"],
    "Commercial Contracts": [
        "Framework agreement",
        "Distribution agreement",
        "Software licence",
        "Terms of business review",
    ],
    "Commercial Property": ["Lease renewal", "Site acquisition", "Rent review", "Refinance of portfolio"],
    "Residential Conveyancing": ["Purchase of house", "Sale of flat", "Remortgage", "Transfer of equity"],
    "Employment": ["Tribunal claim", "Settlement agreement", "Redundancy programme", "Handbook review"],
    "Wills & Probate": ["Probate", "Will and LPA", "Trust administration", "Contested estate"],
    "Trade Marks & Patents": [
        "Trade mark filing",
        "Patent infringement",
        "Licensing of patents",
        "Opposition proceedings",
    ],
}
ACTIVITY = {
    "DRF": 0.3,
    "ATT": 0.18,
    "PHN": 0.16,
    "RES": 0.13,
    "COR": 0.1,
    "CRT": 0.05,
    "TRV": 0.04,
    "ADM": 0.04,
}


def _day(text: str | None) -> dt.date | None:
    return dt.date.fromisoformat(text) if text else None


def _month_ends() -> list[dt.date]:
    ends = []
    day = START
    while True:
        nxt = (day.replace(day=1) + dt.timedelta(days=32)).replace(day=1)
        end = nxt - dt.timedelta(days=1)
        if end > TODAY:
            return ends
        ends.append(end)
        day = nxt


def _clients(rng: random.Random) -> Rows:
    rows: Rows = []
    for name in COMPANIES:
        if "Council" in name or "NHS" in name or "Academy" in name:
            kind, sector = "Public sector", "Health" if "NHS" in name else "Government & education"
        elif any(w in name for w in ("Trust", "Fund", "Hospice", "Housing Association")):
            kind, sector = "Charity", "Not-for-profit"
        elif any(w in name for w in ("Insurance", "Underwriting")):
            kind, sector = "Insurer", "Financial services"
        else:
            kind = "Corporate"
            sector = rng.choice(
                ["Manufacturing", "Retail & leisure", "Technology", "Real estate", "Energy & transport", None]
            )
        rows.append({"ClientName": name, "ClientType": kind, "Sector": sector})
    for name in PEOPLE:
        rows.append({"ClientName": name, "ClientType": "Private individual", "Sector": None})
    rng.shuffle(rows)
    out: Rows = []
    for number, row in enumerate(rows, 1):
        since = dt.date(2014, 1, 1) + dt.timedelta(days=rng.randint(0, 4100))
        out.append(
            {
                "ClientNo": f"C{1000 + number}",
                **row,
                "City": weighted(
                    rng,
                    {
                        "London": 0.4,
                        "Manchester": 0.2,
                        "Bristol": 0.15,
                        "Leeds": 0.1,
                        "Cardiff": 0.08,
                        "Exeter": 0.07,
                    },
                ),
                "ClientSince": min(since, dt.date(2024, 12, 2)),
                "PaymentTermsDays": rng.choice([14, 30, 30, 30, 45, 60])
                if row["ClientType"] != "Private individual"
                else 14,
                "Referral": weighted(
                    rng,
                    {
                        "Existing client": 0.35,
                        "Website": 0.2,
                        "Accountant": 0.15,
                        "Bank": 0.1,
                        "Event": 0.1,
                        "Barrister": 0.1,
                    },
                )
                if rng.random() > 0.12
                else None,
                "AmlStatus": weighted(rng, {"Verified": 0.8, "Pending": 0.08, "Expired": 0.12}),
            }
        )
    return out


def write(folder: Path) -> None:
    rng = random.Random(4107)
    clients = _clients(rng)
    earners: Rows = [
        {
            "FeeEarnerId": 100 + n,
            "FullName": e[0],
            "Grade": e[1],
            "Department": e[2],
            "Office": e[3],
            "HourlyRate": float(e[4]),
            "TargetHours": e[5] // 5,
            "JoinedOn": _day(e[6]),
            "LeftOn": _day(e[7]),
        }
        for n, e in enumerate(EARNERS, 1)
    ]
    partners = [e for e in earners if e["Grade"] in ("Partner",)]

    matters: Rows = []
    counter: dict[str, int] = {}
    weights = {a: v[2] for a, v in AREAS.items()}
    importance = [1 / (1 + rng.random() * 12) for _ in clients]
    for number in range(1, 231):
        client = rng.choices(clients, importance)[0]
        if client["ClientType"] == "Private individual":
            area = weighted(rng, {"Wills & Probate": 0.5, "Residential Conveyancing": 0.4, "Employment": 0.1})
        else:
            area = weighted(
                rng,
                {a: w for a, w in weights.items() if a not in ("Wills & Probate", "Residential Conveyancing")}
                | {"Wills & Probate": 0.03},
            )
        dept, code, _ = AREAS[area]
        opened = dt.date(2022, 9, 1) + dt.timedelta(
            days=rng.randint(0, (TODAY - dt.date(2022, 9, 1)).days - 3)
        )
        opened = max(opened, client["ClientSince"])
        life = int(rng.lognormvariate(5.5, 0.6))
        closed = opened + dt.timedelta(days=life)
        if closed <= dt.date(2023, 2, 1) or closed > TODAY or rng.random() < 0.2:
            status = weighted(rng, {"Open": 0.82, "On hold": 0.12, "Dormant": 0.06})
            closed = None
        else:
            status = "Closed"
        if area == "Residential Conveyancing":
            arrangement = weighted(rng, {"Fixed fee": 0.85, "Hourly": 0.15})
        elif client["ClientType"] == "Charity":
            arrangement = weighted(rng, {"Pro bono": 0.4, "Hourly": 0.4, "Capped fee": 0.2})
        else:
            arrangement = weighted(
                rng,
                {
                    "Hourly": 0.62,
                    "Fixed fee": 0.14,
                    "Capped fee": 0.16,
                    "Conditional": 0.08 if dept == "Litigation" else 0.0,
                },
            )
        leads = [
            p for p in partners if p["Department"] == dept and (not p["LeftOn"] or p["LeftOn"] > opened)
        ] or [rng.choice(partners[:5])]
        counter[code] = counter.get(code, 0) + 1
        estimate = float(rng.choice([3, 5, 8, 12, 20, 25, 30, 45, 60])) * 1000
        matters.append(
            {
                "MatterId": number,
                "MatterNo": f"{code}-{counter[code]:04d}",
                "ClientNo": client["ClientNo"],
                "MatterTitle": rng.choice(TITLES[area]),
                "PracticeArea": area,
                "FeeArrangement": arrangement,
                "Status": status,
                "ResponsiblePartnerId": leads[0]["FeeEarnerId"]
                if rng.random() < 0.85
                else rng.choice(partners[:5])["FeeEarnerId"],
                "OpenedOn": opened,
                "ClosedOn": closed,
                "FeeEstimate": estimate if arrangement != "Pro bono" and rng.random() > 0.15 else None,
            }
        )

    entries: Rows = []
    for matter in matters:
        dept = AREAS[matter["PracticeArea"]][0]
        first = max(matter["OpenedOn"], START)
        last = min(matter["ClosedOn"] or TODAY, TODAY - dt.timedelta(days=1))
        span = (last - first).days
        if span < 0:
            continue
        team = rng.sample(earners, 2) + [e for e in earners if e["Department"] == dept]
        for _ in range(int(4 + rng.random() * 12 + span / 30 * rng.uniform(0.8, 5.5))):
            day = first + dt.timedelta(days=rng.randint(0, span))
            if day.weekday() >= 5 and rng.random() < 0.85:
                day = max(first, day - dt.timedelta(days=2))
            here = [e for e in team if e["JoinedOn"] <= day and (not e["LeftOn"] or day <= e["LeftOn"])]
            if not here:
                continue
            heft = {
                "Partner": 1.0,
                "Of Counsel": 0.5,
                "Senior Associate": 1.6,
                "Associate": 1.9,
                "Trainee": 1.1,
                "Paralegal": 1.2,
            }
            who = rng.choices(here, [heft[e["Grade"]] for e in here])[0]
            act = weighted(rng, ACTIVITY)
            if act == "CRT" and dept not in ("Litigation", "Employment", "Intellectual Property"):
                act = "ATT"
            minutes = 6 * max(1, min(80, int(rng.lognormvariate(2.6, 0.8)) * (3 if act == "CRT" else 1)))
            factor = {2023: 0.9, 2024: 0.95, 2025: 1.0}[day.year]
            rate = round(who["HourlyRate"] * factor / 5) * 5.0
            billable = matter["FeeArrangement"] != "Pro bono" and act != "ADM" and rng.random() > 0.07
            lag = 0 if rng.random() < 0.55 else int(rng.expovariate(0.28)) + 1
            if who["FullName"] in ("Graham Tull", "Rajiv Menon", "Duncan Abernethy"):
                lag += rng.randint(0, 6)
            entries.append(
                {
                    "MatterId": matter["MatterId"],
                    "FeeEarnerId": who["FeeEarnerId"],
                    "WorkDate": day,
                    "RecordedOn": min(day + dt.timedelta(days=lag), TODAY),
                    "ActivityCode": act,
                    "Minutes": minutes,
                    "Rate": rate,
                    "Billable": billable,
                    "TimeValue": round(minutes / 60 * rate, 2),
                    "BilledValue": None,
                    "InvoiceId": None,
                }
            )
    entries.sort(key=lambda r: (r["WorkDate"], r["MatterId"], r["FeeEarnerId"]))
    entries = [{"EntryId": n, **r} for n, r in enumerate(entries, 1)]

    by_matter: dict[int, Rows] = {}
    for row in entries:
        if row["Billable"]:
            by_matter.setdefault(row["MatterId"], []).append(row)
    client_of = {c["ClientNo"]: c for c in clients}
    matter_of = {m["MatterId"]: m for m in matters}
    invoices: Rows = []
    payments: Rows = []
    number = 20000
    for end in _month_ends():
        for mid, rows in by_matter.items():
            matter = matter_of[mid]
            ready = [r for r in rows if r["WorkDate"] <= end and r["InvoiceId"] is None]
            if not ready or rng.random() < 0.45 or (len(ready) < 3 and rng.random() < 0.6):
                continue
            if matter["FeeArrangement"] == "Conditional" and not (
                matter["ClosedOn"] and matter["ClosedOn"] <= end
            ):
                continue
            client = client_of[matter["ClientNo"]]
            number += 1
            invoice = len(invoices) + 1
            base = {"Hourly": 0.97, "Capped fee": 0.88, "Fixed fee": 0.78, "Conditional": 1.05}[
                matter["FeeArrangement"]
            ]
            share = min(1.15, max(0.4, rng.gauss(base, 0.07)))
            if matter["FeeArrangement"] == "Hourly" and rng.random() < 0.5:
                share = 1.0
            fees = 0.0
            for r in ready:
                r["InvoiceId"] = invoice
                r["BilledValue"] = round(r["TimeValue"] * share, 2)
                fees += r["BilledValue"]
            fees = round(fees, 2)
            disb = round(rng.choice([0, 0, 0, 12, 36, 85, 255, 455, 1200]) * rng.uniform(0.8, 1.3), 2)
            vat = round((fees + disb) * 0.2, 2)
            total = round(fees + disb + vat, 2)
            draft = end >= dt.date(2025, 8, 31) and rng.random() < 0.35
            issued = None if draft else min(end + dt.timedelta(days=rng.randint(1, 9)), TODAY)
            due = None if draft else issued + dt.timedelta(days=client["PaymentTermsDays"])
            paid = 0.0
            written_off = False
            if not draft:
                luck = rng.random()
                if luck < 0.025 and issued < dt.date(2025, 3, 1):
                    written_off = True
                elif luck < 0.07:
                    pass
                else:
                    slow = {
                        "Insurer": 1.5,
                        "Public sector": 1.25,
                        "Corporate": 1.0,
                        "Charity": 1.1,
                        "Private individual": 0.6,
                    }[client["ClientType"]]
                    parts = [1.0] if rng.random() < 0.88 else [0.5, 0.5]
                    day = issued
                    for n, part in enumerate(parts):
                        day = day + dt.timedelta(days=max(2, int(rng.lognormvariate(3.5, 0.55) * slow)))
                        amount = round(total * part, 2) if n == 0 else round(total - paid, 2)
                        if day > TODAY:
                            break
                        payments.append(
                            {
                                "InvoiceId": invoice,
                                "ReceivedOn": day,
                                "Amount": amount,
                                "Method": weighted(
                                    rng,
                                    {
                                        "Bank transfer": 0.78,
                                        "Card": 0.1,
                                        "Cheque": 0.07,
                                        "Client account": 0.05,
                                    },
                                ),
                                "Reference": f"INV{number}" if rng.random() > 0.1 else None,
                            }
                        )
                        paid = round(paid + amount, 2)
            if draft:
                status = "Draft"
            elif written_off:
                status = "Written off"
            elif paid >= total - 0.005:
                status = "Paid"
            elif paid > 0:
                status = "Part-paid"
            else:
                status = "Sent"
            invoices.append(
                {
                    "InvoiceId": invoice,
                    "InvoiceNo": f"INV{number}",
                    "MatterId": mid,
                    "IssuedOn": issued,
                    "DueOn": due,
                    "Status": status,
                    "Fees": fees,
                    "Disbursements": disb,
                    "Vat": vat,
                    "Total": total,
                    "PaidToDate": paid,
                    "RemindersSent": 0
                    if draft or (status == "Paid" and rng.random() < 0.8)
                    else rng.randint(0, 3),
                }
            )
    payments.sort(key=lambda r: (r["ReceivedOn"], r["InvoiceId"]))
    payments = [{"PaymentId": n, **r} for n, r in enumerate(payments, 1)]
    write_csv(
        folder,
        {
            "Clients": clients,
            "FeeEarners": earners,
            "Matters": matters,
            "TimeEntries": entries,
            "Invoices": invoices,
            "Payments": payments,
        },
    )
