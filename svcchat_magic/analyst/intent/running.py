"""`leases currently running` are those of now, and no sum that runs over time."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.language.tokens import Token

_NOW = frozenset({"currently", "still", "now", "presently", "are", "is", "were", "was"})
_SUMS = frozenset({"total", "sum", "count", "tally", "balance", "average"})


def with_running(tokens: Sequence[Token], read: Assembled) -> Assembled:
    """The reading; what is running has no place in it where nothing says which rows these are."""
    derived = read.analysis.derived
    if derived is None or derived.kind != "running":
        return read

    counts = all(map(is_counted, read.analysis.quantities))  # running subscriptions, and a running total
    for at, token in enumerate(tokens):
        behind = tokens[at + 1].form if at + 1 < len(tokens) else ""
        is_now = counts or (at > 0 and tokens[at - 1].form in _NOW)
        if token.text.lower() == "running" and is_now and behind not in _SUMS:
            return replace(read, dropped=(*read.dropped, token.text))

    return read
