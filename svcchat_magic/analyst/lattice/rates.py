"""Rates that no member of the model computes, and the units that a number is told per."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.rates import (
    RATES,
    is_noun,
    rate_of_value,
    rated_words,
    rates_of,
    rates_of_flags,
)
from svcchat_magic.analyst.linking.values import Values
from svcchat_magic.analyst.meaning.tree import IsIn

_SCORE = 1.7  # of two words, below a member of that name
_UNIT, _LONGEST = 0.4, 4
_PER = frozenset({"per", "each", "every", "a", "an"})
MONEY = frozenset({"dollar", "euro", "pound", "usd", "eur", "gbp", "cent", "$", "€", "£", "money"})


def rate_items(tokens: Sequence[Token], catalog: Catalog, values: Values) -> Iterator[Item]:
    """`failure rate`, where rows are marked as failed in one way: the share of these."""
    for at, word in rated_words(tokens):
        flags = list(rates_of(word, catalog))
        yield from (Item("RATED", at, at + 2, rate, _SCORE) for rate in flags)
        named = (
            () if flags or is_noun(word, catalog) else values.get((word, "rate"), ())
        )  # no team of that name
        for concept in dict.fromkeys(of for of, _ in named):
            kept = IsIn(concept, tuple(dict.fromkeys(value for of, value in named if of == concept)))
            yield Item("RATED", at, at + 2, rate_of_value(kept, catalog), _SCORE - 0.05)


def flag_rate_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`SLA breach rate`, where rows have a flag of that whole name."""
    for stop in (at for at, each in enumerate(tokens) if each.form in RATES):
        for size in range(2, _LONGEST + 1):
            words = [each.form for each in tokens[max(stop - size, 0) : stop]]
            rates = rates_of_flags(words, catalog) if len(words) == size else ()
            yield from (Item("RATED", stop - size, stop + 1, rate, _SCORE * size) for rate in rates)


def per_unit_items(tokens: Sequence[Token]) -> Iterator[Item]:
    """The hour of `cost per hour of downtime`, the euros of `euros raised`."""
    for at, token in enumerate(tokens):
        is_per = at > 0 and tokens[at - 1].form in _PER
        if token.form in MONEY or (is_per and token.form in keywords().units):
            yield Item("MONEY" if token.form in MONEY else "UNITWORD", at, at + 1, token.form, _UNIT)


def is_rate_word(token: Token) -> bool:
    """Whether a word alone asks for a rate of something: never for a sum or a count."""
    return token.form in RATES
