"""Periods beside groups by a year that a model keeps as a number."""

from decimal import Decimal

from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.meaning.tree import ByMember, ByPart, ByTime, Compared, Concept, Condition, Within
from svcchat_magic.analyst.meaning.whole_years import is_of_years
from svcchat_magic.analyst.placing.draft import Draft


def keep_years_of_groups(draft: Draft) -> None:
    """`by the year of the car, 2015 onwards`: beside a year that is a number, a period is of those years."""
    years = [each.of for each in draft.groups if isinstance(each, ByMember) and is_of_years(each.of)]
    if len(years) != 1 or any(isinstance(each, ByTime | ByPart) for each in draft.groups):
        return

    for at, each in enumerate(draft.where):
        if isinstance(each, Within) and each.time is None and not each.negated:
            draft.where[at : at + 1] = _in_years(each.period, years[0]) or [each]
            return


def _in_years(period: Period, of: Concept) -> list[Condition]:
    """The conditions on a year; none where a period begins or ends within one."""
    ends = ((period.start, ">="), (period.end, "<"))
    if any(day is not None and (day.month, day.day) != (1, 1) for day, _ in ends):
        return []

    return [Compared(of, way, Decimal(day.year)) for day, way in ends if day is not None]
