"""Changes: a quantity beside what it was in another period, or one unit of time earlier."""

from dataclasses import replace
from decimal import Decimal

from svcchat_magic.analyst.language.periods import Period, add, floor
from svcchat_magic.analyst.linking.sql_names import name
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    AnyOf,
    ByTime,
    Condition,
    Derived,
    IsIn,
    Measured,
    Quantity,
    Within,
)
from svcchat_magic.analyst.planning.building import Builder, Built
from svcchat_magic.analyst.planning.derived_columns import ColumnNames
from svcchat_magic.analyst.planning.needs import period_before, with_condition
from svcchat_magic.analyst.planning.planned import CannotPlan, Column, Planned
from svcchat_magic.analyst.planning.select_text import Select
from svcchat_magic.analyst.planning.sql_text import number_text

_STEPS = {"day": "1 day", "week": "7 days", "month": "1 month", "quarter": "3 months", "year": "1 year"}
_MOST_DAYS_OFF = 10  # on which no prices are made
_BEFORE = "this_one.value_before"
_YEAR_OF = {"week": ("week", 52, "364 days")}  # the same week of the year before


def changed(builder: Builder, analysis: Analysis) -> Planned:
    """The quantity in a period, in the one before, and the change between them."""
    derived = analysis.derived or Derived("change")
    at, within, earlier = _sides(analysis, derived)
    quantity = analysis.quantities[0]
    rest = tuple(each for each in analysis.where if each is not within)
    both = AnyOf((within, earlier))
    sides = (with_condition(quantity, within), with_condition(quantity, earlier))
    plain = replace(
        analysis, quantities=sides, where=(*rest[:at], both, *rest[at:]), derived=None, having=(), rank=None
    )
    built = builder.build(plain)
    (_, _, now_sql), (_, _, before_sql) = built.quantities
    names = ColumnNames({each for each, _, _ in built.groups})
    base = names.free(built.write.quantity_name(quantity))
    parts = _parts(names, base, now_sql, before_sql)
    columns = [
        *built.columns[: len(built.groups)],
        *(Column(each, quantity, role) for each, role, _ in parts),
    ]
    outputs = [
        *built.select.outputs[: len(built.groups)],
        *(f"{sql} AS {name(each)}" for each, _, sql in parts),
    ]
    having = [f"{now_sql} {each.operator} {number_text(each.value)}"
              for each in analysis.having if isinstance(each.value, Decimal)]  # fmt: skip
    having += _only_changed(derived, f"COALESCE({now_sql}, 0)", f"COALESCE({before_sql}, 0)")
    order, limit = _order(analysis, derived, len(built.groups))
    select = replace(built.select, outputs=outputs, having=having, order=order, limit=limit)
    full = replace(built.analysis, quantities=analysis.quantities[:1], derived=derived,
                   rank=analysis.rank, having=analysis.having,
                   where=tuple(_as_asked(each, both, within) for each in built.analysis.where))  # fmt: skip
    return Planned(select.text, tuple(columns), built.source, full, built.latest)


def changes(builder: Builder, analysis: Analysis) -> Planned:
    """Each unit of time beside an earlier one, which may lie before the period that is asked for."""
    derived, quantity = analysis.derived or Derived("change"), analysis.quantities[0]
    built = builder.build(replace(analysis, derived=None, rank=None, having=()))
    time = next(each for each in built.analysis.groups if isinstance(each, ByTime))
    unit, count, step = _step(time.grain, derived)
    shown = next(
        (each for each in built.analysis.where if isinstance(each, Within) and not each.negated), None
    )
    start = shown.period.start if shown else None
    is_row = _is_row_before(quantity, time.grain, unit)
    led = _led_in(analysis, time.grain, unit, _MOST_DAYS_OFF if is_row else count)
    if led is not None:
        built = builder.build(replace(led, derived=None, rank=None, having=()))

    select, columns = _beside(built, "" if is_row else step, None if led is None else start)
    place = len(built.groups) + 3
    having = [f"this_one.{name(built.quantities[0][0])} {each.operator} {number_text(each.value)}"
              for each in analysis.having if isinstance(each.value, Decimal)]  # fmt: skip
    own = name(built.quantities[0][0])
    having += _only_changed(derived, f"this_one.{own}", _BEFORE if is_row else f"earlier.{own}")
    order, limit, qualify = _ranked(analysis, built, select, place)
    ranked = replace(select, where=[*select.where, *having], order=order, limit=limit, qualify=qualify)
    rank, text = analysis.rank, ranked.text
    sql = f"WITH each_one AS (\n{_inner(built)}\n)\n{text}"
    where = tuple(shown if isinstance(each, Within) and each.time == shown.time else each
                  for each in built.analysis.where) if shown else built.analysis.where  # fmt: skip
    full = replace(built.analysis, derived=derived, rank=rank, having=analysis.having, where=where)
    return Planned(sql, columns, built.source, replace(full, quantities=(quantity,)), built.latest)


