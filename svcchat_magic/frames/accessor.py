"""`frame.svc`: a frame's origin, all of its rows, its chart, code and exports."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from svcchat_magic.errors import RequestRefused
from svcchat_magic.frames.frame_changes import changes
from svcchat_magic.frames.frame_code import query_code, snapshot_code
from svcchat_magic.frames.frame_columns import frame_columns
from svcchat_magic.frames.frame_origin import ATTRIBUTE, Progress, RowsMissing, origin_of
from svcchat_magic.frames.other_frames import arrow_table, polars_frame
from svcchat_magic.frames.safe_export import write_csv, write_excel
from svcchat_magic.protocol.visible_text import visible

if TYPE_CHECKING:  # importing altair takes a second
    from svcchat_magic.frames.offline_chart import EditableChart


@pd.api.extensions.register_dataframe_accessor(ATTRIBUTE)
class ResultAccessor:
    """What the service sent with this frame's rows, and methods to load, draw and export them.

    Filters, sorts, copies and most other pandas operations keep it; a merge with a frame of another origin
    drops it. `is_derived` shows whether the frame has been changed.
    """

    def __init__(self, frame: pd.DataFrame) -> None:
        self._frame = frame
        self._origin = origin_of(frame.attrs)

    @property
    def title(self) -> str:
        """The question that the rows answer, in a few words."""
        return self._origin.title

    @property
    def sql(self) -> str:
        """The SQL that returned the rows."""
        return self._origin.sql

    @property
    def description(self) -> str:
        """The agent's description of the rows."""
        return self._origin.description

    @property
    def total_rows(self) -> int:
        """The number of rows of the query, loaded or not."""
        return self._origin.total_rows

    @property
    def is_complete(self) -> bool:
        """Whether every row was loaded; your own filters do not change it."""
        return self._origin.loaded_rows >= self._origin.total_rows

    @property
    def is_derived(self) -> bool:
        """Whether its rows or columns differ from the loaded ones: filtered, added or aggregated."""
        as_loaded = frame_columns(self._origin.columns)
        return list(self._frame.columns) != as_loaded or len(self._frame) != self._origin.loaded_rows

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
        """Problems with the rows, above all that some could not be loaded."""
        return self._origin.warnings

    @property
    def changes(self) -> str:
        """What `refresh` found, such as "12 rows, all as before"; empty for other frames."""
        return self._origin.changes

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns' names as the service sent them."""
        return self._origin.columns

    def chart(self) -> EditableChart:
        """The result's chart over this frame's rows, as an altair chart to edit.

        `.data` of it has every column of the frame; dots in their names are underscores there. Raises
        ChartRefused if the service sent no chart, or none that can be drawn safely, or there are no rows.
        """
        from svcchat_magic.frames.editable_chart import editable_chart

        return editable_chart(self._frame, self._origin.vega_spec, self._origin.columns)

    def full(self, progress: Progress | None = None) -> pd.DataFrame:
        """A new frame with all rows of the query, loaded through the query API.

        `progress` is called with the rows so far and their total, or None if it is unknown. Warns if rows are
        still missing. Raises RequestRefused if there is no connection to load them with, SettingsError
        without a query address, and any error of the loading itself.
        """
        if self.is_complete and len(self._frame) == self._origin.loaded_rows:
            return self._frame.copy()

        return self._loaded(progress)

    def refresh(self, progress: Progress | None = None) -> pd.DataFrame:
        """A new frame with all rows that the SQL returns now; `.svc.changes` describes the changes.

        In a notebook, variables that hold this frame are rebound to the new one unless it `is_derived`. Warns
        and raises as `full` does.
        """
        frame = self._loaded(progress)
        if self.is_derived:
            return frame

        found_changes = changes(self._frame, frame, was_complete=self.is_complete)
        found, rebind = origin_of(frame.attrs), self._origin.rebind
        frame.attrs[ATTRIBUTE] = found.with_loader(found.full, rebind, found_changes)
        if rebind is not None:
            rebind(self._frame, frame)

        return frame

    def to_code(self, rows: str = "snapshot", name: str = "frame") -> str:
        """Python code that rebuilds the frame without the agent and binds it to `name`.

        `rows="snapshot"` includes every row of this frame and needs only pandas; `rows="query"` runs the SQL
        again through the query API. Raises RequestRefused for values that code cannot represent.
        """
        comments = "\n".join(part for part in (self.title, self.sql if rows == "snapshot" else "") if part)
        if rows == "snapshot":
            return snapshot_code(self._frame, name, comments)

        if rows == "query":
            return query_code(self.sql, name, comments)

        raise RequestRefused("Code rebuilds a frame from rows='snapshot' or rows='query'.")

    def arrow(self) -> Any:
        """The frame as a `pyarrow.Table`. Raises RequestRefused if that is not possible."""
        return arrow_table(self._frame)

    def polars(self) -> Any:
        """The frame as a `polars.DataFrame`, without its index. Raises RequestRefused as `arrow`."""
        return polars_frame(self._frame)

    def to_csv(self, path: str | Path) -> None:
        """Write a CSV file for a spreadsheet; text that looks like a formula is marked as text."""
        write_csv(self._frame, path)

    def to_excel(self, path: str | Path) -> None:
        """Write a workbook without formulas. Raises RequestRefused without an Excel writer."""
        write_excel(self._frame, path)

    def groupby(self, *by: Any, **options: Any) -> Any:
        """`frame.groupby`, with a warning if rows are missing."""
        return self._aggregated("groupby", *by, **options)

    def agg(self, *functions: Any, **options: Any) -> Any:
        """`frame.agg`, with a warning if rows are missing."""
        return self._aggregated("agg", *functions, **options)

    def pivot_table(self, *values: Any, **options: Any) -> Any:
        """`frame.pivot_table`, with a warning if rows are missing."""
        return self._aggregated("pivot_table", *values, **options)

    def sum(self, **options: Any) -> Any:
        """`frame.sum` of the numeric columns, with a warning if rows are missing."""
        return self._aggregated("sum", **{"numeric_only": True, **options})

    def mean(self, **options: Any) -> Any:
        """`frame.mean` of the numeric columns, with a warning if rows are missing."""
        return self._aggregated("mean", **{"numeric_only": True, **options})

    def describe(self, **options: Any) -> Any:
        """`frame.describe`, with a warning if rows are missing."""
        return self._aggregated("describe", **options)

    def value_counts(self, *columns: Any, **options: Any) -> Any:
        """`frame.value_counts`, with a warning if rows are missing."""
        return self._aggregated("value_counts", *columns, **options)

    def _aggregated(self, name: str, *arguments: Any, **options: Any) -> Any:
        if not self.is_complete:
            loaded = f"{self._origin.loaded_rows:,} of {self.total_rows:,} rows"
            sentence = f"Only {loaded} are here, and {name} sees no others; .svc.full() loads them all."
            warnings.warn(sentence, RowsMissing, stacklevel=3)

        return getattr(self._frame, name)(*arguments, **options)

    def _loaded(self, progress: Progress | None) -> pd.DataFrame:
        if self._origin.full is None:
            raise RequestRefused(
                "This frame was read from a file or made without a connection; ask its question again, "
                "or load its rows with Conversation.load_rows."
            )

        frame = self._origin.full(progress)
        for warning in origin_of(frame.attrs).warnings:
            warnings.warn(warning, RowsMissing, stacklevel=3)

        return frame

    def __repr__(self) -> str:
        """A summary: title, rows loaded, origin and next steps."""
        origin = self._origin
        rows = f"{origin.loaded_rows:,} of {self.total_rows:,} rows loaded"
        if self.is_derived:
            rows += f"; changed since: {len(self._frame):,} rows, {len(self._frame.columns):,} columns"

        does = [".chart()"] * bool(origin.vega_spec) + [".full()"] * (not self.is_complete)
        facts = (
            origin.title,
            f"  {rows} · chat {self.chat_id or '-'}",
            *(f"  {line}" for line in (origin.changes, *origin.warnings) if line),
            *(f"  {line}" for line in origin.sql.splitlines()),
            f"  {' '.join([*does, '.refresh() .to_code() .to_csv(path)'])}",
        )
        return "\n".join(visible(fact) for fact in facts)
