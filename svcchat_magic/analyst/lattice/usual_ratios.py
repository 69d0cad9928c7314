"""Key figures by the names that a trade has for them: CTR, ROAS, load factor, price per square metre."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.usual_ratios import UsualRatio, usual_ratios
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.products import amount_item
from svcchat_magic.analyst.lattice.spans import WHOLE, score_of, spans
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.part_rates import part_rate
from svcchat_magic.analyst.linking.rates import RATES, rates_of
from svcchat_magic.analyst.linking.usual_ratios import ratio_of
from svcchat_magic.analyst.linking.worth import bought_at_once
from svcchat_magic.analyst.meaning.tree import Quantity

Phrase = tuple[str, ...]

_AVERAGES = frozenset({"average", "avg", "mean"})
_SUMS = frozenset({"sum"})  # nobody adds ratios up
_LONGEST = 5
_LONGEST_PART = 3  # words that say of which part a rate is
_SURE = 0.95


def usual_ratio_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`PRODUCT`: what the name divides, where nothing in the model is called so."""
    taken = set[int]()
    for start, stop in spans(len(tokens), _LONGEST):
        phrase = tuple(each.form for each in tokens[start:stop])
        found = list(_named(phrase, catalog))
        before = tokens[start - 1].form if start else ""
        is_own = before not in _AVERAGES | _SUMS and (start < 2 or tokens[start - 2].form not in _SUMS)
        if len(found) == 1 and (is_own or (found[0][0].is_averaged and before in _AVERAGES)):
            begin = start - (before in _AVERAGES)
            taken.update(range(start, stop))
            yield _item(begin, stop, found[0][1])

    yield from _parts(tokens, taken, catalog)


def unmade_ratios(tokens: Sequence[Token], catalog: Catalog) -> Iterator[int]:
    """The places of a name whose columns there are not: no word of `win percentage` may be passed over.

    Single words may be verbs: what yields the most.
    """
    for start, stop in spans(len(tokens), _LONGEST):
        phrase = tuple(each.form for each in tokens[start:stop])
        if len(phrase) > 1 and phrase in usual_ratios() and not any(_named(phrase, catalog)):
            yield from range(start, stop)


def _named(phrase: Phrase, catalog: Catalog) -> Iterator[tuple[UsualRatio, Quantity]]:
    for name, ratio in usual_ratios().get(phrase, ()):
        if any(each in catalog.phrases for each in ratio.names) or _is_state(phrase, catalog):
            continue

        basket = bought_at_once(catalog) if ratio.is_basket else None
        made = (basket.of_each("average") if basket else None) or ratio_of(ratio, name, catalog)
        if made is not None:
            yield ratio, made


def _parts(tokens: Sequence[Token], taken: set[int], catalog: Catalog) -> Iterator[Item]:
    """`on-time rate` of deliveries and deliveries on time."""
    for stop in (at for at, each in enumerate(tokens) if each.form in RATES and at not in taken):
        for start in range(max(stop - _LONGEST_PART, 0), stop):
            phrase = tuple(each.form for each in tokens[start : stop + 1])
            is_average = start > 0 and tokens[start - 1].form in _AVERAGES
            made = None if is_average else part_rate(phrase[:-1], catalog)
            if made is not None and phrase not in catalog.phrases and not _is_state(phrase, catalog):
                yield _item(start, stop + 1, made)


def _is_state(phrase: Phrase, catalog: Catalog) -> bool:
    """Whether rows have a state that the words are the rate of: that is meant before columns are."""
    return phrase[-1] in RATES and len(phrase) > 1 and any(rates_of(phrase[-2], catalog))


def _item(start: int, stop: int, made: Quantity) -> Item:
    return amount_item(start, stop, made, score_of(stop - start, _SURE) + WHOLE * (stop - start))
