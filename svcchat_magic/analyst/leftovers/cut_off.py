"""What is cut off from the verb that it is said with: the `late` of what was paid late."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.meaning.tree import Compared, Concept, Entity, IsIn, Measured, Ratio

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


def headed_by_values(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`staff no shows`: several of a value right behind rows are what is counted, and not these rows."""
    for before, item in pairwise(cover.items):
        is_count = before.category == "ENTITY" or _counts(before.value)
        last = tokens[item.stop - 1]
        is_several = last.text.lower().endswith("s")
        kept = item.value[1] if item.category == "SUBJECT" else item.value
        if item.category not in ("CONDITION", "SUBJECT") or _ends_with_rows(item.value, last):
            continue

        if not (is_count and is_several and isinstance(kept, IsIn) and before.stop == item.start):
            continue

        if not any(str(each).lower().endswith("s") for each in kept.values):
            yield last.text


def _ends_with_rows(value: object, last: Token) -> bool:
    """`cancelled orders` ends with what the rows are called."""
    entity = value[0] if isinstance(value, tuple) else None
    return isinstance(entity, Entity) and last.form in phrase_of(entity.noun)


def _counts(value: object) -> bool:
    return isinstance(value, Measured) and value.measure.agg_type in ("count", "count_distinct")
