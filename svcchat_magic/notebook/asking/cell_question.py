"""One question from a cell: asked, painted while it runs, its results bound to variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svcchat_magic.errors import StreamStopped, SvcchatError
from svcchat_magic.notebook.asking.bound_results import BoundResults
from svcchat_magic.notebook.asking.held_interrupts import HeldInterrupts
from svcchat_magic.notebook.display.answer_view import IN_CELL, AnswerPlaces, AnswerView
from svcchat_magic.notebook.questions.filled_question import filled
from svcchat_magic.protocol.transcript import Status

if TYPE_CHECKING:
    from svcchat_magic.conversation.answer import Answer
    from svcchat_magic.conversation.conversation import Bookmark
    from svcchat_magic.conversation.turn import Turn
    from svcchat_magic.notebook.chats.kernel_chat import KernelChat
    from svcchat_magic.notebook.questions.ask_options import AskOptions
    from svcchat_magic.notebook.questions.personas import Persona
    from svcchat_magic.notebook.questions.variable_names import TurnNames
    from svcchat_magic.settings import Settings


def answer_in_cell(
    kernel_chat: KernelChat, settings: Settings, options: AskOptions, *, live: bool
) -> Answer | None:
    """Ask and paint; the answer is returned whatever its status, None for one in the background.

    Raises SvcchatError when nothing of an answer came. An interrupt stops the turn on the
    service too and keeps what came.
    """
    asking = CellQuestion(kernel_chat, settings, options, options.personas[0], live=live)
    if options.background and kernel_chat.shows_later_output:
        asking.answer_in_background()
        return None

    return asking.answer()


class CellQuestion:
    """A question on its way, as one user. `compared` tells that others are asked the same.

    It is shown in `places`. One that no cell asked says in `asked_in` where it comes from.
    """

    def __init__(
        self,
        kernel_chat: KernelChat,
        settings: Settings,
        options: AskOptions,
        persona: Persona,
        *,
        live: bool,
        compared: bool = False,
        places: AnswerPlaces = IN_CELL,
        asked_in: str = "",
    ) -> None:
        self.conversation = kernel_chat.conversation(settings, persona, compared=compared)
        self._asked_in = asked_in
        self._question = filled(options.question, kernel_chat.namespace)
        self._kernel_chat = kernel_chat
        self._chat_index = kernel_chat.chat_index(settings, persona.external_id)
        self._options = options
        self._persona = persona
        self._results = BoundResults(kernel_chat, self.conversation, self._names_for(compared), live=live)
        self.view = AnswerView(
            self._results.bind,
            live=live,
            show=options.show,
            quiet=options.quiet,
            can_load=self._results.can_load,
            pictures=kernel_chat.pictures,
            places=places,
        )
        self._place: tuple[str, ...] | None = None
        self._before: Bookmark | None = None  # of the chat that --chat left
        self._interrupts = HeldInterrupts()
        self._execution_count = 0 if asked_in else kernel_chat.execution_count

    @property
    def names(self) -> tuple[str, ...]:
        """The variables that the results were bound to, in order."""
        return self._results.names

    def answer(self) -> Answer:
        """Ask, and paint until the turn is done or interrupted; gives what came.

        What is drawn, bound and kept is so as a whole: an interrupt comes through while the cell waits.
        """
        turn, is_stopped = None, False
        with self._interrupts as interrupts:
            try:
                turn = self._start()
                self.view.follow(turn, interrupts.allowed)
            except KeyboardInterrupt:
                interrupts.hold()
                if turn is None:  # perhaps it has begun all the same, and the next cell asks at once
                    self.conversation.stop_and_wait()
                    raise self._stopped_early() from None

                self.conversation.stop()
                is_stopped = True

            answer = self._finish(turn)

        if is_stopped and answer.is_complete:
            raise self._stopped_late()

        try:
            with self._interrupts.allowed():
                self._add_the_rest(answer)
        except KeyboardInterrupt:
            raise self._stopped_late() from None

        return answer

    def _stopped_early(self) -> StreamStopped:
        self.view.withdraw()
        return StreamStopped("Stopped before the question was on its way.")

    def _stopped_late(self) -> StreamStopped:
        """The interrupt came when there was nothing to stop any more, but the cells below must not run."""
        self.view.leave_pictures()
        return StreamStopped("Stopped when the answer had come; it is kept.")

    def answer_in_background(self) -> None:
        """Ask, and paint from a thread; a failure is shown where the cell has its output."""
        with self._interrupts as interrupts:
            try:
                turn = self._start()
            except KeyboardInterrupt:
                interrupts.hold()
                self.conversation.stop()  # nobody would paint what may have begun
                raise self._stopped_early() from None

        def paint() -> None:
            self.view.follow(turn)
            try:
                self._add_the_rest(self._finish(turn))
            except SvcchatError as error:
                self.view.fail(str(error))

        self._kernel_chat.background.run(self.conversation, paint)

    def _finish(self, turn: Turn) -> Answer:
        try:
            answer = turn.finish()
        except SvcchatError:
            self.view.withdraw()
            self._go_back()
            self._kernel_chat.ends(self.conversation, None, (), self)
            raise

        self._kernel_chat.keep(answer, self._execution_count)
        if answer.status is Status.SUSPENDED:
            self._kernel_chat.suspended_as = self._persona

        self._note_chat(answer)

        self.view.finish(answer)
        # Before others are told, and may ask: it is looked at how many questions the chat has.
        self._kernel_chat.keep_in_chat(self.conversation, self._persona, self._place, answer, self.names)
        self._kernel_chat.ends(self.conversation, answer, self.names, self)
        return answer

    def _add_the_rest(self, answer: Answer) -> None:
        if self._options.all_rows:
            self._results.load_all_rows(self.view.all_rows_are_loaded)

        self.view.add_last_pictures(answer)

    def _note_chat(self, answer: Answer) -> None:
        unkept = ""
        if answer.chat_id and not answer.recording:
            unkept = self._chat_index.note(answer.chat_id, answer.question)

        if unkept:
            self.view.notice(unkept)

    def _wait_for_chat(self) -> None:
        background = self._kernel_chat.background
        if self._asked_in:  # it is in the background itself, and refused where the chat is not free
            return

        if background.is_busy(self.conversation):
            self.view.notice("Waiting for the answer that a cell above has in the background …", last=False)
            try:
                with self._interrupts.allowed():
                    background.wait(self.conversation)
            except KeyboardInterrupt:  # of this cell; %chat stop would end what another one has asked
                raise self._stopped_early() from None
            finally:
                self.view.notice("")

    def _start(self) -> Turn:
        """Ask; a first question on the embedded service waits until that is up, and says so."""
        conversation, options, persona = self.conversation, self._options, self._persona
        self._wait_for_chat()
        if options.chat:
            chat_id = self._chat_index.chat_id(options.chat)
            self._before = conversation.bookmark()
            conversation.resume(chat_id)

        known = conversation.notice
        if not conversation.settings.chat_url and self._mode != "replay":
            self.view.notice("Starting the embedded service …", last=False)

        in_cell = not self._asked_in and not options.new
        self._place = self._kernel_chat.first_place(conversation, persona) if in_cell else None
        try:
            with self._interrupts.allowed():
                turn = self._begin()
        except BaseException:
            self._go_back()
            raise
        finally:
            self.view.notice("" if conversation.notice == known else conversation.notice)

        self._kernel_chat.begins(conversation, self._question, self)
        return turn

    def _go_back(self) -> None:
        """Nothing was said in the chat of --chat, and perhaps there is none: the one before goes on."""
        if self._before is not None:
            self.conversation.go_back(self._before)

    def _begin(self) -> Turn:
        conversation, options, persona = self.conversation, self._options, self._persona
        if options.resumes:
            return conversation.resume_suspended(timeout=options.timeout)

        return conversation.start(
            self._question,
            new=options.new,
            timeout=options.timeout,
            external_id=persona.external_id or None,
            attributes=dict(persona.attributes) or None,
            groups=persona.groups or None,
            branch=persona.branch or None,
            again=options.again,
            record=options.record or None,
            mode=self._mode,
            earlier=self._place,
        )

    @property
    def _mode(self) -> str:
        return "replay" if self._options.replay else self.conversation.settings.mode

    def _names_for(self, compared: bool) -> TurnNames:
        """The variables' names; of several users each has their own, ending in who they are."""
        suffix = self._persona.label if compared else ""
        return self._kernel_chat.names_for(self._question, self._options.out, suffix, asked_in=self._asked_in)
