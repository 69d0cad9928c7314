"""The answers of the kernel's chat, and of those beside it, for what is made of them as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from svcchat_magic.notebook.questions.personas import AS_CONFIGURED, Persona

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from svcchat_magic.conversation.answer import Answer
    from svcchat_magic.protocol.results import SqlResult

MOST_ANSWERS = 100
MOST_CELLS = 2_000_000  # of all rows together


class KeptAnswer(NamedTuple):
    """An answer without its bytes, the variable of each of its results, and who asked.

    One of another user stands `beside` the kernel's chat, in a chat of its own; the last one of a
    comparison has the `compared` tables, each with its variable.
    """

    answer: Answer
    names: tuple[str, ...]
    persona: Persona = AS_CONFIGURED
    is_beside: bool = False
    compared: tuple[tuple[SqlResult, str], ...] = ()


class KeptAnswers:
    """The newest answers, in the order in which they were first asked; bounded."""

    def __init__(self) -> None:
        self._answers: dict[Hashable, KeptAnswer] = {}
        self._dropped = 0

    def __iter__(self) -> Iterator[KeptAnswer]:
        return iter(tuple(self._answers.values()))

    @property
    def is_whole(self) -> bool:
        """Whether nothing had to be dropped."""
        return not self._dropped

    def add(
        self,
        place: Hashable,
        answer: Answer,
        names: Sequence[str],
        persona: Persona = AS_CONFIGURED,
        *,
        is_first: bool,
        is_beside: bool = False,
    ) -> None:
        """Keep an answer; one of the same place, such as a cell that ran again, is replaced there.

        `is_first` tells that the chat holds no other question: what it takes the place of is let go then,
        everything where it is the kernel's chat.
        """
        kept = KeptAnswer(replace(answer, blocks=()), tuple(names), persona, is_beside)
        if is_first:
            self._begin_chat(kept)

        self._answers[self._place_of_replayed(kept) or place] = kept
        while len(self._answers) > 1 and (len(self._answers) > MOST_ANSWERS or self._cells > MOST_CELLS):
            del self._answers[next(iter(self._answers))]
            self._dropped += 1

    def compare(self, answer: Answer, compared: Sequence[tuple[SqlResult, str]]) -> None:
        """Keep the tables of a comparison with its last answer."""
        for place, kept in tuple(self._answers.items()):
            if kept.answer.transcript is answer.transcript:
                self._answers[place] = kept._replace(compared=tuple(compared))

    def forget_beside(self) -> None:
        """Let go of what was asked beside the kernel's chat."""
        self._answers = {place: kept for place, kept in self._answers.items() if not kept.is_beside}

    def names_of(self, answer: Answer) -> tuple[str, ...]:
        """The variables of its results; none where it was let go."""
        return next((each.names for each in self if each.answer.transcript is answer.transcript), ())

    def variables(self) -> Mapping[object, str]:
        """The variable of each result, by what `result_key` makes of it."""
        return {
            result_key(result): name
            for kept in self
            for result, name in zip(kept.answer.results, kept.names, strict=False)
        }

    def _place_of_replayed(self, kept: KeptAnswer) -> Hashable | None:
        """Where the very answer stands already that a recording gave once more."""
        told = (kept.answer.chat_id, kept.answer.question, kept.answer.asked_at)
        for place, (answer, *_) in self._answers.items():
            if kept.answer.recording and (answer.chat_id, answer.question, answer.asked_at) == told:
                return place

        return None

    def _begin_chat(self, first: KeptAnswer) -> None:
        replaced = [
            place
            for place, kept in self._answers.items()
            if kept.is_beside == first.is_beside
            and (kept.persona == first.persona or not first.is_beside)
            and kept.answer.chat_id != first.answer.chat_id
        ]
        if replaced and not first.is_beside:
            self._answers.clear()
            self._dropped = 0

        for place in replaced:
            self._answers.pop(place, None)

    @property
    def _cells(self) -> int:
        results = (result for kept in self for result in kept.answer.results)
        return sum(len(result.rows) * len(result.columns) for result in results)


def result_key(result: SqlResult) -> object:
    """What tells a result from others: its id where the service gives one."""
    return result.uuid or (result.title, result.sql)
