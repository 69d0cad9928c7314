"""`shipping charged`: what is behind the name of an amount that is asked for says no more than that."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog, stem
from svcchat_magic.analyst.meaning.tree import Concept

_CHARGED = frozenset({"charged", "levied", "incurred"})
_GOES_ON = frozenset({"back", "to", "twice"})  # and says to whom, or how
_LONGEST = 3


def without_charged(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words without such a participle, where nothing in the model is called so."""
    empty = {at for at in range(1, len(tokens)) if _says_nothing(tokens, at, catalog)}
    return tuple(each for at, each in enumerate(tokens) if at not in empty)


def _says_nothing(tokens: Sequence[Token], at: int, catalog: Catalog) -> bool:
    token = tokens[at]
    if token.text.lower() not in _CHARGED or token.is_quoted or _is_called(token, catalog):
        return False

    behind = tokens[at + 1].form if at + 1 < len(tokens) else ""
    return behind not in _GOES_ON and any(
        _is_amount(tuple(each.form for each in tokens[start:at]), catalog)
        for start in range(max(at - _LONGEST, 0), at)
    )


def _is_called(token: Token, catalog: Catalog) -> bool:
    """Whether a member of the model says so itself: a charged amount beside one that is not."""
    words = (word for each in catalog.concepts for word in phrase_of(each.title))
    return any(stem(each) == stem(token.form) for each in words)


def _is_amount(phrase: tuple[str, ...], catalog: Catalog) -> bool:
    named = (each.of for each in catalog.phrases.get(phrase, ()))
    return any(isinstance(each, Concept) and each.agg_type in ("sum", "avg") for each in named)
