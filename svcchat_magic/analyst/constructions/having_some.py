"""Who has some of what is counted in each row: `bookings with children`, `customers with a balance`."""

from svcchat_magic.analyst.constructions.constructions import all_conditions
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.numbers_of_things import counts_things, may_be_had, some_of
from svcchat_magic.analyst.meaning.tree import AnyOf, Compared, Concept, Condition, Entity, Exists

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


@rule("ENTITY ~with|have|has|having|on a|an|any|some|one? ~CONDITION ENTITY", "SUBJECT",
      "tenants with a running lease", bonus=2.0)  # fmt: skip
def with_such_agreement(
    entity: Entity, _with: str, _a: str | None, conditions: Condition | tuple[Condition, ...], of: Entity
) -> tuple[Entity, Condition] | None:
    """What they have are rows of their own, told by the days on which these begin and end."""
    dated = {each.of.cube for each in all_conditions(conditions) if isinstance(each, Compared)}
    is_agreement = isinstance(conditions, tuple) and dated == {of.cube}
    if not is_agreement or entity == of:
        return None

    return entity, Exists(of, all_conditions(conditions), entity=entity)
