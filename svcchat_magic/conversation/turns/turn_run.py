"""The event loop's side of a turn: reads the answer, and tidies up when it did not end well."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import aclosing, suppress
from typing import Any

from svcchat_magic.client.deadlines import took_longer
from svcchat_magic.conversation.answers.chat_reading import read_messages
from svcchat_magic.conversation.answers.result_loading import ResultLoading
from svcchat_magic.conversation.answers.transport import AnswerSource
from svcchat_magic.conversation.answers.turn_log import TurnLog
from svcchat_magic.conversation.connecting.request_building import new_message_id
from svcchat_magic.errors import (
    ConnectionFailed,
    DeadlineExceeded,
    NotAllowed,
    NotFound,
    ServiceError,
    StreamLimitExceeded,
    StreamProtocolError,
    StreamTruncated,
    SvcchatError,
)
from svcchat_magic.protocol.messages import Message
from svcchat_magic.protocol.requests import AbortRequest, ChatRequest
from svcchat_magic.protocol.transcript import Status

USAGE_SECONDS = 1.0  # for __usage__, which may follow the terminal message
REATTACH_SECONDS = 8.0  # a service keeps a lost run for 10 (decisions/readers-and-runs)
REATTACH_PAUSES = (0.0, 0.5, 1.0, 2.0)
IN_NEW_CHAT = "This question was asked in a new chat, without the questions before it."


class TurnRun:
    """Asks one question and writes what comes to the log; everything here runs in the event loop.

    `failure` is why no part of an answer was received; `abort_failure` why the stop request failed.
    """

    def __init__(self, source: AnswerSource, log: TurnLog, timeout: float | None = None) -> None:
        self.failure: SvcchatError | None = None
        self.abort_failure = ""
        self._source = source
        self._transport = source.transport
        self._request = source.request
        self._log = log
        self._timeout = timeout
        self._rows = ResultLoading(source.rows, log)
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

        self._warn(self._source.warning)
        if self._source.at_end is not None:
            self._warn(self._source.at_end(self._log.transcript(), self._log.seconds))

        if self._goes_on_at_service and not self._log.is_terminal:
            await self._abort()

    def resend(self, message_id: str = "") -> ChatRequest:
        """The same question once more; `message_id` is what the service named it by, if it did."""
        return self._request.as_resend(self._log.chat_id, message_id)

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
            await self._read_answer()
            await self._rows.finish(self._seconds_left())
            self._log.end(Status.DROPPED)  # counts only where the stream has not ended itself
        except asyncio.CancelledError:
            self._goes_on_at_service = True
            self._log.end(Status.ABORTED)
            raise
        except DeadlineExceeded as error:
            self._goes_on_at_service = True
            self._log.end(Status.TIMED_OUT, str(self._as_limited(error)))
        except StreamTruncated as error:
            self._log.end(Status.DROPPED, str(error))
        except SvcchatError as error:
            self._goes_on_at_service = isinstance(error, StreamLimitExceeded)
            self.failure = None if self._log.has_messages else error
            self._log.end(Status.FAILED, str(error))
        finally:
            self._rows.cancel()

    async def _read_answer(self) -> None:
        """Read to the end; where the connection is lost, take the answer up again if that is allowed."""
        try:
            await self._read_first()
        except StreamTruncated:
            if self._log.is_terminal:
                return

            if not (self._source.may_reattach and await self._reattach()):
                raise

    async def _reattach(self) -> bool:
        """Attach to the running turn by the very same request; whether that brought its end.

        The service never runs a messageId twice (decisions/retries-and-resending); what it refuses is not
        sent again.
        """
        until = _now() + REATTACH_SECONDS
        for pause in REATTACH_PAUSES:
            await asyncio.sleep(pause)
            self._log.begin_again()
            try:
                await self._read_stream(self.resend(), until)
            except (ConnectionFailed, StreamTruncated):
                until = until if self._log.is_begun_again else _now() + REATTACH_SECONDS
            except (ServiceError, StreamProtocolError):  # refused, so another try is too
                return False
            else:
                return True

        return False

    async def _read_first(self) -> None:
        try:
            await self._read_stream(self._request)
        except (NotFound, NotAllowed):  # unknown, or known as another user's: its recording may be shared
            if not self._source.may_start_anew:
                raise

            self._request = self._request.in_chat(None)
            self._log.start_anew()
            self._warn(IN_NEW_CHAT)
            await self._read_stream(self._request)

    async def _read_stream(self, request: ChatRequest, begin_until: float | None = None) -> None:
        """Read one stream, which must begin before the loop's time is `begin_until`.

        Raises StreamTruncated when it ends before the turn does.
        """
        is_ending: bool | None = None
        stream = self._transport.batches(request, total_seconds=self._seconds_left())
        with suppress(TimeoutError):  # what is missing then is found below
            async with aclosing(stream) as batches, asyncio.timeout_at(begin_until) as patience:
                async for batch in batches:
                    self._log.take(batch)
                    self._rows.load_new()
                    if self._log.is_terminal is not is_ending:
                        is_ending = self._log.is_terminal  # once it is, only __usage__ may follow
                        patience.reschedule(_now() + USAGE_SECONDS if is_ending else None)

        if not self._log.is_terminal:
            raise StreamTruncated("The answer ended before it was complete.")

    async def _abort(self) -> None:
        """Send the stop request, which needs a chat id (decisions/stopping)."""
        if self._log.chat_id is None:
            return

        abort = AbortRequest(chat_id=self._log.chat_id, session_settings=self._request.session_settings)
        try:
            await self._transport.abort(abort)
        except SvcchatError as error:
            self.abort_failure = f"The stop request failed: {error}"
            self._log.warn(self.abort_failure)

    async def _read_chat(self) -> None:
        """Read once what the chat holds of this turn; never ask the question again."""
        if self._log.chat_id is None:
            return

        request = self._request.as_read(self._log.chat_id, new_message_id())
        try:
            messages = await read_messages(self._transport, request)
            self._log.merge(_after_question(messages, str(self._request.input)))
        except SvcchatError as error:
            self._log.warn(f"Reading the chat again failed: {error}")

    def _seconds_left(self) -> float | None:
        return None if self._timeout is None else max(self._timeout - self._log.seconds, 0.0)

    def _as_limited(self, error: DeadlineExceeded) -> DeadlineExceeded:
        """The error; of all of the answer's time it knows only what was left when its request began."""
        return took_longer(self._timeout) if self._timeout and self._seconds_left() == 0 else error

    def _warn(self, warning: str) -> None:
        if warning:
            self._log.warn(warning)


def _now() -> float:
    return asyncio.get_running_loop().time()


def _after_question(messages: Sequence[Message], question: str) -> tuple[Message, ...]:
    """The assistant's messages after the last question of the chat, if that is ours."""
    asked = [at for at, message in enumerate(messages) if message.role == "user"]
    if not asked or (messages[asked[-1]].content or "").strip() != question.strip():
        return ()

    return tuple(each for each in messages[asked[-1] + 1 :] if each.role == "assistant")
