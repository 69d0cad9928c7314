"""The offline analyst: deterministic, over any data model, without a language model."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from uuid import uuid4

from svcchat_magic.analyst.analyst import EarlierQuery, Task, Tools
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
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import lexicon
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.language.words import plain_text
from svcchat_magic.analyst.meaning.titles import listed
from svcchat_magic.analyst.meaning.tree import Measured
from svcchat_magic.analyst.parts import parts_of
from svcchat_magic.analyst.read import Read
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.refusal import about_model, defined, not_understood
from svcchat_magic.analyst.rules import rules_about
from svcchat_magic.analyst.suggestions import follow_ups
from svcchat_magic.analyst.telling.additivity import is_additive
from svcchat_magic.analyst.telling.charting import chart_of
from svcchat_magic.analyst.telling.narration import tell
from svcchat_magic.analyst.telling.query import Query
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.told import told_query
from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.query.query import Rows

_WORDS_A_PIECE = 3
_MOST_PARTS = 20  # of one question
_MOST_NAMED = 6


def _new_uuid() -> str:
    return str(uuid4())


@dataclass(frozen=True, slots=True)
class OfflineAnalyst:
    """Reads a question by the model's own words, runs its statement and tells the rows."""

    new_uuid: Callable[[], str] = field(default=_new_uuid)

    async def answer(self, task: Task, tools: Tools) -> AsyncIterator[Event]:
        """The events of one turn (see `Analyst`); closing the iterator cancels the running query."""
        if task.rules:
            yield Thought(f"Rules of this agent: {plain_text(' '.join(task.rules.split()))}")

        reader = Reader(tools, task.today)
        if _asks_about_model(task.question):
            yield Thought("Read as a question about the data model")
            yield MetaSearched(task.question, tools.search(task.question))
            yield Outcome("answered")
            for piece in _pieces(about_model(reader)):
                yield AnswerText(piece)

            return

        turn = _Turn(task, tools, reader, self.new_uuid)
        await turn.read()
        yield Thought(turn.reading_sentence())
        words = turn.search_words()
        yield MetaSearched(words, tools.search(words))
        if turn.stops is not None:
            asks_how = _defines(task.question) and any(
                isinstance(each, Measured)
                for each in (turn.stops.best.analysis.quantities if turn.stops.best else ())
            )
            text = defined(turn.stops, reader) if asks_how else not_understood(turn.stops, reader)
            yield Outcome("answered" if asks_how else "refused")
            for piece in _pieces(text):
                yield AnswerText(piece)

            return

        for call, query in enumerate(turn.queries):
            async for event in turn.run(call, query):
                yield event

        extent = await extent_of(tools, turn.results)
        telling = tell(turn.results, task.today, extent, turn.lead())
        yield Thought(_checked(telling.withheld))
        paragraphs = [*telling.paragraphs, *turn.notes()]
        base = turn.reads[0].best.analysis if turn.reads[0].best else None
        if base:
            paragraphs += _offer(await follow_ups(turn.results, base, reader, extent))

        yield Outcome("answered" if turn.results else "refused")
        for piece in _pieces("\n\n".join(paragraphs)):
            yield AnswerText(piece)


