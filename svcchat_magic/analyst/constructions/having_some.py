"""Who has some of what is counted in each row: `bookings with children`, `customers with a balance`."""

from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.numbers_of_things import counts_things, may_be_had, some_of
from svcchat_magic.analyst.meaning.tree import AnyOf, Concept, Condition

HAVING_SOME = Grammar()
rule = HAVING_SOME.rule

HAVING_SOME.level()


@rule("with|have|has|had|having a|an|any|some NDIM|SDIM", "CONDITION", "with a balance", bonus=2.5)
def with_some(_with: str, _a: str, of: Concept) -> Condition | None:
    return some_of(of) if of.from_zero or may_be_had(of) else None


@rule("with|have|has|had|having NDIM|SDIM", "CONDITION", "with children", bonus=0.9)
def with_things(_with: str, of: Concept) -> Condition | None:
    return some_of(of) if may_be_had(of) else None


@rule("with|have|has|had|having NDIM and|or|AND NDIM", "CONDITION", "with children or babies", bonus=1.5)
def with_both(
    _with: str, of: Concept, joint: str, other: Concept
) -> Condition | tuple[Condition, ...] | None:
    if of == other or not (counts_things(of) and counts_things(other)):
        return None

    found = some_of(of), some_of(other)
    return AnyOf(found) if joint == "or" else found
