"""Numbers of rows against percentages: a discount over 20 %."""

from decimal import Decimal

from svcchat_magic.analyst.constructions.constructions import as_told
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import Compared, Concept, Condition

PERCENTS = Grammar()
rule = PERCENTS.rule

PERCENTS.level()


@rule("NDIM|PNDIM ~CMP ~PCT", "CONDITION", "discount over 20 %", bonus=0.7)
def number_compared_in_percent(dimension: Concept, operator: str, share: Decimal) -> Condition | None:
    """What a percentage is in the column, its values tell."""
    return None if dimension.primary_key else Compared(dimension, operator, share)


@rule("CMP ~PCT NDIM|PNDIM", "CONDITION", "at least 20 % discount", bonus=0.6)
def percent_of_number(operator: str, share: Decimal, dimension: Concept) -> Condition | None:
    return number_compared_in_percent(dimension, operator, share)  # type: ignore[no-any-return]


@rule("NDIM|PNDIM ~of|is|=|exactly? ~PCT", "CONDITION", "a discount of 20 %", bonus=0.4)
def number_is_in_percent(dimension: Concept, _word: str | None, share: Decimal) -> Condition | None:
    return number_compared_in_percent(dimension, "=", share)  # type: ignore[no-any-return]


@rule("PCT NDIM|PNDIM", "CONDITION", "10 % discount", bonus=0.2)
def percent_as_number(share: Decimal, dimension: Concept) -> Condition | None:
    return number_compared_in_percent(dimension, "=", share)  # type: ignore[no-any-return]


@rule("NDIM|PNDIM ~PCT ORMORE", "CONDITION", "discount of 20 % or more", bonus=0.7)
def percent_or_more(dimension: Concept, share: Decimal, operator: str) -> Condition | None:
    return number_compared_in_percent(dimension, operator, share)  # type: ignore[no-any-return]


@rule("NDIM|PNDIM ~BETWEEN NUM|PCT and|to|-|AND PCT", "CONDITION", "discount between 5 and 10 %", bonus=1.0)
def number_between_percents(
    dimension: Concept, _word: str, low: Decimal, _and: str, high: Decimal
) -> tuple[Condition, ...]:
    least, most = as_told(low, high), high
    return Compared(dimension, ">=", min(least, most)), Compared(dimension, "<=", max(least, most))
