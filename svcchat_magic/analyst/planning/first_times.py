"""How many persons there are, each at the time of the first of their rows: new customers each month."""

from collections.abc import Iterator
from dataclasses import dataclass

from svcchat_magic.analyst.linking.references import column_of_key
from svcchat_magic.analyst.linking.sql_names import name
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByEntity,
    ByMember,
    ByTime,
    Concept,
    Condition,
    DatedLast,
    Entity,
    Group,
    OverGroups,
    Within,
)
from svcchat_magic.analyst.planning.building import Builder
from svcchat_magic.analyst.planning.needs import concepts_of_condition, with_time, with_units
from svcchat_magic.analyst.planning.planned import CannotPlan, Column, Planned
from svcchat_magic.analyst.planning.select_text import Select
from svcchat_magic.analyst.planning.select_writer import SelectWriter
from svcchat_magic.analyst.planning.sources import Source, Sources
from svcchat_magic.analyst.planning.sql_text import plural_name, within_text

_FIRST, _GAP = "first_time", "average_days"


@dataclass(frozen=True, slots=True)
class _Each:
    """The rows of each person: whose they are, their time and source, and what is grouped and kept by."""

    who: Entity
    key: Concept
    time: Concept
    source: Source
    kinds: tuple[Concept, ...]
    kept: tuple[str, ...]
    analysis: Analysis

    def outputs(self) -> list[str]:
        """The key of the person and what they are grouped by."""
        kinds = (f"{self.source.ref(each)} AS {name(each.name)}" for each in self.kinds)
        return [f"{self.source.ref(self.key)} AS own", *kinds]


def first_times(builder: Builder, analysis: Analysis, asked: OverGroups) -> Planned:
    """The number of them in each unit of time, or of each kind of them; raises CannotPlan."""
    each = _each(builder.sources, analysis, asked)
    keys = [str(at + 1) for at in range(len(each.kinds) + 1)]
    outputs = [*each.outputs(), f"MIN({each.source.ref(each.time)}) AS {_FIRST}"]
    inner = Select(outputs, each.source.text, each.kept, keys)
    return _counted(each.analysis, asked, inner, (each.who, each.time, each.source))


def until_second(builder: Builder, analysis: Analysis, asked: OverGroups) -> Planned:
    """How many days pass on average between the first and the second row of each; raises CannotPlan."""
    each = _each(builder.sources, analysis, asked)
    if any(not isinstance(one, ByMember) for one in each.analysis.groups):
        raise CannotPlan("at which of the two times that is")

    spans = [one for one in each.analysis.where if _is_of_first(one, each.time)]
    if spans:
        raise CannotPlan("whether the first or the second of them was then")

    day, own = each.source.ref(each.time), each.source.ref(each.key)
    window = f"OVER (PARTITION BY {own} ORDER BY {day})"
    outputs = [
        *each.outputs(),
        f"{day} AS day",
        f"LEAD({day}) {window} AS behind",
        f"ROW_NUMBER() {window} AS nth",
    ]
    inner = Select(outputs, each.source.text, [*each.kept, f"{day} IS NOT NULL"])
    columns = [Column(one.name, ByMember(one), "group") for one in each.kinds]
    keys = [str(at + 1) for at in range(len(columns))]
    order = f"ORDER BY {len(keys) + 1} DESC, {', '.join(keys)}" if keys else ""
    number = f"AVG(DATE_DIFF('day', day, behind)) AS {_GAP}"
    told = [*(name(one.name) for one in each.kinds), number]
    source = f"(\n{inner.inner}\n) AS rows_of_each"
    select = Select(told, source, ["nth = 1", "behind IS NOT NULL"], keys, order=order)
    return Planned(select.text, (*columns, Column(_GAP, asked, "quantity")), each.source, each.analysis)


