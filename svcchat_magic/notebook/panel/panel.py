"""`%chat panel`: the kernel's chat beside the cells, with a question box, Stop, other chats and the model."""

from __future__ import annotations

import contextvars
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from threading import RLock
from typing import TYPE_CHECKING, Any

from IPython.display import display

from svcchat_magic.errors import SvcchatError
from svcchat_magic.notebook.asking.cell_question import CellQuestion
from svcchat_magic.notebook.chats.background_turns import displays_in
from svcchat_magic.notebook.chats.chat_turns import show_turn, turns_of
from svcchat_magic.notebook.chats.kernel_turn import TurnRequest
from svcchat_magic.notebook.display import answer_pieces as pieces
from svcchat_magic.notebook.display.answer_view import PIECES_OF_THE_PAST, AnswerView, ViewOptions, named
from svcchat_magic.notebook.display.choices_piece import offers_of
from svcchat_magic.notebook.panel.panel_controls import NEW_CHAT, PanelControls, answer_at_once
from svcchat_magic.notebook.panel.panel_enter import EnterKey
from svcchat_magic.notebook.panel.panel_model import ModelBrowser
from svcchat_magic.notebook.panel.panel_places import PanelTurn
from svcchat_magic.notebook.questions.ask_options import PIECES, AskOptions
from svcchat_magic.notebook.questions.personas import Persona
from svcchat_magic.protocol.messages import Choice
from svcchat_magic.protocol.visible_text import visible

if TYPE_CHECKING:
    from svcchat_magic.conversation.answers.answer import Answer
    from svcchat_magic.conversation.conversation import Conversation
    from svcchat_magic.notebook.chats.kernel_state import KernelState
    from svcchat_magic.notebook.chats.kernel_turn import KernelTurn
    from svcchat_magic.settings import Settings

_SHOWN_CHATS = 30
_NUMBERS = count(1)