def _ranked(analysis: Analysis, built: Built, select: Select, place: int) -> tuple[str, str, str]:
    """ORDER BY, LIMIT and QUALIFY: along time, the largest change first, or the first of each group."""
    derived, rank = analysis.derived, analysis.rank
    order = f"ORDER BY {', '.join(str(at + 1) for at in range(len(built.groups)))}"
    if rank is None or derived is None or derived.descending is None:
        return order, f"LIMIT {rank.limit}" if rank and rank.limit is not None else "", ""

    way = f"{'DESC' if derived.descending else 'ASC'} NULLS LAST"
    inside = [name(at) for at, each, _ in built.groups if each in rank.within]
    if inside and rank.limit is not None:
        change = select.outputs[place - 1].rpartition(" AS ")[0]
        over = f"PARTITION BY {', '.join(f'this_one.{each}' for each in inside)} ORDER BY {change} {way}"
        return order, "", f"QUALIFY RANK() OVER ({over}) <= {rank.limit}"

    return f"ORDER BY {place} {way}, 1", f"LIMIT {rank.limit}" if rank.limit is not None else "", ""


def led_in(builder: Builder, analysis: Analysis, planned: Planned, units: int) -> Planned | None:
    """A window over earlier rows, with those that lie before the period that is asked for."""
    time = next((each for each in planned.analysis.groups if isinstance(each, ByTime)), None)
    led = _led_in(analysis, time.grain, time.grain, units) if time else None
    if led is None or time is None:
        return None

    built = builder.build(led)
    start = next(each.period.start for each in analysis.where if isinstance(each, Within))
    at = next(each for each, group, _ in built.groups if isinstance(group, ByTime))
    outputs = [f"each_one.{name(each.name)}" for each in built.columns]
    where = [f"each_one.{name(at)} >= '{start.isoformat()}'"] if start else []
    select = Select(outputs, f"(\n{built.select.inner}\n) AS each_one", where,
                    order=built.select.order, limit=built.select.limit)  # fmt: skip
    return Planned(select.text, built.columns, built.source, planned.analysis, built.latest)


def _sides(analysis: Analysis, derived: Derived) -> tuple[int, Condition, Condition]:
    """Where among the conditions the later side of a change stands, that side, and the earlier one."""
    if derived.since is not None:
        own = [each for each in analysis.where if isinstance(each, IsIn) and each.of == derived.since.of]
        if len(own) != 1:
            raise CannotPlan("which two the change is between")

        return analysis.where.index(own[0]), own[0], derived.since

    at, within = _period(analysis)
    before = period_before(within.period, derived.against) if within else None
    if within is None or before is None:
        raise CannotPlan("which period the change is over")

    return at, within, replace(within, period=before)


def _period(analysis: Analysis) -> tuple[int, Within | None]:
    return next(
        (
            (at, each)
            for at, each in enumerate(analysis.where)
            if isinstance(each, Within) and not each.negated
        ),
        (0, None),
    )


def _as_asked(condition: Condition, both: AnyOf, within: Condition) -> Condition:
    """The asked period again, with the time that was found for it."""
    if condition == both and isinstance(within, IsIn):
        return within

    if (
        isinstance(condition, AnyOf)
        and isinstance(within, Within)
        and len(condition.conditions) == len(both.conditions)
    ):
        first = condition.conditions[0]
        if isinstance(first, Within) and first.period == within.period:
            return first

    return condition


def _only_changed(derived: Derived, now: str, before: str) -> list[str]:
    """Where only those that rose, or fell, are asked for."""
    return [f"{now} {'>' if derived.descending else '<'} {before}"] if derived.is_only else []


