"""`completed trips and average fare`: rows that stand beside a number are counted, whichever are meant."""

from collections.abc import Sequence

from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.meaning.tree import Counted

_JOINING = frozenset({"and", "&", "plus"})
_BETWEEN = _JOINING | {"the", "their", "its"}
_OF_ANOTHER = frozenset({"for", "of", "by", "with", "in", "per", "from", "among", "between", "to", "on"})


def counted_beside(item: Item, behind: Item | None, tokens: Sequence[Token]) -> list[Counted]:
    """The number of such rows; empty where they only say what another number is of."""
    if item.category != "SUBJECT" or behind is None or behind.category != "QUANTITY":
        return []

    joint = [each.form for each in tokens[item.stop : behind.start]]
    is_joined = not _JOINING.isdisjoint(joint) and _BETWEEN.issuperset(joint)
    is_apart = item.start == 0 or tokens[item.start - 1].form not in _OF_ANOTHER
    return [Counted(item.value[0])] if is_joined and is_apart and not is_counted(behind.value) else []
