"""More of something than average: the number before `than` is compared with the average of all groups."""

from decimal import Decimal

from svcchat_magic.analyst.constructions.constructions import as_quantity, bound_on
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.averages import Mean
from svcchat_magic.analyst.meaning.tree import Bound, Compared, Concept, Condition, Entity, Quantity

AVERAGES = Grammar()
rule = AVERAGES.rule
_MORE = "more|higher|bigger|larger|greater|better|less|lower|smaller|worse"
_LESS = frozenset({"less", "fewer", "lower", "smaller", "worse"})

AVERAGES.level()


@rule(
    f"{_MORE}|fewer ~QUANTITY|ENTITY than NUM", "BOUND", "customers with more orders than average", bonus=1.4
)
def more_than_average(more: str, of: Quantity | Entity, _than: str, mean: Decimal) -> Bound | None:
    """`More orders than 5` nobody says."""
    operator = "<" if more in _LESS else ">"
    return bound_on(as_quantity(of), operator, mean) if isinstance(mean, Mean) else None


@rule(f"{_MORE} ~NDIM than NUM", "CONDITION", "employees with a higher salary than average", bonus=1.6)
def higher_than_average(more: str, of: Concept, _than: str, mean: Decimal) -> Condition | None:
    is_number = isinstance(mean, Mean) and not of.primary_key
    return Compared(of, "<" if more in _LESS else ">", mean) if is_number else None
