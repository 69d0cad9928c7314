"""The chat so far as a language model is told it: questions with the queries that answered them."""

from collections.abc import Iterator

from svcchat_magic.analyst.analyst import EarlierAnswer, Task

_MOST_TURNS = 6
_MOST_CHARACTERS = 8_000
_MOST_ANSWER = 600


def earlier_text(task: Task) -> str:
    """The newest turns as far as they fit, oldest first; empty in a new chat."""
    kept: list[str] = []
    size = 0
    for text in _newest_first(task):
        size += len(text)
        if size > _MOST_CHARACTERS:
            break

        kept.append(text)

    if not kept:
        return ""

    return "Earlier in this chat, for your understanding; get numbers anew:\n" + "\n".join(reversed(kept))


def _newest_first(task: Task) -> Iterator[str]:
    return map(_told, reversed(task.earlier[-_MOST_TURNS:]))


def _told(turn: EarlierAnswer) -> str:
    queries = "".join(f"\nSQL: {each}" for each in turn.queries)
    return f"Question: {turn.question}{queries}\nAnswer: {turn.answer[:_MOST_ANSWER]}"
