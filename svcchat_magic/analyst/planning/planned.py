"""What a planned statement is, and why there may be none."""

from dataclasses import dataclass
from typing import NoReturn

from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByPart,
    Concept,
    Group,
    Quantity,
)
from svcchat_magic.analyst.planning.sources import Source
from svcchat_magic.semantic.model.model import Field


class CannotPlan(ValueError):
    """What is asked cannot be computed from this model; the text says why."""


def cannot_count(rows: str) -> NoReturn:
    """Nothing that questions may see tells rows apart, so that different ones are not counted."""
    raise CannotPlan(f"how many different {rows} there are")


def cannot_tell(title: str) -> NoReturn:
    """No dimension shows the column of a measure of which each thing counts once."""
    raise CannotPlan(f"which column {title.lower()} is of")


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the result: what it holds, and its name in the SQL."""

    name: str
    of: Quantity | Group | Concept | str
    role: str  # group, quantity, share, change, percent, before, running, moving, field


@dataclass(frozen=True, slots=True)
class Latest:
    """Which figures of a level are taken: those of the latest moment, or the latest of each `unit`."""

    finest: str  # the unit of the moments, such as year; empty for days
    unit: str = ""
    sql: str = ""  # the statement that gives the one moment


@dataclass(frozen=True, slots=True)
class Planned:
    """A statement with the meaning of its columns."""

    sql: str
    columns: tuple[Column, ...]
    source: Source
    analysis: Analysis  # with times and units filled in
    latest: Latest | None = None  # of levels

    @property
    def hours_of(self) -> Field | None:
        """The time whose hours the rows are grouped by."""
        parts = [each.of for each in self.columns if isinstance(each.of, ByPart) and each.of.part == "hour"]
        time = parts[0].time if parts else None
        return self.source.field(time) if time else None
