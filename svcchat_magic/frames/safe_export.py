"""Write frames to spreadsheet files in which text never becomes a formula."""

import csv
from collections.abc import Hashable
from pathlib import Path
from typing import Any, TextIO

import pandas as pd

from svcchat_magic.errors import RequestRefused

MOST_SHEET_ROWS = 1_048_575  # plus one for the column names
_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def write_csv(frame: pd.DataFrame, path: str | Path | TextIO) -> None:
    """Write UTF-8 with a byte order mark, which spreadsheets need, and the index unless it is a plain count.

    Text that a spreadsheet would run as a formula gets a leading apostrophe.
    """
    flat = _flat(frame)
    safe = pd.DataFrame({column: _prefixed(flat[column]) for column in flat.columns})
    safe.columns = pd.Index([_text(name) for name in flat.columns])
    # Text is quoted: a carriage return would start a new row, whose first cell might be a formula.
    safe.to_csv(path, index=False, encoding="utf-8-sig", quoting=csv.QUOTE_NONNUMERIC)


def write_excel(frame: pd.DataFrame, path: str | Path) -> None:
    """Write a workbook with one sheet and all text in text cells, without formulas and links.

    Raises RequestRefused if the writer is missing or the rows do not fit on a sheet.
    """
    if len(frame) > MOST_SHEET_ROWS:
        raise RequestRefused(f"A sheet holds {MOST_SHEET_ROWS:,} rows; use to_csv, or fewer rows.")

    flat = _flat(frame)
    for column in flat.columns:
        if isinstance(flat[column].dtype, pd.DatetimeTZDtype):
            flat[column] = flat[column].map(pd.Timestamp.isoformat, na_action="ignore")

    options = {"strings_to_formulas": False, "strings_to_urls": False}
    try:
        with pd.ExcelWriter(path, engine="xlsxwriter", engine_kwargs={"options": options}) as writer:
            flat.to_excel(writer, index=False)
    except ModuleNotFoundError as cause:
        raise RequestRefused('Workbooks need: pip install "svcchat-magic[excel]"; or use to_csv.') from cause


def _flat(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with its index as columns, unless it is a plain count."""
    is_count = isinstance(frame.index, pd.RangeIndex) or (
        frame.index.name is None and pd.api.types.is_integer_dtype(frame.index.dtype)
    )
    return frame.reset_index(drop=is_count)


def _prefixed(column: Any) -> Any:
    if pd.api.types.is_numeric_dtype(column.dtype) or pd.api.types.is_datetime64_any_dtype(column.dtype):
        return column

    return column.astype(object).map(lambda value: _text(value) if isinstance(value, str) else value)


def _text(value: Hashable) -> Hashable:
    if isinstance(value, str) and value.lstrip(" ").startswith(_STARTS_A_FORMULA):
        return f"'{value}"

    return value
