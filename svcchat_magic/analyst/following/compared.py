"""`compared to 2023`, behind a number of another year: the later of both periods against the earlier."""

from dataclasses import replace
from datetime import date

from svcchat_magic.analyst.language.periods import against
from svcchat_magic.analyst.meaning.tree import Analysis, ByPeriods, ByTime, Derived, Within


def compared_to(before: Analysis, said: Analysis) -> Analysis | None:
    """The change between the period before and the one that is named now; None where they do not match."""
    known = [each for each in before.where if isinstance(each, Within)]
    named = [each for each in said.where if isinstance(each, Within)]
    is_course = before.derived is not None or any(
        isinstance(each, ByTime | ByPeriods) for each in before.groups
    )
    if len(known) != 1 or len(named) != 1 or is_course or not before.quantities:
        return None

    periods = sorted((known[0].period, named[0].period), key=lambda each: each.start or date.min)
    if periods[0] == periods[1] or not periods[0].unit or periods[0].unit != periods[1].unit:
        return None

    kept = replace(known[0], period=against(*periods))
    where = tuple(kept if each == known[0] else each for each in before.where)
    return replace(before, where=where, derived=Derived("change"), rank=None)
