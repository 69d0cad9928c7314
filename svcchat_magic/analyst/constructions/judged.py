"""`best country on top`, `customers by revenue`: an order of all groups."""

from svcchat_magic.analyst.constructions.constructions import Ranked, is_counted, is_high, ranked_by
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import ByEntity, Entity, Group, Quantity, Rank
from svcchat_magic.analyst.meaning.unwanted import is_unwanted

_JUDGED = ("best", "worst")
JUDGED = Grammar()
rule = JUDGED.rule

JUDGED.level()


@rule("SUPER ~GROUPABLE first", "JUDGEDORDER", "best country first", bonus=0.6)
def best_group_first(way: str, _group: Group, _first: str) -> str | None:
    return way if way in _JUDGED else None


@rule("SUPER ~GROUPABLE on|at top", "JUDGEDORDER", "best country on top", bonus=1.0)
def best_group_on_top(way: str, _group: Group, _on: str, _top: str) -> str | None:
    return way if way in _JUDGED else None


@rule("SUPER first", "JUDGEDORDER", "worst first", bonus=1.0)
def judged_first(way: str, _first: str) -> str | None:
    """Of all of them, and not the first of those that were shown before."""
    return way if way in _JUDGED else None


@rule("SUPER first", "SORTED", "most first", bonus=1.0)
def end_first(way: str, _first: str) -> Rank | None:
    return None if way in _JUDGED else Rank(is_high(way))


@rule("OFTEN first", "SORTED", "most common first", bonus=1.0)
def often_first(way: str, _first: str) -> Rank:
    return Rank(is_high(way))


@rule("SUPER|LONGEST ~to SUPER|LONGEST", "SORTED", "most to least", "from shortest to longest", bonus=0.9)
def end_to_end(way: str, _to: str, other: str) -> Rank | None:
    is_order = not {way, other} & {*_JUDGED} and is_high(way) is not is_high(other)
    return Rank(is_high(way)) if is_order else None


@rule("ENTITY by|BY ~QUANTITY", "RANKED", "customers by revenue", bonus=-0.3)
def rows_by_quantity(entity: Entity, _by: str, quantity: Quantity) -> Ranked | None:
    """All of them in the order of an amount that other rows have.

    One of their own groups them by it, and `members by tier` is told of each tier.
    """
    is_own = entity.cube in set(cubes_of(quantity))
    found = None if is_own or is_counted(quantity) else ranked_by(ByEntity(entity), "desc", None, quantity)
    return found and found.unlimited()


def is_high_of(way: str, quantity: Quantity) -> bool:
    """Whether a superlative means the high end; of what less is better the best is the low one."""
    return is_high(way) is not (way in _JUDGED and is_unwanted(quantity))
