"""Which quantities conditions on groups are about."""

from collections.abc import Iterable, Iterator
from decimal import Decimal

from svcchat_magic.analyst.meaning.tree import AverageOf, Bound, Quantity


def bounded_by(bounds: Iterable[Bound]) -> Iterator[Quantity]:
    """The quantities that conditions are on, and those that these are compared with."""
    for each in bounds:
        if each.quantity is not None:
            yield each.quantity

        if not isinstance(each.value, Decimal | AverageOf):
            yield each.value
