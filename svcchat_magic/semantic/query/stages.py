"""What statements of measures in stages, and row rules, are made of beside what people write themselves."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Period:
    """The beginning of the period that a row is counted in: one of the query's periods."""

    type: str = "time"


@dataclass(frozen=True, slots=True)
class RowFound:
    """Whether the join that leads to a meeting finds a row; row rules alone ask it."""

    path: tuple[str, ...]  # of cube names, from the root of the query
    type: str = "boolean"


@dataclass(frozen=True, slots=True)
class NamedStatement:
    """A statement that the query around it names."""

    name: str
    width: int  # how many columns it has
