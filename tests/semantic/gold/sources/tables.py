"""Raw tables as plain values, so that every engine can load the same rows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb


@dataclass(frozen=True)
class Table:
    """A table of one data set: columns as DuckDB's CREATE TABLE has them, and its rows."""

    name: str
    columns: str
    rows: Sequence[tuple[object, ...]]

    @property
    def create(self) -> str:
        return f"CREATE TABLE {self.name} ({self.columns})"


def write_parquet(tables: Sequence[Table], folder: Path) -> None:
    """One file for each table, named after it."""
    with duckdb.connect(":memory:") as connection:
        for table in tables:
            fill(connection, table)
            connection.execute(f"COPY {table.name} TO '{folder / table.name}.parquet' (FORMAT parquet)")


def fill(connection: duckdb.DuckDBPyConnection, table: Table) -> None:
    """Create the table and insert its rows, some hundreds in one statement."""
    connection.execute(table.create)
    marks = f"({', '.join('?' * len(table.rows[0]))})"
    for rows in _chunks(table.rows, 500):
        values = [value for row in rows for value in row]
        connection.execute(f"INSERT INTO {table.name} VALUES {', '.join([marks] * len(rows))}", values)


def _chunks(rows: Sequence[tuple[object, ...]], size: int) -> Iterator[Sequence[tuple[object, ...]]]:
    for start in range(0, len(rows), size):
        yield rows[start : start + size]
