"""A question read to an analysis with its statement: links, candidates, the best of them, checked."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.assembling.assembly import Assembled, assembled
from svcchat_magic.analyst.constructions.grammar import FOLLOWING, GRAMMAR, TOP
from svcchat_magic.analyst.following.both_turns import asks_of_both, is_about_difference, of_both_turns
from svcchat_magic.analyst.following.follow_up import FollowUp
from svcchat_magic.analyst.following.listed_those import listing_those
from svcchat_magic.analyst.following.memory import Memory
from svcchat_magic.analyst.following.said_of_those import pointing, with_those
from svcchat_magic.analyst.following.times import counts_those, with_own_time, with_time_of_counted
from svcchat_magic.analyst.following.year_before import of_year_before
from svcchat_magic.analyst.intent.both_ends import tells_both_ends
from svcchat_magic.analyst.intent.directions import directed_first
from svcchat_magic.analyst.intent.documents import documents_first
from svcchat_magic.analyst.intent.first_groups import parted_unless_nested
from svcchat_magic.analyst.intent.kinds import read_with_kinds
from svcchat_magic.analyst.intent.learning import LEARNING, Learning
from svcchat_magic.analyst.intent.meant import as_meant
from svcchat_magic.analyst.intent.rows import rows_meant, with_rows
from svcchat_magic.analyst.intent.sorts import strange_sorts
from svcchat_magic.analyst.intent.times_done import untimed
from svcchat_magic.analyst.intent.undated import undated_new, undated_verbs
from svcchat_magic.analyst.language.both_ends import with_both_ends
from svcchat_magic.analyst.language.calendar_words import calendar_words
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.moments import with_moments_first
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.typo_repair import meant, unclipped
from svcchat_magic.analyst.language.usual_forms import in_usual_form
from svcchat_magic.analyst.lattice.appositives import without_appositives
from svcchat_magic.analyst.lattice.chart import Chart
from svcchat_magic.analyst.lattice.contexts import without_contexts
from svcchat_magic.analyst.lattice.lattice import lattice
from svcchat_magic.analyst.lattice.people import asks_who
from svcchat_magic.analyst.lattice.persons import with_persons
from svcchat_magic.analyst.lattice.plainly import said_plainly
from svcchat_magic.analyst.leftovers.cover import Cover, covers
from svcchat_magic.analyst.linking.calendar import calendar_of
from svcchat_magic.analyst.linking.catalog import Catalog, catalog_of
from svcchat_magic.analyst.linking.values import Values, found_values, look_ups
from svcchat_magic.analyst.meaning.tree import (
    Concept,
    Counted,
    Within,
)
from svcchat_magic.analyst.planning.assumed import are_numbers
from svcchat_magic.analyst.planning.completion import Completion
from svcchat_magic.analyst.planning.sources import Sources, sources_of
from svcchat_magic.analyst.planning.statements import Planner
from svcchat_magic.analyst.readings.compared import are_other_people, asks_for_change, distance, uncounted
from svcchat_magic.analyst.readings.definitions import defined, with_formula
from svcchat_magic.analyst.readings.drivers import Drivers
from svcchat_magic.analyst.readings.fitting import fitting, ranked
from svcchat_magic.analyst.readings.learning_values import LearningValues
from svcchat_magic.analyst.readings.learning_verbs import LearningVerbs
from svcchat_magic.analyst.readings.read import Read, planned_or_problem
from svcchat_magic.analyst.readings.strays import strays
from svcchat_magic.analyst.readings.things_meant import taken
from svcchat_magic.analyst.readings.whose_values import nearness
from svcchat_magic.analyst.readings.words_meant import read_anew
from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.search.value_lists import FoundValue, ValueSearch

MOST_TOKENS = 100  # of one question: what is read grows faster than its length
_AS_WELL = 0.7  # readings of about the same score fit the words as well
_TRIED = 10


@dataclass(slots=True)
class Reader:
    """Reads the questions of one turn over the model of its user."""

    tools: Tools
    today: date
    catalog: Catalog = field(init=False)
    sources: Sources = field(init=False)
    completion: Completion = field(init=False)
    drivers: Drivers = field(init=False)
    learning: tuple[Learning, ...] = field(init=False)
    searched: dict[ValueSearch, Sequence[FoundValue]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.catalog = catalog_of(self.tools.model)
        self.sources = sources_of(self.catalog)
        self.completion = Completion(self.catalog, self.sources, self.today)
        self.drivers = Drivers(self.catalog, self.sources, self.completion)
        asking = self.tools, self.sources
        self.learning = tuple(each(*asking) for each in LEARNING)

    async def read(self, question: str, memory: Memory | None = None) -> Read:
        """The reading of a question, behind the turn that `memory` is of."""
        said = with_those(in_usual_form(question), memory, self.catalog)
        ends = with_both_ends(said, self._is_column)
        found = await self._read(said, memory) if ends != said else None
        if found is not None and found.is_sure and found.best and tells_both_ends(found.best.analysis):
            return found

        return await self._read(ends, memory)

    def _is_column(self, phrase: tuple[str, ...]) -> bool:
        """Whether that is what a column is called, and no number of it."""
        found = (each.of for each in self.catalog.phrases.get(phrase, ()))
        return any(isinstance(each, Concept) and each.kind == "dimension" for each in found)

    async def _read(self, said: tuple[Token, ...], memory: Memory | None) -> Read:
        tokens, memory = of_year_before(said, memory, self.today)
        tokens = await LearningVerbs(self.tools, self.catalog).in_plain_words(with_moments_first(tokens))
        tokens = with_persons(said_plainly(tokens, self.catalog, follows=memory is not None), self.catalog)
        if len(tokens) > MOST_TOKENS:
            return Read(
                tokens, problem=f"what a question of more than {MOST_TOKENS} words asks; ask it in parts"
            )

        if memory is not None and (both := self._of_both(tokens, memory)) is not None:
            return both

        values, calendar = await self._values(tokens), calendar_of(self.tools.model, self.today)
        learning = LearningValues(self.tools, self.sources, calendar)
        values = await learning.with_learnt(tokens, values, memory.analysis if memory else None)
        tokens = without_contexts(without_appositives(tokens, values), values, self.catalog)
        found = self._read_as_meant(tokens, values, memory)
        if any([await each.learns(found) for each in self.learning]):
            found = self._read_as_meant(tokens, values, memory)

        def again(words: tuple[Token, ...]) -> Read:
            return self.read_tokens(with_persons(words, self.catalog), values, memory)

        found = defined(found, again, self.catalog)
        if not found.unknown:
            return replace(found, taken=taken(found, self.catalog))

        mended, repairs = self._repaired(tokens, values, found)
        repairs = repairs or rows_meant(tokens, found, self.catalog)
        if not repairs:
            return read_anew(found, again, self.catalog)

        fixed = again(with_rows(mended, repairs, self.catalog))
        return replace(fixed, repairs=repairs) if len(fixed.unknown) < len(found.unknown) else found

    def _of_both(self, tokens: tuple[Token, ...], memory: Memory) -> Read | None:
        """What was asked in two turns taken together, where nothing else is said."""
        if not asks_of_both(tokens):
            return None

        if (both := of_both_turns(tokens, memory)) is None:
            return None if is_about_difference(tokens) else Read(tokens, problem="which of them are meant")

        planned, problem = planned_or_problem(Planner(self.sources), self.completion.of(both))
        return Read(tokens, Assembled(both, 0.0, Cover(), follows=True, said=both), planned, problem)

    async def read_with_formula(self, lead: Read, told: Read) -> Read | None:
        """Both parts in one, where the second one is the formula of what the first one asks for."""
        values = await self._values((*lead.tokens, *told.tokens))
        return with_formula(
            lead, told, lambda words: self.read_tokens(with_persons(words, self.catalog), values)
        )

    def _read_as_meant(self, tokens: tuple[Token, ...], values: Values, memory: Memory | None) -> Read:
        return read_with_kinds(
            lambda words, known: self.read_tokens(words, known, memory), tokens, values, self.catalog
        )

    async def read_all(self, question: str, memory: Memory | None = None) -> tuple[Read, ...]:
        """The readings of a question that may be several, each behind the one before it."""
        first = await self.read(question, memory)
        if first.best and first.best.stops == ("why",) and asks_for_change(first.best.analysis):
            return self.drivers.of(first, first.best)

        parts = parted_unless_nested(first.best.cover, first.tokens) if first.best else ()
        if len(parts) < 2:
            return (first,)

        asked = [assembled(each, first.tokens) for each in parts]
        periods = {each for one in asked for each in one.analysis.where if isinstance(each, Within)}
        found = []
        for each in asked:
            analysis = each.analysis
            if len(periods) == 1 and not any(isinstance(one, Within) for one in analysis.where):
                analysis = replace(analysis, where=(*analysis.where, *periods))

            planned, problem = planned_or_problem(Planner(self.sources), self.completion.of(analysis))
            found.append(
                Read(
                    first.tokens,
                    replace(each, analysis=analysis),
                    planned,
                    problem,
                    first.repairs,
                    chart=first.chart,
                )
            )

        return tuple(found)

    def read_tokens(self, tokens: tuple[Token, ...], values: Values, memory: Memory | None = None) -> Read:
        """The reading with values that are known already."""
        chart, readings = self.readings(tokens, values, follows=memory is not None)
        return replace(self.behind(tokens, readings, memory), chart=chart)

    def readings(
        self, tokens: tuple[Token, ...], values: Values, *, follows: bool
    ) -> tuple[Chart, list[Assembled]]:
        """What words can say by themselves, with every meaning of them; one that follows may be an edit."""
        chart = lattice(tokens, self.catalog, values, calendar_of(self.tools.model, self.today))
        chart.build(GRAMMAR)
        found = covers(chart, tokens, FOLLOWING if follows else TOP)
        return chart, [assembled(each, tokens, follows=follows) for each in found]

    def behind(self, tokens: tuple[Token, ...], readings: Sequence[Assembled], memory: Memory | None) -> Read:
        """The best of these readings, behind the turn that `memory` is of."""
        if memory is not None:
            before = memory.analysis
            known, counted = (
                FollowUp(replace(memory, analysis=dated(before, self.catalog)), self.catalog)
                for dated in (with_own_time, with_time_of_counted)
            )
            readings = [
                each
                for read in ranked(pointing(readings, tokens))
                for each in (counted if counts_those(read.refers) else known).readings(read)
            ]
            readings = listing_those(readings, tokens, memory, self.catalog)

        return self._best(tokens, ranked(readings))

    def _best(self, tokens: tuple[Token, ...], read: list[Assembled]) -> Read:
        """The best reading that can be computed, of those that fit the words about as well as the best.

        A reading that fits them worse is another question: then this one cannot be computed.
        """
        planner = Planner(self.sources)
        near = [each for each in read[:_TRIED] if each.score >= read[0].score - _AS_WELL]
        near = [as_meant(tokens, each, self.sources) for each in near]
        near = [each if self._counts(each) else uncounted(each, self.sources) for each in near]
        tried = [(each, *planned_or_problem(planner, self.completion.of(each.analysis))) for each in near]
        done = [
            (
                replace(
                    each,
                    score=each.score
                    - distance(planned, self.catalog)
                    - strays(planned.analysis, self.sources),
                ),
                planned,
            )
            for each, planned, _ in tried
            if planned is not None
        ]
        done = directed_first(tokens, documents_first(done, self.sources))
        if not done:
            return Read(tokens, tried[0][0], None, tried[0][2]) if tried else Read(tokens)

        done.sort(key=lambda pair: nearness(tokens, pair[0].analysis, self.sources))
        best, planned = fitting(done, self.catalog)
        passed = [*undated_verbs(tokens, best, planned, self.catalog), *untimed(tokens, best, self.sources)]
        passed += (*undated_new(tokens, best, self.catalog), *strange_sorts(tokens, best, self.sources))
        best = replace(best, dropped=(*best.dropped, *passed))
        others = tuple(each for each, _ in done if each is not best)
        if asks_who(tokens) is not None and any(are_other_people(best, each) for each in others):
            best = replace(best, dropped=(*best.dropped, "who"))

        return Read(tokens, best, planned, others=others)

    def _counts(self, read: Assembled) -> bool:
        """Whether rows are counted that a question only names: those of measurements are never meant."""
        first = next(iter(read.analysis.quantities), None) if read.is_implied else None
        return not (isinstance(first, Counted) and are_numbers(first.entity.cube, self.catalog))

    async def _values(self, tokens: Sequence[Token]) -> Values:
        found: Values = {}
        for look_up in look_ups(tokens, self.catalog):
            try:
                if look_up.search not in self.searched:  # a part is read alone and behind the one before
                    self.searched[look_up.search] = await self.tools.find_values(look_up.search)
            except (QueryRefused, EngineError):
                continue  # its words then count as not understood, which the answer says

            found = found_values(look_up, self.searched[look_up.search], found)

        return found

    def _repaired(
        self, tokens: tuple[Token, ...], values: Values, read: Read
    ) -> tuple[tuple[Token, ...], tuple[tuple[str, str], ...]]:
        words = keywords()
        known = {*self.catalog.words, *words.light, *words.units, *calendar_words().long_words}
        known |= {word for phrase in (*values, *words.meanings) for word in phrase}
        fixed, pairs = list(tokens), []
        for at in (place for place, each in enumerate(tokens) if each.text in read.unknown):
            fix = unclipped(tokens[at].form, self.catalog.words) or meant(tokens[at].form, known)
            if fix and fix != tokens[at].form:
                fixed[at] = replace(tokens[at], form=fix)
                pairs.append((tokens[at].text, fix))

        return tuple(fixed), tuple(pairs)
