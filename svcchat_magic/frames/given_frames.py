"""Frames of the user made ready to be read as tables: names as texts, no index, types that a table has."""

from __future__ import annotations

import glob
import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

import pandas as pd

_ODD_TYPES = ("period", "interval", "complex", "Sparse")  # that no table has
_DIGITS = 20
_DUCKDB = "duckdb:///"
_CHUNK = 1_000_000  # bytes

_Update: TypeAlias = Callable[[bytes], None]


def as_tables(data: object) -> object:
    """The same data with every pandas or polars frame in it as one that a table can be made of."""
    if isinstance(data, Mapping):
        return {name: as_tables(each) for name, each in data.items()}

    if isinstance(data, (list, tuple)):
        return [as_tables(each) for each in data]

    if isinstance(data, pd.Series):
        return _plain(data.to_frame())

    if isinstance(data, pd.DataFrame):
        return _plain(data)

    return _from_polars(data) if type(data).__module__.partition(".")[0] == "polars" else data


def _plain(frame: pd.DataFrame) -> pd.DataFrame:
    """A copy of the frame's outside: its columns are shared until one must be changed."""
    if any(name is not None for name in frame.index.names):  # an index that was named holds data
        frame = frame.reset_index(allow_duplicates=True)

    frame = frame.set_axis(_distinct([_name(column) for column in frame.columns]), axis="columns")
    changed = {
        str(name): column.astype(str)
        for name, column in frame.items()
        if str(column.dtype).startswith(_ODD_TYPES)
    }
    return frame.assign(**changed)


def _name(column: object) -> str:
    """One level or several of a column's name."""
    parts = column if isinstance(column, tuple) else (column,)
    return " ".join(str(part) for part in parts if part != "") or "column"


def _distinct(names: list[str]) -> list[str]:
    """The same with a number after what was there before, in any spelling: a table tells no case apart."""
    found: list[str] = []
    used: set[str] = set()
    for name in names:
        number, new = 1, name
        while new.lower() in used:
            number += 1
            new = f"{name}_{number}"

        used.add(new.lower())
        found.append(new)

    return found


def _from_polars(frame: Any) -> object:
    collected = frame.collect() if hasattr(frame, "collect") else frame
    return _plain(pd.DataFrame(collected.to_dict(as_series=False)))


def fingerprint(data: object) -> str:
    """A digest of the data's content: of frames their columns and values, of files their bytes.

    What names no data that can be read has one all the same: asking says what is wrong with it.
    """
    digest = hashlib.sha256()
    _digest(data, digest.update, _digest_file)
    return digest.hexdigest()[:_DIGITS]


def stamp(data: object) -> str:
    """What changes with the data on this machine: of frames the content, of files size and time."""
    digest = hashlib.sha256()
    _digest(data, digest.update, _stamp_file)
    return digest.hexdigest()[:_DIGITS]


def _digest(data: object, update: _Update, of_file: Callable[[Path, _Update], None]) -> None:
    if isinstance(data, Mapping):
        for name, each in data.items():
            update(f"{name}:".encode())
            _digest(each, update, of_file)
    elif isinstance(data, (list, tuple)):
        for each in data:
            _digest(each, update, of_file)
    elif isinstance(data, str) and "://" in data and not data.startswith(_DUCKDB):
        update(data.encode())  # a database's rows are not read for it
    elif isinstance(data, (str, Path)):
        for file in _files_of(str(data)):
            update(file.name.encode())
            of_file(file, update)
    else:
        _digest_frame(as_tables(data), update)


def _digest_frame(frame: object, update: _Update) -> None:
    if hasattr(frame, "to_pandas"):  # an Arrow table
        frame = frame.to_pandas()

    if isinstance(frame, pd.DataFrame):
        update(repr([(name, str(column.dtype)) for name, column in frame.items()]).encode())
        readable = frame.astype({name: str for name in frame.columns if frame[name].dtype == object})
        update(pd.util.hash_pandas_object(readable, index=False).to_numpy().tobytes())


def _files_of(text: str) -> list[Path]:
    path = Path(text.removeprefix(_DUCKDB)).expanduser()
    if path.is_dir():
        return sorted(each for each in path.rglob("*") if each.is_file())

    return [path] if path.is_file() else [Path(each) for each in sorted(glob.glob(str(path), recursive=True))]


def _stamp_file(file: Path, update: _Update) -> None:
    with suppress(OSError):  # one that is gone has the stamp of none, and asking says so
        about = file.stat()
        update(f"{file.resolve()} {about.st_size} {about.st_mtime_ns}".encode())


def _digest_file(file: Path, update: _Update) -> None:
    with suppress(OSError), file.open("rb") as opened:  # as in `_stamp_file`
        while chunk := opened.read(_CHUNK):
            update(chunk)
