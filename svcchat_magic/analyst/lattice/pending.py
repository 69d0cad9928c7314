"""What is still to be done, `to be collected`, and what is in a state for so long: `ready for 30 days`."""

from collections.abc import Iterator, Sequence
from datetime import date

from svcchat_magic.analyst.language.periods import UNITS, Period, add
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import Concept, Condition, IsIn, Missing, Within
from svcchat_magic.semantic.search.thesaurus import stems_of

_WAITING = frozenset(
    {"still", "yet", "waiting", "wait", "remaining", "remain", "left", "are", "is", "have", "has"}
)
_SAID = frozenset(
    (
        "found", "known", "said", "reported", "considered", "thought", "deemed", "believed", "expected",
        "supposed", "likely", "assumed", "proven", "proved", "shown", "declared", "confirmed", "turned",
    )
)  # fmt: skip
_STATES = frozenset({"VALUE", "MARKED", "CONDITION", "BDIM", "MEASURE"})
_WAYS = frozenset({">", ">=", "<", "<="})
_EACH_WORD, _SURE, _OF_TIME = 0.8, 0.4, 4.0


def is_pending(tokens: Sequence[Token], at: int) -> bool:
    """Whether something is to come: what is to be collected is no row that is collected."""
    forms = [each.form for each in tokens[max(at - 3, 0) : at]]
    is_told = len(forms) > 2 and forms[0] in _SAID
    return forms[-2:] == ["to", "be"] and is_participle(tokens[at].text.lower()) and not is_told


def is_to_come(tokens: Sequence[Token], item: Item) -> bool:
    """Whether an item takes what is still to be done for a state or a number of what is done."""
    return item.category in _STATES and is_pending(tokens, item.start)


def pending_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`orders still to be collected`, which have no date of that."""
    names = date_names_of(catalog)
    for at in (at for at in range(2, len(tokens)) if is_pending(tokens, at)):
        start = at - 2
        while start > 0 and tokens[start - 1].form in _WAITING:
            start -= 1

        stems = stems_of(tokens[at].text)
        for time in names.named(stems) or names.meant(stems):
            yield Item("CONDITION", start, at + 1, Missing(time), _EACH_WORD * (at + 1 - start) + _SURE)


def standing_items(chart: Chart, catalog: Catalog, today: date) -> Iterator[Item]:
    """`ready for more than 30 days`: in that state now, and since a day that long ago."""
    names = date_names_of(catalog)
    forms = chart.forms
    for at in (at for at in range(1, len(forms)) if forms[at] == "for"):
        times = names.named(stems_of(forms[at - 1]))
        for compared in chart.starting(at + 1, "CMP") if at + 1 < len(forms) and times else ():
            for number in chart.starting(compared.stop, "NUM") if compared.stop < len(forms) else ():
                unit = getattr(number.value, "unit", "")
                if unit not in UNITS or number.value != int(number.value) or compared.value not in _WAYS:
                    continue

                edge = add(today, unit, -int(number.value))
                period = Period(None, edge) if compared.value in (">", ">=") else Period(edge, None)
                for time in times:
                    states = _states(chart, at - 1, time)
                    said = (*states, Within(period, time))
                    yield from (Item("CONDITION", at - 1, number.stop, said, _OF_TIME),) if states else ()


def _states(chart: Chart, at: int, time: Concept) -> tuple[Condition, ...]:
    """What keeps the rows that are in that state: a value of theirs, or that its end has not come."""
    kept = [each.value for kind in ("VALUE", "MARKED", "CONDITION") for each in chart.starting(at, kind)]
    own = (each for each in kept if isinstance(each, IsIn | Missing) and each.of.cube == time.cube)
    return tuple(each for each in dict.fromkeys(own) if not each.negated)[:1]
