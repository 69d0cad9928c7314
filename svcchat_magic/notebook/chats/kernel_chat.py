"""The kernel's side of the chat: its conversations, the variables it bound, the newest answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from threading import RLock
from typing import TYPE_CHECKING, Any

from svcchat_magic.errors import RequestRefused
from svcchat_magic.notebook.chats.chat_watchers import Watcher, Watchers
from svcchat_magic.notebook.questions.personas import AS_CONFIGURED, Persona

if TYPE_CHECKING:  # importing any of them costs what %load_ext may not
    from collections.abc import Sequence

    from svcchat_magic.charts.pictures.chart_pictures import ChartPictures
    from svcchat_magic.conversation.answer import Answer
    from svcchat_magic.conversation.chat_index import ChatIndex
    from svcchat_magic.conversation.conversation import Conversation
    from svcchat_magic.notebook.chats.background_turns import BackgroundTurns
    from svcchat_magic.notebook.chats.kept_answers import KeptAnswers
    from svcchat_magic.notebook.questions.variable_names import TurnNames, VariableNames
    from svcchat_magic.settings import ApiKey, Settings


class KernelChat:
    """One chat per kernel, and one more for each other user asked as; the extension owns the only instance.

    A conversation is opened by its first question, and all are opened anew when a setting changed; their
    chats go on when service and user stayed the same.
    """

    def __init__(self, shell: Any) -> None:
        self.shell = shell
        self.api_key: ApiKey | None = None  # typed in here, for as long as the kernel lives
        self._settings: Settings | None = None
        self._is_closed = False
        self._conversations: dict[Persona, Conversation] = {}
        self._lock = RLock()  # of the conversations: panels ask for them in threads of their own
        self._background: BackgroundTurns | None = None
        self._names: VariableNames | None = None
        self.suspended_as = AS_CONFIGURED  # who asked what was suspended last
        self._newest: tuple[int, Answer] | None = None
        self._kept: KeptAnswers | None = None
        self._first_places: dict[tuple[str, int, Persona], tuple[str, ...]] = {}
        self._pictures: ChartPictures | None = None
        self._draws_pictures = False
        self._asked_in_cell = (0, 0)  # an execution, and how many questions it asked
        self._watchers = Watchers()
        self._announced: set[object] = set()  # whose questions they were told of, and not yet their ends

    @property
    def namespace(self) -> dict[str, Any]:
        """The user's variables."""
        return self.shell.user_ns  # type: ignore[no-any-return]  # IPython does not say what it is

    @property
    def execution_count(self) -> int:
        """The number of the running cell."""
        return int(self.shell.execution_count)

    @property
    def shows_later_output(self) -> bool:
        """Whether a cell can still be drawn on once it has returned.

        Headless runs read a cell's output until its end and end the kernel after the last one; what tells
        them from a front end is that they send no cell id.
        """
        return bool(self._cell_id())

    @property
    def is_watched(self) -> bool:
        """Whether there may be somebody who clicks: runs that nobody watches take no input either."""
        request = (getattr(self.shell, "parent_header", None) or {}).get("content") or {}
        return self.shows_later_output or bool(request.get("allow_stdin", True))

    @property
    def background(self) -> BackgroundTurns:
        """The questions that are answered while other cells run."""
        from svcchat_magic.notebook.chats.background_turns import BackgroundTurns

        if self._background is None:
            self._background = BackgroundTurns(self.shell)

        return self._background

    @property
    def kept(self) -> KeptAnswers:
        """The answers of the kernel's chat, each with the variables that its results were bound to."""
        from svcchat_magic.notebook.chats.kept_answers import KeptAnswers

        if self._kept is None:
            self._kept = KeptAnswers()

        return self._kept

    @property
    def pictures(self) -> ChartPictures | None:
        """What draws the charts as PNG; None where that is not wanted, or not installed."""
        return self._pictures if self._draws_pictures else None

    def draw_pictures(self, wanted: bool) -> None:
        """Whether charts get pictures from now on; what draws them is warmed up the first time."""
        from svcchat_magic.charts.pictures.chart_pictures import ChartPictures, can_draw_pictures

        self._draws_pictures = wanted
        if wanted and self._pictures is None and can_draw_pictures():
            self._pictures = ChartPictures()
            self._pictures.warm_up()

    @property
    def chat_id(self) -> str | None:
        """The chat that the next question goes on with."""
        main = self._conversations.get(AS_CONFIGURED)
        return main.chat_id if main else None

    def conversation(
        self, settings: Settings, persona: Persona = AS_CONFIGURED, *, compared: bool = False
    ) -> Conversation:
        """The kernel's conversation as this user; a comparison of branches has one for each branch.

        A chat belongs to its user, so that every other user has a chat of their own here.
        """
        from svcchat_magic.conversation.conversation import Conversation

        with self._lock:
            if self._is_closed:  # a panel's question may have been on its way
                raise RequestRefused("The extension was unloaded; run %load_ext svcchat_magic to ask.")

            if settings != self._settings:
                self._change(settings)

            who = persona if compared else replace(persona, branch="")
            if who not in self._conversations:
                is_main = who == AS_CONFIGURED
                opened = Conversation(settings) if is_main else self.conversation(settings).beside()
                self._conversations[who] = opened

            return self._conversations[who]

    def first_place(self, conversation: Conversation, persona: Persona) -> tuple[str, ...] | None:
        """The questions before this cell's at its first run; None without an id (decisions/recordings)."""
        cell, number = self._cell_id(), self._question_number()
        if not cell:
            return None

        return self._first_places.setdefault((cell, number, persona), conversation.questions)

    def names_for(self, question: str, out: str, suffix: str = "", *, asked_in: str = "") -> TurnNames:
        """Names for the results of one question; `suffix` tells the results of several users apart.

        `asked_in` is what stands for the running cell where the question comes from elsewhere.
        Raises RequestRefused when `out` cannot be a variable.
        """
        from svcchat_magic.notebook.questions.variable_names import VariableNames

        if self._names is None:
            self._names = VariableNames()

        return self._names.turn(self.namespace, asked_in or self._cell_id() or question, out, suffix)

    def chat_index(self, settings: Settings, user: str = "") -> ChatIndex:
        """The chats of this machine with the service of the settings."""
        from svcchat_magic.conversation.chat_index import ChatIndex

        return ChatIndex(settings, user)

    def watch(self, watcher: Watcher) -> None:
        """Tell a panel of every turn from now on; one that its cell had before is closed."""
        self._watchers.add(self._cell_id() or f"run {self.execution_count}", watcher)

    def begins(self, conversation: Conversation, question: str, asker: object) -> None:
        """Tell the panels that a question of the kernel's chat is on its way."""
        if conversation is self._conversations.get(AS_CONFIGURED):
            self._announced.add(asker)
            self._watchers.question_begins(question, asker)

    def ends(
        self, conversation: Conversation, answer: Answer | None, names: Sequence[str], asker: object
    ) -> None:
        """Tell them that it was answered, its results bound to these names, or failed without an answer.

        An answer of a conversation that was closed meanwhile is none of the chat's, but its question is over.
        """
        if asker in self._announced:
            self._announced.discard(asker)
            is_ours = conversation is self._conversations.get(AS_CONFIGURED)
            self._watchers.question_ends(answer if is_ours else None, names, asker)

    def keep(self, answer: Answer, execution_count: int) -> None:
        """Remember the newest answer, also as `_ask`; the cell of that number shows it already."""
        self._newest = (execution_count, answer)
        self.namespace["_ask"] = answer

    def keep_in_chat(
        self,
        conversation: Conversation,
        persona: Persona,
        place: tuple[str, ...] | None,
        answer: Answer,
        names: Sequence[str],
    ) -> None:
        """Remember the variables of an answer of the kernel's chat, or of another user's beside it.

        `place` is what its question was first asked after; None for one that is asked once.
        """
        if conversation not in self._conversations.values():  # closed meanwhile
            return

        is_beside = conversation is not self._conversations.get(AS_CONFIGURED)
        key = object() if place is None else (place, persona if is_beside else None)
        is_first = len(conversation.questions) <= 1
        self.kept.add(key, answer, names, persona, is_first=is_first, is_beside=is_beside)

    def show_again(self, answer: Answer) -> None:
        """Display an answer; nothing where its own cell shows it already."""
        if self._newest == (self.execution_count, answer):
            if getattr(self.shell, "kernel", None) is None:  # a terminal has written Out[1]: by now
                print("the answer above; _ask has it")

            return

        from svcchat_magic.notebook.display.answer_view import show_answer

        show_answer(answer, self.kept.names_of(answer), self.pictures)

    def chart_with_picture(self, chart: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """How a chart that the user edited is displayed."""
        from svcchat_magic.notebook.display.edited_charts import edited_bundle

        return edited_bundle(chart, self.pictures)

    def altair_chart(self, chart: Any) -> Any:
        """How a chart of altair's is displayed: as ours where it was made of ours."""
        from svcchat_magic.notebook.display.edited_charts import altair_bundle

        return altair_bundle(chart, self.pictures)

    def standing(self, settings: Settings) -> str:
        """Where the chat stands, in a few lines; never the key."""
        from svcchat_magic.conversation.who_asks import credential_text, user_text

        service = settings.chat_url or "the embedded service on this machine"
        goes_on = self._settings is not None and _identity(self._settings) == _identity(settings)
        chat = (self.chat_id if goes_on else None) or "none yet; the next question starts one"
        user, credential = user_text(settings), credential_text(settings)
        return f"service  {service}\nuser     {user}\nsent     {credential}\nchat     {chat}"

    def stop(self) -> bool:
        """Stop what is being answered, in the background too; whether there was anything."""
        stopped = [conversation.stop() for conversation in tuple(self._conversations.values())]
        return any(stopped)

    def forget(self) -> None:
        """Let the next question start a new chat, whoever asks."""
        for conversation in tuple(self._conversations.values()):
            conversation.forget()

        self.kept.forget_beside()
        self.chat_has_changed()

    def chat_has_changed(self) -> None:
        """Tell the panels that the next question goes on with another chat, or begins one."""
        self._watchers.chat_changes()

    def close(self) -> None:
        """Close every connection, the embedded service with it, and the process that draws."""
        self._watchers.close()
        with self._lock:
            self._is_closed = True
            self._close_conversations()

        if self._pictures is not None:
            self._pictures.close()
            self._pictures = None

    def _close_conversations(self) -> None:
        for conversation in reversed(self._conversations.values()):  # the first one owns the service
            conversation.close()

        self._conversations.clear()

    def _change(self, settings: Settings) -> None:
        """Open the conversations anew, with the chats that the settings still lead to."""
        from svcchat_magic.conversation.conversation import Conversation

        before, known = self._settings, dict(self._conversations)
        self._close_conversations()
        self._settings = settings
        if before is None or AS_CONFIGURED not in known:
            self.kept.forget_beside()
            return

        main = self._conversations[AS_CONFIGURED] = Conversation(settings)
        if _account(before) == _account(settings):
            for conversation in known.values():
                conversation.is_followed_by(main)

        if _identity(before) != _identity(settings):
            self.kept.forget_beside()
            return

        for who, conversation in known.items():
            self.conversation(settings, who, compared=True).go_on_from(conversation)

    def _question_number(self) -> int:
        """The how manieth question of this run of its cell it is."""
        execution, asked = self._asked_in_cell
        asked = asked + 1 if execution == self.execution_count else 1
        self._asked_in_cell = (self.execution_count, asked)
        return asked

    def _cell_id(self) -> str:
        """The id of the running cell; some front ends send none."""
        header = getattr(self.shell, "parent_header", None) or {}
        metadata = header.get("metadata") or {}
        return str(metadata.get("cellId") or "")


def _identity(settings: Settings) -> tuple[object, ...]:
    """What a chat belongs to: a service, a key and a user."""
    return (*_account(settings), settings.external_id, settings.internal_id)


def _account(settings: Settings) -> tuple[object, ...]:
    """Where, and with which key, rows can be loaded as any user."""
    if settings.user_token is None:
        return (settings.chat_url, settings.api_key)

    from svcchat_magic.conversation.token_user import user_of

    return (settings.chat_url, user_of(settings.user_token))  # a token is renewed every now and then
