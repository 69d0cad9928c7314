"""The pieces of one SELECT over a source."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.day_types import DAYS_OF
from svcchat_magic.analyst.meaning.titles import quantity_title
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Among,
    AnyOf,
    AverageOf,
    ByBucket,
    ByEntity,
    ByMember,
    ByPart,
    ByPeriods,
    ByTime,
    Compared,
    Concept,
    Condition,
    Contains,
    Counted,
    CountedBy,
    DatedLast,
    Distinct,
    Entity,
    Exists,
    Group,
    Holds,
    IsIn,
    Measured,
    Missing,
    OnPart,
    OverGroups,
    Quantity,
    Ratio,
    Within,
)
from svcchat_magic.analyst.planning.banded import band_name, in_bands
from svcchat_magic.analyst.planning.compared_text import compared_text
from svcchat_magic.analyst.planning.functions import FUNCTIONS, correlated
from svcchat_magic.analyst.planning.inner_rows import among_text, exists_text
from svcchat_magic.analyst.planning.planned import CannotPlan, cannot_count, cannot_tell
from svcchat_magic.analyst.planning.sources import Source, Sources
from svcchat_magic.analyst.planning.sql_text import (
    elapsed,
    is_in_text,
    lasted,
    literal,
    number_text,
    pattern_text,
    plural_name,
    said,
    told_in_unit,
    within_text,
)
from svcchat_magic.analyst.planning.unshown_keys import unshown_key

_PARTS = {"weekday": "ISODOW", "hour": "HOUR", "month": "MONTH", "quarter": "QUARTER"}


@dataclass(slots=True)
class SelectWriter:
    """The pieces of one SELECT over a source."""

    sources: Sources
    source: Source

    def quantity(self, quantity: Quantity) -> str:
        """A quantity as SQL."""
        match quantity:
            case Measured(measure=measure, where=where):
                return told_in_unit(self._kept(self._measured(measure), where), quantity)
            case Counted():
                sql = self.sources.counts(self.source, quantity.entity, distinct=quantity.is_active)
                return self._kept(sql or cannot_count(plural_name(quantity.entity)), quantity.where)
            case Distinct(unit=unit):
                ref = self.source.ref(self._told_by(quantity.of))
                told = f"DATE_TRUNC('{unit}', {ref})" if unit else ref
                return self._kept(f"COUNT(DISTINCT {told})", quantity.where)
            case Aggregated(function="correlation", of=one, times=Concept() as other):
                conditions = map(self.condition, quantity.where)
                return correlated(self.source.ref(one), self.source.ref(other), conditions)
            case Aggregated():
                return told_in_unit(self._kept(self._aggregated(quantity), quantity.where), quantity)
            case Ratio():
                return divided(quantity, self.quantity(quantity.above), self.quantity(quantity.below))
            case OverGroups() | DatedLast():
                raise CannotPlan("how this number goes with the others")

    def _told_by(self, of: Concept) -> Concept:
        """What tells the values that are counted apart: races of one name are as many as there are rows."""
        catalog = self.sources.catalog
        entity = catalog.entities.get(of.cube)
        is_shared = catalog.model.cubes[of.cube].dimensions[of.name].meta.get("shared_names")
        if not is_shared or entity is None or catalog.name_of(entity) != of:
            return of

        return self.sources.key_at(self.source, entity) or of

    def _measured(self, measure: Concept) -> str:
        if not measure.is_once:
            return f"MEASURE({self.source.ref(measure)})"

        column = self.sources.catalog.columns.get(measure)
        return f"MAX({self.source.ref(column or cannot_tell(measure.title))})"

    def _aggregated(self, quantity: Aggregated) -> str:
        ref = self.source.ref(quantity.of)
        if quantity.since is not None:
            end = f"COALESCE({ref}, DATE '{quantity.until}')" if quantity.until else ref
            ref = elapsed(self.source.ref(quantity.since), end, quantity.unit)

        if quantity.times is not None:
            ref = f"{ref} * {self.source.ref(quantity.times)}"

        function, _, number = quantity.function.partition(" ")
        if number:
            return f"PERCENTILE_CONT({number_text(Decimal(number) / 100)}) WITHIN GROUP (ORDER BY {ref})"

        return f"{FUNCTIONS[function]}({ref})"

    def _kept(self, sql: str, where: Sequence[Condition]) -> str:
        if any(isinstance(each, Compared) and isinstance(each.value, AverageOf) for each in where):
            raise CannotPlan("which part of them is beside the average")

        conditions = [self.condition(each) for each in where]
        return f"{sql} FILTER (WHERE {' AND '.join(conditions)})" if conditions else sql

    def quantity_name(self, quantity: Quantity) -> str:
        """What its column is called."""
        match quantity:
            case Aggregated(of=of, times=Concept() as times):
                return f"{of.name}_times_{times.name}"
            case Measured(told_in=unit) | Aggregated(told_in=unit) if unit:
                return "_".join(phrase_of(quantity_title(replace(quantity, where=()))))
            case Measured():
                return self.source.field(quantity.measure).name
            case Counted():
                return plural_name(quantity.entity)
            case Distinct():
                return f"number_of_{quantity.unit}s" if quantity.unit else f"distinct_{quantity.of.name}"
            case Aggregated(since=Concept()):
                return f"{quantity.function.replace(' ', '_')}_{quantity.unit}s"
            case Aggregated():
                return f"{quantity.function.replace(' ', '_')}_{quantity.of.name}"
            case Ratio(is_share=True):
                return "share"
            case Ratio(way="+" | "-"):
                joint = "plus" if quantity.way == "+" else "less"
                return f"{self.quantity_name(quantity.above)}_{joint}_{self.quantity_name(quantity.below)}"
            case Ratio():
                number = f"{quantity.per}_" if quantity.per != 1 else ""
                above, below = self.quantity_name(quantity.above), self.quantity_name(quantity.below)
                return f"{above}_per_{number}{below}"
            case OverGroups():
                return f"{quantity.function}_{self.quantity_name(quantity.quantity)}"
            case DatedLast():
                return f"{quantity.function}_date"

    def group(self, group: Group) -> str:
        """A group as SQL."""
        match group:
            case ByMember():
                return self.source.ref(group.of)
            case ByEntity():
                return self.source.ref(self._shown(group.entity))
            case ByTime():
                return f"DATE_TRUNC('{group.grain}', {self.source.ref(said(group.time))})"
            case ByPart():
                return self._part(group)
            case ByPeriods():
                return self._of_periods(group)
            case ByBucket(bands=bands) if bands:
                return in_bands(group, self.source)
            case ByBucket():
                return f"FLOOR({self.source.ref(group.of)} / {(width := number_text(group.width))}) * {width}"

    def _part(self, group: ByPart) -> str:
        ref = self.source.ref(said(group.time))
        if group.part == "weekend":
            day = f"EXTRACT(ISODOW FROM {ref})"
            cases = [
                f"WHEN {day} IN ({', '.join(map(str, days))}) THEN '{kind}'" for kind, days in DAYS_OF.items()
            ]
            return f"CASE {' '.join(cases)} END"

        return f"EXTRACT({_PARTS[group.part]} FROM {ref})"

    def _of_periods(self, group: ByPeriods) -> str:
        ref = self.source.ref(said(group.time))
        cases = [
            f"WHEN {within_text(ref, each, negated=False)} THEN {literal(each.label)}"
            for each in group.periods
        ]
        return f"CASE {' '.join(cases)} END"

    def group_name(self, group: Group) -> str:
        """What its column is called."""
        match group:
            case ByMember():
                return self.source.field(group.of).name
            case ByEntity():
                return self.source.field(self._shown(group.entity)).name
            case ByTime():
                return group.grain
            case ByPart():
                return "day_type" if group.part == "weekend" else group.part
            case ByPeriods():
                return "period"
            case ByBucket(bands=bands):
                return band_name(group) if bands else f"{group.of.name}_from"

    def hidden_key(self, group: Group) -> str:
        """Two customers of one name stay two; what a flat file holds may be one thing in several sizes."""
        if not isinstance(group, ByEntity):
            return ""

        shown = self._shown(group.entity)
        if self.sources.catalog.key_of(group.entity) is None:
            return unshown_key(group.entity, self.source, self.sources.catalog)

        cube = self.sources.catalog.model.cubes[group.entity.cube]
        is_held = bool(cube.sql) and not is_person(group)
        if not is_person(group) and cube.dimensions[shown.name].meta.get("shared_names"):
            return ""  # departments of one name, each in its own hospital

        own = self.sources.catalog.key_of(group.entity)
        key = own if is_held else self.sources.key_at(self.source, group.entity)
        return self.source.ref(key) if key and key != shown and self.source.has(key) else ""

    def _shown(self, entity: Entity) -> Concept:
        catalog = self.sources.catalog
        for each in (catalog.name_of(entity), catalog.key_of(entity)):
            if each and self.source.has(each):
                return each

        raise CannotPlan(f"how one {entity.noun} is told from another")

    def _over(self, source: Source) -> "SelectWriter":
        return SelectWriter(self.sources, source)

    def conditions(self, conditions: Sequence[Condition]) -> list[str]:
        """What stands in WHERE, joined by AND."""
        return [self.condition(each) for each in conditions]

    def condition(self, condition: Condition) -> str:
        """A condition as SQL."""
        match condition:
            case IsIn():
                return is_in_text(self.source.ref(condition.of), condition)
            case Compared():
                ref = self.source.ref(condition.of)
                if condition.since is not None:
                    ref = lasted(self.source.ref(condition.since[0]), ref, condition.since[1])

                return compared_text(ref, condition, self.source, self.sources)
            case Contains():
                like = "NOT ILIKE" if condition.negated else "ILIKE"
                return f"{self.source.ref(condition.of)} {like} {pattern_text(condition)}"
            case Missing():
                return f"{self.source.ref(condition.of)} IS {'NOT ' if condition.negated else ''}NULL"
            case Holds():
                ref = self.source.ref(condition.of)
                return f"NOT {ref}" if condition.negated else ref
            case CountedBy():
                raise CannotPlan(f"which rows are {condition.of.title.lower()}")
            case Within():
                return within_text(
                    self.source.ref(said(condition.time)), condition.period, negated=condition.negated
                )
            case OnPart():
                part = f"EXTRACT({_PARTS[condition.part]} FROM {self.source.ref(said(condition.time))})"
                values = ", ".join(map(str, condition.values))
                return f"{part} {'NOT IN' if condition.negated else 'IN'} ({values})"
            case AnyOf():
                return "(" + " OR ".join(f"({self.condition(each)})" for each in condition.conditions) + ")"
            case Exists():
                return exists_text(condition, self.source, self.sources, self._over)
            case Among():
                return among_text(condition, self.source, self.sources, self._over)


def divided(ratio: Ratio, above: str, below: str) -> str:
    """One number by another as SQL; none where there is nothing to divide by.

    Of a sum or a difference both, and none where one of them is missing.
    """
    if ratio.way != "/":
        return f"({above} {ratio.way} {below})"

    return f"{above} * {ratio.per}.0 / NULLIF({below}, 0)"
