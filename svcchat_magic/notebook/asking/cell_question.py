"""One question from a cell: ask it, show the answer while it grows, bind the results to variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svcchat_magic.errors import StreamStopped, SvcchatError
from svcchat_magic.notebook.asking.bound_results import BoundResults
from svcchat_magic.notebook.asking.held_interrupts import HeldInterrupts
from svcchat_magic.notebook.chats.kernel_turn import TurnRequest
from svcchat_magic.notebook.display.answer_view import IN_CELL, AnswerPlaces, AnswerView, ViewOptions

if TYPE_CHECKING:
    from svcchat_magic.conversation.answers.answer import Answer
    from svcchat_magic.conversation.turns.turn import Turn
    from svcchat_magic.notebook.chats.kernel_state import KernelState
    from svcchat_magic.notebook.chats.kernel_turn import KernelTurn
    from svcchat_magic.notebook.questions.ask_options import AskOptions
    from svcchat_magic.settings import Settings


def answer_in_cell(
    kernel: KernelState, settings: Settings, options: AskOptions, *, live: bool
) -> Answer | None:
    """Ask and show the answer; return it whatever its status, or None for one in the background.

    Raises SvcchatError when no part of an answer was received. An interrupt also stops the turn on the
    service and keeps what was received.
    """
    turn = kernel.turn(TurnRequest(settings, options, options.personas[0]))
    question = CellQuestion(turn, live=live)
    if options.background and kernel.shell.shows_later_output:
        question.answer_in_background()
        return None

    return question.answer()


class CellQuestion:
    """A turn in the cell that asks it: its view, its frames, and the cell's interrupts."""

    def __init__(self, turn: KernelTurn, *, live: bool, places: AnswerPlaces = IN_CELL) -> None:
        options = turn.request.options
        self._turn = turn
        self._results = BoundResults(turn, live=live)
        self.view = AnswerView(
            self._results.bind,
            ViewOptions(live, options.show, options.quiet, turn.pictures, places),
            can_load=self._results.can_load,
        )
        self._interrupts = HeldInterrupts()

    @property
    def names(self) -> tuple[str, ...]:
        """The variables that the results were bound to, in order."""
        return self._results.names

    def answer(self) -> Answer:
        """Ask, and show the turn until it is done or interrupted; return what was received.

        An interrupt is handled only while the cell waits, so nothing is drawn, bound or kept by half.
        """
        running, is_stopped = None, False
        with self._interrupts as interrupts, self._turn:
            try:
                running = self._begun()
                self.view.follow(running, interrupts.allowed)
            except KeyboardInterrupt:
                interrupts.hold()
                if running is None:  # the turn may have started, and the next cell may ask at once
                    self._turn.conversation.stop_and_wait()
                    raise self._stopped_early() from None

                self._turn.conversation.stop()
                is_stopped = True

            answer = self._finish(running)

        if is_stopped and answer.is_complete:
            raise self._stopped_late()

        try:
            with self._interrupts.allowed():
                self._add_the_rest(answer)
        except KeyboardInterrupt:
            raise self._stopped_late() from None

        return answer

    def answer_in_background(self) -> None:
        """Ask, and show the answer from a thread; a failure is shown in the cell's output."""
        with self._interrupts as interrupts:
            try:
                running = self._begun()
            except KeyboardInterrupt:
                interrupts.hold()
                self._turn.conversation.stop()  # the turn may have started, and nothing would show it
                raise self._stopped_early() from None

        def paint() -> None:
            try:
                with self._turn:
                    self.view.follow(running)
                    answer = self._finish(running)

                self._add_the_rest(answer)
            except SvcchatError as error:
                self.view.fail(str(error))

        self._turn.run_in_background(paint)

    def _begun(self) -> Turn:
        """Ask; the first question waits until the embedded service has started, and says so."""
        turn, conversation = self._turn, self._turn.conversation
        self._wait_for_chat()
        turn.go_to_chat()
        known = conversation.notice
        if not conversation.settings.chat_url and turn.mode != "replay":
            self.view.notice("Starting the embedded service …", last=False)

        try:
            return turn.begin(self._interrupts.allowed)
        finally:
            self.view.notice("" if conversation.notice == known else conversation.notice)

    def _wait_for_chat(self) -> None:
        if self._turn.must_wait:
            self.view.notice("Waiting for a background answer from a cell above …", last=False)
            try:
                with self._interrupts.allowed():
                    self._turn.wait_for_chat()
            except KeyboardInterrupt:  # only this cell's turn; %chat stop would end another cell's
                raise self._stopped_early() from None
            finally:
                self.view.notice("")

    def _finish(self, running: Turn) -> Answer:
        try:
            answer = running.finish()
        except SvcchatError:
            self.view.withdraw()
            self._turn.leave_chat()
            raise

        if unlisted := self._turn.set_newest(answer):
            self.view.notice(unlisted)

        self.view.finish(answer)
        if answer.transcript.is_unanswered:
            self._results.clear_newest()

        self._turn.keep(answer, self.names)
        return answer

    def _add_the_rest(self, answer: Answer) -> None:
        if self._turn.request.options.all_rows:
            self._results.load_all_rows(self.view.all_rows_are_loaded)

        self.view.add_last_pictures(answer)

    def _stopped_early(self) -> StreamStopped:
        self.view.withdraw()
        return StreamStopped("Stopped before the question was sent.")

    def _stopped_late(self) -> StreamStopped:
        """Fail a cell that was interrupted when its turn was already over: the cells below must not run."""
        self.view.leave_pictures()
        return StreamStopped("Stopped. The answer was already complete and is kept.")
