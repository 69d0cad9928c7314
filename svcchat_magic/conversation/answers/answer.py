"""What a question brought: text, results, steps and how the turn ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

from svcchat_magic.conversation.answers.row_loading import RowLoading
from svcchat_magic.errors import (
    DeadlineExceeded,
    NotAnswered,
    RequestRefused,
    StreamError,
    StreamFailed,
    StreamStopped,
    StreamTruncated,
)
from svcchat_magic.protocol.messages import Choice, Message, Usage, decode_messages
from svcchat_magic.protocol.outcomes import TurnOutcome
from svcchat_magic.protocol.results import SqlResult
from svcchat_magic.protocol.transcript import Status, Step, Transcript
from svcchat_magic.protocol.visible_text import visible


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """One finished turn. `status` says whether it is complete; what was received is always kept.

    `blocks` are the lines as they were received, many to a block, joined by newlines. `recording` is the
    file that it was replayed from; empty for a new answer of the service. `asked_at` is when the
    question was asked, in ISO 8601; of a replayed answer, when it was recorded.
    """

    question: str
    transcript: Transcript
    seconds: float
    blocks: tuple[bytes, ...] = field(default=(), compare=False)
    abort_failure: str = ""
    recording: str = field(default="", compare=False)
    asked_at: str = field(default="", compare=False)
    row_loading: RowLoading | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        results = len(self.results)
        many = "result" if results == 1 else "results"
        chat = visible(self.chat_id or "unknown")
        return f"Answer({self.status}: {results} {many}, {self.seconds:.1f} s, chat {chat})"

    @property
    def text(self) -> str:
        """The answer in Markdown; partial if the turn is not complete."""
        return self.transcript.answer

    @property
    def thinking(self) -> str:
        """The agent's reasoning."""
        return self.transcript.thinking

    @property
    def results(self) -> tuple[SqlResult, ...]:
        """The SQL results, in order."""
        return self.transcript.results

    @property
    def steps(self) -> tuple[Step, ...]:
        """Reasoning and tool calls, in order."""
        return self.transcript.steps

    @property
    def status(self) -> Status:
        """complete, aborted, failed, dropped, timed_out or suspended."""
        return self.transcript.status

    @property
    def chat_id(self) -> str | None:
        """The chat this answer belongs to."""
        return self.transcript.chat_id

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was odd about the stream."""
        return self.transcript.warnings

    @property
    def usage(self) -> Usage | None:
        """The language models that answered and what they took, in tokens; None if the service does not say.

        A count that is None is unknown.
        """
        return self.transcript.usage

    @property
    def is_complete(self) -> bool:
        """Whether the turn ended as it should."""
        return self.status is Status.COMPLETE

    @property
    def outcome(self) -> TurnOutcome:
        """answered, clarify or refused; the empty string if the service does not say."""
        return self.transcript.outcome

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What to ask instead of a question that was not answered: each has a `label` and a `question`."""
        return self.transcript.choices

    @property
    def is_answered(self) -> bool:
        """Whether the turn is complete, and neither refused nor a question back."""
        return self.transcript.is_answered

    @property
    def error(self) -> str:
        """Why the turn is not complete; empty when it is."""
        return self.transcript.error

    @property
    def stream(self) -> bytes:
        """The answer as it was received, one JSON object a line; joined anew at each call."""
        return b"\n".join(self.blocks)

    @property
    def lines(self) -> tuple[bytes, ...]:
        """The raw lines of the stream, split anew at each call."""
        return tuple(line for block in self.blocks for line in block.split(b"\n"))

    @property
    def messages(self) -> tuple[Message, ...]:
        """The lines as messages, decoded anew at each call."""
        return decode_messages(self.lines)

    def df(self, n: int = 0) -> Any:
        """Result number `n` as a DataFrame; negative numbers count from the end.

        pandas is loaded here, not before.
        """
        result = self._result(n)
        from svcchat_magic.frames.result_frames import result_frame

        load = None if self.row_loading is None else partial(self.row_loading, result)
        return result_frame(result, chat_id=self.chat_id or "", load=load)

    def chart(self, n: int = 0) -> Any:
        """The chart of result number `n`, as an Altair chart to edit.

        Raises ChartRefused when the service drew none, or none that can be drawn safely.
        """
        return self.df(n).svc.chart()

    def raise_unless_complete(self, resume: str = "conversation.resume_suspended()") -> None:
        """Raise the StreamError that says how the turn ended, unless it is complete.

        `resume` is the command or call that continues a suspended answer.
        """
        if self.status is not Status.COMPLETE:
            kind, sentence = _ENDINGS[self.status]
            raise kind(f"{sentence.format(resume=resume)} {self.error}".strip())

    def raise_unless_answered(self, resume: str = "conversation.resume_suspended()") -> None:
        """Raise as `raise_unless_complete`, and NotAnswered if the question was refused or needs a choice.

        An answer whose outcome is unknown counts as answered.
        """
        self.raise_unless_complete(resume)
        if self.transcript.is_unanswered:
            raise NotAnswered(_NOT_ANSWERED[self.outcome])

    def _result(self, n: int) -> SqlResult:
        if not self.results:
            raise RequestRefused(
                "The answer has no results, so there are no rows. See its text for the reason."
            )

        try:
            return self.results[n]
        except IndexError:
            raise RequestRefused(f"There is no result {n}: the answer has {len(self.results)}.") from None


_ENDINGS: dict[Status, tuple[type[StreamError], str]] = {
    Status.STREAMING: (StreamError, "The answer is not finished."),
    Status.ABORTED: (StreamStopped, "The answer was stopped. Partial results are kept."),
    Status.SUSPENDED: (StreamStopped, "The service suspended the answer. To continue it, run {resume}."),
    Status.FAILED: (StreamFailed, "The service failed in the middle of the answer:"),
    Status.DROPPED: (StreamTruncated, "The connection was lost. Partial results are kept."),
    Status.TIMED_OUT: (DeadlineExceeded, "The answer took too long. Partial results are kept."),
}

_NOT_ANSWERED: dict[TurnOutcome, str] = {
    TurnOutcome.REFUSED: "The question was not answered. The answer's text says why.",
    TurnOutcome.CLARIFY: "The question has several readings. Ask one of the answer's choices instead.",
}
