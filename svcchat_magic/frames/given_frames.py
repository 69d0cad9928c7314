"""Frames of the user made ready to be read as tables: names as texts, no index, types that a table has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd


def as_tables(data: object) -> object:
    """The same data with every pandas or polars frame in it as one that a table can be made of."""
    if isinstance(data, Mapping):
        return {name: as_tables(each) for name, each in data.items()}

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


_ODD_TYPES = ("period", "interval", "complex", "Sparse")


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
