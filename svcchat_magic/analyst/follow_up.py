"""Completes what a clause left open: from the question before it, or from the model."""

from dataclasses import replace
from datetime import date

from svcchat_magic.analyst.periods import Period, add, whole
from svcchat_magic.analyst.reading import Clause, Filter, Reading
from svcchat_magic.analyst.vocabulary import Vocabulary
from svcchat_magic.semantic.model.model import Field

_CHANGING = frozenset({"joiner", "opener", "same", "instead", "drop", "flip", "all_time"})


def is_follow_up(clauses: tuple[Clause, ...]) -> bool:
    """Whether the question only makes sense behind another: no measure of its own, or a word that says so."""
    if not clauses or not clauses[0].measures or clauses[0].marks & _CHANGING:
        return bool(clauses)

    return "add" in clauses[0].marks and clauses[0] == _only_measures(clauses[0])


def _only_measures(clause: Clause) -> Clause:
    return Clause(measures=clause.measures, marks=clause.marks)


def complete(clause: Clause, vocabulary: Vocabulary, today: date) -> Reading | None:
    """The reading of a clause that stands by itself, or None when it names nothing to compute.

    A ranking without a measure is taken by the first summed one, and the reading says so.
    """
    measures = clause.measures or _assumed(clause, vocabulary)
    if not measures:
        return None

    time = clause.time or vocabulary.time
    reading = Reading(
        table=vocabulary.table,
        measures=measures,
        dimensions=clause.dimensions,
        time=time,
        grain=clause.grain if time else "",
        period=clause.period if time else None,
        filters=clause.filters,
        order=clause.order,
        limit=clause.limit,
        growth=clause.growth,
        assumed=not clause.measures,
        dated=bool(clause.time) and clause.time != vocabulary.time,
    )
    return _settled(reading, today)


def follow(base: Reading, clause: Clause, today: date) -> Reading:
    """The earlier reading with what this clause changes; everything else stays."""
    adds = "add" in clause.marks
    time = clause.time or base.time
    reading = replace(
        _regrouped(base, clause, adds),
        measures=_measures(base, clause, adds),
        time=time,
        period=_period(base, clause) if time else None,
        filters=_filters(base, clause),
        growth=clause.growth or _kept_growth(base, clause),
        assumed=base.assumed and not clause.measures,
        dated=base.dated if clause.time in (None, base.time) else True,
    )
    return _settled(_reordered(reading, clause), today)


def borrow(base: Reading, clause: Clause) -> Clause:
    """A later clause of the same question: it keeps the period and the filters unless it has its own."""
    return replace(clause, period=clause.period or base.period, filters=clause.filters or base.filters)


def _measures(base: Reading, clause: Clause, adds: bool) -> tuple[Field, ...]:
    """`and orders?` adds, `orders instead` and `the same for orders` replace."""
    if not clause.measures:
        return base.measures

    alone = clause == _only_measures(clause)
    only_joined = alone and clause.marks == {"joiner"} and not base.growth
    if adds or only_joined:
        return tuple(dict.fromkeys((*base.measures, *clause.measures)))

    return clause.measures


def _kept_growth(base: Reading, clause: Clause) -> str:
    """Another unit of time keeps a question about growth from one unit to the next."""
    regrained = bool(clause.grain) and not base.grain
    return "" if regrained or clause.limit or clause.order else base.growth


def _regrouped(base: Reading, clause: Clause, adds: bool) -> Reading:
    """A new dimension takes the place of the old breakdown, a new grain keeps the dimensions."""
    if clause.dimensions:
        kept = base.dimensions if adds else ()
        dimensions = tuple(dict.fromkeys((*kept, *clause.dimensions)))
        grain = clause.grain or (base.grain if adds else "")
        return replace(base, dimensions=dimensions, grain=grain, limit=clause.limit, order="")

    if clause.grain:
        return replace(base, grain=clause.grain, limit=clause.limit, order="")

    if clause.limit is not None and base.dimensions:
        return replace(base, limit=clause.limit, grain="")

    return replace(base, limit=clause.limit or base.limit)


def _period(base: Reading, clause: Clause) -> Period | None:
    dropped_all = "drop" in clause.marks and not base.filters
    return None if dropped_all or "all_time" in clause.marks else clause.period or base.period


def _filters(base: Reading, clause: Clause) -> tuple[Filter, ...]:
    if "drop" in clause.marks:
        return clause.filters

    changed = {each.member for each in clause.filters} | set(clause.released)
    return (*(each for each in base.filters if each.member not in changed), *clause.filters)


def _reordered(reading: Reading, clause: Clause) -> Reading:
    if "flip" in clause.marks:
        runs = bool(reading.grain) and reading.limit is None  # a trend runs forward unless told otherwise
        flipped = {"newest": "", "asc": "desc"}.get(reading.order, "newest" if runs else "asc")
        return replace(reading, order=flipped)

    return replace(reading, order=clause.order or reading.order)


def _assumed(clause: Clause, vocabulary: Vocabulary) -> tuple[Field, ...]:
    ranks = clause.growth or clause.limit or clause.order
    if not ranks or not (clause.dimensions or clause.grain):
        return ()

    sums = [each for each in vocabulary.measures if each.agg_type == "sum"]
    return tuple((sums or list(vocabulary.measures))[:1])


def _settled(reading: Reading, today: date) -> Reading:
    """`over time` gets a grain that suits the period; growth without a period looks at the last full year."""
    if reading.growth and not reading.grain and reading.period is None and reading.time:
        reading = replace(reading, period=whole(add(today, "year", -1), "year"))

    if reading.grain != "auto":
        return reading

    days = reading.period.days() if reading.period else None
    usual = "quarter" if reading.dimensions else "month"  # several lines: fewer points each
    fitting = next((unit for limit, unit in _FITTING if days is not None and days <= limit), usual)
    return replace(reading, grain=fitting)


_FITTING = ((31, "day"), (120, "week"), (1100, "month"), (100_000, "quarter"))
