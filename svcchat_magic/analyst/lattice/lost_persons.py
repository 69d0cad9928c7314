"""`customers lost in 2024`, `how many members did we lose`: those who left, and no change of their number."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lives import life_words
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.ended import endings_of

_LOST = frozenset({"lost", "lose", "losing", "loses"})
_DOING = frozenset(
    {"did", "do", "does", "have", "has", "that", "which", "were", "was", "been", "whom", "who"}
)
_US = frozenset({"we", "they", "us"})
_BEFORE = frozenset({"many", "of", "the", "our", "all", "any", "which", "by", "for", "list", "show"})
_TIMES = frozenset({"last", "this", "these", "each", "every", "per", "recently", "so", "most"})


def with_lost_persons(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with `left` for the loss of persons; where nothing tells who left, that is not read.

    Where the end of each has a row of its own, such as a cancellation, they are lost by that.
    """
    at = next((at for at, each in enumerate(tokens) if each.text.lower() in _LOST), None)
    if at is None or any(True for _ in endings_of(catalog)):
        return tuple(tokens)

    if at + 1 < len(tokens) and _may_be_lost(tokens[at + 1]) and _begins(tokens, at):
        return (*tokens[:at], tokens[at + 1], _left(tokens[at]), *tokens[at + 2 :])

    start = at
    while start > 0 and tokens[start - 1].form in _DOING | _US:
        start -= 1

    if start > 0 and _may_be_lost(tokens[start - 1]) and _ends(tokens, at + 1):
        return (*tokens[:start], _left(tokens[at]), *tokens[at + 1 :])

    return tuple(tokens)


def _may_be_lost(token: Token) -> bool:
    """Whether persons are named who come and go, and lose nothing themselves."""
    persons = keywords().persons | keywords().staff | {"people"}
    return token.form in persons and (token.form,) not in life_words().contestants


def _begins(tokens: Sequence[Token], at: int) -> bool:
    """Whether nobody stands before it who lost them: `branches that lost customers` have fewer."""
    return at == 0 or tokens[at - 1].form in _BEFORE or tokens[at - 1].is_mark


def _ends(tokens: Sequence[Token], at: int) -> bool:
    """Whether no object follows: `members lost 5 kg`."""
    if at >= len(tokens) or tokens[at].is_mark:
        return True

    form = tokens[at].form
    return form in keywords().function | _TIMES or (form.isdecimal() and len(form) == 4)


def _left(token: Token) -> Token:
    return replace(token, text="left", form="left")
