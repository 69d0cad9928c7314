"""Shipments, carriers, lanes, customers, invoices and delays of a freight forwarder."""

import datetime as dt
import random
from pathlib import Path
from typing import Any

from tests.analyst.questions.tables import moment, numbered, weighted, write_parquet

NOW = dt.datetime(2025, 6, 18)
FIRST = dt.date(2022, 7, 1)
LAST = dt.date(2025, 6, 17)

PORTS = {
    "ocean": [
        ("CNSHA", "Shanghai", "China"),
        ("CNNGB", "Ningbo", "China"),
        ("CNSZX", "Shenzhen", "China"),
        ("SGSIN", "Singapore", "Singapore"),
        ("INNSA", "Nhava Sheva", "India"),
        ("DEHAM", "Hamburg", "Germany"),
        ("NLRTM", "Rotterdam", "Netherlands"),
        ("BEANR", "Antwerp", "Belgium"),
        ("USLAX", "Los Angeles", "United States"),
        ("USNYC", "New York", "United States"),
        ("BRSSZ", "Santos", "Brazil"),
        ("AEJEA", "Jebel Ali", "United Arab Emirates"),
    ],
    "air": [
        ("HKG", "Hong Kong", "Hong Kong"),
        ("PVG", "Shanghai Pudong", "China"),
        ("FRA", "Frankfurt", "Germany"),
        ("AMS", "Amsterdam", "Netherlands"),
        ("LHR", "London Heathrow", "United Kingdom"),
        ("ORD", "Chicago O'Hare", "United States"),
        ("JFK", "New York JFK", "United States"),
        ("DXB", "Dubai", "United Arab Emirates"),
        ("BOM", "Mumbai", "India"),
    ],
    "road": [
        ("HAM-D", "Hamburg Depot", "Germany"),
        ("MUC-D", "Munich Depot", "Germany"),
        ("RTM-D", "Rotterdam Depot", "Netherlands"),
        ("LYS-D", "Lyon Depot", "France"),
        ("MIL-D", "Milan Depot", "Italy"),
        ("WAW-D", "Warsaw Depot", "Poland"),
        ("MAD-D", "Madrid Depot", "Spain"),
    ],
    "rail": [
        ("XIY-R", "Xi'an Rail Terminal", "China"),
        ("CKG-R", "Chongqing Rail Terminal", "China"),
        ("DUI-R", "Duisburg Rail Terminal", "Germany"),
        ("LOD-R", "Lodz Rail Terminal", "Poland"),
        ("MAL-R", "Malaszewicze Terminal", "Poland"),
    ],
}
TRANSIT = {"ocean": (16, 40), "air": (2, 5), "road": (1, 5), "rail": (12, 20)}
WEIGHT = {"ocean": 9.1, "air": 6.2, "road": 7.9, "rail": 9.0}
RATE = {"ocean": 0.55, "air": 4.6, "road": 0.62, "rail": 0.8}
MODES = {"ocean": 0.46, "air": 0.24, "road": 0.22, "rail": 0.08}
CARRIER_COUNT = {"ocean": 18, "air": 26, "road": 150, "rail": 14}
CARRIER_TAIL = {
    "ocean": ["Line", "Shipping", "Container Lines", "Marine"],
    "air": ["Air Cargo", "Airways Cargo", "Aviation"],
    "road": ["Trucking", "Haulage", "Transport", "Logistik", "Road Freight"],
    "rail": ["Rail", "Railfreight", "Intermodal"],
}
HEADS = [
    "Nordhav",
    "Albatros",
    "Meridian",
    "Castellan",
    "Kestrel",
    "Baltica",
    "Orion",
    "Pacifica",
    "Vantage",
    "Solent",
    "Harbour",
    "Aurora",
    "Tramont",
    "Zenith",
    "Cobalt",
    "Falkner",
    "Ibex",
    "Juno",
    "Larkspur",
    "Mistral",
    "Nimbus",
    "Osprey",
    "Polaris",
    "Quay",
    "Rheingold",
    "Sterling",
    "Tideway",
    "Umbra",
    "Valkyr",
    "Westerly",
    "Alpin",
    "Boreal",
    "Condor",
    "Delta",
    "Evergate",
    "Fjord",
    "Granite",
    "Helios",
    "Iberis",
    "Jasper",
]
COUNTRIES = {
    "Germany": 30,
    "Netherlands": 18,
    "United States": 22,
    "United Kingdom": 12,
    "France": 9,
    "China": 8,
    "Poland": 6,
    "Spain": 5,
}
INDUSTRIES = {
    "Automotive": 18,
    "Retail": 20,
    "Electronics": 16,
    "Chemicals": 10,
    "Food & Beverage": 14,
    "Pharma": 8,
    "Machinery": 12,
}
COMPANY_A = [
    "Brandt",
    "Keller",
    "Vermeer",
    "Ashford",
    "Lindqvist",
    "Moreau",
    "Pinnacle",
    "Summit",
    "Hartwell",
    "Novak",
    "Castillo",
    "Greenfield",
    "Oakridge",
    "Silverline",
    "Bluewave",
    "Redstone",
    "Maple",
    "Ironbridge",
    "Clearwater",
    "Tulip",
    "Kowalski",
    "Dragon",
    "Jade",
    "Eastgate",
    "Rosewood",
]
COMPANY_B = [
    "Foods",
    "Electronics",
    "Motors",
    "Textiles",
    "Chemie",
    "Pharma",
    "Machinery",
    "Home",
    "Trading",
    "Components",
    "Industries",
]
MANAGERS = [
    "Anna Schuster",
    "Tom Riley",
    "Mei Lin",
    "Pieter de Boer",
    "Sofia Marques",
    "Jonas Weber",
    "Laura Chen",
]
REASONS = {
    "Port congestion": 26,
    "Customs hold": 22,
    "Weather": 14,
    "Carrier rollover": 13,
    "Missing documents": 12,
    "Equipment shortage": 8,
    "Mechanical breakdown": 5,
}
HOURS = {
    "Port congestion": 70,
    "Customs hold": 52,
    "Weather": 30,
    "Carrier rollover": 120,
    "Missing documents": 40,
    "Equipment shortage": 60,
    "Mechanical breakdown": 26,
}


