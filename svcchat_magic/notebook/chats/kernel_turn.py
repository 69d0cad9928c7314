"""One question of the kernel, from asking it to keeping its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from svcchat_magic.charts.result_charts import MOST_ROWS
from svcchat_magic.conversation.turns.question_options import QuestionOptions
from svcchat_magic.notebook.questions.filled_question import filled
from svcchat_magic.notebook.questions.named_data import given_data
from svcchat_magic.notebook.questions.personas import AS_CONFIGURED, Persona
from svcchat_magic.protocol.transcript import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    from svcchat_magic.conversation.answers.answer import Answer
    from svcchat_magic.conversation.conversation import Conversation
    from svcchat_magic.conversation.turns.chat_position import ChatPosition
    from svcchat_magic.conversation.turns.turn import Turn
    from svcchat_magic.notebook.chats.kernel_parts import KernelParts
    from svcchat_magic.notebook.questions.ask_options import AskOptions
    from svcchat_magic.settings import Settings


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """A question and who asks it; `is_compared` says that others ask the same.

    `asked_in` names the panel of a question that no cell asked.
    """

    settings: Settings
    options: AskOptions
    persona: Persona = AS_CONFIGURED
    is_compared: bool = False
    asked_in: str = ""


class KernelTurn:
    """A turn of one of the kernel's conversations.

    Notifies the panels when it begins and, at the end of `with`, that it is over, with the answer that was
    kept. The end may be in another thread than the beginning.
    """

    def __init__(self, kernel: KernelParts, request: TurnRequest) -> None:
        settings, persona = request.settings, request.persona
        self.request = request
        self.conversation = _conversation(kernel, request)
        self.question = filled(request.options.question, kernel.shell.namespace)
        suffix = persona.label if request.is_compared else ""  # each user's results have their own variables
        self.names = kernel.answers.names_for(
            self.question, request.options.out, suffix, asked_in=request.asked_in
        )
        self.namespace = kernel.shell.namespace
        self.pictures = kernel.answers.pictures
        self._kernel = kernel
        self._index = kernel.chats.index(settings, persona.external_id)
        self._cell = 0 if request.asked_in else kernel.shell.execution_count
        self._place: tuple[str, ...] | None = None  # the questions before it when it was first asked
        self._left: ChatPosition | None = None  # the chat to return to if --chat fails
        self._is_announced = False
        self._answered: tuple[Answer | None, Sequence[str]] = (None, ())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Notify the panels that it is over.

        If the conversation was closed meanwhile, no answer is passed on.
        """
        if self._is_announced:
            answer, names = self._answered
            is_ours = self.conversation is self._kernel.chats.main
            self._kernel.watchers.question_ends(answer if is_ours else None, names, self)

    @property
    def mode(self) -> str:
        """The mode in which it is asked."""
        return "replay" if self.request.options.replay else self.conversation.settings.mode

    @property
    def must_wait(self) -> bool:
        """Whether the chat is still answering another question in the background.

        A question from a panel does not wait: it is refused if the chat is not free.
        """
        return not self.request.asked_in and self._kernel.background.is_busy(self.conversation)

    def wait_for_chat(self) -> None:
        """Wait until the chat is free."""
        self._kernel.background.wait(self.conversation)

    def go_to_chat(self) -> None:
        """Continue the chat of `--chat`, if given; raises RequestRefused if it is unknown."""
        if self.request.options.chat:
            chat_id = self._index.chat_id(self.request.options.chat)
            self._left = self.conversation.position
            self.conversation.resume(chat_id)

    def begin(self, allowed: Callable[[], AbstractContextManager[None]]) -> Turn:
        """Ask, interruptible within `allowed()`, and notify the panels; raises what asking raises."""
        request = self.request
        in_cell = not request.asked_in and not request.options.new
        if in_cell:
            self._place = self._kernel.answers.first_place(self.conversation.questions, request.persona)

        try:
            with allowed():
                turn = self._asked()
        except BaseException:
            self.leave_chat()
            raise

        if self.conversation is self._kernel.chats.main:
            self._is_announced = True
            self._kernel.watchers.question_begins(self.question, self)

        return turn

    def leave_chat(self) -> None:
        """Return to the chat before, as the question was not asked in the chat of `--chat`."""
        if self._left is not None:
            self.conversation.go_back(self._left)

    def set_newest(self, answer: Answer) -> str:
        """Make it the newest answer and list its chat; return a warning if listing failed."""
        self._kernel.answers.set_newest(answer, self._cell)
        if answer.status is Status.SUSPENDED:
            self._kernel.chats.suspended_as = self.request.persona

        if answer.recording or not answer.chat_id or self.conversation.is_of_given_data:
            return ""  # a chat about the user's own data ends with the kernel

        return self._index.note(answer.chat_id, answer.question)

    def keep(self, answer: Answer, names: Sequence[str]) -> None:
        """Keep the answer with the variables of its results, for exports and panels."""
        self._answered = (answer, names)
        chats, conversation, persona = self._kernel.chats, self.conversation, self.request.persona
        if not chats.holds(conversation):  # closed meanwhile
            return

        is_beside = conversation is not chats.main
        key = object() if self._place is None else (self._place, persona if is_beside else None)
        is_first = len(conversation.questions) <= 1
        self._kernel.answers.kept.add(key, answer, names, persona, is_first=is_first, is_beside=is_beside)

    def run_in_background(self, work: Callable[[], object]) -> None:
        """Do the work in a thread whose displays appear in this cell."""
        self._kernel.background.run(self.conversation, work)

    def _asked(self) -> Turn:
        options, persona = self.request.options, self.request.persona
        if options.resumes:
            return self.conversation.resume_suspended(timeout=options.timeout)

        given = QuestionOptions(
            new=options.new,
            timeout=options.timeout,
            external_id=persona.external_id or None,
            attributes=dict(persona.attributes) or None,
            groups=persona.groups or None,
            branch=persona.branch or None,
            again=options.again,
            explain=options.explain,
            record=options.record or None,
            mode=self.mode,
            earlier=self._place,
            load_rows=max(MOST_ROWS, self.conversation.settings.rows_to_load) if options.all_rows else None,
        )
        return self.conversation.start(self.question, given)


def _conversation(kernel: KernelParts, request: TurnRequest) -> Conversation:
    options, settings = request.options, request.settings
    if options.data or options.model:
        data = given_data(options.data, kernel.shell.namespace, model=options.model)
        used = kernel.chats.own_data
        if used is not None and used.model and not options.model and data.is_named:
            data = used.with_more(data)

        return kernel.chats.conversation_about(f"{options.model} {options.data}", data, settings)

    return kernel.chats.conversation(settings, request.persona, compared=request.is_compared)
