"""Daily figures of an epidemic in six countries over two years; the figures are invented."""

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from tests.analyst.questions.tables import Row, Rows, named, write_typed

Figures = np.ndarray[Any, np.dtype[Any]]

BEGINNING, END = date(2020, 2, 1), date(2022, 3, 20)  # the first weeks are there for what follows from them
DAYS = [BEGINNING + timedelta(days=at) for at in range((END - BEGINNING).days + 1)]
WEEKDAYS = [day.weekday() for day in DAYS]
COLUMNS = {
    "epidemic": "location:text continent:text date:date new_cases:int total_cases:int new_deaths:int "
    "total_deaths:int hosp_patients:real people_vaccinated:real population:long"
}
# Country, continent, population, first day with figures, deaths of a case, how many go to hospital, first
# day and final share of vaccinations, how often they are reported, and how many cases on each weekday.
COUNTRIES = """
Germany|Europe|83408554|2020-03-21|.016|6.5|2020-12-27|.762|daily|.72 1.0 1.28 1.32 1.16 .93 .59
Portugal|Europe|10290103|2020-03-30|.013|6.0|2020-12-27|.945|on Sundays|.75 1.1 1.18 1.14 1.1 1.0 .73
Japan|Asia|124612530|2020-03-21|.009|9.0|2021-02-17|.807|daily|.74 .93 1.08 1.1 1.09 1.1 .96
Thailand|Asia|71601103|2020-05-01|.010|14.0|2021-02-28|.766|with gaps|.97 .98 1.0 1.02 1.02 1.01 1.0
Chile|South America|19493184|2020-06-10|.019|7.0|2020-12-24|.925|daily|.9 .78 .95 1.06 1.15 1.12 1.04
Kenya|Africa|53005614|2020-12-01|.017||2021-03-05|.318|on Sundays|.7 1.05 1.15 1.15 1.1 1.03 .82
"""
# The waves of each country: the day of the peak, how many days it is wide, and the cases a day at the peak.
WAVES = {
    "Germany": "2020-04-02 12 5400|2020-12-20 38 23500|2021-04-22 22 19500|2021-11-28 22 54000|"
    "2022-02-12 26 172000",
    "Portugal": "2020-04-06 14 800|2020-11-20 25 5200|2021-01-26 14 12500|2021-07-22 24 3300|"
    "2022-01-26 19 52000",
    "Japan": "2020-04-14 12 520|2020-08-05 16 1350|2021-01-10 22 5800|2021-05-10 22 5900|"
    "2021-08-22 16 22800|2022-02-09 24 89000",
    "Thailand": "2020-05-01 20 20|2021-01-20 18 480|2021-08-14 34 20100|2022-03-14 36 23500",
    "Chile": "2020-06-12 22 5300|2021-04-10 42 6900|2021-06-08 16 3600|2022-02-06 22 33500",
    "Kenya": "2020-12-01 12 780|2021-03-27 18 1250|2021-08-10 26 1150|2021-12-27 9 2900",
}
IN_HOSPITAL_FROM = {"Thailand": date(2021, 1, 1)}
DEATHS_BY_WEEKDAY = np.array([0.75, 1.12, 1.2, 1.15, 1.1, 1.0, 0.68])


def write(folder: Path) -> None:
    """Write the figures as a Parquet file."""
    rng = np.random.default_rng(2203)
    columns = "name continent population first fatality hospital vaccinated_from vaccinated reported week"
    countries = named(columns, [line.split("|") for line in COUNTRIES.strip().split("\n")])
    rows = [row for country in countries for row in _rows(rng, country)]
    write_typed(folder, COLUMNS, {"epidemic": rows})