class Panel:
    """One panel in the output of one cell; any number of them show the same chat.

    The kernel chooses the thread that handles its widgets. Questions are answered in a thread of their own,
    in the context of the panel's cell, to which the displays belong.
    """

    def __init__(self, kernel: KernelState, settings: Callable[[], Settings]) -> None:
        self.controls = PanelControls()
        self.turns: list[PanelTurn] = []
        self._enter = EnterKey(self.controls, self.ask)
        self._kernel = kernel
        self._settings = settings
        self._context = contextvars.copy_context()
        self._cell = kernel.background.cell()
        self._name = f"panel {next(_NUMBERS)}"
        self._asked = 0
        self._own: KernelTurn | None = None
        self._is_busy = False
        self._is_unwanted = False
        self._is_filling = False
        self._chat: object = None  # whose turns are shown or being read; a new object with each change
        self._coming = 0  # chats whose turns are being read; only the last one is shown
        self._lock = RLock()
        self._first: tuple[Choice, ...] = ()  # to begin a chat with
        self._browser = ModelBrowser(
            self.controls, self._conversation, lambda: kernel.answers.kept, self._offer_first
        )

    def open(self) -> None:
        """Show the panel, and the chat's turns so far."""
        controls = self.controls
        controls.send.on_click(lambda _: self.ask(controls.question.value))
        controls.stop.on_click(lambda _: self._stop())
        controls.new.on_click(lambda _: self._kernel.forget())
        self._enter.watch()
        controls.chats.observe(self._chat_is_picked, "value")
        self._kernel.watch(self)
        answer_at_once(controls.root)
        view = controls.root._repr_mimebundle_()
        display({**view, "text/plain": "Chat panel: run the cell to open it."}, raw=True)
        self.chat_changes()
        with suppress(SvcchatError):  # the panel shows it
            conversation = self._conversation()
            self._in_background(conversation, partial(self._browser.offer_branches, conversation))

    def close(self) -> None:
        """Remove the panel; the static turns remain."""
        with self._lock:
            self._is_busy = True
            self.controls.close()

    def ask(self, question: str) -> None:
        """Ask in the kernel's chat; returns at once."""
        question = question.strip()
        if not question:
            return

        with self._lock:
            if self._is_busy:
                self.controls.say(pieces.notice_bundle("An answer is still running. To end it, press Stop."))
                return

            try:
                conversation = self._conversation()
            except SvcchatError as error:
                self.controls.say(pieces.failure_bundle(str(error)))
                return

            self._set_busy(True)
            self._is_unwanted = False
            self.controls.question.value = ""
            turn = self._new_turn(question)

        self._in_background(conversation, partial(self._answer, question, turn))

    def question_begins(self, question: str, asker: object) -> None:
        """A question is running; one asked elsewhere is shown, and can be stopped here too."""
        if asker is not self._own:
            self._set_busy(True)
            self.controls.say(pieces.notice_bundle(f"Asked elsewhere: {question}"))
        elif self._is_unwanted:
            self._kernel.chats.stop()

    def question_ends(self, answer: Answer | None, names: Sequence[str], asker: object) -> None:
        """A question was answered; one asked elsewhere is added to the panel's turns."""
        if asker is self._own:
            return

        if answer is not None:
            self._paint(answer, names)
            self._keep(answer, names)
            self._offer(answer)

        self._set_busy(False)

    def chat_changes(self) -> None:
        """Show the turns of the chat that the next question continues."""
        with self._lock:
            chat = self._chat = object()
            for turn in self.turns:
                turn.close()

            self.turns.clear()
            self.controls.turns.children = ()
            self.controls.suggest((), self.ask)
            self.controls.say(None)
            self._list_chats()

        try:
            conversation = self._conversation()
        except SvcchatError as error:
            self.controls.say(pieces.failure_bundle(str(error)))
            return

        if conversation.chat_id is None:
            self.controls.suggest(self._first, self.ask)
        else:
            self._set_busy(True)
            with self._lock:
                self._coming += 1

            self._in_background(conversation, partial(self._show_history, conversation, chat))

    def _stop(self) -> None:
        """Stop the running question, or this panel's question that is about to be asked."""
        self._is_unwanted = True  # first: a question that begins meanwhile sees this, or is stopped here
        self._kernel.chats.stop()

    def _conversation(self) -> Conversation:
        return self._kernel.chats.conversation(self._settings())

    def _in_background(self, conversation: Conversation, work: Callable[[], None]) -> None:
        run = self._kernel.background.run
        self._context.copy().run(run, conversation, work, self._cell)

    def _answer(self, question: str, turn: PanelTurn) -> None:
        try:
            self._own = self._kernel_turn(question)
            asked = CellQuestion(self._own, live=True, places=turn)
            answer = asked.answer()
            self._keep(answer, asked.names)
            self._offer(answer)
        except SvcchatError as error:
            turn.piece().display(pieces.failure_bundle(str(error)), raw=True)
            self.controls.question.value = self.controls.question.value or question
        finally:
            self._own = None
            self._list_chats()
            self._set_busy(False)

    def _kernel_turn(self, question: str) -> KernelTurn:
        self._asked += 1
        persona = Persona(branch=self.controls.branch.value)
        asked_in = f"{self._name}.{self._asked}"
        request = TurnRequest(self._settings(), AskOptions(question), persona, asked_in=asked_in)
        return self._kernel.turn(request)

    def _show_history(self, conversation: Conversation, chat: object) -> None:
        """Show a chat's turns, unless another chat has replaced it."""
        try:
            turns = turns_of(conversation, self._kernel.answers.kept)
            for answer, names in turns:
                with self._lock:
                    if chat is not self._chat:
                        return

                    self._paint(answer, names, PIECES_OF_THE_PAST)

                self._keep(answer, names, PIECES_OF_THE_PAST)

            if turns and chat is self._chat:
                self._offer(turns[-1][0])
        except SvcchatError as error:
            if chat is self._chat:
                self.controls.say(pieces.failure_bundle(str(error)))
        finally:
            with self._lock:
                self._coming -= 1
                self._set_busy(self._coming > 0)

    def _paint(self, answer: Answer, names: Sequence[str], show: frozenset[str] = frozenset(PIECES)) -> None:
        """Show a finished turn in the panel."""
        turn = self._new_turn(answer.question)
        AnswerView(named(names), ViewOptions(live=True, show=show, places=turn)).finish(answer)

    def _keep(self, answer: Answer, names: Sequence[str], show: frozenset[str] = frozenset(PIECES)) -> None:
        """Display a static turn below the panel, hidden while the panel is shown; it remains afterwards."""
        self._context.copy().run(self._display, answer, names, show)

    def _display(self, answer: Answer, names: Sequence[str], show: frozenset[str]) -> None:
        with displays_in(self._kernel.shell.ipython, self._cell):  # the thread may belong to another panel
            show_turn(answer, names, show, self._kernel.answers.pictures)

    def _new_turn(self, question: str) -> PanelTurn:
        with self._lock:
            self.controls.suggest((), self.ask)
            self.controls.say(None)
            turn = PanelTurn(question)
            self.turns.append(turn)
            self.controls.turns.children = tuple(each.box for each in self.turns)
            return turn

    def _offer(self, answer: Answer) -> None:
        with self._lock:
            self.controls.suggest(offers_of(answer), self.ask)

    def _offer_first(self, questions: Sequence[str]) -> None:
        """Offer questions to begin with, unless there are turns."""
        with self._lock:
            self._first = tuple(Choice(visible(each), each) for each in questions)
            if not self.turns:
                self.controls.suggest(self._first, self.ask)

    def _set_busy(self, busy: bool) -> None:
        with self._lock:
            self._is_busy = busy
            if not busy:
                answer_at_once(self.controls.root)

            self.controls.set_busy(busy)

    def _list_chats(self) -> None:
        """Fill the list of chats, with the current chat selected."""
        try:
            chat = self._conversation().chat_id or NEW_CHAT
            known = self._kernel.chats.index(self._settings()).chats()[:_SHOWN_CHATS]
        except SvcchatError:  # asking is possible without the list
            return

        options = [("New chat", NEW_CHAT), *((each.name, each.chat_id) for each in known)]
        if chat not in dict(options).values():
            options.append((f"chat {chat[:6]}", chat))

        with self._lock:
            self._is_filling = True
            self.controls.chats.options = options
            self.controls.chats.value = chat
            self._is_filling = False

    def _chat_is_picked(self, change: Any) -> None:
        if self._is_filling or self._is_busy:
            return

        if change["new"] == NEW_CHAT:
            self._kernel.forget()
            return

        self._conversation().resume(change["new"])
        self._kernel.watchers.chat_changes()
