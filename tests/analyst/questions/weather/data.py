"""Daily weather of three years at stations in Switzerland, and where the stations are."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

Figures = np.ndarray[Any, np.dtype[Any]]

DAYS = pd.date_range("2022-01-01", "2024-12-31")
COUNT = len(DAYS)
COLUMNS = "station_id station_name canton region altitude_m latitude longitude opened station_type"
STATIONS: list[tuple[Any, ...]] = [
    ("BAS", "Basel / Binningen", "Basel-Landschaft", "Jura", 316, 47.541, 7.584, "1929-01-01", "automatic"),
    ("BER", "Bern / Zollikofen", "Bern", "Mittelland", 553, 46.991, 7.464, "1977-07-01", "automatic"),
    ("SMA", "Zürich / Fluntern", "Zürich", "Mittelland", 556, 47.378, 8.566, "1949-06-01", "automatic"),
    ("GVE", "Genève / Cointrin", "Genève", "Mittelland", 411, 46.248, 6.128, "1954-01-01", "automatic"),
    ("STG", "St. Gallen", "St. Gallen", "Mittelland", 776, 47.425, 9.399, "1978-02-15", "automatic"),
    ("LUZ", "Luzern", "Luzern", "Mittelland", 454, 47.036, 8.301, None, "automatic"),
    ("SAE", "Säntis", "Appenzell Ausserrhoden", "Alps", 2501, 47.249, 9.343, "1882-09-01", "staffed"),
    ("DAV", "Davos", "Graubünden", "Alps", 1594, 46.813, 9.844, "1876-01-01", "automatic"),
    ("CHU", "Chur", "Graubünden", "Alps", 556, 46.870, 9.531, "1979-05-01", "automatic"),
    ("SIO", "Sion", "Valais", "Alps", 482, 46.219, 7.330, "1958-01-01", "automatic"),
    ("LUG", "Lugano", "Ticino", "South", 273, 46.004, 8.960, "1863-12-01", "automatic"),
    ("OTL", "Locarno / Monti", "Ticino", "South", 367, 46.172, 8.787, "1935-01-01", "staffed"),
    ("NEU", "Neuchâtel", "Neuchâtel", "Jura", 485, 47.000, 6.953, "1901-01-01", "automatic"),
    ("NAP", "Napf", "Luzern", "Mittelland", 1404, 47.005, 7.940, "2023-03-01", "automatic"),
    ("CDF", "La Chaux-de-Fonds", "Neuchâtel", "Jura", 1018, 47.083, 6.792, "1979-04-01", "closed"),
]
# How many of the days are wet, and how much falls on one of them.
WET = {
    "SAE": (0.52, 13),
    "NAP": (0.50, 9),
    "STG": (0.48, 8),
    "LUG": (0.30, 15),
    "OTL": (0.31, 18),
    "SIO": (0.26, 5.2),
    "CHU": (0.31, 6.2),
    "DAV": (0.38, 6.5),
    "GVE": (0.33, 7.4),
    "NEU": (0.36, 6.9),
    "BAS": (0.37, 5.9),
    "LUZ": (0.40, 8.1),
    "BER": (0.38, 7.4),
    "SMA": (0.41, 7.6),
}
WINDY = {"SAE": 2.2, "NAP": 1.5, "NEU": 1.15, "GVE": 1.1, "LUG": 0.75, "OTL": 0.7, "DAV": 0.85}
WARMER = {2022: 0.5, 2023: 0.2, 2024: 0.1}
WETTER = {2022: -0.16, 2023: 0, 2024: 0.12}
DIRECTIONS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
DIRECTION_WEIGHTS = [0.08, 0.17, 0.07, 0.04, 0.08, 0.24, 0.22, 0.10]
FLAGS, FLAG_WEIGHTS = ["ok", "estimated", "suspect"], [0.955, 0.03, 0.015]
TEMPERATURES = ["temp_mean_c", "temp_max_c", "temp_min_c"]
# How often each value is missing.
MISSING = {
    "temp_mean_c": 0.004,
    "precip_mm": 0.008,
    "sunshine_hrs": 0.015,
    "wind_gust_kmh": 0.012,
    "wind_speed_kmh": 0.01,
    "humidity_pct": 0.02,
    "pressure_hpa": 0.05,
    "conditions": 0.06,
    "snow_depth_cm": 0.03,
    "qc_flag": 0.02,
}


def write(folder: Path) -> None:
    """Write the stations and their days as CSV files; one station is closed and has no days."""
    rng = np.random.default_rng(4711)
    stations = pd.DataFrame(STATIONS, columns=COLUMNS.split())
    stations.to_csv(folder / "stations.csv", index=False)
    warmth, wetness = _drift(rng, 0.8, 2.0), _drift(rng, 0.6, 0.7)
    observed = []
    for station, _, _, region, altitude, *_, kind in STATIONS:
        if kind != "closed":
            days = _days(rng, station, region, altitude, warmth, wetness)
            observed.append(_as_reported(rng, days, station, altitude))

    observations = pd.concat(observed).sort_values(["obs_date", "station_id"])
    for column in ("snow_depth_cm", "humidity_pct"):
        observations[column] = observations[column].astype("Int64")
    observations.to_csv(folder / "daily_observations.csv", index=False)


def _drift(rng: np.random.Generator, kept: float, spread: float) -> Figures:
    """A figure a day, that keeps a part of that of the day before."""
    figures, steps = np.zeros(COUNT), rng.normal(0, spread, COUNT)
    for day in range(1, COUNT):
        figures[day] = kept * figures[day - 1] + steps[day]
    return figures


def _days(
    rng: np.random.Generator, station: str, region: str, altitude: int, warmth: Figures, wetness: Figures
) -> pd.DataFrame:
    """All days of a station."""
    mean = _means(rng, station, region, altitude, warmth)
    is_wet, rain = _rain(rng, station, wetness)
    daylight = 12 + 3.9 * np.sin((DAYS.day_of_year.values - 80) / 365.25 * 2 * np.pi)
    shining = np.where(is_wet, rng.beta(1.1, 3.2, COUNT), rng.beta(2.4, 1.5, COUNT))
    sun = np.clip(daylight * shining * (0.93 if region != "South" else 0.98), 0, None)
    half = 2.5 + sun * 0.42 + rng.normal(0, 0.6, COUNT).clip(-1.5, 1.5)
    if altitude > 2000:
        half *= 0.55
    wind, gust = _wind(rng, station)
    humidity = np.clip(88 - sun * 2.6 + rng.normal(0, 6, COUNT) + is_wet * 5, 25, 100)
    pressure = 1017 - wetness * 5 + rng.normal(0, 4, COUNT)
    conditions = [
        _condition(rng, is_wet[day], mean[day], altitude, humidity[day], sun[day] / daylight[day])
        for day in range(COUNT)
    ]
    return pd.DataFrame(
        {
            "station_id": station,
            "obs_date": DAYS.strftime("%Y-%m-%d"),
            "temp_mean_c": mean.round(1),
            "temp_max_c": (mean + half).round(1),
            "temp_min_c": (mean - half * 0.95).round(1),
            "precip_mm": rain.round(1),
            "snow_depth_cm": _snow(mean, rain),
            "sunshine_hrs": sun.round(1),
            "wind_speed_kmh": wind.round(1),
            "wind_gust_kmh": gust.round(1),
            "wind_dir": rng.choice(DIRECTIONS, COUNT, p=DIRECTION_WEIGHTS),
            "humidity_pct": humidity.round(0),
            "pressure_hpa": pressure.round(1),
            "conditions": conditions,
            "qc_flag": rng.choice(FLAGS, COUNT, p=FLAG_WEIGHTS),
        }
    )


def _means(rng: np.random.Generator, station: str, region: str, altitude: int, warmth: Figures) -> Figures:
    """The mean temperature of each day."""
    base = 13.2 - altitude * 0.0057 + (2.6 if region == "South" else 0) + (1.0 if station == "SIO" else 0)
    swing = 9.6 if altitude < 1000 else 7.2
    season = swing * np.cos((DAYS.day_of_year.values - 20) / 365.25 * 2 * np.pi)
    return base - season + warmth * 0.8 + _drift(rng, 0.5, 1.2) + DAYS.year.map(WARMER).values


def _rain(rng: np.random.Generator, station: str, wetness: Figures) -> tuple[Figures, Figures]:
    """Which days are wet, and how much falls."""
    share, usual = WET[station]
    chance = wetness * 0.75 + rng.normal(0, 0.75, COUNT)
    is_wet = (chance + DAYS.year.map(WETTER).values) > np.quantile(chance, 1 - share)
    return is_wet, np.where(is_wet, rng.gamma(0.8, usual / 0.8, COUNT), 0)


def _wind(rng: np.random.Generator, station: str) -> tuple[Figures, Figures]:
    """The wind and the strongest gust of each day."""
    season = 1 + 0.2 * np.cos(DAYS.day_of_year.values / 365.25 * 2 * np.pi)
    wind = rng.gamma(3.2, 2.6, COUNT) * WINDY.get(station, 1) * season + 2
    return wind, wind * rng.uniform(1.7, 2.9, COUNT) + rng.gamma(1.2, 4, COUNT)


def _snow(mean: Figures, rain: Figures) -> Figures:
    """How deep the snow lies: it falls when it is cold, and melts when it is not."""
    depths, depth = np.zeros(COUNT), 0.0
    for day in range(COUNT):
        if mean[day] < 1:
            depth += rain[day] * 0.9
        depth = max(0, depth * 0.985 - max(0, mean[day]) * 0.9)
        depths[day] = round(depth)
    return depths


def _condition(
    rng: np.random.Generator, is_wet: bool, mean: float, altitude: int, humidity: float, shining: float
) -> str:
    if is_wet:
        if mean < 0.8:
            return "Snow"

        return "Thunderstorm" if mean > 14 - altitude * 0.003 and rng.random() < 0.22 else "Rain"

    if humidity > 88 and rng.random() < 0.5:
        return "Fog"

    return "Clear" if shining > 0.65 else "Partly cloudy" if shining > 0.35 else "Overcast"


def _as_reported(rng: np.random.Generator, days: pd.DataFrame, station: str, altitude: int) -> pd.DataFrame:
    """The days that a station reported, without the values that it did not."""
    if altitude < 700:
        days.loc[DAYS.month.isin([6, 7, 8, 9]), "snow_depth_cm"] = np.nan
    for column, share in MISSING.items():
        days.loc[rng.random(COUNT) < share, column] = np.nan
    if station in ("SAE", "NAP"):
        days["pressure_hpa"] = np.nan
    days.loc[rng.random(COUNT) < 0.003, TEMPERATURES] = np.nan
    days = days[rng.random(COUNT) > 0.006]
    if station == "NAP":
        days = days[days["obs_date"] >= "2023-03-01"]
    if station == "CHU":
        days = days[~days["obs_date"].between("2022-08-09", "2022-08-27")]
    return days
