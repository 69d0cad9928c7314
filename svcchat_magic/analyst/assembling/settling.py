"""What the items of a question say together, once all of them are placed."""

from dataclasses import replace

from svcchat_magic.analyst.assembling.contradictions import mind_contradictions
from svcchat_magic.analyst.assembling.derived import as_counted
from svcchat_magic.analyst.assembling.lists import (
    count_what_is_listed,
    count_what_is_named,
    list_what_is_counted,
    mind_the_told_count,
    rank_rows_within,
)
from svcchat_magic.analyst.assembling.moments import settle_days, settle_ends
from svcchat_magic.analyst.assembling.own_bounds import mind_own_numbers
from svcchat_magic.analyst.assembling.places import (
    place_asked,
    place_dimensions,
    place_entities,
    rank_what_is_named,
)
from svcchat_magic.analyst.assembling.ratios import mind_the_ratio
from svcchat_magic.analyst.assembling.records import list_records, order_records
from svcchat_magic.analyst.assembling.said import ask_what_is_said, mind_the_sides, mind_what_is_said
from svcchat_magic.analyst.assembling.shares import (
    asks_for_bounded_share,
    count_what_is_shared,
    settle_shares,
    share_what_is_bounded,
)
from svcchat_magic.analyst.assembling.times import derive, settle_times
from svcchat_magic.analyst.assembling.told_numbers import mind_the_told_number
from svcchat_magic.analyst.assembling.units import tell_in_unit
from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.meaning.bounded import bounded_by
from svcchat_magic.analyst.meaning.tree import (
    ByEntity,
    ByMember,
    ByTime,
    Compared,
    Contains,
    Counted,
    Derived,
    Entity,
    Exists,
    IsIn,
    Measured,
    Missing,
    Quantity,
    Within,
)
from svcchat_magic.analyst.placing.draft import BIG, SMALL, Draft
from svcchat_magic.analyst.placing.highest import ranks_those_before
from svcchat_magic.analyst.placing.included import keep_included
from svcchat_magic.analyst.placing.orders import order_judged


def settle(draft: Draft) -> None:
    """What the items say together."""
    settle_days(draft)
    count_what_is_named(draft)
    count_what_is_listed(draft)
    list_records(draft)
    _name_what_is_asked(draft)
    ask_what_is_said(draft)
    list_what_is_counted(draft)
    _count_what_is_kept(draft)
    mind_own_numbers(draft)
    mind_the_ratio(draft)
    _count_what_is_bounded(draft)
    _list_subjects(draft)
    rank_what_is_named(draft)
    place_entities(draft)
    _mind_the_tally(draft)
    place_dimensions(draft)
    place_asked(draft)
    _rank_what_is_asked(draft)
    order_records(draft)
    rank_rows_within(draft)
    _group_compared(draft)
    keep_included(draft)
    settle_times(draft)
    _rank_within(draft)
    settle_ends(draft)
    derive(draft)
    settle_shares(draft)
    mind_what_is_said(draft)
    tell_in_unit(draft)
    mind_contradictions(draft)
    _share_in_percent(draft)
    _mind_all_sides(draft)
    _mind_the_order(draft)
    _miss_units_without_rows(draft)
    names = draft.quantities or draft.listed is not None or draft.values_of is not None
    if not names and not draft.marks & {"follows", "grew"}:
        draft.penalty += 0.8


def _mind_all_sides(draft: Draft) -> None:
    """What is compared has two sides."""
    if "compare" in draft.marks and not _compares(draft):
        draft.penalty += SMALL
        _mind_sides_apart(draft)

    _miss_the_other_side(draft)
    mind_the_sides(draft)


def _mind_the_tally(draft: Draft) -> None:
    """`..., how many?` asks for a number of rows and of nothing else."""
    if "tally" in draft.marks and not all(map(is_counted, draft.quantities)):
        draft.penalty += BIG  # how many unpaid fines is no amount of money
        draft.dropped.append("how many")

    if "tally" in draft.marks:
        draft.marks.discard("implied")


