"""The statement of an analysis: which form it takes."""

from dataclasses import dataclass, field, replace
from decimal import Decimal

from svcchat_magic.analyst.constructions.numbered import OF_NUMBERS
from svcchat_magic.analyst.linking.few_values import few_values
from svcchat_magic.analyst.linking.sql_names import name
from svcchat_magic.analyst.meaning.bounded import bounded_by
from svcchat_magic.analyst.meaning.functions import FIRSTS, OF_UNITS, SECONDS, TIMES
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByEntity,
    ByMember,
    ByTime,
    Concept,
    Counted,
    Distinct,
    Measured,
    OverGroups,
    Rank,
)
from svcchat_magic.analyst.planning.assumed import with_assumed
from svcchat_magic.analyst.planning.belonging import (
    mind_counts_of_one,
    mind_ratios,
    named_once,
    with_persons_apart,
)
from svcchat_magic.analyst.planning.building import Builder
from svcchat_magic.analyst.planning.changes import changed, changes, led_in
from svcchat_magic.analyst.planning.dated import mind_dates, without_told
from svcchat_magic.analyst.planning.distributed import distributed
from svcchat_magic.analyst.planning.first_times import first_times, until_second
from svcchat_magic.analyst.planning.functions import over_rows
from svcchat_magic.analyst.planning.grown import grown, is_grown
from svcchat_magic.analyst.planning.needs import time_of
from svcchat_magic.analyst.planning.over_bridge import bridge_of, over_bridge
from svcchat_magic.analyst.planning.over_units import over_units
from svcchat_magic.analyst.planning.planned import CannotPlan, Column, Planned
from svcchat_magic.analyst.planning.records import records, values
from svcchat_magic.analyst.planning.semi_additive import with_levels, with_means_of_levels
from svcchat_magic.analyst.planning.several import is_several, several
from svcchat_magic.analyst.planning.shares_of_rows import is_share_of_bounded, share_of_bounded
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.planning.sql_text import plural_name
from svcchat_magic.analyst.planning.told_fields import with_told_fields, with_worth_of_each
from svcchat_magic.analyst.planning.weighted import weighted


