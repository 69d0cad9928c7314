"""The turns that a chat holds, as the service keeps them (4.1 without input)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from svcchat_magic.conversation.answers.answer import Answer
from svcchat_magic.conversation.answers.row_loading import RowLoading
from svcchat_magic.protocol.fold import fold
from svcchat_magic.protocol.messages import Message
from svcchat_magic.protocol.transcript import Status


def past_answers(
    messages: Iterable[Message], chat_id: str, row_loading: RowLoading | None = None
) -> tuple[Answer, ...]:
    """Every turn of a chat; one without a final answer counts as aborted. What it took is not known."""
    return tuple(_answer(turn, chat_id, row_loading) for turn in _turns(messages))


def _turns(messages: Iterable[Message]) -> Iterator[Sequence[Message]]:
    """The messages of each turn, its question first."""
    turn: list[Message] = []
    for message in messages:
        if message.id.startswith("__"):
            continue

        if message.role == "user" and turn:
            yield turn
            turn = []

        if message.role == "user" or turn:
            turn.append(message)

    if turn:
        yield turn


def _answer(turn: Sequence[Message], chat_id: str, row_loading: RowLoading | None) -> Answer:
    question, *rest = turn
    transcript = fold(rest, chat_id=chat_id, reading=True)
    status = Status.COMPLETE if transcript.answer else Status.ABORTED
    return Answer(
        question=question.content or "",
        transcript=replace(transcript, chat_id=chat_id, status=status),
        seconds=0.0,
        row_loading=row_loading,
    )
