"""`lasted under an hour` is under one hour."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.tokens import Token

_ONE = frozenset({"a", "an"})
_UNITS = frozenset({"second", "minute", "hour", "day", "week", "month", "year"})
_AGO = frozenset({"earlier", "ago", "before", "later"})  # more than a year earlier compares two times
_BOUNDS = frozenset({"than", "least", "most", "under"})
_LASTING = frozenset(
    {"lasted", "last", "lasts", "lasting", "took", "take", "takes", "taking", "waited", "wait"}
)


def with_one_unit(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The number in place of the article; `over a year` alone may be the time in which something was."""
    found = list(tokens)
    for at in range(1, len(tokens) - 1):
        before, verb = tokens[at - 1].form, tokens[at - 2].text.lower() if at > 1 else ""
        behind = tokens[at + 2].form if at + 2 < len(tokens) else ""
        is_bound = before in _BOUNDS or (before == "over" and verb in _LASTING)
        is_bound &= behind not in _AGO
        if is_bound and tokens[at].form in _ONE and tokens[at + 1].form in _UNITS:
            found[at] = replace(tokens[at], text="1", form="1")

    return tuple(found)
