"""A question read to an analysis with its statement: links, candidates, the best of them, checked."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.follow_up import edited
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import lexicon
from svcchat_magic.analyst.language.periods import add, whole
from svcchat_magic.analyst.language.tokens import Token, tokens_of
from svcchat_magic.analyst.language.typo_repair import meant
from svcchat_magic.analyst.linking.catalog import Catalog, catalog_of
from svcchat_magic.analyst.linking.values import Values, found_values, look_ups
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Analysis,
    ByBucket,
    ByEntity,
    ByMember,
    ByTime,
    Compared,
    Concept,
    Contains,
    Counted,
    DatedLast,
    Derived,
    Group,
    IsIn,
    Missing,
    Quantity,
    Within,
    cubes_of,
)
from svcchat_magic.analyst.parsing.assembly import Assembled, assembled
from svcchat_magic.analyst.parsing.constructions import ROWS_OF_FACT
from svcchat_magic.analyst.parsing.cover import covers, parted
from svcchat_magic.analyst.parsing.grammar import FOLLOWING, GRAMMAR, TOP
from svcchat_magic.analyst.parsing.lattice import lattice
from svcchat_magic.analyst.parts import parts_of
from svcchat_magic.analyst.planning.planned import CannotPlan, Planned
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.planning.statements import Planner
from svcchat_magic.errors import EngineError, QueryRefused

_DRIVERS = 3  # dimensions along which a change is told
MOST_TOKENS = 100  # of one question: what is read grows faster than its length
_AS_WELL = 0.7  # readings of about the same score fit the words as well
_TRIED = 10
_MOST_REFERRED = 50  # rows that `them` stands for
_REMEMBERED = 12  # earlier questions that a follow-up may reach back over


@dataclass(frozen=True, slots=True)
class Read:
    """What a question was read as."""

    tokens: tuple[Token, ...]
    best: Assembled | None = None
    planned: Planned | None = None
    problem: str = ""  # why nothing was planned
    repairs: tuple[tuple[str, str], ...] = ()
    others: tuple[Assembled, ...] = ()

    @property
    def unknown(self) -> tuple[str, ...]:
        """Words that nothing took."""
        if self.best is None:
            return ()

        return (*(self.tokens[at].text for at in self.best.cover.unknown), *self.best.dropped)

    @property
    def is_sure(self) -> bool:
        """Whether every word was used and the whole can be computed."""
        stopped = self.best is not None and bool(self.best.stops or self.best.dropped)
        return self.planned is not None and not self.unknown and not stopped


@dataclass(slots=True)
class Reader:
    """Reads the questions of one turn over the model of its user."""

    tools: Tools
    today: date
    catalog: Catalog = field(init=False)
    sources: Sources = field(init=False)

    def __post_init__(self) -> None:
        self.catalog = catalog_of(self.tools.model, lexicon())
        self.sources = Sources(self.catalog)

    async def read(self, question: str, before: Analysis | None = None) -> Read:
        """The reading of a question, as an edit of the analysis before where it only makes sense so."""
        tokens = tokens_of(question)
        if len(tokens) > MOST_TOKENS:
            return Read(tokens, problem=f"a question of more than {MOST_TOKENS} words; ask it in parts")

        values = await self._values(tokens)
        found = self.read_tokens(tokens, values, before)
        if before is not None and found.best and (found.best.refers or found.best.has_pronoun):
            found = await self._bound(found, found.best, before)

        if not found.unknown:
            return found

        mended, repairs = self._repaired(tokens, found)
        if not repairs:
            return found

        again = self.read_tokens(mended, values, before)
        return replace(again, repairs=repairs) if len(again.unknown) < len(found.unknown) else found

    async def read_all(self, question: str, before: Analysis | None = None) -> tuple[Read, ...]:
        """The readings of a question that may be several, each behind the one before it."""
        first = await self.read(question, before)
        if first.best and first.best.stops == ("why",) and first.best.analysis.quantities:
            return self._drivers(first, first.best)

        parts = parted(first.best.cover, first.tokens) if first.best else ()
        if len(parts) < 2:
            return (first,)

        asked = [assembled(each, first.tokens) for each in parts]
        periods = {each for one in asked for each in one.analysis.where if isinstance(each, Within)}
        found = []
        for each in asked:
            analysis = each.analysis
            if len(periods) == 1 and not any(isinstance(one, Within) for one in analysis.where):
                analysis = replace(analysis, where=(*analysis.where, *periods))

            planned, problem = _planned(Planner(self.sources), self._with_rows(analysis))
            found.append(
                Read(first.tokens, replace(each, analysis=analysis), planned, problem, first.repairs)
            )

        return tuple(found)

    async def _bound(self, read: Read, best: Assembled, before: Analysis) -> Read:
        """`that doctor`, `them`: the rows of the result before, by their names."""
        planned, _ = _planned(Planner(self.sources), self._with_rows(before))
        meant = [_concept_of(each, self.catalog) for each in best.refers] or [None]
        if planned is None:
            return read

        named = [
            (at, concept)
            for at, column in enumerate(planned.columns)
            if column.role == "group"
            and (concept := _concept_of(column.of, self.catalog)) is not None
            and (meant == [None] or concept in meant)
        ]
        if not named:
            return replace(read, planned=None, problem="which rows are meant")

        at, concept = named[-1]
        try:
            rows = await self.tools.run_sql(planned.sql)
        except (QueryRefused, EngineError):
            return replace(read, planned=None, problem="which rows are meant")

        values = tuple(dict.fromkeys(row[at] for row in rows.rows[:_MOST_REFERRED] if row[at] is not None))
        analysis = best.analysis
        if not best.follows:
            periods = [each for each in before.where if isinstance(each, Within)]
            kept = () if any(isinstance(each, Within) for each in analysis.where) else tuple(periods)
            analysis = replace(analysis, where=(*analysis.where, *kept))

        analysis = replace(analysis, where=(*analysis.where, IsIn(concept, values)))
        if best.has_pronoun and ByMember(concept) not in analysis.groups and len(values) > 1:
            analysis = replace(analysis, groups=(ByMember(concept), *analysis.groups))

        planned, problem = _planned(Planner(self.sources), self._with_rows(analysis))
        return replace(
            read, best=replace(best, analysis=analysis, follows=True), planned=planned, problem=problem
        )

    def _drivers(self, read: Read, best: Assembled) -> tuple[Read, ...]:
        """`why did revenue fall in 2024`: where it changed, group by group of the nearest dimensions."""
        rising = best.analysis.derived is None or best.analysis.derived.descending is not False
        derived = Derived(
            "change",
            against=best.analysis.derived.against if best.analysis.derived else "",
            descending=rising,
        )
        analysis = replace(best.analysis, derived=derived, quantities=best.analysis.quantities[:1])
        found = []
        for dimension in self._near_dimensions(analysis)[:_DRIVERS]:
            asked = self._with_rows(replace(analysis, groups=(ByMember(dimension),)))
            planned, problem = _planned(Planner(self.sources), asked)
            if planned:
                found.append(
                    replace(
                        read, best=replace(best, analysis=asked, stops=()), planned=planned, problem=problem
                    )
                )

        return tuple(found) or (read,)

    def _near_dimensions(self, analysis: Analysis) -> list[Concept]:
        """Texts that the rows of a quantity have one value of, the nearest first; no names of single rows."""
        home = next(iter(cubes_of(analysis.quantities[0])))
        fixed = {each.of for each in analysis.where if isinstance(each, IsIn)}
        near = [
            each
            for each in self.catalog.concepts
            if each.kind == "dimension"
            and each.type == "string"
            and not each.primary_key
            and each not in fixed
            and not each.name.endswith(
                ("name", "id", "email", "code", "phone", "address", "description", "title")
            )
            and self.sources.graph.reaches(home, each.cube, to_one=True)
        ]
        return sorted(near, key=lambda each: self.sources.distance(home, each.cube))

    async def before(self, questions: Sequence[str]) -> Analysis | None:
        """What was understood last: read again from the last question that stands for itself."""
        start = len(questions)
        while start > 0 and start > len(questions) - _REMEMBERED:
            start -= 1
            if not self._leans(tokens_of(questions[start])):
                break

        found: Analysis | None = None
        for question in questions[start:]:
            for part in parts_of(question):
                for read in await self.read_all(part, found):
                    if read.best is not None and not read.best.analysis.is_empty:
                        found = read.best.analysis

        return found

    def _leans(self, tokens: tuple[Token, ...]) -> bool:
        """Whether a question has no quantity of its own or says that it goes on."""
        best = self.read_tokens(tokens[:MOST_TOKENS], {}, Analysis()).best
        return best is None or best.follows

    def read_tokens(self, tokens: tuple[Token, ...], values: Values, before: Analysis | None = None) -> Read:
        """The reading with values that are known already."""
        chart = lattice(tokens, self.catalog, values, self.today)
        chart.build(GRAMMAR)
        found = covers(chart, tokens, TOP if before is None else FOLLOWING)
        ranked = sorted(
            (assembled(each, tokens, follows=before is not None) for each in found),
            key=lambda each: -each.score,
        )
        ranked = _distinct(ranked)
        if before is not None:
            ranked = _after(before, ranked)

        return self._best(tokens, ranked)

    def _best(self, tokens: tuple[Token, ...], ranked: list[Assembled]) -> Read:
        """The best reading that can be computed, of those that fit the words about as well as the best.

        A reading that fits them worse is another question: then this one cannot be computed.
        """
        planner = Planner(self.sources)
        near = [each for each in ranked[:_TRIED] if each.score >= ranked[0].score - _AS_WELL]
        tried = [(each, *_planned(planner, self._with_rows(each.analysis))) for each in near]
        done = [(each, planned) for each, planned, _ in tried if planned is not None]
        if not done:
            return Read(tokens, tried[0][0], None, tried[0][2]) if tried else Read(tokens)

        best, planned = max(done, key=lambda pair: pair[0].score - _distance(pair[1]))
        others = tuple(each for each, _ in done if each is not best)
        return Read(tokens, best, planned, others=others)

    def _with_rows(self, analysis: Analysis) -> Analysis:
        """`count by status` counts the rows of the table that has a status."""
        analysis = replace(analysis, quantities=tuple(map(self._named, analysis.quantities)))
        analysis = self._with_period(analysis)
        if analysis.rows_of and not analysis.rows_of.noun:
            analysis = replace(analysis, rows_of=self.catalog.entities[analysis.rows_of.cube])

        if not any(isinstance(each, Counted) and not each.entity.cube for each in analysis.quantities):
            return analysis

        cube = self._counted_cube(analysis)
        entity = self.catalog.entities.get(cube)
        if entity is None:
            return analysis

        counted = tuple(
            replace(each, entity=entity) if isinstance(each, Counted) and not each.entity.cube else each
            for each in analysis.quantities
        )
        rank = analysis.rank
        if rank and isinstance(rank.by, Counted) and not rank.by.entity.cube:
            rank = replace(rank, by=replace(rank.by, entity=entity))

        return replace(analysis, quantities=counted, rank=rank)

    def _with_period(self, analysis: Analysis) -> Analysis:
        """A change without a period or a unit of time is that of the last full year."""
        derived = analysis.derived
        timed = any(isinstance(each, ByTime) for each in analysis.groups)
        if (
            derived is None
            or derived.kind != "change"
            or timed
            or any(isinstance(each, Within) for each in analysis.where)
        ):
            return analysis

        unit = derived.against if derived.against in ("month", "quarter", "week", "day") else "year"
        period = whole(add(self.today, unit, -1), unit)
        return replace(analysis, where=(*analysis.where, Within(period)))

    def _named(self, quantity: Quantity) -> Quantity:
        """An entity gets its noun; its last day is that of the time which dates it."""
        if isinstance(quantity, Counted) and quantity.entity.cube and not quantity.entity.noun:
            return replace(quantity, entity=self.catalog.entities[quantity.entity.cube])

        if not isinstance(quantity, DatedLast):
            return quantity

        time = self.sources.dates(quantity.entity.cube or self.sources.main_cube())
        return Aggregated(quantity.function, time) if time else quantity

    def _counted_cube(self, analysis: Analysis) -> str:
        """Whose rows are counted where only `count` or `the busiest` was said."""
        cubes = [each for group in analysis.groups for each in _cubes_of_group(group)]
        cubes += [
            each.of.cube for each in analysis.where if isinstance(each, IsIn | Compared | Contains | Missing)
        ]
        if not cubes:
            return self.sources.main_cube()

        cube = cubes[0]
        often = any(
            isinstance(each, Counted) and each.entity.noun == ROWS_OF_FACT for each in analysis.quantities
        )
        return (
            self.sources.fact_of(self.catalog.entities[cube])
            if often and cube in self.catalog.entities
            else cube
        )

    async def _values(self, tokens: Sequence[Token]) -> Values:
        found: Values = {}
        for look_up in look_ups(tokens, self.catalog):
            try:
                rows = await self.tools.run_sql(look_up.sql)
            except (
                QueryRefused,
                EngineError,
            ):  # its words then count as not understood, which the answer says
                continue

            found = found_values(look_up, rows.rows, found)

        return found

    def _repaired(
        self, tokens: tuple[Token, ...], read: Read
    ) -> tuple[tuple[Token, ...], tuple[tuple[str, str], ...]]:
        words = keywords()
        known = self.catalog.words() | {each for phrase in words.meanings for each in phrase} | words.light
        unknown = set(read.best.cover.unknown) if read.best else set()
        fixed = list(tokens)
        pairs = []
        for at in sorted(unknown):
            fix = meant(tokens[at].form, known)
            if fix:
                fixed[at] = replace(tokens[at], form=fix)
                pairs.append((tokens[at].text, fix))

        return tuple(fixed), tuple(pairs)


def _goes_on(read: Assembled) -> bool:
    """Whether a question goes on from the one before."""
    analysis = read.analysis
    named = bool(analysis.quantities) and not read.is_implied
    stands = named or analysis.rows_of is not None or analysis.values_of is not None
    return not stands or bool(read.edits or read.shift or read.released)


def _after(before: Analysis, ranked: list[Assembled]) -> list[Assembled]:
    """The readings as edits of the analysis before, where they do not stand for themselves."""
    found = []
    for each in ranked:
        if not _goes_on(each):
            found.append(each)
            continue

        said = each.analysis
        if each.is_implied or said.is_assumed:
            said = replace(said, quantities=(), is_assumed=True)

        analysis = edited(before, said, each.edits, each.shift, each.released)
        found.append(replace(each, analysis=analysis, follows=True))

    return found


def _planned(planner: Planner, analysis: Analysis) -> tuple[Planned | None, str]:
    try:
        return planner.plan(analysis), ""
    except CannotPlan as problem:
        return None, str(problem)


def _distance(planned: Planned) -> float:
    """How far what is asked is spread over tables: of two readings the nearer one is meant."""
    analysis = planned.analysis
    homes = {cube for quantity in analysis.quantities for cube in cubes_of(quantity)}
    others = [cube for group in analysis.groups for cube in _cubes_of_group(group) if cube not in homes]
    return 0.02 * len(planned.source.tables) + 0.25 * len(others)


def _concept_of(group: object, catalog: Catalog) -> Concept | None:
    """The dimension whose values tell the rows of a group."""
    match group:
        case ByMember():
            return group.of
        case ByEntity():
            return catalog.name_of(group.entity) or catalog.key_of(group.entity)
        case _:
            return None


def _cubes_of_group(group: Group) -> tuple[str, ...]:
    match group:
        case ByMember() | ByBucket():
            return (group.of.cube,)
        case ByEntity():
            return (group.entity.cube,)
        case _:
            return ()


def _distinct(ranked: list[Assembled]) -> list[Assembled]:
    found: dict[Analysis, Assembled] = {}
    for each in ranked:
        found.setdefault(each.analysis, each)

    return list(found.values())