def _mind_the_order(draft: Draft) -> None:
    """An order needs something that is ordered, and a number that is told beside it one that is known."""
    order_judged(draft)
    mind_the_told_count(draft)
    mind_the_told_number(draft)
    asks_one = any(each.asks == "which" for each in draft.refers)  # of those that were shown
    if "highest" in draft.marks and not (draft.groups or asks_one or ranks_those_before(draft)):
        draft.penalty += 1.0
        is_known = draft.listed is not None or draft.asked or draft.marks & {"follows", "grew"}
        word = "lowest" if draft.rank is not None and not draft.rank.descending else "highest"
        draft.dropped += [] if is_known or not all(map(_adds_up, draft.quantities)) else [word]

    if "bare rank" in draft.marks and not draft.marks & {"follows", "asked", "grew"}:
        draft.penalty += BIG

    if "ranks anew" in draft.edits and not draft.marks & {"follows", "grew"}:
        draft.penalty += BIG

    has_rows = draft.groups or draft.listed is not None or draft.values_of is not None or asks_one
    has_rows = has_rows or ranks_those_before(draft)
    if "bare rank" not in draft.marks and draft.rank is not None and not has_rows:
        draft.penalty += 1.0
        sorts_nothing = draft.rank.limit is None and draft.rank.by is None and not draft.asked
        draft.dropped += ["first"] if sorts_nothing and not draft.marks & {"follows", "grew"} else []


def _miss_units_without_rows(draft: Draft) -> None:
    """`days with no orders`: no row tells of them, and no number of rows without a date answers it."""
    is_of_units = bool(draft.groups) and all(isinstance(each, ByTime) for each in draft.groups)
    lacks = any(
        isinstance(each, Missing) and not each.negated and each.of.type == "time" for each in draft.where
    )
    if is_of_units and lacks and not draft.quantities and "follows" not in draft.marks:
        draft.dropped.append("without")


def _adds_up(quantity: Quantity) -> bool:
    """Whether a number of all rows has no highest one: a revenue, of nobody knows what, and no rate."""
    of = quantity.measure if isinstance(quantity, Measured) else None
    return isinstance(quantity, Counted) or (
        of is not None
        and (of.agg_type in ("sum", "count") or (of.agg_type, of.format) == ("number", "percent"))
    )


def _miss_the_other_side(draft: Draft) -> None:
    """`return tickets vs singles`, where only one of them is known, is no question about that one."""
    changes = draft.derived is not None and draft.derived.kind != "share"
    has_sides = changes or len(draft.quantities) > 1 or "periods" in draft.marks
    has_values = any(isinstance(each, IsIn) and len(each.values) > 1 for each in draft.where)
    if "sides" in draft.marks and not (has_sides or has_values or "follows" in draft.marks):
        draft.penalty += BIG
        draft.dropped.append("versus")


def _name_what_is_asked(draft: Draft) -> None:
    """`which customers ...` without a quantity lists them; with one it groups by them."""
    if draft.listed is not None and draft.quantities:
        draft.groups.insert(0, ByEntity(draft.listed))
        draft.marks.add("asks groups")
        draft.listed = None

    if draft.values_of is not None and (draft.quantities or draft.rank or draft.groups or draft.having):
        draft.groups.insert(0, ByMember(draft.values_of))
        draft.marks.add("asks groups")
        draft.values_of = None


def _count_what_is_bounded(draft: Draft) -> None:
    """A bound keeps groups; without one it is about the entity that is counted or listed."""
    count_what_is_shared(draft)
    if draft.having and not draft.quantities:
        draft.quantities.extend(bounded_by(draft.having))
        draft.marks.add("bounded")

    share_what_is_bounded(draft)
    is_share = bool(draft.having) and not draft.groups and asks_for_bounded_share(draft)
    if draft.having and ("counts" in draft.marks or (is_share and len(draft.quantities) == 1)):
        draft.quantities = [as_counted(each) for each in draft.quantities]

    if not draft.having or draft.groups:
        return

    if draft.listed is not None:
        draft.groups.append(ByEntity(draft.listed))
        draft.listed = None
    elif draft.asked:
        draft.groups.append(draft.asked.pop(0))
    elif "bounded" in draft.marks and draft.dimensions and draft.dimensions[0].type == "string":
        draft.groups.append(ByMember(draft.dimensions.pop(0)))  # authors with more than 18 titles in stock
    elif "bounded" in draft.marks and draft.entities and asks_for_bounded_share(draft):
        draft.quantities = [Counted(draft.entities.pop(0))]  # what percentage have more than one order
    elif "bounded" in draft.marks and draft.entities:
        draft.groups.append(ByEntity(draft.entities.pop(0)))


