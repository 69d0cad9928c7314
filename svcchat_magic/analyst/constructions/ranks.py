"""Which come first, and how many: the constructions of rankings and orders."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

from svcchat_magic.analyst.constructions.aggregates import Stretch, time_between
from svcchat_magic.analyst.constructions.constructions import (
    ROWS_OF_FACT,
    BareRank,
    FirstOf,
    Ranked,
    as_quantity,
    is_counted,
    ranked_by,
    ranked_within,
)
from svcchat_magic.analyst.constructions.judged import is_high_of
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.adjectives import Measures
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.linking.date_names import has_hours
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    ByEntity,
    ByTime,
    Concept,
    Counted,
    Derived,
    Entity,
    Group,
    Measured,
    OwnField,
    Quantity,
    Rank,
)

_TIMES = frozenset(
    {"time", "duration", "second", "minute", "hour", "day", "week", "delay", "wait", "lead", "lag"}
)

_OFTEN = Counted(Entity("", ROWS_OF_FACT))  # of whatever rows there are

RANKS = Grammar()
rule = RANKS.rule

RANKS.level()


@rule("SUPER NUM? GROUPABLE", "RANKED", "top 5 products", "best month", bonus=0.5)
def top(way: str, count: Decimal | None, group: Group) -> Ranked | None:
    return ranked_by(group, way, count, None)


@rule("SUPER? NUM? OFTEN GROUPABLE", "RANKED", "the busiest month", "top 5 most popular products", bonus=0.6)
def most_often(_top: str | None, count: Decimal | None, way: str, group: Group) -> Ranked | None:
    return ranked_by(group, way, count, _OFTEN)


@rule("SUPER? NUM? MOSTDONE NUM? GROUPABLE", "RANKED", "the 5 most borrowed titles", bonus=0.8)
def most_done(
    _top: str | None, first: Decimal | None, done: tuple[str, Entity], count: Decimal | None, group: Group
) -> Ranked | None:
    way, entity = done
    is_itself = isinstance(group, ByEntity) and group.entity == entity
    return None if is_itself else ranked_by(group, way, count or first, Counted(entity))


@rule("ASKED ~NUM? ~MOSTDONE", "RANKED", "which title was most borrowed", bonus=0.8)
def which_most_done(group: Group, count: Decimal | None, done: tuple[str, Entity]) -> Ranked | None:
    return ranked_by(group, done[0], count, Counted(done[1]))


@rule("NUM? GROUPABLE that|who|which ~OFTEN", "RANKED", "the ten members that came most often", bonus=0.6)
def comes_most_often(count: Decimal | None, group: Group, _that: str, way: str) -> Ranked | None:
    is_row = isinstance(group, ByEntity)
    return ranked_by(group, way, count, _OFTEN) if is_row else None


@rule("ASKED ~NUM? ~OFTEN", "RANKED", "which month was the busiest", bonus=0.7)
def which_most_often(group: Group, count: Decimal | None, way: str) -> Ranked | None:
    return ranked_by(group, way, count, _OFTEN)


@rule("NUM SUPER GROUPABLE", "RANKED", "5 best products", bonus=0.5)
def number_top(count: Decimal, way: str, group: Group) -> Ranked | None:
    return ranked_by(group, way, count, None)


@rule("NUM SUPER MEASURE GROUPABLE", "RANKED", "ten highest spending customers", bonus=0.6)
def so_many_top_by_what_is_done(count: Decimal, way: str, measure: Concept, group: Group) -> Ranked | None:
    return ranked_by(group, way, count, Measured(measure))


@rule("SUPER NUM MEASURE GROUPABLE", "RANKED", "top 5 earning branches", bonus=0.6)
def top_by_what_is_done(way: str, count: Decimal, measure: Concept, group: Group) -> Ranked | None:
    return ranked_by(group, way, count, Measured(measure))


@rule("single? SUPER ~MEASURE GRAIN", "RANKED", "our single biggest sales day", bonus=0.9)
def top_unit(_single: str | None, way: str, measure: Concept, grain: str) -> Ranked | None:
    """Units of time by what is added up in each of them."""
    adds = measure.agg_type in ("sum", "count", "count_distinct") and grain != "auto"
    return ranked_by(ByTime(grain), way, Decimal(1), Measured(measure)) if adds else None


@rule("SUPER NUM? SUPER GROUPABLE", "RANKED", "top 5 best selling products", bonus=0.4)
def top_best(way: str, count: Decimal | None, _best: str, group: Group) -> Ranked | None:
    return ranked_by(group, way, count, None)


@rule("ASKED ~SUPER|LONGEST ~QUANTITY|ENTITY", "RANKED", "which category has the highest revenue", bonus=0.8)
def which_has_most(group: Group, way: str, quantity: Quantity | Entity) -> Ranked | None:
    return ranked_by(group, way, None, quantity)


@rule(
    "NUM? ~GROUPABLE ~HAVE ~SUPER|LONGEST ~QUANTITY|ENTITY",
    "RANKED",
    "the category with the highest revenue",
    bonus=0.8,
)
def with_most(
    count: Decimal | None, group: Group, _with: str, way: str, quantity: Quantity | Entity
) -> Ranked | None:
    return ranked_by(group, way, count, quantity)


@rule("ASKED ~HAVE ~MEASURE", "RANKED", "which ship had the longest delay", bonus=0.6)
def which_has_end(group: Group, _had: str, measure: Concept) -> Ranked | None:
    """A measure that is a highest or lowest value says itself which end is asked for."""
    way = {"max": "desc", "min": "asc"}.get(measure.agg_type)
    return ranked_by(group, way, None, Measured(measure)) if way else None


@rule("ASKED ~SUPER", "RANKED", "which customers spent the most", bonus=0.3)
def which_most(group: Group, way: str) -> Ranked | None:
    return ranked_by(group, way, None, None)


@rule(
    "WHICH|WHATIS NUM ~GROUPABLE ~SUPER ~QUANTITY|ENTITY?",
    "RANKED",
    "which three countries sell least",
    bonus=0.6,
)
def which_number_most(
    _which: str, count: Decimal, group: Group, way: str, quantity: Quantity | Entity | None
) -> Ranked | None:
    return ranked_by(group, way, count, quantity)


@rule("WHICH? NUM GROUPABLE ~who|that? ~HAVE? ~QUANTITY SUPER", "RANKED",
      "which 3 customers spent the most", bonus=0.9)  # fmt: skip
def which_did_most(_which: str | None, count: Decimal, group: Group, *behind: Any) -> Ranked | None:
    return ranked_by(group, behind[-1], count, behind[-2])


@rule("NUM GROUPABLE ~SUPER", "RANKED", "the three countries where we sell least", bonus=0.4)
def number_most(count: Decimal, group: Group, way: str) -> Ranked | None:
    return ranked_by(group, way, count, None)


@rule("ASKED ~SUPER? ~GROWTH SUPER?", "GREW", "which category grew the most", bonus=0.6)
def which_grew(group: Group, way: str | None, growth: str, _most: str | None) -> tuple[Group, Derived]:
    rising = {"up": True, "down": False}.get(growth, way not in ("asc", "worst"))
    return group, Derived("change", descending=rising)


@rule("GROWTH ~GROUPABLE", "GREW", "fastest growing category", bonus=0.3)
def growing_group(growth: str, group: Group) -> tuple[Group, Derived] | None:
    return None if growth == "any" else (group, Derived("change", descending=growth == "up"))


@rule("SUPER|LONGEST QUANTITY", "HIGHEST", "highest revenue", bonus=0.2)
def highest(way: str, quantity: Quantity) -> Rank | None:
    is_size = way in ("long", "short")
    return None if is_size and is_counted(quantity) else Rank(is_high_of(way, quantity), None, quantity)


RANKS.level()


@rule("RANKED by|BY|SORT ~QUANTITY|ENTITY", "RANKED", "top 5 products by revenue", bonus=0.6)
def top_by(ranked: Ranked, _by: str, quantity: Quantity | Entity) -> Ranked | None:
    if ranked.rank.by not in (None, _OFTEN):
        return None

    return replace(ranked, rank=replace(ranked.rank, by=as_quantity(quantity)))


@rule("RANKED ~in|for|of|by ~HIGHEST", "RANKED", bonus=0.3)
def top_of_highest(ranked: Ranked, _in: str, highest: Rank) -> Ranked | None:
    return None if ranked.rank.by else replace(ranked, rank=replace(ranked.rank, by=highest.by))


@rule("RANKED ~EACH ~GROUPABLE", "RANKED", "best two products of each category", bonus=0.7)
def top_within(ranked: Ranked, _each: str, group: Group) -> Ranked | None:
    return ranked_within(ranked, group)


rule("RANKED ~INSIDE", "RANKED", "two most popular products in each category", bonus=0.3)(ranked_within)
RANKS.level()


rule("RANKED by|BY|SORT ~QUANTITY|ENTITY", "RANKED", "top 2 products per category by revenue", bonus=0.6)(
    top_by
)


@rule("EACH ~GROUPABLE ~RANKED", "RANKED", "for each region the top 3 products", bonus=0.7)
def each_top(_each: str, group: Group, ranked: Ranked) -> Ranked | None:
    return ranked_within(ranked, group)


@rule("SORT ~QUANTITY|ENTITY ORDER?", "SORTED", "sorted by revenue descending", bonus=0.4)
def sorted_by(_sort: str, quantity: Quantity | Entity, way: str | None) -> Rank:
    return Rank(way != "asc", None, as_quantity(quantity))


@rule("DATEORDER", "FIRSTOF", "newest first", bonus=0.4)
def date_first(way: str) -> FirstOf:
    return FirstOf(way == "desc", OwnField("date"))


@rule("MOSTADJ first", "FIRSTOF", "cheapest first", bonus=0.3)
def most_first(most: Measures, _first: str) -> FirstOf | None:
    return FirstOf(most.descending, most.of) if most.of.kind == "dimension" else None


@rule("SORT ~FIELD ORDER?", "FIRSTOF", "sorted by price descending", bonus=0.3)
def field_first(_sort: str, field: Concept | OwnField, way: str | None) -> FirstOf:
    return FirstOf(way == "desc", field)


@rule("SORT ~FIELD DATEORDER", "FIRSTOF", "sorted by date, newest first", bonus=0.5)
def field_by_date(_sort: str, field: Concept | OwnField, way: str) -> FirstOf:
    return FirstOf(way == "desc", field)


@rule("SUPER NUM?", "BARERANK", "the worst 3", bonus=0.0)
def bare_rank(way: str, count: Decimal | None) -> BareRank | None:
    return BareRank.of(way, count)


@rule("by ~QUANTITY", "BYQUANTITY", "by units", bonus=0.5)
def by_quantity(_by: str, quantity: Quantity) -> Quantity:
    return quantity


@rule(
    "NUM? PACE NUM? ~GROUPABLE ~BYQUANTITY", "RANKED", "the three fastest drivers by average days", bonus=1.3
)
def by_pace(
    count: Decimal | None, way: str, also: Decimal | None, group: Group, by: Quantity
) -> Ranked | None:
    """By a length of time the fastest have the least of it, by a speed the most."""
    of = by.measure if isinstance(by, Measured) else by.of if isinstance(by, Aggregated) else None
    words = set(phrase_of(f"{of.title} {of.name}".replace("_", " "))) if of else set()
    lasts = (isinstance(by, Aggregated) and by.since is not None) or not _TIMES.isdisjoint(words)
    if not lasts and "speed" not in words:
        return None

    return ranked_by(group, way if lasts else {"asc": "desc", "desc": "asc"}[way], count or also, by)


@rule("WHICH? NUM? GROUPABLE ~PACE ~STRETCH", "RANKED", "which clients are slowest to pay", bonus=1.4)
def slowest_to(
    _which: str | None, count: Decimal | None, group: Group, way: str, stretch: Stretch
) -> Ranked | None:
    unit = "hour" if any(map(has_hours, stretch)) else "time"  # nobody said which, and the order is the same
    by = time_between(None, unit, None, None, stretch, None)
    return None if by is None else ranked_by(group, way, count, by)


@rule("all SDIM", "RELEASE", "all countries", bonus=0.3)
def all_of(_all: str, dimension: Concept) -> Concept:
    return dimension


@rule("across|over|in all ~ENTITY", "CHATTER", "total balance across all accounts", bonus=1.3)
def no_rows_left_out(_across: str, _all: str, entity: Entity) -> Entity:
    """That all rows are taken together."""
    return entity


@rule(", all SDIM", "CHATTER", "by country, all regions", bonus=0.9)
def none_left_out(_comma: str, _all: str, dimension: Concept) -> Concept | None:
    """That no rows are left out, which no question has to say."""
    return dimension


@rule("ISSORTED ORDER", "SORTED", "sorted descending", bonus=0.2)
def sorted_in_order(_sorted: str, way: str) -> Rank:
    return Rank(way == "desc")


@rule("ORDER", "SORTED", "descending", bonus=0.2)
def in_order(way: str) -> Rank:
    return Rank(way == "desc")
