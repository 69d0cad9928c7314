"""What is said twice: `revenue for Germany and revenue for France`, `revenue in May and orders in May`."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token

_JOINTS = frozenset({"and", "&", "versus", "vs"})
_PLACING = frozenset(
    {"at", "during", "for", "from", "in", "on", "through", "via"}
)  # of what it is the number
_LONGEST = 5  # words of the number's name
_AGAINST = "vs"


def with_said_once(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """One number of two sides with its name said once, and two numbers of the same with that said once."""
    forms = tuple(each.form for each in tokens)
    joints = [at for at, form in enumerate(forms) if form in _JOINTS]
    if len(joints) != 1:
        return tuple(tokens)

    at = joints[0]
    for size in range(min(_LONGEST, at - 2), 0, -1):
        name = forms[at + 1 : at + 1 + size + 1]  # with the word that says of what
        is_named = len(name) == size + 1 and name[-1] in _PLACING and not keywords().function.issuperset(name)
        start = next((each for each in range(at - size - 1) if forms[each : each + size + 1] == name), None)
        if is_named and start is not None and at + size + 2 < len(forms):
            against = replace(tokens[at], text=_AGAINST, form=_AGAINST)
            return (*tokens[:at], against, *tokens[at + size + 2 :])

    return _with_place_once(tokens, forms, at)


def _with_place_once(tokens: Sequence[Token], forms: tuple[str, ...], at: int) -> tuple[Token, ...]:
    """`revenue and orders in May` of two numbers with the same behind each."""
    for start in range(1, at - 1):
        place = forms[start:at]
        places = range(at + 2, len(forms) - len(place) + 1) if place[0] in _PLACING else ()
        if any(forms[each : each + len(place)] == place for each in places):
            return (*tokens[:start], *tokens[at:])

    return tuple(tokens)
