"""Lists: records of an entity, with chosen fields, and the values of a dimension."""

from decimal import Decimal

from svcchat_magic.analyst.constructions.constructions import (
    RankedRows,
    all_conditions,
    is_count,
    latest_rows,
)
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.lattice.shown import Field, Shown
from svcchat_magic.analyst.meaning.numbers_of_things import may_be_had
from svcchat_magic.analyst.meaning.tree import Concept, Condition, Entity, IsIn, OwnField, Rank

_FEW = 10  # rows, where no number is said

LISTS = Grammar()
rule = LISTS.rule
LISTS.level()


@rule("FIELD AND ~FIELD", "FIELDS", "name and city", bonus=0.1)
def two_fields(first: Field, _and: str, second: Field) -> tuple[Field, ...] | None:
    return (first, second) if first != second else None


@rule("FIELDS AND ~FIELD", "FIELDS", "name, city and country", bonus=0.1)
def more_fields(known: tuple[Field, ...], _and: str, field: Field) -> tuple[Field, ...] | None:
    return None if field in known else (*known, field)


LISTS.level()


@rule("LIST|WHICH ~ENTITY", "LISTED", "list the customers", bonus=0.2)
def list_entity(_list: str, entity: Entity) -> Entity:
    return entity


@rule("LIST each|every ~ENTITY", "LISTED", "show me every order", bonus=1.2)
def list_every(_list: str, _every: str, entity: Entity) -> Entity:
    return entity


@rule("LIST each|every ~SUBJECT", "LISTEDSUCH", "show me every cancelled order", bonus=1.3)
def list_every_such(_list: str, _every: str, of: tuple[Entity, Condition]) -> tuple[Entity, Condition]:
    return of


@rule("LIST|WHICH ~SUBJECT", "LISTEDSUCH", "list the customers from Spain", bonus=0.3)
def list_such(_list: str, of: tuple[Entity, Condition]) -> tuple[Entity, Condition]:
    return of


@rule(
    "LIST NUM|SOMEOF ROWSOF? ~ENTITY", "RANKEDROWS", "show 10 orders", "list some rows of orders", bonus=1.0
)
def list_some(_list: str, count: Decimal | str, _rows: str | None, entity: Entity) -> RankedRows | None:
    return _some(entity, count)


@rule("LIST NUM|SOMEOF ~SUBJECT", "RANKEDROWS", "show 10 cancelled orders", bonus=1.1)
def list_some_such(
    _list: str, count: Decimal | str, of: tuple[Entity, Condition | tuple[Condition, ...]]
) -> RankedRows | None:
    return _some(of[0], count, all_conditions(of[1]))


@rule("LIST? LATEST NUM ROWSOF ~ENTITY", "RANKEDROWS", "the first 10 rows of orders", bonus=1.0)
def end_of_table(
    _list: str | None, end: str, count: Decimal, _rows: str, entity: Entity
) -> RankedRows | None:
    """The first rows of a table are those on top of it, whatever their dates are."""
    return _some(entity, count) if end == "asc" else latest_rows(entity, count, end)


@rule("NUM? SAMPLEOF ~ENTITY", "RANKEDROWS", "a sample of orders", bonus=0.9)
def sample(count: Decimal | None, _sample: str, entity: Entity) -> RankedRows | None:
    return _some(entity, count or "some")


def _some(entity: Entity, count: Decimal | str, where: tuple[Condition, ...] = ()) -> RankedRows | None:
    """A few rows to look at, in no order that was asked for."""
    number = Decimal(_FEW) if isinstance(count, str) else count
    return RankedRows(entity, Rank(descending=False, limit=int(number)), where) if is_count(number) else None


@rule("LIST? ~FIELDS of|for|from", "SHOWN", "name and city of the hotels", bonus=0.7)
def fields_of(_list: str | None, fields: tuple[Field, ...], _of: str) -> Shown:
    return Shown(fields, is_own=True)


@rule("LIST ~FIELD of|for|from", "SHOWN", "list the price of the products", bonus=0.3)
def field_of(_list: str, field: Field, _of: str) -> Shown | None:
    """Texts of rows are asked for as their different values: the causes of the outages."""
    is_own = isinstance(field, OwnField) or field.primary_key or field.type in ("number", "time")
    return Shown((field,), is_own=True) if is_own else None


