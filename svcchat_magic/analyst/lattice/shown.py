"""The fields that a list is to show."""

from dataclasses import dataclass

from svcchat_magic.analyst.meaning.tree import Concept, OwnField

Field = Concept | OwnField


@dataclass(frozen=True, slots=True)
class Shown:
    """Fields of records; `is_own` are said to be of what follows: the names of the guests."""

    fields: tuple[Field, ...]
    is_own: bool = False
    is_plain: bool = False  # a single one behind `with`, which may be no field
