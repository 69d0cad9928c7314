"""Reviews of wines: where each one is from, what it costs and how many points a taster gave it."""

import csv
import random
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tests.analyst.questions.tables import Row, weighted

REVIEWS = 5600
COLUMNS = (
    "country description designation points price province region_1 taster_name taster_twitter_handle title "
    "variety winery vintage"
)
# Each country, how often its wines are reviewed and how dear they are; its provinces, how often, and their
# regions; the varieties of each province, and how often.
ORIGINS = """
US|38|1.05
  California|62|Napa Valley;Sonoma County;Paso Robles;Russian River Valley;Santa Barbara County
    Cabernet Sauvignon|28;Pinot Noir|24;Chardonnay|20;Zinfandel|12;Merlot|8;Syrah|7;Sauvignon Blanc|6
  Washington|18|Columbia Valley;Walla Walla Valley;Yakima Valley
    Cabernet Sauvignon|22;Syrah|20;Merlot|16;Riesling|14;Chardonnay|9
  Oregon|14|Willamette Valley;Rogue Valley
    Pinot Noir|62;Pinot Gris|18;Chardonnay|14
  New York|6|Finger Lakes;North Fork of Long Island
    Riesling|40;Cabernet Franc|22;Chardonnay|14;Merlot|10
France|17|1.2
  Bordeaux|38|Saint-Émilion;Pauillac;Médoc;Sauternes
    Bordeaux-style Red Blend|75;Bordeaux-style White Blend|16;Rosé|4
  Burgundy|26|Chablis;Beaune;Gevrey-Chambertin;Mercurey
    Pinot Noir|48;Chardonnay|52
  Alsace|14|Alsace
    Riesling|38;Gewürztraminer|26;Pinot Gris|24
  Champagne|9|Champagne
    Champagne Blend|80;Chardonnay|15
  Rhône Valley|13|Châteauneuf-du-Pape;Gigondas;Hermitage
    Rhône-style Red Blend|60;Syrah|22;Rosé|8
Italy|15|1.0
  Tuscany|40|Chianti Classico;Brunello di Montalcino;Toscana
    Sangiovese|66;Red Blend|28;Merlot|6
  Piedmont|28|Barolo;Barbaresco;Barbera d'Asti
    Nebbiolo|68;Barbera|26
  Veneto|18|Valpolicella;Soave;Prosecco
    Corvina, Rondinella, Molinara|45;Garganega|20;Glera|30
  Sicily & Sardinia|14|Etna;Sicilia
    Nero d'Avola|50;Nerello Mascalese|22;Vermentino|16
Spain|8|0.72
  Northern Spain|52|Rioja;Ribera del Duero;Navarra
    Tempranillo|70;Garnacha|16;Verdejo|10
  Catalonia|28|Cava;Priorat;Penedès
    Sparkling Blend|45;Garnacha|30
  Galicia|12|Rías Baixas
    Albariño|90;Mencía|10
Portugal|5|0.6
  Douro|50|
    Portuguese Red|70;Port|25
  Alentejano|30|
    Portuguese Red|65;Portuguese White|25
  Vinho Verde|20|
    Alvarinho|50;Portuguese White|50
Chile|4.5|0.55
  Colchagua Valley|45|
    Carmenère|30;Cabernet Sauvignon|40;Merlot|12
  Maipo Valley|32|
    Cabernet Sauvignon|62;Carmenère|22
  Casablanca Valley|23|
    Sauvignon Blanc|50;Chardonnay|22;Pinot Noir|18
Argentina|4|0.65
  Mendoza Province|84|Mendoza;Uco Valley;Luján de Cuyo
    Malbec|66;Cabernet Sauvignon|18;Bonarda|8
  Other|16|Cafayate;Salta
    Torrontés|50;Malbec|40
Austria|3|0.8
  Niederösterreich|30|Kamptal
    Grüner Veltliner|60;Riesling|32
  Burgenland|28|
    Blaufränkisch|50;Zweigelt|30
Germany|2.6|0.9
  Mosel|60|
    Riesling|92;Pinot Noir|5
  Rheingau|25|
    Riesling|90
  Pfalz|15|
    Riesling|55;Pinot Noir|25
Australia|2.5|0.85
  South Australia|70|Barossa Valley;McLaren Vale;Clare Valley
    Shiraz|58;Cabernet Sauvignon|16;Riesling|14
  Victoria|30|Yarra Valley
    Pinot Noir|45;Chardonnay|30;Shiraz|20
New Zealand|1.8|0.75
  Marlborough|76|
    Sauvignon Blanc|66;Pinot Noir|28
  Central Otago|24|
    Pinot Noir|92
South Africa|1.4|0.6
  Stellenbosch|70|
    Chenin Blanc|30;Cabernet Sauvignon|28;Pinotage|22;Shiraz|14
  Swartland|30|
    Chenin Blanc|50;Shiraz|35
"""
# The two parts of a winery's name in each country.
NAMES = {
    "US": (
        "Stag;Heron;Oak;Silver;Eagle;Copper;Cedar;Quail;Iron;Willow;Granite;Lone",
        "Ridge Vineyards;Creek;Hollow Estate;Hill Cellars;Canyon Winery;Bend;Point Vineyards",
    ),
    "France": (
        "Château;Domaine;Maison",
        "Beauvallon;La Tourelle;Montfleury;des Ormes;Saint-Aubert;du Clos Vert;Larrivière;Grandpierre;"
        "de la Source;Pontac-Lys;Marchand Frères;Vieux Moulin",
    ),
    "Italy": (
        "Tenuta;Castello;Poggio;Cantina;Fattoria",
        "San Guido;Bellavista;del Falco;Rocca Alta;Monteverde;Santa Lucia;dei Cipressi",
    ),
    "Spain": (
        "Bodegas;Viña;Marqués de",
        "Altozano;Peñarosa;Valdeluz;Monteclaro;Irache Viejo;San Román",
    ),
    "Portugal": ("Quinta;Herdade;Casa", "do Vale Novo;da Boavista;das Oliveiras;dos Corvos"),
    "Germany": (
        "Weingut",
        "Dr. Hartmann;Schloss Lehen;Kessler Erben;von Rautenberg;Peter Stumm;Karthäuserhof Alt;Josef Brand;"
        "Geschwister Reiss;Zum Anker",
    ),
    "Austria": ("Weingut", "Hirschberger;Ott & Söhne;Lindner;Bründl;Rosenhügel"),
    "Chile": ("Viña;Casa;Cerro", "Maitenes;Los Robles;Tres Palacios;Aguirre;Lontué;San Esteban"),
    "Argentina": ("Finca;Bodega;Alto", "La Escondida;Cruz del Sur;Las Perdices;Tupungato;Don Ernesto"),
    "Australia": ("Red;Gum;Stony;Wombat", "Creek;Bridge Estate;Gully;Range Wines"),
    "New Zealand": ("Cloud;Kea;Fern", "Bay;Hills Estate;Valley"),
    "South Africa": ("Kaap;Groot;Drie", "fontein;berg Estate;vallei"),
}
# A taster's handle, how much is tasted, how generous the taster is with points, and the countries.
TASTERS = {
    "Virginia Hale": ("@vhale_wine", 18, 0, ["US"]),
    "Roger Vasseur": ("@vasseur", 22, 0.6, ["France", "Portugal", "Austria"]),
    "Kerin Oliveri": ("@kerinoliveri", 16, 0.3, ["Italy"]),
    "Matt Keller": ("@mattkellerwine", 10, 0.2, ["US"]),
    "Paul Greggs": ("@paulgwine ", 12, 0.4, ["US"]),
    "Michael Sharrock": ("@wineschach", 12, -1.6, ["Spain", "Chile", "Argentina", "Portugal"]),
    "Anna Liu MW": ("@annalimw", 6, 0.9, ["Germany", "Austria", "US", "France"]),
    "Joe Czerny": ("@JoeCz", 8, -0.2, ["Australia", "New Zealand", "South Africa", "France"]),
    "Susan Kostrova": ("@suskostrova", 4, -1.1, ["South Africa", "Spain", "Chile"]),
    "Jim Gordan": ("@gordone_cellars", 6, -0.1, ["US"]),
    "Lauren Buzz": (None, 3, -0.9, ["Chile", "Argentina", "US"]),
}
REDS = {
    *("Cabernet Sauvignon", "Pinot Noir", "Zinfandel", "Merlot", "Syrah", "Shiraz", "Malbec", "Nebbiolo"),
    *("Sangiovese", "Tempranillo", "Garnacha", "Barbera", "Carmenère", "Pinotage", "Cabernet Franc"),
    *("Bordeaux-style Red Blend", "Rhône-style Red Blend", "Red Blend", "Portuguese Red", "Port"),
    *("Nero d'Avola", "Nerello Mascalese", "Corvina, Rondinella, Molinara", "Blaufränkisch", "Zweigelt"),
    *("Mencía", "Bonarda"),
}
OF_NO_YEAR = ("Champagne Blend", "Sparkling Blend", "Glera", "Port")
RED_NOTES = [
    *("black cherry", "plum", "leather", "tobacco", "cassis", "cedar", "violet", "espresso", "raspberry"),
    "baking spice",
]
WHITE_NOTES = [
    *("green apple", "lemon zest", "white peach", "honey", "wet stone", "pear", "jasmine", "brioche"),
    *("grapefruit", "almond"),
]
OPENINGS = ["Aromas of", "Notes of", "Opens with", "Flavors of"]
CLOSINGS = [
    "The tannins are firm.",
    "Drink now.",
    "Best after {year}.",
    "Balanced acidity and a long finish.",
    "A bit hot on the finish.",
    "Aged in French oak.",
    "Simple and easygoing.",
    "The oak needs time to settle.",
    "Fresh and crisp.",
]
DESIGNATIONS = [
    *("Reserve", "Estate", "Old Vine", "Riserva", "Brut", "Gran Reserva", "Single Vineyard"),
    *("Vieilles Vignes", "Barrel Select", "Unoaked", "Late Harvest", "Signature"),
]
VINTAGES = dict(
    zip(
        range(2003, 2021),
        [0.3, 0.4, 0.6, 0.8, 1.2, 2, 3, 5, 7, 10, 13, 15, 15, 13, 10, 7, 4, 1.6],
        strict=True,
    )
)
GOOD_YEARS = (2010, 2015, 2016)
COUNTRY_POINTS = {"Germany": 0.9, "Austria": 1, "Chile": -1.4, "Argentina": -1}
VARIETY_PRICES = {
    "Nebbiolo": 0.35,
    "Champagne Blend": 0.6,
    "Rosé": -0.3,
    "Glera": -0.4,
    "Cabernet Sauvignon": 0.2,
}
RARELY_PRICED = ("France", "Italy")


