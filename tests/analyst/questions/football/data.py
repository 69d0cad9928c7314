"""A regional football league of two divisions: clubs, squads, referees, matches and match events."""

import datetime as dt
import random
from pathlib import Path

from tests.analyst.questions.tables import Rows, weighted, write_csv

TODAY = dt.date(2025, 10, 20)
CLUBS = [
    # club, code, town, ground, capacity, founded, status, division, strength
    ("Harwick Rovers", "HAR", "Harwick", "Quay Lane", 6200, 1898, "Pro", "Premier", 1.45),
    ("Stenbury United", "STU", "Stenbury", "The Brickfields", 8400, 1904, "Pro", "Premier", 1.6),
    ("Ashford Vale", "ASV", "Ashford Vale", "Vale Park", 3100, 1921, "Semi-Pro", "Premier", 1.1),
    ("Kirkmoor Town", "KIR", "Kirkmoor", "Moor Road", 4000, 1889, "Semi-Pro", "Premier", 1.2),
    ("Port Ellery", "PEL", "Port Ellery", "Lighthouse Ground", 2700, 1932, "Semi-Pro", "Premier", 0.95),
    ("Dunmere Athletic", "DUN", "Dunmere", "Athletic Ground", 5200, 1901, "Pro", "Premier", 1.3),
    ("Westbridge City", "WBC", "Westbridge", "City Stadium", 9800, 1910, "Pro", "Premier", 1.4),
    ("Westbridge Wanderers", "WBW", "Westbridge", "Canal Street", 3600, 1911, "Semi-Pro", "Premier", 1.0),
    ("Thornby", "THO", "Thornby", "Mill Field", 1800, 1948, "Amateur", "Premier", 0.85),
    ("Castle Marden", "CAM", "Castle Marden", "Castle View", 2400, 1926, "Semi-Pro", "Premier", 1.05),
    ("Oakridge FC", "OAK", "Oakridge", "Forest Way", 1500, 1963, "Amateur", "Division One", 1.0),
    ("Penwith Albion", "PEN", "Penwith", "Albion Park", 2100, 1935, "Semi-Pro", "Division One", 1.3),
    ("Saltby Sailors", "SAL", "Saltby", "Harbour Field", 1200, 1951, "Amateur", "Division One", 0.9),
    ("Norwood Rangers", "NOR", "Norwood", "Ranger Park", 1900, 1944, "Semi-Pro", "Division One", 1.2),
    ("Stenbury Old Boys", "SOB", "Stenbury", "College Field", 800, 1972, "Amateur", "Division One", 0.8),
    ("Elmsford", "ELM", "Elmsford", "Riverside", 1400, 1957, "Amateur", "Division One", 1.05),
    ("Greyhill Colliery", "GRC", "Greyhill", "Pit Lane", 1700, 1919, "Semi-Pro", "Division One", 1.15),
    ("Lowmoor Celtic", "LOC", "Lowmoor", "Celtic Park Road", 1000, 1968, "Amateur", "Division One", 0.95),
    ("Tarrant Bay", "TAB", "Tarrant Bay", "Esplanade", 1300, 1980, "Amateur", "Division One", 1.0),
    ("Brackley Green", "BRG", "Brackley Green", "The Green", 900, 1990, None, "Division One", 0.75),
]
FIRSTS = [
    "Adam",
    "Ali",
    "Ben",
    "Callum",
    "Chris",
    "Danny",
    "Dean",
    "Emeka",
    "Finn",
    "Gareth",
    "Harry",
    "Ibrahim",
    "Jake",
    "Jordan",
    "Josh",
    "Kieran",
    "Kyle",
    "Lee",
    "Luis",
    "Marcus",
    "Mateo",
    "Mohamed",
    "Nathan",
    "Ollie",
    "Pawel",
    "Reece",
    "Ryan",
    "Sam",
    "Sean",
    "Tariq",
    "Theo",
    "Tyler",
    "Viktor",
    "Will",
    "Zak",
]
LASTS = [
    "Abbott",
    "Bailey",
    "Barnes",
    "Bello",
    "Carter",
    "Cole",
    "Coyle",
    "Diallo",
    "Doyle",
    "Ellis",
    "Ferreira",
    "Flynn",
    "Grant",
    "Hall",
    "Hassan",
    "Holt",
    "Jansen",
    "Kaba",
    "Kerr",
    "Kowalski",
    "Lane",
    "Marsh",
    "Mensah",
    "Moss",
    "Murphy",
    "Ndiaye",
    "Novak",
    "Nunn",
    "Okafor",
    "Page",
    "Perez",
    "Pike",
    "Pryce",
    "Quigley",
    "Reid",
    "Rossi",
    "Sharp",
    "Silva",
    "Stone",
    "Tait",
    "Traore",
    "Vance",
    "Walsh",
    "Webb",
    "Yates",
]
REFEREES = [
    ("Martin Cawley", "National", 2006),
    ("Susan Pell", "National", 2012),
    ("Derek Oduya", "Regional", 2015),
    ("Ian Frobisher", "Regional", 2009),
    ("Helen Brandt", "Regional", 2017),
    ("Tony Gallo", "County", 2019),
    ("Raj Bhatt", "County", 2020),
    ("Kevin Strand", "County", 2011),
    ("Lucy Amos", "County", 2022),
    ("Paul Whitlock", "Regional", 2004),
    ("Nadia Saleh", "National", 2016),
    ("Greg Tolley", "County", None),
]
SEASONS = {"2023/24": dt.date(2023, 8, 19), "2024/25": dt.date(2024, 8, 17), "2025/26": dt.date(2025, 8, 16)}
SQUAD = ["GK"] * 2 + ["DF"] * 7 + ["MF"] * 7 + ["FW"] * 5


