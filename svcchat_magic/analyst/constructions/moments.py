"""Days that are counted or found by their figures: on how many days, when it passed a million."""

from decimal import Decimal

from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import Aggregated, DatedLast, Measured, Quantity

Reached = tuple[str, Decimal, Quantity]

MOMENTS = Grammar()
rule = MOMENTS.rule

MOMENTS.level()


@rule("HOWMANY ~UNITS", "UNITCOUNT", "on how many days", bonus=0.8)
def how_many_units(_many: str, grain: str) -> str:
    return grain


@rule("date|day of ~QUANTITY", "QUANTITY", "date of the first order of each customer", bonus=1.0)
def date_of(_date: str, _of: str, quantity: Quantity) -> Quantity | None:
    """A first or last one is told by its day anyway."""
    is_time = isinstance(quantity, Aggregated) and quantity.of.type == "time" and quantity.since is None
    return quantity if is_time or isinstance(quantity, DatedLast) else None


@rule("REACHES ~NUM ~QUANTITY", "REACHED", "pass one million cases", bonus=1.2)
def reached_so_many(operator: str, number: Decimal, quantity: Quantity) -> Reached | None:
    return (operator, number, quantity) if isinstance(quantity, Measured) else None


@rule("REACHES ~QUANTITY of ~NUM", "REACHED", "exceed a water level of 4.2", bonus=1.2)
def reached_number_of(operator: str, quantity: Quantity, _of: str, number: Decimal) -> Reached | None:
    return reached_so_many(operator, number, quantity)  # type: ignore[no-any-return]


@rule("~QUANTITY REACHES ~NUM", "REACHED", "total cases passed one million", bonus=1.2)
def number_reached(quantity: Quantity, operator: str, number: Decimal) -> Reached | None:
    return (operator, number, quantity) if isinstance(quantity, Measured) else None
