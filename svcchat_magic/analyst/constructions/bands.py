"""Bands of a number, an age or a length of time with limits that are said: under 18, 18 to 39, 40 or over."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

from svcchat_magic.analyst.constructions.aggregates import Stretch
from svcchat_magic.analyst.language.amounts import Amount, in_unit_of
from svcchat_magic.analyst.language.periods import add
from svcchat_magic.analyst.lattice.ages import AgeOf
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.linking.natural_amounts import texts_of
from svcchat_magic.analyst.meaning.bands import IN, OPEN, OUT, Band, Limits, bands_of, with_age
from svcchat_magic.analyst.meaning.tree import ByBucket, Concept, Group

_LOWS = {">": OUT, ">=": IN}
_HIGHS = {"<": OUT, "<=": IN}
_YEARS = ("", "year", "year old", "old")
_LASTING = {"minute": "minute", "min": "minute", "hour": "hour", "h": "hour", "hr": "hour", "day": "day",
            "week": "day"}  # fmt: skip
_DAYS_OF = {"week": 7}


BANDS = Grammar()
rule = BANDS.rule

BANDS.level()


@rule("CMP ~NUM", "BAND", "under 18", bonus=0.1)
def beyond(operator: str, number: Decimal) -> Limits | None:
    unit = getattr(number, "unit", "")
    if operator in _HIGHS:
        return Limits(high=Decimal(number), high_is=_HIGHS[operator], unit=unit)

    return Limits(Decimal(number), None, _LOWS[operator], unit=unit) if operator in _LOWS else None


@rule("NUM ORMORE", "BAND", "60 or over", bonus=0.1)
def or_over(number: Decimal, operator: str) -> Limits | None:
    return beyond(operator, number)  # type: ignore[no-any-return]


@rule("NUM to|-|–|till|until NUM", "BAND", "18 to 39", bonus=0.2)
def from_to(low: Decimal, _to: str, high: Decimal) -> Limits:
    return Limits(Decimal(low), Decimal(high), unit=getattr(high, "unit", "") or getattr(low, "unit", ""))


@rule("NUM CMP NUM", "BAND", "70 up to 80", bonus=0.2)
def up_to(low: Decimal, operator: str, high: Decimal) -> Limits | None:
    is_of = {"<": OUT, "<=": OPEN}.get(operator)
    found: Limits = from_to(low, "to", high)
    return replace(found, high_is=is_of) if is_of else None


@rule("BETWEEN NUM and|to|-|AND ~NUM", "BAND", "between 18 and 39", bonus=0.2)
def between(_between: str, low: Decimal, _and: str, high: Decimal) -> Limits:
    return from_to(low, "to", high)  # type: ignore[no-any-return]


@rule("CMP NUM and|but|AND CMP NUM", "BAND", "more than 1 and up to 3 days", bonus=0.3)
def over_up_to(above: str, low: Decimal, _and: str, below: str, high: Decimal) -> Limits | None:
    if above not in _LOWS or below not in _HIGHS:
        return None

    found: Limits = from_to(low, "to", high)
    return replace(found, low_is=_LOWS[above], high_is=_HIGHS[below])


@rule("longer|more|older|higher|larger|over|above|beyond|rest|later", "BAND", "longer", bonus=-0.1)
def the_rest(_word: str) -> Limits:
    return Limits(is_rest=True)


@rule("BAND NUM", "BAND", "up to 1 day (24 hours)", bonus=0.3)
def that_is(band: Limits, number: Decimal) -> Limits | None:
    """The same limit in another unit."""
    limit = band.high if band.high is not None else band.low
    unit = getattr(number, "unit", "")
    same = in_unit_of(number, (band.unit,)) if unit and band.unit else None
    return band if limit is not None and same == limit else None


for _ in range(2):  # as many times as lists of bands are long
    BANDS.level()

    @rule("BAND ,|;|/|and|or and|or|AND? BAND", "BANDS", "under 18, 18 to 39", bonus=0.3)
    def two_bands(first: Limits, _comma: str, _and: str | None, second: Limits) -> tuple[Limits, ...] | None:
        return (first, second) if second.follows(first) else None

    @rule("BANDS ,|;|/|and|or and|or|AND? BAND", "BANDS", "under 18, 18 to 39, 40 or over", bonus=0.3)
    def more_bands(
        known: tuple[Limits, ...], _comma: str, _and: str | None, band: Limits
    ) -> tuple[Limits, ...] | None:
        return (*known, band) if band.follows(known[-1]) else None


BANDS.level()


@rule("NDIM ~BUCKET? -|:|–? ~BANDS", "BANDED", "score in bands - below 70, 70 to 80, 80 and over", bonus=1.2)
def of_number(of: Concept, _bands: str | None, _mark: str | None, said: tuple[Limits, ...]) -> Group | None:
    """A number of each row."""
    scaled = [_scaled(each, of) for each in _with_unit(said)]
    bands = bands_of([each for each in scaled if each is not None]) if None not in scaled else None
    return ByBucket(of, bands=bands) if bands and not of.primary_key else None


@rule("AGEOF today|now? ~BUCKET? -|:|–? ~BANDS", "BANDED", "age in the bands under 18, 18 or over", bonus=1.2)
def of_age(
    age: AgeOf, _today: str | None, _bands: str | None, _mark: str | None, said: tuple[Limits, ...]
) -> Group | None:
    """Years since a birth, which lie between two dates of birth."""
    told = bands_of([replace(each, unit="") for each in said])
    bands = with_age(told) if told and all(each.unit in _YEARS for each in said) else None
    if bands is None:
        return None

    return ByBucket(age.birth, bands=tuple(_born(each, age.today) for each in bands), unit="age")


@rule("STRETCHED ~BANDS", "BANDED", "took up to 1 day, more than 1 and up to 3 days, longer", bonus=1.4)
def of_length(stretch: Stretch, said: tuple[Limits, ...]) -> Group | None:
    """The time from one moment of a row to another, in one unit for all of them."""
    told = _with_unit(said)
    units = {each.unit for each in told if not each.is_rest}
    unit = units.pop() if len(units) == 1 else ""
    bands = bands_of([_in_days(each) for each in told]) if unit in _LASTING else None
    start, end = stretch
    return ByBucket(end, bands=bands, since=start, unit=_LASTING[unit]) if bands else None


@rule("BANDED", "GROUPABLE", bonus=0.3)
def groupable_bands(group: Group) -> Group:
    return group


@rule("BANDED", "GROUPS", "how many took up to 1 day, longer", bonus=0.1)
def by_bands(group: Group) -> tuple[Group, ...]:
    return (group,)


@rule("DISTRIBUTION ~BANDED", "GROUPS", "distribution of scores in bands - below 70, 70 and over", bonus=0.6)
def distribution_in_bands(_word: str, group: Group) -> tuple[Group, ...]:
    return (group,)


def _with_unit(said: tuple[Limits, ...]) -> list[Limits]:
    """`more than 1, up to 3 days`: the unit of the one is that of the others."""
    units = {each.unit for each in said if each.unit}
    unit = units.pop() if len(units) == 1 else ""
    return [replace(each, unit=each.unit or unit) for each in said]


def _scaled(limits: Limits, of: Concept) -> Limits | None:
    """The limits in the unit of the column; None where that is not known."""
    if not limits.unit:
        return limits

    ends = (limits.low, limits.high)
    low, high = (None if each is None else _in_unit(each, limits.unit, of) for each in ends)
    is_lost = (low is None) is not (limits.low is None) or (high is None) is not (limits.high is None)
    is_same = (low, high) == ends
    return None if is_lost else replace(limits, low=low, high=high, unit=limits.unit if is_same else "")


def _in_unit(number: Decimal, unit: str, of: Concept) -> Decimal | None:
    amount = Amount(number)
    amount.unit = unit
    return in_unit_of(amount, texts_of(of))


def _in_days(limits: Limits) -> Limits:
    times = _DAYS_OF.get(limits.unit, 1)
    low, high = (None if each is None else each * times for each in (limits.low, limits.high))
    return replace(limits, low=low, high=high, unit=_LASTING.get(limits.unit, limits.unit))


def _born(band: Band, today: date) -> Band:
    """The dates of birth of an age: who is under 18 was born less than 18 years ago."""
    oldest, youngest = (
        add(today, "year", -int(each)).isoformat() if isinstance(each, Decimal) else None
        for each in (band.high, band.low)
    )
    return Band(band.label, oldest, youngest, has_low=False, has_high=True)
