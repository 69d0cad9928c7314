"""Where rows tell which row of another table they belong to: the complaints of each customer."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.linking.references import column_of_key
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.analyst.planning.sources import Source, Sources


def told_at(
    of: Entity, key: Concept, needs: Sequence[Concept], sources: Sources
) -> tuple[Source, str] | None:
    """A source of the rows, and how it names the key of their owner; None where none shows it.

    Where a table has its rows' names instead of the owner's key, its own column with that key is taken, or
    that of the rows they belong to: the invoice lines of a genre are those of its tracks.
    """
    for named in (key, *_referring(of.cube, key, sources)):
        source = sources.best(of.cube, [named, *needs])
        if source is not None and _holds_rows(source, of.cube, key.cube, sources):
            return source, source.ref(named)

    return None


def _referring(cube: str, key: Concept, sources: Sources) -> Iterator[Concept]:
    """The columns that hold the key in rows, or in rows that each of these has one of, the nearest first."""
    met = [each for each in sources.catalog.entities if sources.graph.reaches(cube, each, to_one=True)]
    for each in (cube, *sorted(met, key=lambda one: sources.distance(cube, one))):
        own = column_of_key(each, key, sources.catalog)
        if own is not None:
            yield own


def _holds_rows(source: Source, cube: str, owner: str, sources: Sources) -> bool:
    """Whether a source begins at the rows: the owners alone do not tell which of them have any."""
    return source.root != owner or cube == owner or sources.graph.reaches(owner, cube, to_one=True)
