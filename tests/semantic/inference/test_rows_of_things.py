"""What the rows of one file are called by its columns: cars with prices, games with sales, apps."""

import pandas
import pytest

from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.inference.inferred_model import infer_model

CARS = pandas.DataFrame({
    "name": [f"Model {n % 9}" for n in range(60)],
    "fuel": [("Petrol", "Diesel")[n % 2] for n in range(60)],
    "gearbox": [("Manual", "Automatic")[n % 2] for n in range(60)],
    "selling_price": [1000 + n for n in range(60)],
})  # fmt: skip
GAMES = pandas.DataFrame({
    "Name": [f"Game {n}" for n in range(60)],
    "NA_Sales": [n / 10 for n in range(60)],
    "EU_Sales": [n / 20 for n in range(60)],
    "JP_Sales": [n / 30 for n in range(60)],
    "Global_Sales": [n / 5 for n in range(60)],
})  # fmt: skip
APPS = pandas.DataFrame(
    {"App": [f"App {n}" for n in range(60)], "Rating": [1 + n % 50 / 10 for n in range(60)]}
)
DATED = CARS.assign(day=pandas.date_range("2024-01-01", periods=60))
STORES = pandas.DataFrame({
    "store": [f"S{n % 6}" for n in range(60)],
    "week": [1 + n // 6 for n in range(60)],
    "sales": [100.5 + n for n in range(60)],
})  # fmt: skip


def cube_of(name, frame):
    engine = DuckDBEngine.open({name: frame})
    found = next(iter(infer_model(engine).model.cubes.values()))
    engine.close()
    return found


@pytest.mark.parametrize(
    ("name", "frame", "title"),
    [
        ("car_prices", CARS, "Cars"),
        ("video_game_sales", GAMES, "Video games"),
        ("googleplaystore", APPS, "Apps"),
        ("car_prices", DATED, "Car prices"),
        ("store_sales", STORES, "Store sales"),
        ("app_reviews", APPS, "App reviews"),
    ],
)
def test_rows_are_called_after_what_has_the_number(name, frame, title):
    assert cube_of(name, frame).title == title


def test_sales_are_the_global_ones_beside_those_of_regions():
    measures = cube_of("video_game_sales", GAMES).measures

    assert "sales" in measures["total_global_sales"].meta["synonyms"]
    assert "sales" not in measures["total_na_sales"].meta["synonyms"]
