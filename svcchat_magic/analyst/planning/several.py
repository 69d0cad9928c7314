"""Quantities that one statement cannot hold: each has its own, and they meet on their groups."""

from dataclasses import dataclass, replace
from decimal import Decimal

from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.linking.sql_names import name
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import (
    Among,
    Analysis,
    AverageOf,
    Bound,
    ByPart,
    ByPeriods,
    ByTime,
    Compared,
    Concept,
    Condition,
    DatedLast,
    Exists,
    OverGroups,
    Quantity,
    Ratio,
    Within,
)
from svcchat_magic.analyst.planning.building import Builder, Built
from svcchat_magic.analyst.planning.derived_columns import ColumnNames, derived_columns, ordered
from svcchat_magic.analyst.planning.per_rows import is_per_all_rows
from svcchat_magic.analyst.planning.per_sizes import is_per_size
from svcchat_magic.analyst.planning.planned import CannotPlan, Column, Planned
from svcchat_magic.analyst.planning.select_text import Select
from svcchat_magic.analyst.planning.select_writer import SelectWriter, divided
from svcchat_magic.analyst.planning.semi_additive import are_mixed, leaves_of
from svcchat_magic.analyst.planning.sql_text import number_text


def is_several(builder: Builder, analysis: Analysis) -> bool:
    """Whether a quantity keeps rows by other rows that exist, or two are dated by times of their own."""
    leaves = list(leaves_of(analysis))
    if any(isinstance(each, OverGroups | DatedLast) for each in leaves):
        return False

    apart = any(_is_apart(builder, each) for each in analysis.quantities)
    apart |= is_per_all_rows(analysis, builder.sources) or is_per_size(analysis, builder.sources)
    apart |= any(map(_is_of_two, analysis.having))
    own = any(map(_keeps_by_rows, leaves)) or are_mixed(analysis)
    return apart or own or _differ_in_time(builder, analysis)


def _is_apart(builder: Builder, quantity: Quantity) -> bool:
    """`downtime per production run`: two numbers of rows that do not belong to each other."""
    if not isinstance(quantity, Ratio):
        return False

    cubes, reaches = set(cubes_of(quantity)), builder.sources.graph.reaches
    return not any(all(reaches(other, each, to_one=True) for other in cubes) for each in cubes)


def _is_of_two(bound: Bound) -> bool:
    """`more refunds than orders`: each is counted where its own rows are."""
    if isinstance(bound.value, Decimal | AverageOf) or bound.quantity is None:
        return False

    return set(cubes_of(bound.quantity)) != set(cubes_of(bound.value))


def _keeps_by_rows(quantity: Quantity) -> bool:
    """Conditions that read rows of their own stand in no FILTER."""
    return any(isinstance(each, Exists | Among) or _is_beside_average(each) for each in _where(quantity))


def _is_beside_average(condition: Condition) -> bool:
    return isinstance(condition, Compared) and isinstance(condition.value, AverageOf)


def _differ_in_time(builder: Builder, analysis: Analysis) -> bool:
    """`revenue and refunds by month`: refunds belong to the month of the refund."""
    if any(isinstance(each, Ratio) for each in analysis.quantities) or not _is_open_in_time(analysis):
        return False

    homes = {cube for each in analysis.quantities for cube in cubes_of(each)}
    times = {builder.sources.dates(home) for home in homes}
    return len(analysis.quantities) > 1 and len(times) > 1


def _times(builder: Builder, analysis: Analysis) -> set[Concept | None]:
    """The times that date what is asked and what is bounded."""
    homes = {cube for each in leaves_of(analysis) for cube in cubes_of(each)}
    return {builder.sources.dates(home) for home in homes}


def _is_open_in_time(analysis: Analysis) -> bool:
    groups = (each for each in analysis.groups if isinstance(each, ByTime | ByPart | ByPeriods))
    return any(each.time is None for each in groups) or any(
        isinstance(each, Within) and each.time is None for each in analysis.where
    )


@dataclass(frozen=True, slots=True)
class _Part:
    """The statement of one quantity; its column holds the number."""

    alias: str
    built: Built

    @property
    def value(self) -> str:
        return f"{self.alias}.{name(self.built.quantities[0][0])}"