@dataclass(slots=True)
class Planner:
    """Writes analyses over one catalog."""

    sources: Sources
    builder: Builder = field(init=False)

    def __post_init__(self) -> None:
        self.builder = Builder(self.sources)

    def plan(self, analysis: Analysis) -> Planned:
        """The statement of an analysis; raises CannotPlan."""
        analysis = without_told(analysis, self.sources)
        if analysis.values_of is not None:
            mind_dates(analysis, self.sources)
            return values(self.builder, analysis, analysis.values_of)

        analysis = with_worth_of_each(analysis, self.builder)
        if analysis.rows_of is not None:
            mind_dates(analysis, self.sources)
            return records(self.builder, analysis, analysis.rows_of)

        analysis = with_persons_apart(analysis, self.sources.catalog)
        fields, analysis = analysis.fields, with_told_fields(analysis, self.builder)
        for each in analysis.groups:
            is_told = isinstance(each, ByMember) and each.of in fields
            is_told |= isinstance(each, ByMember) and few_values(self.sources.catalog).get(each.of, False)
            if isinstance(each, ByMember) and each.of.is_amount and not is_told:
                raise CannotPlan(f"how rows are grouped by {each.of.title.lower()}, which is an amount")

        mind_dates(analysis, self.sources)
        analysis = replace(analysis, groups=named_once(analysis.groups, self.sources.catalog))
        mind_ratios(analysis, self.sources)
        mind_counts_of_one(analysis, self.sources)
        if not analysis.quantities:
            analysis = with_assumed(analysis, self.sources)

        analysis = self._with_means(with_levels(analysis, self.sources.catalog))
        (first, *_) = analysis.quantities
        if isinstance(first, OverGroups):
            return self._over_groups(analysis, first)

        if is_share_of_bounded(analysis):
            return share_of_bounded(self, analysis)

        if analysis.having and (not analysis.groups or any(each.each for each in analysis.having)):
            return self.counted_groups(analysis)

        return self.grouped(analysis)

    def _with_means(self, analysis: Analysis) -> Analysis:
        first = analysis.quantities[0]
        time = self.sources.dates(first.measure.cube) if isinstance(first, Measured) else None
        finest = time.finest or "day" if time else ""
        return with_means_of_levels(analysis, self.sources.catalog, finest) if finest else analysis

    def grouped(self, analysis: Analysis) -> Planned:
        """A number for each group, or one of all rows."""
        derived = analysis.derived
        is_elsewhere = derived or is_grown(analysis) or is_several(self.builder, analysis)
        if analysis.rank and analysis.rank.both and is_elsewhere:
            raise CannotPlan("which of them come first, and which last")

        if derived and not all(isinstance(each.value, Decimal) for each in analysis.having):
            raise CannotPlan("how a number that is compared with another one changes")

        if is_grown(analysis):
            return grown(self.builder, analysis)

        if derived and derived.kind == "change":
            return (changes if time_of(analysis.groups) else changed)(self.builder, analysis)

        if (bridge := bridge_of(analysis, self.sources)) is not None:
            return over_bridge(self.builder, analysis, bridge)

        if is_several(self.builder, analysis):
            return several(self.builder, analysis)

        planned = self.builder.build(analysis).planned
        if derived and derived.kind == "moving":
            return led_in(self.builder, analysis, planned, max(derived.count, 2) - 1) or planned

        return planned

    def _over_groups(self, analysis: Analysis, quantity: OverGroups) -> Planned:
        """What is computed over the numbers of groups, in the way of its function."""
        if quantity.function == OF_NUMBERS:
            return distributed(self.builder, analysis, quantity)

        if quantity.function == FIRSTS:
            return first_times(self.builder, analysis, quantity)

        if quantity.function == SECONDS:
            return until_second(self.builder, analysis, quantity)

        if quantity.function == TIMES:
            return weighted(self.builder, analysis, quantity)

        if quantity.function in OF_UNITS:
            return over_units(self.builder, analysis, quantity)

        return self._of_all_groups(analysis, quantity)

    def _of_all_groups(self, analysis: Analysis, quantity: OverGroups) -> Planned:
        """`average revenue per month`: a number for each group, then one of all of them."""
        inner = replace(
            analysis, quantities=(quantity.quantity,), groups=(*analysis.groups, quantity.group), rank=None
        )
        built = self.builder.build(inner)
        value = built.columns[-1].name
        outer = built.columns[: len(analysis.groups)]
        called = f"{quantity.function.replace(' ', '_')}_{value}"
        outputs = [
            *(name(each.name) for each in outer),
            f"{over_rows(quantity.function, name(value))} AS {name(called)}",
        ]
        keys = [str(at + 1) for at in range(len(outer))]
        sql = f"SELECT {', '.join(outputs)}\nFROM (\n{built.select.inner}\n) AS each_one"
        if keys:
            sql += f"\nGROUP BY {', '.join(keys)}"
            sql += _in_order(analysis.rank, over_rows(quantity.function, name(value)), keys)

        columns = (*outer, Column(called, quantity, "quantity"))
        latest = None if isinstance(quantity.group, ByTime) else built.latest  # each unit has its own
        return Planned(sql, columns, built.source, replace(built.analysis, rank=analysis.rank), latest)

    def counted_groups(self, analysis: Analysis) -> Planned:
        """`how many customers have more than 5 orders`: groups are kept, then counted, in all or by more."""
        counted = next((each for each in analysis.quantities if isinstance(each, Counted | Distinct)), None)
        bounds = {each.quantity for each in analysis.having}
        if counted is None or counted in bounds or (isinstance(counted, Distinct) and counted.where):
            raise CannotPlan("which groups the condition is about")

        quantities = tuple(dict.fromkeys(bounded_by(analysis.having)))
        own = counted.of if isinstance(counted, Distinct) else counted.entity
        groups = (ByMember(own) if isinstance(own, Concept) else ByEntity(own), *analysis.groups)
        inner = replace(analysis, quantities=quantities, groups=groups, rank=None)
        if is_several(self.builder, inner):
            raise CannotPlan("how many of them have more of the one than of the other")

        built = self.builder.build(inner)
        called = f"distinct_{own.name}" if isinstance(own, Concept) else plural_name(own)
        more = built.groups[len(built.groups) - len(analysis.groups) :]  # those behind the rows themselves
        keys = [Column(key, group, "group") for key, group, _ in more]
        outputs = ", ".join([*(name(each.name) for each in keys), f"COUNT(*) AS {name(called)}"])
        sql = f"SELECT {outputs}\nFROM (\n{built.select.inner}\n) AS each_one"
        if keys:
            places = ", ".join(str(at + 1) for at in range(len(keys)))
            is_timed = any(isinstance(each.of, ByTime) for each in keys)
            sql += f"\nGROUP BY {places}\nORDER BY {'' if is_timed else f'{len(keys) + 1} DESC, '}{places}"

        columns = (*keys, Column(called, counted, "quantity"))
        return Planned(sql, columns, built.source, built.analysis, built.latest)


def _in_order(rank: Rank | None, number: str, keys: list[str]) -> str:
    """The order of groups by a number over the numbers of smaller ones; raises CannotPlan."""
    if rank is None:
        return f"\nORDER BY {', '.join(keys)}"

    if rank.within or rank.nth or rank.both:
        raise CannotPlan("which of them come first")

    way = f"{'DESC' if rank.descending else 'ASC'} NULLS LAST"
    first = f"\nQUALIFY RANK() OVER (ORDER BY {number} {way}) <= {rank.limit}" if rank.limit else ""
    return f"{first}\nORDER BY {len(keys) + 1} {way}, {', '.join(keys)}"
