"""A crowdfunding site: creators, projects, rewards, backers and their pledges."""

import random
from collections import defaultdict
from datetime import date, datetime, time, timedelta
from pathlib import Path

from tests.analyst.questions.tables import Row, Rows, write_typed

START, END = date(2023, 6, 5), date(2025, 9, 16)
COLUMNS = {
    "creators": "id:int name:text creator_type:text country:text city:text joined_on:date verified:flag "
    "website:text",
    "projects": "id:int creator_id:int title:text category:text goal_amount:real launched_on:date "
    "ends_on:date status:text staff_pick:flag shipped_on:date",
    "backers": "id:int name:text email:text country:text signed_up_on:date newsletter_opt_in:flag "
    "birth_year:int",
    "rewards": "id:int project_id:int title:text minimum_pledge:real quantity_limit:int "
    "requires_shipping:flag estimated_delivery:date",
    "pledges": "id:int backer_id:int project_id:int reward_id:int pledged_at:time amount:real tip:real "
    "payment_method:text status:text",
}
PLACES = {
    "United Kingdom": ["London", "Leeds", "Bristol"],
    "Germany": ["Berlin", "Hamburg", "Leipzig"],
    "France": ["Lyon", "Paris"],
    "Netherlands": ["Utrecht", "Rotterdam"],
    "Spain": ["Valencia", "Madrid"],
    "Sweden": ["Malmö", "Gothenburg"],
}
PLACE_WEIGHTS = [30, 22, 14, 12, 12, 10]
BACKER_COUNTRIES = [*PLACES, "United States", "Canada"]
BACKER_WEIGHTS = [28, 20, 10, 9, 8, 7, 14, 4]
GIVEN = (
    "Amelia Noah Ines Jonas Freya Hugo Clara Milo Sofia Theo Lena Oscar Maja Felix Nora Liam Elsa Diego Ruth "
    "Anton Zoe Karim Priya Tomas Greta Samir Alba Erik Rosa Wim"
)
FAMILY = (
    "Hartley Vogel Moreau Bakker Serrano Lindqvist Okafor Pritchard Schaefer Dubois Visser Navarro Holm "
    "Whitcombe Krause Lambert Mulder Castillo Bergman Fenwick Ziegler Garnier Postma Iglesias Sandell "
    "Rowntree"
)
FIRM_NAMES = (
    "Lantern Copper Wren Foxglove Tidal Paper Ember Juniper Slate Marrow Hollow Kestrel Moss Velvet Pocket "
    "Quarry"
)
FIRM_KINDS = {
    "company": ["Studio", "Works", "Games", "Labs", "Press"],
    "nonprofit": ["Foundation", "Collective", "Trust"],
}
CATEGORIES = {
    "Board Games": ["Skies of", "Rails to", "Lords of", "Harvest in", "Siege of"],
    "Technology": ["Smart Lamp", "Solar Charger", "Desk Robot", "Pocket Synth", "E-Ink Clock"],
    "Film": ["The Last", "Return to", "Midnight in", "Letters from", "Shadows over"],
    "Music": ["Live in", "Songs of", "Echoes of", "Vinyl:", "Nocturnes for"],
    "Comics": ["Tales of", "Ghosts of", "The Witch of", "Kids of", "Robots of"],
    "Food & Drink": ["Hot Sauce", "Cider House", "Bakery", "Coffee Roastery", "Ramen Bar"],
    "Fashion": ["Rain Jacket", "Wool Socks", "Canvas Bag", "Barefoot Shoe", "Linen Shirt"],
}
CATEGORY_WEIGHTS = [26, 17, 11, 14, 13, 10, 9]
TITLE_ENDS = (
    "Avalon Cormoran Brixton Ostara Meridian Thule Halden Calypso Norrland Verona Juno Sable Orkney Tamsin "
    "Ilmen Rookery Delft Sorrel Umbra Quill"
)
REWARDS = [
    ("Thank-you Card", 10, False),
    ("Digital Edition", 20, False),
    ("Early Bird", 35, True),
    ("Standard Edition", 50, True),
    ("Deluxe Edition", 95, True),
    ("Collector's Box", 180, True),
    ("Studio Visit", 400, False),
]
LIMITED = ("Early Bird", "Collector's Box", "Studio Visit")
GOAL_SHARES = [0.4, 0.5, 0.6, 0.7, 0.85, 0.95, 1.2, 1.6, 2.4]
UNSUCCESSFUL = {"live": "pending", "cancelled": "cancelled", "failed": "not charged"}


