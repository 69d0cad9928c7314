"""The answers of the kernel's chat, for what is made of the chat as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from svcchat_magic.conversation.answer import Answer
    from svcchat_magic.protocol.results import SqlResult

MOST_ANSWERS = 100
MOST_CELLS = 2_000_000  # of all rows together


class KeptAnswer(NamedTuple):
    """An answer without its bytes, and the variable of each of its results."""

    answer: Answer
    names: tuple[str, ...]


class KeptAnswers:
    """The newest answers of one chat, in the order in which they were first asked; bounded."""

    def __init__(self) -> None:
        self._answers: dict[Hashable, KeptAnswer] = {}
        self._dropped = 0

    def __iter__(self) -> Iterator[KeptAnswer]:
        return iter(tuple(self._answers.values()))

    @property
    def is_whole(self) -> bool:
        """Whether nothing had to be dropped."""
        return not self._dropped

    def add(self, place: Hashable, answer: Answer, names: Sequence[str], *, is_first: bool) -> None:
        """Keep an answer; one of the same place, such as a cell that ran again, is replaced there.

        `is_first` tells that the chat holds no other question; those of another chat are let go then.
        """
        if is_first and any(kept.answer.chat_id != answer.chat_id for kept in self):
            self._answers.clear()
            self._dropped = 0

        self._answers[place] = KeptAnswer(replace(answer, blocks=()), tuple(names))
        while len(self._answers) > 1 and (len(self._answers) > MOST_ANSWERS or self._cells > MOST_CELLS):
            del self._answers[next(iter(self._answers))]
            self._dropped += 1

    def variables(self) -> Mapping[object, str]:
        """The variable of each result, by what `result_key` makes of it."""
        return {
            result_key(result): name
            for kept in self._answers.values()
            for result, name in zip(kept.answer.results, kept.names, strict=False)
        }

    @property
    def _cells(self) -> int:
        results = (result for kept in self._answers.values() for result in kept.answer.results)
        return sum(len(result.rows) * len(result.columns) for result in results)


def result_key(result: SqlResult) -> object:
    """What tells a result from others: its id where the service gives one."""
    return result.uuid or (result.title, result.sql)
