"""A question that continues a chat: its references are bound, then it edits what was understood before."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.constructions.constructions import Reference
from svcchat_magic.analyst.following.as_average import FUNCTIONS, with_function
from svcchat_magic.analyst.following.as_part import asks_part, is_share, share_of_groups, share_of_rows
from svcchat_magic.analyst.following.bare_bounds import bounded
from svcchat_magic.analyst.following.compared import compared_to
from svcchat_magic.analyst.following.edits import (
    corrected,
    edited,
    narrowed,
    taken_out,
    without_subjects,
)
from svcchat_magic.analyst.following.half_understood import minding_the_lost, starts_anew
from svcchat_magic.analyst.following.memory import Memory
from svcchat_magic.analyst.following.none_before import has_none_before
from svcchat_magic.analyst.following.of_all_those import counted_of, having_those, means_all_of, with_all_of
from svcchat_magic.analyst.following.of_ones import of_ones, ranking_groups
from svcchat_magic.analyst.following.references import Bound, References
from svcchat_magic.analyst.following.said_apart import (
    count_of,
    counted_apart,
    goes_on,
    is_narrowed,
    is_new,
    rank_of,
    told_apart,
)
from svcchat_magic.analyst.following.times import counts_those, has_period
from svcchat_magic.analyst.following.told_of_rows import asks_of_rows, lists_many, told_of_rows
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.filtered import filtered_by
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByPart,
    ByTime,
    Concept,
    Condition,
    IsIn,
    Measured,
    OnPart,
    Within,
)
from svcchat_magic.analyst.placing.draft import BIG, SMALL
from svcchat_magic.analyst.placing.orders import flip_of, has_no_end

_MOST_READINGS = 5
_POINTING = ("nth", "desc", "asc", "best", "worst", "others")
_TAKEN = 0.3  # taking away what is there is no other use of the word
_NO_FILTER = "had no filter"


@dataclass(frozen=True, slots=True)
class FollowUp:
    """Reads questions behind one turn."""

    memory: Memory
    catalog: Catalog

    def readings(self, read: Assembled) -> list[Assembled]:
        """The readings of a question behind that turn: several where it is open which cells are meant."""
        if "anew" in read.edits or starts_anew(read, self.memory):
            return [replace(read, edits=frozenset())]

        if self._is_no_edit(read):
            return []

        read = replace(read, refers=()) if "unranked" in read.edits else read
        if bounded(self.memory.analysis, read.bare_bounds) is None:
            return [replace(read, dropped=(*read.dropped, *(str(each.value) for each in read.bare_bounds)))]

        references = References(self.memory, self.catalog)
        open_ones = [(each, references.bound(each)) for each in read.refers]
        lost = [each for each, bounds in open_ones if not bounds]
        if any(each.is_needed for each in lost) or (read.shift and not has_period(self.memory.analysis)):
            return [replace(read, stops=(*read.stops, "reference"), score=read.score - SMALL)]

        if means_all_of(read, open_ones, self.memory):
            return [self._of_all(read)]

        read = self._with_released(read)
        if "against" in read.edits and compared_to(self.memory.analysis, read.analysis) is None:
            return [replace(read, dropped=(*read.dropped, "compared"))]

        known = read.analysis.quantities or with_function(self.memory.analysis, read.edits)
        if "function" in read.edits and not known:
            return [replace(read, dropped=(*read.dropped, *sorted(read.edits & FUNCTIONS)))]

        if "ranks anew" in read.edits:
            read = replace(read, score=read.score + SMALL)  # before it would be another group

        penalty = BIG * sum(each.way in _POINTING for each in lost)
        found = [(each, bounds) for each, bounds in open_ones if bounds]
        chosen = islice(product(*(bounds for _, bounds in found)), _MOST_READINGS)
        asked = [each for each, _ in found]
        readings = [self._with(read, asked, list(bounds)) for bounds in chosen]
        done = [replace(each, score=each.score - penalty) for each in readings if each is not None]
        return [minding_the_lost(each, self.memory) for each in done]

    def _of_all(self, read: Assembled) -> Assembled:
        """The reading as another number of all that the one before was told of."""
        whole = with_all_of(self.memory, self.catalog)
        said = counted_of(read.analysis, self.memory.analysis, self.catalog)
        told = replace(read, refers=(), follows=True)
        found = FollowUp(whole, self.catalog)._edit(told, said, (), ()) if whole else None
        return found or replace(read, stops=(*read.stops, "reference"), score=read.score - SMALL)

    def _is_no_edit(self, read: Assembled) -> bool:
        """Whether words that can edit an analysis edit nothing of this one."""
        rank, edits = self.memory.analysis.rank, read.edits
        if "function" in edits and any(each.asks == "which" for each in read.refers):
            return True  # the one with the highest rate is sought, and not the maximum of it

        has_no_limit = "limit" in edits and not (rank and rank.limit)
        has_no_limit |= has_none_before(edits, self.memory.analysis)
        has_no_limit |= has_no_end(read.scales, self.memory.analysis.quantities)
        is_no_part = "parts" in edits and not self._can_be_part(read)
        is_no_part |= "unranked" in edits and not self._can_unrank(read.analysis)
        return has_no_limit or is_no_part or ("ranks anew" in edits and not self._can_rank_anew())

    def _with(self, read: Assembled, asked: Sequence[Reference], bounds: Sequence[Bound]) -> Assembled | None:
        """The reading with its references bound."""
        said = read.analysis
        if asks_of_rows(read):
            if (told := told_of_rows(self.memory, read, self.catalog)) is not None:
                return told

            if lists_many(self.memory):
                return self._edit(replace(read, follows=True), said, (), ())

        if self._are_all(said, asked):
            bounds = [each if each.is_one else replace(each, conditions=()) for each in bounds]
        conditions = tuple(dict.fromkeys(one for each in bounds for one in each.conditions))
        if (rows := self._rows_counted(read)) is None:
            return replace(read, dropped=(*read.dropped, "them"))

        conditions += rows
        is_only = is_narrowed(read, self.memory.analysis)
        if said.is_assumed or is_only or (read.is_implied and not is_new(said, self.memory.analysis)):
            said = replace(said, quantities=(), is_assumed=True)

        said = replace(said, where=(*said.where, *conditions))
        if count := count_of(asked, bounds, self.catalog):
            said = replace(said, quantities=(count,), is_assumed=False)

        said = replace(said, groups=counted_apart(said, asked, bounds))
        told = replace(read, points_at=conditions, follows=True)
        if not goes_on(read, said, self.memory.analysis):
            return self._standing(told, said, asked, bounds) if bounds else read

        return self._edit(told, said, asked, bounds)

    def _rows_counted(self, read: Assembled) -> tuple[Condition, ...] | None:
        """`what did they cost`, behind a number of emergencies; None where these cannot be said."""
        before, said = self.memory.analysis.quantities, read.analysis.quantities
        points = any(each.way in ("them", "it") for each in read.refers)
        counted = before[0] if len(before) == 1 and isinstance(before[0], Measured) else None
        if not points or counted is None or not said or counted.measure.agg_type != "count":
            return ()

        is_same = all(counted.measure.cube in cubes_of(each) for each in said) and counted not in said
        return filtered_by(counted.measure, self.catalog) if is_same else ()

    def _can_be_part(self, read: Assembled) -> bool:
        """`as a percentage of all trains`: one number before, kept by one thing at most, and one now."""
        before, said = self.memory.analysis, read.analysis
        if said.groups:
            return share_of_groups(before, said, self.catalog) is not None

        kept = sum(not isinstance(each, Within | OnPart) for each in before.where)
        is_one = len(before.quantities) == len(said.quantities) == 1
        return is_one and kept <= 1 and before.rows_of is None

    def _can_rank_anew(self) -> bool:
        """`by units` orders a ranking by them; of a breakdown it would be another group."""
        before = self.memory.analysis
        return bool(before.groups and before.rank and before.rank.limit)

    def _can_unrank(self, said: Analysis) -> bool:
        """`for all of them` behind the first one, or of the same number; another number is of those shown."""
        before = self.memory.analysis
        is_first = before.rank is not None and before.rank.limit == 1
        asks_same = set(said.quantities) <= set(before.quantities) or said.is_assumed
        return bool(before.groups and before.rank and before.rank.limit and (is_first or asks_same))

    def _with_released(self, read: Assembled) -> Assembled:
        released = tuple(self._released(read))
        kept = {each.of for each in self.memory.analysis.where if isinstance(each, IsIn)}
        lost = 1.0 if released and kept.isdisjoint(released) else 0.0
        return replace(read, released=released, score=read.score - lost)

    def _released(self, read: Assembled) -> Iterator[Concept]:
        """`all countries`, `for all branches`: the dimensions that no condition is on any more."""
        for each in read.released:
            if isinstance(each, Concept):
                yield each
            else:
                yield from filter(None, (self.catalog.name_of(each), self.catalog.key_of(each)))

    def _are_all(self, said: Analysis, asked: Sequence[Reference]) -> bool:
        """`top 3 of these`: every row that what was asked before gives, which nothing has to keep."""
        before = self.memory.analysis
        chosen = before.having or (before.rank and before.rank.limit) or before.derived
        whole = all(each.way in ("them", "several") and not each.number for each in asked)
        return whole and not chosen and not said.where and bool(self.memory.shown)

    def _standing(
        self, read: Assembled, said: Analysis, asked: Sequence[Reference], bounds: Sequence[Bound]
    ) -> Assembled:
        """A whole question about cells of the result before: what they were kept by still holds."""
        said = replace(said, groups=told_apart(said, asked, bounds, self.catalog))
        said = having_those(said, asked, self.memory.analysis, self.catalog)
        kept = without_subjects(self.memory.analysis.where, said.where)
        is_negated = any(each.way == "others" for each in asked)
        rank = said.rank
        if any(each.asks == "which" for each in asked) and rank is not None and rank.limit is None:
            rank = replace(rank, limit=1)

        where = (*kept, *said.where) if not is_negated else (*_periods(kept), *said.where)
        return replace(read, analysis=replace(said, where=where, rank=rank))

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

        groups = told_apart(said, asked, bounds, self.catalog) if said.groups else said.groups
        said = of_ones(replace(said, groups=groups, rank=rank_of(said.rank, asked)), base, self.catalog)
        base, said = self._of_chosen(base, ranking_groups(said, base), marks)
        marks |= flip_of(base.quantities[:1], said.rank, marks, read.scales) | counts_those(read.refers)
        parts = share_of_groups(base, said, self.catalog) if is_share(said, marks) else None
        parts = parts or (share_of_rows(base) if asks_part(said, marks) else None)
        analysis = parts or edited(base, said, marks, read.shift, read.released)
        analysis = replace(analysis, having=(*analysis.having, *(bounded(base, read.bare_bounds) or ())))
        took = _TAKEN * sum(each.what in self.memory.analysis.groups for each in read.taken_out)
        return self._noted(replace(read, analysis=analysis, said=said, score=read.score + took), said)

    def _of_chosen(self, base: Analysis, said: Analysis, marks: frozenset[str]) -> tuple[Analysis, Analysis]:
        """`split by channel` behind a top 5: of each of these five, and not the first five pairs."""
        is_chosen = base.rank is not None and base.rank.limit and not base.rank.within
        more = [each for each in said.groups if each not in base.groups]
        adds = marks & {"add", "splits"} or all(isinstance(each, ByTime | ByPart) for each in more)
        if not (is_chosen and more and adds) or said.rank is not None or said.quantities:
            return base, said

        found = References(self.memory, self.catalog).bound(Reference("them"))
        if len(found) != 1 or not found[0].conditions:
            return base, said

        where = (*said.where, *found[0].conditions)
        return replace(base, rank=None), replace(said, where=where)

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


def _periods(where: Sequence[object]) -> tuple[Within, ...]:
    return tuple(each for each in where if isinstance(each, Within))
