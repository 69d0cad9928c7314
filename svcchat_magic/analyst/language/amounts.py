"""Numbers with a unit, and what they are in the unit of a column."""

import re
from collections.abc import Collection, Iterable, Iterator
from decimal import Decimal

from svcchat_magic.analyst.language.words import phrase_of, singular

_FAMILIES = tuple(
    {unit: size for size, units in family.items() for unit in units}
    for family in (
        {
            "0.001": ("ms", "millisecond"), "1": ("second", "sec", "s"), "60": ("minute", "min"),
            "3600": ("hour", "hr", "h"), "86400": ("day",), "604800": ("week",), "2629800": ("month",),
            "31557600": ("year",),
        },
        {
            "0.001": ("mg", "milligram"), "1": ("g", "gram"), "1000": ("kg", "kilo", "kilogram"),
            "1000000": ("ton", "tonne"), "453.59237": ("lb", "pound"), "28.349523": ("oz", "ounce"),
        },
        {
            "0.001": ("mm", "millimeter", "millimetre"), "0.01": ("cm", "centimeter", "centimetre"),
            "1": ("m", "meter", "metre"), "1000": ("km", "kilometer", "kilometre"), "1609.344": ("mile",),
            "0.0254": ("inch",), "0.3048": ("foot", "feet", "ft"), "0.9144": ("yard",),
        },
        {
            "0.001": ("ml",), "1": ("liter", "litre", "l"), "100": ("hl", "hectoliter", "hectolitre"),
            "3.785411784": ("gallon",),
        },
        {"1": ("sqm",), "10000": ("hectare", "ha"), "4046.8564": ("acre",), "0.09290304": ("sqft",)},
        {"0.001": ("wh",), "1": ("kwh",), "1000": ("mwh",), "1000000": ("gwh",)},
        {"0.001": ("watt", "w"), "1": ("kw", "kilowatt"), "1000": ("mw", "megawatt")},
        {"1": ("kmh", "kph"), "3.6": ("mps",), "1.609344": ("mph",), "1.852": ("knot", "kts")},
        {"0.001": ("kb",), "1": ("mb",), "1000": ("gb",), "1000000": ("tb",)},
        {"0.01": ("cent", "ct"), "1": ("euro", "eur", "dollar", "usd", "gbp", "buck")},
    )
)  # fmt: skip
_TIME = _FAMILIES[0]
_HEAT = frozenset({"degree", "celsius", "centigrade", "fahrenheit"})
_SCALES = {"celsius": ("c", "celsius", "centigrade", "degc"), "fahrenheit": ("f", "fahrenheit", "degf")}
_NO_TIMES = frozenset(
    {"distance", "mileage", "weight", "mass", "height", "width", "area", "price", "fare", "cost"}
)
_OFTEN_MEANT = ("day", "year", "minute", "min")  # of times in a column that does not tell its unit


_LASTING = ("day", "week", "month", "year")  # of leave or of work they are no hours
_NEITHER = frozenset({"per", "rate", "pct", "percent", "percentage", "speed", "share", "ratio"})
_TOLD_IN = re.compile(r"(?:\bin |\()([^\W\d_]{1,12})")
_TIMES = frozenset({"time", "length", "duration", "wait", "delay"})


_OF_TWO = re.compile(r"[^\W\d_]+/[^\W\d_]+")
_FEW = 3  # words of a name


PERCENT = "%"


class Amount(Decimal):
    """A number that was told with a unit."""

    by_data: bool = False  # a number that the data tell, in whatever unit these are

    unit: str = ""
    kept_in: str = ""  # the unit of the column that it was turned into
    percentage: Decimal | None = None  # that it was told as
    letter: str = ""  # that was read as a million, where it could be a unit


def in_unit_of(number: Decimal, texts: Collection[str]) -> Decimal | None:
    """The number in the unit that the texts about a column tell, the first that does; None where none fits.

    The first two texts are its names: one that is told in another kind of unit has no number in this one.

    Of a time without a told unit hours could be anything; other units are taken for the column's own.
    """
    if isinstance(number, Amount) and number.by_data:
        return number

    letter, unit = getattr(number, "letter", ""), getattr(number, "unit", "")
    told_letter = letter and tells_unit(letter, texts)
    if letter and bool(unit) is not bool(told_letter):
        return None  # `2.5 m` are metres where the column is in metres, else millions

    if unit in _HEAT:
        return _in_degrees(number, unit, [*texts])

    family = next((each for each in _FAMILIES if unit in each), None)
    if family is None:
        return Decimal(number)

    told = next(_told(family, texts), "")
    if told:
        turned = Amount(Decimal(number) * Decimal(family[unit]) / Decimal(family[told]))
        turned.kept_in = told
        return turned

    if any(next(_told(each, (*texts,)[:2]), "") for each in _FAMILIES if each is not family):
        return None  # days are no kilometres, whatever takes so long

    if family is _TIME and not _NO_TIMES.isdisjoint(
        word for each in (*texts,)[:2] for word in phrase_of(each)
    ):
        return None  # nor is a distance that many minutes, in whatever unit it is

    return Decimal(number) if family is not _TIME or unit in _OFTEN_MEANT else None


