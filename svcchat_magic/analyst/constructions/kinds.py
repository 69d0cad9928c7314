"""Rows of a kind in an order: the top five red wines, the trade customers who bought the most."""

from dataclasses import replace
from decimal import Decimal

from svcchat_magic.analyst.constructions.constructions import Ranked, all_conditions, ranked_by
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import (
    ByEntity,
    ByMember,
    Compared,
    Concept,
    Condition,
    Contains,
    Distinct,
    Entity,
    Group,
    Holds,
    IsIn,
    Missing,
    Quantity,
)

KINDS = Grammar()
rule = KINDS.rule

_Subject = tuple[Entity, Condition | tuple[Condition, ...]]
_OF_ROWS = IsIn | Compared | Contains | Missing | Holds

KINDS.level()


@rule("per|each|every ~BDIM ENTITY|SDIM|KDIM", "GROUPEDSUCH", "picks per discontinued product", bonus=0.9)
def per_flagged(_per: str, flag: Concept, of: Entity | Concept) -> tuple[Group, tuple[Condition, ...]]:
    """Those that are such, and no groups by whether they are."""
    return ByEntity(of) if isinstance(of, Entity) else ByMember(of), (IsIn(flag, (True,)),)


@rule("HOWMANY ~CONDITION ~SDIM", "COUNTED", "number of winter sports", bonus=0.5)
def how_many_of_kind(word: str, such: Condition, of: Concept) -> tuple[Quantity, Condition] | None:
    """Different ones of such rows; those of a value of their own are rows, as gold medals are.

    Two athletes may have one name: those are counted by what tells them apart.
    """
    if of.name.rpartition("_")[2] in ("name", "title", "label"):
        return None

    is_value = isinstance(such, IsIn) and not such.negated and such.of.type == "string"
    is_other = isinstance(such, IsIn) and such.of.cube == of.cube and such.of != of
    return (Distinct(of), such) if word == "count" and is_value and is_other else None


@rule("SUPER NUM ~SUBJECT", "RANKED", "top 5 red wines", bonus=0.5)
def top_of_kind(way: str, count: Decimal, subject: _Subject) -> Ranked | None:
    return _ranked(subject, way, count, None)


@rule("SUPER SUBJECT", "RANKED", "best red wine", bonus=0.5)
def best_of_kind(way: str, subject: _Subject) -> Ranked | None:
    """`most cancelled orders` are the highest number of them, and no order is ranked."""
    return _ranked(subject, way, None, None) if way in ("best", "worst") else None


@rule("NUM SUPER SUBJECT", "RANKED", "5 best red wines", bonus=0.5)
def number_top_of_kind(count: Decimal, way: str, subject: _Subject) -> Ranked | None:
    return _ranked(subject, way, count, None)


@rule("SUPER NUM? SUPER SUBJECT", "RANKED", "top 5 best selling red wines", bonus=0.4)
def top_best_of_kind(way: str, count: Decimal | None, _best: str, subject: _Subject) -> Ranked | None:
    return _ranked(subject, way, count, None)


@rule(
    "WHICH|WHATIS NUM? ~SUBJECT ~SUPER|LONGEST ~QUANTITY|ENTITY",
    "RANKED",
    "which red wines have the highest score",
    bonus=0.8,
)
def which_of_kind_has_most(
    _which: str, count: Decimal | None, subject: _Subject, way: str, quantity: Quantity | Entity
) -> Ranked | None:
    return _ranked(subject, way, count, quantity)


@rule("WHICH|WHATIS NUM? ~SUBJECT ~SUPER", "RANKED", "which red wines sell best", bonus=0.4)
def which_of_kind_most(_which: str, count: Decimal | None, subject: _Subject, way: str) -> Ranked | None:
    return _ranked(subject, way, count, None)


@rule(
    "NUM? SUBJECT ~HAVE ~SUPER|LONGEST ~QUANTITY|ENTITY",
    "RANKED",
    "the 3 red wines with the highest score",
    bonus=0.8,
)
def of_kind_with_most(
    count: Decimal | None, subject: _Subject, _with: str, way: str, quantity: Quantity | Entity
) -> Ranked | None:
    return _ranked(subject, way, count, quantity)


def _ranked(
    subject: _Subject, way: str, count: Decimal | None, by: Quantity | Entity | None
) -> Ranked | None:
    entity, where = subject[0], all_conditions(subject[1])
    found = ranked_by(ByEntity(entity), way, count, by)
    return (
        replace(found, where=where) if found and all(isinstance(each, _OF_ROWS) for each in where) else None
    )


@rule("across|over the|our|all ~SUBJECT", "SUBJECT", "total spaces across the sites that are open", bonus=1.3)
def of_all_such(_across: str, _the: str, subject: tuple[Entity, Condition]) -> tuple[Entity, Condition]:
    """A number of all of these together, and not of each."""
    return subject