@dataclass(slots=True)
class _Turn:
    """The statements of one turn and what came of them."""

    task: Task
    tools: Tools
    reader: Reader
    new_uuid: Callable[[], str]
    reads: list[Read] = field(default_factory=list)
    queries: list[Query] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    source: EarlierQuery | None = None
    has_more: bool = False  # parts that are not answered

    async def read(self) -> None:
        """Read every part of the question, each behind the one before it."""
        earlier = list(self.task.earlier)
        base = await self.reader.before(_questions(earlier))
        parts = parts_of(self.task.question)
        self.has_more = len(parts) > _MOST_PARTS
        for part in parts[:_MOST_PARTS]:
            for read in await self.reader.read_all(part, base):
                self.reads.append(read)
                if read.best is not None and not read.best.analysis.is_empty:
                    base = read.best.analysis

                if read.best is not None and read.best.follows and earlier:
                    self.source = earlier[-1]

        self.queries = [self._query(each) for each in self.reads if each.planned]

    @property
    def stops(self) -> Read | None:
        """The first part that cannot be answered; nothing is computed then."""
        unsure = (each for each in self.reads if not each.is_sure)
        stopped = next(unsure, None)
        if stopped is not None or not self.reads:
            return stopped or Read(())

        asks_how = _defines(self.task.question)
        return (
            self.reads[0]
            if asks_how and self.reads[0].best and not self.reads[0].best.analysis.groups
            else None
        )

    def _query(self, read: Read) -> Query:
        planned = read.planned
        if planned is None:
            raise ValueError("only a planned part has a query")

        home = next((each.cube for each in planned.source.fields.values()), "")
        usual = self.reader.sources.dates(planned.source.root or home)
        return told_query(planned, usual, self.task.today)

    async def run(self, call: int, query: Query) -> AsyncIterator[Event]:
        """Runs one query; a refused or failed one is part of the answer (7, tool errors)."""
        yield SqlStarted(
            call=call,
            sql=query.sql,
            title=query.title,
            description=query.description,
            user_request=self.task.question,
            memory_id=self.source.uuid if self.source else "",
        )
        try:
            rows = await self.tools.run_sql(query.sql)
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
        if self.has_more:
            yield f"I answered the first {len(self.queries)} parts; ask the others separately."

        if repairs := [pair for each in self.reads for pair in each.repairs]:
            yield f"I took {_taken(repairs)}."

        assumed = [each for each in self.queries if each.reading.assumed and each.measures]
        if assumed:
            measures = listed([each.title.lower() for each in assumed[0].measures[:1]])
            yield f"No number was named, so I took {plain_text(measures)}."

        if said := rules_about(self.results, self.task.rules):
            yield plain_text(" ".join(said))

    def lead(self) -> str:
        """Begins the bold sentence."""
        return ""

    def reading_sentence(self) -> str:
        """What the question was read as."""
        stops = self.stops
        if stops is not None:
            unknown = (
                f": *{'*, *'.join(map(plain_text, stops.unknown[:_MOST_NAMED]))}*" if stops.unknown else ""
            )
            return f"Stopped at what I cannot read{unknown}"

        told = ", then ".join(query.describe() for query in self.queries)
        follow = "a follow-up: " if self.source else ""
        fixed = "".join(
            f"; took *{plain_text(typed)}* as *{plain_text(taken)}*"
            for each in self.reads
            for typed, taken in each.repairs
        )
        return f"Read as {follow}{told}{fixed}"

    def search_words(self) -> str:
        """The members that were read, else the question's own content words."""
        if self.stops is None:
            named = [each.title for query in self.queries for each in (*query.measures, *query.dimensions)]
            grains = [query.grain for query in self.queries if query.grain]
            found = " ".join(dict.fromkeys(word.lower() for word in (*named, *grains)))
            if found:
                return found

        words = keywords()
        content = [
            each.text
            for each in tokens_of(self.task.question)
            if not each.is_mark and each.form not in words.function
        ]
        return " ".join(content) or self.task.question

    def _kept(self, query: Query, rows: Rows) -> Result:
        model = self.tools.model
        additive = frozenset(each.name for each in query.measures if is_additive(model, each, query))
        result = Result(len(self.results), query, rows, additive, self.task.today)
        self.results.append(result)
        return result


def _questions(earlier: Sequence[EarlierQuery]) -> list[str]:
    """The questions asked before, each turn once."""
    found: list[str] = []
    for each in earlier:
        if not found or found[-1] != each.question:
            found.append(each.question)

    return found


def _asks_about_model(question: str) -> bool:
    forms = tuple(each.form for each in tokens_of(question) if not each.is_mark)
    asked = [phrase for phrase in lexicon().about_model if forms[: len(phrase)] == phrase]
    fillers = lexicon().fillers | keywords().function
    return any(fillers.issuperset(forms[len(phrase) :]) for phrase in asked)


def _defines(question: str) -> bool:
    """`how is AOV computed`, `what does margin mean`."""
    forms = [each.form for each in tokens_of(question)]
    low = [each.text.lower() for each in tokens_of(question)][:2]
    asks = tuple(low) in (("how", "is"), ("how", "are"), ("what", "does"), ("what", "do"), ("what", "is"))
    return asks and any((form,) in lexicon().defining for form in forms[2:])


def _checked(withheld: int) -> str:
    checked = "Checked every number in the answer against the rows"
    if not withheld:
        return checked

    sentences = "1 sentence" if withheld == 1 else f"{withheld} sentences"
    return f"{checked}; left out {sentences} that did not stand the check"


def _offer(found: tuple[str, ...]) -> list[str]:
    return [f"Try next: {' · '.join(f'*{plain_text(text)}*' for text in found)}"] if found else []


def _taken(repairs: Sequence[tuple[str, str]]) -> str:
    return listed([f"*{plain_text(typed)}* as *{plain_text(meant)}*" for typed, meant in repairs])


def _pieces(text: str) -> Iterator[str]:
    """The text in groups of a few words; joined they are the text."""
    words = text.split(" ")
    for at in range(0, len(words), _WORDS_A_PIECE):
        group = " ".join(words[at : at + _WORDS_A_PIECE])
        yield group if at + _WORDS_A_PIECE >= len(words) else f"{group} "
