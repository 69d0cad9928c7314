"""What a question leaves open, filled in: whose rows are counted, and which period a change is of."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from svcchat_magic.analyst.constructions.constructions import ROWS_OF_FACT
from svcchat_magic.analyst.language.periods import add, whole
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.filtered import filtered_by
from svcchat_magic.analyst.meaning.cubes import cubes_of, cubes_of_group
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Analysis,
    Bound,
    ByEntity,
    ByMember,
    ByPart,
    ByTime,
    Compared,
    Concept,
    Condition,
    Contains,
    Counted,
    DatedLast,
    Distinct,
    Exists,
    IsIn,
    Measured,
    Missing,
    Quantity,
    Rank,
    Ratio,
    Within,
)
from svcchat_magic.analyst.planning.labels import with_label
from svcchat_magic.analyst.planning.meeting import with_meeting_times
from svcchat_magic.analyst.planning.nameless import is_nameless, with_rows
from svcchat_magic.analyst.planning.own_rows import of_own_rows
from svcchat_magic.analyst.planning.per_rows import with_own_conditions, with_standing_people
from svcchat_magic.analyst.planning.periods_beside import as_change
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.planning.title_dates import at, dated_by_title
from svcchat_magic.analyst.planning.units_counted import with_every_unit_counted, with_time_of_units


@dataclass(frozen=True, slots=True)
class Completion:
    """Fills in analyses over one model."""

    catalog: Catalog
    sources: Sources
    today: date

    def of(self, analysis: Analysis) -> Analysis:
        """`count by status` counts the rows of the table that has a status."""
        analysis = of_own_rows(analysis, self.catalog)
        analysis = replace(
            analysis,
            quantities=tuple(map(self._named, analysis.quantities)),
            rank=self._dated(analysis.rank),
            having=tuple(map(self._named_bound, analysis.having)),
        )
        owned = (self._owned(each, analysis) for each in analysis.where)
        analysis = replace(analysis, where=tuple(one for each in owned for one in self._apart(each)))
        analysis = with_standing_people(self._of_other_kind(analysis), self.sources)
        analysis = with_every_unit_counted(analysis, self.today)
        analysis = with_own_conditions(self._met_then(analysis), self.sources)
        analysis = self._dated_by_name(self._with_period(as_change(analysis)))
        analysis = with_meeting_times(self._dated_by_fact(analysis), self.sources)
        analysis = with_label(self._numbered(dated_by_title(analysis, self.sources)), self.catalog)
        if analysis.rows_of and not analysis.rows_of.noun:
            analysis = replace(analysis, rows_of=self.catalog.entities[analysis.rows_of.cube])

        if not any(map(is_nameless, analysis.quantities)):
            return analysis

        cube = self._counted_cube(analysis)
        entity = self.catalog.entities.get(cube)
        if entity is None:
            return analysis

        counted = tuple(
            with_rows(each, entity) if is_nameless(each) else each for each in analysis.quantities
        )
        rank = analysis.rank
        if rank and rank.by and is_nameless(rank.by):
            rank = replace(rank, by=with_rows(rank.by, entity))

        return replace(analysis, quantities=counted, rank=rank)

    def _of_other_kind(self, analysis: Analysis) -> Analysis:
        """`what about medication errors` behind falls, which are one kind: all of them, of that kind."""
        kept = {each.of: each for each in analysis.where if isinstance(each, IsIn) and not each.negated}
        return replace(
            analysis,
            quantities=tuple(self._unkept(each, kept) for each in analysis.quantities),
            rank=analysis.rank
            and replace(analysis.rank, by=analysis.rank.by and self._unkept(analysis.rank.by, kept)),
        )

    def _unkept(self, quantity: Quantity, kept: Mapping[Concept, IsIn]) -> Quantity:
        """A number of one kind of rows as that of all of them, where another kind is kept."""
        if not kept or not isinstance(quantity, Measured) or quantity.measure.agg_type != "count":
            return quantity

        own = filtered_by(quantity.measure, self.catalog) or ()
        is_kind = len(own) == 1 and isinstance(own[0], IsIn) and not own[0].negated
        other = kept.get(own[0].of) if is_kind and isinstance(own[0], IsIn) else None
        if other is None or not isinstance(own[0], IsIn) or set(other.values) & set(own[0].values):
            return quantity

        return Counted(self.catalog.entities[quantity.measure.cube], quantity.where)

    def _owned(self, condition: Condition, analysis: Analysis) -> Condition:
        """`money that was not for any campaign`: the rows without one are those of the number."""
        if not isinstance(condition, Exists) or condition.entity is not None:
            return condition

        cubes = [analysis.rows_of.cube] if analysis.rows_of else []
        cubes += [cube for each in analysis.quantities for cube in cubes_of(each) if cube]
        return replace(condition, entity=self.catalog.entities[cubes[0]]) if cubes else condition

    def _apart(self, condition: Condition) -> tuple[Condition, ...]:
        """`amount given without a campaign in 2024`: given then: a gift has one campaign or none."""
        if not isinstance(condition, Exists) or not condition.where or condition.entity is None:
            return (condition,)

        owner, of = condition.entity.cube, condition.of.cube
        timed = all(isinstance(each, Within) for each in condition.where)
        is_one = timed and condition.negated and self.sources.graph.reaches(owner, of, to_one=True)
        return (replace(condition, where=()), *condition.where) if is_one else (condition,)

    def _with_period(self, analysis: Analysis) -> Analysis:
        """A change without a period or a unit of time is that of the last full year."""
        derived = analysis.derived
        timed = any(isinstance(each, ByTime) for each in analysis.groups)
        if (
            derived is None
            or derived.kind != "change"
            or timed
            or derived.since is not None
            or any(isinstance(each, Within) for each in analysis.where)
        ):
            return analysis

        unit = derived.against if derived.against in ("month", "quarter", "week", "day") else "year"
        period = whole(add(self.today, unit, -1), unit)
        return replace(analysis, where=(*analysis.where, Within(period)))

    def _dated_by_name(self, analysis: Analysis) -> Analysis:
        """`room revenue in 2024 by check-in date`: a date beside the usual one says which date is meant."""
        named = [each for each in analysis.groups if isinstance(each, ByTime) and each.grain == "auto"]
        timed = {each.time for each in analysis.where if isinstance(each, Within)}
        if len(named) != 1 or named[0].time not in timed - {None} or not analysis.quantities:
            return analysis

        home = next(cubes_of(analysis.quantities[0]))
        if named[0].time == self.sources.dates(home):
            return analysis

        return replace(analysis, groups=tuple(each for each in analysis.groups if each != named[0]))

    def _dated_by_fact(self, analysis: Analysis) -> Analysis:
        """`drivers who went to Bremen in 2025`: what is said of their trips is dated by these."""
        counts = len(analysis.quantities) == 1 and isinstance(analysis.quantities[0], Counted | Distinct)
        home = next(cubes_of(analysis.quantities[0])) if counts else ""
        kept = {each.of.cube for each in analysis.where if isinstance(each, IsIn | Compared | Contains)}
        facts = [
            each for each in kept - {home} if home and self.sources.graph.reaches(each, home, to_one=True)
        ]
        time = self.sources.dates(facts[0]) if len(facts) == 1 else None
        if time is None or time.cube != facts[0]:
            return analysis

        where = (at(each, time) if isinstance(each, Within) else each for each in analysis.where)
        groups = (at(each, time) if isinstance(each, ByTime) else each for each in analysis.groups)
        return replace(analysis, where=tuple(where), groups=tuple(groups))

    def _numbered(self, analysis: Analysis) -> Analysis:
        """`size over time` of a table without dates, whose moments are numbers: days since the start."""
        home = next((cube for each in analysis.quantities for cube in cubes_of(each)), "")
        along = [each for each in analysis.groups if isinstance(each, ByTime) and each.grain == "auto"]
        if not along or not home or self.sources.dates(home) is not None:
            return analysis

        found = self.sources.numbered_moments(home)
        groups = (ByMember(found) if found and each in along else each for each in analysis.groups)
        return replace(analysis, groups=tuple(groups))

    def _dated(self, rank: Rank | None) -> Rank | None:
        """`the latest orders` are so by the time that dates them."""
        return replace(rank, by=self._named(rank.by)) if rank and isinstance(rank.by, DatedLast) else rank

    def _named(self, quantity: Quantity) -> Quantity:
        """An entity gets its noun; its last day is that of the time which dates it."""
        if isinstance(quantity, Counted) and quantity.entity.cube and not quantity.entity.noun:
            return replace(quantity, entity=self.catalog.entities[quantity.entity.cube])

        if isinstance(quantity, Ratio):
            return self._averaged(quantity) or replace(
                quantity,
                above=self._named(quantity.above),
                below=self._named(self._met(quantity.above, quantity.below)),
            )

        if not isinstance(quantity, DatedLast):
            return with_time_of_units(quantity, self.sources)

        time = self.sources.dates(quantity.entity.cube or self.sources.main_cube())
        return Aggregated(quantity.function, time) if time else quantity

    def _named_bound(self, bound: Bound) -> Bound:
        """`ordered exactly once`: once an order."""
        return replace(bound, quantity=self._named(bound.quantity)) if bound.quantity else bound

    def _averaged(self, ratio: Ratio) -> Quantity | None:
        """`cost per stay` where the model averages that column: stays without a cost have none."""
        above, below = ratio.above, ratio.below
        is_plain = isinstance(above, Measured) and isinstance(below, Counted) and ratio.per == 1
        if not is_plain or not isinstance(above, Measured) or not isinstance(below, Counted):
            return None

        column = self.catalog.columns.get(above.measure)
        is_own = column is not None and above.measure.cube == below.entity.cube and not below.where
        if not is_own or above.measure.agg_type != "sum":
            return None

        averages = (each for each, of in self.catalog.columns.items() if of == column)
        found = next((each for each in averages if each.agg_type == "avg"), None)
        return Measured(found, above.where) if found else None

    def _met(self, above: Quantity, below: Quantity) -> Quantity:
        """Revenue per customer is of those who bought; downtime per run is of all runs: no stop has one."""
        if not isinstance(below, Counted) or not below.is_active:
            return below

        reaches = self.sources.graph.reaches
        is_met = any(reaches(each, below.entity.cube, to_one=True) for each in cubes_of(above))
        return below if is_met else replace(below, is_active=False)

    def _met_then(self, analysis: Analysis) -> Analysis:
        """Visits per member in 2024 are by the day of the visit: of the members who came then."""
        parts = (*analysis.where, *analysis.groups)
        if any(each.time is None for each in parts if isinstance(each, Within | ByTime | ByPart)):
            return replace(analysis, quantities=tuple(map(self._of_those_met, analysis.quantities)))

        return analysis

    def _of_those_met(self, quantity: Quantity) -> Quantity:
        match quantity:
            case Ratio(below=Counted(entity=entity, where=(), is_active=False), per=1):
                facts = set(cubes_of(quantity.above)) - {entity.cube}
                reaches = self.sources.graph.reaches
                if facts and all(reaches(each, entity.cube, to_one=True) for each in facts):
                    return replace(quantity, below=Counted(entity, is_active=True))

        return quantity

    def _counted_cube(self, analysis: Analysis) -> str:
        """Whose rows are counted where only `count` or `the busiest` was said."""
        cubes = [each for group in analysis.groups for each in cubes_of_group(group)]
        cubes += [
            each.of.cube for each in analysis.where if isinstance(each, IsIn | Compared | Contains | Missing)
        ]
        if not cubes:
            return self.sources.main_cube()

        cube = cubes[0]
        often = any(
            isinstance(each, Counted) and each.entity.noun == ROWS_OF_FACT for each in analysis.quantities
        )
        is_itself = any(isinstance(each, ByEntity) and each.entity.cube == cube for each in analysis.groups)
        is_one = cube in self.catalog.entities and (is_itself or not self.sources.takes_place(cube))
        return self.sources.fact_of(self.catalog.entities[cube]) if often and is_one else cube
