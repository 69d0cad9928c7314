"""How long it takes until the first row of another table: from a customer's sign-up to the first order."""

from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.linking.date_names import has_hours
from svcchat_magic.analyst.linking.descriptions import Said
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    ByEntity,
    Concept,
    Entity,
    IsIn,
    OverGroups,
    Quantity,
)

_UNITS = ("minute", "hour", "day")
Until = tuple[Concept, Concept, IsIn | None]  # from when to when, and which rows of others
UNTIL_FIRST = Grammar()
rule = UNTIL_FIRST.rule

UNTIL_FIRST.level()


@rule("between|from ~ENTITY? ~TDIM|MOMENT to|until|till|and|AND ~first|earliest ~VALUE? ~TDIM|MOMENT",
      "UNTILFIRST", "between a customer's sign-up and their first paid order", bonus=1.0)  # fmt: skip
def until_the_first(
    _from: str, whose: Entity | None, start: Concept, _to: str, _first: str, kept: IsIn | None, end: Concept
) -> Until | None:
    """The first of the rows of others; the date that a row has once is no first of several."""
    is_theirs = (whose is None or whose.cube == start.cube) and (kept is None or kept.of.cube == end.cube)
    return (start, end, kept) if start.cube != end.cube and is_theirs else None


@rule("after ~TDIM|MOMENT ~ENTITY? ~first|earliest ~VALUE? ~TDIM|MOMENT start|begin?", "UNTILFIRST",
      "after signing up does a customer's first order start", bonus=1.0)  # fmt: skip
def after_which_the_first(
    _after: str,
    start: Concept,
    whose: Entity | None,
    _first: str,
    kept: IsIn | None,
    end: Concept,
    _start: str | None,
) -> Until | None:
    return until_the_first("", whose, start, "", "first", kept, end)  # type: ignore[no-any-return]


UNTIL_FIRST.level()


@rule("AGG? ~ELAPSED|DURATION ~ONAVERAGE? ~ITTAKES|pass|passed|elapse|lie|go? by? ~ONAVERAGE? ~UNTILFIRST "
      "~INUNIT? ~ONAVERAGE?", "QUANTITY", "days between a customer's sign-up and their first order",
      bonus=1.5)  # fmt: skip
def time_until_the_first(
    function: str | None,
    unit: str | Said,
    average: str | None,
    _passes: str | None,
    _by: str | None,
    also: str | None,
    until: Until,
    told_in: str | None,
    again: str | None,
) -> Quantity | None:
    """Of each of them the least time to such a row, and of all of these the average."""
    start, end, kept = until
    in_days = not (has_hours(start) and has_hours(end))
    said = told_in or (unit if unit in _UNITS else "day" if in_days else "")
    if said not in _UNITS or function == "sum":
        return None

    least = Aggregated("minimum", end, (kept,) if kept else (), since=start, unit=str(said))
    return OverGroups(function or average or also or again or "average", least, ByEntity(Entity(start.cube)))
