"""`a share of this month's revenue`: the period behind what it is said of, as in `revenue this month`."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.tokens import Token

_WHICH = frozenset({"this", "last", "previous"})
_UNITS = frozenset({"year", "month", "quarter", "week"})
_OF = frozenset({"of"})
_COMING = frozenset({"come", "came", "comes", "coming"})


def with_periods_behind(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The words with such a period behind the noun that it stands before, where that comes from something."""
    for at in range(1, len(tokens) - 2):
        which, unit, noun = tokens[at], tokens[at + 1], tokens[at + 2]
        is_owner = unit.form in _UNITS and unit.text.lower().replace("’", "'").endswith("'s")
        comes = at + 3 < len(tokens) and tokens[at + 3].form in _COMING
        if tokens[at - 1].form in _OF and which.form in _WHICH and is_owner and not noun.is_mark and comes:
            plain = replace(unit, text=unit.form)
            return (*tokens[:at], noun, which, plain, *tokens[at + 3 :])

    return tuple(tokens)
