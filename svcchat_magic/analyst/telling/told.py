"""A planned statement as the telling and the charts take it."""

from svcchat_magic.analyst.language.answer_words import AnswerWords
from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.meaning.cubes import speaks_of_others
from svcchat_magic.analyst.meaning.functions import OF_UNITS
from svcchat_magic.analyst.meaning.numbers_of_things import are_names
from svcchat_magic.analyst.meaning.titles import ENGLISH, bound_text, condition_text, group_title
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Analysis,
    AnyOf,
    ByPart,
    ByPeriods,
    ByTime,
    Concept,
    Condition,
    Derived,
    Group,
    IsIn,
    Ratio,
    Within,
)
from svcchat_magic.analyst.meaning.whole_years import in_whole_years
from svcchat_magic.analyst.planning.needs import period_before
from svcchat_magic.analyst.planning.planned import Column, Latest, Planned
from svcchat_magic.analyst.telling.columns import (
    derived_member,
    dimension_member,
    quantity_member,
    quantity_of,
)
from svcchat_magic.analyst.telling.query import Query
from svcchat_magic.analyst.telling.reading import Filter, Reading
from svcchat_magic.semantic.model.model import Field


def told_query(planned: Planned, usual_time: Concept | None, words: AnswerWords = ENGLISH) -> Query:
    """The statement with its columns' titles and formats, and how its rows are told."""
    analysis = planned.analysis
    reading = _reading(planned, usual_time, words)
    time, groups = _time_column(planned), _groups(planned)
    shape, derived = _shape(planned, reading), analysis.derived
    return Query(
        shape=shape,
        reading=reading,
        period=reading.period,
        grain=reading.grain,
        time_column=time.name if time else "",
        dimensions=reading.dimensions,
        quantities=tuple(quantity_of(each) for each in _ordered_quantities(planned)),
        derived=_derived(planned, words),
        fields=tuple(
            each.of.title for each in planned.columns if each.role == "field" and isinstance(each.of, Concept)
        ),
        parts={
            each.name: each.of.part
            for each in groups
            if isinstance(each.of, ByPart) and each.of.part != "weekend"  # named as they are
        },
        widths={each.name: width for each in groups if (width := getattr(each.of, "width", None))},
        ranked=_ranked(shape, reading, derived),
        limit=reading.limit,
        backwards=analysis.backwards,
        before=reading.before,
        against=derived.against if derived else "",
        sought=derived.descending if derived else None,
        is_absolute=bool(derived and derived.absolute),
        differs=bool(derived and derived.kind == "difference"),
        span=max(derived.count, 2) if derived and derived.kind == "moving" else 0,
        chart=analysis.chart,
        sql=planned.sql,
        name=_name(planned, usual_time, words),
        noun=words.plural(analysis.rows_of.noun) if analysis.rows_of else "",
        latest=planned.latest,
        hours_of=planned.hours_of,
    )


def _reading(planned: Planned, usual_time: Concept | None, words: AnswerWords) -> Reading:
    analysis, source = planned.analysis, planned.source
    time_column, within = _time_column(planned), _period_condition(analysis)
    group = time_column.of if time_column else None
    time = group.time if isinstance(group, ByTime) else within.time if within else None
    beside = [each for each in analysis.where if _is_beside(each, analysis) or _holds_either(each)]
    said = [each for each in analysis.where if each is not within and each not in beside]
    conditions = in_whole_years(said)
    filters = [each for each in conditions if are_names(each)]
    rank, derived, having = analysis.rank, _derived(planned, words), _having(planned, words)
    return Reading(
        table=source.tables[0],
        measures=tuple(quantity_member(each, planned, words) for each in _ordered_quantities(planned)),
        dimensions=tuple(
            dimension_member(each, planned, words) for each in _groups(planned) if each is not time_column
        ),
        time=source.field(time) if time else None,
        finest=time.finest if time else "",
        grain=group.grain if isinstance(group, ByTime) else "",
        period=within.period if within else None,
        filters=tuple(_filter(each, planned) for each in filters),
        conditions=(
            *(condition_text(each, words) for each in conditions if each not in filters),
            *(() if _keeps_groups(planned) else having),  # groups that were counted
            *([_latest(planned.latest, words)] if planned.latest else []),
        ),
        order="" if rank is None else "desc" if rank.descending else "asc",
        limit=rank.limit if rank else None,
        nth=rank.nth if rank else 0,
        both=rank is not None and rank.both,
        growth=_growth(analysis),
        before=_before(planned, within),
        since=_since(analysis),
        assumed=analysis.is_assumed,
        dated=bool(time and (time != usual_time or (within and speaks_of_others(conditions)))),
        derived=_shown_derived(derived),
        having=having if _keeps_groups(planned) else (),
        within=tuple(group_title(each, words) for each in _wholes(analysis)),
        words=words,
    )


def _latest(latest: Latest, words: AnswerWords) -> str:
    """Which figures of a level are meant: `in the latest year`, `at the end of each quarter`."""
    if latest.unit:
        return words.say("end of each", unit=words.unit(latest.unit))

    return (
        words.say("in the latest", unit=words.unit(latest.finest))
        if latest.finest
        else words.say("at the latest")
    )


def _is_beside(condition: Condition, analysis: Analysis) -> bool:
    """Whether a condition only keeps the periods that are shown beside each other."""
    beside = [each.periods for each in analysis.groups if isinstance(each, ByPeriods)]
    kept = condition.conditions if isinstance(condition, AnyOf) else ()
    periods = tuple(each.period for each in kept if isinstance(each, Within))
    return bool(kept) and len(periods) == len(kept) and periods in beside


