"""`TIMED`: rows with the one column that tells how long they are: tracks of so many milliseconds."""

from collections.abc import Iterator, Sequence, Set

from svcchat_magic.analyst.language.amounts import is_lasting
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.told_units import told_unit
from svcchat_magic.analyst.meaning.tree import Concept, Entity

_ASKING = frozenset({"long", "length", "duration"})
_LENGTH = frozenset(
    {"duration", "length", "time", "run", "running", "runtime", "total", "actual", "in", "of"}
)


def timed_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Only where a length is asked for, and where nothing else of the rows takes time."""
    if _ASKING.isdisjoint(each.form for each in tokens):
        return

    for item in list(chart.all(("ENTITY",))):
        column = _length_of(item.value, catalog)
        if column is not None:
            yield Item("TIMED", item.start, item.stop, (column, _mean_of(column, catalog)), item.score)


def _length_of(entity: Entity, catalog: Catalog) -> Concept | None:
    """The column whose name says nothing but a length, or its unit: a wait or a delay is another thing."""
    known = _LENGTH | {*entity.noun.split()}
    own = catalog.of_cube(entity.cube, "dimension")
    numbers = [each for each in own if each.type == "number" and not each.primary_key]
    found = [each for each in numbers if told_unit(each, "second") and _says_length(each, known)]
    return found[0] if len(found) == 1 else None


def _says_length(column: Concept, known: Set[str]) -> bool:
    return all(each in known or is_lasting(each) for each in phrase_of(column.name.replace("_", " ")))


def _mean_of(column: Concept, catalog: Catalog) -> Concept | None:
    """The measure that averages it, which is the average that is meant."""
    means = [each for each, of in catalog.columns.items() if of == column and each.agg_type == "avg"]
    return means[0] if len(means) == 1 else None
