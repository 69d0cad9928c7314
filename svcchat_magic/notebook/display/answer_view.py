"""Draws one turn in a cell: progress, steps, results and answer, each in a display of its own."""

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Protocol

from svcchat_magic.charts.result_charts import chart_bundle
from svcchat_magic.conversation.answers.answer import Answer
from svcchat_magic.conversation.turns.turn import Turn
from svcchat_magic.errors import ChartRefused
from svcchat_magic.notebook.display import answer_pieces as pieces
from svcchat_magic.notebook.display.answer_pages import AnswerPages
from svcchat_magic.notebook.display.answer_words import split_suggestions
from svcchat_magic.notebook.display.cell_display import CellDisplay, terminal_width
from svcchat_magic.notebook.display.chart_pieces import LAST_SECONDS, ChartPiece, ChartPieces, Pictures
from svcchat_magic.notebook.display.choices_piece import IN_A_CELL, NEXT_TO_BUTTONS, choices_bundle
from svcchat_magic.notebook.display.live_piece import SECONDS_BETWEEN_REDRAWS, Bundle, Handle, LivePiece
from svcchat_magic.notebook.display.provenance import Metadata, of_answer, of_result
from svcchat_magic.notebook.display.steps_piece import steps_bundle
from svcchat_magic.notebook.questions.ask_options import PIECES
from svcchat_magic.notebook.questions.variable_names import Binding
from svcchat_magic.protocol.emphasis import closed, with_strong_words_apart
from svcchat_magic.protocol.results import SqlResult
from svcchat_magic.protocol.transcript import Status, Step, Transcript

SECONDS_BETWEEN_TICKS = 1.0  # of the clock in the progress line
PIECES_OF_THE_PAST = frozenset({"chart", "table", "answer"})
Bind = Callable[[SqlResult], Binding]


class AnswerPlaces(Protocol):
    """Where the pieces of one turn are shown, each below the ones before it."""

    @property
    def offers_suggestions(self) -> bool:
        """Whether suggestions are shown there as buttons, so the answer omits them."""

    def piece(self) -> Handle:
        """A display for progress, steps, or a page of the answer."""

    def result(self, result: SqlResult, name: str, has_chart: bool) -> tuple[Handle, Handle]:
        """The displays of a result's chart, if it has one, and of its rows."""


class CellPlaces:
    """Displays of the cell that runs."""

    offers_suggestions = False

    def piece(self) -> Handle:
        """The next display."""
        return CellDisplay()

    def result(self, result: SqlResult, name: str, has_chart: bool) -> tuple[Handle, Handle]:  # noqa: ARG002
        """The next two displays."""
        return CellDisplay(), CellDisplay()


IN_CELL = CellPlaces()


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """How an answer is shown, and where.

    `show` are the pieces to show; a `quiet` view shows one line at the end. `pictures` draws the charts as
    PNG. A view that is not `live`, as in a terminal, cannot redraw and prints each piece once.
    """

    live: bool
    show: frozenset[str] = frozenset(PIECES)
    quiet: bool = False
    pictures: Pictures | None = None
    places: AnswerPlaces = IN_CELL


