"""The usual statement: groups, quantities and what is computed beside them, from one source."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.linking.sql_names import name
from svcchat_magic.analyst.meaning.cubes import cubes_of, cubes_of_group, kept_by
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Analysis,
    ByMember,
    Concept,
    Counted,
    Exists,
    Group,
    Measured,
    Missing,
    Quantity,
    Ratio,
    Within,
)
from svcchat_magic.analyst.planning.averages import beside_averages, having
from svcchat_magic.analyst.planning.banded import leaves_out
from svcchat_magic.analyst.planning.derived_columns import ColumnNames, derived_columns, ordered
from svcchat_magic.analyst.planning.needs import (
    concepts_of,
    entities_of,
    needs_time,
    with_time,
    with_units,
)
from svcchat_magic.analyst.planning.once_for_each import Outer, inner_of, last_of_each, things_apart
from svcchat_magic.analyst.planning.planned import CannotPlan, Column, Latest, Planned
from svcchat_magic.analyst.planning.present_groups import present, told_at_all
from svcchat_magic.analyst.planning.select_text import Select
from svcchat_magic.analyst.planning.select_writer import SelectWriter
from svcchat_magic.analyst.planning.semi_additive import levels_of, moments_of
from svcchat_magic.analyst.planning.sources import Source, Sources
from svcchat_magic.analyst.planning.whose_dates import is_of_staff


@dataclass(frozen=True, slots=True)
class Built:
    """A statement in its clauses; each group and quantity with its column's name and its SQL."""

    select: Select
    columns: tuple[Column, ...]
    source: Source
    analysis: Analysis  # with times and units filled in
    groups: tuple[tuple[str, Group, str], ...]
    quantities: tuple[tuple[str, Quantity, str], ...]
    write: SelectWriter
    names: ColumnNames
    latest: Latest | None = None  # of levels

    @property
    def planned(self) -> Planned:
        """The statement as it is run."""
        return Planned(self.select.text, self.columns, self.source, self.analysis, self.latest)