def several(builder: Builder, analysis: Analysis) -> Planned:
    """One statement for each quantity, joined where their groups are the same; raises CannotPlan."""
    _refuse_what_cannot_meet(builder, analysis)
    leaves = sorted(dict.fromkeys(leaves_of(analysis)), key=lambda each: len(_where(each)))
    parts = {leaf: _Part(f"part_{at + 1}", _built(builder, analysis, leaf)) for at, leaf in enumerate(leaves)}
    first, *others = parts.values()
    fields = {
        key: each for part in reversed(parts.values()) for key, each in part.built.source.fields.items()
    }
    source_of_all = replace(first.built.source, fields=fields)
    write = SelectWriter(builder.sources, source_of_all)
    names = ColumnNames()
    groups = [
        (names.free(at), group, _group(at, list(parts.values()))) for at, group, _ in first.built.groups
    ]
    quantities = [
        (names.free(write.quantity_name(each)), each, _value(each, parts)) for each in analysis.quantities
    ]
    columns = [Column(at, each, "group") for at, each, _ in groups]
    columns += [Column(at, each, "quantity") for at, each, _ in quantities]
    outputs = [f"{sql} AS {name(at)}" for at, _, sql in (*groups, *quantities)]
    timed = replace(first.built.analysis, rank=analysis.rank, derived=analysis.derived)
    for column, sql in derived_columns(timed, groups, quantities, names):
        columns.append(column)
        outputs.append(f"{sql} AS {name(column.name)}")

    first_of = analysis.quantities[0]
    having = [_bounded(each, first_of, parts) for each in analysis.having]
    order, limit, qualify = ordered(timed, groups, quantities, columns)
    way = "LEFT" if is_per_size(analysis, builder.sources) else "FULL"  # what has no size is no row
    source = "\n".join([first.alias, *(_join(each, first, way) for each in others)])
    select = Select(outputs, source, where=having, qualify=qualify, order=order, limit=limit)
    inner = ",\n".join(f"{each.alias} AS (\n{_inner(each.built)}\n)" for each in parts.values())
    full = replace(timed, quantities=analysis.quantities, having=analysis.having)
    latest = next((each.built.latest for each in parts.values() if each.built.latest), None)
    return Planned(f"WITH {inner}\n{select.text}", tuple(columns), source_of_all, full, latest)


def _bounded(bound: Bound, first: Quantity, parts: dict[Quantity, _Part]) -> str:
    """A condition on a number; of two of them one that has no rows is none."""
    left = _value(bound.quantity or first, parts)
    if isinstance(bound.value, AverageOf):
        raise CannotPlan("what the average of such numbers is")

    if isinstance(bound.value, Decimal):
        return f"{left} {bound.operator} {number_text(bound.value)}"

    return f"COALESCE({left}, 0) {bound.operator} COALESCE({_value(bound.value, parts)}, 0)"


def _refuse_what_cannot_meet(builder: Builder, analysis: Analysis) -> None:
    if analysis.derived and analysis.derived.kind not in ("share", "difference"):
        raise CannotPlan("how numbers of different tables change together")

    if analysis.having and _is_open_in_time(analysis) and len(_times(builder, analysis)) > 1:
        raise CannotPlan("a condition on a number that is dated otherwise")


def _where(quantity: Quantity) -> tuple[Condition, ...]:
    return () if isinstance(quantity, Ratio | OverGroups | DatedLast) else quantity.where


def _built(builder: Builder, analysis: Analysis, leaf: Quantity) -> Built:
    """The statement of one quantity, with the conditions that are its own."""
    if isinstance(leaf, Ratio | OverGroups | DatedLast):
        raise CannotPlan("how this number goes with the others")

    bare = replace(leaf, where=())
    where = (*analysis.where, *leaf.where)
    return builder.build(
        replace(analysis, quantities=(bare,), where=where, derived=None, rank=None, having=())
    )


def _inner(built: Built) -> str:
    keys = [f"{key} AS key_{at}" for at, key in enumerate(_keys(built))]
    return replace(built.select, outputs=[*built.select.outputs, *keys]).inner


def _keys(built: Built) -> list[str]:
    return [key for each in built.analysis.groups if (key := built.write.hidden_key(each))]


def _group(at: str, parts: list[_Part]) -> str:
    places = [f"{each.alias}.{name(at)}" for each in parts]
    return places[0] if len(places) == 1 else f"COALESCE({', '.join(places)})"


def _join(part: _Part, first: _Part, way: str) -> str:
    keys = [name(at) for at, _, _ in first.built.groups]
    keys += [f"key_{at}" for at in range(len(_keys(first.built)))]
    same = [f"{part.alias}.{each} IS NOT DISTINCT FROM {first.alias}.{each}" for each in keys]
    return f"{way} JOIN {part.alias} ON {' AND '.join(same)}" if same else f"CROSS JOIN {part.alias}"


def _value(quantity: Quantity, parts: dict[Quantity, _Part]) -> str:
    if not isinstance(quantity, Ratio):
        return parts[quantity].value

    above, below = _value(quantity.above, parts), _value(quantity.below, parts)
    if quantity.is_share or is_counted(quantity.above):
        above = f"COALESCE({above}, 0)"

    return divided(quantity, above, below)
