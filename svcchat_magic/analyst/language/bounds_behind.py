"""`which 3 wineries with at least 20 reviews have the highest price`: a bound is said behind the rank."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token

_ASKING = frozenset({"which", "what"})
_WITH = frozenset({"with", "having"})
_HAVING = frozenset({"have", "has", "had", "got", "get"})
_NEAR = 3  # words until it is said what they have most of, or what bounds them


def with_bounds_behind(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The words with such a bound at the end; who has the highest of something stands next to that."""
    forms = [each.form for each in tokens]
    start = next((at for at, form in enumerate(forms) if form in _WITH and at > 1), None)
    if start is None or _ASKING.isdisjoint(forms[:start]) or not _says("CMP", forms[start + 1 :][:_NEAR]):
        return tuple(tokens)

    has = next((at for at in range(start + 2, len(forms)) if forms[at] in _HAVING), None)
    if has is None or not _says("SUPER", forms[has + 1 :][:_NEAR]):
        return tuple(tokens)

    end = len(tokens)
    while tokens[end - 1].is_mark:
        end -= 1

    return (*tokens[:start], *tokens[has:end], *tokens[start:has], *tokens[end:])


def _says(category: str, forms: Sequence[str]) -> bool:
    meanings = keywords().meanings
    spans = (tuple(forms[at:stop]) for at in range(len(forms)) for stop in range(at + 1, len(forms) + 1))
    return any(kind == category for each in spans for kind, _ in meanings.get(each, ()))
