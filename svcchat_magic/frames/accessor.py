"""`frame.svc`: where a frame came from, and its chart to edit."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import pandas as pd

from svcchat_magic.errors import RequestRefused

if TYPE_CHECKING:  # importing altair takes a second
    from svcchat_magic.frames.editable_chart import EditableChart

ATTRIBUTE = "svc"
Progress: TypeAlias = Callable[[int, int | None], None]
Full: TypeAlias = "Callable[[Progress | None], pd.DataFrame]"


class RowsMissing(UserWarning):
    """The query API gave fewer rows than there are."""


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
    them as JSON into Parquet files: the first costs nothing, the other two work. `full` is no part of
    the tuple: it is a way to a service, and does not outlive the process.
    """

    full: Full | None = None

    def with_loader(self, full: Full | None) -> FrameOrigin:
        """The same with a function that gives the frame of all rows."""
        origin = FrameOrigin(*self)
        origin.full = full
        return origin

    def __deepcopy__(self, _: dict[int, Any]) -> FrameOrigin:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return FrameOrigin, tuple(self)


@pd.api.extensions.register_dataframe_accessor("svc")
class ResultAccessor:
    """What the service said about the rows of this frame."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self._frame = frame
        self._origin = _origin(frame.attrs)

    @property
    def title(self) -> str:
        """The question that the rows answer, in a few words."""
        return self._origin.title

    @property
    def sql(self) -> str:
        """The SQL that made the rows."""
        return self._origin.sql

    @property
    def description(self) -> str:
        """What the rows are, in the agent's words."""
        return self._origin.description

    @property
    def total_rows(self) -> int:
        """How many rows the query has, loaded or not."""
        return self._origin.total_rows

    @property
    def is_complete(self) -> bool:
        """Whether every row was loaded; a filter of your own changes nothing about that."""
        return self._origin.loaded_rows >= self._origin.total_rows

    @property
    def chat_id(self) -> str:
        """The chat that the question was asked in."""
        return self._origin.chat_id

    @property
    def uuid(self) -> str:
        """The result's id at the service."""
        return self._origin.uuid

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is not as it should be with the rows: above all that some could not be loaded."""
        return self._origin.warnings

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns' names as the service wrote them."""
        return self._origin.columns

    def chart(self) -> EditableChart:
        """The result's chart over this frame's rows, as an altair chart to edit.

        Raises ChartRefused when the service drew none, or none that can be drawn safely.
        """
        from svcchat_magic.frames.editable_chart import editable_chart

        return editable_chart(self._frame, self._origin.vega_spec, self._origin.columns)

    def full(self, progress: Progress | None = None) -> pd.DataFrame:
        """A new frame with all rows of the query, loaded through the query API.

        `progress` is called with the rows so far and their total, None if that is not known. Warns when
        rows are missing all the same. Raises RequestRefused when nothing is left that could load them,
        SettingsError without a query address, and what loading can raise.
        """
        if self.is_complete and len(self._frame) == self._origin.loaded_rows:
            return self._frame.copy()

        if self._origin.full is None:
            raise RequestRefused(
                "This frame was read from a file or made without a connection; ask its question again, "
                "or load its rows with Conversation.load_rows."
            )

        frame = self._origin.full(progress)
        for warning in _origin(frame.attrs).warnings:
            warnings.warn(warning, RowsMissing, stacklevel=2)

        return frame

    def __repr__(self) -> str:
        rows = f"{self._origin.loaded_rows:,} of {self.total_rows:,} rows"
        return f"<svc {self.title!r}: {rows}, chat {self.chat_id or '-'}>"


def _origin(attrs: Mapping[Any, Any]) -> FrameOrigin:
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
