"""`each account manager's share`: of one value nobody tells each."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.constructions.constructions import all_conditions
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.meaning.tree import IsIn

_EACH = frozenset({"each", "every"})


def each_of_one_value(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """Each of those who are called so may be meant: a value of only these words keeps them all."""
    for item in cover.items:
        is_each = item.start > 0 and tokens[item.start - 1].form in _EACH
        if is_each and _is_nothing_else(item, tokens):
            yield tokens[item.start - 1].text


def _is_nothing_else(item: Item, tokens: Sequence[Token]) -> bool:
    if item.category not in ("CONDITION", "SUBJECT"):
        return False

    kept = all_conditions(item.value if item.category == "CONDITION" else item.value[1])
    values = [each.values for each in kept if isinstance(each, IsIn) and len(each.values) == 1]
    said = phrase_of(" ".join(each.form for each in tokens[item.start : item.stop] if each.form != "'s"))
    return len(kept) == len(values) == 1 and phrase_of(str(values[0][0])) == said
