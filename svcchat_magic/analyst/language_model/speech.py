"""What a language model says: given out sentence by sentence, each after its check against the rows."""

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import AnswerText, Event, Outcome, Remembered, Thought
from svcchat_magic.analyst.facts.fact_reading import fact_table
from svcchat_magic.analyst.facts.fact_tables import FactTable
from svcchat_magic.analyst.facts.measured_columns import measured_columns, titles_read, words_of
from svcchat_magic.analyst.grounding.grounding import Grounding
from svcchat_magic.analyst.language.time_words import Calendar
from svcchat_magic.analyst.language.words import plain_text
from svcchat_magic.analyst.language_model.instructions import repeats_instructions
from svcchat_magic.analyst.language_model.toolbox import Answered, Toolbox
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.sentences.sentences import Sentences
from svcchat_magic.analyst.telling.narration import tell

_WITH_DIGIT = re.compile(r"\w*\d\w*")
_FENCE = re.compile(r"\s*(?:```|~~~)\w*\s*$")
_MOST_STRUCK = 5  # that are named in the note
_MOST_SHOWN = 80


@dataclass(slots=True)
class Speech:
    """The words of one turn.

    Text before the first result cannot be checked and may only announce a query: it waits, and becomes a
    thought when a tool is called, or the answer when none is.
    """

    task: Task
    catalog: Catalog
    redact: Callable[[str], str]  # takes the provider's key out of a text
    calendar: Calendar  # of the model, from whose day `last month` is told
    is_over: bool = False
    _sentences: Sentences = field(default_factory=Sentences)
    _thoughts: Sentences = field(default_factory=Sentences)
    _held: list[str] = field(default_factory=list)
    _grounding: Grounding | None = None
    _said: int = 0  # sentences given out
    _claimed: int = 0  # of them, those with something to check
    _unsaid: dict[str, None] = field(default_factory=dict)  # currencies that the data do not name
    _struck: list[str] = field(default_factory=list)
    _is_thinking: bool = False

    def think(self, piece: str) -> list[Event]:
        """A piece of the model's thinking, which is shown as it is."""
        return self._thought(self._thoughts.feed(piece))

    async def say(self, piece: str) -> list[Event]:
        """A piece of its text."""
        found = self._sentences.feed(piece)
        if self._grounding is None:
            self._held += found
            return []

        return await self._told(found)

    async def pause(self) -> list[Event]:
        """A tool is called: text that waits was about the call."""
        rest = [*self._thoughts.end(), *self._held, *(() if self._grounding else self._sentences.end())]
        self._held.clear()
        told = await self._told(self._sentences.end()) if self._grounding else ()
        return [*self._thought(rest), *told]

    def drop(self) -> None:
        """What was said is no answer."""
        self._sentences.end()
        self._held.clear()

    async def learn(self, results: Sequence[Answered], asked: frozenset[str] = frozenset()) -> None:
        """There are new rows; `asked` are the values of the data that the question names.

        A thousand rows take a third of a second: in a thread, as other users' streams share this loop.
        """
        self._grounding = await asyncio.to_thread(self._prepared, tuple(results), asked)
        self._sentences.keep_whole(self._grounding.row_names)

    def _prepared(self, results: Sequence[Answered], asked: frozenset[str] = frozenset()) -> Grounding:
        grounding = grounding_of(self.task.question, results, self.catalog, asked, self.calendar)
        grounding.prepare()
        return grounding

    async def finish(self) -> list[Event]:
        """The model is done: what it said last is its answer."""
        self.is_over = True
        rest = [*self._held, *self._sentences.end()]
        self._held.clear()
        thoughts = self._thought(self._thoughts.end())
        if self._grounding is None:
            self._grounding = await asyncio.to_thread(self._prepared, ())

        return [*thoughts, *await self._told(rest)]

    def ending(self, box: Toolbox, failure: str) -> Iterator[Event]:
        """What is told beside the model's words, and whether the question is answered."""
        failure = failure or ("" if self._said or self._struck or box.results else "The model said nothing.")
        closing = [*self._own_words(box), *self._note(), *([failure] if failure else [])]
        has_rows = any(each.rows.rows for each in box.results)
        answered = has_rows and (self._said or closing) and not (failure and not self._said)
        asks = not box.results and not failure and self._last.rstrip().endswith("?")
        yield Thought(self._summary(has_queries=bool(box.results)))
        if box.left is not None:
            yield Remembered(box.left.packed())

        yield Outcome("answered" if answered else "clarify" if asks else "refused")
        text = "\n\n".join(closing)
        lead = "\n\n" if self._said and text else ""
        yield AnswerText(f"{lead}{text}" if text else "")

    _last: str = ""

    async def _told(self, sentences: Sequence[str]) -> list[Event]:
        """The sentences that hold; each is checked in a thread, as others' streams share this loop."""
        told: list[Event] = []
        for each in sentences:
            text = self.redact(each)
            if _FENCE.match(text):  # what stands in it is checked as a sentence is
                continue

            if self._grounding is None or not text.strip():
                if self._said:
                    told.append(AnswerText(text))

                continue

            if repeats_instructions(text):
                self._struck.append("what its instructions are")
                continue

            checked = await asyncio.to_thread(self._grounding.check, text)
            if not checked.holds:
                self._struck.append(checked.problem)
                continue

            self._said += 1
            self._claimed += checked.has_claims
            self._last = text
            if checked.unsaid:
                self._unsaid[checked.unsaid] = None

            told.append(AnswerText(text))

        return told

    def _thought(self, sentences: Sequence[str]) -> list[Event]:
        text = self.redact("".join(sentences))
        if not text.strip():
            return []

        return [Thought(text)]

    def _own_words(self, box: Toolbox) -> list[str]:
        """Where nothing of the model's text held, the rows are told as the built-in analyst tells them."""
        told = [each.told for each in box.results if each.told is not None]
        if self._claimed or not told:
            return []

        return list(tell([told[-1]] if len(told) == 1 else told, self.task.today).paragraphs)

    def _note(self) -> Iterator[str]:
        missed = self._grounding.asked_for.misses() if self._grounding else ()
        if missed:
            named = ", ".join(f"*{plain_text(each[:_MOST_SHOWN])}*" for each in missed[:_MOST_STRUCK])
            yield f"The query was not about {named}, which the question names."

        for each in self._unsaid:
            yield f"The data do not say that amounts are in {plain_text(each)}."

        if not self._struck:
            return

        cut = (each[:_MOST_SHOWN].rstrip(" .,;:") or each for each in self._struck[:_MOST_STRUCK])
        shown = ", ".join(f"*{plain_text(each)}*" for each in cut)
        many = len(self._struck)
        what = "a sentence" if many == 1 else f"{many} sentences"
        yield f"I struck {what} of the model: the rows do not say {shown}."

    def _summary(self, *, has_queries: bool) -> str:
        if not self._said:
            return "Nothing that the model said could be told"

        if not has_queries:
            return "Not grounded: no query ran, so the answer is the model's opinion"

        checked = "Grounded: every figure, name and direction in the answer is in the rows"
        opinion = self._said - self._claimed
        own = "1 sentence is" if opinion == 1 else f"{opinion} sentences are"
        return f"{checked}; {own} the model's opinion" if opinion else checked


