"""Meanings that words have inside a construction alone."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.adjectives import duration_items
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.dates import moment_items
from svcchat_magic.analyst.lattice.events import event_items
from svcchat_magic.analyst.lattice.lengths import split_moments, told_days
from svcchat_magic.analyst.lattice.numbers import (
    fraction_items,
    numbered_items,
    ordinal_items,
    percentile_items,
    times_items,
)
from svcchat_magic.analyst.lattice.oftenness import often_items
from svcchat_magic.analyst.lattice.people import who_items
from svcchat_magic.analyst.lattice.plans import ahead_items
from svcchat_magic.analyst.lattice.rates import flag_rate_items, per_unit_items, rate_items
from svcchat_magic.analyst.lattice.verbal_nouns import verbal_nouns
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.values import Values


def for_constructions(tokens: Sequence[Token], catalog: Catalog, values: Values) -> Iterator[Item]:
    """They take no word from any other meaning."""
    yield from duration_items(tokens, catalog)
    yield from percentile_items(tokens)
    yield from fraction_items(tokens)
    yield from often_items(tokens, catalog)
    yield from verbal_nouns(tokens, catalog)
    yield from times_items(tokens)
    yield from ordinal_items(tokens)
    yield from numbered_items(tokens)
    yield from event_items(tokens, catalog)
    moments = (*moment_items(tokens, catalog), *split_moments(tokens, catalog))
    yield from (*moments, *told_days(tokens, moments))
    yield from ahead_items(tokens, catalog)
    yield from who_items(tokens, catalog)
    yield from (*rate_items(tokens, catalog, values), *flag_rate_items(tokens, catalog))
    yield from per_unit_items(tokens)
