"""The pure fold of a stream's messages into a transcript."""

import math
from collections.abc import Iterable, Iterator

from svcchat_magic.errors import StreamProtocolError
from svcchat_magic.protocol.growing_text import GrowingText
from svcchat_magic.protocol.message_buffer import MessageBuffer, answer_buffer, steps_of
from svcchat_magic.protocol.messages import (
    ABORTED,
    CUTOFF,
    FINAL_NODE,
    STATE,
    SUSPENDED,
    USAGE,
    Message,
    Usage,
)
from svcchat_magic.protocol.outcomes import TurnOutcome
from svcchat_magic.protocol.text_budget import MOST_CHARACTERS, TextBudget
from svcchat_magic.protocol.transcript import Status, ToolStep, Transcript


def fold(messages: Iterable[Message], *, chat_id: str | None = None, reading: bool = False) -> Transcript:
    """Fold a whole stream into a transcript; see Fold for the arguments."""
    folding = Fold(chat_id=chat_id, reading=reading)
    folding.add_all(messages)
    return folding.transcript()


_FRAMES = frozenset({CUTOFF, STATE, ABORTED, SUSPENDED, USAGE})
_BATCHES_UNSETTLED = 64
MOST_BUFFERS = 20_000  # each needs a kilobyte, however short it is


