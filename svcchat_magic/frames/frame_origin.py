"""A frame's origin: the result it came from, stored in its `attrs`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

import pandas as pd

ATTRIBUTE = "svc"
Progress: TypeAlias = Callable[[int, int | None], None]
Full: TypeAlias = Callable[[Progress | None], pd.DataFrame]
Rebind: TypeAlias = Callable[[pd.DataFrame, pd.DataFrame], None]


class RowsMissing(UserWarning):
    """Rows are missing: the query API returned no more, or they were not loaded."""


class _Facts(NamedTuple):
    title: str
    sql: str
    description: str
    total_rows: int
    loaded_rows: int
    chat_id: str
    uuid: str
    vega_spec: str
    columns: tuple[str, ...]
    warnings: tuple[str, ...] = ()


class FrameOrigin(_Facts):
    """A frame's result, stored in `frame.attrs` as one value.

    A tuple, because pandas deep-copies `attrs` in every operation, compares them in `concat` and writes them
    as JSON to Parquet files: copying a tuple is free, and the other two work. Attributes outside the tuple
    connect to a service or notebook and do not outlive the process.
    """

    full: Full | None = None
    rebind: Rebind | None = None
    changes: str = ""

    def with_loader(self, full: Full | None, rebind: Rebind | None = None, changes: str = "") -> FrameOrigin:
        """A copy with a function that loads the frame of all rows.

        `rebind` is called with a frame and its replacement; `changes` describes what is new in this frame.
        """
        origin = FrameOrigin(*self)
        origin.full, origin.rebind, origin.changes = full, rebind, changes
        return origin

    def __deepcopy__(self, _: dict[int, Any]) -> FrameOrigin:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return FrameOrigin, tuple(self)


def origin_of(attrs: Mapping[Any, Any]) -> FrameOrigin:
    """The origin of a frame. Raises AttributeError without one, as pandas requires of accessors."""
    found = attrs.get(ATTRIBUTE)
    if isinstance(found, FrameOrigin):
        return found

    if isinstance(found, list) and len(found) == len(FrameOrigin._fields):
        *facts, columns, warned = found  # as read back from Parquet
        return FrameOrigin._make((*facts, tuple(columns), tuple(warned)))

    raise AttributeError(
        "This frame did not come from an answer, so it has no .svc; use the variable of a result."
    )
