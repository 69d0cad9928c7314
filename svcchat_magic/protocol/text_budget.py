"""Limit a transcript's text, whose lines are kept too and whose letters may need four bytes each."""

from dataclasses import dataclass

from svcchat_magic.protocol.messages import Message, ToolCall
from svcchat_magic.protocol.outcomes import characters_in, read_choices

MOST_CHARACTERS = 3_600_000
TOO_LARGE = '{"error": "The result is too large to be read here; the lines of the answer contain it."}'


@dataclass(slots=True)
class TextBudget:
    """The number of characters that may still be kept."""

    left: int

    def fitted(self, message: Message) -> Message:
        """The message, cut to the budget, and charged to it."""
        size = characters_of(message)
        fitting = message if size <= self.left else _cut(message, self.left)
        self.left -= characters_of(fitting)
        return fitting


def characters_of(message: Message) -> int:
    """The characters that a transcript keeps of a message."""
    call = message.tool_call
    said = len(message.content or "") + len(message.thinking or "")
    said += 0 if message.is_delta else characters_in(read_choices(message))
    return said if call is None else said + len(call.name) + len(call.input or "") + len(call.result or "")


def _cut(message: Message, budget: int) -> Message:
    """The message cut to the budget; a tool call is kept whole or replaced by an error."""
    call = message.tool_call
    if call is not None:
        call = ToolCall(name=call.name[:_LONGEST_NAME], input="{}", result=call.result and TOO_LARGE)
        budget = max(budget - len(call.name) - len(call.result or ""), 0)

    thinking = (message.thinking or "")[:budget]
    content = (message.content or "")[: budget - len(thinking)]
    return message.with_values(
        thinking=thinking or None, content=content or None, tool_call=call, choices=None
    )


_LONGEST_NAME = 200