class Fold:
    """Folds messages one by one; `transcript()` may be called at any time.

    `chat_id` is the requested chat: another one is an error (decisions/folding-the-stream). `reading` is for
    a request without input, whose messages may come before and after `__cutoff__`.
    """

    def __init__(self, *, chat_id: str | None = None, reading: bool = False) -> None:
        self._chat_id = chat_id
        self._asked_chat = chat_id
        # Only an existing chat can be replayed before __cutoff__; buffering those messages
        # keeps results of earlier turns from being taken for new ones.
        self._may_be_past = chat_id is not None and not reading
        self._reading = reading
        self._cut = False
        self._buffers: dict[str, MessageBuffer] = {}
        self._open: MessageBuffer | None = None  # whose text the last message continued
        self._open_id: str | None = None
        self._arrived = 0
        self._results = 0
        self._batches = 0
        self._status = Status.STREAMING
        self._error = ""
        self._usage: Usage | None = None
        self._resumable_as: str | None = None
        self._warnings: dict[str, None] = {}  # an ordered set
        self._budget: TextBudget | None = None

    @property
    def status(self) -> Status:
        """How the stream says it ended, or STREAMING."""
        return self._status

    @property
    def chat_id(self) -> str | None:
        """The chat, once known."""
        return self._chat_id

    @property
    def results_received(self) -> int:
        """How many messages brought a tool's result."""
        return self._results

    @property
    def is_cut(self) -> bool:
        """Whether `__cutoff__` was received, so that the fold has no messages of earlier turns."""
        return self._cut

    def add_all(self, messages: Iterable[Message], at: float = 0.0) -> None:
        """Fold messages that arrived together, `at` seconds after the question.

        Raises StreamProtocolError if the stream belongs to another chat.
        """
        rest = iter(messages)
        while (message := self._gone_on(rest, at)) is not None:
            self.add(message, at)

        self._batches += 1
        if self._open is not None and not self._batches % _BATCHES_UNSETTLED:
            self._open.content.settle()
            self._open.thinking.settle()

    @property
    def text_left(self) -> int:
        """The number of characters that may still be kept."""
        return MOST_CHARACTERS - sum(each.characters for each in self._buffers.values())

    def watch_budget(self) -> None:
        """Start to enforce the text budget; while little text has arrived, counting is unnecessary."""
        self._budget = TextBudget(self.text_left)

    def add(self, message: Message, at: float = 0.0) -> None:
        """Fold one message, like `add_all`."""
        self._close()
        if self._is_ordinary(message):
            self._fold_assistant(message, at)
        elif message.id == USAGE:
            self._usage = message.usage or self._usage
        elif self._status is not Status.STREAMING:
            self._warn("messages after the end of the turn were ignored")
        elif message.id == CUTOFF:
            self._cut_off(message)
        elif message.id == STATE:
            self._status = Status.COMPLETE
        elif message.id == ABORTED or (message.type == "abort" and message.code == "chat_aborted"):
            self._status = Status.ABORTED
        elif message.id == SUSPENDED:
            self._status = Status.SUSPENDED
            self._resumable_as = None if message.retryable is False else message.message_id or ""
        elif message.error is not None and not message.role:
            self._status, self._error = Status.FAILED, message.error
        elif message.role == "assistant" or message.tool_call is not None or self._goes_on(message):
            self._fold_assistant(message, at)

    def _gone_on(self, messages: Iterator[Message], at: float) -> Message | None:
        """Fold deltas that continue the last message, the usual case; returns the first other one."""
        buffer, open_id = self._open, self._open_id
        if buffer is None or self._budget is not None:
            return next(messages, None)

        said: list[str] = []  # joined at once: separate pieces cost more memory than their text
        thought: list[str] = []
        other = None
        for message in messages:
            if not (
                message.id == open_id
                and message.is_delta
                and message.role == "assistant"
                and message.tool_call is None
                and message.type is None
            ):
                other = message
                break

            buffer.ended = at
            if content := message.content:
                said.append(content)

            if thinking := message.thinking:
                thought.append(thinking)

            if not buffer.is_answer:
                path = message.graph_path
                buffer.is_answer = bool(path and path[0] == FINAL_NODE and message.is_final)

        buffer.add("".join(said), "".join(thought), at)
        return other

    def _close(self) -> None:
        """End the last message's text and join its pieces."""
        if self._open is not None:
            self._open.content.settle(1)
            self._open.thinking.settle(1)
            self._open = self._open_id = None

    def transcript(self) -> Transcript:
        """The transcript so far."""
        buffers = self._shown()
        answer = answer_buffer(buffers, whole_only=self._status is Status.COMPLETE)
        return Transcript(
            chat_id=self._chat_id,
            steps=steps_of(buffers, answer),
            answer=str(answer.content) if answer else "",
            answer_is_final=bool(answer and answer.is_whole),
            outcome=answer.outcome if answer else TurnOutcome.UNKNOWN,
            choices=answer.choices if answer else (),
            status=self._status,
            error=self._error,
            usage=self._usage,
            resumable_as=self._resumable_as,
            warnings=tuple(self._warnings),
        )

    def _cut_off(self, message: Message) -> None:
        found = message.state.chat_id if message.state else None
        if found and self._asked_chat and found != self._asked_chat:
            raise StreamProtocolError("The service sent the answer of another chat. Ask again.")

        if self._cut:
            self._warn("a second __cutoff__ was ignored")
            return

        self._cut = True
        self._chat_id = found or self._chat_id
        if not self._reading:
            self._buffers.clear()  # messages before it belong to earlier turns
            if self._budget is not None:
                self.watch_budget()

    def _fold_assistant(self, message: Message, at: float) -> None:
        self._arrived += 1
        key = message.id or f"\0{self._arrived}"  # a message without an id is separate
        buffer = self._buffers.get(key)
        if buffer is None and len(self._buffers) >= MOST_BUFFERS:
            self._warn(
                f"only the first {MOST_BUFFERS:,} steps are shown; the answer's lines contain the others"
            )
            return

        if buffer is None:
            buffer = self._buffers[key] = MessageBuffer(order=(_place(message), self._arrived), started=at)

        if message.is_delta and message.tool_call is None:
            if buffer.is_whole:
                self._warn("text after a complete message was ignored")
                return

            self._open, self._open_id = buffer, key
        else:
            if self._budget is not None:
                self._budget.left += buffer.characters

            buffer.content, buffer.thinking = GrowingText(), GrowingText()
            buffer.tool = None
            buffer.is_whole = not message.is_in_process

        if self._budget is not None:
            message = self._fitted(message, self._budget)

        buffer.ended = at
        buffer.is_answer = buffer.is_answer or message.is_final
        buffer.add(message.content, message.thinking, at)
        buffer.set_outcome(message)
        if message.tool_call is not None:
            self._results += message.tool_call.result is not None
            buffer.tool = ToolStep(message.tool_call, buffer.started, at)

    def _fitted(self, message: Message, budget: TextBudget) -> Message:
        """The message, with its text cut to the budget."""
        fitted = budget.fitted(message)
        if fitted is not message:
            self._warn(
                f"only {MOST_CHARACTERS:,} characters are shown; the answer's lines contain all of them"
            )

        return fitted

    def _shown(self) -> list[MessageBuffer]:
        if self._may_be_past and not self._cut and self._status is Status.STREAMING:
            return []

        return sorted(self._buffers.values(), key=lambda buffer: buffer.order)

    def _is_ordinary(self, message: Message) -> bool:
        """Whether this is the most common kind of message, which is checked first."""
        return (
            message.role == "assistant"
            and message.type is None
            and message.id not in _FRAMES
            and self._status is Status.STREAMING
        )

    def _goes_on(self, message: Message) -> bool:
        """Whether a message without a role belongs to an earlier one."""
        return message.role is None and bool(message.id) and message.id in self._buffers

    def _warn(self, warning: str) -> None:
        self._warnings[warning] = None


def _place(message: Message) -> float:
    """The message's display position; last without a valid `sort`."""
    try:
        return math.inf if message.sort is None else float(message.sort)
    except OverflowError:
        return math.inf
