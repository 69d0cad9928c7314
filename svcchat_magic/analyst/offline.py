"""The offline analyst: deterministic, over any data model, without a language model."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from uuid import uuid4

from svcchat_magic.analyst.analyst import Task, Tools
from svcchat_magic.analyst.asked_about import Asked, asked_about
from svcchat_magic.analyst.certified import CertifiedRows, certified_events, certified_rows, certified_text
from svcchat_magic.analyst.clarifying import Clarification
from svcchat_magic.analyst.events import (
    AnswerText,
    Event,
    MetaSearched,
    Outcome,
    Remembered,
    Thought,
)
from svcchat_magic.analyst.explaining import answer_stage, reading_stages
from svcchat_magic.analyst.language.answer_words import AnswerWords
from svcchat_magic.analyst.language.words import plain_text
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.readings.extent import extent_of, with_hours_known, with_moment
from svcchat_magic.analyst.readings.read import Read
from svcchat_magic.analyst.refusal import defined, not_understood
from svcchat_magic.analyst.suggestions import follow_ups
from svcchat_magic.analyst.telling.extent import Extent
from svcchat_magic.analyst.telling.narration import tell
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.told_about import told_about
from svcchat_magic.analyst.turn import Turn

_WORDS_A_PIECE = 3


def _new_uuid() -> str:
    return str(uuid4())


@dataclass(frozen=True, slots=True)
class OfflineAnalyst:
    """Reads a question by the model's own words, runs its statement and tells the rows."""

    new_uuid: Callable[[], str] = field(default=_new_uuid)

    async def answer(self, task: Task, tools: Tools) -> AsyncIterator[Event]:
        """The events of one turn (see `Analyst`); closing the iterator cancels the running query."""
        turn = Turn(task, tools, Reader(tools, task.today), self.new_uuid)
        if task.rules:
            yield Thought(turn.words.say("rules of agent", rules=plain_text(" ".join(task.rules.split()))))

        asked = asked_about(turn.task.question, turn.reader.catalog, follows=bool(task.remembered))
        if asked and not asked.instead:
            for event in _about(asked, turn):
                yield event

            return

        turn.ask_instead(asked.instead if asked else "")

        await turn.read()
        if found := await certified_rows(task.question, tools):
            async for event in _certified(turn, found):
                yield event

            return

        yield Thought(turn.reading_sentence())
        for each in turn.reads if task.explain else ():
            for stage in reading_stages(each):
                yield Thought(stage)

        words = turn.search_words()
        yield MetaSearched(words, tools.search(words))
        if (reply := _without_rows(turn)) is not None:
            for event in reply:
                yield event

            return

        async for event in _ran(turn):
            yield event

        async for event in _told(turn):
            yield event


async def _ran(turn: Turn) -> AsyncIterator[Event]:
    """Every query, also those that another one has asked for."""
    call = 0
    while call < len(turn.queries):
        async for event in turn.run(call):
            yield event

        call += 1


async def _certified(turn: Turn, found: CertifiedRows) -> AsyncIterator[Event]:
    """The answer of a certified query, which says so."""
    async for event in certified_events(turn, found):
        yield event

    turn.asks_back = None
    if memory := turn.left():
        yield Remembered(memory.packed())

    yield Outcome("answered")
    for piece in _pieces("\n\n".join(certified_text(turn, found))):
        yield AnswerText(piece)


async def _told(turn: Turn) -> AsyncIterator[Event]:
    """The answer from the rows, with what to ask next."""
    extent = await extent_of(turn.tools, turn.results)
    results = [
        await with_hours_known(turn.tools, await with_moment(turn.tools, each)) for each in turn.results
    ]
    telling = tell(results, turn.task.today, extent, "")
    yield Thought(_checked(telling.withheld, turn.words))
    if turn.task.explain:
        yield Thought(answer_stage(turn.results, telling.withheld))

    paragraphs = [*telling.paragraphs, *turn.notes()]
    memory = turn.left()
    if memory is not None:
        yield Remembered(memory.packed())
        paragraphs += _offer(follow_ups(turn.results, memory, turn.reader, extent), turn.words)

    yield Outcome("answered" if _found(results, extent, turn.words) else "refused")
    for piece in _pieces("\n\n".join(paragraphs)):
        yield AnswerText(piece)


def _found(results: Sequence[Result], extent: Extent | None, words: AnswerWords) -> bool:
    """Whether there are results, not only periods that lie before or behind all data, or hours of days."""
    told = (each for each in results if not each.lacks_hours)
    return any(not (each.is_empty and _is_beyond(each, extent, words)) for each in told)


def _is_beyond(result: Result, extent: Extent | None, words: AnswerWords) -> bool:
    period = result.query.reading.period
    return bool(extent and period and extent.beyond(period, words))


def _without_rows(turn: Turn) -> Iterator[Event] | None:
    """The answer to a question that runs no statement; None for one that does."""
    if turn.asks_back is not None:
        return _asked_back(turn, turn.asks_back)

    return _stopped(turn, turn.stops) if turn.stops is not None else None


def _stopped(turn: Turn, stops: Read) -> Iterator[Event]:
    """A definition, or why nothing was computed."""
    if memory := turn.left():
        yield Remembered(memory.packed())

    tell_it = defined if turn.defines else not_understood
    text = tell_it(stops, turn.reader, turn.words)
    yield Outcome("answered" if turn.defines else "refused")
    for piece in _pieces(text):
        yield AnswerText(piece)


def _asked_back(turn: Turn, asks: Clarification) -> Iterator[Event]:
    """A question back with its choices."""
    if memory := turn.left():
        yield Remembered(memory.packed())

    yield Outcome("clarify", tuple((each.label, each.question) for each in asks.choices))
    for piece in _pieces(f"**{plain_text(asks.text(turn.words))}**"):
        yield AnswerText(piece)


def _about(asked: Asked, turn: Turn) -> Iterator[Event]:
    yield Thought(turn.words.say("about the model"))
    yield MetaSearched(turn.task.question, turn.tools.search(turn.task.question))
    if turn.task.remembered:
        yield Remembered(turn.task.remembered)

    yield Outcome("answered")
    for piece in _pieces(told_about(asked, turn.reader, turn.words)):
        yield AnswerText(piece)


def _checked(withheld: int, words: AnswerWords) -> str:
    checked = words.say("checked")
    form = "left out one" if withheld == 1 else "left out"
    return words.say(form, checked=checked, count=withheld) if withheld else checked


def _offer(found: tuple[str, ...], words: AnswerWords) -> list[str]:
    questions = " · ".join(f"*{plain_text(text)}*" for text in found)
    return [words.say("try next", questions=questions)] if found else []


def _pieces(text: str) -> Iterator[str]:
    """The text in groups of a few words; joined they are the text."""
    words = text.split(" ")
    for at in range(0, len(words), _WORDS_A_PIECE):
        group = " ".join(words[at : at + _WORDS_A_PIECE])
        yield group if at + _WORDS_A_PIECE >= len(words) else f"{group} "
