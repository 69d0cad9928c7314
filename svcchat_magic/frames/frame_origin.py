"""What a frame knows of the result it came from, as it travels in the frame's `attrs`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

import pandas as pd

ATTRIBUTE = "svc"
Progress: TypeAlias = Callable[[int, int | None], None]
Full: TypeAlias = Callable[[Progress | None], pd.DataFrame]
Rebind: TypeAlias = Callable[[pd.DataFrame, pd.DataFrame], None]


class RowsMissing(UserWarning):
    """Fewer rows are here than there are: the query API gave no more, or no more were loaded."""


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
    """What a frame knows of its result, carried in `frame.attrs` as one value.

    A tuple, because pandas copies `attrs` deeply at every step, compares them in `concat` and writes
    them as JSON into Parquet files: the first costs nothing, the other two work. What stands beside the
    tuple is a way to a service or to a notebook, and does not outlive the process.
    """

    full: Full | None = None
    rebind: Rebind | None = None
    changes: str = ""

    def with_loader(self, full: Full | None, rebind: Rebind | None = None, changes: str = "") -> FrameOrigin:
        """The same with a function that gives the frame of all rows.

        `rebind` is told a frame and the one that takes its place; `changes` says what is new in this one.
        """
        origin = FrameOrigin(*self)
        origin.full, origin.rebind, origin.changes = full, rebind, changes
        return origin

    def __deepcopy__(self, _: dict[int, Any]) -> FrameOrigin:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return FrameOrigin, tuple(self)


def origin_of(attrs: Mapping[Any, Any]) -> FrameOrigin:
    """Raises AttributeError for a frame that is no result, as pandas asks of accessors."""
    found = attrs.get(ATTRIBUTE)
    if isinstance(found, FrameOrigin):
        return found

    if isinstance(found, list) and len(found) == len(FrameOrigin._fields):
        *facts, columns, warned = found  # as read back from Parquet
        return FrameOrigin._make((*facts, tuple(columns), tuple(warned)))

    raise AttributeError(
        "This frame did not come from an answer, so it has no .svc; use the variable of a result."
    )
