"""Several numbers before the one column that they are values of: `one or two stars`, `2, 3 or 4 bedrooms`."""

from decimal import Decimal

from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import Concept, Condition, IsIn

EITHER_NUMBER = Grammar()
rule = EITHER_NUMBER.rule

EITHER_NUMBER.level()


@rule("only|just? NUM OR|AND NUM NDIM", "CONDITION", "with only one or two stars", bonus=1.4)
def either_number(_only: str | None, one: Decimal, _or: str, other: Decimal, of: Concept) -> Condition | None:
    """One of them alone would leave the rows of the other out."""
    return None if of.primary_key else IsIn(of, (one, other))


@rule("only|just? NUM , NUM ,? OR|AND NUM NDIM", "CONDITION", "2, 3 or 4 bedrooms", bonus=1.8)
def any_of_numbers(
    _only: str | None,
    one: Decimal,
    _comma: str,
    other: Decimal,
    _second: str | None,
    _or: str,
    last: Decimal,
    of: Concept,
) -> Condition | None:
    return None if of.primary_key else IsIn(of, (one, other, last))


@rule("NDIM ~of|is? NUM , NUM ,? OR|AND NUM", "CONDITION", "severity 3, 4 or 5", bonus=1.4)
def one_of_three(
    of: Concept,
    _of: str | None,
    one: Decimal,
    _comma: str,
    other: Decimal,
    _second: str | None,
    _or: str,
    last: Decimal,
) -> Condition | None:
    return None if of.primary_key or of.is_amount else IsIn(of, (one, other, last))
