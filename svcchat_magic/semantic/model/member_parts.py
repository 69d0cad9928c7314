"""The parts that members of a cube are defined with, beside their SQL."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Granularity:
    """A unit of time of one's own for a time dimension, such as fiscal quarters."""

    name: str
    interval: str = ""  # "2 weeks"; empty where `sql` is given
    origin: str = ""  # a moment at which one interval begins
    offset: str = ""  # how much later than the calendar's own units each begins, e.g. "1 month 3 days"
    sql: str = ""  # the beginning of the interval that holds a row's time
    title: str = ""


def granular_name(dimension: str, granularity: str) -> str:
    """The hidden dimension that computes a granularity of a time dimension; no file can use such a name."""
    return f"{dimension}.{granularity}"


@dataclass(frozen=True, slots=True)
class Mask:
    """What a viewer gets in place of a member's values: a constant, or an SQL expression of its cube."""

    value: str | int | float | bool | None = None
    sql: str = ""


@dataclass(frozen=True, slots=True)
class MemberChoice:
    """Some members of a table, by name."""

    includes: tuple[str, ...] = ("*",)  # "*" is every member
    excludes: tuple[str, ...] = ()

    def holds(self, name: str) -> bool:
        """Whether a member is among them."""
        return (name in self.includes or "*" in self.includes) and name not in self.excludes


@dataclass(frozen=True, slots=True)
class RollingWindow:
    """Which periods around each period a measure is computed over."""

    type: str = "fixed"  # or to_date: from the beginning of `granularity` on
    trailing: str = ""  # "7 day", "unbounded" or empty
    leading: str = ""
    offset: str = "end"  # the end of each period that the window is laid at: start or end
    granularity: str = ""


@dataclass(frozen=True, slots=True)
class TimeShift:
    """How far a measure's time is moved: `prior` looks back by the interval, `next` ahead."""

    interval: str = ""
    type: str = "prior"
    name: str = ""  # an interval that the calendar of a time dimension names
    time_dimension: str = ""  # empty: every time dimension of the query


@dataclass(frozen=True, slots=True)
class Stage:
    """The groups over which a multi-stage measure is computed, relative to those of the query."""

    group_by: tuple[str, ...] | None = None  # exactly these, where given
    reduce_by: tuple[str, ...] = ()  # without these
    add_group_by: tuple[str, ...] = ()  # with these as well
    order_by: tuple[tuple[str, bool], ...] = ()  # SQL, and whether it descends


@dataclass(frozen=True, slots=True)
class SwitchCase:
    """One expression for each value of a switch."""

    switch: str  # a reference to the dimension that chooses
    branches: tuple[tuple[str, str], ...]  # value and SQL
    otherwise: str = ""


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """Dimensions from the coarsest to the finest, to drill down along."""

    name: str
    levels: tuple[str, ...]  # names of dimensions; those of another cube with its name before them
    title: str = ""
    public: bool = True


@dataclass(frozen=True, slots=True)
class Folder:
    """Members of a view that are listed together."""

    name: str
    members: tuple[str, ...]  # names in the view, those of folders inside it included
