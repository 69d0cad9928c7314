"""`how have prices moved month by month`: what a number does over time, where nothing is moved anywhere."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.calendar_words import calendar_words
from svcchat_magic.analyst.language.tokens import Token

_ASKING = frozenset({"has", "have", "did", "do", "does", "doe"})
_MOVING = {"moved": "developed", "move": "develop", "shifted": "developed", "shift": "develop"}
_BEHIND = frozenset(
    {"over", "in", "since", "during", "between", "by", "per", "each", "every", "through", "across", "this"}
)
_FARTHEST = 12  # words from the question to its verb


def with_moves_over_time(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The words with `developed` for it, where `how has` asks and a time or nothing follows."""
    forms = [each.form for each in tokens]
    if "how" not in forms[:2] or forms[forms.index("how") + 1 : forms.index("how") + 2] == []:
        return tuple(tokens)

    start = forms.index("how") + 1
    if forms[start] not in _ASKING:
        return tuple(tokens)

    found = list(tokens)
    for at in range(start + 2, min(len(found), start + _FARTHEST)):
        meant = _MOVING.get(found[at].text.lower())
        if meant and _is_time(forms, at + 1):
            found[at] = replace(found[at], text=meant, form=meant)
            break

    return tuple(found)


def _is_time(forms: Sequence[str], at: int) -> bool:
    if at >= len(forms) or not forms[at].isalnum():
        return True

    words = calendar_words()
    return forms[at] in _BEHIND or forms[at] in words.units or forms[at] in ("monthly", "weekly", "quarterly")
