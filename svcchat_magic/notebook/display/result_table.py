"""The first rows of a result as a table without boxes: static HTML, inline styles, every cell escaped."""

import re
from collections.abc import Sequence

from svcchat_magic.frames.result_rows import NULL, ShownColumn, left_out_columns, shown_columns
from svcchat_magic.notebook.display.safe_text import escaped
from svcchat_magic.protocol.results import SqlResult


def table_html(result: SqlResult, limit: int = 10, at_once: int = 0) -> str:
    """The first `limit` rows; numbers are right-aligned in tabular figures. Empty without rows.

    More than `at_once` rows are in a scrollable box of about that height; 0 means no box.
    """
    shown = shown_columns(result, limit)
    if not shown or not result.rows:
        return ""

    # If one column has cells of several lines, the other columns align with the first line.
    top = ";vertical-align:top" if any(map(_is_long, shown)) else ""
    styles = [f"{_CELL if column is not shown[-1] else _LAST}{top};{_side(column)}" for column in shown]
    head = "".join(map(_head_html, shown, styles))
    # Each cell is saved with its style, so what it does not need is left out.
    cells = [f"{style}{_unbroken(column, column.cells)}" for column, style in zip(shown, styles, strict=True)]
    rows = zip(*map(_cells_html, shown, cells), strict=True)
    body = "".join(f'<tr style="background:none">{"".join(row)}</tr>' for row in rows)
    notice = left_out_columns(result)
    return (
        f'<div style="{_scrolling(len(result.rows[:limit]), at_once)}"><table style="{_TABLE}">'
        f'<thead><tr style="background:none">{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>{f'<div style={_NOTICE}>{notice}</div>' if notice else ''}"
    )


_ROW_HEIGHT = 1.6  # in em
_TABLE = (
    "border-collapse:collapse;border:0;font-size:13px;font-variant-numeric:tabular-nums;margin:4px 0 4px 8px"
)
_LAST = "border:0;padding:3px 0"
_CELL = "border:0;padding:3px 14px 3px 0"
_RULE = "border-bottom:1px solid rgba(128,128,128,.35);font-weight:500"
_FAINT = "opacity:.62"
_NOTICE = '"opacity:.62;font-size:12px;margin-left:8px"'
_MOST_ON_A_LINE = 32
_WHOLE = re.compile(r"-?(?:[A-Za-z0-9]*|[0-9][0-9,.]*%?)")  # no browser breaks a line inside of these


def _scrolling(rows: int, at_once: int) -> str:
    if not 0 < at_once < rows:
        return "overflow-x:auto"

    height = (at_once + 1.5) * _ROW_HEIGHT  # the head, and half a row as a hint that there are more
    return f"overflow:auto;font-size:13px;max-height:{height:.4g}em"


def _head_html(column: ShownColumn, style: str) -> str:
    unbroken = _unbroken(column, [column.name])
    return f'<th style="{style}{unbroken};{_RULE}"><span style="{_FAINT}">{escaped(column.name)}</span></th>'


def _cells_html(column: ShownColumn, style: str) -> list[str]:
    return [
        f'<td style="{style}">{escaped(cell)}</td>'
        if cell is not None
        else f'<td style="{style}"><span style="{_FAINT}">{NULL}</span></td>'
        for cell in column.cells
    ]


def _side(column: ShownColumn) -> str:
    if column.is_number:
        return "text-align:right"

    return "text-align:left;min-width:22em" if _is_long(column) else "text-align:left"


def _unbroken(column: ShownColumn, texts: Sequence[str | None]) -> str:
    """The style that keeps texts of a column on one line, if they need it."""
    if _is_long(column) or all(_WHOLE.fullmatch(text or "") for text in texts):
        return ""

    return ";white-space:nowrap"


def _is_long(column: ShownColumn) -> bool:
    """Whether the cells are sentences, which may wrap; a date or a name may not."""
    return not column.is_number and any(len(cell or "") > _MOST_ON_A_LINE for cell in column.cells)
