"""What left or came in late, early or on time, by the numbers of its delays, and what never left."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from svcchat_magic.analyst.language.amounts import Amount, in_unit_of
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.delays import ARRIVAL, DEPARTURE, Told, actual_departure, delays_of
from svcchat_magic.analyst.linking.natural_amounts import texts_of
from svcchat_magic.analyst.linking.rates import RATES
from svcchat_magic.analyst.meaning.tree import Compared, Concept, Counted, Missing, Ratio

_VERBS = {
    DEPARTURE: (
        ("departed",),
        ("depart",),
        ("left",),
        ("leave",),
        ("took", "off"),
        ("take", "off"),
        ("taking", "off"),
    ),
    ARRIVAL: (
        ("arrived",),
        ("arrive",),
        ("landed",),
        ("land",),
        ("got", "in"),
        ("came", "in"),
        ("touched", "down"),
    ),
}
_BEHIND = (("late",), ("behind", "schedule"), ("too", "late"), ("delayed",))
_AHEAD = (("early",), ("ahead", "of", "schedule"), ("ahead", "of", "time"), ("too", "early"))
_IN_TIME = (("on", "time"), ("on", "schedule"))
_WAYS = tuple(
    (phrase, way) for said, way in ((_BEHIND, ">"), (_AHEAD, "<"), (_IN_TIME, "<=")) for phrase in said
)
_SMALL = frozenset({"still", "actually", "even", "by", "only", "just", "also", "then"})
_FLOWN = (("actually", "took", "off"), ("took", "off"), ("actually", "departed"), ("actually", "left"))
_CALLED_OFF = frozenset({"cancelled", "canceled"})
_CALLING_OFF = frozenset({"cancellation", "cancelation"})
_ONE = frozenset({"a", "an"})
_FLIPPED = {">": "<", ">=": "<=", "<": ">", "<=": ">="}
_EACH_WORD, _SURE, _MINUTES = 1.1, 1.0, 60


def delay_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`CONDITION` of how late rows left or came in; of those that never left, where nothing else says so."""
    forms = tuple(each.text.lower() for each in tokens)
    for told in delays_of(catalog):
        for start, stop in _verbs(forms, told.event):
            yield from _ways(chart, forms, start, stop, told)

    cubes = {each.of.cube for each in delays_of(catalog)}
    for actual in filter(None, (actual_departure(each, catalog) for each in sorted(cubes))):
        yield from _called_off(chart, tokens, actual, catalog)


def _verbs(forms: tuple[str, ...], event: str) -> Iterator[tuple[int, int]]:
    """Where a verb of that end stands; where only one delay is told, any verb of both, or none."""
    for phrase in _VERBS.get(event, (*_VERBS[DEPARTURE], *_VERBS[ARRIVAL])):
        for at in range(len(forms)):
            if forms[at : at + len(phrase)] == phrase:
                yield at, at + len(phrase)


def _ways(chart: Chart, forms: tuple[str, ...], start: int, stop: int, told: Told) -> Iterator[Item]:
    """How late it was, behind the verb."""
    while stop < len(forms) and forms[stop] in _SMALL:
        stop += 1

    for phrase, way in _WAYS:
        if forms[stop : stop + len(phrase)] == phrase:
            yield _item(start, stop + len(phrase), Compared(told.of, way, Decimal(0)))

    compared = list(chart.starting(stop, "CMP")) if stop < len(forms) else []
    begins = [(each.stop, str(each.value)) for each in compared] or [(stop, "=")]
    for at, operator in begins:
        for number, end in _lengths(chart, forms, at, told.of):
            for phrase, way in _WAYS[: len(_BEHIND) + len(_AHEAD)]:
                is_said = forms[end : end + len(phrase)] == phrase
                if is_said and (compared or way == ">"):
                    yield _item(start, end + len(phrase), _so_late(told.of, way, operator, number))


def _so_late(of: Concept, way: str, operator: str, number: Decimal) -> Compared:
    """So much later than planned; what is early is less than nothing."""
    if way == ">":
        return Compared(of, operator, number)

    return Compared(of, _FLIPPED.get(operator, operator), -number)


def _lengths(chart: Chart, forms: tuple[str, ...], at: int, of: Concept) -> Iterator[tuple[Decimal, int]]:
    """A number with its unit, in that of the column: what moves by a timetable is late by minutes."""
    if at >= len(forms):
        return

    said = [(each.value, each.stop) for each in chart.starting(at, "NUM") if getattr(each.value, "unit", "")]
    if forms[at] in _ONE and forms[at + 1 : at + 2] in (("hour",), ("minute",)):
        one = Amount(1)
        one.unit = forms[at + 1]
        said.append((one, at + 2))

    for number, stop in said:
        fitting = in_unit_of(number, texts_of(of))
        if fitting is None and number.unit == "hour":
            fitting = in_unit_of(_minutes(number), texts_of(of))

        if fitting is not None:
            yield Decimal(fitting), stop


def _minutes(hours: Decimal) -> Amount:
    found = Amount(hours * _MINUTES)
    found.unit = "minute"
    return found


def _called_off(chart: Chart, tokens: Sequence[Token], actual: Concept, catalog: Catalog) -> Iterator[Item]:
    """`cancelled`, and those that `took off`, where no value or flag of theirs says that."""
    forms = tuple(each.text.lower() for each in tokens)
    for at, word in enumerate(forms):
        is_known = any(item for name in ("VALUE", "BDIM", "DATED") for item in chart.starting(at, name))
        if is_known or (tokens[at].form,) in catalog.phrases:
            continue

        if word in _CALLED_OFF:
            yield Item("CONDITION", at, at + 1, Missing(actual), _SURE)
        elif word in _CALLING_OFF and forms[at + 1 : at + 2] and forms[at + 1] in RATES:
            entity = catalog.entities[actual.cube]
            rate = Ratio(Counted(entity, (Missing(actual),)), Counted(entity), is_share=True)
            yield Item("RATED", at, at + 2, rate, 2 * _SURE)

        for phrase in _FLOWN:
            if forms[at : at + len(phrase)] == phrase:
                yield Item(
                    "CONDITION", at, at + len(phrase), Missing(actual, negated=True), _SURE * len(phrase)
                )


def _item(start: int, stop: int, kept: Compared) -> Item:
    return Item("CONDITION", start, stop, kept, _EACH_WORD * (stop - start) + _SURE)
