"""The event loop's side of a turn: reads the answer, and tidies up when it did not end well."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import aclosing
from typing import Any

from svcchat_magic.client.chat_client import ChatClient
from svcchat_magic.conversation.turn_log import TurnLog
from svcchat_magic.errors import (
    DeadlineExceeded,
    StreamLimitExceeded,
    StreamTruncated,
    SvcchatError,
)
from svcchat_magic.protocol.messages import Message, decode_messages
from svcchat_magic.protocol.requests import AbortRequest, ChatRequest
from svcchat_magic.protocol.transcript import Status

ABORT_SECONDS = 1.0
READ_SECONDS = 10.0
USAGE_SECONDS = 1.0  # for __usage__, which may follow the terminal message


class TurnRun:
    """Asks one question and writes what comes to the log; everything here runs in the event loop.

    `failure` is why nothing of an answer came; `abort_failure` why the service could not be told to stop.
    """

    def __init__(
        self, client: ChatClient, request: ChatRequest, log: TurnLog, timeout: float | None = None
    ) -> None:
        self.failure: SvcchatError | None = None
        self.abort_failure = ""
        self._client = client
        self._request = request
        self._log = log
        self._timeout = timeout
        self._is_stopping = False
        self._goes_on_at_service = False
        self._work: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Ask, and read to the end, whatever that is."""
        try:
            await self._do(self._receive)
            if self._log.status is Status.DROPPED:
                await self._do(self._read_chat)
        finally:
            self._log.end(Status.ABORTED)  # counts only where nothing else has ended it

        if self._goes_on_at_service and not self._log.is_terminal:
            await self._abort()

    def stop(self) -> None:
        """Cancel what is being read. An abort request that is on its way is left alone."""
        self._is_stopping = True
        if self._work is not None:
            self._work.cancel()

    async def _do(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do what `stop` may cancel."""
        if self._is_stopping:
            return

        self._work = asyncio.create_task(work())
        try:
            await asyncio.wait([self._work])
        finally:
            self._work.cancel()

        if not self._work.cancelled():
            self._work.result()

    async def _receive(self) -> None:
        try:
            await self._read_stream()
            self._log.end(Status.DROPPED, "The answer ended before it was complete.")
        except asyncio.CancelledError:
            self._goes_on_at_service = True
            self._log.end(Status.ABORTED)
            raise
        except DeadlineExceeded as error:
            self._goes_on_at_service = True
            self._log.end(Status.TIMED_OUT, str(error))
        except StreamTruncated as error:
            self._log.end(Status.DROPPED, str(error))
        except SvcchatError as error:
            self._goes_on_at_service = isinstance(error, StreamLimitExceeded)
            self.failure = None if self._log.has_messages else error
            self._log.end(Status.FAILED, str(error))

    async def _read_stream(self) -> None:
        stream = self._client.batches(self._request, total_seconds=self._timeout)
        async with aclosing(stream) as batches:
            try:
                async with asyncio.timeout(None) as patience:
                    async for batch in batches:
                        self._log.take(batch)
                        if self._log.is_terminal and patience.when() is None:
                            patience.reschedule(asyncio.get_running_loop().time() + USAGE_SECONDS)
            except TimeoutError:
                return  # the answer is whole; only the connection was left open

    async def _abort(self) -> None:
        """Tell the service to stop; it needs a chat to name (ruling 20)."""
        if self._log.chat_id is None:
            return

        abort = AbortRequest(chat_id=self._log.chat_id, session_settings=self._request.session_settings)
        try:
            await self._client.abort(abort, total_seconds=ABORT_SECONDS)
        except SvcchatError as error:
            self.abort_failure = f"The service could not be told to stop: {error}"
            self._log.warn(self.abort_failure)

    async def _read_chat(self) -> None:
        """Read once what the chat holds of this turn; never ask the question again."""
        if self._log.chat_id is None:
            return

        request = self._request.as_read(self._log.chat_id, new_message_id())
        lines: list[bytes] = []
        try:
            async with aclosing(self._client.stream(request, total_seconds=READ_SECONDS)) as stream:
                async for line in stream:
                    lines.append(line)  # noqa: PERF401 - what came before a failure is kept

            self._log.merge(_after_question(decode_messages(lines), str(self._request.input)))
        except SvcchatError as error:
            self._log.warn(f"The chat could not be read again: {error}")


def new_message_id() -> str:
    """An id for a turn; sending one opts in to every addition to the stream (ruling 1)."""
    return f"{time.time_ns() // 1_000_000}-message"


def _after_question(messages: Sequence[Message], question: str) -> tuple[Message, ...]:
    """The assistant's messages after the last question of the chat, if that is ours."""
    asked = [at for at, message in enumerate(messages) if message.role == "user"]
    if not asked or (messages[asked[-1]].content or "").strip() != question.strip():
        return ()

    return tuple(each for each in messages[asked[-1] + 1 :] if each.role == "assistant")