class Country(NamedTuple):
    """How often wines of a country are reviewed, how dear they are, and its provinces."""

    weight: float
    price: float
    provinces: dict[str, "Province"]


class Province(NamedTuple):
    """How often wines of a province are reviewed, its regions, varieties and wineries."""

    weight: float
    regions: list[str | None]
    varieties: dict[str, float]
    wineries: dict[str, float]  # how good each one is; the first ones are reviewed most


def write(folder: Path) -> None:
    """Write the reviews as a CSV file, its lines ended as a spreadsheet ends them."""
    rng = random.Random(1855)
    countries = _countries()
    _found_wineries(rng, countries)
    rows = [_review(rng, countries) for _ in range(REVIEWS)]
    with (folder / "wine_reviews.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS.split())
        writer.writeheader()
        writer.writerows(rows)


def _countries() -> dict[str, Country]:
    countries: dict[str, Country] = {}
    varieties: dict[str, float] = {}
    provinces: dict[str, Province] = {}
    for line in ORIGINS.strip().split("\n"):
        depth = len(line) - len(line.lstrip())
        if depth == 4:
            varieties |= {name: float(weight) for name, weight in _pairs(line)}
            continue

        name, weight, last = line.strip().split("|")
        if depth == 2:
            varieties = {}
            regions = [region or None for region in last.split(";")]
            provinces[name] = Province(float(weight), regions, varieties, {})
        else:
            provinces = {}
            countries[name] = Country(float(weight), float(last), provinces)
    return countries


def _pairs(line: str) -> list[list[str]]:
    return [each.split("|") for each in line.strip().split(";")]


def _found_wineries(rng: random.Random, countries: Mapping[str, Country]) -> None:
    """Give each province its wineries, no two of the same name."""
    taken: set[str] = set()
    for country, (_, _, provinces) in countries.items():
        firsts, seconds = (part.split(";") for part in NAMES[country])
        for province in provinces.values():
            names = [f"{first} {second}" for first in firsts for second in seconds]
            count = max(3, min(18, len(names) // len(provinces)))
            rng.shuffle(names)
            kept = [name for name in names if name not in taken][:count]
            province.wineries.update({name: rng.gauss(0, 1.1) for name in kept})
            taken.update(kept)


def _review(rng: random.Random, countries: Mapping[str, Country]) -> Row:
    country = weighted(rng, {name: each.weight for name, each in countries.items()})
    provinces = countries[country].provinces
    place = weighted(rng, {name: each.weight for name, each in provinces.items()})
    province = provinces[place]
    variety = weighted(rng, province.varieties)
    winery = _winery(rng, province)
    vintage = _vintage(rng, variety)
    taster = _taster(rng, country)
    points = _points(rng, country, province.wineries[winery], taster, vintage)
    price: int | None = _price(rng, variety, points, vintage, countries[country].price)
    if rng.random() < (0.16 if country in RARELY_PRICED else 0.04):
        price = None
    region = rng.choice(province.regions)
    designation = rng.choice(DESIGNATIONS) if rng.random() < 0.6 else None
    notes = rng.sample(RED_NOTES if variety in REDS else WHITE_NOTES, 2)
    is_placed = rng.random() >= 0.006
    title = " ".join(filter(None, [winery, str(vintage or "NV"), designation, variety]))
    return {
        "country": country if is_placed else None,
        "description": _description(rng, notes, vintage),
        "designation": designation,
        "points": points,
        "price": price,
        "province": place if is_placed else None,
        "region_1": region if is_placed else None,
        "taster_name": taster,
        "taster_twitter_handle": TASTERS[taster][0] if taster else None,
        "title": f"{title} ({region or place})" if is_placed else title,
        "variety": variety if rng.random() > 0.002 else None,
        "winery": winery,
        "vintage": vintage,
    }


def _winery(rng: random.Random, province: Province) -> str:
    return weighted(rng, {name: 1 / (at + 1.5) ** 0.8 for at, name in enumerate(province.wineries)})


def _vintage(rng: random.Random, variety: str) -> int | None:
    if (variety in OF_NO_YEAR and rng.random() < 0.7) or rng.random() < 0.015:
        return None

    return rng.choices(list(VINTAGES), list(VINTAGES.values()))[0]


def _taster(rng: random.Random, country: str) -> str | None:
    weights = {name: weight for name, (_, weight, _, tasted) in TASTERS.items() if country in tasted}
    taster = weighted(rng, weights)
    return None if rng.random() < 0.08 else taster


def _points(rng: random.Random, country: str, quality: float, taster: str | None, vintage: int | None) -> int:
    generous = TASTERS[taster][2] if taster else -0.5
    year = 0.5 if vintage in GOOD_YEARS else 0
    points = rng.gauss(88.4 + quality + generous + COUNTRY_POINTS.get(country, 0) + year, 2.7)
    if rng.random() < 0.012:
        points += 4
    return max(80, min(100, round(points)))


def _price(rng: random.Random, variety: str, points: int, vintage: int | None, factor: float) -> int:
    """The price of a bottle; a few are six times what one would think."""
    age = 0.018 * (vintage - 2012) if vintage else 0
    mean = 2.85 + 0.085 * (points - 86) + VARIETY_PRICES.get(variety, 0) + age
    price = max(5, round(rng.lognormvariate(mean, 0.42) * factor))
    return price * 6 if rng.random() < 0.004 else price


def _description(rng: random.Random, notes: list[str], vintage: int | None) -> str:
    opening, closing = rng.choice(OPENINGS), rng.choice(CLOSINGS)
    return f"{opening} {notes[0]} and {notes[1]}. {closing.format(year=(vintage or 2016) + 6)}"