@dataclass(frozen=True, slots=True)
class Builder:
    """Builds statements over one catalog."""

    sources: Sources

    def build(self, analysis: Analysis) -> Built:
        """The usual statement of an analysis; raises CannotPlan."""
        if things := things_apart(analysis, self.sources.catalog):
            return self._once_for_each(analysis, things)

        home = self.home(analysis)
        self._mind_what_it_is_about(analysis, home)
        self._mind_whose_rows(analysis)
        time = self._moments(home) if levels_of(analysis) else None
        source, analysis = self.source(analysis, home, [time] if time else ())
        names, write = ColumnNames(), SelectWriter(self.sources, source)
        groups = [(names.free(write.group_name(each)), each, write.group(each)) for each in analysis.groups]
        quantities = [
            (names.free(write.quantity_name(each)), each, write.quantity(each))
            for each in analysis.quantities
        ]
        columns = [Column(at, group, "group") for at, group, _ in groups]
        columns += [Column(at, quantity, "quantity") for at, quantity, _ in quantities]
        outputs = [f"{sql} AS {name(at)}" for at, _, sql in (*groups, *quantities)]
        for column, sql in derived_columns(analysis, groups, quantities, names):
            columns.append(column)
            outputs.append(f"{sql} AS {name(column.name)}")

        order, limit, qualify = ordered(analysis, groups, quantities, columns, write.hidden_key)
        where = [*write.conditions(analysis.where), *present(analysis, home, write)]
        where += [f"{write.group(each)} IS NOT NULL" for each in analysis.groups if leaves_out(each)]
        moments = moments_of(analysis, time, write)
        latest = (
            moments.latest(where)
            if moments
            else last_of_each(analysis, self.sources.dates(home), write, where)
        )
        where += [moments.condition(where)] if moments else []
        above, beside = beside_averages(analysis, write, where, is_cut=bool(qualify or limit))
        bounds = [*having(analysis, write), *above, *self._counted_at_all(analysis, write)]
        keys = self.keys(analysis, write)
        select = Select(outputs, source.text, where, keys, bounds, qualify or beside, order, limit)
        return Built(
            select, tuple(columns), source, analysis, tuple(groups), tuple(quantities), write, names, latest
        )

    def _once_for_each(self, analysis: Analysis, things: tuple[ByMember, ...]) -> Built:
        """Numbers that each thing has once, added up over the things."""
        within = self.build(inner_of(analysis, things))
        if self.keys(within.analysis, within.write)[len(within.groups) :]:
            raise CannotPlan("to which of the groups each number belongs")

        kept = within.groups[: len(analysis.groups)]
        asked = replace(analysis, groups=within.analysis.groups[: len(kept)], where=within.analysis.where)
        parts = {
            each: at
            for each, (at, _, _) in zip(inner_of(analysis, things).quantities, within.quantities, strict=True)
        }
        outer = Outer(asked, kept, parts, within.write)
        select, columns, quantities = outer.select(within.select.inner)
        groups = tuple((at, each, name(at)) for at, each, _ in kept)
        return Built(
            select,
            columns,
            within.source,
            asked,
            groups,
            quantities,
            within.write,
            ColumnNames(),
            within.latest,
        )

    def _moments(self, home: str) -> Concept | None:
        """What tells the moments of a cube's figures."""
        return self.sources.dates(home) or self.sources.numbered_moments(home)

    def _counted_at_all(self, analysis: Analysis, write: SelectWriter) -> list[str]:
        """`club members by tier`: those without a tier are no row where none of them is counted."""
        quantities = analysis.quantities
        first = quantities[0] if quantities else None
        if isinstance(first, Ratio) and first.is_share:  # nor of which none is counted that it is a share of
            quantities = (first.below, *quantities[1:])

        match quantities, analysis.groups:
            case (Measured(measure=measure, where=()) as counted,), (ByMember() as group,) if (
                measure.agg_type == "count" and not analysis.derived and not self.sources.counts_all(measure)
            ):
                return [f"({write.group(group)} IS NOT NULL OR {write.quantity(counted)} > 0)"]

        return told_at_all(analysis, write)

    def _mind_what_it_is_about(self, analysis: Analysis, home: str) -> None:
        """`revenue from guests`: said of rows that each have one, it keeps all of them."""
        graph = self.sources.graph
        for each in analysis.about:
            if each.cube != home and not graph.reaches(home, each.cube, to_one=True):
                raise CannotPlan(f"how {each.noun} belongs to what is asked")

    def _mind_whose_rows(self, analysis: Analysis) -> None:
        """A number of rows that belong to no one row of a group is no number of that group.

        What is counted may be met by rows of a fact: customers by the category of what they bought.
        """
        grouped = [cube for each in analysis.groups for cube in cubes_of_group(each)]
        denied = [
            each for each in analysis.where if isinstance(each, Exists) and each.negated and each.entity
        ]
        for other in grouped if denied else ():
            self._mind_rows_without(denied, other)

        for quantity in analysis.quantities if grouped else ():
            for cube in cubes_of(quantity):
                for other in grouped:
                    if not self.sources.belong(cube, other, is_counted=is_counted(quantity)):
                        nouns = self.sources.catalog.entities
                        raise CannotPlan(f"to which {nouns[other].noun} each {nouns[cube].noun} belongs")

    def _mind_what_is_kept(self, analysis: Analysis, home: str) -> None:
        """Donors and parcels that only pass through one warehouse have nothing to do with each other."""
        for of in filter(None, map(kept_by, analysis.where)):
            if not self.sources.belong(home, of.cube, is_counted=True):
                raise CannotPlan(f"how {of.cube} belongs to {home}".replace("_", " "))

    def _mind_rows_without(self, denied: Iterable[Exists], cube: str) -> None:
        """`articles never ordered, by customer`: rows that nothing belongs to have no customer."""
        nouns, reaches = self.sources.catalog.entities, self.sources.graph.reaches
        for each in denied:
            if each.entity and not reaches(each.entity.cube, cube, to_one=True):
                raise CannotPlan(f"which {nouns[cube].noun} a {each.entity.noun} without {each.of.noun} has")

    def keys(self, analysis: Analysis, write: SelectWriter) -> list[str]:
        """What is grouped by: two customers of one name stay two."""
        found = [str(at + 1) for at in range(len(analysis.groups))]
        return found + [key for each in analysis.groups if (key := write.hidden_key(each))]

    def home(self, analysis: Analysis) -> str:
        """The cube whose rows are read: one that the rows of all others belong to, so that none is lost."""
        first = analysis.quantities[0]
        cubes = list(dict.fromkeys(cube for each in analysis.quantities for cube in self._cubes(each)))
        if isinstance(first, Ratio) and _is_of_those_met(first) and needs_time(analysis):
            cubes = list(cubes_of(first.above))
        elif isinstance(first, Ratio):
            cubes.sort(key=lambda each: each not in set(cubes_of(first.below)))

        if isinstance(first, Counted) and first.is_active:
            return self._active_home(analysis, first)

        graph = self.sources.graph
        for cube in cubes:
            if all(graph.reaches(other, cube, to_one=True) for other in cubes):
                return cube

        return cubes[0]

    def _cubes(self, quantity: Quantity) -> Iterator[str]:
        """A time from a date of other rows on is one of the rows that belong to these."""
        if not isinstance(quantity, Aggregated) or quantity.since is None:
            yield from cubes_of(quantity)
            return

        start, end, reaches = quantity.since.cube, quantity.of.cube, self.sources.graph.reaches
        own = end if start == end or reaches(end, start, to_one=True) else start
        if not reaches(own, end, to_one=True) and own != end:
            nouns = self.sources.catalog.entities
            raise CannotPlan(f"to which {nouns[end].noun} each {nouns[start].noun} belongs")

        yield own

    def _active_home(self, analysis: Analysis, counted: Counted) -> str:
        """Those that rows belong to: rows of what is kept, else of the nearest fact."""
        own = counted.entity.cube
        near = [
            of.cube
            for of in map(kept_by, analysis.where)
            if of is not None and of.cube != own and self.sources.graph.reaches(of.cube, own, to_one=True)
        ]
        return near[0] if near else self.sources.fact_of(counted.entity)

    def source(self, analysis: Analysis, home: str, more: Iterable[Concept] = ()) -> tuple[Source, Analysis]:
        """Where an analysis is answered from, and the analysis with the times of that place."""
        self._mind_what_is_kept(analysis, home)
        dated = self.sources.dates(home)
        timed = with_time(analysis, dated)
        needs = [*dict.fromkeys([*concepts_of(timed, self.sources), *more])]
        entities = [*dict.fromkeys(entities_of(timed))]
        source = self.sources.best(home, needs, entities)
        if source is None and dated is not None:
            for time in self._other_times(dated, home):
                timed = with_time(analysis, time)
                source = self.sources.best(home, [*concepts_of(timed, self.sources), *more], entities)
                if source:
                    break

        if source is None:
            raise CannotPlan("which table holds all of it")

        if dated is None and needs_time(analysis):
            raise CannotPlan("which date the period is about")

        if any(map(_has_no_unit, (*timed.quantities, timed.rank.by if timed.rank else None))):
            raise CannotPlan("whether minutes, hours or days are meant")

        empty = {each.of for each in timed.where if isinstance(each, Missing) and not each.negated}
        if any(isinstance(each, Within) and not each.negated and each.time in empty for each in timed.where):
            raise CannotPlan("which date is meant of rows that have none")

        return source, with_units(timed)

    def _other_times(self, dated: Concept, home: str) -> Iterator[Concept]:
        for each in self.sources.catalog.times:
            if each != dated and (each.cube == home or not is_of_staff(each.cube, self.sources.catalog)):
                yield each


def _has_no_unit(quantity: Quantity | None) -> bool:
    """Whether a time from one moment to another is to be told in nobody knows what."""
    if isinstance(quantity, Ratio):
        return _has_no_unit(quantity.above) or _has_no_unit(quantity.below)

    return isinstance(quantity, Aggregated) and quantity.since is not None and not quantity.unit


def _is_of_those_met(ratio: Ratio) -> bool:
    return isinstance(ratio.below, Counted) and ratio.below.is_active
