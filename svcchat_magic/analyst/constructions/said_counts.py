"""`cancelled subscriptions`, where a number of the model counts cancellations: what was done to the rows."""

from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.linking.descriptions import Said
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import Concept, Entity, Measured, Quantity

SAID_COUNTS = Grammar()
rule = SAID_COUNTS.rule

SAID_COUNTS.level()


@rule("HOWMANY? SAID ~ENTITY", "QUANTITY", "cancelled subscriptions", bonus=0.9)
def said_rows(_many: str | None, said: Said, entity: Entity) -> Quantity | None:
    """The one number that is said of these rows."""
    named = [
        each
        for each in said.of
        if isinstance(each, Concept) and each.kind == "measure" and each.cube == entity.cube
    ]
    counted = [each for each in named if is_counted(Measured(each))]
    is_done = is_participle(said.text.lower()) and len(counted) == len(said.of) == 1
    return Measured(counted[0]) if is_done and counted[0].name != "count" else None


@rule("HOWMANY ~ENTITY ~SAID", "QUANTITY", "how many subscriptions were cancelled", bonus=0.9)
def rows_said(_many: str, entity: Entity, said: Said) -> Quantity | None:
    found: Quantity | None = said_rows(None, said, entity)
    return found
