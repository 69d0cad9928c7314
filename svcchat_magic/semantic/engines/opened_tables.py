"""Sources of data as the tables of one DuckDB connection, and the lock that is put on it afterwards.

Parquet is read in place, through views. CSV and JSON would be read and parsed again by every query, so their
rows are copied in, as those of frames are. The memory limit is set before the first row is read.
"""

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from svcchat_magic.errors import EngineError
from svcchat_magic.semantic.engines.data_source import KINDS, DatabaseFile, DataSource, FilesTable, FrameTable
from svcchat_magic.semantic.engines.limits import EngineLimits
from svcchat_magic.semantic.engines.text_files import begins_with_years, in_utf8, mend_table

THREADS = 2

_BOUNDS = (
    f"SET threads = {THREADS}",
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET python_enable_replacements = false",
    "SET enable_progress_bar = false",  # in a notebook it would be a widget in the user's cell
)
_LOCK = ("SET enable_external_access = false", "SET lock_configuration = true")
_GIVEN = "given_frame"
# What stands for no value in a file of text, as in the DataFrame that most people would read it into.
_NULLS = {"read_csv": ", nullstr = ['', 'NA', 'N/A', '#N/A', 'NaN', 'nan', 'NULL', 'null', 'None']"}


class UnreadableFile(EngineError):
    """The engine reads no table in a file as it is."""


@dataclass(frozen=True, slots=True)
class OpenedTables:
    """A connection with tables, not yet locked."""

    connection: duckdb.DuckDBPyConnection
    files: tuple[Path, ...]  # which queries read
    spill_folder: Path  # of this connection alone; whoever closes it removes it


def open_tables(sources: Iterable[DataSource], limits: EngineLimits) -> OpenedTables:
    """Every table of the sources; raises EngineError for data that cannot be read."""
    spill_folder = Path(tempfile.mkdtemp(prefix="svcchat-"))  # readable by this user alone
    connection = duckdb.connect(":memory:")
    try:
        connection.execute(f"SET temp_directory = {_text(str(spill_folder))}")
        connection.execute(f"SET memory_limit = '{limits.memory_bytes:d} bytes'")
        connection.execute(f"SET max_temp_directory_size = '{limits.spill_bytes:d} bytes'")
        for statement in _BOUNDS:
            connection.execute(statement)

        files = [path for number, source in enumerate(sources) for path in _add(connection, source, number)]
    except BaseException:
        connection.close()
        shutil.rmtree(spill_folder, ignore_errors=True)
        raise

    return OpenedTables(connection, tuple(files), spill_folder)


def lock(opened: OpenedTables) -> None:
    """Let it read its files and its own spilled rows, no other file, no network, no Python variable.

    Raises EngineError when the lock does not hold.
    """
    allowed = ", ".join(_text(str(path)) for path in opened.files)
    opened.connection.execute(f"SET allowed_paths = [{allowed}]")
    for statement in _LOCK:
        opened.connection.execute(statement)

    _prove_locked(opened.connection)


def _add(connection: duckdb.DuckDBPyConnection, source: DataSource, number: int) -> Iterator[Path]:
    """Make the source's tables; the files that queries read later."""
    match source:
        case FrameTable():
            _add_frame(connection, source)
        case DatabaseFile():
            yield from _add_database(connection, source.file, f"source_{number}")
        case FilesTable():
            yield from _add_files(connection, source)


def _add_frame(connection: duckdb.DuckDBPyConnection, source: FrameTable) -> None:
    columns = getattr(source.frame, "columns", None)
    if columns is not None and not len(columns):
        raise EngineError(f"{source.name} has no columns.")

    try:
        connection.register(_GIVEN, source.frame)
    except (duckdb.Error, TypeError) as error:
        kind = type(source.frame).__name__
        raise EngineError(
            f"{source.name} is a {kind}; give a DataFrame, an Arrow table, or {KINDS}."
        ) from error

    try:
        connection.execute(f"CREATE TABLE {_place(connection, source)} AS SELECT * FROM {_GIVEN}")
    except duckdb.Error as error:
        raise EngineError(f"{source.name} has a column whose values are of several types.") from error
    finally:
        connection.unregister(_GIVEN)


