"""A share of rows is none of an amount: what is said behind it would be lost."""

from collections.abc import Sequence

from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.leftovers.leftovers import text_of_item

_RELATIVE = frozenset(
    {"that", "which", "who", "were", "was", "are", "is", "been", "have", "had", "has", "got"}
)


def rows_and_amounts(cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """`what percentage were closed within their target days`: a share of rows is none of an amount."""
    found: list[str] = []
    for at, item in enumerate(cover.items[:-1]):
        behind = cover.items[at + 1]
        verbs = tokens[item.stop : behind.start]
        if item.category == "SHARE" and behind.category == "CONDITION" and any(map(_is_being, verbs)):
            found += [text_of_item(one, tokens) for one in cover.items[at + 2 :] if _is_amount(one)]

    return found


def _is_being(token: Token) -> bool:
    return token.form in _RELATIVE


def _is_amount(item: Item) -> bool:
    return item.category == "QUANTITY" and not is_counted(item.value)
