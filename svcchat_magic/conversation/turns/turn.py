"""One question while it is being answered: watched and stopped from any thread."""

import concurrent.futures
from contextlib import suppress
from datetime import UTC, datetime

from svcchat_magic.conversation.answers.answer import Answer
from svcchat_magic.conversation.answers.row_loading import RowLoading
from svcchat_magic.conversation.answers.transport import AnswerSource
from svcchat_magic.conversation.answers.turn_log import TurnLog
from svcchat_magic.conversation.connecting.event_loop import EventLoop, over_when_done, wait_for
from svcchat_magic.conversation.turns.turn_run import TurnRun
from svcchat_magic.protocol.transcript import Status, Transcript


class Turn:
    """A running question. It ends in exactly one status; `stop` may come at any moment, and twice."""

    def __init__(
        self, source: AnswerSource, loop: EventLoop, row_loading: RowLoading, *, timeout: float | None = None
    ) -> None:
        request = source.request
        self.question = request.input if isinstance(request.input, str) else ""
        self.recording = source.recording
        self._renew = source.renew
        self.asked_at = source.asked_at or datetime.now(UTC).isoformat(timespec="seconds")
        self.session = request.session_settings
        self.row_loading = row_loading  # of this question's results
        self._loop = loop
        chat_id = request.chat_id if isinstance(request.chat_id, str) else None
        self._log = TurnLog(chat_id, source.transport.redaction, source.clock)
        self._run = TurnRun(source, self._log, timeout)
        self._future: concurrent.futures.Future[None] | None = None

    def begin(self) -> None:
        """Start asking. Separate from the constructor, so that `stop` still works after an interrupt here."""
        self._future = self._loop.start(self._run.run)
        log = self._log  # the callback must not keep this turn alive
        self._future.add_done_callback(lambda _: log.wake())

    @property
    def is_done(self) -> bool:
        """Whether nothing more will come."""
        return self._future is None or self._future.done()

    @property
    def is_replay(self) -> bool:
        """Whether a recording answers."""
        return bool(self.recording)

    @property
    def has_failed(self) -> bool:
        """Whether no part of an answer was received."""
        return self._run.failure is not None

    @property
    def seconds(self) -> float:
        """From the question to its end, or to now."""
        return self._log.seconds

    @property
    def chat_id(self) -> str | None:
        """The chat, once known."""
        return self._log.chat_id

    @property
    def lines(self) -> tuple[bytes, ...]:
        """The raw lines received so far."""
        return self._log.lines()

    @property
    def abort_failure(self) -> str:
        """Why the stop request failed, if it did."""
        return self._run.abort_failure

    def lines_of(self, stream: object, start: int) -> tuple[object, tuple[bytes, ...]]:
        """The stream that counts now, and its raw lines: from `start` on if it is `stream`, else all.

        After a lost connection a turn may have a second stream, which repeats everything from the start.
        """
        return self._log.lines_of(stream, start)

    @property
    def resumption(self) -> AnswerSource | None:
        """The source that continues this turn if the service suspended it, else None."""
        resumable_as = self._log.transcript().resumable_as
        if resumable_as is None or self._renew is None:
            return None

        return self._renew(self._run.resend(resumable_as))

    def transcript(self) -> Transcript:
        """What has been said so far."""
        return self._log.transcript()

    def wait(self, seconds: float) -> bool:
        """Wait for news since the last call; True as soon as there is some, or when the turn is done."""
        return self.is_done or self._log.wait(seconds) or self.is_done

    def wait_for_end(self, seconds: float) -> bool:
        """Wait until the turn is over, up to the limit; returns whether it is."""
        if self._future is not None:
            over_when_done(self._future).acquire(timeout=seconds)

        return self.is_done

    def stop(self) -> None:
        """Stop reading, and send the stop request; returns at once."""
        self._loop.call(self._run.stop)

    def finish(self) -> Answer:
        """Wait for the end, and give the answer with its status, whatever that is.

        Raises SvcchatError if no part of an answer was received: the question was refused, or there was
        no connection.
        """
        if self._future is not None:
            with suppress(concurrent.futures.CancelledError):  # the conversation was closed meanwhile
                wait_for(self._future)

        self._log.end(Status.ABORTED)  # counts only where nothing else has ended it
        if self._run.failure is not None:
            raise self._run.failure

        return Answer(
            question=self.question,
            transcript=self._log.transcript(),
            seconds=self._log.seconds,
            blocks=self._log.blocks,
            abort_failure=self.abort_failure,
            recording=self.recording,
            asked_at=self.asked_at,
            row_loading=self.row_loading,
        )
