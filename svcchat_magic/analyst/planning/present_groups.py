"""Which groups have to be there: rows that belong to none are no group that could come first."""

from svcchat_magic.analyst.linking.flows import is_of_some
from svcchat_magic.analyst.meaning.cubes import cubes_of_group
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Analysis,
    ByEntity,
    ByMember,
    Concept,
    Measured,
    Quantity,
)
from svcchat_magic.analyst.planning.belonging import told_beside
from svcchat_magic.analyst.planning.select_writer import SelectWriter


def present(analysis: Analysis, home: str, write: SelectWriter) -> list[str]:
    """`which cause was given the most`: rows that belong to none are no group that could come first.

    Of a column of the rows themselves that is a text: rows without a number or date are still told apart.
    """
    is_ranked = analysis.rank is not None and analysis.rank.limit is not None
    if analysis.derived is not None or not (analysis.having or is_ranked):
        return []

    beside = set(told_beside(analysis.groups, write.sources.catalog))
    others = [each for each in analysis.groups if isinstance(each, ByMember | ByEntity)]
    own = set() if analysis.having else {home}  # no row without a company is one of more than 12 members
    return [
        f"{write.hidden_key(each) or write.group(each)} IS NOT NULL"  # a customer without a name is one, too
        for each in others
        if each not in beside and _is_of_things(each, own)
    ]


def told_at_all(analysis: Analysis, write: SelectWriter) -> list[str]:
    """`expenses by category`: the categories of income are none, where a number is of some rows alone."""
    is_changed = analysis.derived is not None and analysis.derived.kind == "change"
    if not analysis.groups or is_changed:
        return []

    numbers = [_number(each) for each in analysis.quantities]
    if not all(each is not None and is_of_some(each, write.sources.catalog) for each in numbers):
        return []

    told = [
        f"{write.quantity(each)} {'> 0' if of and of.agg_type == 'count' else 'IS NOT NULL'}"
        for each, of in zip(analysis.quantities, numbers, strict=True)
    ]
    return [f"({' OR '.join(told)})" if len(told) > 1 else told[0]]


def _number(quantity: Quantity) -> Concept | None:
    """The measure of a quantity, or the column that it is computed of."""
    match quantity:
        case Measured():
            return quantity.measure
        case Aggregated():
            return quantity.of
        case _:
            return None


def _is_of_things(group: ByMember | ByEntity, own: set[str]) -> bool:
    is_text = isinstance(group, ByMember) and group.of.type == "string"
    return is_text or bool(set(cubes_of_group(group)) - own)