def customers(rng: random.Random) -> list[dict[str, Any]]:
    names = [f"{a} {b}" for a in COMPANY_A for b in COMPANY_B]
    rng.shuffle(names)
    return numbered(
        (
            {
                "customer_name": name,
                "industry": None if rng.random() < 0.05 else weighted(rng, INDUSTRIES),
                "segment": weighted(rng, {"Enterprise": 15, "Mid-market": 35, "SMB": 50}),
                "country": weighted(rng, COUNTRIES),
                "account_manager": None if rng.random() < 0.06 else rng.choice(MANAGERS),
                "customer_since": moment(rng, dt.date(2016, 1, 1), dt.date(2024, 12, 31)).date(),
            }
            for name in names[:240]
        ),
        "customer_id",
    )


def carriers(rng: random.Random) -> list[dict[str, Any]]:
    rows = []
    for mode, count in CARRIER_COUNT.items():
        names = [f"{head} {tail}" for head in HEADS for tail in CARRIER_TAIL[mode]]
        for name in rng.sample(names, count):
            rows.append(
                {
                    "carrier_name": name,
                    "carrier_type": mode,
                    "home_country": weighted(rng, COUNTRIES),
                    "is_preferred": rng.random() < 0.3,
                    "contract_end_date": None
                    if rng.random() < 0.25
                    else moment(rng, dt.date(2024, 6, 1), dt.date(2027, 12, 31)).date(),
                }
            )
    return numbered(rows, "carrier_id")


