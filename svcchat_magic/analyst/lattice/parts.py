"""`PARTOF`: a word of a measure's name, whose other words stand before: home deliveries that were late."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog

_BEING = frozenset({"is", "are", "was", "were", "been", "be"})
_NEAR = 2  # words from the verb to what something is
_COUNTING = frozenset({"number", "count", "of", "total"})
_SURE = 0.9


def part_of_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Only where one measure alone counts such rows."""
    counts = [each for each in catalog.concepts if each.agg_type == "count"]
    forms = [each.form for each in tokens]
    for at, form in enumerate(forms):
        is_said = not _BEING.isdisjoint(forms[max(at - _NEAR, 0) : at])
        if not is_said or form in keywords().function:
            continue

        named = [(each, {*phrase_of(each.title)} - _COUNTING) for each in counts]
        found = [each for each, words in named if form in words and words - {form} <= {*forms[:at]}]
        found = [each for each in found if len(phrase_of(each.title)) > 1]
        if len(found) == 1:
            yield Item("PARTOF", at, at + 1, found[0], _SURE)