def write(folder: Path) -> None:
    """Write the tables as Parquet files."""
    rng = random.Random(7310)
    names = [f"{given} {family}" for given in GIVEN.split() for family in FAMILY.split()]
    rng.shuffle(names)
    creators = _creators(rng, names)
    projects = _projects(rng, creators)
    backers = _backers(rng, names)
    rewards = _rewards(rng, projects)
    pledges = _pledges(rng, projects, backers, rewards)
    _set_goals(rng, projects, pledges)
    _end_projects(rng, projects, pledges)
    _end_pledges(rng, projects, pledges)
    tables = {
        "creators": creators,
        "projects": projects,
        "backers": backers,
        "rewards": rewards,
        "pledges": pledges,
    }
    write_typed(folder, COLUMNS, tables)


def _day(rng: random.Random, first: date, last: date) -> date:
    return first + timedelta(days=rng.randint(0, (last - first).days))


def _creators(rng: random.Random, names: list[str]) -> Rows:
    """The creators; people take their names off the front of the list."""
    creators: Rows = []
    firms: set[str] = set()
    for number in range(1, 91):
        kind = rng.choices(["individual", "company", "nonprofit"], [55, 32, 13])[0]
        name = names.pop(0) if kind == "individual" else _firm(rng, kind, firms)
        country, cities = rng.choices(list(PLACES.items()), PLACE_WEIGHTS)[0]
        creators.append(
            {
                "id": number,
                "name": name,
                "creator_type": kind,
                "country": country,
                "city": rng.choice(cities),
                "joined_on": _day(rng, date(2023, 1, 9), date(2025, 8, 20)),
                "verified": rng.random() < 0.62,
                "website": f"https://{name.lower().replace(' ', '')}.example" if rng.random() < 0.6 else None,
            }
        )
    return creators


def _firm(rng: random.Random, kind: str, taken: set[str]) -> str:
    """A name that no other creator has."""
    name = ""
    while not name or name in taken:
        name = f"{rng.choice(FIRM_NAMES.split())} {rng.choice(FIRM_KINDS[kind])}"
    taken.add(name)
    return name


def _projects(rng: random.Random, creators: Rows) -> Rows:
    """The projects by launch; `_draw` is how many backers one attracts."""
    without = set(rng.sample(range(1, 91), 9))
    projects: Rows = []
    titles: set[str] = set()
    while len(projects) < 210:
        launched = _day(rng, START, date(2025, 9, 12))
        able = [each for each in creators if each["joined_on"] <= launched and each["id"] not in without]
        if not able:
            continue
        creator = rng.choice(able)
        category = rng.choices(list(CATEGORIES), CATEGORY_WEIGHTS)[0]
        title = f"{rng.choice(CATEGORIES[category])} {rng.choice(TITLE_ENDS.split())}"
        if title in titles:
            continue
        titles.add(title)
        rng.lognormvariate(0, 0.55)  # a goal, which is set anew when it is known what comes in
        projects.append(
            {
                "creator_id": creator["id"],
                "title": title,
                "category": category,
                "launched_on": launched,
                "ends_on": launched + timedelta(days=rng.choice([21, 30, 30, 30, 35, 45, 60])),
                "staff_pick": rng.random() < 0.19,
                "shipped_on": None,
                "_draw": rng.lognormvariate(0, 0.45),
            }
        )
    projects.sort(key=lambda project: project["launched_on"])
    return [{"id": number, **project} for number, project in enumerate(projects, 1)]


def _backers(rng: random.Random, names: list[str]) -> Rows:
    return [
        {
            "id": number,
            "name": name,
            "email": f"{name.lower().replace(' ', '.')}{number}@mail.example",
            "country": rng.choices(BACKER_COUNTRIES, BACKER_WEIGHTS)[0],
            "signed_up_on": _day(rng, date(2023, 3, 1), END),
            "newsletter_opt_in": rng.random() < 0.48,
            "birth_year": rng.randint(1955, 2005) if rng.random() < 0.7 else None,
        }
        for number, name in enumerate(names[:620], 1)
    ]


def _rewards(rng: random.Random, projects: Rows) -> Rows:
    """Three to five rewards a project."""
    rewards: Rows = []
    for project in projects:
        for kind in sorted(rng.sample(range(7), rng.randint(3, 5))):
            title, minimum, shipped = REWARDS[kind]
            pledge = float(round(minimum * rng.choice([0.8, 1, 1, 1.2])))
            is_limited = title in LIMITED or rng.random() < 0.1
            rewards.append(
                {
                    "id": len(rewards) + 1,
                    "project_id": project["id"],
                    "title": title,
                    "minimum_pledge": pledge,
                    "quantity_limit": rng.choice([5, 10, 25, 50, 100]) if is_limited else None,
                    "requires_shipping": shipped,
                    "estimated_delivery": project["ends_on"]
                    + timedelta(days=rng.choice([60, 90, 120, 180, 240])),
                }
            )
    return rewards


