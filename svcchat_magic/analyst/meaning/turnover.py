"""Rates of those who left in a time, of those who were there at its start."""

from svcchat_magic.analyst.meaning.tree import Compared, Counted, Quantity, Ratio


def first_day_of(quantity: Quantity) -> str:
    """The day on which those are there whom such a rate is of; empty for any other number."""
    below = quantity.below if isinstance(quantity, Ratio) and quantity.is_share and quantity.title else None
    first = below.where[0] if isinstance(below, Counted) and below.where else None
    return str(first.value) if isinstance(first, Compared) and first.operator == "<" else ""
