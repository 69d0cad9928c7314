"""What a question was read as."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.language.spoken import Spoken
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Chart
from svcchat_magic.analyst.linking.short_values import said_for
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    Counted,
    IsIn,
    Within,
)
from svcchat_magic.analyst.planning.planned import CannotPlan, Planned
from svcchat_magic.analyst.planning.statements import Planner


@dataclass(frozen=True, slots=True)
class Read:
    """What a question was read as."""

    tokens: tuple[Token, ...]
    best: Assembled | None = None
    planned: Planned | None = None
    problem: str = ""  # why nothing was planned
    repairs: tuple[tuple[str, str], ...] = ()
    taken: tuple[tuple[str, str], ...] = ()  # words that are a part of a value, with that value
    others: tuple[Assembled, ...] = ()
    chart: Chart | None = None  # every meaning of its words

    @property
    def unknown(self) -> tuple[str, ...]:
        """Words that nothing took."""
        if self.best is None:
            return ()

        return (*(self.tokens[at].text for at in self.best.cover.unknown), *self.best.dropped)

    def typed(self, spoken: Spoken) -> "Read":
        """The same with the words that it did not understand as they were typed."""
        tokens = tuple(replace(each, text=spoken.typed(each.text)) for each in self.tokens)
        dropped = tuple(map(spoken.typed, self.best.dropped)) if self.best else ()
        return replace(self, tokens=tokens, best=self.best and replace(self.best, dropped=dropped))

    @property
    def is_sure(self) -> bool:
        """Whether every word was used and the whole can be computed."""
        stopped = self.best is not None and bool(self.best.stops or self.best.dropped)
        return self.planned is not None and not self.unknown and not stopped


def is_one(whole: Read) -> bool:
    """Whether parts make one question: `orders, and how many of them were cancelled, by country`."""
    if not whole.is_sure or whole.best is None:
        return False

    analysis = whole.best.analysis
    told = {each.category for each in whole.best.cover.items}
    if "TOLDCOUNT" in told and analysis.rank is not None:
        return True  # the number that they are ranked by is shown anyway

    if any(isinstance(each, Counted) and not each.entity.cube for each in analysis.quantities):
        return False  # the count for each: of what, another part says

    if analysis.rows_of is not None and _asks_how_many(whole.tokens):
        return False  # how many are there, and what is their total price: no list

    tells_bounded = bool(analysis.having) and len(analysis.groups) > 1
    return (
        bool(analysis.fields)
        or tells_bounded
        or bool(told & {"TOLDCOUNT", "SHOWN"})
        or (len(analysis.quantities) > 1 and bool(analysis.groups))
    )


def _asks_how_many(tokens: Sequence[Token]) -> bool:
    forms = [each.form for each in tokens]
    return ("how", "many") in pairwise(forms)


def not_wider(before: Read | None, now: Read) -> Read:
    """`is it higher in May than in April? 2024 only`: a second sentence widens no change to a year."""
    if before is None or before.best is None or now.best is None or now.best.analysis.derived is None:
        return now

    first, last = _period_of(before.best.analysis), _period_of(now.best.analysis)
    if first is None or last is None or first == last or not _holds(last, first):
        return now

    return replace(now, best=replace(now.best, dropped=(*now.best.dropped, last.label)))


def _period_of(analysis: Analysis) -> Period | None:
    return next((each.period for each in analysis.where if isinstance(each, Within)), None)


def _holds(outer: Period, inner: Period) -> bool:
    if not (outer.start and outer.end and inner.start and inner.end):
        return False

    return outer.start <= inner.start and inner.end <= outer.end


def planned_or_problem(planner: Planner, analysis: Analysis) -> tuple[Planned | None, str]:
    """The statement of an analysis, or why there is none."""
    try:
        return planner.plan(analysis), ""
    except CannotPlan as problem:
        return None, str(problem)


def taken_for(read: Read) -> Iterator[tuple[str, str]]:
    """The words that are only a part of the value which they are taken for, with that value."""
    said = [each.form for each in read.tokens]
    kept = (each for each in (read.best.analysis.where if read.best else ()) if isinstance(each, IsIn))
    for value in (str(one) for each in kept for one in each.values):
        words = phrase_of(value)
        is_whole = any(tuple(said[at : at + len(words)]) == words for at in range(len(said)))
        named = [each for each in read.tokens if each.form not in keywords().function]
        part = next((each.text for each in named if each.form in words and len(words) > 1), "")
        part = part or said_for(value, read.tokens)
        if part and not is_whole:
            yield part, value
