"""What a user names as data, read as the tables it holds. Nothing is opened here."""

import glob
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from svcchat_magic.errors import EngineError

READERS: Mapping[str, str] = MappingProxyType({  # by the end of a file's name
    ".parquet": "read_parquet",
    ".csv": "read_csv",
    ".tsv": "read_csv",
    ".csv.gz": "read_csv",
    ".tsv.gz": "read_csv",
    ".json": "read_json",
    ".jsonl": "read_json",
    ".ndjson": "read_json",
})  # fmt: skip
DATABASE_ENDS = (".duckdb", ".ddb")
DATABASE_SCHEME = "duckdb:///"
KINDS = (
    "a folder, a Parquet, CSV or JSON file, a pattern such as data/*.csv, a DuckDB file, "
    "or the address of a database"
)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_NAMED = (str, Path, Mapping)  # what several may be given of without a name
_MAX_FILES = 100_000

BESIDE = "given_beside"  # the schema of tables that stand beside a model's own, whatever names those have


@dataclass(frozen=True, slots=True)
class FilesTable:
    """A table whose rows are in one file or several of one kind."""

    name: str
    files: tuple[Path, ...]
    schema: str = ""  # "" for the one that needs no name

    @property
    def reader(self) -> str:
        """The engine's function that reads them."""
        return READERS[_file_end(self.files[0])]


@dataclass(frozen=True, slots=True)
class FrameTable:
    """A table whose rows are a DataFrame or an Arrow table of this process."""

    name: str
    frame: object
    schema: str = ""  # as above


@dataclass(frozen=True, slots=True)
class DatabaseFile:
    """A DuckDB file, every table of which is one of ours."""

    file: Path


DataSource: TypeAlias = FilesTable | FrameTable | DatabaseFile


def read_sources(data: object) -> tuple[DataSource, ...]:
    """The tables that `data` names.

    `data` is a path or address as text, a Path, a frame, a mapping of table names to any of these, or a
    list of paths and such mappings.
    Raises EngineError for what names no data.
    """
    return _distinct(_all(data, ""))


def beside(sources: tuple[DataSource, ...]) -> tuple[DataSource, ...]:
    """The same tables in a schema of their own, so that a model's table keeps its name.

    Raises EngineError for a database.
    """
    if any(isinstance(source, DatabaseFile) for source in sources):
        raise EngineError("Only DataFrames and files can be joined to a model, not a database file.")

    return tuple(replace(source, schema=BESIDE) for source in sources)  # type: ignore[arg-type]


def table_name(text: str) -> str:
    """A name for a table, made from a file's name or another text."""
    name = re.sub(r"\W+", "_", text.strip(), flags=re.ASCII).strip("_").lower()
    return f"table_{name}" if not name or name[0].isdigit() else name[:63]


def _all(data: object, name: str) -> Iterator[DataSource]:
    if isinstance(data, Mapping):
        for own_name, each in data.items():
            yield from _all(each, str(own_name))
    elif isinstance(data, (list, tuple)) and data and all(isinstance(each, _NAMED) for each in data):
        for each in data:
            yield from _all(each, name)
    else:
        yield from _read(data, name)


def _read(data: object, name: str) -> Iterator[DataSource]:
    if isinstance(data, (str, Path)):
        yield from _named(str(data), name)
    else:
        yield FrameTable(table_name(name or "data"), data)


def _named(text: str, name: str) -> Iterator[DataSource]:
    path = Path(_without_scheme(text)).expanduser()
    if path.is_dir():
        yield from _folder(path)
    elif path.is_file():
        yield _file(path, name)
    elif glob.has_magic(str(path)):
        yield from _pattern(path, name)
    else:
        raise EngineError(f"There is no data at {text!r}; give {KINDS}.")


def _without_scheme(text: str) -> str:
    if text.startswith(DATABASE_SCHEME):
        return text.removeprefix(DATABASE_SCHEME)

    if scheme := _SCHEME.match(text):
        raise EngineError(f"{scheme[0]} addresses cannot be used as data yet; give {KINDS}.")

    return text


def _file(path: Path, name: str) -> DataSource:
    if path.name.lower().endswith(DATABASE_ENDS):
        return DatabaseFile(path.resolve())

    end = _file_end(path)
    if not end:
        raise EngineError(f"{path.name} is of no kind that can be read; give {KINDS}.")

    return FilesTable(table_name(name or path.name[: -len(end)]), (path.resolve(),))


def _folder(folder: Path) -> Iterator[DataSource]:
    """Each file is a table; a folder within holds the parts of one."""
    found = False
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            parts = _files_below(path)
            if parts:
                found = True
                yield FilesTable(table_name(path.name), parts)
        elif path.name.lower().endswith(DATABASE_ENDS) or _file_end(path):
            found = True
            yield _file(path, "")

    if not found:
        raise EngineError(f"{folder.name} holds no Parquet, CSV, JSON or DuckDB files.")


def _pattern(pattern: Path, name: str) -> Iterator[DataSource]:
    """A name given makes one table of all files; without one each file is a table."""
    found = [Path(each) for each in sorted(glob.glob(str(pattern), recursive=True))]
    files = tuple(each.resolve() for each in found if each.is_file() and _file_end(each))
    if not files:
        raise EngineError(f"No Parquet, CSV or JSON file matches {str(pattern)!r}.")

    if name:
        yield FilesTable(table_name(name), _of_one_kind(files))
    else:
        yield from (_file(each, "") for each in files)


def _files_below(folder: Path) -> tuple[Path, ...]:
    files = tuple(sorted(path.resolve() for path in folder.rglob("*") if path.is_file() and _file_end(path)))
    return _of_one_kind(files) if files else ()


def _of_one_kind(files: tuple[Path, ...]) -> tuple[Path, ...]:
    if len(files) > _MAX_FILES:
        raise EngineError(f"{files[0].parent.name} holds more than {_MAX_FILES:,} files.")

    readers = {READERS[_file_end(each)] for each in files}
    if len(readers) > 1:
        raise EngineError(f"The files of one table must be of one kind; see {files[0].parent.name}.")

    return files


def _file_end(path: Path) -> str:
    """The end of the file's name that says how it is read, or an empty text."""
    name = path.name.lower()
    return next((end for end in sorted(READERS, key=len, reverse=True) if name.endswith(end)), "")


def _distinct(sources: Iterator[DataSource]) -> tuple[DataSource, ...]:
    """The same with no table name twice: sales.csv beside sales.parquet becomes sales_2."""
    found: dict[str, DataSource] = {}
    for source in sources:
        if isinstance(source, DatabaseFile):
            found[str(source.file)] = source
            continue

        name, number = source.name, 1
        while name in found:
            number += 1
            name = f"{source.name}_{number}"

        renamed = (
            FrameTable(name, source.frame)
            if isinstance(source, FrameTable)
            else FilesTable(name, source.files)
        )
        found[name] = renamed

    if not found:
        raise EngineError(f"No data was given; give {KINDS}.")

    return tuple(found.values())
