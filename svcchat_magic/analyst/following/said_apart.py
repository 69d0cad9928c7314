"""What the words of a follow-up say beside what they point at."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.constructions.constructions import Reference, is_counted
from svcchat_magic.analyst.following.column_reader import counted
from svcchat_magic.analyst.following.references import Bound
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.cubes import cubes_of, cubes_of_group
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByEntity,
    ByMember,
    Counted,
    Group,
    IsIn,
    Measured,
    Missing,
    OnPart,
    Quantity,
    Rank,
    Within,
)
from svcchat_magic.analyst.planning.belonging import entity_told_by

_QUIET = frozenset({"whole", "splits", "percent", "narrows"})  # they may also be said of a whole question


def goes_on(read: Assembled, said: Analysis, before: Analysis) -> bool:
    """Whether a question goes on from the one before."""
    if _seeks_among(said, before):
        return True

    named = bool(said.quantities)
    stands = named or said.rows_of is not None or said.values_of is not None
    return not stands or bool(read.edits - _QUIET or read.shift or read.released or read.taken_out)


def is_narrowed(read: Assembled, before: Analysis) -> bool:
    """`only this year's orders` behind a revenue: which of their rows, and no number of them."""
    said = read.analysis
    if _looks_into(said, before):
        return True

    kept = said.where and not (said.groups or said.having or said.rank or said.derived or said.rows_of)
    return bool(
        "narrows" in read.edits and before.quantities and kept and all(map(is_counted, said.quantities))
    )


def _seeks_among(said: Analysis, before: Analysis) -> bool:
    """`which month had the lowest revenue` behind that of each month of 2024: the lowest of those."""
    is_first = said.rank is not None and said.rank.limit == 1 and not said.rank.within
    is_same = bool(said.groups) and said.groups == before.groups and said.quantities == before.quantities
    return is_first and is_same and not (said.where or before.rank or before.derived)


def _looks_into(said: Analysis, before: Analysis) -> bool:
    """`the margin of chairs by brand` behind that by sort in 2024: of one that was shown, and of 2024."""
    told = {each.of for each in before.groups if isinstance(each, ByMember)}
    picked = [each for each in said.where if isinstance(each, IsIn) and each.of in told and not each.negated]
    is_dated = any(isinstance(each, Within) for each in said.where)
    is_other = bool(said.groups) and not set(said.groups) & set(before.groups)
    is_same = bool(said.quantities) and said.quantities == before.quantities
    return is_same and len(picked) == 1 and is_other and not is_dated and said.rank is None


def is_new(said: Analysis, before: Analysis) -> bool:
    """`how about policies signed`: rows that are counted now, and were not what it was about."""
    known = {cube for each in before.quantities for cube in cubes_of(each)}
    known |= {cube for each in before.groups for cube in cubes_of_group(each)}
    known |= {before.rows_of.cube} if before.rows_of else set()
    counted_now = {cube for each in said.quantities for cube in cubes_of(each)}
    is_kept = any(not isinstance(each, Within | OnPart | Missing) for each in said.where)
    return known.isdisjoint(counted_now) and not is_kept and not said.groups


def told_apart(
    said: Analysis, asked: Sequence[Reference], bounds: Sequence[Bound], catalog: Catalog
) -> tuple[Group, ...]:
    """The groups that were said behind those that tell `them` apart, unless they are counted.

    The budgets of those three are one of each; what those three sold is one number.
    """

    def is_own(groups: Sequence[Group]) -> bool:
        told = (entity_told_by(each, catalog) for each in groups)
        homes = {each.cube for each in told if each is not None}
        numbers = [each for each in said.quantities if isinstance(each, Measured)]
        return bool(numbers) and all(each.measure.cube in homes for each in numbers)

    counts = {each.entity for each in said.quantities if isinstance(each, Counted)}
    apart = [
        group
        for each, bound in zip(asked, bounds, strict=True)
        if (each.way == "them" or (each.number and is_own(bound.groups))) and not bound.is_one
        for group in bound.groups
        if getattr(group, "entity", None) not in counts or not counts
    ]
    return tuple(dict.fromkeys((*apart, *said.groups)))


def counted_apart(said: Analysis, asked: Sequence[Reference], bounds: Sequence[Bound]) -> tuple[Group, ...]:
    """`how many of those were by guests from Spain`: `by` says whose they are, and groups nothing."""
    counts = any(each.asks == "count" and not bound.groups for each, bound in zip(asked, bounds, strict=True))
    kept = {each.of.cube for each in said.where if isinstance(each, IsIn)}
    return tuple(
        each
        for each in said.groups
        if not (counts and isinstance(each, ByEntity) and each.entity.cube in kept)
    )


def rank_of(rank: Rank | None, asked: Sequence[Reference]) -> Rank | None:
    """`which of them has the highest rate`: the first one alone."""
    is_one = any(each.asks == "which" for each in asked)
    return replace(rank, limit=1) if is_one and rank is not None and rank.limit is None else rank


def count_of(asked: Sequence[Reference], bounds: Sequence[Bound], catalog: Catalog) -> Quantity | None:
    """`how many of them`: the rows that are meant."""
    for each, bound in zip(asked, bounds, strict=True):
        if each.asks == "count" and bound.groups:
            return counted(bound.groups[-1], catalog)

    return None
