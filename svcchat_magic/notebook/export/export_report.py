"""A chat as a report in Markdown: questions, tables, SQL and answers."""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from svcchat_magic.charts.result_charts import chart_bundle
from svcchat_magic.errors import ChartRefused
from svcchat_magic.frames.result_rows import NULL, left_out_columns, row_count, shown_columns
from svcchat_magic.notebook.export.export_cells import ExportedTurn, answer_words, question_heading
from svcchat_magic.notebook.export.export_text import fenced, literal
from svcchat_magic.protocol.results import SqlResult

SHOWN_ROWS = 20


def report(turns: Iterable[ExportedTurn]) -> str:
    """The report's text, with the first rows of each table and the total number."""
    return "\n\n".join(part for turn in turns for part in _parts(turn)) + "\n"


def _parts(turn: ExportedTurn) -> Iterator[str]:
    yield question_heading(turn)
    for result in turn.answer.results:
        yield from _result(result)

    if words := answer_words(turn.answer):
        yield words

    for table, _ in turn.compared:
        yield from _result(table)


def _result(result: SqlResult) -> Iterator[str]:
    yield f"### {literal(result.title)}"
    with suppress(ChartRefused):  # without a picture there is also no text about it
        yield f"*{literal(chart_bundle(result).summary)}*"

    if result.rows and result.columns:
        yield _table(result)

    yield row_count(result, limit=SHOWN_ROWS)
    if result.sql:
        yield fenced(result.sql, "sql")


def _table(result: SqlResult) -> str:
    columns = shown_columns(result, SHOWN_ROWS)
    head = _row(literal(column.name) for column in columns)
    rule = _row("--:" if column.is_number else ":--" for column in columns)
    rows = zip(*(column.cells for column in columns), strict=True)
    body = [_row(NULL if cell is None else literal(cell) for cell in row) for row in rows]
    notice = left_out_columns(result)
    return "\n".join([head, rule, *body]) + (f"\n\n{notice}" if notice else "")


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