@rule("FIELD of", "SHOWN", "ids of the open orders", bonus=0.2)
def names_of(field: Field, _of: str) -> Shown | None:
    """What tells one record from another asks for records without a word for it."""
    is_told = isinstance(field, OwnField) and field.what in ("name", "key")
    return Shown((field,), is_own=True) if is_told else None


@rule(
    "with|:|-|–|showing|including|plus ~their|its|his|her? FIELDS",
    "SHOWN",
    "with start date and end date",
    bonus=0.7,
)
def with_fields(word: str, their: str | None, fields: tuple[Field, ...]) -> Shown | None:
    """`with a loan and a card` keeps those that have both."""
    are_kept = word == "with" and not their and all(map(_is_kept, fields))
    return None if are_kept else Shown(fields)


@rule(
    "with|:|-|–|showing|including|plus|AND ~their|its|his|her FIELDS|FIELD",
    "SHOWN",
    "and their price",
    bonus=0.8,
)
def with_their_fields(_with: str, _their: str, fields: tuple[Field, ...] | Field) -> Shown:
    return Shown(fields if isinstance(fields, tuple) else (fields,))


@rule("with|:|-|–|showing ~FIELD", "SHOWN", "with start date", bonus=0.4)
def with_field(word: str, field: Field) -> Shown | None:
    """`with a scholarship` keeps those that have one."""
    is_measured = isinstance(field, Concept) and field.kind == "measure"
    return (
        None
        if (word == "with" and _is_kept(field)) or is_measured
        else Shown((field,), is_plain=word == "with")
    )


def _is_kept(field: Field) -> bool:
    """Whether rows `with` it are those that have it: a flag, a number of things that there may be none of."""
    return isinstance(field, Concept) and (field.type == "boolean" or may_be_had(field))


@rule(
    "with|:|-|–|showing|including|plus|AND HOWMANY they|he|she|each",
    "TOLDCOUNT",
    "customers with more than 6 orders, with how many they placed",
    bonus=1.6,
)
def with_how_many(_with: str, how: str, _they: str) -> str | None:
    """The number that each of them is kept by."""
    return how if how == "count" else None


@rule(",|?|. ~LIST ~FIELDS|FIELD", "SHOWN", "which books are new? show title and author", bonus=1.2)
def then_show_fields(_mark: str, _list: str, fields: tuple[Field, ...] | Field) -> Shown:
    return Shown(fields if isinstance(fields, tuple) else (fields,))


@rule(",|?|. ~FIELDS", "SHOWN", "which books are new? title, author", bonus=0.6)
def then_fields(_mark: str, fields: tuple[Field, ...]) -> Shown:
    return Shown(fields)


@rule("LIST", "LISTING", "show ...", bonus=-0.3)
def a_list(word: str) -> str:
    """The wish for a list, before rows of whatever kind."""
    return word


@rule("ASKSWHO ~CONDITION", "LISTEDSUCH", "who works in sales", bonus=0.3)
def who_is_such(_who: str, condition: Condition) -> tuple[Entity, Condition] | None:
    return (Entity(condition.of.cube), condition) if isinstance(condition, IsIn) else None


@rule("LIST the|all|our? DISTINCT SDIM", "VALUESOF", "list the different statuses", bonus=2.4)
def list_different(_list: str, _the: str | None, _distinct: str, dimension: Concept) -> Concept:
    """Where they are to be listed they are not counted, as a measure of that name does."""
    return dimension


@rule("VALUEWORD DISTINCT? ~SDIM have|take|be?", "VALUESOF", "what are the values of status", bonus=0.6)
def values_of(_values: str, _distinct: str | None, dimension: Concept, _have: str | None) -> Concept:
    return dimension


@rule(
    "LIST|WHICH DISTINCT? ~SDIM|KDIM EXIST?",
    "VALUESOF",
    "list all statuses",
    "which countries are there",
    bonus=0.3,
)
def list_values(_list: str, _distinct: str | None, dimension: Concept, _exist: str | None) -> Concept:
    return dimension
