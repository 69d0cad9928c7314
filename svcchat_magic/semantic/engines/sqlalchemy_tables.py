"""The tables of a small database that no engine of ours reads, copied once as Arrow tables."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import sqlalchemy

from svcchat_magic.errors import EngineError, SettingsError
from svcchat_magic.semantic.engines.data_source import table_name
from svcchat_magic.semantic.engines.declared_keys import DeclaredKey

MOST_ROWS = 1_000_000  # of all tables together: they are copied into memory
_ROWS_AT_ONCE = 10_000
_TOO_MANY = (
    f"The database holds more than {MOST_ROWS:,} rows, which are copied into memory; "
    "export the tables that you need as Parquet."
)
_UNREADABLE = "The database cannot be read; see that it is there and that its address is right."


@dataclass(frozen=True, slots=True)
class CopiedTables:
    """The rows of every table by its name, and the keys that the database declares."""

    tables: Mapping[str, pa.Table]
    keys: tuple[DeclaredKey, ...]


def read_tables(address: str) -> CopiedTables:
    """Every table of the database.

    Raises EngineError for one that cannot be read or is too large, SettingsError where its driver is missing.
    """
    try:
        engine = sqlalchemy.create_engine(_read_only(address), hide_parameters=True)
    except ImportError as missing:
        raise SettingsError(
            f"The address needs a driver that is not installed: {missing.name or 'its own'}."
        ) from missing

    try:
        with engine.connect() as connection:
            return CopiedTables(_all_tables(connection), tuple(_keys(connection)))
    except sqlalchemy.exc.SQLAlchemyError as error:
        raise EngineError(_UNREADABLE) from error
    finally:
        engine.dispose()


def _read_only(address: str) -> str:
    """The address of an SQLite file, which is never made or written; any other as it is."""
    url = sqlalchemy.make_url(address)
    if url.get_backend_name() != "sqlite":
        return address

    return f"sqlite:///file:{url.database}?mode=ro&uri=true"


def _all_tables(connection: sqlalchemy.Connection) -> dict[str, pa.Table]:
    left = MOST_ROWS
    found = {}
    for name in sqlalchemy.inspect(connection).get_table_names():
        table = sqlalchemy.Table(name, sqlalchemy.MetaData(), autoload_with=connection)
        found[name] = _rows(connection, table, left)
        left -= found[name].num_rows

    return found


def _keys(connection: sqlalchemy.Connection) -> Iterator[DeclaredKey]:
    """The primary keys and references of one column each, by the names of the copies."""
    about = sqlalchemy.inspect(connection)
    own = {each: about.get_pk_constraint(each)["constrained_columns"] for each in about.get_table_names()}
    for table, columns in own.items():
        if len(columns) == 1:
            yield DeclaredKey("", table_name(table), columns[0])

        for each in about.get_foreign_keys(table):
            other = each["referred_table"]
            keys = each["referred_columns"] or own.get(other, [])
            if len(each["constrained_columns"]) == len(keys) == 1:
                yield DeclaredKey(
                    "", table_name(table), each["constrained_columns"][0], table_name(other), keys[0]
                )


def _rows(connection: sqlalchemy.Connection, table: sqlalchemy.Table, most: int) -> pa.Table:
    result = connection.execution_options(yield_per=_ROWS_AT_ONCE).execute(
        sqlalchemy.select(table).limit(most + 1)
    )
    rows = [tuple(row) for part in result.partitions() for row in part]
    if len(rows) > most:
        raise EngineError(_TOO_MANY)

    by_column = zip(*rows, strict=True) if rows else ((),) * len(table.columns)
    return pa.table(
        {column.name: _array(values) for column, values in zip(table.columns, by_column, strict=True)}
    )


def _array(values: Any) -> pa.Array:
    """The values of a column; SQLite keeps several types in one, which then are texts."""
    try:
        return pa.array(values)
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        return pa.array([None if value is None else str(value) for value in values], pa.string())
