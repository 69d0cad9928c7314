"""What is cut off from the verb that it is said with: the `late` of what was paid late."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.meaning.tree import Compared, Concept, Ratio

_SUMS = frozenset({"QUANTITY", "COUNTED"})


def cut_off(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """A share of what was paid, of which more is said at once, is no share of what was paid late."""
    for before, item in pairwise(cover.items):
        kept = item.value if item.category == "CONDITION" else None
        is_plan = isinstance(kept, Compared) and isinstance(kept.value, Concept)
        ratio = before.value[0] if before.category == "COUNTED" else before.value
        is_share = before.category in _SUMS and isinstance(ratio, Ratio) and ratio.is_share
        if is_plan and is_share and before.stop == item.start:
            yield tokens[item.start].text
