"""Understands a question behind those before it: chooses the table, loads values, repairs typing slips."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from svcchat_magic.analyst.analyst import EarlierQuery, Tools
from svcchat_magic.analyst.follow_up import borrow, complete, follow, is_follow_up
from svcchat_magic.analyst.lexicon import lexicon
from svcchat_magic.analyst.obstacles import Obstacle
from svcchat_magic.analyst.planner import plan
from svcchat_magic.analyst.question_reader import Draft, read_question
from svcchat_magic.analyst.reading import Clause, Reading, lowered
from svcchat_magic.analyst.typo_repair import repaired
from svcchat_magic.analyst.vocabulary import Vocabulary, vocabulary_of
from svcchat_magic.analyst.words import Word, words_of
from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.model.model import Field

_REMEMBERED = 200  # earlier queries that a follow-up may reach back over


@dataclass(frozen=True, slots=True)
class Understanding:
    """What a question was read as; `readings` is empty when nothing to compute was found."""

    readings: tuple[Reading, ...] = ()
    vocabulary: Vocabulary | None = None
    clauses: tuple[Clause, ...] = ()
    unused: tuple[str, ...] = ()
    repairs: tuple[tuple[str, str], ...] = ()  # (typed, taken as)
    follows: EarlierQuery | None = None  # the earlier result that a follow-up builds on
    about_model: bool = False
    obstacles: tuple[Obstacle, ...] = ()  # what stops the answer; `readings` are then only a part of it
    defines: bool = False  # asks how a measure is defined


@dataclass(slots=True)
class Interpreter:
    """Reads the questions of one turn; keeps the vocabularies and values it has looked up."""

    tools: Tools
    today: date
    _plain: dict[str, Vocabulary] = field(default_factory=dict)
    _valued: dict[str, Vocabulary] = field(default_factory=dict)

    async def understand(self, question: str, earlier: Sequence[EarlierQuery]) -> Understanding:
        """The question, as a follow-up to the earlier ones where it only makes sense behind them."""
        words = words_of(question)
        if _asks_about_model(words):
            return Understanding(about_model=True)

        base, source = await self._before(earlier)
        return await self.understand_after(question, base, source)

    async def understand_after(
        self, question: str, base: Reading | None, source: EarlierQuery | None = None
    ) -> Understanding:
        """The question behind a reading that is already known."""
        draft, repairs = await self._draft(lexicon().spelt_out(words_of(question)), base)
        if draft is None:
            return Understanding()

        builds_on = (
            base if base and base.table == draft.vocabulary.table and is_follow_up(draft.clauses) else None
        )
        readings, left_over, stops = self._readings(draft, builds_on)
        unused = tuple(word.text for word in draft.unused)
        return Understanding(
            readings=readings,
            vocabulary=draft.vocabulary,
            clauses=draft.clauses,
            unused=(*unused, *left_over),
            repairs=repairs,
            follows=source if builds_on else None,
            obstacles=(*draft.obstacles, *stops),
            defines=_defines(words_of(question)) and draft.names_a_measure,
        )

    async def _before(self, earlier: Sequence[EarlierQuery]) -> tuple[Reading | None, EarlierQuery | None]:
        """The reading of the last question, folded from those before it, and its first result."""
        queries = list(earlier[-_REMEMBERED:])
        base: Reading | None = None
        source: EarlierQuery | None = None
        at = 0
        while at < len(queries):
            source = queries[at]
            understood = await self.understand_after(source.question, base)
            base = understood.readings[0] if understood.readings else base
            planned = sum(len(plan(each, self.today)) for each in understood.readings)
            at += _same_turn(queries, at, max(planned, 1))

        return base, source

    async def _draft(
        self, words: tuple[Word, ...], base: Reading | None
    ) -> tuple[Draft | None, tuple[tuple[str, str], ...]]:
        """Reads with names first; leftovers bring in the values, then the typo repair."""
        plain = [self._vocabulary(table.name) for table in self.tools.model.tables()]
        drafts = [read_question(words, each, lexicon(), self.today) for each in plain]
        if not drafts:
            return None, ()

        draft = max(drafts, key=lambda each: _fit(each, base))
        if not draft.unused:
            return draft, ()

        valued = await self._with_values(draft.vocabulary)
        draft = read_question(words, valued, lexicon(), self.today)
        unknown = [word.form for word in draft.unused]
        if not unknown:
            return draft, ()

        comparing = {word for phrase in lexicon().comparing for word in phrase}
        unknown = [form for form in unknown if form not in comparing]
        known = valued.words() | lexicon().words()
        fixed, repairs = repaired(words, unknown, known, valued.value_words())
        mended = read_question(fixed, valued, lexicon(), self.today)
        still_idle = {word.text for word in mended.unused}
        told = tuple(pair for pair in repairs if pair[0] not in still_idle)
        return (mended, told) if told else (draft, ())

    def _readings(
        self, draft: Draft, base: Reading | None
    ) -> tuple[tuple[Reading, ...], tuple[str, ...], tuple[Obstacle, ...]]:
        """The readings, words that none of them used, and what cannot be computed in them."""
        readings: list[Reading] = []
        stops: list[Obstacle] = []
        left_over: list[str] = []
        for clause in _with_shared(draft.clauses):
            previous = readings[0] if readings else base
            reading = self._reading(clause, draft.vocabulary, previous, is_first=not readings)
            if reading is None:
                continue

            fitted, words = _undated(reading, clause)
            readings.append(fitted)
            left_over.extend(words)
            stops.extend(_stops(fitted))

        return tuple(readings), tuple(left_over), tuple(stops)

    def _reading(
        self, clause: Clause, vocabulary: Vocabulary, previous: Reading | None, *, is_first: bool
    ) -> Reading | None:
        if previous is None:
            return complete(clause, vocabulary, self.today)

        if not is_first and clause.measures:
            return complete(borrow(previous, clause), vocabulary, self.today)

        return follow(previous, clause, self.today)

    def _vocabulary(self, table: str) -> Vocabulary:
        if table not in self._plain:
            self._plain[table] = vocabulary_of(self.tools.model, table, lexicon())

        return self._plain[table]

    async def _with_values(self, vocabulary: Vocabulary) -> Vocabulary:
        """Looks up the values of every string dimension, once a turn."""
        if vocabulary.table not in self._valued:
            texts = [each for each in vocabulary.dimensions if each.type == "string"]
            values = {each: await self._values_of(each) for each in texts}
            self._valued[vocabulary.table] = vocabulary.with_values(values, lexicon())

        return self._valued[vocabulary.table]

    async def _values_of(self, member: Field) -> tuple[str, ...]:
        try:
            return await self.tools.values(member.qualified)
        except (QueryRefused, EngineError):  # its words then count as not understood, which the answer says
            return ()


def _asks_about_model(words: tuple[Word, ...]) -> bool:
    forms = tuple(word.form for word in words if not word.is_mark)
    asked = [phrase for phrase in lexicon().about_model if forms[: len(phrase)] == phrase]
    return any(lexicon().fillers.issuperset(forms[len(phrase) :]) for phrase in asked)


def _fit(draft: Draft, base: Reading | None) -> tuple[bool, bool, bool, int, int, bool]:
    """A measure first, then more words with a meaning in fewer pieces, then the table asked before."""
    continues = base is not None and draft.vocabulary.table == base.table
    sound = not draft.misplaced and (continues or all(_ranks_something(each) for each in draft.clauses))
    ranks = any((each.limit or each.order or each.growth) and each.dimensions for each in draft.clauses)
    named = draft.names_a_measure or continues
    return named or ranks, sound, named, draft.covered, -draft.pieces, continues


def _ranks_something(clause: Clause) -> bool:
    return not (clause.order or clause.limit) or bool(clause.dimensions or clause.grain)


def _same_turn(queries: list[EarlierQuery], at: int, planned: int) -> int:
    """How many of the next queries belong to the turn that begins here."""
    turn = queries[at : at + planned]
    different = next(
        (index for index, each in enumerate(turn) if each.question != turn[0].question), len(turn)
    )
    return max(different, 1)


def _with_shared(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """A first clause without a measure or a period takes the only one that a later clause names."""
    if len(clauses) < 2:
        return clauses

    first, rest = clauses[0], clauses[1:]
    measures = next((each.measures for each in rest if each.measures), ())
    periods = [each.period for each in rest if each.period]
    period = first.period or (periods[0] if len(periods) == 1 else None)
    return replace(first, measures=first.measures or measures, period=period), *rest


def _undated(reading: Reading, clause: Clause) -> tuple[Reading, tuple[str, ...]]:
    """Takes back a period or unit of time where the table has none, and names it."""
    if reading.time is not None or not (clause.period or clause.grain):
        return reading, ()

    left_over = clause.period.label if clause.period else clause.grain
    return replace(reading, period=None, grain=""), (left_over,)


def _stops(reading: Reading) -> list[Obstacle]:
    """What cannot be computed although every word was read."""
    end = "lowest" if reading.order == "asc" else "highest"
    if (reading.limit is not None or reading.order) and not reading.grain and not reading.dimensions:
        return [Obstacle("unranked", f"{end} {lowered(reading.measures[0])}")]

    if reading.limit is not None and reading.grain and reading.dimensions:
        return [Obstacle("within_groups", f"by {reading.grain}")]

    if reading.growth and reading.grain and reading.dimensions:
        return [Obstacle("growth", f"by {reading.grain}")]

    sizes = [each for each in reading.dimensions if each.type == "number" and each.format]
    return [Obstacle("unranked", f"{end} {lowered(sizes[0])}")] if reading.assumed and sizes else []


def _defines(words: tuple[Word, ...]) -> bool:
    """`how is AOV computed`, `what does margin mean`."""
    start = tuple(word.text.lower() for word in words[:2])
    asks = start in (("how", "is"), ("how", "are"), ("what", "does"), ("what", "do"), ("what", "is"))
    return asks and any((word.form,) in lexicon().defining for word in words[2:])
