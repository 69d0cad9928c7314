"""Lists: records of an entity, with chosen fields, and the values of a dimension."""

from svcchat_magic.analyst.meaning.tree import Concept, Condition, Entity, IsIn
from svcchat_magic.analyst.parsing.chart import Grammar
from svcchat_magic.analyst.parsing.constructions import RankedRows, all_conditions

Fields = tuple[Concept, ...]
Listed = tuple[Entity, tuple[Condition, ...], Fields]

LISTS = Grammar()
rule = LISTS.rule

LISTS.level()


@rule("DIM AND ~DIM", "FIELDS", "name and city", bonus=0.1)
def two_fields(first: Concept, _and: str, second: Concept) -> tuple[Concept, ...] | None:
    return (first, second) if first != second else None


@rule("FIELDS AND ~DIM", "FIELDS", "name, city and country", bonus=0.1)
def more_fields(known: tuple[Concept, ...], _and: str, field: Concept) -> tuple[Concept, ...] | None:
    return None if field in known else (*known, field)


LISTS.level()


@rule("LIST|WHICH ~ENTITY", "LISTED", "list the customers", bonus=0.2)
def list_entity(_list: str, entity: Entity) -> Entity:
    return entity


@rule("LIST|WHICH ~SUBJECT", "LISTEDSUCH", "list the customers from Spain", bonus=0.3)
def list_such(_list: str, of: tuple[Entity, Condition]) -> tuple[Entity, Condition]:
    return of


@rule("LIST? ~FIELDS of|for|from ~ENTITY|SUBJECT", "LISTEDFIELDS", "name and city of the hotels", bonus=0.7)
def fields_of(
    _list: str | None, fields: Fields, _of: str, of: Entity | tuple[Entity, Condition]
) -> Listed | None:
    listed = _listed(of, fields)
    return listed if all(each.cube == listed[0].cube for each in fields) else None


@rule("LIST|WHICH ~ENTITY|SUBJECT ~with|and|AND their|its ~FIELDS|DIM", "LISTEDFIELDS",
      "list the products with their price and category", bonus=0.9)  # fmt: skip
def with_their_fields(
    _list: str, of: Entity | tuple[Entity, Condition], _with: str, _their: str, fields: Fields | Concept
) -> Listed:
    return _listed(of, fields)


@rule("LIST ~ENTITY|SUBJECT ~with|: ~FIELDS|SDIM|TDIM|NDIM", "LISTEDFIELDS",
      "list the campaigns with start date and end date", bonus=0.6)  # fmt: skip
def with_fields(
    _list: str, of: Entity | tuple[Entity, Condition], _with: str, fields: Fields | Concept
) -> Listed:
    return _listed(of, fields)


@rule("LIST ~VALUE ~with ~their|its? ~FIELDS|SDIM|TDIM|NDIM", "LISTEDFIELDS",
      "list all lathes with vendor", bonus=0.8)  # fmt: skip
def values_with_fields(
    _list: str, value: IsIn, _with: str, _their: str | None, fields: Fields | Concept
) -> Listed | None:
    """The rows of a kind, which are called by it."""
    listed = _listed((Entity(value.of.cube), value), fields)
    return listed if all(each.cube == value.of.cube for each in listed[2]) else None


@rule("RANKEDROWS ~with|: ~their|its? ~FIELDS|SDIM|TDIM|NDIM", "RANKEDFIELDS",
      "the 5 latest outages with region and cause", bonus=0.6)  # fmt: skip
def ranked_with_fields(
    rows: RankedRows, _with: str, _their: str | None, fields: Fields | Concept
) -> tuple[RankedRows, Fields]:
    return rows, (fields,) if isinstance(fields, Concept) else fields


def _listed(of: Entity | tuple[Entity, Condition], fields: Fields | Concept) -> Listed:
    entity, conditions = (of, ()) if isinstance(of, Entity) else (of[0], all_conditions(of[1]))
    return entity, conditions, (fields,) if isinstance(fields, Concept) else fields


@rule("who ~CONDITION", "LISTEDSUCH", "who works in sales", bonus=0.3)
def who_is_such(_who: str, condition: Condition) -> tuple[Entity, Condition] | None:
    return (Entity(condition.of.cube), condition) if isinstance(condition, IsIn) else None


@rule(
    "LIST|WHICH DISTINCT? ~SDIM|KDIM EXIST?",
    "VALUESOF",
    "list all statuses",
    "which countries are there",
    bonus=0.3,
)
def list_values(_list: str, _distinct: str | None, dimension: Concept, _exist: str | None) -> Concept:
    return dimension
