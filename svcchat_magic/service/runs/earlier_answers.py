"""The chat so far in words, for an analyst that reads it itself."""

from collections.abc import Sequence

from svcchat_magic.analyst.analyst import EarlierAnswer
from svcchat_magic.protocol.messages import Message
from svcchat_magic.protocol.results import read_tool_input, tool_kind

MOST_TURNS = 6


def earlier_answers(messages: Sequence[Message]) -> tuple[EarlierAnswer, ...]:
    """The newest turns of these messages, oldest first."""
    turns: list[EarlierAnswer] = []
    for message in messages:
        if message.role == "user":
            turns.append(EarlierAnswer(message.content or "", (), ""))
        elif turns:
            turns[-1] = _with(turns[-1], message)

    return tuple(turns[-MOST_TURNS:])


def _with(turn: EarlierAnswer, message: Message) -> EarlierAnswer:
    sql = _sql_of(message)
    answer = message.content or "" if message.tool_call is None else ""
    return EarlierAnswer(turn.question, (*turn.queries, *sql), answer or turn.answer)


def _sql_of(message: Message) -> tuple[str, ...]:
    call = message.tool_call
    is_query = call is not None and call.result is not None and tool_kind(call.name) == "sql"
    sql = read_tool_input(call).sql if call is not None and is_query else ""
    return (sql,) if sql else ()