def _players(rng: random.Random) -> Rows:
    rows = []
    for team, club in enumerate(CLUBS, 1):
        shirts = rng.sample(range(1, 40), 24)
        for place, position in enumerate(SQUAD + rng.choices(["DF", "MF", "FW"], k=rng.randint(0, 3))):
            contract = weighted(
                rng,
                {"Professional": 85, "Loan": 15}
                if club[6] == "Pro"
                else {"Part-time": 70, "Professional": 12, "Loan": 8, "Amateur": 10}
                if club[6] == "Semi-Pro"
                else {"Amateur": 88, "Part-time": 12},
            )
            status = weighted(rng, {"Active": 84, "Injured": 8, "Suspended": 3, "Released": 5})
            wage = {"Professional": (420, 1900), "Loan": (300, 1200), "Part-time": (60, 320)}.get(contract)
            registered = dt.date(2018, 7, 1) + dt.timedelta(days=rng.randint(0, 1820))
            if rng.random() < 0.22:
                registered = dt.date(2024, 6, 10) + dt.timedelta(days=rng.randint(0, 440))
            rows.append(
                {
                    "Player ID": 7000 + len(rows) + 1,
                    "Player Name": f"{rng.choice(FIRSTS)} {rng.choice(LASTS)}",
                    "Team ID": team,
                    "Position": position,
                    "Shirt Number": None if status == "Released" else shirts[place],
                    "Date of Birth": dt.date(1988, 1, 5)
                    + dt.timedelta(days=int(rng.triangular(0, 7100, 4200))),
                    "Nationality": weighted(
                        rng,
                        {
                            "English": 58,
                            "Irish": 8,
                            "Welsh": 8,
                            "Scottish": 6,
                            "Nigerian": 4,
                            "Polish": 4,
                            "Portuguese": 3,
                            "French": 3,
                            "Ghanaian": 3,
                            "Spanish": 3,
                        },
                    ),
                    "Height cm": None
                    if rng.random() < 0.07
                    else round(rng.gauss(190 if position == "GK" else 180, 5)),
                    "Preferred Foot": weighted(rng, {"Right": 70, "Left": 23, "Both": 7}),
                    "Contract Type": contract,
                    "Weekly Wage": rng.randrange(*wage, 10) if wage and status != "Released" else None,
                    "Registered On": registered,
                    "Registration Status": status,
                }
            )
    return rows


