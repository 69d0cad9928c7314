"""How much a running total grew: the last figure of each thing less the last before, added up over things."""

from dataclasses import replace

from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.linking.sql_names import name
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Analysis,
    ByTime,
    Concept,
    Condition,
    Measured,
    Within,
)
from svcchat_magic.analyst.planning.building import Builder, Built
from svcchat_magic.analyst.planning.once_for_each import things_apart
from svcchat_magic.analyst.planning.planned import CannotPlan, Column, Planned


def is_grown(analysis: Analysis) -> bool:
    """Whether what is asked for is how much a running total grew."""
    return any(isinstance(each, Measured) and each.grown for each in analysis.quantities)


def grown(builder: Builder, analysis: Analysis) -> Planned:
    """The increase in a period, or in each unit of time; raises CannotPlan."""
    quantity, within = analysis.quantities[0], _period(analysis)
    units = [each for each in analysis.groups if isinstance(each, ByTime)]
    is_plain = not (analysis.derived or analysis.having or len(analysis.quantities) > 1 or len(units) > 1)
    rank = analysis.rank
    is_plain = is_plain and not (rank and (rank.within or rank.nth or rank.by not in (None, quantity)))
    column = builder.sources.catalog.columns.get(quantity.measure) if isinstance(quantity, Measured) else None
    if not is_plain or not isinstance(quantity, Measured) or quantity.where or column is None:
        raise CannotPlan("how much a running total grew, beside what else is asked")

    rest = tuple(each for each in analysis.where if each is not within)
    end = Within(Period(None, within.period.end), within.time) if within else None
    where = (*rest, end) if end is not None and within is not None and within.period.end else rest
    things = things_apart(
        replace(analysis, quantities=(replace(quantity, grown=False),)), builder.sources.catalog
    )
    groups = (*analysis.groups, *things)
    numbers = _numbers(column, None if units else within)
    built = builder.build(
        replace(analysis, quantities=numbers, groups=groups, where=where, rank=None, having=())
    )
    source = _steps(built) if units else f"(\n{built.select.inner}\n) AS each_one"
    return _added(built, analysis, quantity, within, source)


def _numbers(column: Concept, within: Within | None) -> tuple[Aggregated, ...]:
    """The last figure, the last one before, and the first one within, of each thing."""
    last, first = Aggregated("maximum", column), Aggregated("minimum", column)
    if within is None or within.period.start is None:
        return (last, first)

    before = Within(Period(None, within.period.start), within.time)
    return (last, replace(first, where=(within,)), replace(last, where=(before,)))


def _period(analysis: Analysis) -> Within | None:
    found = [each for each in analysis.where if isinstance(each, Within)]
    if len(found) > 1 or any(each.negated or each.period.hole for each in found):
        raise CannotPlan("in which time a running total grew")

    return found[0] if found else None


def _steps(built: Built) -> str:
    """Each unit of time with the last figure before it, of the same thing."""
    value = name(built.quantities[0][0])
    unit = next(name(at) for at, each, _ in built.groups if isinstance(each, ByTime))
    others = [name(at) for at, each, _ in built.groups if not isinstance(each, ByTime)]
    over = f"PARTITION BY {', '.join(others)} " if others else ""
    columns = [name(at) for at, _, _ in (*built.groups, *built.quantities)]
    return (
        f"(\nSELECT {', '.join(columns)}, LAG({value}) OVER ({over}ORDER BY {unit}) AS value_before\n"
        f"FROM (\n{built.select.inner}\n) AS each_unit\nWHERE {value} IS NOT NULL\n) AS each_one"
    )


def _added(
    built: Built, analysis: Analysis, quantity: Measured, within: Within | None, source: str
) -> Planned:
    count = len(analysis.groups)
    last, first, *before = (name(at) for at, _, _ in built.quantities)
    is_stepped = any(isinstance(each, ByTime) for each in analysis.groups)
    earlier = "value_before" if is_stepped else before[0] if before else "NULL"
    begin = "0" if quantity.measure.from_zero else first
    called = f"increase_of_{built.write.quantity_name(replace(quantity, grown=False))}"
    keys = [name(at) for at, _, _ in built.groups[:count]]
    number = f"SUM({last} - COALESCE({earlier}, {begin})) AS {name(called)}"
    sql = f"SELECT {', '.join([*keys, number])}\nFROM {source}"
    start = within.period.start if within else None
    unit = next((name(at) for at, each, _ in built.groups if isinstance(each, ByTime)), "")
    if start is not None and unit:
        sql += f"\nWHERE {unit} >= '{start.isoformat()}'"

    places = [str(at + 1) for at in range(count)]
    if places:
        sql += f"\nGROUP BY {', '.join(places)}\nORDER BY {_order(analysis, places, is_stepped=is_stepped)}"

    if analysis.rank and analysis.rank.limit is not None:
        sql += f"\nLIMIT {analysis.rank.limit}"

    columns = (*built.columns[:count], Column(called, quantity, "quantity"))
    full = replace(
        built.analysis,
        quantities=(quantity,),
        groups=built.analysis.groups[:count],
        where=tuple(_timed(each, built) for each in analysis.where),
        rank=analysis.rank,
    )
    return Planned(sql, columns, built.source, full)


def _timed(condition: Condition, built: Built) -> Condition:
    """The period that is asked for, with the time that was found for it."""
    if not isinstance(condition, Within) or condition.time is not None:
        return condition

    time = next((each.time for each in built.analysis.where if isinstance(each, Within)), None)
    return replace(condition, time=time)


def _order(analysis: Analysis, places: list[str], *, is_stepped: bool) -> str:
    if analysis.rank is None and is_stepped:
        return ", ".join(places)

    way = "ASC" if analysis.rank and not analysis.rank.descending else "DESC"
    return ", ".join([f"{len(places) + 1} {way} NULLS LAST", *places])