def _in_degrees(number: Decimal, unit: str, texts: list[str]) -> Decimal | None:
    """Degrees in the scale of the column's name; None where that is in another kind of unit."""
    names = (phrase_of(each)[-1:] for each in texts[:2])
    if any(not each.keys().isdisjoint(last) for last in names for each in _FAMILIES):
        return None

    words = {word for each in texts for word in phrase_of(each)}
    told = next((scale for scale, names in _SCALES.items() if not words.isdisjoint(names)), "")
    if not told and unit == "fahrenheit":
        return None  # most who do not tell the scale mean the other one

    if not told or unit in ("degree", *_SCALES[told]):
        return Decimal(number)

    warmer = number * 9 / 5 + 32 if told == "fahrenheit" else (number - 32) * 5 / 9
    return Decimal(warmer)


def tells_unit(unit: str, texts: Iterable[str]) -> bool:
    """Whether the texts about a column tell a unit of the same kind: minutes for seconds."""
    family = next((each for each in _FAMILIES if unit in each), None)
    return family is not None and next(_told(family, texts), "") != ""


def is_convertible(unit: str) -> bool:
    """Whether numbers in other units of its kind can be told in this one."""
    return any(unit in each for each in _FAMILIES[:-1]) and unit not in _LASTING


def told_beside(unit: str, names: Collection[str], about: Iterable[str] = ()) -> str:
    """The unit of the same kind that the names of a number tell, or what is said about it: `in seconds`.

    Empty where none does, and of what is told per something else.
    """
    if not is_convertible(unit) or not _NEITHER.isdisjoint(
        word for each in names for word in phrase_of(each)
    ):
        return ""

    family = next(each for each in _FAMILIES if unit in each)
    texts = (*names, *(" ".join(_TOLD_IN.findall(each)) for each in about))
    told = next(_told(family, texts), "")
    return "" if told in _LASTING else told


def conversion(unit: str, told: str) -> tuple[Decimal, Decimal]:
    """What a number in the unit that was told is multiplied with and divided by for another one."""
    family = next(each for each in _FAMILIES if unit in each)
    above, below = Decimal(family[told]), Decimal(family[unit])
    if above % below == 0:
        return above / below, Decimal(1)

    return (Decimal(1), below / above) if below % above == 0 else (above, below)


def is_same(unit: str, other: str) -> bool:
    """Whether two words are of one unit: kilo and kg."""
    return unit == other or any(each.get(unit, 1) == each.get(other, 2) for each in _FAMILIES)


def is_same_kind(unit: str, other: str) -> bool:
    """Whether two units measure the same: a tonne and a kg."""
    return any(unit in each and other in each for each in _FAMILIES)


def named_in(title: str, unit: str) -> str:
    """A title without the unit that it tells: `talk time` of talk seconds."""
    family = next(each for each in _FAMILIES if unit in each)
    words = [each for each in title.split() if singular(each.strip("()[],")) not in family]
    words = words[:-1] if words[-1:] == ["in"] and len(words) > 1 else words
    is_bare = family is _TIME and len(words) < len(title.split()) and _TIMES.isdisjoint(map(singular, words))
    return " ".join((*words, "time") if is_bare else words)


def is_money(unit: str) -> bool:
    """Whether a unit is one of money."""
    return unit in _FAMILIES[-1] or unit == "pound"


def is_lasting(unit: str) -> bool:
    """Whether a unit is one of time."""
    return unit in _TIME


def _told(family: dict[str, str], texts: Iterable[str]) -> Iterator[str]:
    """The units of a family in each text; letters such as m and s are units in names alone.

    Those of `(g/l)`, `speed_km_h` are one unit of another kind.
    """
    for text in texts:
        words = phrase_of(_OF_TWO.sub(" ", text))
        for at, word in enumerate(words):
            beside = {*words[max(at - 1, 0) : at], *words[at + 1 : at + 2]}
            is_of_two = any(each in other for each in beside for other in _FAMILIES if other is not family)
            if word in family and not is_of_two and (len(word) > 1 or len(words) <= _FEW):
                yield word
