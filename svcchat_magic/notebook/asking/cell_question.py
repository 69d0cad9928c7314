"""One question from a cell: asked, painted while it runs, its results bound to variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svcchat_magic.errors import StreamStopped, SvcchatError
from svcchat_magic.notebook.asking.bound_results import BoundResults
from svcchat_magic.notebook.asking.held_interrupts import HeldInterrupts
from svcchat_magic.notebook.chats.kernel_turn import TurnRequest
from svcchat_magic.notebook.display.answer_view import IN_CELL, AnswerPlaces, AnswerView, ViewOptions

if TYPE_CHECKING:
    from svcchat_magic.conversation.answer import Answer
    from svcchat_magic.conversation.turn import Turn
    from svcchat_magic.notebook.chats.kernel_state import KernelState
    from svcchat_magic.notebook.chats.kernel_turn import KernelTurn
    from svcchat_magic.notebook.questions.ask_options import AskOptions
    from svcchat_magic.settings import Settings


def answer_in_cell(
    kernel: KernelState, settings: Settings, options: AskOptions, *, live: bool
) -> Answer | None:
    """Ask and paint; the answer is returned whatever its status, None for one in the background.

    Raises SvcchatError when nothing of an answer came. An interrupt stops the turn on the
    service too and keeps what came.
    """
    turn = kernel.turn(TurnRequest(settings, options, options.personas[0]))
    question = CellQuestion(turn, live=live)
    if options.background and kernel.shell.shows_later_output:
        question.answer_in_background()
        return None

    return question.answer()


class CellQuestion:
    """A turn of the kernel in the cell that asks it: its view, its frames, and the cell's interrupts."""

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
        """Ask, and paint until the turn is done or interrupted; gives what came.

        What is drawn, bound and kept is so as a whole: an interrupt comes through while the cell waits.
        """
        running, is_stopped = None, False
        with self._interrupts as interrupts, self._turn:
            try:
                running = self._begun()
                self.view.follow(running, interrupts.allowed)
            except KeyboardInterrupt:
                interrupts.hold()
                if running is None:  # perhaps it has begun all the same, and the next cell asks at once
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
        """Ask, and paint from a thread; a failure is shown where the cell has its output."""
        with self._interrupts as interrupts:
            try:
                running = self._begun()
            except KeyboardInterrupt:
                interrupts.hold()
                self._turn.conversation.stop()  # nobody would paint what may have begun
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
        """Ask; a first question on the embedded service waits until that is up, and says so."""
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
            except KeyboardInterrupt:  # of this cell; %chat stop would end what another one has asked
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
        """The interrupt came when there was nothing to stop any more, but the cells below must not run."""
        self.view.leave_pictures()
        return StreamStopped("Stopped. The answer was already complete and is kept.")
