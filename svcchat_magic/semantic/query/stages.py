"""What statements of measures in stages are made of, beside what people write themselves."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Period:
    """The beginning of the period that a row is counted in: one of the query's periods."""

    type: str = "time"


@dataclass(frozen=True, slots=True)
class NamedStatement:
    """A statement that the query around it names."""

    name: str
    width: int  # how many columns it has
