"""Nouns that say only what sort of column is named: marital status, weather situation, the gender column."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.lattice.spans import score_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import HEAD

_OF_WORDS = frozenset(
    {"status", "state", "situation", "condition", "level", "class", "category", "name", "label", "stage"}
)
_OF_FLAGS = frozenset({"status", "state"})
_LEAST = 0.65  # how surely the column is named: more than by a part of its name
_KINDS = ("DIM", "SDIM", "BDIM", "NDIM")
_OF_ANY = frozenset({"column", "field", "variable"})


def headed_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """A column with such a noun behind its name, where no column has the noun in its own."""
    for item in list(chart.all(("DIM",))):
        stop = item.stop
        is_named = item.score >= score_of(stop - item.start, _LEAST)
        if not is_named or stop >= len(tokens) or not _is_head(tokens[stop].form, item):
            continue

        said = tuple(each.form for each in tokens[item.start : stop + 1])
        if said not in catalog.phrases and said[-1:] not in catalog.phrases:
            same = [each for kind in _KINDS for each in chart.starting(item.start, kind)]
            for each in (one for one in same if one.stop == stop and one.value == item.value):
                yield Item(each.category, item.start, stop + 1, each.value, each.score + HEAD)


def _is_head(word: str, item: Item) -> bool:
    if item.value.type == "boolean":
        return word in _OF_FLAGS or word in _OF_ANY

    return word in _OF_ANY or (word in _OF_WORDS and item.value.type == "string")
