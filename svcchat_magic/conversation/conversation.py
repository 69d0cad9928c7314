"""Ask questions from Python: one chat, kept from question to question."""

import asyncio
import threading
from collections.abc import AsyncIterator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from svcchat_magic.conversation.answer import Answer
from svcchat_magic.conversation.connection import Connection, connect
from svcchat_magic.conversation.event_loop import EventLoop
from svcchat_magic.conversation.past import Past
from svcchat_magic.conversation.row_loading import Progress, RowLoading
from svcchat_magic.conversation.transport import Source
from svcchat_magic.conversation.turn import Turn
from svcchat_magic.conversation.turn_run import new_message_id
from svcchat_magic.conversation.turn_source import turn_source
from svcchat_magic.errors import RequestRefused
from svcchat_magic.protocol.loaded_rows import LoadedRows
from svcchat_magic.protocol.messages import Message, decode_messages
from svcchat_magic.protocol.requests import ChatRequest, session_settings
from svcchat_magic.protocol.results import SqlResult
from svcchat_magic.settings import Settings, read_settings

if TYPE_CHECKING:  # a replayed answer needs no network
    from svcchat_magic.client.chat_client import ChatClient

_SECONDS_BETWEEN_LOOKS = 0.2


class Conversation:
    """One chat with a service, usable from scripts, cells, threads and inside a running event loop.

    One question is answered at a time; for a second one meanwhile, open a second conversation.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self._given = read_settings() if settings is None else settings
        self._lock = threading.Lock()
        self._loop = EventLoop()
        self._connection: Connection | None = None
        self._client: ChatClient | None = None
        self._running: Turn | None = None
        self._newest: Turn | None = None  # whose chat the next question goes on with
        self._past = Past()  # of the chat, before the newest turn

    def __repr__(self) -> str:
        return f"Conversation(chat {self.chat_id or 'not begun'})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def chat_id(self) -> str | None:
        """The chat that the next question goes on with; None starts a new one."""
        newest = self._newest
        return (newest.chat_id if newest else None) or self._past.chat_id

    @property
    def notice(self) -> str:
        """A line about who answers, once that is known and not what the settings say."""
        return self._connection.notice if self._connection else ""

    @property
    def settings(self) -> Settings:
        """The settings in use; with the embedded service's addresses once it has started."""
        return self._connection.settings if self._connection else self._given

    def ask(self, question: str, **options: Any) -> Answer:
        """Ask and wait for the answer; takes the options of `start`.

        The answer is given back whatever its status; see `Answer.raise_unless_complete`. Raises
        SvcchatError when nothing of an answer came. An interrupt stops the turn on the service too.
        """
        try:
            return self.start(question, **options).finish()
        except KeyboardInterrupt:
            self.stop()
            if self._running is not None:  # a script that ends now would take the request to stop with it
                self._running.wait_for_end(self.settings.abort_seconds)

            raise

    def start(
        self,
        question: str,
        *,
        new: bool = False,
        timeout: float | None = None,
        external_id: str | None = None,
        attributes: Mapping[str, str] | None = None,
        groups: Sequence[str] | None = None,
        again: bool = False,
        record: bool | None = None,
    ) -> Turn:
        """Ask without waiting. `new` starts a new chat, `timeout` replaces the setting total_seconds.

        `external_id` asks as that user, with `attributes` and `groups` for row-level security (2.2).
        `again` asks what is recorded anew; `record` replaces the setting of that name.
        Raises RequestRefused when the question or an option breaks a rule, or another question is
        still being answered; SettingsError when there is no service to ask; RecordingError when a
        recording is missing in mode replay, or damaged.
        """
        who = self._session(external_id, attributes, groups)
        if timeout is not None and not timeout > 0:
            raise RequestRefused("The timeout must be a number of seconds above zero.")

        with self._lock:
            self._check_free()
            past = Past() if new else self._past_now()
            request = self._request(question, who, chat_id=past.chat_id)
            source = turn_source(
                request, past, lambda: self.settings, self._opened, again=again, record=record
            )
            return self._begun(source, past, timeout)

    def resume_suspended(self, *, timeout: float | None = None) -> Turn:
        """Go on with the newest answer, which the service suspended: its request is sent once more.

        Never done unasked. Raises RequestRefused when the newest answer is not suspended, or the
        service said that it cannot be gone on with.
        """
        with self._lock:
            self._check_free()
            request = self._newest.resumption if self._newest else None
            if request is None:
                raise RequestRefused("There is no suspended answer to go on with; ask a question.")

            source = Source(self._opened(), request, may_reattach=self.settings.reattach == "on")
            return self._begun(source, self._past, timeout)

    def load_rows(self, result: SqlResult, *, progress: Progress | None = None) -> LoadedRows:
        """All rows of a result, through the query API; an interrupt stops it.

        They are loaded as the user of the newest question. `progress` is called with the rows so far and
        their total, None if not known. `warnings` of what is given back tells when rows are missing.
        """
        return self.row_loading(result, progress)

    @property
    def row_loading(self) -> RowLoading:
        """What loads all rows of the newest question's results, as the user who asked it."""
        if self._newest is not None:
            return self._newest.row_loading

        return RowLoading(self._loop, self._reached, session_settings(self._session(None, None, None)))

    @property
    def can_load_rows(self) -> bool:
        """Whether an address is known to load all rows from."""
        return bool(self.settings.query_url) and self.settings.mode != "replay"

    def stop(self) -> None:
        """Stop the question that is being answered, if there is one; returns at once."""
        running = self._running
        if running is not None:
            running.stop()

    async def stream(self, question: str, **options: Any) -> AsyncIterator[Message]:
        """Ask, and give each message as it comes; takes the options of `start`.

        Leaving early, or being cancelled, stops the turn. Where a lost connection was taken up again
        the messages begin anew with `__cutoff__`. Raises what `Turn.finish` raises.
        """
        turn = await self._started(question, options)
        stream: object = None
        taken = 0
        try:
            is_done = False
            while not is_done:
                is_done = turn.is_done
                known, (stream, lines) = stream, turn.lines_of(stream, taken)
                taken = len(lines) + (taken if stream is known else 0)
                for message in decode_messages(lines):
                    yield message

                await asyncio.to_thread(turn.wait, _SECONDS_BETWEEN_LOOKS)

            turn.finish()
        finally:
            turn.stop()

    def forget(self) -> None:
        """Let the next question start a new chat."""
        self._newest = None
        self._past = Past()

    def resume(self, chat_id: str) -> None:
        """Let the next question go on with an earlier chat."""
        if chat_id != self.chat_id:
            self.forget()
            self._past = Past(chat_id, resumed=chat_id)

    def close(self) -> None:
        """Stop what runs, close the connection, and the embedded service with it."""
        with self._lock:
            if self._running is not None and not self._running.is_done:
                self._running.stop()
                self._running.finish()

            if self._client is not None:
                self._loop.run(self._client.close())
                self._client = None

            self._loop.close()
            if self._connection is not None:
                self._connection.close()

    async def _started(self, question: str, options: Mapping[str, Any]) -> Turn:
        """`start` in a thread; the thread cannot be cancelled, but what it has started is stopped then."""
        starting = asyncio.ensure_future(asyncio.to_thread(self.start, question, **options))
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            starting.add_done_callback(_stop_started)
            raise

    def _check_free(self) -> None:
        if self._running is not None and not self._running.is_done:
            raise RequestRefused(
                "Another question of this chat is still being answered; wait for it, stop it, "
                "or open a second conversation."
            )

    def _begun(self, source: Source, past: Past, timeout: float | None) -> Turn:
        limit = self.settings.total_seconds if timeout is None else timeout
        session = source.request.session_settings
        turn = Turn(source, self._loop, RowLoading(self._loop, self._reached, session), timeout=limit)
        self._past = past
        self._running = self._newest = turn
        try:
            turn.begin()
        except KeyboardInterrupt:
            turn.stop()
            raise

        return turn

    def _past_now(self) -> Past:
        newest = self._newest
        if newest is None:
            return self._past

        return self._past.after(
            newest.question, newest.chat_id, has_failed=newest.has_failed, is_replay=newest.is_replay
        )

    def _reached(self) -> Settings:
        """The settings with the addresses of whoever answers, who is there after this."""
        with self._lock:
            if self.settings.mode != "replay":
                self._opened()

            return self.settings

    def _opened(self) -> "ChatClient":
        if self._connection is None:
            self._connection = connect(self._given)

        if self._client is None:
            from svcchat_magic.client.chat_client import ChatClient

            self._client = ChatClient(self._connection.settings)

        return self._client

    def _request(self, question: str, who: Mapping[str, Any], *, chat_id: str | None) -> ChatRequest:
        given: dict[str, Any] = {"chat_id": chat_id, "active_branch_name": self._given.branch or None}
        request = ChatRequest(
            session_settings=session_settings(who),
            input=question,
            message_id=new_message_id(),
            **{name: value for name, value in given.items() if value is not None},
        )
        request.check()
        return request

    def _session(
        self,
        external_id: str | None,
        attributes: Mapping[str, str] | None,
        groups: Sequence[str] | None,
    ) -> dict[str, Any]:
        """Who asks, in the wire's names (2.2)."""
        if self._given.internal_id and external_id is None:
            who: dict[str, Any] = {"internalId": self._given.internal_id}
        else:
            who = {"externalId": external_id or self._given.external_id}

        if attributes is not None:
            who["userAttributes"] = [{"name": name, "value": value} for name, value in attributes.items()]

        if groups is not None:
            who["groups"] = list(groups)

        return who


def _stop_started(starting: "asyncio.Future[Turn]") -> None:
    if not starting.cancelled() and starting.exception() is None:
        starting.result().stop()