def _pledges(rng: random.Random, projects: Rows, backers: Rows, rewards: Rows) -> Rows:
    """The pledges of each project, most of them soon after its launch or shortly before its end."""
    silent = set(rng.sample(range(1, 621), 45))
    eagerness = {backer["id"]: rng.lognormvariate(0, 1) for backer in backers}
    offered = defaultdict(list)
    for reward in rewards:
        offered[reward["project_id"]].append(reward)
    pledges: Rows = []
    for project in projects:
        launched, ends = project["launched_on"], project["ends_on"]
        last = min(ends, END)
        count = max(3, int(15.5 * project["_draw"] * (1.35 if project["staff_pick"] else 1)))
        part = ((last - launched).days + 1) / ((ends - launched).days + 1)
        for _ in range(max(2, int(count * part))):
            day = launched + timedelta(days=int((last - launched).days * rng.betavariate(0.8, 0.9)))
            able = [each for each in backers if each["signed_up_on"] <= day and each["id"] not in silent]
            backer = rng.choices(able, [eagerness[each["id"]] for each in able])[0]
            pledges.append(
                {"backer_id": backer["id"], **_pledge(rng, project["id"], offered[project["id"]], day)}
            )
    return pledges


def _pledge(rng: random.Random, project: int, offered: Rows, day: date) -> Row:
    """A pledge, for a reward of the project or for none."""
    reward = rng.choice(offered) if rng.random() < 0.83 else None
    if reward:
        amount = reward["minimum_pledge"] + rng.choice([0, 0, 0, 5, 10, 15.5, 20])
    else:
        amount = float(rng.choice([5, 10, 15, 25, 50, 75, 100]))
    at = time(rng.randint(6, 23), rng.randint(0, 59), rng.randint(0, 59))
    return {
        "project_id": project,
        "reward_id": reward["id"] if reward else None,
        "pledged_at": datetime.combine(day, at),
        "amount": amount,
        "tip": round(amount * rng.choice([0.03, 0.05, 0.1]), 2) if rng.random() < 0.34 else 0.0,
        "payment_method": rng.choices(["card", "paypal", "bank transfer", "apple pay"], [55, 25, 8, 12])[0],
    }


def _set_goals(rng: random.Random, projects: Rows, pledges: Rows) -> None:
    """Goals in proportion to what was pledged, so that about as many are met as missed."""
    pledged: dict[int, float] = defaultdict(float)
    for pledge in pledges:
        pledged[pledge["project_id"]] += pledge["amount"]
    for project in projects:
        goal = round(pledged[project["id"]] * 0.9 * rng.choice(GOAL_SHARES) / 50) * 50.0
        project["goal_amount"] = max(300.0, goal)


def _end_projects(rng: random.Random, projects: Rows, pledges: Rows) -> None:
    """How each project ended, and when its rewards were sent; some pledges are taken back."""
    stopped = set(rng.sample([each["id"] for each in projects if each["ends_on"] <= END], 14))
    held: dict[int, float] = defaultdict(float)
    for pledge in pledges:
        pledge["_taken_back"] = rng.random() < 0.07
        held[pledge["project_id"]] += 0 if pledge["_taken_back"] else pledge["amount"]
    for project in projects:
        if project["ends_on"] > END:
            project["status"] = "live"
        elif project["id"] in stopped:
            project["status"] = "cancelled"
        else:
            is_met = held[project["id"]] >= project["goal_amount"]
            project["status"] = "successful" if is_met else "failed"
        if project["status"] == "successful":
            shipped = project["ends_on"] + timedelta(days=rng.randint(40, 330))
            if shipped <= END and rng.random() < 0.9:
                project["shipped_on"] = shipped


def _end_pledges(rng: random.Random, projects: Rows, pledges: Rows) -> None:
    """Number the pledges by time, and say what became of each."""
    status = {project["id"]: project["status"] for project in projects}
    pledges.sort(key=lambda pledge: pledge["pledged_at"])
    for number, pledge in enumerate(pledges, 1):
        pledge["id"] = number
        if pledge["_taken_back"]:
            pledge["status"] = "cancelled"
        else:
            pledge["status"] = UNSUCCESSFUL.get(status[pledge["project_id"]]) or _collected(rng)


def _collected(rng: random.Random) -> str:
    if rng.random() < 0.04:
        return "refunded"
    return "payment failed" if rng.random() < 0.03 else "collected"