def _add_files(connection: duckdb.DuckDBPyConnection, source: FilesTable) -> Iterator[Path]:
    if source.reader == "read_csv":
        _add_texts(connection, source)
        return

    is_parquet = source.reader == "read_parquet"
    _create(connection, source, source.files, "VIEW" if is_parquet else "TABLE")
    if is_parquet:
        yield from source.files


def _add_texts(connection: duckdb.DuckDBPyConnection, source: FilesTable) -> None:
    first = source.files[0]
    if not first.stat().st_size:
        raise EngineError(f"{first.name} is empty.")

    try:
        _add_readable(connection, source, source.files)
    except UnreadableFile:
        with in_utf8(source.files) as files:
            if tuple(files) == source.files:
                raise

            _add_readable(connection, source, files)


def _add_readable(connection: duckdb.DuckDBPyConnection, source: FilesTable, files: Sequence[Path]) -> None:
    table = _create(connection, source, files, "TABLE")
    mend_table(connection, table, f"sniff_csv({_text(str(files[0]))})", source.files[0])


def _create(
    connection: duckdb.DuckDBPyConnection, source: FilesTable, files: Sequence[Path], kind: str
) -> str:
    """Make the table or view of the files; its name."""
    place = _place(connection, source)
    paths = ", ".join(_text(str(path)) for path in files)
    header = ", header = true" if source.reader == "read_csv" and begins_with_years(files[0]) else ""
    rows = f"{source.reader}([{paths}], union_by_name = true{_NULLS.get(source.reader, '')}{header})"
    try:
        connection.execute(f"CREATE {kind} {place} AS SELECT * FROM {rows}")
    except duckdb.Error as error:
        # The engine's own text may quote values: it stays in the cause, which is never shown.
        raise UnreadableFile(f"{source.files[0].name} cannot be read as a table.") from error

    return place


def _place(connection: duckdb.DuckDBPyConnection, source: FilesTable | FrameTable) -> str:
    """The name that the table is made under, in its schema."""
    if not source.schema:
        return _quoted(source.name)

    connection.execute(f"CREATE SCHEMA IF NOT EXISTS {_quoted(source.schema)}")
    return f"{_quoted(source.schema)}.{_quoted(source.name)}"


def _add_database(connection: duckdb.DuckDBPyConnection, file: Path, name: str) -> Iterator[Path]:
    """Its tables under their own names, those of another schema than main in that schema."""
    try:
        connection.execute(f"ATTACH {_text(str(file))} AS {name} (READ_ONLY)")
    except duckdb.Error as error:
        raise EngineError(
            f"{file.name} cannot be opened as a DuckDB file; close the program that writes to it."
        ) from error

    for schema, table in _tables_of(connection, name):
        here = f"{_quoted(schema)}.{_quoted(table)}"
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {_quoted(schema)}")
        try:
            connection.execute(f"CREATE VIEW {here} AS SELECT * FROM {name}.{here}")
        except duckdb.Error as error:
            raise EngineError(f"Two tables are named {table}; give one of them another name.") from error

    yield file


def _tables_of(connection: duckdb.DuckDBPyConnection, database: str) -> list[tuple[str, str]]:
    return connection.execute(
        "SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = $name UNION ALL "
        "SELECT schema_name, view_name FROM duckdb_views() WHERE database_name = $name AND NOT internal "
        "ORDER BY ALL",
        {"name": database},
    ).fetchall()


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
            f"SELECT * FROM glob('{folder}/*')",
            f"COPY (SELECT 1) TO '{folder}/written.csv'",
            f"ATTACH '{folder}/attached.duckdb'",
            "LOAD httpfs",
            "SET lock_configuration = false",
            "SET enable_external_access = true",
            f"SET allowed_paths = ['{readable}']",
            "SELECT * FROM attempts",
        )
        for attempt in attempts:
            if _works(connection, attempt):
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


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"
