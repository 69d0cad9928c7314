"""`MEASURE` of `units sold`, `items ordered`: the pieces that lines of sales say, in other words."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.spans import score_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.goods import SELLING, pieces_sold
from svcchat_magic.analyst.linking.verbs import is_participle

_PIECES = frozenset({"unit", "piece", "item"})
_SURE, _NAMED = 0.9, 1.2
_TOTAL = ("total",)
_BEHIND = frozenset(
    {
        "by",
        "for",
        "in",
        "per",
        "from",
        "last",
        "this",
        "each",
        "on",
        "at",
        "during",
        "since",
        "between",
        "and",
    }
)


def piece_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Where the model has no number of that name, and but one that counts goods."""
    for at, (noun, verb) in enumerate(pairwise(tokens)):
        is_sold = verb.text.lower() in SELLING and is_participle(verb.text.lower())
        is_named = (noun.form, verb.form) in catalog.phrases
        if noun.form in _PIECES and is_sold and not is_named and (sold := pieces_sold(catalog)) is not None:
            yield Item("MEASURE", at, at + 2, sold, score_of(2, _SURE))

    yield from _plain_totals(tokens, catalog)


def _plain_totals(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`total by city`, where a column is called so and no more; `how many in total` asks for nothing more."""
    called = [each for each in catalog.concepts if each.agg_type == "sum" and phrase_of(each.title) == _TOTAL]
    if len(called) != 1:
        return

    for at, token in enumerate(tokens):
        behind = tokens[at + 1] if at + 1 < len(tokens) else None
        is_last = behind is None or behind.is_mark or behind.form in _BEHIND
        in_total = at > 0 and tokens[at - 1].form == "in"
        if (token.form,) == _TOTAL and is_last and not in_total:
            yield Item("MEASURE", at, at + 1, called[0], score_of(1, _NAMED))
