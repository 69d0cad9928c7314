"""Where rows tell which row of another table they belong to: the complaints of each customer."""

import re
from collections.abc import Sequence

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.analyst.planning.sources import Source, Sources

_EQUAL = re.compile(r"\{CUBE\}\.(\w+) = \{(\w+)\}\.(\w+)")


def told_at(
    of: Entity, key: Concept, needs: Sequence[Concept], sources: Sources
) -> tuple[Source, str] | None:
    """A source of the rows, and how it names the key of their owner; None where none shows it.

    Where a table has its rows' names instead of the owner's key, its own column with that key is taken.
    """
    own = _reference(of.cube, key, sources.catalog)
    for named in (key, own) if own is not None else (key,):
        source = sources.best(of.cube, [named, *needs])
        if source is not None and _holds_rows(source, of.cube, key.cube, sources):
            return source, source.ref(named)

    return None


def _holds_rows(source: Source, cube: str, owner: str, sources: Sources) -> bool:
    """Whether a source begins at the rows: the owners alone do not tell which of them have any."""
    return source.root != owner or cube == owner or sources.graph.reaches(owner, cube, to_one=True)


def _reference(cube: str, key: Concept, catalog: Catalog) -> Concept | None:
    """The column of the rows that holds a key."""
    for join in catalog.model.cubes[cube].joins:
        found = _EQUAL.fullmatch(join.sql)
        if join.target == key.cube and found and found[3] == key.name:
            return catalog.by_key.get((cube, found[1]))

    return None
