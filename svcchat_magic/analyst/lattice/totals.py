"""`payments by method, number and amount`: how many rows there are, and what they come to."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.natural_amounts import Sized, sized
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.semantic.inference.names import is_money

MARKS = frozenset({"-", "–", ":", ","})
_COUNTS = frozenset({"number", "count"})
_SUMS = frozenset({"amount", "value", "sum"})
_TOTAL = frozenset({"total", "the", "combined", "their"})
_SUMMED, _PLAIN = 6.0, 4.0  # a number and an amount may also be fields of records


def number_and_sum_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`NUMBERANDSUM`: of each sort of rows that is named before and has an amount of its own."""
    for at, token in enumerate(tokens):
        stop = _end(tokens, at) if token.form in MARKS else None
        named = [each for each in chart.all(("ENTITY",)) if each.stop <= at] if stop else []
        for item in named:
            found = sized(item.value, catalog) if isinstance(item.value, Entity) else None
            total = _total(found) if found is not None else None
            if stop is not None and found is not None and total is not None:
                is_summed = any(each.form == "total" for each in tokens[at:stop])
                score = _SUMMED if is_summed else _PLAIN
                yield Item("NUMBERANDSUM", at, stop, replace(found, total=total), score)


def _total(rows: Sized) -> Concept | None:
    """What rows come to, where that is money."""
    each = rows.of_each
    is_sum = each is not None and (each.format == "currency" or is_money(each.name))
    return (rows.total if rows.is_money else None) or (each if is_sum else None)


def _end(tokens: Sequence[Token], at: int) -> int | None:
    forms = [each.form for each in tokens[at + 1 : at + 6]]
    if len(forms) < 3 or forms[0] not in _COUNTS or forms[1] not in ("and", "&"):
        return None

    places = (place for place, form in enumerate(forms[2:], 2) if form not in _TOTAL)
    last = next(places, None)
    is_sum = last is not None and forms[last] in _SUMS and forms[last + 1 : last + 2] != ["of"]
    return at + 2 + last if is_sum and last is not None else None
