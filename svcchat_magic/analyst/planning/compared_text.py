"""What a column is compared with, as SQL: a value, another column of the row, or an average."""

from svcchat_magic.analyst.linking.date_names import has_hours
from svcchat_magic.analyst.meaning.tree import AverageOf, Compared, Concept, Entity
from svcchat_magic.analyst.planning.planned import CannotPlan
from svcchat_magic.analyst.planning.sources import Source, Sources
from svcchat_magic.analyst.planning.sql_text import literal


def compared_text(ref: str, condition: Compared, source: Source, sources: Sources) -> str:
    """The condition on a column, or on the time since another one, whose SQL is given."""
    value = condition.value
    if isinstance(value, Concept):
        return _against_another(ref, condition, value, source)

    if isinstance(value, AverageOf):
        return _against_average(ref, condition, value, source, sources)

    return f"{ref} {condition.operator} {literal(value)}"


def _against_another(ref: str, condition: Compared, other: Concept, source: Source) -> str:
    """Two columns of a row: what was done on the day that it was due, at some hour of it, is not late."""
    of_days = other.type == "time" and not has_hours(other)
    compared = f"DATE_TRUNC('day', {ref})" if of_days else ref
    return f"{compared} {condition.operator} {source.ref(other)}"


def _against_average(
    ref: str, condition: Compared, average: AverageOf, source: Source, sources: Sources
) -> str:
    """The average of all rows of the column's own table; of their group, the rows are told by their key."""
    of, cube = condition.of, condition.of.cube
    key = sources.identity(Entity(cube)) if average.within is not None else None
    within = [average.within] if average.within is not None else []
    inner = sources.best(cube, [of, *within, *([key] if key else [])])
    if inner is None or (within and (key is None or not source.has(key))):
        raise CannotPlan(f"what the average {of.title.lower()} is")

    column = inner.ref(of)
    if key is None or average.within is None:
        return f"{ref} {condition.operator} (SELECT AVG({column}) FROM {inner.text})"

    group = f"AVG({column}) OVER (PARTITION BY {inner.ref(average.within)})"
    rows = f"SELECT {inner.ref(key)} FROM {inner.text} QUALIFY {column} {condition.operator} {group}"
    return f"{source.ref(key)} IN ({rows})"
