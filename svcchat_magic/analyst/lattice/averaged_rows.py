"""`average orders per weekday`: how many there are, and not what an average order comes to."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.meaning.tree import Entity

_AVERAGE = frozenset({"average", "mean", "avg"})
_UNITS = frozenset(
    {"hour", "day", "weekday", "week", "month", "quarter", "year", "working", "business", "work", "weekend"}
)


def without_averaged_rows(items: Sequence[Item], tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """The items without measures named by `average` and rows, of which there are some per unit of time."""
    for item in items:
        if item.category != "MEASURE" or not _says_rows(tokens, item.start, item.stop, catalog):
            yield item


def _says_rows(tokens: Sequence[Token], start: int, stop: int, catalog: Catalog) -> bool:
    behind = [each.form for each in tokens[stop : stop + 2]]
    is_timed = len(behind) > 1 and behind[0] == "per" and behind[1] in _UNITS
    if not is_timed or stop - start != 2 or tokens[start].form not in _AVERAGE:
        return False

    last = tokens[stop - 1]
    named = catalog.phrases.get((last.form,), ())
    is_rows = any(isinstance(each.of, Entity) and each.weight >= OWN for each in named)
    return is_rows and last.text.lower() != last.form  # several of them
