"""Numbers per working day: the average over the days from Monday to Friday."""

from svcchat_magic.analyst.constructions.constructions import as_quantity
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import (
    ByTime,
    Condition,
    Counted,
    Entity,
    Measured,
    OnPart,
    OverGroups,
    Quantity,
)

WORKING_DAYS = Grammar()
rule = WORKING_DAYS.rule
_WORKING = (1, 2, 3, 4, 5)

WORKING_DAYS.level()


@rule(
    "AGG? ~QUANTITY|ENTITY per|PER working|business|work day", "COUNTED", "orders per working day", bonus=2.4
)
def per_working_day(
    function: str | None, of: Quantity | Entity, _per: str, _working: str, _day: str
) -> tuple[Quantity, Condition] | None:
    """What adds up; of averages and rates each day has its own."""
    quantity = as_quantity(of)
    is_sum = isinstance(quantity, Measured) and quantity.measure.agg_type in ("sum", "count")
    if function not in (None, "average") or not (is_sum or isinstance(quantity, Counted)):
        return None

    return OverGroups("average", quantity, ByTime("day")), OnPart("weekday", _WORKING)