def _each(sources: Sources, analysis: Analysis, asked: OverGroups) -> _Each:
    who, time = _whose(asked, sources), _dated(asked, sources)
    key = sources.identity(who)
    _mind_what_else(analysis, who)
    analysis = with_units(with_time(analysis, time))
    theirs = tuple(one for one in analysis.where if not _is_of_first(one, time))
    kinds = tuple(one.of for one in analysis.groups if isinstance(one, ByMember))
    if key is None or not all(_is_theirs(one, who, sources) for one in (*kinds, *_read(theirs, sources))):
        raise CannotPlan(f"which of them is said of each {who.noun}")

    needs = [time, *kinds, *_read(theirs, sources)]
    if sources.best(time.cube, [key, *needs]) is None:
        key = column_of_key(time.cube, key, sources.catalog) or key

    source = _source(sources, time, [key, *needs])
    kept = (f"{source.ref(key)} IS NOT NULL", *SelectWriter(sources, source).conditions(theirs))
    return _Each(who, key, time, source, kinds, kept, analysis)


def _counted(
    analysis: Analysis, asked: OverGroups, inner: Select, of: tuple[Entity, Concept, Source]
) -> Planned:
    """The statement around the first time of each of them."""
    who, time, source = of
    called = plural_name(who)
    columns = [Column(_called(each), each, "group") for each in analysis.groups]
    outputs = [f"{_text(each)} AS {name(at.name)}" for at, each in zip(columns, analysis.groups, strict=True)]
    spans = [each for each in analysis.where if isinstance(each, Within) and _is_of_first(each, time)]
    within = [within_text(_FIRST, each.period, negated=each.negated) for each in spans]
    keys = [str(at + 1) for at in range(len(columns))]
    along = any(isinstance(each, ByTime) for each in analysis.groups)
    order = (", ".join(keys) if along else f"{len(keys) + 1} DESC, {', '.join(keys)}") if keys else ""
    select = Select(
        [*outputs, f"COUNT(*) AS {name(called)}"],
        f"(\n{inner.inner}\n) AS firsts",
        within,
        keys,
        order=f"ORDER BY {order}" if order else "",
    )
    return Planned(select.text, (*columns, Column(called, asked, "quantity")), source, analysis)


def _whose(asked: OverGroups, sources: Sources) -> Entity:
    if not isinstance(asked.group, ByEntity):
        raise CannotPlan("whose first time that is")

    return sources.catalog.entities[asked.group.entity.cube]


def _dated(asked: OverGroups, sources: Sources) -> Concept:
    """The time by which the first of the rows is found."""
    fact = asked.quantity.entity if isinstance(asked.quantity, DatedLast) else Entity("")
    time = sources.dates(fact.cube)
    if time is None or not sources.graph.reaches(fact.cube, time.cube, to_one=True):
        raise CannotPlan(f"when each {fact.noun} was")

    return time


def _mind_what_else(analysis: Analysis, who: Entity) -> None:
    """What is computed of such numbers would need the persons of before as well."""
    is_more = analysis.having or analysis.derived or analysis.rank or len(analysis.quantities) > 1
    is_other = any(not isinstance(each, ByMember | ByTime) for each in analysis.groups)
    times = [each for each in analysis.groups if isinstance(each, ByTime)]
    if is_more or is_other or len(times) > 1:
        raise CannotPlan(f"what is computed of the first times of each {who.noun}")


def _is_of_first(condition: Condition, time: Concept) -> bool:
    return isinstance(condition, Within) and condition.time == time


def _read(conditions: tuple[Condition, ...], sources: Sources) -> Iterator[Concept]:
    for each in conditions:
        yield from concepts_of_condition(each, sources)


def _is_theirs(of: Concept, who: Entity, sources: Sources) -> bool:
    """Whether it is told of each person, and not of one of the rows."""
    return of.cube == who.cube or sources.graph.reaches(who.cube, of.cube, to_one=True)


def _source(sources: Sources, time: Concept, needs: list[Concept]) -> Source:
    found = sources.best(time.cube, needs)
    if found is None:
        raise CannotPlan("which table holds all of it")

    return found


def _called(group: Group) -> str:
    return group.grain if isinstance(group, ByTime) else group.of.name if isinstance(group, ByMember) else ""


def _text(group: Group) -> str:
    if isinstance(group, ByTime):
        return f"DATE_TRUNC('{group.grain}', {_FIRST})"

    return name(group.of.name) if isinstance(group, ByMember) else ""
