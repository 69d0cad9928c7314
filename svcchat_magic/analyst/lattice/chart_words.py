"""`show me a line of orders per week`: one line is a chart, where the data have lines of orders."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item

_DRAWN = frozenset({"line", "bar", "pie", "area"})
_ONE = frozenset({"a", "one", "single"})


def is_drawn(tokens: Sequence[Token], item: Item) -> bool:
    """Whether the first word of what an item names is a chart that is wished for."""
    word, behind = tokens[item.start], tokens[item.start + 1 : item.start + 2]
    before = tokens[item.start - 1].form if item.start else ""
    is_one = before in _ONE and word.text.lower() == word.form
    return (
        item.category != "CHART"
        and is_one
        and word.form in _DRAWN
        and [each.form for each in behind] == ["of"]
    )
