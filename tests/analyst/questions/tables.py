"""Write seeded rows as the files of a question set."""

import datetime as dt
import random
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

Row = dict[str, Any]
Rows = list[Row]

TYPES = {
    "int": pa.int32(),
    "long": pa.int64(),
    "real": pa.float64(),
    "text": pa.string(),
    "flag": pa.bool_(),
    "date": pa.date32(),
    "time": pa.timestamp("us"),
}


def write_parquet(folder: Path, tables: Mapping[str, Rows]) -> None:
    """One Parquet file a table."""
    for name, rows in tables.items():
        pa.parquet.write_table(pa.Table.from_pylist(rows), folder / f"{name}.parquet")


def write_typed(folder: Path, columns: Mapping[str, str], tables: Mapping[str, Rows]) -> None:
    """One Parquet file a table, with these columns alone: `id:int title:text`, or `Row ID:int|Title:text`.

    The type that values alone would give is not always that of a database: a key is no 64-bit number there.
    """
    for name, given in columns.items():
        fields = [each.split(":") for each in given.split("|" if "|" in given else None)]
        arrays = {
            column: pa.array([row[column] for row in tables[name]], TYPES[kind]) for column, kind in fields
        }
        pa.parquet.write_table(pa.table(arrays), folder / f"{name}.parquet")


def write_csv(folder: Path, tables: Mapping[str, Rows]) -> None:
    """One CSV file with a header a table."""
    for name, rows in tables.items():
        pa.csv.write_csv(pa.Table.from_pylist(rows), folder / f"{name}.csv")


def moment(
    rng: random.Random, first: dt.date, last: dt.date, hours: tuple[int, int] = (0, 23)
) -> dt.datetime:
    """A minute between two days, both included, at one of these hours of the day."""
    day = first + dt.timedelta(days=rng.randint(0, (last - first).days))
    return dt.datetime.combine(day, dt.time(rng.randint(*hours), rng.randint(0, 59)))


def weighted(rng: random.Random, weights: Mapping[str, float]) -> str:
    """A key, as often as its weight says."""
    return rng.choices(list(weights), list(weights.values()))[0]


def numbered(rows: Iterable[dict[str, Any]], key: str = "id") -> Rows:
    """The rows with a number from 1 on."""
    return [{key: number, **row} for number, row in enumerate(rows, 1)]


def arranged(rows: Iterable[Mapping[str, Any]], columns: str) -> Rows:
    """The rows with these columns alone, in this order."""
    names = columns.split()
    return [{name: row[name] for name in names} for row in rows]


def named(columns: str, rows: Iterable[Iterable[Any]]) -> Rows:
    """Rows of values under the names of their columns."""
    return [dict(zip(columns.split(), row, strict=True)) for row in rows]


def chosen(columns: str, rows: Iterable[Mapping[str, Any]]) -> Rows:
    """The rows with these columns alone, in this order."""
    return [{name: row[name] for name in columns.split()} for row in rows]
