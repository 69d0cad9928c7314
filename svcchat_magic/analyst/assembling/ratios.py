"""Ratios and averages among what is asked: which of them make sense together."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from svcchat_magic.analyst.assembling.averages import average_of_parts
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.leftovers.becoming import is_dated_share, is_share_of_such
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.flag_shares import is_of_share
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Bound,
    ByMember,
    Compared,
    Concept,
    Counted,
    Distinct,
    Entity,
    IsIn,
    Measured,
    OverGroups,
    Quantity,
    Ratio,
)
from svcchat_magic.analyst.placing.draft import BIG, Draft


def mind_the_ratio(draft: Draft) -> None:
    """`revenue per customer by segment`: beside another group, per customer is a ratio."""
    _count_what_was_due(draft)
    _divide_the_sides(draft)
    _leave_out_what_all_have(draft)
    _part_behind_the_period(draft)
    _leave_out_what_defines_it(draft)
    _average_of_all_sides(draft)
    _tell_each_average(draft)
    _part_of_the_same(draft)
    draft.penalty += BIG * sum(_is_one(each) or _has_no_parts(each) for each in draft.quantities)
    rates = list(filter(_divides_a_rate, draft.quantities))
    draft.penalty += BIG * len(rates)
    draft.dropped += ["per"] * len(rates)
    grouped = {each.of for each in draft.groups if isinstance(each, ByMember)}
    if any(kept.of in grouped for each in draft.quantities for kept in _kept_above(each)):
        draft.penalty += BIG  # of those of one value the share within each value is all or none
        draft.dropped.append("share")

    ratios = [
        each for each in draft.quantities if isinstance(each, Ratio) and isinstance(each.below, Counted)
    ]
    if ratios and draft.groups and not ratios[0].is_share:
        draft.penalty -= 1.35

    average_of_parts(draft)
    averages = [each for each in draft.quantities if _is_average(each)]
    if "average" in draft.marks and not averages:
        draft.penalty += BIG
        draft.dropped.append("average")


def _part_of_the_same(draft: Draft) -> None:
    """`web orders as a percentage of all orders`: what keeps some of them is said of the part alone."""
    for at, each in enumerate(draft.quantities):
        if not isinstance(each, Ratio) or (each.way, each.per) != ("/", 1):
            continue

        kept = [one for one in draft.where if isinstance(one, IsIn)]
        above = each.above
        if _is_one(each) and len(kept) == 1 and isinstance(above, Measured | Counted):
            above = replace(above, where=(kept[0],))
            draft.where.remove(kept[0])

        if not isinstance(above, Measured | Counted) or not above.where:
            continue

        if _is_one(replace(each, above=replace(above, where=()))):
            draft.quantities[at] = replace(each, above=above, is_share=True)


def _count_what_was_due(draft: Draft) -> None:
    """`what percentage left on or before the due date`: of the rows that have these dates."""
    is_share = draft.derived is not None and draft.derived.kind == "share"
    parts = [each for each in draft.becomes if isinstance(each, Compared)]
    if is_share and parts and not (draft.quantities or draft.entities or draft.listed):
        draft.quantities.append(Counted(Entity(parts[0].of.cube)))


def _part_behind_the_period(draft: Draft) -> None:
    """`percentage of the visits in 2025 that were missed`: all of them are of 2025, and a part was missed."""
    parts = [each for each in draft.becomes if each in draft.where]
    first = draft.quantities[0] if len(draft.quantities) == 1 else None
    if not parts or not isinstance(first, Ratio) or not (is_dated_share(first) or is_share_of_such(first)):
        return

    if isinstance(first.above, Counted | Measured):
        draft.where = [*(each for each in draft.where if each not in parts), *first.above.where]
        draft.quantities = [replace(first, above=replace(first.above, where=tuple(parts)))]


def _leave_out_what_defines_it(draft: Draft) -> None:
    """`acceptance rate (accepted out of all quotes)`: the part said again keeps no rows of the whole."""
    parts = [kept for each in draft.quantities for kept in _kept_above(each)]
    said = tuple(each for each in draft.where if isinstance(each, IsIn) and each in parts)
    draft.where = [each for each in draft.where if each not in parts]
    shared = tuple(each for each in draft.where if is_of_share(each, draft.quantities))
    if (said or shared) and _count_the_part(draft, (*said, *shared)):
        draft.where = [each for each in draft.where if each not in shared]


def _count_the_part(draft: Draft, part: tuple[IsIn, ...]) -> bool:
    """`number of survivors and survival rate`: what is counted beside a share is its part, and not all."""
    cubes = {each.of.cube for each in part}
    counted = [each for each in draft.quantities if isinstance(each, Counted) and each.entity.cube in cubes]
    named = [each for each in draft.entities if each.cube in cubes]
    if len(counted) == 1:
        at = draft.quantities.index(counted[0])
        draft.quantities[at] = replace(counted[0], where=(*counted[0].where, *part))
        return True

    if "subject first" in draft.marks and len(named) == 1 and not counted:
        draft.quantities.insert(0, Counted(named[0], part))
        draft.entities.remove(named[0])
        return True

    return False


def _leave_out_what_all_have(draft: Draft) -> None:
    """`sessions per viewer (people with at least one session)`: those it is divided by have one anyway."""
    ratio = draft.quantities[0] if len(draft.quantities) == 1 else None
    below = ratio.below if isinstance(ratio, Ratio) else None
    is_active = isinstance(below, Counted) and below.is_active
    if not isinstance(ratio, Ratio) or not (is_active or _counts_once(below)):
        return

    own = set(cubes_of(ratio.above))
    draft.having = [each for each in draft.having if not _is_any(each, own)]
    draft.entities = [
        each for each in draft.entities if not (isinstance(below, Counted) and each == below.entity)
    ]


def _counts_once(quantity: Quantity | None) -> bool:
    return isinstance(quantity, Measured) and quantity.measure.agg_type == "count_distinct"


def _is_any(bound: Bound, own: Set[str]) -> bool:
    counts = bound.quantity is not None and _counts_rows(bound.quantity)
    least = {">=": 1, ">": 0}.get(bound.operator)
    is_one = least is not None and bound.value == least
    return counts and is_one and bound.quantity is not None and set(cubes_of(bound.quantity)) <= own


def _average_of_all_sides(draft: Draft) -> None:
    """`average hours of chefs and waiters`: the average of both, and no number of waiters beside it."""
    averages = [each for each in draft.quantities if isinstance(each, Aggregated) and each.where]
    kept = [each for each in averages[0].where if isinstance(each, IsIn)] if len(averages) == 1 else []
    others = [each for each in draft.quantities if each not in averages]
    sides = [side for each in others for side in _sides_of(each, kept)]
    if not sides or not all(_counts_rows(each) for each in others):
        return

    values = tuple(dict.fromkeys((*kept[0].values, *(value for each in sides for value in each.values))))
    rest = tuple(each for each in averages[0].where if each != kept[0])
    draft.quantities = [replace(averages[0], where=rest)]
    draft.where.append(replace(kept[0], values=values))


def _sides_of(quantity: Quantity, kept: Sequence[IsIn]) -> Iterator[IsIn]:
    """Other values of the dimension that an average is of one value of."""
    where = quantity.where if isinstance(quantity, Counted | Measured) else ()
    for each in where:
        if isinstance(each, IsIn) and kept and each.of == kept[0].of and each.values != kept[0].values:
            yield each


def _counts_rows(quantity: Quantity) -> bool:
    is_count = isinstance(quantity, Measured) and quantity.measure.agg_type == "count"
    return is_count or isinstance(quantity, Counted)


def _tell_each_average(draft: Draft) -> None:
    """`average stay of dogs, cats and rabbits`: an average of each, where nobody says `or`."""
    says_more = draft.groups or draft.derived or draft.rank or draft.having or draft.asked
    if says_more or draft.marks & {"either", "follows"} or len(draft.quantities) != 1:
        return

    if _is_average(draft.quantities[0]):
        several = (each for each in draft.where if isinstance(each, IsIn) and not each.negated)
        draft.groups += [ByMember(each.of) for each in several if len(each.values) > 1]


def _divide_the_sides(draft: Draft) -> None:
    """`delivered vs booked hours for aired slots, as a %`: one as a part of the other."""
    pair = [each for each in draft.quantities if isinstance(each, Measured)]
    is_share = draft.derived is not None and draft.derived.kind == "share"
    asks = "sides" in draft.marks and (is_share or "percent" in draft.marks)
    if not asks or len(pair) != 2 or len(draft.quantities) != 2 or pair[0] == pair[1]:
        return

    draft.quantities = [Ratio(pair[0], pair[1], is_share=True)]
    draft.derived = None if is_share else draft.derived
    draft.marks -= {"percent", "sides", "compare"}


def _kept_above(quantity: Quantity) -> Iterator[IsIn]:
    """The values that a share is of."""
    if isinstance(quantity, Ratio) and quantity.is_share and isinstance(quantity.above, Counted | Measured):
        yield from (each for each in quantity.above.where if isinstance(each, IsIn))


def _is_one(quantity: Quantity) -> bool:
    """Whether a share is that of something in itself: every row, which nobody asks for."""
    if not isinstance(quantity, Ratio):
        return False

    return _rows_of(quantity.above) == _rows_of(quantity.below)


def _has_no_parts(quantity: Quantity) -> bool:
    """Whether values of one table are divided by rows of another: orders share the product lines."""
    if not isinstance(quantity, Ratio) or quantity.is_share or not isinstance(quantity.above, Distinct):
        return False

    return _counts_rows(quantity.below) and quantity.above.of.cube not in cubes_of(quantity.below)


def _rows_of(quantity: Quantity) -> Quantity | str:
    """The cube whose rows are all counted, else the quantity itself."""
    match quantity:
        case Counted(where=()):
            return quantity.entity.cube
        case Measured(where=()) if _counts_all(quantity.measure):
            return quantity.measure.cube
        case _:
            return quantity


def _counts_all(measure: Concept) -> bool:
    """Whether a count is called as its rows are, and no part of them: order count, number of orders."""
    said = {*phrase_of(measure.title), *phrase_of(measure.name.replace("_", " "))}
    noun = set(phrase_of(measure.cube.replace("_", " ")))
    is_plain = measure.agg_type == "count" and said <= noun | {"number", "of", "count", "total"}
    return measure.name == "count" or is_plain


def _is_average(quantity: Quantity) -> bool:
    match quantity:
        case Measured():
            return quantity.measure.agg_type in ("avg", "number")
        case Aggregated() | OverGroups():
            return quantity.function in ("average", "median")
        case _:
            return isinstance(quantity, Ratio)


def _divides_a_rate(quantity: Quantity) -> bool:
    """A rate is in parts of one already: by how many rows there are it is never divided."""
    above = quantity.above if isinstance(quantity, Ratio) and quantity.way == "/" else None
    is_rate = isinstance(above, Measured) and above.measure.format == "percent"
    return is_rate and isinstance(quantity, Ratio) and not quantity.is_share
