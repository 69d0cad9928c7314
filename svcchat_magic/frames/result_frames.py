"""A result as a pandas DataFrame with real column types."""

import pandas as pd

from svcchat_magic.frames.column_arrays import column_array
from svcchat_magic.frames.frame_columns import frame_columns
from svcchat_magic.frames.frame_origin import ATTRIBUTE, FrameOrigin, Rebind
from svcchat_magic.frames.loaded_frames import Load, full_frame
from svcchat_magic.protocol.results import SqlResult


def result_frame(
    result: SqlResult, *, chat_id: str = "", load: Load | None = None, rebind: Rebind | None = None
) -> pd.DataFrame:
    """The rows with the types of their columns: Int64, float64, boolean, string, datetime64.

    A column whose values do not fit its type stays an object column with the original values. `load` loads
    all rows of the result, for `frame.svc.full()`; `rebind` is called when `frame.svc.refresh()` replaces the
    frame.
    """
    names = frame_columns([column.name for column in result.columns])
    width = len(names)
    rows = result.rows
    if not set(map(len, rows)) <= {width}:
        rows = tuple((*row, *[None] * width)[:width] for row in rows)

    by_column = zip(*rows, strict=True) if rows else ((),) * width
    arrays = {
        name: column_array(list(values), column.column_type)
        for name, column, values in zip(names, result.columns, by_column, strict=True)
    }
    frame = pd.DataFrame(arrays, index=pd.RangeIndex(len(result.rows)), copy=False)
    frame.attrs[ATTRIBUTE] = FrameOrigin(
        title=result.title,
        sql=result.sql,
        description=result.description,
        total_rows=result.total_rows,
        loaded_rows=len(result.rows),
        chat_id=chat_id,
        uuid=result.uuid,
        vega_spec=result.vega_spec,
        columns=tuple(column.name for column in result.columns),
    ).with_loader(None if load is None else full_frame(load, chat_id), rebind)
    return frame
