"""`products that cost more than 200`: what each of them costs is its price."""

from decimal import Decimal

from svcchat_magic.analyst.constructions.records import more_than
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.adjectives import Measures
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import Condition, Entity

PRICED = Grammar()
rule = PRICED.rule

PRICED.level()


@rule("ENTITY ~HAVE? ~MOREADJ ~NUM", "SUBJECT", "products that cost more than 200", bonus=2.3)
def more_by_price(
    entity: Entity, _have: str | None, more: Measures, number: Decimal
) -> tuple[Entity, Condition] | None:
    """The price of each, before what all that was sold of it has cost."""
    is_price = phrase_of(more.of.title)[-1:] == ("price",) and more.of.cube == entity.cube
    condition = more_than(more, number) if is_price else None
    return None if condition is None else (entity, condition)