def grounding_of(
    question: str,
    results: Sequence[Answered],
    catalog: Catalog,
    asked: frozenset[str] = frozenset(),
    calendar: Calendar | None = None,
) -> Grounding:
    """The check of what is said of these results; `asked` are the values that the question names.

    Without a calendar no `last month` is read, and a unit of time is over unless its planner knows better.
    """
    today = calendar.today if calendar else date.max
    tables = tuple(_table(at, each, catalog, today) for at, each in enumerate(results))
    given = "\n".join((question, *(_literals(each) for each in results)))
    return Grounding(tables, question, given, _vocabulary(catalog), _measures(catalog), asked, calendar)


def _table(number: int, answered: Answered, catalog: Catalog, today: date) -> FactTable:
    sql = answered.sql
    found = fact_table(number, answered.rows, answered.told, sql, measured_columns(sql, catalog), today)
    return replace(found, words=found.words | words_of(titles_read(sql, catalog)))


def _measures(catalog: Catalog) -> frozenset[str]:
    """What the measures are called, in lower case."""
    places = [place for each in catalog.concepts if each.kind == "measure" for place in each.places]
    return frozenset(text.casefold() for place in places for text in (place.title, place.name) if text)


def _literals(answered: Answered) -> str:
    """Numbers and texts of a query that an answer may repeat: its limit, its bounds, its period."""
    query = answered.told.query if answered.told else None
    if query is None:
        return answered.sql

    reading = query.reading
    values = (value for each in reading.filters for value in each.values)
    words = (*reading.conditions, *reading.having, *values, query.period.label if query.period else "")
    return "\n".join((answered.sql, *words))


def _vocabulary(catalog: Catalog) -> frozenset[str]:
    """The words of the model: titles, names, descriptions."""
    places = [place for each in catalog.concepts for place in each.places]
    texts = [text for place in places for text in (place.title, place.name)]
    texts += [entity.noun for entity in catalog.entities.values()]
    about = " ".join(place.description for place in places)
    texts.append(_WITH_DIGIT.sub(" ", about))  # `P1 to P4` there are values, and of these the rows decide
    return frozenset(
        word.casefold().strip(".,;:()") for text in texts for word in text.replace("_", " ").split()
    )
