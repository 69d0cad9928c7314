"""Orders that say how many are kept, and of what: `average price by brand, top 8`."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.leftovers.leftovers import text_of_item

_SAID_OF_GROUPS = frozenset({"WHEN", "CONDITION", "SUBJECT"})  # stands between groups and how many are kept


def orders_of_nothing(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """The words of orders behind no groups, where no answer before has rows to keep."""
    for at, item in enumerate(cover.items):
        if item.category == "BARERANK" and not _ranks_groups(item, cover.items[:at]):
            yield text_of_item(item, tokens)


def _ranks_groups(ranked: Item, before: Sequence[Item]) -> bool:
    """Whether `top 8` stands behind the groups that it keeps."""
    said = ranked.stop - ranked.start > 1 and not ranked.value.is_judged
    kinds = [each.category for each in before]
    return said and kinds[:2] == ["QUANTITY", "GROUPS"] and _SAID_OF_GROUPS.issuperset(kinds[2:])
