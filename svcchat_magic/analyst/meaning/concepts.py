"""The members and the rows of a model, as questions speak of them."""

from dataclasses import dataclass, field

from svcchat_magic.semantic.model.model import Field


@dataclass(frozen=True, slots=True)
class Concept:
    """A member of a cube, whichever tables show it; two are one when cube and name are the same."""

    cube: str
    name: str
    kind: str = field(compare=False)  # measure, dimension or segment
    type: str = field(compare=False)  # string, number, time or boolean
    agg_type: str = field(compare=False, default="")
    title: str = field(compare=False, default="")
    format: str = field(compare=False, default="")
    primary_key: bool = field(compare=False, default=False)
    is_amount: bool = field(compare=False, default=False)  # a measure adds up its values
    places: tuple[Field, ...] = field(compare=False, default=())  # where it can be asked for
    finest: str = field(compare=False, default="")  # the unit of its moments where none is within one: year
    over_time: str = field(compare=False, default="")  # latest, cumulative, constant: not added up over time
    is_sampled: bool = field(compare=False, default=False)  # of rows with figures of moments, and no things
    from_zero: bool = field(compare=False, default=False)  # a running total, or a number that may be nothing
    runs_as: str = field(compare=False, default="")  # the measure of what it comes to up to each moment
    of_each: tuple[str, ...] = field(compare=False, default=())  # the dimensions of the things that it is of

    @property
    def is_once(self) -> bool:
        """Whether each thing counts once: its last figure of a running total, or what never changes."""
        return self.over_time in ("cumulative", "constant")


@dataclass(frozen=True, slots=True)
class Entity:
    """What a cube's rows are: orders, customers."""

    cube: str
    noun: str = field(compare=False, default="")  # singular, lower case


@dataclass(frozen=True, slots=True)
class AverageOf:
    """The average of a dimension over all rows, or over those with the same `within`: of their department.

    Without a dimension it is that of the quantity of the groups that is compared with it.
    """

    of: Concept | None = None
    within: Concept | None = None
