"""A chat as cells that run without the agent: questions and answers as text, results as code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from svcchat_magic.charts.result_charts import chart_bundle
from svcchat_magic.conversation.answers.answer import Answer
from svcchat_magic.errors import ChartRefused, RequestRefused
from svcchat_magic.frames.chart_code import CHART_IMPORT, CHART_SETUP, chart_code
from svcchat_magic.frames.frame_code import MOST_ROWS, PANDAS_IMPORT, QUERY_IMPORT, query_code, snapshot_code
from svcchat_magic.frames.result_frames import result_frame
from svcchat_magic.notebook.display.answer_pieces import ENDINGS
from svcchat_magic.notebook.export.export_text import fenced, literal, plain_markdown
from svcchat_magic.notebook.questions.variable_names import name_from_title
from svcchat_magic.protocol.results import SqlResult


class ExportedCell(NamedTuple):
    """One cell: Markdown, or code that this package wrote."""

    source: str
    is_code: bool = False


class ExportedTurn(NamedTuple):
    """An answer, and the variable of each of its results.

    `asked_as` says who asked, if not the configured user; `compared` are the tables of a comparison,
    each with its variable.
    """

    answer: Answer
    names: tuple[str, ...]
    asked_as: str = ""
    compared: tuple[tuple[SqlResult, str], ...] = ()


def exported_cells(
    turns: Iterable[ExportedTurn], variables: Mapping[str, Any], *, rows: str = "snapshot"
) -> tuple[ExportedCell, ...]:
    """The cells of a chat; `rows` is `snapshot` or `query`, as of `frame.svc.to_code`.

    A snapshot contains the rows received with the answer, or all rows if the variable has them.
    """
    return tuple(_ChatCells(variables, rows).cells(turns))


def question_heading(turn: ExportedTurn) -> str:
    """The question as a heading, in full below it if it is long, and who asked if not the configured user."""
    asked = turn.answer.question.strip()
    question = " ".join(asked.split())
    parts = [f"## {literal(question)}"]
    if len(question) > _HEADING_CHARACTERS or "\n" in asked:
        lines = "\n".join(f"> {literal(line)}" for line in asked.splitlines())
        parts = [f"## {literal(question[:_HEADING_CHARACTERS])} …", lines]

    if turn.asked_as:
        parts.append(f"*{literal(turn.asked_as)}*")

    return "\n\n".join(parts)


def answer_words(answer: Answer) -> str:
    """The answer's text, and how the turn ended if it is incomplete."""
    parts = [plain_markdown(answer.text).strip()] if answer.text.strip() else []
    if answer.choices:
        listed = (f"{at}. {literal(each.question)}" for at, each in enumerate(answer.choices, start=1))
        parts.append("\n".join(listed))

    if not answer.is_complete:
        why = f" {literal(answer.error)}" if answer.error else ""
        parts.append(f"*This answer is incomplete: {ENDINGS[answer.status].word}.{why}*")

    return "\n\n".join(parts)


_HEADING_CHARACTERS = 120


class _ChatCells:
    """Makes the cells; the variables of charts differ from those of frames."""

    def __init__(self, variables: Mapping[str, Any], rows: str) -> None:
        self._variables = variables
        self._rows = rows
        self._names: set[str] = set()
        self._import = QUERY_IMPORT if rows == "query" else PANDAS_IMPORT

    def cells(self, turns: Iterable[ExportedTurn]) -> Iterator[ExportedCell]:
        turns = tuple(turns)
        self._names = {name for turn in turns for name in (*turn.names, *(name for _, name in turn.compared))}
        yield from self._beginning([result for turn in turns for result in turn.answer.results])
        for turn in turns:
            yield ExportedCell(question_heading(turn))
            for result, name in zip(turn.answer.results, turn.names, strict=True):
                yield from self._result(result, name, turn.asked_as)

            if words := answer_words(turn.answer):
                yield ExportedCell(words)

            for table, name in turn.compared:
                yield from self._result(table, name, turn.asked_as)

    def _beginning(self, results: Sequence[SqlResult]) -> Iterator[ExportedCell]:
        """The imports and settings that the code below needs."""
        if not results:
            return

        is_drawn = any(map(_is_drawn, results))
        yield ExportedCell(f"{CHART_IMPORT if is_drawn else ''}{self._import}", is_code=True)
        if is_drawn:
            yield ExportedCell(CHART_SETUP, is_code=True)

    def _result(self, result: SqlResult, name: str, asked_as: str) -> Iterator[ExportedCell]:
        frame = self._frame(result, name)
        try:
            code = self._code(result, frame, name, asked_as)
        except RequestRefused as refusal:
            yield ExportedCell(f"### {literal(result.title)}\n\n*Not in this copy: {literal(str(refusal))}*")
            return

        told = "all rows, from the query API" if self._rows == "query" else _count(len(frame), result)
        sql = f"\n\n{fenced(result.sql, 'sql')}" if result.sql else ""
        yield ExportedCell(f"### {literal(result.title)}\n\n`{name}`: {told}{sql}")
        yield ExportedCell(f"{code.removeprefix(self._import).lstrip()}{name}\n", is_code=True)
        if _is_drawn(result):
            yield ExportedCell(self._chart(result, frame, name), is_code=True)

    def _code(self, result: SqlResult, frame: Any, name: str, asked_as: str) -> str:
        if self._rows != "query":
            return snapshot_code(frame, name, "")

        if asked_as:
            raise RequestRefused(
                "With --query, each reader would load their own rows. Export without it to keep these."
            )

        return query_code(result.sql, name, "")

    def _chart(self, result: SqlResult, frame: Any, name: str) -> str:
        columns = [column.name for column in result.columns]
        chart_name = f"{name}_chart"
        while chart_name in self._names:
            chart_name += "_"

        self._names.add(chart_name)
        return chart_code(frame, result.vega_spec, columns, frame_name=name, name=chart_name)

    def _frame(self, result: SqlResult, name: str) -> Any:
        came = result_frame(result)
        held = self._variables.get(name)
        if not result.sql or type(held) is not type(came) or not len(came) < len(held) <= MOST_ROWS:
            return came

        origin = getattr(held, "svc", None)  # a frame that is not ours has none
        is_same = origin is not None and origin.sql == result.sql and not origin.is_derived
        return held if is_same else came


def plain_names(answer: Answer, taken: set[str]) -> tuple[str, ...]:
    """Names for results without a known variable; adds them to `taken`."""
    names = []
    for result in answer.results:
        wanted = name = name_from_title(result.title)
        number = 1
        while name in taken:
            number += 1
            name = f"{wanted}_{number}"

        taken.add(name)
        names.append(name)

    return tuple(names)


def _is_drawn(result: SqlResult) -> bool:
    try:
        chart_bundle(result)
    except ChartRefused:
        return False

    return True


def _count(rows: int, result: SqlResult) -> str:
    total = max(result.total_rows, rows)
    return f"{rows:,} row{'' if rows == 1 else 's'}" if rows >= total else f"{rows:,} of {total:,} rows"