def _rounds(teams: list[int]) -> list[list[tuple[int, int]]]:
    half = []
    ring = teams[:]
    for number in range(len(teams) - 1):
        pairs = [(ring[i], ring[-1 - i]) for i in range(len(ring) // 2)]
        half.append([(b, a) if (i or number) % 2 else (a, b) for i, (a, b) in enumerate(pairs)])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return half + [[(b, a) for a, b in pairs] for pairs in half]


def _goals(rng: random.Random, mean: float) -> int:
    return sum(rng.random() < mean / 12 for _ in range(12))


def _season(
    rng: random.Random, season: str, first: dt.date, squads: dict[int, Rows], matches: Rows, events: Rows
):
    for division, low in (("Premier", 1), ("Division One", 11)):
        teams = list(range(low, low + 10))
        rng.shuffle(teams)
        form = {t: CLUBS[t - 1][8] * rng.uniform(0.85, 1.2) for t in teams}
        for number, pairs in enumerate(_rounds(teams), 1):
            saturday = first + dt.timedelta(days=14 * (number - 1) + (14 if number > 9 else 0))
            for home, away in pairs:
                day, hour = saturday, dt.time(15, 0)
                if rng.random() < 0.12:
                    day, hour = saturday + dt.timedelta(days=3), dt.time(19, 45)
                played = day < TODAY
                status = "Scheduled"
                if played:
                    late = season == "2025/26"
                    status = weighted(
                        rng,
                        {"Played": 100, "Postponed": 16 if late else 0.5, "Abandoned": 1.2 if late else 0.7},
                    )
                done = status == "Played"
                scored = (
                    {
                        home: _goals(rng, 1.65 * form[home] / form[away]),
                        away: _goals(rng, 1.25 * form[away] / form[home]),
                    }
                    if done
                    else {}
                )
                match = {
                    "Match ID": 30001 + len(matches),
                    "Season": season,
                    "Division": division,
                    "Matchday": number,
                    "Kick Off": dt.datetime.combine(day, hour),
                    "Home Team ID": home,
                    "Away Team ID": away,
                    "Home Goals": scored.get(home),
                    "Away Goals": scored.get(away),
                    "HT Home Goals": None,
                    "HT Away Goals": None,
                    "Attendance": None,
                    "Referee ID": rng.choices(range(1, 13), [9, 9, 8, 8, 8, 7, 6, 6, 4, 7, 8, 3])[0]
                    if status != "Scheduled"
                    else None,
                    "Match Status": status,
                }
                matches.append(match)
                if not done:
                    continue
                club = CLUBS[home - 1]
                fill = rng.triangular(
                    0.18, 0.97, 0.33 + 0.12 * form[home] + (0.03 if season != "2023/24" else 0)
                )
                derby = CLUBS[away - 1][2] == club[2]
                if rng.random() > (0.01 if division == "Premier" else 0.06):
                    match["Attendance"] = min(club[4], int(club[4] * fill * (1.4 if derby else 1)))
                _play(rng, match, scored, squads, events, form)


def _play(
    rng: random.Random, match: dict, scored: dict[int, int], squads: dict[int, Rows], events: Rows, form: dict
):
    day = match["Kick Off"].date()
    able = {t: [p for p in squads[t] if p["Registered On"] <= day] for t in scored}
    first_half = dict.fromkeys(scored, 0)
    found = []
    weight = {"GK": 0.02, "DF": 0.7, "MF": 1.6, "FW": 4.5}
    for team, goals in scored.items():
        other = next(t for t in scored if t != team)
        for _ in range(goals):
            minute = min(
                rng.choices([rng.randint(1, 45), rng.randint(46, 90), rng.randint(90, 96)], [42, 52, 6])[0],
                96,
            )
            first_half[team] += minute <= 45
            kind = weighted(rng, {"Goal": 87, "Penalty Goal": 9, "Own Goal": 4})
            side = other if kind == "Own Goal" else team
            pool = able[side]
            scorer = rng.choices(
                pool,
                [
                    (1.0 if kind == "Own Goal" and p["Position"] == "DF" else weight[p["Position"]])
                    * (0.3 + (p["Player ID"] * 7919 % 11) / 3) ** 2
                    for p in pool
                ],
            )[0]
            others = [p for p in pool if p is not scorer and p["Position"] != "GK"]
            helper = rng.choices(others, [0.2 + (p["Player ID"] * 43 % 17) ** 2 / 20 for p in others])[0]
            found.append(
                (minute, kind, side, scorer, helper if kind == "Goal" and rng.random() < 0.72 else None)
            )
        if rng.random() < 0.05:
            found.append((rng.randint(5, 90), "Missed Penalty", team, rng.choice(able[team]), None))
    strict = 0.7 + (match["Referee ID"] or 0) % 5 * 0.2
    for team in scored:
        for _ in range(_goals(rng, 1.7 * strict)):
            pool = able[team]
            player = rng.choices(pool, [0.5 + (p["Player ID"] * 31 % 13) ** 2 / 12 for p in pool])[0]
            found.append((rng.randint(8, 95), "Yellow Card", team, player, None))
        if rng.random() < 0.07 * strict:
            found.append((rng.randint(20, 95), "Red Card", team, rng.choice(able[team]), None))
    home, away = match["Home Team ID"], match["Away Team ID"]
    match["HT Home Goals"], match["HT Away Goals"] = first_half[home], first_half[away]
    for minute, kind, team, player, helper in sorted(found, key=lambda f: f[0]):
        events.append(
            {
                "Event ID": len(events) + 1,
                "Match ID": match["Match ID"],
                "Minute": minute,
                "Event Type": kind,
                "Team ID": team,
                "Player ID": player["Player ID"],
                "Assist Player ID": helper["Player ID"] if helper else None,
            }
        )


def write(folder: Path) -> None:
    """Write the five tables."""
    rng = random.Random(1904)
    players = _players(rng)
    squads = {t: [p for p in players if p["Team ID"] == t] for t in range(1, 21)}
    matches: Rows = []
    events: Rows = []
    for season, first in SEASONS.items():
        _season(rng, season, first, squads, matches, events)
    write_csv(
        folder,
        {
            "teams": [
                {
                    "Team ID": i,
                    "Club Name": c[0],
                    "Code": c[1],
                    "Town": c[2],
                    "Ground": c[3],
                    "Ground Capacity": c[4],
                    "Founded": c[5],
                    "Club Status": c[6],
                    "Division": c[7],
                }
                for i, c in enumerate(CLUBS, 1)
            ],
            "players": players,
            "referees": [
                {"Referee ID": i, "Referee Name": r[0], "Level": r[1], "Qualified Year": r[2]}
                for i, r in enumerate(REFEREES, 1)
            ],
            "matches": matches,
            "match_events": events,
        },
    )
