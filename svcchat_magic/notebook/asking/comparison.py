"""The same question asked as several users or on several branches, and the results side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, NoReturn

from svcchat_magic.errors import RequestRefused, SvcchatError
from svcchat_magic.frames.compared_results import Side, compared
from svcchat_magic.frames.result_frames import result_frame
from svcchat_magic.notebook.asking.cell_question import CellQuestion
from svcchat_magic.notebook.chats.kernel_turn import TurnRequest
from svcchat_magic.notebook.display import answer_pieces as pieces
from svcchat_magic.notebook.display.answer_view import CellPlaces
from svcchat_magic.notebook.display.cell_display import show_bundle, terminal_width
from svcchat_magic.notebook.display.charts_beside import ChartsBeside

if TYPE_CHECKING:
    from svcchat_magic.conversation.answers.answer import Answer
    from svcchat_magic.conversation.answers.row_loading import Progress
    from svcchat_magic.notebook.chats.kernel_state import KernelState
    from svcchat_magic.notebook.questions.ask_options import AskOptions
    from svcchat_magic.settings import Settings


class _SidePlaces(CellPlaces):
    """Displays of one answer, without suggestions: a cell would ask the follow-up as another user."""

    offers_suggestions = True  # so the answer omits them


_SIDE = _SidePlaces()


def compare_in_cell(kernel: KernelState, settings: Settings, options: AskOptions, *, live: bool) -> None:
    """Ask once for each persona, one after the other, then show their charts and rows side by side.

    Raises SvcchatError at the first incomplete answer: its partial rows cannot be compared. If a question was
    refused or needs a choice, raises NotAnswered once everything is shown.
    """
    answers: list[Answer] = []
    alone = replace(options, show=options.show - {"chart"})  # its charts are shown beside the others'
    try:
        for persona in options.personas:
            show_bundle(pieces.heading_bundle(persona.described))
            turn = kernel.turn(TurnRequest(settings, alone, persona, is_compared=True))
            answers.append(CellQuestion(turn, live=live, places=_SIDE).answer())
            answers[-1].raise_unless_complete(resume="%chat resume")
    except SvcchatError:
        _show_charts_of(kernel, options, answers)
        raise

    _show_side_by_side(kernel, options, answers)
    if not all(answer.is_answered for answer in answers):
        kernel.shell.namespace["_df"] = None

    for answer in answers:
        answer.raise_unless_answered()


def _show_side_by_side(kernel: KernelState, options: AskOptions, answers: Sequence[Answer]) -> None:
    names = kernel.answers.names_for(options.question, options.out)
    tables, charts = [], _charts(kernel, options)
    for sides in _sides(options, answers):
        if len(sides) < 2:
            charts.show(sides)
            continue

        table = compared(sides)
        frame = result_frame(table, load=_load_nothing)
        title = sides[0].result.title if options.out else f"{sides[0].result.title} compared"
        binding = names.bind(title, frame)
        tables.append((table, binding.name))
        kernel.shell.namespace["_df"] = frame
        show_bundle(pieces.heading_bundle(table.title))
        notices = (*binding.notices, *charts.show(sides), *_limits(sides))
        show_bundle(pieces.rows_bundle(table, binding.name, notices, width=terminal_width()))

    kernel.answers.kept.compare(answers[-1], tables)
    charts.finish()


def _show_charts_of(kernel: KernelState, options: AskOptions, answers: Sequence[Answer]) -> None:
    """Show the charts of a comparison that ended early."""
    charts = _charts(kernel, options)
    for sides in _sides(options, answers):
        charts.show(sides)

    charts.finish()


def _charts(kernel: KernelState, options: AskOptions) -> ChartsBeside:
    is_shown = "chart" in options.show and not options.quiet
    return ChartsBeside(kernel.answers.pictures, is_shown=is_shown)


def _sides(options: AskOptions, answers: Sequence[Answer]) -> Iterator[list[Side]]:
    """The first result of every answer that has one, then the second, and so on."""
    labels = [persona.label for persona in options.personas[: len(answers)]]
    for results in zip_longest(*(answer.results for answer in answers)):
        yield [Side(label, each) for label, each in zip(labels, results, strict=True) if each is not None]


def _load_nothing(_: Progress | None = None) -> NoReturn:
    raise RequestRefused(
        "This table compares several answers and has no SQL of its own; ask the question again."
    )


def _limits(sides: Sequence[Side]) -> tuple[str, ...]:
    cut = [side.label for side in sides if not side.result.is_complete]
    return (f"Compares only the rows received; there are more for {' and '.join(cut)}.",) if cut else ()