def _parts(names: ColumnNames, base: str, now: str, before: str) -> list[tuple[str, str, str]]:
    return [
        (base, "quantity", now),
        (names.free(f"{base}_before"), "before", before),
        (names.free("change"), "change", f"{now} - {before}"),
        (names.free("percent_change"), "percent", f"({now} - {before}) * 1.0 / NULLIF({before}, 0)"),
    ]


def _order(analysis: Analysis, derived: Derived, groups: int) -> tuple[str, str]:
    if not groups:
        return "", ""

    way = "ASC" if derived.descending is False else "DESC"
    limit = f"LIMIT {analysis.rank.limit}" if analysis.rank and analysis.rank.limit else ""
    return f"ORDER BY {groups + 3} {way}", limit


def _step(grain: str, derived: Derived) -> tuple[str, int, str]:
    """How far back the unit to compare with is: its own unit, how many of them, and that as an interval."""
    if derived.against == "year" and grain != "year":
        return _YEAR_OF.get(grain, ("year", 1, "1 year"))

    return grain, 1, _STEPS[grain]


def _led_in(analysis: Analysis, grain: str, unit: str, count: int) -> Analysis | None:
    """The analysis from earlier on, where its period begins with a whole unit."""
    at, within = _period(analysis)
    start = within.period.start if within else None
    if within is None or start is None or within.period.hole or floor(start, grain) != start:
        return None

    period = Period(add(start, unit, -count), within.period.end)
    where = list(analysis.where)
    where[at] = replace(within, period=period)
    return replace(analysis, where=tuple(where))


def _inner(built: Built) -> str:
    """The units of time, with the keys that tell rows of one name apart."""
    return replace(built.select, outputs=[*built.select.outputs, *_key_outputs(built)]).inner


def _key_outputs(built: Built) -> list[str]:
    return [f"{key} AS key_{at}" for at, key in enumerate(_keys(built))]


def _keys(built: Built) -> list[str]:
    return [key for each in built.analysis.groups if (key := built.write.hidden_key(each))]


def _is_row_before(quantity: Quantity, grain: str, unit: str) -> bool:
    """Whether a day is held against the row before it: prices of Monday against those of Friday."""
    is_sampled = isinstance(quantity, Measured) and quantity.measure.is_sampled
    return is_sampled and grain == unit == "day"


def _beside(built: Built, step: str, start: object) -> tuple[Select, tuple[Column, ...]]:
    time = next(name(at) for at, group, _ in built.groups if isinstance(group, ByTime))
    others = [name(at) for at, group, _ in built.groups if not isinstance(group, ByTime)]
    others += [f"key_{at}" for at in range(len(_keys(built)))]
    (at, quantity, _) = built.quantities[0]
    names = ColumnNames({each for each, _, _ in built.groups})
    before = f"earlier.{name(at)}" if step else _BEFORE
    parts = _parts(names, names.free(at), f"this_one.{name(at)}", before)
    outputs = [f"this_one.{name(each)} AS {name(each)}" for each, _, _ in built.groups]
    outputs += [f"{sql} AS {name(each)}" for each, _, sql in parts]
    source = _joined(time, others, step) if step else _stepped(time, others, name(at))
    where = [f"this_one.{time} >= '{start}'"] if start is not None else []
    columns = [
        *built.columns[: len(built.groups)],
        *(Column(each, quantity, role) for each, role, _ in parts),
    ]
    return Select(outputs, source, where), tuple(columns)


def _joined(time: str, others: list[str], step: str) -> str:
    """Each unit of time with the one so long before it."""
    same = "".join(f" AND earlier.{each} IS NOT DISTINCT FROM this_one.{each}" for each in others)
    return (
        "each_one AS this_one\nLEFT JOIN each_one AS earlier "
        f"ON earlier.{time} = this_one.{time} - INTERVAL '{step}'{same}"
    )


def _stepped(time: str, others: list[str], value: str) -> str:
    """Each day with the number of the row before it, of the same thing."""
    over = f"PARTITION BY {', '.join(others)} " if others else ""
    columns = ", ".join([time, *others, value])
    return (
        f"(\nSELECT {columns}, LAG({value}) OVER ({over}ORDER BY {time}) AS value_before\nFROM each_one\n"
        ") AS this_one"
    )
