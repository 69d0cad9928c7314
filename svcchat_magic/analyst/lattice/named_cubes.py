"""Which cubes a question names: where a hundred tables have a status, it asks for that of one of these."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.lattice.chart import MOST_OF_A_SPAN
from svcchat_magic.analyst.lattice.spans import spans
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.meaning.tree import Concept, Entity

Meant = TypeVar("Meant")


def named_cubes(forms: Phrase, catalog: Catalog) -> frozenset[str]:
    """The cubes whose rows a question names."""
    found = (
        each
        for start, stop in spans(len(forms), catalog.longest)
        for each in catalog.phrases.get(forms[start:stop], ())
    )
    return frozenset(each.of.cube for each in found if isinstance(each.of, Entity) and each.weight >= OWN)


def places_of_nouns(forms: Phrase, catalog: Catalog) -> frozenset[int]:
    """Where the whole noun of a table's rows stands in several words: of auction lots none is an auction."""
    found: set[int] = set()
    for start, stop in spans(len(forms), catalog.longest):
        named = catalog.phrases.get(forms[start:stop], ()) if stop - start > 1 else ()
        if any(isinstance(each.of, Entity) and each.weight >= OWN for each in named):
            found.update(range(start, stop))

    return frozenset(found)


def places_of_names(forms: Phrase, catalog: Catalog) -> frozenset[int]:
    """Where several words are together the name of a yes or no: no word of it is one for something else."""
    found: set[int] = set()
    for start, stop in spans(len(forms), catalog.longest):
        named = catalog.phrases.get(forms[start:stop], ()) if stop - start > 1 else ()
        if any(isinstance(each.of, Concept) and each.of.type == "boolean" for each in named):
            found.update(range(start, stop))

    return frozenset(found)


def nearest(
    meanings: Sequence[Meant], cube_of: Callable[[Meant], str], named: frozenset[str]
) -> Sequence[Meant]:
    """What the same words mean: of more than the chart keeps side by side, what belongs to named cubes."""
    own = [each for each in meanings if cube_of(each) in named]
    return own if own and len(meanings) > MOST_OF_A_SPAN else meanings
