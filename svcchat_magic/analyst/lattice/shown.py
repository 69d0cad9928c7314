"""The fields that a list is to show."""

from dataclasses import dataclass

from svcchat_magic.analyst.meaning.tree import Concept, Entity, OwnField

Field = Concept | OwnField


@dataclass(frozen=True, slots=True)
class Told:
    """A number that rows are ranked or kept by, asked for once more: `with the amount`, `and how many`."""

    what: str  # amount, count, named: one of `of`; called: what has `said` in its name
    of: tuple[Concept | Entity, ...] = ()  # the number by its name, or the rows that are counted
    said: tuple[str, ...] = ()  # the stems of its words
    is_asked: bool = False  # by what somebody did: how much they spent


@dataclass(frozen=True, slots=True)
class Shown:
    """Fields of records; `is_own` are said to be of what follows: the names of the guests."""

    fields: tuple[Field, ...]
    is_own: bool = False
    is_plain: bool = False  # a single one behind `with`, which may be no field
    told: tuple[Told, ...] = ()
