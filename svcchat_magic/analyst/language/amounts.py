"""Numbers with a unit, and what they are in the unit of a column."""

from collections.abc import Iterable
from decimal import Decimal

from svcchat_magic.analyst.language.words import phrase_of

_SECONDS = {
    "second": 1, "sec": 1, "s": 1, "minute": 60, "min": 60, "hour": 3600, "hr": 3600, "h": 3600,
    "day": 86_400, "week": 604_800, "month": 2_629_800, "year": 31_557_600,
}  # fmt: skip


class Amount(Decimal):
    """A number that was told with a unit."""

    unit: str = ""


def in_unit_of(number: Decimal, names: Iterable[str]) -> Decimal | None:
    """The number in the unit that a column's names tell; None where that is not known.

    A length of time is converted; where the names tell no unit of time, hours could be anything.
    """
    unit = getattr(number, "unit", "")
    if unit not in _SECONDS:
        return Decimal(number)

    told = {word for name in names for word in phrase_of(name)} & set(_SECONDS)
    if not told:
        return Decimal(number) if unit in ("day", "year", "minute", "min") else None

    return Decimal(number) * _SECONDS[unit] / _SECONDS[min(told)]
