"""Each engine with tables of a test's own: `open_store(name)` makes what `Store` describes.

A test asks for the fixture `engine_with` (tables of its own) or `engine` (the demo shop) and is run once for
each engine. Those that start Spark are `long`, and skipped without pyspark or Java.
"""

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any
from uuid import uuid4

import duckdb
import pyarrow as pa
import pytest

from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.engines.engines import Engine

Tables = Mapping[str, pa.Table]
Opened = Callable[[Tables], Engine]  # makes an engine whose tables are these, closed at the end

ENGINES = (
    "duckdb",
    "postgresql",
    pytest.param("spark", marks=pytest.mark.long),
    pytest.param("spark_connect", marks=pytest.mark.long),
)
_POSTGRES_TYPES = {
    pa.bool_(): "BOOLEAN",
    pa.int32(): "INTEGER",
    pa.int64(): "BIGINT",
    pa.float64(): "DOUBLE PRECISION",
    pa.string(): "TEXT",
    pa.date32(): "DATE",
    pa.timestamp("us"): "TIMESTAMP",
    pa.timestamp("us", "UTC"): "TIMESTAMPTZ",
}


@contextmanager
def duckdb_store() -> Iterator[Opened]:
    """Tables in memory; nothing is locked."""
    engines = []

    def make(tables: Tables) -> Engine:
        connection = duckdb.connect(":memory:")
        for name, table in tables.items():
            connection.register("given", table)
            connection.execute(f'CREATE TABLE "{name}" AS SELECT * FROM given')
            connection.unregister("given")

        engines.append(DuckDBEngine(connection))
        return engines[-1]

    yield make
    for engine in engines:
        engine.close()


@contextmanager
def postgres_store(address: str) -> Iterator[Opened]:
    """Each set of tables in a database of its own, which ends with its server."""
    import psycopg

    from svcchat_magic.semantic.engines.postgres_engine import PostgresEngine

    engines: list[Engine] = []

    def make(tables: Tables) -> Engine:
        name = f"test_{uuid4().hex}"
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")

        own = f"{address.rpartition('/')[0]}/{name}"
        with psycopg.connect(own) as connection:
            for table, rows in tables.items():
                _copy(connection, table, rows)

        engines.append(PostgresEngine.open(own))
        return engines[-1]

    yield make
    for engine in engines:
        engine.close()


@contextmanager
def spark_store(new_session: Callable[[], Any]) -> Iterator[Opened]:
    """Each set of tables as temporary views of a session of its own, which ends with its server."""
    from svcchat_magic.semantic.engines.spark_engine import SparkEngine

    def make(tables: Tables) -> Engine:
        session = new_session()
        for name, table in tables.items():
            session.createDataFrame(table).createOrReplaceTempView(name)

        return SparkEngine(session)

    yield make


def spark_is_installed() -> bool:
    """Whether a session can be started."""
    return find_spec("pyspark") is not None and shutil.which("java") is not None


def _copy(connection: Any, name: str, table: pa.Table) -> None:
    columns = ", ".join(f'"{field.name}" {_postgres_type(field.type)}' for field in table.schema)
    connection.execute(f'CREATE TABLE "{name}" ({columns})')
    with connection.cursor().copy(f'COPY "{name}" FROM STDIN') as copy:
        for row in zip(*(column.to_pylist() for column in table.columns), strict=True):
            copy.write_row(row)


def _postgres_type(kind: pa.DataType) -> str:
    if pa.types.is_decimal(kind):
        return f"NUMERIC({kind.precision}, {kind.scale})"

    return _POSTGRES_TYPES[kind]
