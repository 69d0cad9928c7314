"""The offline analyst: deterministic, over any data model, without a language model."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from uuid import uuid4

from svcchat_magic.analyst.additivity import is_additive
from svcchat_magic.analyst.analyst import Task, Tools
from svcchat_magic.analyst.charting import chart_of
from svcchat_magic.analyst.events import (
    AnswerText,
    Event,
    MetaSearched,
    Outcome,
    SqlFailed,
    SqlFinished,
    SqlStarted,
    Thought,
)
from svcchat_magic.analyst.extent import extent_of
from svcchat_magic.analyst.lexicon import lexicon
from svcchat_magic.analyst.narration import tell
from svcchat_magic.analyst.planner import Query, plan, semantic_sql
from svcchat_magic.analyst.reading import listed, lowered
from svcchat_magic.analyst.refusal import about_model, not_understood, outcome_without_query
from svcchat_magic.analyst.results import Result
from svcchat_magic.analyst.rules import rules_about
from svcchat_magic.analyst.suggestions import follow_ups
from svcchat_magic.analyst.understanding import Interpreter, Understanding
from svcchat_magic.analyst.words import plain_text, words_of
from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.query.query import Rows

_WORDS_A_PIECE = 3
_MOST_QUERIES = 20  # of one question


def _new_uuid() -> str:
    return str(uuid4())


@dataclass(frozen=True, slots=True)
class OfflineAnalyst:
    """Reads a question by the model's own words, runs its queries and tells the rows."""

    new_uuid: Callable[[], str] = field(default=_new_uuid)

    async def answer(self, task: Task, tools: Tools) -> AsyncIterator[Event]:
        """The events of one turn (see `Analyst`); closing the iterator cancels the running query."""
        if task.rules:
            yield Thought(f"Rules of this agent: {plain_text(' '.join(task.rules.split()))}")

        interpreter = Interpreter(tools, task.today)
        understood = await interpreter.understand(task.question, task.earlier)
        yield Thought(_reading_sentence(understood))
        words = _search_words(task.question, understood)
        yield MetaSearched(words, tools.search(words))

        turn = _Turn(task, tools, understood, self.new_uuid)
        readings = () if understood.obstacles or understood.defines else understood.readings
        planned = (query for each in readings for query in plan(each, task.today))
        queries = tuple(islice(planned, _MOST_QUERIES + 1))
        queries, has_more = queries[:_MOST_QUERIES], len(queries) > _MOST_QUERIES
        for call, query in enumerate(queries):
            async for event in turn.run(call, query):
                yield event

        if not queries:
            yield Outcome(outcome_without_query(understood))
            for piece in _pieces(_without_query(understood, tools)):
                yield AnswerText(piece)

            return

        extent = await extent_of(tools, turn.results)
        telling = tell(turn.results, task.today, extent, turn.lead())
        yield Thought(_checked(telling.withheld))
        paragraphs = [*telling.paragraphs, *turn.notes()]
        if has_more:
            paragraphs.append(f"I answered the first {len(queries)} parts; ask the others separately.")

        if understood.vocabulary:
            paragraphs += _offer(await follow_ups(turn.results, understood.vocabulary, interpreter, extent))

        yield Outcome("answered" if turn.results else "refused")
        for piece in _pieces("\n\n".join(paragraphs)):
            yield AnswerText(piece)


