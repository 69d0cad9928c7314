"""`what share of the men and of the women`: two wholes, each with a part of its own."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.participles import is_participle
from svcchat_magic.analyst.language.tokens import Token

_SHARES = frozenset({"share", "percentage", "percent", "%", "proportion", "fraction", "part"})
_JOINTS = frozenset({"and", "&", ",", "or", "versus", "vs"})
_EACH = "respectively"
_DOING = frozenset(
    {"spend", "have", "make", "earn", "cost", "pay", "buy", "get", "sell", "bring", "take", "do"}
)
_LONGEST, _NEAR = 6, 4  # words of one whole, and from one `of` to the next


def with_each_of_both(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """`share of the men and women ... respectively`, which says the same; `of` once for any other number."""
    tokens = _with_each_behind(tokens)
    forms = tuple(each.form for each in tokens)
    whole = next(
        (at + 1 for at in range(len(forms) - 1) if forms[at] in _SHARES and forms[at + 1] == "of"), None
    )
    if whole is None:
        return _without_second_of(tokens)

    if _EACH in forms:
        return tuple(tokens)

    again = [
        at
        for at in range(whole + 2, len(forms) - 1)
        if forms[at] == "of" and forms[at - 1] in _JOINTS and at - whole <= _LONGEST
    ]
    if not again:
        return tuple(tokens)

    left_out = {place for at in again for place in (at, *([at + 1] if forms[at + 1] == "the" else []))}
    found = [each for at, each in enumerate(tokens) if at not in left_out]
    stop = len(found) - (found[-1].text in "?.!")
    return (*found[:stop], replace(found[stop - 1], text=_EACH, form=_EACH, before=" "), *found[stop:])


def _with_each_behind(tokens: Sequence[Token]) -> Sequence[Token]:
    """`women and men each spend` as `women and men spend ... respectively`."""
    for at in range(3, len(tokens) - 1):
        behind = tokens[at + 1]
        does = behind.form in _DOING or is_participle(behind.text.lower())
        if tokens[at].form == "each" and tokens[at - 2].form in _JOINTS and does:
            found = [*tokens[:at], *tokens[at + 1 :]]
            stop = len(found) - (found[-1].text in "?.!")
            said = replace(found[stop - 1], text=_EACH, form=_EACH, before=" ")
            return (*found[:stop], said, *found[stop:])

    return tokens


def _without_second_of(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """`the average of men and women` for that of men and of women."""
    forms = [each.form for each in tokens]
    again = {
        at
        for at in range(2, len(forms) - 1)
        if forms[at] == "of" and forms[at - 1] == "and" and "of" in forms[max(at - _NEAR, 0) : at - 1]
    }
    return tuple(each for at, each in enumerate(tokens) if at not in again)