def _holds_either(condition: Condition) -> bool:
    """Whether a flag may be set or not: there is nothing to tell of it."""
    return isinstance(condition, IsIn) and not condition.negated and {True, False} <= set(condition.values)


def _wholes(analysis: Analysis) -> tuple[Group, ...]:
    """The groups that a ranking or a share is within."""
    if analysis.derived and analysis.derived.kind == "share":
        return analysis.derived.within

    return analysis.rank.within if analysis.rank and analysis.rank.limit is not None else ()


def _shape(planned: Planned, reading: Reading) -> str:
    analysis, roles = planned.analysis, {each.role for each in planned.columns}
    if analysis.values_of is not None:
        return "values"

    if analysis.rows_of is not None and not analysis.quantities:
        return "records"

    if "before" in roles:
        return "changes" if reading.grain else "changed"

    if kind := next((each for each in ("share", "running", "moving") if each in roles), ""):
        return kind

    if not reading.grain and not reading.dimensions:
        return "total"

    if reading.within:
        return "within"

    if reading.having and reading.limit is None:
        return "having"

    return "trend" if reading.grain and reading.limit is None and not reading.order else "breakdown"


def _ranked(shape: str, reading: Reading, derived: Derived | None) -> str:
    """From which end the rows run; empty where they run along the first column."""
    if shape == "changed":
        return "asc" if derived and derived.descending is False else "desc"

    is_ranked = shape in ("breakdown", "having", "within", "share") and (reading.order or not reading.grain)
    return (reading.order or "desc") if is_ranked else ""


def _ordered_quantities(planned: Planned) -> list[Column]:
    """The quantities, the one that ranks the rows first."""
    found = [each for each in planned.columns if each.role == "quantity"]
    by = planned.analysis.rank.by if planned.analysis.rank else None
    return sorted(found, key=lambda each: by is not None and each.of != by)


def _groups(planned: Planned) -> list[Column]:
    return [each for each in planned.columns if each.role == "group"]


def _time_column(planned: Planned) -> Column | None:
    return next((each for each in _groups(planned) if isinstance(each.of, ByTime)), None)


def _period_condition(analysis: Analysis) -> Within | None:
    return next((each for each in analysis.where if isinstance(each, Within) and not each.negated), None)


def _derived(planned: Planned, words: AnswerWords) -> dict[str, Field]:
    roles = ("share", "before", "change", "percent", "running", "moving")
    return {each.role: derived_member(each, planned, words) for each in planned.columns if each.role in roles}


def _shown_derived(derived: dict[str, Field]) -> tuple[Field, ...]:
    if "change" in derived:
        return (derived["change"],)

    return tuple(derived.values())


def _keeps_groups(planned: Planned) -> bool:
    """Whether a bound is of the groups, and does not say which rows a share is of."""
    first = next(iter(planned.analysis.quantities), None)
    is_part = isinstance(first, Ratio) and first.above == first.below
    is_part |= any(each.each is not None for each in planned.analysis.having)
    return bool(_groups(planned)) and not (is_part or getattr(first, "function", "") in OF_UNITS)


def _having(planned: Planned, words: AnswerWords) -> tuple[str, ...]:
    analysis = planned.analysis
    first = analysis.quantities[:1]
    return tuple(bound_text(each, one, words) for one in first for each in analysis.having)


def _before(planned: Planned, within: Within | None) -> Period | None:
    """The period in the columns beside the asked one."""
    derived = planned.analysis.derived
    if within is None or derived is None or derived.kind != "change" or _time_column(planned):
        return None

    return period_before(within.period, derived.against)


def _since(analysis: Analysis) -> str:
    """The season that a change is against, where it is no period."""
    since = analysis.derived.since if analysis.derived else None
    return str(since.values[0]) if since else ""


def _growth(analysis: Analysis) -> str:
    derived = analysis.derived
    is_change = derived is not None and derived.kind == "change"
    return ("down" if derived.descending is False else "up") if derived and is_change else ""


def _filter(condition: Condition, planned: Planned) -> Filter:
    if not isinstance(condition, IsIn):
        raise TypeError("only values of a dimension are a filter")

    return Filter(planned.source.field(condition.of), tuple(map(str, condition.values)), condition.negated)


def _name(planned: Planned, usual_time: Concept | None, words: AnswerWords) -> str:
    """The title of a list; the usual date of its rows needs no name."""
    analysis = planned.analysis
    kept = "".join(f" {_said(each, usual_time, words)}" for each in analysis.where)
    if analysis.values_of is not None:
        return f"{words.say('values', what=words.lower(analysis.values_of.title))}{kept}"

    if analysis.rows_of is not None and not analysis.quantities:
        noun = words.plural(analysis.rows_of.noun)
        return f"{noun[:1].upper()}{noun[1:]}{kept}{_foremost(analysis, words)}"

    return ""


def _foremost(analysis: Analysis, words: AnswerWords) -> str:
    """Which of the records a list has: ` with the highest price for each category`."""
    rank = analysis.rank
    if rank is None or rank.limit is None or not isinstance(rank.by, Aggregated):
        return ""

    form = "latest" if rank.by.of.type == "time" else "highest"
    each = "".join(f" {words.say('for each', what=group_title(group, words))}" for group in rank.within)
    low = {"latest": "earliest", "highest": "lowest"}[form]
    end = f"{form} and its other end" if rank.both else f"the {form if rank.descending else low}"
    return f" {words.say(f'with {end}', what=words.lower(rank.by.of.title))}{each}"


def _said(condition: Condition, usual_time: Concept | None, words: AnswerWords) -> str:
    if isinstance(condition, Within) and condition.time == usual_time and not condition.negated:
        return condition.period.named(words.dates)[0]

    return condition_text(condition, words)
