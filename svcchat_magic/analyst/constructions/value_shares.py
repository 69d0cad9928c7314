"""Parts of the rows of a value, where something else is said of these: what percentage of men survived."""

from svcchat_magic.analyst.constructions.shares import BECOMES, share_of_such_that_are
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.numbers_of_things import may_be_had, some_of
from svcchat_magic.analyst.meaning.tree import Compared, Concept, Condition, Entity, IsIn, Quantity

VALUE_SHARES = Grammar()
rule = VALUE_SHARES.rule

VALUE_SHARES.level()


@rule(f"SHARE ~VALUE ~that|which|who|{BECOMES} ~CONDITION", "COUNTED",
      "what share of women were late", bonus=1.4)  # fmt: skip
def share_of_value_that_is(
    _share: str, of: IsIn, _are: str, part: Condition
) -> tuple[Quantity, Condition] | None:
    """A value is the whole too, where something else is said of its rows: of the women, and not of all."""
    return (
        share_of_such_that_are(_share, (Entity(of.of.cube), of), _are, part) if _is_else(of, part) else None
    )


@rule(f"SHARE ~CONDITION ~{BECOMES} ~CONDITION", "COUNTED",
      "what share of men and women have a bmi over 30", bonus=1.6)  # fmt: skip
def share_of_values_that_are(
    _share: str, of: Condition, _are: str, part: Condition
) -> tuple[Quantity, Condition] | None:
    """Of several values of one column; each of them where that is said."""
    is_of_several = isinstance(of, IsIn) and len(of.values) > 1 and not of.negated
    return share_of_value_that_is(_share, of, _are, part) if is_of_several else None


@rule("SHARE ~VALUE ~CONDITION", "COUNTED", "what percentage of men did not pay", bonus=1.2)
def share_of_value_flagged(_share: str, of: IsIn, part: Condition) -> tuple[Quantity, Condition] | None:
    """A flag behind the value says what they did, and not which of the rows are meant."""
    is_flag = isinstance(part, IsIn) and part.of.type == "boolean" != of.of.type
    return share_of_value_that_is(_share, of, "is", part) if is_flag else None


@rule("SHARE ~SUBJECT|VALUE ~have|has|had ~NDIM|SDIM", "COUNTED", "what share of smokers have children",
      bonus=3.0)  # fmt: skip
def share_that_has_some(
    _share: str, of: IsIn | tuple[Entity, Condition], _have: str, part: Concept
) -> tuple[Quantity, Condition] | None:
    """What they have at all is the part."""
    such = (Entity(of.of.cube), of) if isinstance(of, IsIn) else of
    is_own = part.cube == such[0].cube and may_be_had(part)
    return share_of_such_that_are(_share, such, _have, some_of(part)) if is_own else None


def _is_else(value: IsIn, part: Condition) -> bool:
    """Whether a condition says something of another column: two values of one are two of a list."""
    return isinstance(part, IsIn | Compared) and part.of != value.of and part.of.cube == value.of.cube
