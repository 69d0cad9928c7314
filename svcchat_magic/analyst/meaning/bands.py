"""Bands of a number with limits that a question says: under 18, 18 to 39, 40 or over."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

IN, OUT, OPEN = "in", "out", "open"  # whether a limit belongs to its band, where that is said
_NEXT = "next"  # 18 to 39, 40 to 59: what lies between is of the lower one
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class Band:
    """A stretch of a number or of a date between two limits, one of which may be missing."""

    label: str
    low: Decimal | str | None = None
    high: Decimal | str | None = None
    has_low: bool = True  # the limit itself belongs to it
    has_high: bool = False


@dataclass(frozen=True, slots=True)
class Limits:
    """A band as it is said; `is_rest` begins where the one before it ends: longer, the rest."""

    low: Decimal | None = None
    high: Decimal | None = None
    low_is: str = OPEN
    high_is: str = OPEN
    unit: str = ""
    is_rest: bool = False

    def follows(self, before: "Limits") -> bool:
        """Whether it may stand behind another one: above it, or below where the highest comes first."""
        if self.is_rest:
            return before.high is not None

        rises = before.high is not None and self.low is not None and self.low >= before.high
        falls = before.low is not None and self.high is not None and self.high <= before.low
        return rises or falls


def bands_of(said: Sequence[Limits]) -> tuple[Band, ...] | None:
    """The bands, from the lowest on; None where they leave gaps, overlap, or share a limit."""
    told = sorted(_with_rest(said), key=lambda each: (each.low is not None, each.low or Decimal(0)))
    if len(told) < _FEWEST or any(each.low is None for each in told[1:]) or not _are_stretches(told):
        return None

    if any(each.high is None for each in told[:-1]):
        return None

    joints = [_joint(one, other) for one, other in pairwise(told)]
    known = {each for each in joints if each in (IN, OUT)}
    if None in joints or (OPEN in joints and len(known) != 1):
        return None

    ways = [known.copy().pop() if each == OPEN else each or OPEN for each in joints]
    return tuple(_band(told, ways, at) for at in range(len(told)))


def with_age(bands: Sequence[Band]) -> tuple[Band, ...] | None:
    """The bands of whole years with limits that belong to the band above them."""
    whole = [each for band in bands for each in (band.low, band.high) if each is not None]
    if any(not isinstance(each, Decimal) or each != int(each) for each in whole):
        return None

    return tuple(
        replace(
            each,
            low=None if not isinstance(each.low, Decimal) else each.low + (not each.has_low),
            high=None if not isinstance(each.high, Decimal) else each.high + each.has_high,
            has_low=True,
            has_high=False,
        )
        for each in bands
    )


def _with_rest(said: Sequence[Limits]) -> list[Limits]:
    """`longer` begins where the one before it ends."""
    found: list[Limits] = []
    for each in said:
        before = found[-1] if found else None
        if each.is_rest and before is not None and before.high is not None:
            is_of = {IN: OUT, OUT: IN}.get(before.high_is, OPEN)
            found.append(Limits(before.high, None, is_of, unit=before.unit))
        elif not each.is_rest:
            found.append(each)

    return found if len(found) == len(said) else []


def _are_stretches(told: Sequence[Limits]) -> bool:
    return all(each.low is None or each.high is None or each.low < each.high for each in told)


def _joint(one: Limits, other: Limits) -> str | None:
    """Whether the limit between two is `in` the upper, `out` of it, `open`; None where they part."""
    if one.high is None or other.low is None:
        return None

    if one.high == other.low:
        sides = (one.high_is, other.low_is)
        return {
            (OPEN, OPEN): OPEN, (OUT, IN): IN, (OUT, OPEN): IN, (OPEN, IN): IN,
            (IN, OUT): OUT, (IN, OPEN): OUT, (OPEN, OUT): OUT,
        }.get(sides)  # fmt: skip

    is_next = other.low - one.high == _step(one.high, other.low)  # 39 and 40 of whole years
    return _NEXT if is_next and OUT not in (one.high_is, other.low_is) else None


def _step(*numbers: Decimal) -> Decimal:
    """The smallest difference of numbers with so many decimals."""
    exponents = [each.as_tuple().exponent for each in numbers]
    return Decimal(1).scaleb(min(0, *(each for each in exponents if isinstance(each, int))))


def _band(told: Sequence[Limits], ways: Sequence[str], at: int) -> Band:
    each = told[at]
    below, above = ways[at - 1] if at else "", ways[at] if at < len(ways) else ""
    has_low = below != OUT if below else each.low_is != OUT
    high, has_high = each.high, above == OUT if above else each.high_is != OUT
    is_next = above == _NEXT or (not above and _NEXT in ways)
    if is_next and high is not None:
        high, has_high = high + _step(high), False

    label = _label(each, has_low=has_low, has_high=has_high, is_next=is_next)
    return Band(label, each.low, high, has_low, has_high)


def _label(said: Limits, *, has_low: bool, has_high: bool, is_next: bool) -> str:
    low, high = (None if each is None else format(each, "f") for each in (said.low, said.high))
    if low is None:
        text = f"up to {high}" if has_high or is_next else f"under {high}"
    elif high is None:
        text = f"{low} or over" if has_low else f"over {low}"
    elif has_low:
        text = f"{low} to {high}" if has_high or is_next else f"{low} to under {high}"
    else:
        text = f"over {low} to {high}"

    unit = (
        said.unit if Decimal(1) in (said.high, said.low if said.high is None else None) else f"{said.unit}s"
    )
    return f"{text} {unit}" if said.unit else text