def lanes(rng: random.Random) -> list[dict[str, Any]]:
    rows = []
    for mode, ports in PORTS.items():
        for origin in ports:
            for destination in ports:
                if origin[2] == destination[2] or rng.random() < 0.18:
                    continue
                rows.append(
                    {
                        "lane_code": f"{origin[0]}-{destination[0]}",
                        "transport_mode": mode,
                        "origin_port": origin[1],
                        "origin_country": origin[2],
                        "destination_port": destination[1],
                        "destination_country": destination[2],
                        "standard_transit_days": rng.randint(*TRANSIT[mode]),
                    }
                )
    return numbered(rows, "lane_id")


def write(folder: Path) -> None:
    rng = random.Random(20250618)
    customer_rows = customers(rng)
    carrier_rows = carriers(rng)
    lane_rows = lanes(rng)

    size = {"Enterprise": 6.0, "Mid-market": 2.2, "SMB": 1.0}
    customer_weight = [size[c["segment"]] * rng.uniform(0.3, 1.8) for c in customer_rows]
    by_mode = {m: [c for c in carrier_rows if c["carrier_type"] == m] for m in MODES}
    carrier_weight = {m: [rng.paretovariate(1.1) for _ in by_mode[m]] for m in MODES}
    carrier_weight = {m: [min(w, 12) for w in ws] for m, ws in carrier_weight.items()}
    lane_by_mode = {m: [x for x in lane_rows if x["transport_mode"] == m] for m in MODES}
    lane_weight = {m: [rng.uniform(0.3, 3.0) for _ in lane_by_mode[m]] for m in MODES}
    punctual = {c["carrier_id"]: rng.uniform(0.12, 0.42) for c in carrier_rows}

    days = (LAST - FIRST).days
    booked = sorted(
        dt.datetime.combine(
            FIRST + dt.timedelta(days=int(days * rng.random() ** 0.82)),
            dt.time(rng.randint(6, 19), rng.randint(0, 59)),
        )
        for _ in range(4200)
    )

    shipments: list[dict[str, Any]] = []
    invoices: list[dict[str, Any]] = []
    delays: list[dict[str, Any]] = []
    for number, booked_at in enumerate(booked, 1):
        mode = weighted(rng, MODES)
        customer = rng.choices(customer_rows, customer_weight)[0]
        carrier = rng.choices(by_mode[mode], carrier_weight[mode])[0]
        lane = rng.choices(lane_by_mode[mode], lane_weight[mode])[0]
        service = weighted(rng, {"standard": 60, "express": 22, "economy": 18})
        weight = round(rng.lognormvariate(WEIGHT[mode], 0.7), 1)
        cancelled = rng.random() < 0.045
        transit = lane["standard_transit_days"] + {"standard": 0, "express": -1, "economy": 2}[service]
        transit = max(transit, 1)
        departure = booked_at + dt.timedelta(days=rng.randint(1, 12), hours=rng.randint(0, 20))
        planned = (departure + dt.timedelta(days=transit + 1)).date()
        late = rng.random() < punctual[carrier["carrier_id"]]
        slip = dt.timedelta()
        reasons: list[tuple[str, float]] = []
        if late:
            for _ in range(1 if rng.random() < 0.8 else 2):
                reason = weighted(rng, REASONS)
                hours = round(HOURS[reason] * rng.uniform(0.5, 1.9), 1)
                reasons.append((reason, hours))
                slip += dt.timedelta(hours=hours)
        elif rng.random() < 0.06:
            reasons.append((weighted(rng, REASONS), round(rng.uniform(2, 10), 1)))
        early = dt.timedelta(hours=rng.randint(-4, 18))
        arrival = departure + dt.timedelta(days=transit) + early + slip
        if cancelled:
            status = "cancelled"
        elif departure > NOW:
            status = "booked"
        elif arrival > NOW:
            status = "in_transit"
        else:
            status = "delivered"
        moving = status in ("in_transit", "delivered")
        container = None
        if mode == "ocean":
            container = weighted(rng, {"20DV": 30, "40HC": 48, "40DV": 14, "LCL": 8})
        shipments.append(
            {
                "shipment_id": number,
                "shipment_ref": f"SHP-{100000 + number}",
                "customer_id": customer["customer_id"],
                "carrier_id": carrier["carrier_id"],
                "lane_id": lane["lane_id"],
                "service_level": service,
                "incoterm": None
                if rng.random() < 0.04
                else weighted(rng, {"FOB": 35, "EXW": 20, "DAP": 20, "CIF": 15, "DDP": 10}),
                "container_type": container,
                "weight_kg": None if rng.random() < 0.02 else weight,
                "volume_cbm": None if rng.random() < 0.03 else round(weight / rng.uniform(150, 420), 2),
                "is_hazardous": rng.random() < 0.08,
                "status": status,
                "booked_at": booked_at,
                "departed_at": departure if moving else None,
                "planned_delivery_date": planned,
                "delivered_at": arrival if status == "delivered" else None,
            }
        )
        if moving:
            for reason, hours in reasons:
                reported = departure + (arrival - departure) * rng.uniform(0.05, 0.9)
                if reported < NOW:
                    delays.append(
                        {
                            "shipment_id": number,
                            "delay_reason": None if rng.random() < 0.03 else reason,
                            "delay_hours": hours,
                            "reported_at": reported.replace(second=0, microsecond=0),
                        }
                    )
        if not moving:
            continue
        trend = 1 + 0.06 * (booked_at.year - 2022) + (0.05 if booked_at.month >= 9 else 0)
        freight = (180 + weight * RATE[mode]) * trend * rng.uniform(0.8, 1.25)
        freight *= {"standard": 1, "express": 1.35, "economy": 0.85}[service]
        lines = [("freight", freight, rng.uniform(0.72, 0.92))]
        if rng.random() < 0.14:
            lines.append(("customs", rng.uniform(120, 900), rng.uniform(0.55, 0.9)))
        if mode == "ocean" and late and rng.random() < 0.25:
            lines.append(("demurrage", rng.uniform(300, 2400), rng.uniform(0.85, 1.0)))
        for kind, amount, cost in lines:
            issued = (departure + dt.timedelta(days=rng.randint(0, 6))).date()
            if kind == "demurrage":
                issued = (arrival + dt.timedelta(days=rng.randint(1, 8))).date()
            if issued >= NOW.date():
                continue
            due = issued + dt.timedelta(days=rng.choice([14, 30, 30, 30, 45]))
            paid = due + dt.timedelta(days=rng.randint(-14, 25))
            if rng.random() < 0.03:
                paid += dt.timedelta(days=400)
            if rng.random() < 0.025:
                state, paid_date = "void", None
            elif paid < NOW.date():
                state, paid_date = "paid", paid
            else:
                state, paid_date = ("overdue" if due < NOW.date() else "open"), None
            invoices.append(
                {
                    "shipment_id": number,
                    "invoice_type": kind,
                    "issued_date": issued,
                    "due_date": due,
                    "paid_date": paid_date,
                    "amount_usd": round(amount, 2),
                    "cost_usd": round(amount * cost, 2),
                    "invoice_status": state,
                }
            )

    invoices.sort(key=lambda row: row["issued_date"])
    delays.sort(key=lambda row: row["reported_at"])
    invoices = [
        {"invoice_id": row["invoice_id"], "invoice_no": f"INV-{50000 + row['invoice_id']}", **row}
        for row in numbered(invoices, "invoice_id")
    ]
    write_parquet(
        folder,
        {
            "customers": customer_rows,
            "carriers": carrier_rows,
            "lanes": lane_rows,
            "shipments": shipments,
            "invoices": invoices,
            "delays": numbered(delays, "delay_id"),
        },
    )
