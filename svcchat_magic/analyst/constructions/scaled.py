"""`the wettest month`: groups in the order of what an adjective measures, and two of them compared by it."""

from dataclasses import replace
from decimal import Decimal

from svcchat_magic.analyst.constructions.compared import periods_against, values_against
from svcchat_magic.analyst.constructions.constructions import Compares, Ranked, ranked_by
from svcchat_magic.analyst.language.time_phrases import TimeSpan
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.lattice.scaled import Scaled
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    ByEntity,
    ByMember,
    ByTime,
    Condition,
    Group,
    Quantity,
    Rank,
)

_BODY = frozenset({"age", "height", "weight"})
SCALED = Grammar()
rule = SCALED.rule

SCALED.level()


@rule("NUM? SCALED NUM? ~GROUPABLE", "RANKED", "the wettest month", "3 sunniest stations", bonus=0.5)
def most_of_groups(first: Decimal | None, most: Scaled, count: Decimal | None, group: Group) -> Ranked | None:
    return _ranked(group, most, first or count)


@rule("ASKED ~NUM? ~SCALED", "RANKED", "which station was the wettest", bonus=0.5)
def which_group_is_most(group: Group, count: Decimal | None, most: Scaled) -> Ranked | None:
    return _ranked(group, most, count)


@rule("MORESCALED", "QUANTITY", "was it warmer in May than in April", bonus=0.1)
def how_much(more: Scaled) -> Quantity:
    return more.by


@rule("SCALED first", "SORTED", "by station, wettest first", bonus=0.5)
def most_first(most: Scaled, _first: str) -> Rank:
    return Rank(most.descending, None, most.by)


@rule("CONDITION ~MORESCALED than ~CONDITION", "COMPARED", "is Lugano warmer than Geneva", bonus=1.2)
def value_against_value(left: Condition, more: Scaled, _than: str, right: Condition) -> Compares | None:
    found: Compares | None = values_against(left, "than", right)
    return found and replace(found, quantity=more.by)


@rule("PERIOD ~MORESCALED than ~PERIOD", "SCALEDBESIDE", "was 2024 warmer than 2023", bonus=1.2)
def period_against_period(
    first: TimeSpan, more: Scaled, _than: str, second: TimeSpan
) -> tuple[tuple[TimeSpan, TimeSpan], Quantity] | None:
    beside: tuple[TimeSpan, TimeSpan] | None = periods_against(first, "than", second)
    return beside and (beside, more.by)


def _ranked(group: Group, most: Scaled, count: Decimal | None) -> Ranked | None:
    """Rows that have the number themselves are ranked by it alone, and are no groups."""
    is_day = isinstance(group, ByTime) and group.grain in ("day", "hour")
    by = most.of_day if is_day or _is_of_bodies(group, most) else most.by
    tables = set(cubes_of(by))
    if isinstance(group, ByEntity) and group.entity.cube in tables | most.own.keys():
        return None  # the cheapest product has the lowest price, however little of it was sold

    if isinstance(group, ByMember) and group.of.cube not in tables:
        by = most.own.get(group.of.cube, by)

    return ranked_by(group, "desc" if most.descending else "asc", count, by)


def _is_of_bodies(group: Group, most: Scaled) -> bool:
    """The youngest athlete to win was so once, and not on the average of all the times."""
    extreme = most.of_day
    is_body = isinstance(extreme, Aggregated) and not _BODY.isdisjoint(phrase_of(extreme.of.title))
    return is_body and is_person(group)
