"""`which of these take longer than two weeks?`: a bound on the number that was asked for before."""

from collections.abc import Sequence
from decimal import Decimal

from svcchat_magic.analyst.language.amounts import in_unit_of
from svcchat_magic.analyst.meaning.tree import Aggregated, Analysis, Bound, Measured


def bounded(before: Analysis, bounds: Sequence[Bound]) -> tuple[Bound, ...] | None:
    """The bounds in the unit of the one number of groups; None where there is no such number."""
    if not bounds:
        return ()

    if len(before.quantities) != 1 or not before.groups or before.derived is not None:
        return None

    found = [_in_unit(each, before) for each in bounds]
    return tuple(each for each in found if each is not None) if None not in found else None


def _in_unit(bound: Bound, before: Analysis) -> Bound | None:
    number, quantity = bound.value, before.quantities[0]
    if not isinstance(number, Decimal) or not getattr(number, "unit", ""):
        return Bound(bound.operator, number, quantity)

    match quantity:
        case Aggregated(since=since, unit=unit) if since is not None:
            texts = [unit]
        case Aggregated(times=times) if times is not None:
            return None
        case Measured(measure) | Aggregated(of=measure):
            texts = [measure.title, measure.name.replace("_", " ")]
        case _:
            return None

    fitting = in_unit_of(number, texts)
    return None if fitting is None else Bound(bound.operator, fitting, quantity)