class AnswerView:
    """One cell's growing output; `bind` binds each result and returns its variable's name.

    `can_load` says whether missing rows can be loaded.
    """

    def __init__(
        self, bind: Bind, options: ViewOptions, *, can_load: Callable[[], bool] = lambda: False
    ) -> None:
        live, places = options.live, options.places
        self._bind = bind
        self._places = places
        self._can_load = can_load
        self._live = live
        self._quiet = options.quiet
        self._show = frozenset() if options.quiet else options.show
        self._notice = LivePiece(live, places.piece)
        self._progress = LivePiece(live, places.piece)
        self._doing = ""
        self._asked = datetime.now().astimezone()  # in the kernel's time zone, shown with it
        self._shown_steps: tuple[Step, ...] = ()
        self._steps_bundle: Bundle = {}
        self._steps = LivePiece(live, places.piece)
        self._answer = AnswerPages(live, places.piece)
        self._choices = LivePiece(live, places.piece)
        self._charts = ChartPieces(options.pictures)
        self._rows: list[tuple[SqlResult, Binding, LivePiece]] = []
        self._late_charts: list[Callable[[], object]] = []  # drawn last where nothing can be redrawn

    def notice(self, text: str, *, last: bool = True) -> None:
        """Show a notice about the service above everything else."""
        if text and not self._quiet:
            self._notice.show(pieces.notice_bundle(text), last=last)
        else:
            self._notice.clear()

    def withdraw(self) -> None:
        """Remove the progress line: there is no answer, and an error will say why."""
        self._progress.clear()

    def fail(self, sentence: str) -> None:
        """Show why there is no answer, where no error can be raised."""
        self._progress.show(pieces.failure_bundle(sentence), last=True)

    def follow(self, turn: Turn, waiting: Callable[[], AbstractContextManager[None]] = nullcontext) -> None:
        """Draw until the turn is done, at most ten times a second; each wait is within `waiting()`."""
        while not turn.is_done:
            self._paint(turn.transcript(), turn.seconds)
            redrawn = time.monotonic()
            with waiting():
                turn.wait(SECONDS_BETWEEN_REDRAWS)
                while not turn.is_done and (left := redrawn + SECONDS_BETWEEN_REDRAWS - time.monotonic()) > 0:
                    turn.wait(left)

    def finish(self, answer: Answer) -> None:
        """Draw every piece in its final state, with its origin in the output's metadata."""
        transcript, origin = with_strong_words_apart(answer.transcript), of_answer(answer)
        if self._quiet:
            self._bind_new_results(transcript)
            ending = pieces.quiet_bundle(answer, [binding.name for _, binding, _ in self._rows])
            self._progress.show(ending, last=True, metadata=origin)
            if answer.transcript.is_unanswered:  # its text says why
                self._finish_words(answer, transcript.answer, origin)

            return

        if self._live:  # who sees "complete" may use the variables at once
            self._draw_before_the_end(transcript, answer.seconds)

        self._progress.show(pieces.ending_bundle(answer), last=True, metadata=origin)
        if transcript.steps and "steps" in self._show:
            self._steps.show(steps_bundle(transcript, is_open=False), last=True, metadata=origin)

        self._bind_new_results(transcript)
        for (result, binding, rows), draw in zip(self._rows, self._late_charts, strict=True):
            draw()
            rows.show(self._rows_bundle(result, binding), last=True, metadata=of_result(answer, result))

        if transcript.answer and "answer" in self._show:
            self._finish_words(answer, transcript.answer, origin)
        else:
            self._answer.clear()

    def _draw_before_the_end(self, transcript: Transcript, seconds: float) -> None:
        if self._progress.is_empty:  # its place is above the results
            self._paint_progress(transcript, seconds)

        self._paint_steps(transcript)
        self._bind_new_results(transcript)

    def _finish_words(self, answer: Answer, text: str, origin: Metadata) -> None:
        """Draw the answer's text, and the choices of a clarification below it."""
        offered = self._places.offers_suggestions
        words = split_suggestions(text)[0] if offered else text
        self._answer.finish(words if answer.is_complete else closed(words), origin)
        if answer.choices:
            lead = NEXT_TO_BUTTONS if offered else IN_A_CELL
            self._choices.show(choices_bundle(answer.choices, lead), last=True, metadata=origin)

    def all_rows_are_loaded(self, result: SqlResult, count: int) -> None:
        """Show below a result that its variable now has all rows."""
        for shown, binding, rows in self._rows:
            if shown is result and not self._quiet:
                rows.show(self._rows_bundle(result, binding, loaded=count), last=True)

    def add_last_pictures(self, answer: Answer) -> None:
        """Wait a few seconds for the charts' pictures, but not after an interrupt.

        Raises StreamStopped if the wait is interrupted.
        """
        self._charts.finish(0 if answer.transcript.status is Status.ABORTED else LAST_SECONDS)

    def leave_pictures(self) -> None:
        """Stop waiting for pictures."""
        self._charts.finish(0)

    def _paint(self, transcript: Transcript, seconds: float) -> None:
        if self._quiet:
            self._bind_new_results(transcript)
            return

        self._paint_progress(transcript, seconds)
        transcript = with_strong_words_apart(transcript)
        self._paint_steps(transcript)
        self._bind_new_results(transcript)
        self._charts.add_pictures()
        if transcript.answer and "answer" in self._show and not transcript.loading:  # results are above it
            self._answer.grow(closed(transcript.answer))

    def _paint_steps(self, transcript: Transcript) -> None:
        if not transcript.steps or "steps" not in self._show:
            return

        if transcript.steps != self._shown_steps:  # unchanged once the answer begins
            self._shown_steps = transcript.steps
            self._steps_bundle = steps_bundle(transcript, is_open=True)

        self._steps.show(self._steps_bundle)

    def _paint_progress(self, transcript: Transcript, seconds: float) -> None:
        """Show at once what the service does now, and each second for how long."""
        before, self._doing = self._doing, pieces.doing_now(transcript)
        after = SECONDS_BETWEEN_TICKS if self._doing == before else 0.0
        self._progress.show(pieces.progress_bundle(transcript, seconds, self._asked), after=after)

    def _bind_new_results(self, transcript: Transcript) -> None:
        for result in transcript.results[len(self._rows) :]:
            chart, refusal = self._chart(result)  # before anything is bound, as it may be interrupted
            # The text shown so far was a step; the answer's display is below the results.
            self._answer.clear()
            binding = self._bind(result)
            binding = Binding(binding.name, (*binding.notices, *refusal))
            chart_place, rows_place = self._places.result(result, binding.name, chart is not None)
            rows = LivePiece(self._live, lambda place=rows_place: place)  # type: ignore[misc]
            draw = _nothing if chart is None else partial(self._charts.show, chart, chart_place)
            if self._live:
                draw()

            self._late_charts.append(_nothing if self._live else draw)
            self._rows.append((result, binding, rows))
            if not self._quiet:
                rows.show(self._rows_bundle(result, binding))

    def _chart(self, result: SqlResult) -> tuple[ChartPiece | None, tuple[str, ...]]:
        """The result's chart, or the reason why it has none, which its rows then show."""
        if "chart" not in self._show or not (result.vega_spec and result.rows):
            return None, ()

        try:
            return self._charts.piece(chart_bundle(result)), ()
        except ChartRefused as refusal:
            return None, (f"No chart: {refusal}",)

    def _rows_bundle(self, result: SqlResult, binding: Binding, loaded: int | None = None) -> Bundle:
        return pieces.rows_bundle(
            result,
            binding.name,
            binding.notices,
            can_load=self._can_load(),
            with_table="table" in self._show,
            loaded=loaded,
            width=terminal_width(),
        )


def _nothing() -> None:
    """Draw nothing, for a result without a chart."""


def show_past_answer(answer: Answer, names: Sequence[str], pictures: Pictures | None = None) -> None:
    """Show an earlier turn: its answer, and its results under these names, without a status line."""
    view = AnswerView(named(names), ViewOptions(live=False, show=PIECES_OF_THE_PAST, pictures=pictures))
    view.finish(answer)
    view.add_last_pictures(answer)


def show_answer(answer: Answer, names: Sequence[str] = (), pictures: Pictures | None = None) -> None:
    """Show a finished turn again, its results under these names, without binding anything."""
    view = AnswerView(named(names), ViewOptions(live=False, pictures=pictures))
    view.finish(answer)
    view.add_last_pictures(answer)


def named(names: Sequence[str]) -> Bind:
    """A function that returns each result's variable, or its title if it was not bound."""
    left = iter(names)
    return lambda result: Binding(next(left, result.title))
