"""Buffers of received messages by id, and which of them is the answer."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from svcchat_magic.protocol.growing_text import GrowingText
from svcchat_magic.protocol.messages import Choice, Message
from svcchat_magic.protocol.outcomes import TurnOutcome, characters_in, read_choices, read_outcome
from svcchat_magic.protocol.transcript import Note, Step, ToolStep


@dataclass(slots=True)
class MessageBuffer:
    """Everything received under one message id."""

    order: tuple[float, int]
    started: float
    ended: float = 0.0
    thought_until: float = 0.0
    is_answer: bool = False
    is_whole: bool = False
    content: GrowingText = field(default_factory=GrowingText)
    thinking: GrowingText = field(default_factory=GrowingText)
    tool: ToolStep | None = None
    outcome: TurnOutcome = TurnOutcome.UNKNOWN
    choices: tuple[Choice, ...] = ()

    def add(self, content: str | None, thinking: str | None, at: float) -> None:
        """Append text."""
        if thinking:
            self.thinking.add(thinking)
            self.thought_until = at

        if content:
            self.content.add(content)

    def set_outcome(self, message: Message) -> None:
        """Take over whether the question was answered, which only a complete message says."""
        if not message.is_delta:
            self.outcome, self.choices = read_outcome(message), read_choices(message)

    @property
    def characters(self) -> int:
        """The number of characters kept."""
        call = self.tool.call if self.tool else None
        said = len(self.content) + len(self.thinking)
        said += characters_in(self.choices)
        return (
            said if call is None else said + len(call.name) + len(call.input or "") + len(call.result or "")
        )


def answer_buffer(buffers: Sequence[MessageBuffer], *, whole_only: bool) -> MessageBuffer | None:
    """The final answer by 4.1, else the last complete text, else (while streaming) the newest text.

    Text followed by a tool call is a step, not the answer.
    """
    named = [buffer for buffer in buffers if buffer.is_answer and buffer.tool is None]
    if named:
        return named[-1]

    texts = [buffer for buffer in buffers if buffer.content and buffer.tool is None]
    if whole_only:
        texts = [buffer for buffer in texts if buffer.is_whole]
        return texts[-1] if texts else None

    newest = texts[-1] if texts else None
    followed = newest is not None and any(e.tool and e.order > newest.order for e in buffers)
    return None if followed else newest


def steps_of(buffers: Sequence[MessageBuffer], answer: MessageBuffer | None) -> tuple[Step, ...]:
    """All buffers except the answer, in order."""
    steps: list[Step] = []
    for buffer in buffers:
        if thinking := str(buffer.thinking).strip():
            steps.append(Note(thinking, buffer.started, buffer.thought_until, is_thinking=True))

        if buffer.tool is not None:
            steps.append(buffer.tool)
        elif buffer is not answer and (text := str(buffer.content).strip()):
            steps.append(Note(text, buffer.started, buffer.ended, is_thinking=False))

    return tuple(steps)
