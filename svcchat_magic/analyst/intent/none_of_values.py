"""`which models have no automatic version`: those of which no row is one, and no rows that are none."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Bound, ByMember, Concept, Counted, IsIn

_HAVE = frozenset({"have", "has", "had", "offer", "offers", "with", "come", "comes", "contain", "contains"})
_NONE = frozenset({"no", "without"})
_NOT_ONE = frozenset({"a", "an", "any", "single", "one"})


def with_none_of_values(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with a bound of no such row on each value of another column that is asked for."""
    analysis = read.analysis
    grouped = [each.of for each in analysis.groups if isinstance(each, ByMember)]
    asked = [analysis.values_of] if analysis.values_of is not None else grouped
    denied = [each for each in analysis.where if isinstance(each, IsIn) and each.negated]
    if len(asked) != 1 or len(denied) != 1 or not _is_of_each(asked[0], denied[0], tokens, read):
        return read

    is_plain = not (analysis.rank or analysis.derived or analysis.having or read.follows)
    counts = all(isinstance(each, Counted) and not each.where for each in analysis.quantities)
    rows = catalog.entities.get(denied[0].of.cube)
    if not is_plain or not counts or rows is None:
        return read

    none = Bound("=", Decimal(0), Counted(rows, (replace(denied[0], negated=False),)))
    meant = replace(
        analysis,
        quantities=(Counted(rows),),
        groups=(ByMember(asked[0]),),
        where=tuple(each for each in analysis.where if each != denied[0]),
        having=(none,),
        values_of=None,
    )
    return replace(read, analysis=meant)


def _is_of_each(of: Concept, denied: IsIn, tokens: Sequence[Token], read: Assembled) -> bool:
    """Whether it is said of each value that it has no row of another one."""
    if of == denied.of or of.cube != denied.of.cube or denied.of.type == "boolean":
        return False

    for item in (each for each in read.cover.items if each.value == denied):
        first = tokens[item.start].form
        before = tokens[item.start - 1].form if item.start else ""
        behind = tokens[item.start + 1].form if item.start + 1 < item.stop else ""
        if first in _NONE and (before in _HAVE or (first == "without" and behind in _NOT_ONE)):
            return True

    return False