@dataclass(slots=True)
class _Turn:
    """The queries of one turn and what came of them."""

    task: Task
    tools: Tools
    understood: Understanding
    new_uuid: Callable[[], str]
    results: list[Result] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    async def run(self, call: int, query: Query) -> AsyncIterator[Event]:
        """Runs one query; a refused or failed one is part of the answer (7, tool errors)."""
        sql = semantic_sql(query)
        source = self.understood.follows
        yield SqlStarted(
            call=call,
            sql=sql,
            title=query.title,
            description=query.description,
            user_request=self.task.question,
            memory_id=source.uuid if source else "",
        )
        try:
            rows = await self.tools.run_sql(sql)
        except (QueryRefused, EngineError) as failure:
            self.failures.append(
                f"*{plain_text(query.title)}* could not be computed: {plain_text(str(failure))}"
            )
            yield SqlFailed(call, str(failure))
            return

        result = self._kept(query, rows)
        yield SqlFinished(call, rows, self.new_uuid(), chart_of(result))

    def notes(self) -> Iterator[str]:
        """Failures, and what was taken for something else."""
        yield from self.failures
        if repairs := [pair for pair in self.understood.repairs if pair not in self._doubtful()]:
            yield f"I took {_taken(repairs)}."

        if any(each.assumed for each in self.understood.readings):
            measures = listed([lowered(each) for each in self.understood.readings[0].measures])
            yield f"No measure was named, so I took {plain_text(measures)}."

        if said := rules_about(self.results, self.task.rules):
            yield plain_text(" ".join(said))

    def lead(self) -> str:
        """Begins the bold sentence, whose number may cover other rows than those that were asked for."""
        unused = _in_phrases(self.understood.unused, self.task.question)
        said = [f"without {_starred(unused)}, which I could not use"] if unused else []
        said += [f"taking {_taken(self._doubtful())}"] if self._doubtful() else []
        text = ", and ".join(said)
        return f"{text[0].upper()}{text[1:]}: " if text else ""

    def _doubtful(self) -> list[tuple[str, str]]:
        """Misspelt words that were taken for values: they choose the rows."""
        vocabulary = self.understood.vocabulary
        values = vocabulary.value_words() if vocabulary else frozenset()
        return [pair for pair in self.understood.repairs if pair[1] in values]

    def _kept(self, query: Query, rows: Rows) -> Result:
        model = self.tools.model
        additive = frozenset(each.name for each in query.measures if is_additive(model, each, query))
        result = Result(len(self.results), query, rows, additive, self.task.today)
        self.results.append(result)
        return result


def _reading_sentence(understood: Understanding) -> str:
    if understood.about_model:
        return "Read as a question about the data model"

    if understood.defines:
        return "Read as a question about a measure's definition"

    if understood.obstacles:
        return f"Stopped at {_starred(tuple(each.words for each in understood.obstacles))}"

    unused = f"not used: {_starred(understood.unused)}" if understood.unused else "nothing left over"
    if not understood.readings:
        return f"Found no measure to compute; {unused}"

    told = ", then ".join(reading.describe() for reading in understood.readings)
    follow = "a follow-up: " if understood.follows else ""
    fixed = "".join(f"; took *{typed}* as *{taken}*" for typed, taken in understood.repairs)
    return f"Read as {follow}{told}{fixed}; {unused}"


def _search_words(question: str, understood: Understanding) -> str:
    """The members that were read, else the question's own content words."""
    named = [
        each.title for reading in understood.readings for each in (*reading.measures, *reading.dimensions)
    ]
    if named:
        grains = [reading.grain for reading in understood.readings if reading.grain]
        return " ".join(dict.fromkeys(word.lower() for word in (*named, *grains)))

    fillers = lexicon().fillers
    return " ".join(word.text for word in words_of(question) if not word.is_mark and word.form not in fillers)


def _without_query(understood: Understanding, tools: Tools) -> str:
    return about_model(tools.model) if understood.about_model else not_understood(understood, tools.model)


def _checked(withheld: int) -> str:
    checked = "Checked every number in the answer against the rows"
    if not withheld:
        return checked

    sentences = "1 sentence" if withheld == 1 else f"{withheld} sentences"
    return f"{checked}; left out {sentences} that did not stand the check"


def _offer(found: tuple[str, ...]) -> list[str]:
    return [f"Try next: {' · '.join(f'*{plain_text(text)}*' for text in found)}"] if found else []


def _starred(words: tuple[str, ...]) -> str:
    more = f" and {len(words) - _MOST_NAMED} more" if len(words) > _MOST_NAMED else ""
    return ", ".join(f"*{plain_text(word)}*" for word in words[:_MOST_NAMED]) + more


_MOST_NAMED = 6


def _taken(repairs: Sequence[tuple[str, str]]) -> str:
    return listed([f"*{plain_text(typed)}* as *{plain_text(meant)}*" for typed, meant in repairs])


def _in_phrases(words: tuple[str, ...], question: str) -> tuple[str, ...]:
    """Words that stand side by side in the question become one phrase; each is said once."""
    found: list[str] = []
    for word in words:
        joined = f"{found[-1]} {word}" if found else ""
        if joined and joined in question:
            found[-1] = joined
        else:
            found.append(word)

    return tuple(dict.fromkeys(found))


def _pieces(text: str) -> Iterator[str]:
    """The text in groups of a few words; joined they are the text."""
    words = text.split(" ")
    for at in range(0, len(words), _WORDS_A_PIECE):
        group = " ".join(words[at : at + _WORDS_A_PIECE])
        yield group if at + _WORDS_A_PIECE >= len(words) else f"{group} "
