"""A question that continues a chat: its references are bound, then it edits what was understood before."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from svcchat_magic.analyst.following.edits import (
    corrected,
    edited,
    narrowed,
    taken_out,
    without_subjects,
)
from svcchat_magic.analyst.following.memory import Memory
from svcchat_magic.analyst.following.references import Bound, References, counted
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Analysis, Counted, Group, IsIn, Quantity, Rank, Within
from svcchat_magic.analyst.parsing.assembly import Assembled
from svcchat_magic.analyst.parsing.constructions import Reference
from svcchat_magic.analyst.parsing.draft import BIG, SMALL

_MOST_READINGS = 5
_POINTING = ("nth", "desc", "asc", "best", "worst", "others")
_NO_FILTER = "had no filter"


@dataclass(frozen=True, slots=True)
class FollowUp:
    """Reads questions behind one turn."""

    memory: Memory
    catalog: Catalog

    def readings(self, read: Assembled) -> list[Assembled]:
        """The readings of a question behind that turn: several where it is open which cells are meant."""
        if "anew" in read.edits:
            return [replace(read, edits=frozenset())]

        if "ranks anew" in read.edits and not self.memory.analysis.groups:
            return []

        references = References(self.memory, self.catalog)
        open_ones = [(each, references.bound(each)) for each in read.refers]
        lost = [each for each, bounds in open_ones if not bounds]
        if any(each.is_needed for each in lost):
            return [replace(read, stops=(*read.stops, "reference"), score=read.score - SMALL)]

        penalty = BIG * sum(each.way in _POINTING for each in lost)
        found = [(each, bounds) for each, bounds in open_ones if bounds]
        chosen = islice(product(*(bounds for _, bounds in found)), _MOST_READINGS)
        asked = [each for each, _ in found]
        readings = [self._with(read, asked, list(bounds)) for bounds in chosen]
        return [replace(each, score=each.score - penalty) for each in readings if each is not None]

    def _with(self, read: Assembled, asked: Sequence[Reference], bounds: Sequence[Bound]) -> Assembled | None:
        """The reading with its references bound."""
        conditions = tuple(one for each in bounds for one in each.conditions)
        said = read.analysis
        if read.is_implied or said.is_assumed:
            said = replace(said, quantities=(), is_assumed=True)

        said = replace(said, where=(*said.where, *conditions))
        if count := self._count(asked, bounds):
            said = replace(said, quantities=(count,), is_assumed=False)

        told = replace(read, points_at=conditions, follows=True)
        if not _goes_on(read, said):
            return self._standing(told, said, asked, bounds) if bounds else read

        return self._edit(told, said, asked, bounds)

    def _standing(
        self, read: Assembled, said: Analysis, asked: Sequence[Reference], bounds: Sequence[Bound]
    ) -> Assembled:
        """A whole question about cells of the result before: what they were kept by still holds."""
        kept = without_subjects(self.memory.analysis.where, said.where)
        is_negated = any(each.way == "others" for each in asked)
        groups = _told_apart(said, asked, bounds)
        rank = said.rank
        if any(each.asks == "which" for each in asked) and rank is not None and rank.limit is None:
            rank = replace(rank, limit=1)

        where = (*kept, *said.where) if not is_negated else (*_periods(kept), *said.where)
        return replace(read, analysis=replace(said, where=where, groups=groups, rank=rank))

    def _edit(
        self, read: Assembled, said: Analysis, asked: Sequence[Reference], bounds: Sequence[Bound]
    ) -> Assembled | None:
        base, marks = self.memory.analysis, read.edits
        if "undo" in marks:
            if self.memory.previous is None:
                return replace(read, stops=(*read.stops, "undo"))

            base = self.memory.previous

        if "meant" in marks:
            rest = corrected(base, self.memory.said, said)
            marks |= {"add"} if (rest.groups, rest.quantities) != (base.groups, base.quantities) else set()
            base = rest

        for each in bounds:
            base = narrowed(base, each.groups, is_one=each.is_one)

        for out in read.taken_out:
            less = taken_out(base, out.what)
            if less is None:
                return None

            base = less

        groups = _told_apart(said, asked, bounds) if said.groups else said.groups
        said = replace(said, groups=groups, rank=_rank_of(said.rank, asked))
        analysis = edited(base, said, marks, read.shift, read.released)
        return self._noted(replace(read, analysis=analysis, said=said), said)

    def _count(self, asked: Sequence[Reference], bounds: Sequence[Bound]) -> Quantity | None:
        """`how many of them`: the rows that are meant."""
        for each, bound in zip(asked, bounds, strict=True):
            if each.asks == "count" and bound.groups:
                return counted(bound.groups[-1], self.catalog)

        return None

    def _noted(self, read: Assembled, said: Analysis) -> Assembled:
        """`drop the filter` where there is none is mentioned, or refused if nothing else was asked."""
        before = self.memory.analysis.where
        kept = {each.of for each in before if isinstance(each, IsIn)}
        removes = "drop" in read.edits and not any(not isinstance(each, Within) for each in before)
        removes |= bool(read.released) and not kept & set(read.released)
        if not removes:
            return read

        if said == Analysis(is_assumed=True) and not read.shift and "all_time" not in read.edits:
            return replace(read, stops=(*read.stops, "no filter"))

        return replace(read, notes=(*read.notes, _NO_FILTER))


def _goes_on(read: Assembled, said: Analysis) -> bool:
    """Whether a question goes on from the one before."""
    named = bool(said.quantities)
    stands = named or said.rows_of is not None or said.values_of is not None
    return not stands or bool(read.edits or read.shift or read.released or read.taken_out)


def _told_apart(said: Analysis, asked: Sequence[Reference], bounds: Sequence[Bound]) -> tuple[Group, ...]:
    """The groups that were said behind those that tell `them` apart, unless they are counted."""
    counts = {each.entity for each in said.quantities if isinstance(each, Counted)}
    apart = [
        group
        for each, bound in zip(asked, bounds, strict=True)
        if each.way == "them" and not bound.is_one
        for group in bound.groups
        if getattr(group, "entity", None) not in counts or not counts
    ]
    return tuple(dict.fromkeys((*apart, *said.groups)))


def _rank_of(rank: Rank | None, asked: Sequence[Reference]) -> Rank | None:
    is_one = any(each.asks == "which" for each in asked)
    return replace(rank, limit=1) if is_one and rank is not None and rank.limit is None else rank


def _periods(where: Sequence[object]) -> tuple[Within, ...]:
    return tuple(each for each in where if isinstance(each, Within))
