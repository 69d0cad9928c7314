"""`how many times was a latte sold`: things that are only named are not what happened so often."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.deeds import facts_of
from svcchat_magic.analyst.meaning.tree import Counted, Measured
from svcchat_magic.analyst.planning.sources import Sources

_ASKING = ("how", "many", "time")
_AUXILIARIES = frozenset({"was", "were", "is", "are", "has", "have", "had"})


def untimed(tokens: Sequence[Token], read: Assembled, sources: Sources) -> Iterator[str]:
    """The word for times where rows are counted that something else happens to."""
    forms = tuple(each.form for each in tokens)
    at = next((at for at in range(len(forms) - 3) if forms[at : at + 3] == _ASKING), None)
    if at is None or forms[at + 3] not in _AUXILIARIES:
        return

    for each in read.analysis.quantities:
        counted = each.entity.cube if isinstance(each, Counted) else ""
        if isinstance(each, Measured) and sources.counts_all(each.measure):
            counted = each.measure.cube

        if counted and facts_of(counted, sources.catalog) and not sources.takes_place(counted):
            yield tokens[at + 2].text
