"""What members and rows are to the grammar: measures, dimensions of each type, entities."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.numbers import number_of
from svcchat_magic.analyst.meaning.tree import Concept, Entity, Holds

_KEYS = ("id", "key", "code", "no", "number", "zip")


def categories_of(of: Concept | Entity) -> tuple[str, ...]:
    """What a member or rows may be in the grammar."""
    if isinstance(of, Entity):
        return ("ENTITY",)

    if of.kind in ("measure", "segment"):
        return ("MEASURE",) if of.kind == "measure" else ("CONDITION",)

    if of.primary_key or _is_key(of):
        return "DIM", "KDIM"

    return "DIM", {"number": "NDIM", "time": "TDIM", "boolean": "BDIM"}.get(of.type, "SDIM")


def value_of(of: Concept | Entity) -> object:
    """What stands for it in the chart: a segment is a condition."""
    return Holds(of) if isinstance(of, Concept) and of.kind == "segment" else of


def counts(of: Concept | Entity) -> bool:
    """Whether rows are counted by it."""
    return isinstance(of, Entity) or of.agg_type == "count"


def is_text(of: Concept | Entity) -> bool:
    """Whether it is a column of texts."""
    return isinstance(of, Concept) and of.kind == "dimension" and of.type == "string"


def is_told(tokens: Sequence[Token], start: int, stop: int) -> bool:
    """Whether a word is the unit of the number before it: the minutes of `over 90 minutes` are no measure."""
    is_unit = stop - start == 1 and tokens[start].form in keywords().units
    return is_unit and start > 0 and number_of(tokens[start - 1]) is not None


def _is_key(of: Concept) -> bool:
    """Whether the numbers of a dimension only name something: nobody asks for ids above 500."""
    return of.type == "number" and of.name.lower().rpartition("_")[2] in _KEYS
