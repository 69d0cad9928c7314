"""Conditions on groups as SQL, and what is compared with an average: of rows, or of the groups themselves."""

from collections.abc import Sequence
from decimal import Decimal

from svcchat_magic.analyst.meaning.different import EVERY
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Analysis,
    AverageOf,
    Counted,
    Distinct,
    Measured,
    Quantity,
)
from svcchat_magic.analyst.planning.planned import CannotPlan
from svcchat_magic.analyst.planning.select_writer import SelectWriter
from svcchat_magic.analyst.planning.sql_text import number_text


def having(analysis: Analysis, write: SelectWriter) -> list[str]:
    """What stands in HAVING, joined by AND."""
    first = analysis.quantities[0]
    if any(each.operator == EVERY for each in analysis.having):
        raise CannotPlan("of which period each part is meant, such as every month of one year")

    return [
        f"{write.quantity(each.quantity or first)} {each.operator} {_value(each.value, write)}"
        for each in analysis.having
        if not isinstance(each.value, AverageOf)
    ]


def _value(value: Decimal | Quantity, write: SelectWriter) -> str:
    return number_text(value) if isinstance(value, Decimal) else write.quantity(value)


def beside_averages(
    analysis: Analysis, write: SelectWriter, where: Sequence[str], *, is_cut: bool
) -> tuple[list[str], str]:
    """HAVING and QUALIFY of groups whose number is compared with the average.

    What adds up has that of all groups. The average of rates and averages is the one of all rows: the rate of
    the whole firm, in which small departments count for less.
    """
    first, kept = analysis.quantities[0], f" WHERE {' AND '.join(where)}" if where else ""
    rows, groups = list[str](), list[str]()
    for each in analysis.having:
        if isinstance(each.value, AverageOf):
            sql = write.quantity(each.quantity or first)
            if _adds_up(each.quantity or first):
                groups.append(f"{sql} {each.operator} AVG({sql}) OVER ()")
            else:
                rows.append(f"{sql} {each.operator} (SELECT {sql} FROM {write.source.text}{kept})")

    if groups and is_cut:
        raise CannotPlan("which of those beside the average are the first")

    return rows, f"QUALIFY {' AND '.join(groups)}" if groups else ""


def _adds_up(quantity: Quantity) -> bool:
    match quantity:
        case Measured():
            return quantity.measure.agg_type in ("sum", "count", "count_distinct")
        case Aggregated():
            return quantity.function == "sum"
        case _:
            return isinstance(quantity, Counted | Distinct)
