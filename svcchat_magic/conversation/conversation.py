"""Ask questions from Python: one chat, kept from question to question."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from svcchat_magic.conversation.answers.answer import Answer
from svcchat_magic.conversation.answers.chat_reading import read_chat
from svcchat_magic.conversation.answers.past_answers import past_answers
from svcchat_magic.conversation.answers.row_loading import Progress, RowLoading
from svcchat_magic.conversation.answers.transport import AnswerSource
from svcchat_magic.conversation.connecting.given_data import as_given
from svcchat_magic.conversation.connecting.opened_service import OpenedService
from svcchat_magic.conversation.connecting.request_building import question_request, read_request, session_for
from svcchat_magic.conversation.recordings.chat_history import ChatHistory
from svcchat_magic.conversation.turns.chat_position import ChatPosition
from svcchat_magic.conversation.turns.current_turn import CurrentTurn
from svcchat_magic.conversation.turns.following import messages_of, started
from svcchat_magic.conversation.turns.question_options import AS_SET, QuestionOptions
from svcchat_magic.conversation.turns.turn import Turn
from svcchat_magic.conversation.turns.turn_source import turn_source
from svcchat_magic.errors import RequestRefused
from svcchat_magic.protocol.loaded_rows import LoadedRows
from svcchat_magic.protocol.messages import Message
from svcchat_magic.protocol.results import SqlResult
from svcchat_magic.protocol.visible_text import visible
from svcchat_magic.settings import Settings


class Conversation(OpenedService):
    """One chat with a service, usable from scripts, cells, threads and inside a running event loop.

    One question is answered at a time; for a second one meanwhile, open a second conversation. `data` is
    what to ask about in place of a service: a DataFrame, a file, a folder, or a mapping of names to these.
    With the folder of a `model`, or "demo", paths are its data and named tables are joined to it.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        data: object | None = None,
        model: str | Path | None = None,
    ) -> None:
        super().__init__(settings, as_given(data, model))
        self._current = CurrentTurn()
        self._position = ChatPosition()

    def __repr__(self) -> str:
        return f"Conversation(chat {visible(self.chat_id or 'not begun')})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def chat_id(self) -> str | None:
        """The chat that the next question continues; None starts a new one."""
        return self._position.chat_id

    @property
    def questions(self) -> tuple[str, ...]:
        """The chat's questions so far, as far as they are known here."""
        return self._position.history.questions

    @property
    def is_known_whole(self) -> bool:
        """Whether the chat was begun here, so that `questions` are all it holds."""
        return self._position.history.resumed is None

    def ask(self, question: str, **options: Any) -> Answer:
        """Ask and wait for the answer; takes the `QuestionOptions` as keywords.

        The answer is given back whatever its status; see `Answer.raise_unless_answered`. Raises
        SvcchatError if no part of an answer was received. An interrupt stops the turn on the service too.
        """
        try:
            return self.start(question, QuestionOptions(**options)).finish()
        except KeyboardInterrupt:
            self.stop_and_wait()  # a script that ends now would take the request to stop with it
            raise

    def start(self, question: str, options: QuestionOptions = AS_SET) -> Turn:
        """Ask without waiting.

        Raises RequestRefused when the question or an option breaks a rule, or another question is
        still being answered; SettingsError when there is no service to ask; RecordingError when a
        recording is missing in mode replay, or damaged.
        """
        options.check()
        session = session_for(
            self._given,
            external_id=options.external_id,
            attributes=options.attributes,
            groups=options.groups,
            session=options.session,
        )
        with self._lock, self._current.starting():
            history = ChatHistory() if options.new else self._position.history
            earlier = None if options.earlier is None else tuple(options.earlier)
            request = question_request(
                self._given,
                session,
                question,
                chat_id=history.chat_id,
                branch=options.branch,
                explain=options.explain,
            )
            found = replace(history.as_asked_after(earlier), data=self._fingerprint(options))
            source = turn_source(request, found, lambda: self.settings, self._opened, options)
            return self._begun(source, options.timeout, history, earlier)

    def resume_suspended(self, *, timeout: float | None = None) -> Turn:
        """Go on with the newest answer, which the service suspended: its request is sent once more.

        Never done unasked; recorded where the question would have been. Raises RequestRefused when the
        newest answer is not suspended, or the service said that it cannot be gone on with.
        """
        with self._lock, self._current.starting():
            position = self._position
            source = position.newest.resumption if position.newest else None
            if source is None:
                raise RequestRefused("There is no suspended answer to continue; ask a question.")

            return self._begun(source, timeout, position.before, position.earlier)

    def read(self, chat_id: str | None = None) -> tuple[Message, ...]:
        """What has been said in this chat, or in another one, as the service holds it; nothing is asked.

        This chat is read as the user who asked its newest question, another one as that of the settings.
        Raises RequestRefused when there is no chat yet, or in mode replay; NotFound and NotAllowed; and
        StreamError if it was not received completely.
        """
        chat = chat_id or self.chat_id
        if chat is None:
            raise RequestRefused("This chat has no questions yet. Ask one, or name a chat to read.")

        if self.settings.mode == "replay":
            raise RequestRefused("Chats cannot be read in mode replay; set the mode to auto or live.")

        with self._lock:
            client = self._opened()

        newest = self._position.newest if chat == self.chat_id else None
        session = newest.session if newest else session_for(self._given)
        return self._loop.run(partial(read_chat, client, read_request(self._given, session, chat)))

    def load_rows(self, result: SqlResult, *, progress: Progress | None = None) -> LoadedRows:
        """All rows of a result, through the query API; an interrupt stops it.

        They are loaded as the user of the newest question. `progress` is called with the rows so far and
        their total, None if not known. `warnings` of the return value says if rows are missing.
        """
        return self.row_loading(result, progress)

    def query(
        self,
        sql: str,
        *,
        progress: Progress | None = None,
        external_id: str | None = None,
        attributes: Mapping[str, str] | None = None,
        groups: Sequence[str] | None = None,
    ) -> Any:
        """All rows of a query as a DataFrame, through the query API and without the agent.

        Asked as the user that is given, else as that of the newest question, else as the one that is
        configured. Raises as `load_rows`.
        """
        if not sql.strip():
            raise RequestRefused("The SQL is empty; write SELECT ... FROM a cube or view.")

        result = SqlResult("", sql, "", (), (), 0)
        from svcchat_magic.frames.loaded_frames import full_frame

        loading = self.row_loading
        if external_id or attributes or groups:
            user = session_for(self._given, external_id=external_id, attributes=attributes, groups=groups)
            loading = RowLoading(self._loading, user)

        return full_frame(partial(loading, result))(progress)

    @property
    def row_loading(self) -> RowLoading:
        """What loads all rows of the newest question's results, as the user who asked it."""
        newest = self._position.newest
        if newest is not None:
            return newest.row_loading

        return RowLoading(self._loading, session_for(self._given))

    def stop(self) -> bool:
        """Stop the running question and return whether there is one; does not wait."""
        return self._current.stop()

    def stop_and_wait(self) -> None:
        """Stop, and wait up to `abort_seconds` for the turn to end, so that the chat is free."""
        self._current.stop_and_wait(self.settings.abort_seconds)

    async def stream(self, question: str, **options: Any) -> AsyncIterator[Message]:
        """Ask, and give each message as it comes; takes what `ask` takes.

        Leaving early, or being cancelled, stops the turn. Where a lost connection was taken up again
        the messages begin anew with `__cutoff__`. Raises what `Turn.finish` raises.
        """
        asked = replace(QuestionOptions(**options), load_rows=0)  # messages hold what the service sent
        turn = await started(partial(self.start, question, asked))
        async with aclosing(messages_of(turn)) as messages:
            async for message in messages:
                yield message

    def forget(self) -> None:
        """Let the next question start a new chat."""
        self._go_on_with(ChatHistory())

    def resume(self, chat_id: str) -> None:
        """Let the next question go on with an earlier chat."""
        if chat_id != self.chat_id:
            self._go_on_with(ChatHistory(chat_id, resumed=chat_id))

    @property
    def position(self) -> ChatPosition:
        """The current position, for `go_back` if the chat turns out not to exist."""
        with self._lock:
            return self._position

    def go_back(self, position: ChatPosition) -> None:
        """Let the next question go on where the chat stood then."""
        with self._lock:
            self._position = position

    def history(self) -> tuple[Answer, ...]:
        """The turns of this chat as the service keeps them; raises what `messages` raises."""
        return past_answers(self.read(), self.chat_id or "", self.row_loading)

    def go_on_from(self, other: "Conversation") -> None:
        """Let the next question go on with another conversation's chat, of the same service and user."""
        self._go_on_with(other._position.history)

    def beside(self) -> "Conversation":
        """Another chat with the same service; close it before this one, which may own the service."""
        opened = Conversation(self._reached())
        opened._data = self._data  # served already, by the service of this one
        return opened

    def close(self) -> None:
        """Stop what runs, close the connection, and the embedded service with it."""
        with self._lock:
            self._current.close()
            self._close_service()

    def _fingerprint(self, options: QuestionOptions) -> str:
        """Of the data given, where the question may be recorded or replayed; to read it takes its time."""
        settings = self.settings
        uses_recordings = (options.mode or settings.mode) != "live" or options.record or settings.record
        return self._data.fingerprint if self._data is not None and uses_recordings else ""

    def _go_on_with(self, history: ChatHistory) -> None:
        with self._lock:  # a question that is just beginning would put its own chat back
            self._position = ChatPosition(before=history)

    def _begun(
        self,
        source: AnswerSource,
        timeout: float | None,
        before: ChatHistory,
        earlier: tuple[str, ...] | None,
    ) -> Turn:
        limit = self.settings.total_seconds if timeout is None else timeout
        asked = source.request
        rows = RowLoading(self._loading, asked.session_settings, asked.branch)
        turn = Turn(source, self._loop, rows, timeout=limit)
        self._position = ChatPosition(turn, before, earlier)
        self._current.begin(turn)
        return turn
