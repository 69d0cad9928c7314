"""`total discount`, where a model has its average alone: what is asked for is another number."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.meaning.tree import Aggregated, Measured

_LEVELS = frozenset({"avg", "min", "max"})


def unsummed(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """The `total` before what is averaged, unless a word of the question says average as well."""
    starts = {item.start: item for item in cover.items if item.category == "QUANTITY"}
    taken = {at for item in cover.items for at in range(item.start, item.stop)}
    for at, token in enumerate(tokens):
        item = starts.get(at + 1)
        if token.form != "total" or at in taken or item is None:
            continue

        value = item.value
        is_level = isinstance(value, Measured) and value.measure.agg_type in _LEVELS
        is_level |= isinstance(value, Aggregated) and value.function not in ("sum", "maximum", "minimum")
        title = phrase_of(value.measure.title) if isinstance(value, Measured) else ()
        said = {each.form for each in tokens[item.start : item.stop]}
        if is_level and not said & {"average", "mean", "median", "typical"} and "total" not in title:
            yield token.text
