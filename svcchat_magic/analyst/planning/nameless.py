"""Counts of whatever rows there are, before it is known which these are."""

from dataclasses import replace

from svcchat_magic.analyst.meaning.tree import Counted, Entity, OverGroups, Quantity


def is_nameless(quantity: Quantity) -> bool:
    """Whether rows are counted that nobody named: of `the busiest month`, also on average."""
    if isinstance(quantity, OverGroups):
        return is_nameless(quantity.quantity)

    return isinstance(quantity, Counted) and not quantity.entity.cube


def with_rows(quantity: Quantity, entity: Entity) -> Quantity:
    """The same count of the rows of an entity."""
    if isinstance(quantity, OverGroups):
        return replace(quantity, quantity=with_rows(quantity.quantity, entity))

    return replace(quantity, entity=entity) if isinstance(quantity, Counted) else quantity
