"""All rows of a result as a DataFrame with the column types of its first hundred rows.

Packed columns and Arrow are converted without creating a Python value for each cell.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import pandas as pd

from svcchat_magic.frames import accessor  # noqa: F401 - registers frame.svc
from svcchat_magic.frames.column_arrays import column_array
from svcchat_magic.frames.frame_columns import frame_columns
from svcchat_magic.frames.frame_origin import ATTRIBUTE, FrameOrigin, Full, Progress
from svcchat_magic.frames.text_columns import from_arrow, text_array, texts_of
from svcchat_magic.protocol.arrow_rows import ArrowRows
from svcchat_magic.protocol.loaded_rows import Cells, LoadedRows, Packing

Load: TypeAlias = Callable[[Progress | None], LoadedRows]
_TIMES = ("Timestamp", "Date")


def loaded_frame(loaded: LoadedRows, *, chat_id: str = "", load: Load | None = None) -> pd.DataFrame:
    """The frame of loaded rows, with the column types of `result_frame`; `load` loads them again."""
    names = frame_columns([column.name for column in loaded.columns])
    arrays = _from_arrow(loaded.arrow) if loaded.arrow is not None else _from_blocks(loaded)
    frame = pd.DataFrame(dict(zip(names, arrays, strict=True)), index=pd.RangeIndex(loaded.count), copy=False)
    result = loaded.result
    frame.attrs[ATTRIBUTE] = FrameOrigin(
        title=result.title,
        sql=result.sql,
        description=result.description,
        total_rows=loaded.total_rows,
        loaded_rows=loaded.count,
        chat_id=chat_id,
        uuid=result.uuid,
        vega_spec=result.vega_spec,
        columns=tuple(column.name for column in loaded.columns),
        warnings=loaded.warnings,
    ).with_loader(None if load is None else full_frame(load, chat_id))
    return frame


def full_frame(load: Load, chat_id: str = "") -> Full:
    """A function for `frame.svc.full()` that loads the rows and creates their frame."""
    return lambda progress: loaded_frame(load(progress), chat_id=chat_id, load=load)


def _from_blocks(loaded: LoadedRows) -> list[Any]:
    return [
        _column([block[at] for block in loaded.blocks], column.column_type)
        for at, column in enumerate(loaded.columns)
    ]


def _column(parts: Sequence[Cells], column_type: str) -> Any:
    packings = {part.packing for part in parts}
    if len(packings) != 1 or Packing.VALUES in packings:
        return column_array([value for part in parts for value in part.unpacked()], column_type)

    missing = _missing(parts)
    packing = packings.pop()
    if packing is Packing.TEXT:
        texts = texts_of([part.values for part in parts], missing)
        return text_array(texts, column_type) if column_type in _TIMES else texts.strings()

    values = np.concatenate([np.frombuffer(part.values, dtype=_DTYPES[packing]) for part in parts])
    if packing is Packing.INTEGERS:
        return pd.arrays.IntegerArray(values, _mask(missing, len(values)))

    if packing is Packing.SWITCHES:
        return pd.arrays.BooleanArray(values.view(bool), _mask(missing, len(values)))

    if missing is not None:
        values[missing] = np.nan

    return values


_DTYPES = {Packing.INTEGERS: np.int64, Packing.FLOATS: np.float64, Packing.SWITCHES: np.int8}


def _missing(parts: Sequence[Cells]) -> Any:
    """Where values are null, or None if none is."""
    if all(part.missing is None for part in parts):
        return None

    return np.concatenate(
        [
            np.zeros(part.rows, dtype=bool)
            if part.missing is None
            else np.frombuffer(part.missing, dtype=bool)
            for part in parts
        ]
    )


def _mask(missing: Any, count: int) -> Any:
    return np.zeros(count, dtype=bool) if missing is None else missing


def _from_arrow(rows: ArrowRows) -> list[Any]:
    return [
        _arrow_column(values, column.column_type, at, rows)
        for at, (values, column) in enumerate(zip(rows.table.columns, rows.columns, strict=True))
    ]


def _arrow_column(values: Any, column_type: str, at: int, rows: ArrowRows) -> Any:
    """Convert an Arrow column to pandas, value by value if its type is unusual."""
    import pyarrow as pa

    kind = values.type
    if column_type == "Int64" and pa.types.is_int64(kind):
        return from_arrow(pd.Int64Dtype(), values)

    if column_type == "Boolean" and pa.types.is_boolean(kind):
        return from_arrow(pd.BooleanDtype(), values)

    if column_type == "Double" and pa.types.is_float64(kind):
        return values.to_numpy()

    if column_type == "String" and (pa.types.is_string(kind) or pa.types.is_large_string(kind)):
        return from_arrow(pd.StringDtype(), values)

    is_time = pa.types.is_date32(kind) or (pa.types.is_timestamp(kind) and kind.tz is None)
    if column_type in _TIMES and is_time:
        return _moments(values, pa)

    return column_array(list(rows.column_values(at)), column_type)


def _moments(values: Any, pa: Any) -> Any:
    """datetime64 in microseconds, which covers every calendar date."""
    moments = values.cast(pa.timestamp("us"), safe=False).combine_chunks()
    return (
        moments.cast(pa.int64()).fill_null(_NOT_A_TIME).to_numpy(zero_copy_only=False).view("datetime64[us]")
    )


_NOT_A_TIME = int(np.iinfo(np.int64).min)
