"""`customers who ordered each month` did so in all of them; their number is told of each month."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item

_EACH = frozenset({"each", "every"})
_NUMBERS = frozenset({"number", "many", "count", "average", "share", "percentage", "percent", "proportion"})


def each_done_items(tokens: Sequence[Token]) -> Iterator[Item]:
    """`EACHDID`: the word before a unit in all of which something was done."""
    for at, token in enumerate(tokens):
        if not _NUMBERS.isdisjoint(each.form for each in tokens[:at]):
            return

        if token.form in _EACH:
            yield Item("EACHDID", at, at + 1, token.form, 0.2)
