"""The average that numbers are compared with, as a question says it."""

from decimal import Decimal

from svcchat_magic.analyst.language.amounts import Amount
from svcchat_magic.analyst.meaning.tree import Concept, Entity

_LEAST = Decimal("0.5772156649")  # no number that anybody types
_APART = Decimal("1e-15")


class Mean(Amount):
    """A number that the data tell: the average of what it is compared with.

    It stands wherever a number may, until the question is read. Its own value says only which one it is; in
    another unit, or taken from the year of the question, it is the same.
    """

    by_data = True
    column: Concept | None = None  # what was named
    within: Concept | None = None  # of the rows that have the same here
    rows: Entity | None = None  # of the average customer

    @classmethod
    def of_column(cls, column: Concept | None, within: Concept | None, rows: Entity | None) -> "Mean":
        """The average of a column, or of what it is compared with."""
        made = cls(_LEAST + abs(hash((column, within, rows))) % 1000 * _APART)
        made.column, made.within, made.rows = column, within, rows
        return made

    @property
    def is_of_rows(self) -> bool:
        """Whether it is that of a column, or of a group of rows, and no number of groups."""
        return (self.column or self.within) is not None

    def _same(self, *_: object) -> "Mean":
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = _same


def is_lost_mean(number: object) -> bool:
    """Whether a number is one that was an average before somebody took it for itself."""
    is_one = isinstance(number, Decimal) and not isinstance(number, Mean)
    return is_one and _LEAST <= abs(number) <= _LEAST + 1000 * _APART  # type: ignore[arg-type]
