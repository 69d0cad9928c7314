"""`MEASURE` of `units sold`, `items ordered`: the pieces that lines of sales say, in other words."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.spans import score_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.goods import SELLING, pieces_sold
from svcchat_magic.analyst.linking.verbs import is_participle

_PIECES = frozenset({"unit", "piece", "item"})
_SURE = 0.9


def piece_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Where the model has no number of that name, and but one that counts goods."""
    for at, (noun, verb) in enumerate(pairwise(tokens)):
        is_sold = verb.text.lower() in SELLING and is_participle(verb.text.lower())
        is_named = (noun.form, verb.form) in catalog.phrases
        if noun.form in _PIECES and is_sold and not is_named and (sold := pieces_sold(catalog)) is not None:
            yield Item("MEASURE", at, at + 2, sold, score_of(2, _SURE))
