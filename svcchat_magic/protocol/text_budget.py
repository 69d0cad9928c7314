"""How much text a transcript may hold: its lines are kept beside it, and a letter may take four bytes."""

from dataclasses import dataclass

from svcchat_magic.protocol.messages import Message, ToolCall

MOST_CHARACTERS = 3_600_000
TOO_LARGE = '{"error": "The result is too large to be read here; it stands in the lines of the answer."}'


@dataclass(slots=True)
class TextBudget:
    """How many characters may still be kept."""

    left: int

    def fitted(self, message: Message) -> Message:
        """The message, or as much of it as fits, which is taken off the budget."""
        size = characters_of(message)
        fitting = message if size <= self.left else _cut(message, self.left)
        self.left -= characters_of(fitting)
        return fitting


def characters_of(message: Message) -> int:
    """The characters that a transcript keeps of a message."""
    call = message.tool_call
    said = len(message.content or "") + len(message.thinking or "")
    return said if call is None else said + len(call.name) + len(call.input or "") + len(call.result or "")


def _cut(message: Message, budget: int) -> Message:
    """The first words that fit; a tool call is whole or says that it is not."""
    call = message.tool_call
    if call is not None:
        call = ToolCall(name=call.name[:_LONGEST_NAME], input="{}", result=call.result and TOO_LARGE)
        budget = max(budget - len(call.name) - len(call.result or ""), 0)

    thinking = (message.thinking or "")[:budget]
    content = (message.content or "")[: budget - len(thinking)]
    return message.with_values(thinking=thinking or None, content=content or None, tool_call=call)


_LONGEST_NAME = 200
