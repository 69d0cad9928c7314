"""The first rows of a result as a table without boxes: static HTML, inline styles, every cell escaped."""

from svcchat_magic.frames.result_rows import NULL, ShownColumn, left_out_columns, shown_columns
from svcchat_magic.notebook.safe_text import escaped
from svcchat_magic.protocol.results import SqlResult


def table_html(result: SqlResult, limit: int = 10) -> str:
    """The first `limit` rows; numbers stand right with figures of one width. Nothing without rows."""
    shown = shown_columns(result, limit)
    if not shown or not result.rows:
        return ""

    head = "".join(f'<th style="{_HEAD};{_side(column)}">{escaped(column.name)}</th>' for column in shown)
    rows = zip(*(_cells_html(column) for column in shown), strict=True)
    body = "".join(f'<tr style="background:none">{"".join(row)}</tr>' for row in rows)
    notice = left_out_columns(result)
    return (
        f'<div style="overflow-x:auto"><table style="{_TABLE}">'
        f'<thead><tr style="background:none">{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>{f'<div style={_NOTICE}>{notice}</div>' if notice else ''}"
    )


_TABLE = "border-collapse:collapse;border:0;font-size:13px;margin:4px 0"
_CELL = "border:0;padding:3px 14px 3px 0;font-variant-numeric:tabular-nums"
_HEAD = f"{_CELL};border-bottom:1px solid rgba(128,128,128,.35);font-weight:500;color:#888"
_NOTICE = '"opacity:.62;font-size:12px"'


def _cells_html(column: ShownColumn) -> list[str]:
    style = f"{_CELL};{_side(column)}"
    return [
        f'<td style="{style}">{escaped(cell)}</td>'
        if cell is not None
        else f'<td style="{style};opacity:.4">{NULL}</td>'
        for cell in column.cells
    ]


def _side(column: ShownColumn) -> str:
    return "text-align:right;white-space:nowrap" if column.is_number else "text-align:left"
