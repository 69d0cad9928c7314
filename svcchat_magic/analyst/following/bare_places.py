"""`and in Europe only?` behind a question for sales, where sums are told apart by place."""

from collections.abc import Sequence

from svcchat_magic.analyst.following.memory import Memory
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.places_of_deeds import place_at, sum_of
from svcchat_magic.analyst.lattice.places_of_measures import places_of_sums
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Measured, Quantity

_NARROWING = frozenset(
    {"only", "just", "now", "and", "but", "what", "about", "how", "the", "same", "for", "?"}
)


def with_place_of_sums(tokens: Sequence[Token], memory: Memory | None, catalog: Catalog) -> tuple[Token, ...]:
    """The words with `Europe sales instead`, where sales were asked for before."""
    at = next((at for at, each in enumerate(tokens) if each.form == "in"), -1)
    if memory is None or memory.analysis is None or at < 0 or len(memory.analysis.quantities) != 1:
        return tuple(tokens)

    places = places_of_sums(catalog)
    place, end = place_at(tokens, at, places)
    others = [*tokens[:at], *tokens[end:]]
    if not place or any(each.text.lower() not in _NARROWING for each in others):
        return tuple(tokens)

    is_such = _is_sum_of(memory.analysis.quantities[0], places[place][1])
    return tuple(sum_of(place, places, tokens[0], "instead")) if is_such else tuple(tokens)


def _is_sum_of(quantity: Quantity, noun: str) -> bool:
    """Whether a number before was one of the same: of sales."""
    is_sum = isinstance(quantity, Measured) and quantity.measure.agg_type == "sum"
    return (
        is_sum
        and isinstance(quantity, Measured)
        and phrase_of(quantity.measure.title)[-1:] == phrase_of(noun)
    )
