"""`something else` inside a question says of what, and begins no other one."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.leftovers.leftovers import text_of_item


def begun_inside(cover: Cover, tokens: Sequence[Token]) -> list[str]:
    """The words that only a question begins with, behind a word that says something."""
    small = keywords().function
    return [
        text_of_item(item, tokens)
        for item in cover.items
        if item.category == "ANEW" and any(_says(each, small) for each in tokens[: item.start])
    ]


def _says(token: Token, small: frozenset[str]) -> bool:
    return not token.is_mark and token.form not in small and token.form not in keywords().structural
