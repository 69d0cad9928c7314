"""A museum: its tickets, guided tours, exhibitions, members and shop, up to the end of June 2025."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, numbered, weighted, write_csv

FIRST = dt.date(2024, 1, 2)
LAST = dt.date(2025, 6, 29)

EXHIBITIONS: list[tuple[str, str, str, str | None, str, str | None, str, int | None, int | None]] = [
    # title, kind, wing, curator, opens, closes, lender, budget, objects
    ("Harbour Lives", "permanent", "East Wing", "M. Aalto", "2011-05-14", None, "", None, 412),
    ("Gods and Amphorae", "permanent", "North Wing", "Dr. L. Ferrante", "2015-10-02", None, "", None, 655),
    (
        "Masters of the Low Countries",
        "permanent",
        "West Wing",
        "H. van Dijk",
        "2008-03-20",
        None,
        "",
        None,
        138,
    ),
    ("Clockwork", "permanent", "East Wing", "P. Sauter", "2019-06-28", None, "", None, 203),
    (
        "Silk Roads",
        "temporary",
        "Great Hall",
        "Dr. L. Ferrante",
        "2023-11-10",
        "2024-04-07",
        "British Museum",
        420000,
        180,
    ),
    (
        "Ice Age Giants",
        "travelling",
        "Great Hall",
        "K. Brandt",
        "2024-05-03",
        "2024-10-13",
        "NHM Stuttgart",
        385000,
        64,
    ),
    ("Light on Paper", "temporary", "West Wing", "M. Aalto", "2024-02-16", "2024-06-02", "", 68000, 95),
    (
        "Women of the Bauhaus",
        "temporary",
        "South Gallery",
        "H. van Dijk",
        "2024-03-08",
        "2024-08-25",
        "Bauhaus-Archiv",
        155000,
        121,
    ),
    (
        "Toys Tell Tales",
        "temporary",
        "South Gallery",
        "P. Sauter",
        "2024-10-18",
        "2025-02-23",
        "",
        74000,
        240,
    ),
    (
        "Monet: The Late Garden",
        "temporary",
        "Great Hall",
        "H. van Dijk",
        "2024-11-15",
        "2025-04-06",
        "Musee Marmottan",
        690000,
        42,
    ),
    (
        "Maps of the Unknown",
        "temporary",
        "West Wing",
        "M. Aalto",
        "2025-01-24",
        "2025-06-15",
        "National Library",
        88000,
        110,
    ),
    (
        "Vikings at Sea",
        "travelling",
        "Great Hall",
        "K. Brandt",
        "2025-05-09",
        "2025-10-19",
        "National Museum Denmark",
        510000,
        156,
    ),
    ("Street Photography Now", "temporary", "South Gallery", None, "2025-03-28", "2025-08-31", "", 59000, 84),
    (
        "Porcelain Dreams",
        "temporary",
        "West Wing",
        "Dr. L. Ferrante",
        "2025-09-19",
        "2026-01-18",
        "Meissen Foundation",
        142000,
        None,
    ),
]
PULL = {
    "Silk Roads": 1.0,
    "Ice Age Giants": 1.5,
    "Light on Paper": 0.3,
    "Women of the Bauhaus": 0.6,
    "Toys Tell Tales": 0.7,
    "Monet: The Late Garden": 2.2,
    "Maps of the Unknown": 0.4,
    "Vikings at Sea": 1.4,
    "Street Photography Now": 0.4,
}

FIRST_NAMES = [
    "Anna",
    "Ben",
    "Carla",
    "David",
    "Eva",
    "Felix",
    "Greta",
    "Hugo",
    "Ines",
    "Jonas",
    "Karin",
    "Leo",
    "Maria",
    "Nils",
    "Olga",
    "Paul",
    "Rosa",
    "Stefan",
    "Tilda",
    "Viktor",
    "Willem",
    "Zoe",
    "Amir",
    "Leila",
    "Marek",
]
LAST_NAMES = [
    "Bauer",
    "Lindqvist",
    "Okafor",
    "Meyer",
    "Jansen",
    "Rossi",
    "Novak",
    "Peeters",
    "Schmidt",
    "Laurent",
    "Kowalski",
    "Haas",
    "Ferreira",
    "Nielsen",
    "Weber",
    "Braun",
    "Dubois",
    "Hartmann",
    "Sanders",
    "Virtanen",
]
CITIES = {
    "Port Linden": 0.46,
    "Altmark": 0.16,
    "Rosenau": 0.1,
    "St. Gill": 0.08,
    "Weststrand": 0.08,
    "Kirchdorf": 0.06,
}
LEVELS = {"Friend": 0.4, "Family": 0.25, "Student": 0.18, "Patron": 0.12, "Benefactor": 0.05}
FEES = {"Friend": 55.0, "Family": 95.0, "Student": 25.0, "Patron": 250.0, "Benefactor": 1000.0}

TICKET_PRICES = {
    "adult": 16.0,
    "conc": 11.0,
    "child": 6.0,
    "family": 36.0,
    "group": 12.0,
    "school": 4.5,
    "member": 0.0,
}

GUIDES = [
    "Ilse Moran",
    "Tomasz Reid",
    "Bettina Krol",
    "Jean-Luc Amara",
    "Sofia Lund",
    "Hannes Pohl",
    "Dana Whitfield",
]
GUIDE_LANGS = {
    "Ilse Moran": ["EN", "DE"],
    "Tomasz Reid": ["EN", "PL"],
    "Bettina Krol": ["DE", "EN"],
    "Jean-Luc Amara": ["FR", "EN"],
    "Sofia Lund": ["EN", "ES"],
    "Hannes Pohl": ["DE"],
    "Dana Whitfield": ["EN"],
}
THEMES = {
    "Highlights": (60, 25, 6.0),
    "Behind the Scenes": (90, 12, 14.0),
    "Family Trail": (45, 20, 4.0),
    "Curator's Talk": (75, 30, 12.0),
    "Architecture Walk": (60, 18, 8.0),
    "Exhibition Tour": (60, 22, 7.0),
}

PRODUCTS: list[tuple[str, str, str, float, float, str | None]] = [
    ("Monet catalogue", "Books", "BK", 39.9, 21.5, "Prestel Art"),
    ("Museum guide", "Books", "BK", 14.9, 5.2, "Linden Print"),
    ("Vikings for kids", "Books", "BK", 12.5, 6.4, "Prestel Art"),
    ("Bauhaus women", "Books", "BK", 34.0, 18.9, "Prestel Art"),
    ("Mammoth plush", "Toys", "TY", 24.0, 9.8, "Nordic Gifts"),
    ("Wooden longship", "Toys", "TY", 19.5, 8.1, "Nordic Gifts"),
    ("Spinning top", "Toys", "TY", 8.5, 2.4, "Holzwerk"),
    ("Clock puzzle", "Toys", "TY", 22.0, 10.3, "Holzwerk"),
    ("Water lilies poster", "Prints", "PR", 18.0, 3.9, "Linden Print"),
    ("Harbour print", "Prints", "PR", 28.0, 6.5, "Linden Print"),
    ("Postcard", "Stationery", "ST", 1.5, 0.3, "Linden Print"),
    ("Postcard set", "Stationery", "ST", 9.0, 2.2, "Linden Print"),
    ("Notebook Bauhaus", "Stationery", "ST", 11.0, 3.7, "Papier & Co"),
    ("Pencil set", "Stationery", "ST", 7.5, 2.1, "Papier & Co"),
    ("Silk scarf", "Fashion", "FA", 59.0, 27.5, "Atelier Voss"),
    ("Tote bag", "Fashion", "FA", 15.0, 4.6, "Atelier Voss"),
    ("Umbrella Lilies", "Fashion", "FA", 32.0, 13.0, "Atelier Voss"),
    ("Amphora mug", "Homeware", "HW", 16.5, 5.9, "Nordic Gifts"),
    ("Delft tile coaster", "Homeware", "HW", 9.9, 3.4, "Nordic Gifts"),
    ("Replica bust", "Homeware", "HW", 89.0, 48.0, None),
    ("Rune pendant", "Jewellery", "JW", 45.0, 19.0, "Atelier Voss"),
    ("Amber earrings", "Jewellery", "JW", 64.0, 30.5, "Atelier Voss"),
    ("Chocolate coins", "Food", "FD", 6.5, 2.9, None),
    ("Harbour tea", "Food", "FD", 8.9, 3.6, None),
    ("Hourglass", "Homeware", "HW", 21.0, 9.2, "Holzwerk"),
]
MONTH_PULL = {
    1: 0.7,
    2: 0.8,
    3: 0.9,
    4: 1.1,
    5: 1.0,
    6: 1.0,
    7: 1.4,
    8: 1.5,
    9: 0.9,
    10: 1.0,
    11: 0.9,
    12: 1.2,
}
DAY_PULL = {0: 0.0, 1: 0.7, 2: 0.8, 3: 0.9, 4: 1.0, 5: 1.9, 6: 1.7}


def _day(text: str | None) -> dt.date | None:
    return dt.date.fromisoformat(text) if text else None


def _open_days() -> tuple[list[dt.date], list[float]]:
    """Mondays are closed."""
    days = [FIRST + dt.timedelta(days=n) for n in range((LAST - FIRST).days + 1)]
    days = [d for d in days if d.weekday() != 0]
    return days, [
        MONTH_PULL[d.month] * DAY_PULL[d.weekday()] * (1.08 if d.year == 2025 else 1.0) for d in days
    ]


def _at(rng: random.Random, day: dt.date, hours: tuple[int, int]) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(rng.randint(*hours), rng.randint(0, 59)))


def _members(rng: random.Random) -> Rows:
    rows: Rows = []
    for _ in range(620):
        level = weighted(rng, LEVELS)
        joined = dt.date(2019, 1, 5) + dt.timedelta(days=int((1 - rng.random() ** 1.6) * 2365))
        years = 0
        expiry = joined.replace(day=min(joined.day, 28))
        auto = rng.random() < 0.45
        while expiry <= dt.date(2025, 6, 30):
            years += 1
            expiry = expiry.replace(year=expiry.year + 1)
            if rng.random() > (0.92 if auto else 0.7):
                break
        cancelled = rng.random() < 0.05
        birth = rng.randint(1996, 2006) if level == "Student" else rng.randint(1940, 1992)
        rows.append(
            {
                "fname": rng.choice(FIRST_NAMES),
                "lname": rng.choice(LAST_NAMES),
                "mbr_lvl": level,
                "join_dt": joined,
                "exp_dt": expiry,
                "auto_renew": "Y" if auto else "N",
                "cxl_dt": min(joined + dt.timedelta(days=rng.randint(40, 400)), LAST) if cancelled else None,
                "annual_fee": FEES[level],
                "city": weighted(rng, CITIES) if rng.random() > 0.06 else None,
                "birth_yr": birth if rng.random() > 0.15 else None,
                "email_optin": rng.choice(["Y", "Y", "N"]),
                "src": weighted(rng, {"desk": 0.45, "web": 0.35, "gift": 0.12, "event": 0.08}),
            }
        )
    rows.sort(key=lambda r: (r["join_dt"], r["lname"]))
    return [{"mbr_id": 50000 + n, **r} for n, r in enumerate(rows, 1)]


def write(folder: Path) -> None:
    rng = random.Random(8126)
    days, pull = _open_days()

    exhibitions: Rows = [
        {
            "exh_id": f"EX{n:02d}",
            "exh_title": e[0],
            "exh_type": e[1],
            "wing": e[2],
            "curator": e[3],
            "opn_dt": _day(e[4]),
            "cls_dt": _day(e[5]),
            "lender": e[6] or None,
            "budget_eur": float(e[7] // 10) if e[7] else None,
            "nbr_objects": e[8],
            "surcharge_eur": 0.0 if e[1] == "permanent" else 6.0 if e[2] == "Great Hall" else 3.0,
        }
        for n, e in enumerate(EXHIBITIONS, 1)
    ]
    members = _members(rng)

    tickets: Rows = []
    for _ in range(6200):
        visit = rng.choices(days, pull)[0]
        kind = weighted(
            rng,
            {
                "adult": 0.42,
                "conc": 0.17,
                "child": 0.1,
                "family": 0.12,
                "group": 0.04,
                "school": 0.03,
                "member": 0.12,
            },
        )
        channel = weighted(rng, {"web": 0.44, "desk": 0.34, "kiosk": 0.14, "partner": 0.08})
        if kind == "school":
            channel = rng.choice(["web", "partner"])
            while visit.weekday() >= 5:
                visit += dt.timedelta(days=1)
                if visit.weekday() == 0:
                    visit += dt.timedelta(days=1)
            visit = min(visit, dt.date(2025, 6, 27))
        showing = [
            e for e in exhibitions if e["exh_type"] != "permanent" and e["opn_dt"] <= visit <= e["cls_dt"]
        ]
        exh = None
        if showing and rng.random() < 0.55:
            exh = rng.choices(showing, [PULL[e["exh_title"]] for e in showing])[0]
        qty = {
            "adult": rng.choice([1, 1, 2, 2, 3, 4]),
            "conc": rng.choice([1, 1, 2]),
            "child": rng.choice([1, 1, 2, 3]),
            "family": 1,
            "group": rng.randint(10, 30),
            "school": rng.randint(15, 32),
            "member": rng.choice([1, 1, 2]),
        }[kind]
        price = TICKET_PRICES[kind] + (
            0.0 if kind in ("member", "school", "child") or exh is None else exh["surcharge_eur"]
        )
        if visit.year == 2025 and kind == "adult":
            price += 1.0
        disc = (
            10
            if channel == "web" and kind == "adult" and rng.random() < 0.25
            else 15
            if channel == "partner" and kind != "member"
            else 0
        )
        member = None
        if kind == "member":
            able = [m for m in members if m["join_dt"] <= visit <= m["exp_dt"]]
            member = rng.choice(able)["mbr_id"] if able and rng.random() > 0.04 else None
        early = int(rng.expovariate(0.12)) if channel in ("web", "partner") else 0
        bought = _at(rng, visit - dt.timedelta(days=early), (10, 16) if early == 0 else (7, 22))
        tickets.append(
            {
                "sold_ts": bought,
                "visit_dt": visit,
                "tkt_type": kind,
                "chnl": channel,
                "exh_id": exh["exh_id"] if exh else None,
                "qty": qty,
                "unit_price": price,
                "disc_pct": disc,
                "amt_eur": round(qty * price * (100 - disc) / 100, 2),
                "ctry_cd": weighted(
                    rng,
                    {
                        "DE": 0.52,
                        "NL": 0.11,
                        "FR": 0.09,
                        "GB": 0.08,
                        "US": 0.07,
                        "PL": 0.06,
                        "DK": 0.04,
                        "JP": 0.03,
                    },
                )
                if rng.random() > 0.2
                else None,
                "mbr_id": member,
                "refunded": "Y" if channel in ("web", "partner") and rng.random() < 0.04 else "N",
            }
        )
    tickets.sort(key=lambda r: (r["sold_ts"], r["visit_dt"]))
    tickets = [{"tkt_no": 700000 + n, **r} for n, r in enumerate(tickets, 1)]

    tours: Rows = []
    for _ in range(760):
        day = rng.choices(days, pull)[0]
        theme = weighted(
            rng,
            {
                "Highlights": 0.32,
                "Behind the Scenes": 0.13,
                "Family Trail": 0.18,
                "Curator's Talk": 0.09,
                "Architecture Walk": 0.12,
                "Exhibition Tour": 0.16,
            },
        )
        dur, cap, price = THEMES[theme]
        showing = [
            e for e in exhibitions if e["exh_type"] != "permanent" and e["opn_dt"] <= day <= e["cls_dt"]
        ]
        exh = (
            rng.choices(showing, [PULL[e["exh_title"]] for e in showing])[0]
            if showing and theme in ("Exhibition Tour", "Curator's Talk")
            else None
        )
        guide = (
            rng.choice(GUIDES)
            if theme != "Curator's Talk"
            else "Ilse Moran"
            if rng.random() < 0.4
            else rng.choice(GUIDES)
        )
        lang = rng.choice(GUIDE_LANGS[guide])
        status = weighted(rng, {"held": 0.89, "cxl": 0.08, "no-guide": 0.03})
        booked = min(cap, max(0, int(rng.gauss(cap * 0.72, cap * 0.25))))
        if status == "cxl" and rng.random() < 0.6:
            booked = rng.randint(0, 4)
        attended = (
            max(0, booked - (0 if rng.random() < 0.35 else rng.randint(0, 4))) if status == "held" else None
        )
        start = dt.datetime.combine(day, dt.time(rng.choice([10, 11, 13, 14, 15, 16]), rng.choice([0, 30])))
        tours.append(
            {
                "tour_theme": theme,
                "lang": lang,
                "guide": guide if status != "no-guide" else None,
                "start_ts": start,
                "dur_min": dur,
                "cap": cap,
                "bkd": booked,
                "attd": attended,
                "price_pp": price,
                "exh_id": exh["exh_id"] if exh else None,
                "tour_stat": status,
                "rating": round(
                    min(5.0, max(2.0, rng.gauss(4.3 if guide in ("Sofia Lund", "Ilse Moran") else 4.0, 0.5))),
                    1,
                )
                if status == "held" and rng.random() > 0.3
                else None,
            }
        )
    tours.sort(key=lambda r: (r["start_ts"], r["tour_theme"]))
    tours = numbered(tours, "tour_id")

    items: Rows = []
    for n, (name, cat, code, price, cost, supplier) in enumerate(PRODUCTS, 1):
        level = rng.choice([10, 15, 20, 30])
        items.append(
            {
                "item_cd": f"{code}-{100 + n}",
                "item_desc": name,
                "cat": cat,
                "supplier": supplier,
                "list_price": price,
                "unit_cost": cost,
                "stock_qty": rng.choice(
                    [
                        0,
                        rng.randint(1, level),
                        rng.randint(level + 1, 160),
                        rng.randint(level + 1, 160),
                        rng.randint(level + 1, 160),
                    ]
                ),
                "reord_lvl": level,
                "discontd": "Y" if name in ("Bauhaus women", "Mammoth plush", "Spinning top") else "N",
            }
        )
    liking = {
        i["item_cd"]: rng.uniform(0.3, 1.6)
        * (4 if i["item_desc"] == "Postcard" else 1)
        / (1 + i["list_price"] / 60)
        for i in items
    }
    sales: Rows = []
    for _ in range(4300):
        day = rng.choices(days, pull)[0]
        item = rng.choices(items, list(liking.values()))[0]
        member = rng.choice(members) if rng.random() < 0.14 else None
        if member and not member["join_dt"] <= day <= member["exp_dt"]:
            member = None
        qty = rng.choice([1, 1, 1, 2]) if item["item_desc"] != "Postcard" else rng.randint(1, 8)
        price = round(
            item["list_price"] * (0.95 if day.year == 2024 and item["cat"] in ("Books", "Fashion") else 1.0),
            2,
        )
        disc = round(price * qty * 0.1, 2) if member else 0.0
        outlet = weighted(rng, {"Main shop": 0.68, "Kiosk Great Hall": 0.2, "Online": 0.12})
        sales.append(
            {
                "sale_ts": _at(rng, day, (10, 17)),
                "item_cd": item["item_cd"],
                "outlet": outlet,
                "qty": qty,
                "unit_price": price,
                "disc_amt": disc,
                "line_amt": round(price * qty - disc, 2),
                "pay_mthd": "card"
                if outlet == "Online"
                else weighted(rng, {"card": 0.66, "cash": 0.26, "voucher": 0.08}),
                "mbr_id": member["mbr_id"] if member else None,
                "returned": "Y" if rng.random() < 0.025 else "N",
            }
        )
    sales.sort(key=lambda r: (r["sale_ts"], r["item_cd"]))
    sales = [{"sale_id": 30000 + n, **r} for n, r in enumerate(sales, 1)]
    write_csv(
        folder,
        {
            "exhibitions": exhibitions,
            "members": members,
            "ticket_sales": tickets,
            "guided_tours": tours,
            "shop_items": items,
            "shop_sales": sales,
        },
    )
