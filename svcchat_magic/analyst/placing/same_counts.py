"""Whether two numbers count the same rows."""

from svcchat_magic.analyst.meaning.tree import Counted, Measured, Quantity


def is_same_count(one: Quantity | None, other: Quantity) -> bool:
    """Whether two numbers are that of the same rows: of a measure, or counted."""
    return one == other or (_all_rows_of(one) is not None and _all_rows_of(one) == _all_rows_of(other))


def _all_rows_of(quantity: Quantity | None) -> str | None:
    match quantity:
        case Counted(entity, where=(), is_active=False) if entity.cube:
            return entity.cube
        case Measured(measure, where=()) if measure.agg_type == "count" and measure.name == "count":
            return measure.cube
        case _:
            return None
