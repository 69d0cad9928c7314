"""Paints one turn into a cell: progress, steps, results and answer, each a display of its own."""

import time
from collections.abc import Callable

from IPython.display import DisplayHandle, display

from svcchat_magic.conversation.turn import Turn
from svcchat_magic.errors import ChartRefused
from svcchat_magic.frames.result_charts import chart_bundle
from svcchat_magic.notebook import answer_pieces as pieces
from svcchat_magic.notebook.safe_text import StreamedMarkdown
from svcchat_magic.protocol.results import SqlResult
from svcchat_magic.protocol.transcript import Transcript

Bind = Callable[[SqlResult], tuple[str, tuple[str, ...]]]

# Faster redraws lose the end of long answers on their way to the page.
SECONDS_BETWEEN_REDRAWS = 0.1


class AnswerView:
    """One cell's output while it grows; `bind` gives each result its variable and says its name.

    `can_load` tells whether the rows that did not come could be loaded. A view that is
    not `live` (a terminal, where nothing can be drawn over) prints each piece once.
    """

    def __init__(self, bind: Bind, *, live: bool, can_load: Callable[[], bool] = lambda: False) -> None:
        self._bind = bind
        self._can_load = can_load
        self._live = live
        self._notice = _Piece(live)
        self._progress = _Piece(live)
        self._steps = _Piece(live)
        self._answer = _Piece(live)
        self._words = StreamedMarkdown()
        self._shown_results = 0

    def notice(self, text: str, *, last: bool = True) -> None:
        """Say who answers, above everything else."""
        if text:
            self._notice.show(pieces.notice_bundle(text), last=last)
        else:
            self._notice.clear()

    def withdraw(self) -> None:
        """Take the progress line away: there is no answer, and an error will say why."""
        self._progress.clear()

    def follow(self, turn: Turn) -> None:
        """Paint until the turn is done, ten times a second at most."""
        while not turn.is_done:
            self._paint(turn.transcript(), turn.seconds)
            redrawn = time.monotonic()
            turn.wait(SECONDS_BETWEEN_REDRAWS)
            while not turn.is_done and (left := redrawn + SECONDS_BETWEEN_REDRAWS - time.monotonic()) > 0:
                turn.wait(left)

    def finish(self, transcript: Transcript, seconds: float) -> None:
        """Paint every piece in its last state."""
        self._progress.show(pieces.ending_bundle(transcript, seconds), last=True)
        if transcript.steps:
            self._steps.show(pieces.steps_bundle(transcript, is_open=False), last=True)

        self._show_new_results(transcript)
        if transcript.answer:
            self._answer.show(pieces.answer_bundle(transcript.answer), last=True)
        else:
            self._answer.clear()

    def _paint(self, transcript: Transcript, seconds: float) -> None:
        self._progress.show(pieces.progress_bundle(transcript, seconds))
        if transcript.steps:
            self._steps.show(pieces.steps_bundle(transcript, is_open=True))

        self._show_new_results(transcript)
        if transcript.answer:
            self._answer.show(self._growing_answer(transcript.answer))

    def _growing_answer(self, markdown: str) -> pieces.Bundle:
        finished, tail = self._words.update(markdown)
        return {"text/html": pieces.answer_frame("".join(finished) + tail), "text/plain": markdown}

    def _show_new_results(self, transcript: Transcript) -> None:
        for result in transcript.results[self._shown_results :]:
            self._shown_results += 1
            # Text shown until now turned out to be a step; the answer's place is below the results.
            self._answer.clear()
            self._answer = _Piece(self._live)
            self._show_result(result)

    def _show_result(self, result: SqlResult) -> None:
        name, notices = self._bind(result)
        try:
            chart = chart_bundle(result) if result.vega_spec and result.rows else None
        except ChartRefused as refusal:
            chart = None
            notices = (*notices, f"No chart: {refusal}")

        if chart is not None:
            display(chart.data, raw=True)

        display(pieces.rows_bundle(result, name, notices, can_load=self._can_load()), raw=True)


class _Piece:
    """One display that is updated in place, and left alone once it shows its last state."""

    def __init__(self, live: bool) -> None:
        self._live = live
        self._handle: DisplayHandle | None = None
        self._shown: pieces.Bundle | None = None

    def show(self, bundle: pieces.Bundle, *, last: bool = False) -> None:
        if bundle == self._shown or not (self._live or last):
            return

        self._shown = bundle
        if self._handle is None:
            self._handle = DisplayHandle()
            self._handle.display(bundle, raw=True)
            return

        self._handle.update(bundle, raw=True)

    def clear(self) -> None:
        if self._handle is not None and self._live:
            self._handle.update({"text/plain": ""}, raw=True)


def show_answer(transcript: Transcript, seconds: float) -> None:
    """Show a turn that has ended once more, without binding anything."""
    view = AnswerView(lambda result: (result.title, ()), live=False)
    view.finish(transcript, seconds)
