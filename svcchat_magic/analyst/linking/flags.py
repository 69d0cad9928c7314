"""Flags that say whether something has happened: closed, won."""

from collections.abc import Iterator

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.semantic.inference.names import words_of
from svcchat_magic.semantic.search.thesaurus import stems_of

_ASKING = frozenset({"is", "was", "are", "has", "had"})


def flags_of(verb: tuple[str, ...], catalog: Catalog) -> Iterator[Concept]:
    """Those that are called by a verb alone, told by its stems."""
    for each in catalog.concepts:
        if each.type == "boolean" and each.kind == "dimension":
            words = [one for one in words_of(each.name) if one not in _ASKING]
            if len(words) == 1 and stems_of(words[0]) == verb:
                yield each