def _list_subjects(draft: Draft) -> None:
    """`customers who never ordered`: without a quantity or a group those rows are asked for."""
    if draft.quantities or draft.groups or draft.asked or draft.rank or draft.listed or draft.derived:
        return

    kept = [each for each in draft.where if isinstance(each, Exists)]
    if draft.entities and kept and "tally" in draft.marks:
        draft.quantities.append(Counted(draft.entities[0]))
    elif draft.entities and kept:
        draft.listed = draft.entities[0]


def _group_compared(draft: Draft) -> None:
    """`compare web and store`: one row for each of them."""
    if not draft.marks & {"compare", "more"} or any(
        isinstance(each, ByMember | ByEntity) for each in draft.groups
    ):
        return

    for each in draft.where:
        if isinstance(each, IsIn) and len(each.values) > 1 and ByMember(each.of) not in draft.groups:
            draft.groups.append(ByMember(each.of))


def _count_what_is_kept(draft: Draft) -> None:
    """`women in Engineering`: where only values are named, the rows that have them are counted."""
    named = draft.quantities or draft.groups or draft.asked or draft.rank or draft.listed or draft.entities
    if named or draft.having:
        return

    sizes = {each.of.cube for each in draft.where if isinstance(each, Compared)}
    cubes = sizes or {each.of.cube for each in draft.where if isinstance(each, IsIn | Contains)}
    others = [each for each in draft.where if not isinstance(each, IsIn | Contains | Within | Compared)]
    if sizes and "tally" not in draft.marks:
        return  # `delays of 30 minutes` may be meant for anything but how many there are

    if len(cubes) == 1 and not others and draft.values_of is None and "follows" not in draft.marks:
        draft.quantities.append(Counted(Entity(cubes.pop())))
        draft.marks.add("implied")
        draft.penalty += SMALL


def _rank_what_is_asked(draft: Draft) -> None:
    """`on which day did Portugal report the most new cases`: of one that is asked for the first is meant."""
    rank, asked = draft.rank, draft.asked or draft.groups
    is_one = len(asked) == 1 and "asked one" in draft.marks and "highest" in draft.marks
    if is_one and rank is not None and rank.limit is None and not draft.ranked:
        draft.rank = replace(rank, limit=1)
        draft.ranked.append(asked[0])


def _rank_within(draft: Draft) -> None:
    """`top 5 products by month`: beside another group, the first few are those of each of its values."""
    changes = draft.derived is not None and draft.derived.kind == "change"
    asked = [*draft.asked, *(draft.groups[:1] if "asks groups" in draft.marks else ())]
    whole = asked if changes else []  # which share had the biggest drop in a day
    others = tuple(each for each in draft.groups if each not in draft.ranked and each not in whole)
    if draft.rank and draft.rank.limit and draft.ranked and others and not draft.rank.within:
        inside = tuple(each for each in others if each in draft.inside)
        draft.rank = replace(draft.rank, within=inside or others)


def _share_in_percent(draft: Draft) -> None:
    """`spend by channel in percent`: of what can be summed, the share of each group."""
    first = draft.quantities[0] if draft.quantities else None
    adds = isinstance(first, Counted) or (
        isinstance(first, Measured) and first.measure.agg_type in ("sum", "count")
    )
    parts = [each for each in draft.groups if not isinstance(each, ByTime)]
    if "percent" in draft.marks and draft.derived is None and adds and parts:
        draft.derived = Derived("share")


def _mind_sides_apart(draft: Draft) -> None:
    """`compare silver and web`: values of two columns keep the rows that have both, and compare nothing."""
    kept = {each.of for each in draft.where if isinstance(each, IsIn) and not each.negated}
    if len(kept) > 1 and draft.derived is None and not draft.marks & {"follows", "grew"}:
        draft.penalty += BIG
        draft.dropped.append("compare")


def _compares(draft: Draft) -> bool:
    values = [each for each in draft.where if isinstance(each, IsIn) and len(each.values) > 1]
    return bool(values or draft.groups or "periods" in draft.marks or len(draft.quantities) > 1)