def _rows(rng: np.random.Generator, country: Row) -> Rows:
    expected = _expected(country)
    week = np.array([float(share) for share in country["week"].split()])[WEEKDAYS]
    cases = rng.poisson(np.maximum(expected * week * np.exp(rng.normal(0, 0.07, len(DAYS))), 0.1))
    protected = _protected(country)
    deaths = rng.poisson(np.maximum(_dying(country, expected, protected), 0.02))
    patients = _patients(rng, country, expected, protected)
    vaccinated = _vaccinated(country, protected)
    first = DAYS.index(date.fromisoformat(country["first"]))
    is_told = _told(rng, country, len(DAYS) - first)
    return [
        {
            "location": country["name"],
            "continent": country["continent"],
            "date": DAYS[at],
            "new_cases": int(cases[at]),
            "total_cases": int(cases[first : at + 1].sum()),
            "new_deaths": int(deaths[at]),
            "total_deaths": int(deaths[first : at + 1].sum()),
            "hosp_patients": patients[at],
            "people_vaccinated": vaccinated[at] if is_told[at - first] else None,
            "population": int(country["population"]),
        }
        for at in range(first, len(DAYS))
    ]


def _since(day: str) -> Figures:
    """The days since one, negative before it."""
    return np.array([(each - date.fromisoformat(day)).days for each in DAYS])


def _expected(country: Row) -> Figures:
    """The cases of each day: waves that rise a little faster than they fall, and a few always."""
    expected = np.zeros(len(DAYS))
    for wave in WAVES[country["name"]].split("|"):
        peak, width, height = wave.split()
        days = _since(peak)
        widths = int(width) * np.where(days < 0, 0.9, 1.15)
        expected += int(height) * np.exp(-0.5 * (days / widths) ** 2)
    return expected + (3 + int(country["population"]) / 2.5e7)


def _protected(country: Row) -> Figures:
    """How far the vaccinations have come, from 0 to 1 on the last day."""
    days = _since(country["vaccinated_from"])
    share = 1 / (1 + np.exp(-(days - 165) / 42)) - 1 / (1 + np.exp(165 / 42))
    protected: Figures = np.where(days >= 0, share / share[-1], 0)
    return protected


def _average(values: Figures, days: int) -> Figures:
    """The mean of each day and those before it, so many in all."""
    return np.array([values[max(0, at - days + 1) : at + 1].mean() for at in range(len(values))])


def _dying(country: Row, expected: Figures, protected: Figures) -> Figures:
    """Who dies fell ill some weeks before."""
    ill = np.concatenate([np.full(10, expected[0]), _average(expected, 21)[:-10]])
    dying: Figures = ill * (float(country["fatality"]) * (1 - 0.84 * protected)) * DEATHS_BY_WEEKDAY[WEEKDAYS]
    return dying


def _patients(
    rng: np.random.Generator, country: Row, expected: Figures, protected: Figures
) -> list[float | None]:
    """The patients in hospital on each day; not every country says how many, or always did."""
    if not country["hospital"]:
        return [None] * len(DAYS)

    severe = _average(expected * (0.45 + 0.55 * (1 - 0.85 * protected)), 14)
    beds = severe * float(country["hospital"]) * 0.042 * 5
    patients = np.round(beds * np.exp(rng.normal(0, 0.012, len(DAYS))) + 20)
    first = IN_HOSPITAL_FROM.get(country["name"], BEGINNING)
    return [float(count) if day >= first else None for day, count in zip(DAYS, patients, strict=True)]


def _vaccinated(country: Row, protected: Figures) -> list[float | None]:
    """All who were vaccinated up to each day."""
    days = _since(country["vaccinated_from"])
    people = int(country["population"]) * float(country["vaccinated"]) * np.maximum(protected, 0)
    counts = np.round(people + 1200 + 900 * np.minimum(days, 20))
    counts = np.maximum.accumulate(np.where(days >= 0, counts, 0))
    return [float(count) if day >= 0 else None for day, count in zip(days, counts, strict=True)]


def _told(rng: np.random.Generator, country: Row, count: int) -> list[bool]:
    """Whether the vaccinations are reported on each of the last so many days; the first always are."""
    always = [END, date.fromisoformat(country["vaccinated_from"])]
    days = DAYS[-count:]
    if country["reported"] == "on Sundays":
        return [day.weekday() == 6 or day in always for day in days]

    if country["reported"] == "with gaps":
        is_left_out = rng.random(count) < 0.15
        return [not left or day in always for day, left in zip(days, is_left_out, strict=True)]

    return [True] * count
