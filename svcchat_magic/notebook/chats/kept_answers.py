"""The answers of the kernel's chat and of other users' chats, for exports and panels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from svcchat_magic.notebook.questions.personas import AS_CONFIGURED, Persona

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from svcchat_magic.conversation.answers.answer import Answer
    from svcchat_magic.protocol.results import SqlResult

MOST_ANSWERS = 100
MOST_CELLS = 2_000_000  # in the rows of all answers


class KeptAnswer(NamedTuple):
    """An answer without its raw bytes, with the variable of each result and who asked.

    `beside` says that it belongs to another user's chat. `compared` are the tables of a comparison, each with
    its variable; they are kept with its last answer.
    """

    answer: Answer
    names: tuple[str, ...]
    persona: Persona = AS_CONFIGURED
    is_beside: bool = False
    compared: tuple[tuple[SqlResult, str], ...] = ()


class KeptAnswers:
    """The newest answers, in the order in which they were first asked, up to a limit."""

    def __init__(self) -> None:
        self._answers: dict[Hashable, KeptAnswer] = {}
        self._dropped = 0

    def __iter__(self) -> Iterator[KeptAnswer]:
        return iter(tuple(self._answers.values()))

    @property
    def is_whole(self) -> bool:
        """Whether no answer was dropped because of the limit."""
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
        """Keep an answer; it replaces one of the same place, such as a cell that runs again.

        `is_first` says that its chat has no other question, so the answers of the chat before are dropped; in
        the kernel's own chat, all answers are.
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
        """Drop the answers of other users' chats."""
        self._answers = {place: kept for place, kept in self._answers.items() if not kept.is_beside}

    def names_of(self, answer: Answer) -> tuple[str, ...]:
        """The variables of an answer's results; none if it was dropped."""
        return next((each.names for each in self if each.answer.transcript is answer.transcript), ())

    def variables(self) -> Mapping[object, str]:
        """The variable of each result, by its `result_key`."""
        return {
            result_key(result): name
            for kept in self
            for result, name in zip(kept.answer.results, kept.names, strict=False)
        }

    def _place_of_replayed(self, kept: KeptAnswer) -> Hashable | None:
        """The index of the same answer if a recording has replayed it."""
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
    """The identity of a result: its id, if the service gives one."""
    return result.uuid or (result.title, result.sql)
