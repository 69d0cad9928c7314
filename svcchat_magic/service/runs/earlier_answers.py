"""The chat so far in words, for an analyst that reads it itself."""

from collections.abc import Sequence

from svcchat_magic.analyst.analyst import EarlierAnswer
from svcchat_magic.protocol.messages import Message, ToolCall
from svcchat_magic.protocol.results import read_tool_input, tool_kind

MOST_TURNS = 6


class NewestAnswers:
    """The newest turns of a chat that is read backwards."""

    def __init__(self, known: Sequence[EarlierAnswer] = ()) -> None:
        self._known = known  # of turns before all that are read
        self._messages: list[Message] = []
        self._turns = 0

    def add_before(self, messages: Sequence[Message]) -> None:
        """Prepend messages."""
        if self._turns < MOST_TURNS:
            self._messages[:0] = map(_without_rows, messages)
            self._turns += sum(message.role == "user" for message in messages)

    @property
    def turns(self) -> tuple[EarlierAnswer, ...]:
        """The turns, oldest first."""
        return (*self._known, *_answers(self._messages))[-MOST_TURNS:]


def _without_rows(message: Message) -> Message:
    call = message.tool_call
    if call is None or not call.result:
        return message

    return message.with_values(tool_call=ToolCall(call.name, call.input, result=""))


def _answers(messages: Sequence[Message]) -> list[EarlierAnswer]:
    turns: list[EarlierAnswer] = []
    for message in messages:
        if message.role == "user":
            turns.append(EarlierAnswer(message.content or "", (), ""))
        elif turns:
            turns[-1] = _with(turns[-1], message)

    return turns


def _with(turn: EarlierAnswer, message: Message) -> EarlierAnswer:
    sql = _sql_of(message)
    answer = message.content or "" if message.tool_call is None else ""
    return EarlierAnswer(turn.question, (*turn.queries, *sql), answer or turn.answer)


def _sql_of(message: Message) -> tuple[str, ...]:
    call = message.tool_call
    is_query = call is not None and call.result is not None and tool_kind(call.name) == "sql"
    sql = read_tool_input(call).sql if call is not None and is_query else ""
    return (sql,) if sql else ()
