"""A DuckDB connection over files, and the lock that is put on it before the first query."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from svcchat_magic.errors import EngineError

MEMORY_LIMIT = "1GB"
THREADS = 2

_LOCK = (  # in this order: without external access, the temporary directory cannot be changed any more
    "SET temp_directory = ''",
    f"SET memory_limit = '{MEMORY_LIMIT}'",
    f"SET threads = {THREADS}",
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET python_enable_replacements = false",
    "SET enable_external_access = false",
    "SET disabled_filesystems = 'LocalFileSystem'",
    "SET lock_configuration = true",
)
_INTERRUPTED = "Query interrupted"
_SUBPLANS = "common_subplan"
_READERS = {".parquet": "read_parquet", ".csv": "read_csv"}


def folder_connection(folder: Path) -> duckdb.DuckDBPyConnection:
    """The folder's .parquet and .csv files as tables in memory; raises EngineError."""
    files = sorted(file for file in folder.iterdir() if file.suffix in _READERS)
    if not files:
        raise EngineError(f"{folder.name} holds no .parquet or .csv files.")

    connection = duckdb.connect(":memory:")
    for file in files:
        table = file.stem.replace('"', '""')
        try:
            connection.execute(
                f'CREATE TABLE "{table}" AS SELECT * FROM {_READERS[file.suffix]}(?)', [str(file)]
            )
        except duckdb.Error as error:
            connection.close()
            raise EngineError(f"{file.name} cannot be read as a table.") from error

    return connection


def file_connection(file: Path) -> duckdb.DuckDBPyConnection:
    """A database file, read-only; raises EngineError."""
    if not file.is_file():
        raise EngineError(
            f"There is no data at {file.name}; give a folder of Parquet or CSV files or a DuckDB file."
        )

    try:
        return duckdb.connect(str(file), read_only=True)
    except duckdb.Error as error:
        raise EngineError(f"{file.name} cannot be opened as a DuckDB file.") from error


def lock(connection: duckdb.DuckDBPyConnection) -> None:
    """Let it read no file, no network and no Python variable any more.

    Raises EngineError when the lock does not hold.
    """
    for statement in _LOCK:
        connection.execute(statement)

    _prove_locked(connection)


@contextmanager
def interruptible() -> Iterator[None]:
    """An interrupt of a statement in the main thread as what it is, which DuckDB makes a RuntimeError of."""
    try:
        yield
    except RuntimeError as cause:
        if str(cause) != _INTERRUPTED:
            raise

        raise KeyboardInterrupt from cause


def share_no_subplans(connection: duckdb.DuckDBPyConnection) -> None:
    """Let DuckDB compute each sub-query by itself.

    Its optimizer `common_subplan` (since 1.5) computes joins once that are not the same. Sub-queries over
    like joins, as `sql_writer` writes them, then give wrong numbers on 2.0.0, or fail inside DuckDB.
    """
    known = connection.execute("SELECT name FROM duckdb_optimizers()").fetchall()
    if (_SUBPLANS,) in known:
        connection.execute(f"SET disabled_optimizers = '{_SUBPLANS}'")


def count_in_utc(connection: duckdb.DuckDBPyConnection) -> None:
    """Let DuckDB group and compare moments that have a zone as UTC has them, wherever this machine stands."""
    connection.execute("SET GLOBAL TimeZone = 'UTC'")


def _prove_locked(connection: duckdb.DuckDBPyConnection) -> None:
    """Try what the lock forbids, on a cursor as queries use it.

    Raises EngineError when anything of it works.
    """
    with tempfile.TemporaryDirectory() as folder:
        readable = Path(folder) / "readable.csv"
        readable.write_text("a\n1\n", encoding="utf-8")
        attempts = (
            f"SELECT * FROM read_csv('{readable}')",
            f"SELECT * FROM '{readable}'",
            f"SELECT * FROM read_text('{readable}')",
            f"COPY (SELECT 1) TO '{folder}/written.csv'",
            f"ATTACH '{folder}/attached.duckdb'",
            "LOAD httpfs",
            "SET lock_configuration = false",
            "SET enable_external_access = true",
            "SET disabled_filesystems = ''",
            "SELECT * FROM attempts",
        )
        for attempt in attempts:
            if _works(connection, attempt):
                connection.close()
                raise EngineError(
                    "The database could not be locked; this version of DuckDB is not safe to use."
                )


def _works(connection: duckdb.DuckDBPyConnection, statement: str) -> bool:
    cursor = connection.cursor()
    try:
        cursor.execute(statement)
    except duckdb.Error:
        return False
    finally:
        cursor.close()

    return True
