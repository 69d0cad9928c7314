"""One turn of the offline analyst: parts are read, their statements run, and what came of it remembered."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from svcchat_magic.analyst.analyst import Task, Tools
from svcchat_magic.analyst.carried_on import with_part
from svcchat_magic.analyst.clarifying import Clarification, Clarifying
from svcchat_magic.analyst.events import Event, SqlFailed, SqlFinished, SqlStarted
from svcchat_magic.analyst.few_groups import of_each
from svcchat_magic.analyst.following.choices import picked
from svcchat_magic.analyst.following.memory import Memory, Shown, shown, unpacked
from svcchat_magic.analyst.language.answer_words import AnswerWords, answer_words
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.purposes import without_purpose
from svcchat_magic.analyst.language.spoken import Spoken, spoken
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.language.words import plain_text
from svcchat_magic.analyst.meaning.tree import Measured
from svcchat_magic.analyst.natural_units import in_natural_unit
from svcchat_magic.analyst.planning.planned import Planned
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.readings.behind import behind_of
from svcchat_magic.analyst.readings.lead_ins import led_in
from svcchat_magic.analyst.readings.looked_up import looked_up
from svcchat_magic.analyst.readings.nameless import named_instead
from svcchat_magic.analyst.readings.parts import parts_of
from svcchat_magic.analyst.readings.read import Read, is_one
from svcchat_magic.analyst.readings.to_come import with_what_is_planned
from svcchat_magic.analyst.refusal import asks_how
from svcchat_magic.analyst.rules import rules_about
from svcchat_magic.analyst.telling.additivity import is_additive
from svcchat_magic.analyst.telling.charting import chart_of
from svcchat_magic.analyst.telling.formulas import formulas
from svcchat_magic.analyst.telling.query import Query
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.told import told_query
from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.query.query import Rows

_MOST_PARTS = 20  # of one question
_MOST_NAMED = 6
_MOST_SHOWN = 3  # results that a follow-up can refer to


@dataclass(slots=True)
class Turn:
    """The statements of one turn and what came of them."""

    task: Task
    tools: Tools
    reader: Reader
    new_uuid: Callable[[], str]
    spoken: Spoken = field(init=False)  # the question as it was typed; that of the task is in English
    memory: Memory | None = None  # of the turn before
    reads: list[Read] = field(default_factory=list)
    queries: list[tuple[Query, Planned]] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    seen: list[Shown] = field(default_factory=list)  # the results, as the next turn may refer to them
    failures: list[str] = field(default_factory=list)
    has_more: bool = False  # parts that are not answered
    chosen: str = ""  # the label that picked one of the choices before
    asks_back: Clarification | None = None

    def __post_init__(self) -> None:
        self.spoken = spoken(self.task.question, self.reader.catalog.names)
        self.task = replace(self.task, question=without_purpose(self.spoken.text))
        self.memory = unpacked(self.task.remembered, self.reader.catalog)

    def ask_instead(self, question: str) -> None:
        """Read this question, which asks for the same, where there is one."""
        self.task = replace(self.task, question=question) if question else self.task

    async def read(self) -> None:
        """Read every part of the question, each behind the one before it."""
        behind = self.memory
        if choice := picked(self.task.question, behind.choices if behind else ()):
            self.chosen, behind = choice.label, None if choice.is_whole else behind
            self.task = replace(self.task, question=choice.question)

        parts = await self._parts()
        self.has_more = len(parts) > _MOST_PARTS
        for part in parts[:_MOST_PARTS]:
            reads = await self.reader.read_all(part, behind)
            if (
                _points_back(reads)
                and (earlier := await looked_up(behind, self.reads, self.tools)) is not behind
            ):
                reads = await self.reader.read_all(part, earlier)

            if (whole := await self._led_in(part)) is not None:
                self.reads, reads = [], (whole,)
            elif self.reads and len(reads) == 1:
                self.reads, reads = with_part(self.task.question, self.reads, part, reads[0], self.reader)

            self.reads += reads
            behind = behind_of(reads, behind)

        self.reads = [await with_what_is_planned(each, self.tools, self.task.today) for each in self.reads]
        if len(self.reads) == 1:
            asked = self.task.question, self.reads[0], self.reader, self.memory
            self.reads[0] = await in_natural_unit(*asked)

        if len(self.reads) == 1 and self.stops is None and not self.chosen:
            self.reads[0] = await of_each(self.task.question, self.reads[0], self.reader, self.memory)
            clarifying = Clarifying(self.reader, self.memory, self.words)
            self.asks_back = await clarifying.of(self.task.question, self.reads[0])

        self.queries = [(self._query(each.planned), each.planned) for each in self.reads if each.planned]

    async def _led_in(self, part: str) -> Read | None:
        """The reading of a part that puts the one before it more exactly."""
        if len(self.reads) != 1:
            return None

        told, reader = await self.reader.read_all(part), self.reader
        first, last = self.reads[0], told[0]
        whole = led_in(first, last, reader.completion, reader.sources) if len(told) == 1 else None
        return whole or await reader.read_with_formula(first, last)

    async def _parts(self) -> tuple[str, ...]:
        """Several questions, unless the last one only says what else a list or a table is to show."""
        parts = parts_of(self.task.question)
        if len(parts) < 2:
            return parts

        whole = await self.reader.read(self.task.question, self.memory)
        return (self.task.question,) if is_one(whole) else parts

    @property
    def words(self) -> AnswerWords:
        """The language of the question, which is that of the answer."""
        return answer_words(self.spoken.language)

    @property
    def stops(self) -> Read | None:
        """The first part that cannot be answered; nothing is computed then."""
        unsure = (each for each in self.reads if not each.is_sure)
        stopped = next(unsure, None)
        if stopped is not None or not self.reads:
            return stopped.typed(self.spoken) if stopped else Read(())

        first = self.reads[0]
        defines = asks_how(self.task.question) and first.best and not first.best.analysis.groups
        return first if defines else None

    @property
    def defines(self) -> bool:
        """Whether it is asked how a measure is defined."""
        best = self.stops.best if self.stops else None
        measured = best is not None and any(isinstance(each, Measured) for each in best.analysis.quantities)
        return asks_how(self.task.question) and measured

    @property
    def follows(self) -> bool:
        """Whether the question goes on from the turn before."""
        return self.memory is not None and any(each.best and each.best.follows for each in self.reads)

    def left(self) -> Memory | None:
        """What the next turn is to remember."""
        behind = behind_of(self.reads, self.memory)
        if self.asks_back is not None:
            follows = self.reads[0].best is not None and self.reads[0].best.follows
            before = self.memory if follows and self.memory else behind
            return replace(before, choices=self.asks_back.choices) if before else None

        if behind is None or not self.seen:
            return behind

        return replace(behind, shown=tuple(self.seen[-_MOST_SHOWN:]))

    async def run(self, call: int) -> AsyncIterator[Event]:
        """Run one of the queries; a refused or failed one is part of the answer (7, tool errors)."""
        query, planned = self.queries[call]
        yield SqlStarted(
            call=call,
            sql=query.sql,
            title=query.title,
            description=query.description,
            user_request=self.spoken.question,
            memory_id=self._source_uuid(),
        )
        try:
            rows = await self.tools.run_sql(query.sql)
        except (QueryRefused, EngineError) as failure:
            why = plain_text(str(failure))
            self.failures.append(self.words.say("failed", title=plain_text(query.title), why=why))
            yield SqlFailed(call, str(failure))
            return

        uuid = self.new_uuid()
        if self._is_named_next(planned, rows):
            yield SqlFinished(call, rows, uuid, "")
            return

        yield SqlFinished(call, rows, uuid, chart_of(self.keep((query, planned), rows, uuid)))

    def _is_named_next(self, planned: Planned, rows: Rows) -> bool:
        """Whether the rows have no name, and a query that finds one is to run behind the others."""
        found = named_instead(planned, rows, self.reader.completion, self.reader.sources)
        if found:
            self.queries.append((self._query(found[0]), found[0]))
            what = plain_text(self.words.lower(found[1].title))
            self.failures.append(self.words.say("nameless first", what=what))

        return found is not None

    def keep(self, asked: tuple[Query, Planned], rows: Rows, uuid: str) -> Result:
        """The rows of a query, as what is told and what the next turn may refer to."""
        (query, planned), model = asked, self.tools.model
        self.seen.append(shown(planned, rows, uuid))
        additive = frozenset(each.name for each in query.measures if is_additive(model, each, query))
        result = Result(len(self.results), query, rows, additive, self.task.today)
        self.results.append(result)
        return result

    def notes(self) -> Iterator[str]:
        """Failures, and what was taken for something else."""
        yield from self.failures
        if self.has_more:
            yield self.words.say("first parts", count=len(self.queries))

        if repairs := [pair for each in self.reads for pair in (*each.repairs, *each.taken)]:
            yield self.words.say("I took", taken=_taken(repairs, self.words))

        noted = dict.fromkeys(note for each in self.reads if each.best for note in each.best.notes)
        yield from (*map(self.words.say, noted), *formulas((each for each, _ in self.queries), self.words))
        if self.follows and self.memory and self.memory.lost:
            lost = [f"*{plain_text(each)}*" for each in self.memory.lost[:_MOST_NAMED]]
            yield self.words.say("still without", words=self.words.listed(lost))

        assumed = [query for query, _ in self.queries if query.reading.assumed and query.measures]
        if assumed:
            measure = self.words.lower(assumed[0].measures[0].title)
            yield self.words.say("took measure", what=plain_text(measure))

        if said := rules_about(self.results, self.task.rules):
            yield plain_text(" ".join(said))

    def reading_sentence(self) -> str:
        """What the question was read as."""
        if self.asks_back is not None:
            labels = ", ".join(each.label for each in self.asks_back.choices)
            return self.words.say("several fit", labels=plain_text(labels))

        stops = self.stops
        if stops is not None:
            unknown = (
                f": *{'*, *'.join(map(plain_text, stops.unknown[:_MOST_NAMED]))}*" if stops.unknown else ""
            )
            return self.words.say("stopped at", words=unknown)

        told = self.words.say("then").join(query.describe() for query, _ in self.queries)
        follow = self.words.say("a follow-up") if self.follows else ""
        choice = self.words.say("the choice", choice=plain_text(self.chosen)) if self.chosen else ""
        follow = choice or follow
        fixed = "".join(
            self.words.say("took as", typed=plain_text(typed), meant=plain_text(taken))
            for each in self.reads
            for typed, taken in each.repairs
        )
        return self.words.say("read as", follow=follow, told=told, fixed=fixed)

    def search_words(self) -> str:
        """The members that were read, else the question's own content words."""
        if self.stops is None:
            queries = [query for query, _ in self.queries]
            named = [each.title for query in queries for each in (*query.measures, *query.dimensions)]
            grains = [query.grain for query in queries if query.grain]
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

    def _source_uuid(self) -> str:
        """The result that this turn follows from."""
        return self.memory.shown[-1].uuid if self.follows and self.memory and self.memory.shown else ""

    def _query(self, planned: Planned) -> Query:
        home = next((each.cube for each in planned.source.fields.values()), "")
        usual = self.reader.sources.dates(planned.source.root or home)
        is_named = usual is not None and self.reader.sources.usual.is_chosen(usual)
        return told_query(planned, None if is_named else usual, self.words)


def _points_back(reads: Sequence[Read]) -> bool:
    return any(each.best and each.best.refers for each in reads)


def _taken(repairs: Sequence[tuple[str, str]], words: AnswerWords) -> str:
    return words.listed(
        [words.say("taken as", typed=plain_text(typed), meant=plain_text(meant)) for typed, meant in repairs]
    )
