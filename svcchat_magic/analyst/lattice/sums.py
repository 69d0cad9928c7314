"""`ALLOF`: the numbers of one noun that are parts of it: all hours are the regular ones and overtime."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.spans import score_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import SYNONYM
from svcchat_magic.analyst.meaning.tree import Concept

_ALL = frozenset({"all", "total"})
_WAYS = frozenset(  # these are no parts of one thing, but say the same of it in other ways
    {"planned", "actual", "budget", "budgeted", "target", "estimated", "scheduled", "forecast", "expected",
     "net", "gross", "opening", "closing", "billed", "billable", "average"}
)  # fmt: skip
_SURE = 0.95


def all_of_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Only of two sums of the same rows, where no member is called by the noun alone."""
    for at in range(1, len(tokens)):
        noun = tokens[at].form
        if tokens[at - 1].form not in _ALL or _is_named(noun, catalog):
            continue

        parts = [each for each in catalog.concepts if each.agg_type == "sum" and _is_part(each, noun)]
        if len(parts) == 2 and parts[0].cube == parts[1].cube:
            yield Item("ALLOF", at - 1, at + 1, (parts[0], parts[1]), score_of(2, _SURE))


def _is_named(noun: str, catalog: Catalog) -> bool:
    return any(each.weight >= SYNONYM for each in catalog.phrases.get((noun,), ()))


def _is_part(measure: Concept, noun: str) -> bool:
    words = [each for each in phrase_of(measure.title) if each != "total"]
    return len(words) > 1 and words[-1] == noun and _WAYS.isdisjoint(words)
