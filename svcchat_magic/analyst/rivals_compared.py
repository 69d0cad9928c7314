"""`calls longer than 10 minutes` where a row has several lengths: which of its columns is compared."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.following.memory import Choice
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.titles import ENGLISH, condition_text, quantity_title
from svcchat_magic.analyst.meaning.tree import Compared, Counted, Entity, Measured
from svcchat_magic.analyst.rivals import are_even, cut


def other_columns(
    question: str, tokens: Sequence[Token], best: Assembled, others: Sequence[Assembled]
) -> list[Choice]:
    """Complete questions that name the column, where the same words fit several of one table as well."""
    homes = {cube for each in best.analysis.quantities for cube in cubes_of(each)}
    rivals = [each for each in others if are_even(best, each) and not each.dropped]
    for at, item in enumerate(best.cover.items):
        values = (item.value, *(each.cover.items[at].value for each in rivals if _differs(best, each, at)))
        found = {condition.of: (value, condition) for value in values for condition in _numbers(value)}
        own = [pair for of, pair in found.items() if of.cube in homes]
        if len(own) > 1:
            texts = [(ENGLISH.lower(each.of.title), _text(value, each)) for value, each in own]
            return [
                Choice(title, cut(question, tokens, item.start, item.stop, text)) for title, text in texts
            ]

    return []


def _differs(best: Assembled, rival: Assembled, at: int) -> bool:
    """Whether that is all that two readings of the same words have not in common."""
    return list(_different(best.cover.items, rival.cover.items)) == [at]


def _different(ours: Sequence[Item], theirs: Sequence[Item]) -> Iterator[int]:
    for at, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        if one.value != other.value:
            yield at


def _numbers(value: object) -> Iterator[Compared]:
    """The one condition on a number that an item is, or that it is said of its rows."""
    parts = value if isinstance(value, tuple) else (value,)
    conditions = [each for each in parts if not isinstance(each, Entity | Counted | Measured)]
    if len(conditions) == 1 and isinstance(conditions[0], Compared) and conditions[0].of.type == "number":
        yield from conditions


def _text(value: object, condition: Compared) -> str:
    parts = value if isinstance(value, tuple) else ()
    rows = [ENGLISH.plural(each.noun) for each in parts if isinstance(each, Entity)]
    rows += [f"number of {quantity_title(each)}" for each in parts if isinstance(each, Counted | Measured)]
    return " ".join([*rows, condition_text(condition)])
