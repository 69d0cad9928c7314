"""The one at a place of an order: the second highest, the third most popular."""

from dataclasses import replace

from svcchat_magic.analyst.constructions.constructions import ROWS_OF_FACT, Ranked, ranked_by
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.tree import Counted, Entity, Group, Quantity

PLACES = Grammar()
rule = PLACES.rule

PLACES.level()


@rule("ORDINAL SUPER ~GROUPABLE", "RANKED", "second largest country", bonus=1.0)
def nth_group(place: int, way: str, group: Group) -> Ranked | None:
    return _at(place, ranked_by(group, way, None, None))


@rule("ORDINAL OFTEN ~GROUPABLE", "RANKED", "third most popular product", bonus=1.2)
def nth_most_often(place: int, way: str, group: Group) -> Ranked | None:
    return _at(place, ranked_by(group, way, None, Counted(Entity("", ROWS_OF_FACT))))


@rule("ORDINAL MOSTDONE ~GROUPABLE", "RANKED", "second most borrowed author", bonus=1.4)
def nth_most_done(place: int, done: tuple[str, Entity], group: Group) -> Ranked | None:
    return _at(place, ranked_by(group, done[0], None, Counted(done[1])))


@rule("ASKED ~HAVE? ~ORDINAL SUPER ~QUANTITY|ENTITY", "RANKED", "which month had the second highest revenue",
      bonus=1.2)  # fmt: skip
def which_has_nth(
    group: Group, _have: str | None, place: int, way: str, quantity: Quantity | Entity
) -> Ranked | None:
    return _at(place, ranked_by(group, way, None, quantity))


@rule("GROUPABLE ~HAVE ~ORDINAL SUPER ~QUANTITY|ENTITY", "RANKED", "month with the second highest revenue",
      bonus=1.2)  # fmt: skip
def with_nth(group: Group, _have: str, place: int, way: str, quantity: Quantity | Entity) -> Ranked | None:
    return _at(place, ranked_by(group, way, None, quantity))


@rule(
    "ORDINAL SUPER ~QUANTITY by|BY|among ~GROUPABLE", "RANKED", "second highest revenue by month", bonus=1.2
)
def nth_by(place: int, way: str, quantity: Quantity, _by: str, group: Group) -> Ranked | None:
    return _at(place, ranked_by(group, way, None, quantity))


def _at(place: int, ranked: Ranked | None) -> Ranked | None:
    """That place alone, however many rows share it."""
    return ranked and replace(ranked, rank=replace(ranked.rank, limit=1, nth=place))
