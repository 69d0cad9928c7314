"""The chat so far as a language model is told it: questions with the queries that answered them."""

from collections.abc import Iterator

from svcchat_magic.analyst.analyst import EarlierQuery, Task

_MOST_QUERIES = 6
_MOST_CHARACTERS = 6_000


def earlier_text(task: Task) -> str:
    """The newest earlier queries as far as they fit, oldest first; empty in a new chat."""
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
    return map(_told, reversed(task.earlier[-_MOST_QUERIES:]))


def _told(query: EarlierQuery) -> str:
    return f"Question: {query.question}\nResult: {query.title}\nSQL: {query.sql}"
