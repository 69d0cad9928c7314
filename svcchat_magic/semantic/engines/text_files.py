"""CSV files as people save them: in an older encoding, with decimal commas, with lines of several lengths."""

import codecs
import gzip
import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import duckdb

from svcchat_magic.errors import EngineError

_CHUNK = 1 << 20  # characters
_LOOKED_AT = 1_000  # rows, before all are
_UNNAMED = re.compile(r"column\d+")  # as the engine calls a column without a heading
_YEAR = re.compile(r"(?:18|19|20)\d\d")
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_BEFORE, _BEHIND = "[-+]?(?:[€$£] ?)?", "(?: ?(?:[€$£]|EUR|USD|GBP|CHF))?"
_WITH_COMMA = rf"{_BEFORE}(?:\d{{1,3}}(?:\.\d{{3}})+|\d+)(?:,\d+)?{_BEHIND}"  # 1.234,50
_WITH_POINT = rf"{_BEFORE}(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?{_BEHIND}"  # 1,234.50


@contextmanager
def in_utf8(files: Sequence[Path]) -> Iterator[Sequence[Path]]:
    """The files; in place of those in another encoding copies, for as long as they are read."""
    with tempfile.TemporaryDirectory(prefix="svcchat-") as folder:
        yield [_in_utf8(path, Path(folder) / f"{number}.csv") for number, path in enumerate(files)]


def mend_table(connection: duckdb.DuckDBPyConnection, table: str, rows: str, file: Path) -> None:
    """Make numbers of a table's texts that are numbers, and leave out columns of nothing.

    `rows` is how the first of its files was read. Raises EngineError for a file that is no table: of which
    most lines were left out.
    """
    delimiter, skipped = connection.execute(f"SELECT Delimiter, SkipRows FROM {rows}").fetchall()[0]
    if skipped > _one(connection, f"SELECT COUNT(*) FROM {table}"):
        raise EngineError(
            f"{file.name} cannot be read as a table: its lines have different numbers of columns."
        )

    for name in _texts(connection, table):
        if _UNNAMED.fullmatch(name) and _one(
            connection, f"SELECT COUNT({name}) = 0 AND COUNT(*) > 0 FROM {table}"
        ):
            connection.execute(f"ALTER TABLE {table} DROP COLUMN {name}")
        else:
            _read_numbers(connection, table, _quoted(name), is_comma_delimited=delimiter == ",")


def begins_with_years(file: Path) -> bool:
    """Whether the first line, `Country,2019,2020`, names years beside others: it may look like a row."""
    opener = gzip.open if file.suffix == ".gz" else open
    with opener(file, "rt", encoding="utf-8", errors="replace") as lines:
        names = [each.strip().strip("\"'") for each in re.split(r"[,;\t|]", next(iter(lines), ""))]

    years = [each for each in names if _YEAR.fullmatch(each)]
    is_rising = all(int(one) + 1 == int(other) for one, other in pairwise(years))
    return len(years) > 1 and is_rising and bool(names[0]) and names[0] not in years


def _texts(connection: duckdb.DuckDBPyConnection, table: str) -> list[str]:
    # DESCRIBE with the name alone lists all tables where that is "tables".
    found = connection.execute(f"DESCRIBE SELECT * FROM {table}").fetchall()
    return [str(name) for name, kind, *_ in found if kind == "VARCHAR"]


def _read_numbers(
    connection: duckdb.DuckDBPyConnection, table: str, name: str, *, is_comma_delimited: bool
) -> None:
    """Texts of a column that are all written as numbers, some of them with a comma.

    `1,234` alone is a thousand in a file whose columns are apart by commas, else a little more than one.
    """
    ways = ((_WITH_COMMA, ".", ","), (_WITH_POINT, ",", "."))
    for pattern, thousands, decimal in reversed(ways) if is_comma_delimited else ways:
        fits = f"COALESCE(BOOL_AND(REGEXP_FULL_MATCH(TRIM({name}), '{pattern}')), FALSE)"
        has_comma = f"COALESCE(BOOL_OR(CONTAINS({name}, ',')), FALSE)"
        first = f"(SELECT {name} FROM {table} LIMIT {_LOOKED_AT})"
        if _one(connection, f"SELECT {fits} FROM {first}") and _one(
            connection, f"SELECT {fits} AND {has_comma} FROM {table}"
        ):
            digits = f"REGEXP_REPLACE({name}, '[^-0-9.,]', '', 'g')"
            plain = f"REPLACE(REPLACE({digits}, '{thousands}', ''), '{decimal}', '.')"
            number = f"CAST({plain} AS DOUBLE)"
            connection.execute(f"ALTER TABLE {table} ALTER COLUMN {name} TYPE DOUBLE USING {number}")
            return


def _one(connection: duckdb.DuckDBPyConnection, sql: str) -> int:
    """The one value of a query."""
    return int(connection.execute(sql).fetchall()[0][0])


def _in_utf8(path: Path, copy: Path) -> Path:
    encoding = _encoding_of(path)
    if not encoding:
        return path

    with (
        path.open(encoding=encoding, errors="replace", newline="") as given,
        copy.open("w", encoding="utf-8", newline="") as written,
    ):
        while part := given.read(_CHUNK):
            written.write(part)

    return copy


def _encoding_of(path: Path) -> str:
    """The encoding of a file that is not in UTF-8: of spreadsheets, by its first bytes or by its letters."""
    if path.name.lower().endswith(".gz"):
        return ""

    decoder = codecs.getincrementaldecoder("utf-8")()
    with path.open("rb") as given:
        part = given.read(_CHUNK)
        if part.startswith(_UTF_16):
            return "utf-16"

        try:
            while part:
                decoder.decode(part)
                part = given.read(_CHUNK)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return "cp1252"

    return ""


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
