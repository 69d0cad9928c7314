"""What the telling knows of a planned statement: its columns as members with titles and formats."""

from datetime import date

from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.meaning.titles import bound_text, condition_text, group_title, quantity_title
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Analysis,
    ByBucket,
    ByEntity,
    ByMember,
    ByPart,
    ByTime,
    Concept,
    Counted,
    Distinct,
    Group,
    IsIn,
    Measured,
    OverGroups,
    Quantity,
    Ratio,
    Within,
)
from svcchat_magic.analyst.planning.statements import Column, Planned
from svcchat_magic.analyst.telling.query import Query
from svcchat_magic.analyst.telling.reading import Filter, Reading
from svcchat_magic.semantic.model.model import Field

_ROLES = {
    "share": ("Share of {title}", "percent"),
    "percent": ("Change of {title} in percent", "percent"),
    "change": ("Change of {title}", ""),
    "before": ("{title} before", ""),
    "running": ("Running total of {title}", ""),
    "moving": ("Moving average of {title}", ""),
}


def told_query(planned: Planned, usual_time: Concept | None, today: date) -> Query:
    """The statement as the telling and the charts take it."""
    analysis = planned.analysis
    measures = tuple(_measure(each, planned) for each in planned.columns if each.role not in ("group", "field", "key"))
    groups = [each for each in planned.columns if each.role == "group"]
    time_group = next((each for each in groups if isinstance(each.of, ByTime)), None)
    within = next((each for each in analysis.where if isinstance(each, Within) and not each.negated), None)
    time = time_group.of.time if time_group and isinstance(time_group.of, ByTime) else within.time if within else None
    filters, conditions = _conditions(planned)
    growth = _growth(analysis)
    rank = analysis.rank
    reading = Reading(
        table=planned.source.tables[0],
        measures=measures,
        dimensions=tuple(_dimension(each, planned) for each in groups if each is not time_group),
        time=planned.source.field(time) if time else None,
        grain=time_group.of.grain if time_group and isinstance(time_group.of, ByTime) else "",
        period=within.period if within else None,
        filters=filters,
        conditions=conditions,
        order="" if rank is None else "desc" if rank.descending else "asc",
        limit=rank.limit if rank else None,
        growth=growth,
        assumed=analysis.is_assumed,
        dated=bool(time and usual_time and time != usual_time),
    )
    shape = _shape(planned, reading)
    is_ranked = rank is not None or not reading.grain
    return Query(
        shape=shape,
        reading=reading,
        period=_period(reading),
        grain=reading.grain,
        dimensions=reading.dimensions,
        ranked=(reading.order or "desc") if shape == "breakdown" and is_ranked else "",
        limit=reading.limit,
        backwards=analysis.backwards,
        sql=planned.sql,
        name=_name(planned, reading),
    )


def _shape(planned: Planned, reading: Reading) -> str:
    analysis = planned.analysis
    if analysis.rows_of is not None and analysis.values_of is None and not analysis.quantities:
        return "records"

    if analysis.values_of is not None:
        return "values"

    if any(each.role == "before" for each in planned.columns) and not reading.grain:
        return "changed"

    if not reading.grain and not reading.dimensions:
        return "total"

    return "trend" if reading.grain and not (analysis.rank and analysis.rank.limit is not None) else "breakdown"


def _name(planned: Planned, reading: Reading) -> str:
    analysis = planned.analysis
    kept = "".join(f" {condition_text(each)}" for each in analysis.where)
    if analysis.values_of is not None:
        return f"Values of {analysis.values_of.title.lower()}{kept}"

    if analysis.rows_of is not None and not analysis.quantities:
        return f"List of {_plural(analysis.rows_of.noun)}{kept}"

    return ""


def _plural(noun: str) -> str:
    from svcchat_magic.analyst.language.words import plural

    return plural(noun)


def _growth(analysis: Analysis) -> str:
    derived = analysis.derived
    if derived is None or derived.kind != "change":
        return ""

    return "down" if derived.descending is False else "up"


def _period(reading: Reading) -> Period | None:
    return reading.period


def _conditions(planned: Planned) -> tuple[tuple[Filter, ...], tuple[str, ...]]:
    """Filters by text values, and every other condition in words."""
    analysis, source = planned.analysis, planned.source
    filters: list[Filter] = []
    others: list[str] = []
    for each in analysis.where:
        if isinstance(each, IsIn) and all(isinstance(value, str) for value in each.values):
            filters.append(Filter(source.field(each.of), tuple(map(str, each.values)), each.negated))
        elif not (isinstance(each, Within) and not each.negated):
            others.append(condition_text(each))

    if analysis.quantities:
        others += [bound_text(each, analysis.quantities[0]) for each in analysis.having]

    return tuple(filters), tuple(others)


def _dimension(column: Column, planned: Planned) -> Field:
    group = column.of
    match group:
        case ByMember():
            return _named(planned.source.field(group.of), column.name)
        case ByEntity():
            title = group.entity.noun.capitalize()
            return Field(planned.source.tables[0], column.name, "dimension", "string", "", title, "", "", (), group.entity.cube, column.name)
        case ByBucket():
            return _named(planned.source.field(group.of), column.name)
        case ByPart() | ByTime():
            title = group_title(group).capitalize()
            cube = group.time.cube if group.time else ""
            return Field(planned.source.tables[0], column.name, "dimension", "string", "", title, "", "", (), cube, column.name)
        case _:
            raise TypeError(f"{column.name} is no group")


def _measure(column: Column, planned: Planned) -> Field:
    quantity = column.of
    if not isinstance(quantity, Measured | Counted | Distinct | Aggregated | Ratio | OverGroups):
        raise TypeError(f"{column.name} is no quantity")

    base = _quantity_field(quantity, column.name, planned)
    if column.role == "quantity":
        return base

    text, form = _ROLES[column.role]
    title = text.format(title=base.title[:1].lower() + base.title[1:] if "{title} " in text[1:] or text.endswith("}") else base.title)
    return Field(
        base.table, column.name, "measure", "number", "number", title[:1].upper() + title[1:], "",
        form or base.format, (), base.cube, column.name,
    )  # fmt: skip


def _quantity_field(quantity: Quantity, name: str, planned: Planned) -> Field:
    if isinstance(quantity, Measured) and not quantity.where:
        return _named(planned.source.field(quantity.measure), name)

    title = quantity_title(quantity)
    agg_type = {"Counted": "count", "Distinct": "count_distinct"}.get(type(quantity).__name__, "number")
    if isinstance(quantity, Measured):
        agg_type = quantity.measure.agg_type

    if isinstance(quantity, Aggregated) and quantity.function == "sum":
        agg_type = "sum"

    return Field(
        table=planned.source.tables[0],
        name=name,
        kind="measure",
        type="time" if isinstance(quantity, Aggregated) and quantity.of.type == "time" else "number",
        agg_type=agg_type,
        title=title[:1].upper() + title[1:],
        description="",
        format=_format(quantity),
        synonyms=(),
        cube=_cube(quantity),
        member=name,
    )


def _format(quantity: Quantity) -> str:
    match quantity:
        case Measured():
            return quantity.measure.format
        case Aggregated():
            return quantity.of.format
        case Ratio():
            return "percent" if quantity.is_share else _format(quantity.above)
        case OverGroups():
            return _format(quantity.quantity)
        case _:
            return ""


def _cube(quantity: Quantity) -> str:
    match quantity:
        case Measured():
            return quantity.measure.cube
        case Counted():
            return quantity.entity.cube
        case Distinct() | Aggregated():
            return quantity.of.cube
        case Ratio():
            return _cube(quantity.above)
        case OverGroups():
            return _cube(quantity.quantity)


def _named(field: Field, name: str) -> Field:
    from dataclasses import replace

    return replace(field, name=name)


def is_grouped(group: Group) -> bool:
    """Whether a group is shown along an axis of time."""
    return isinstance(group, ByTime)
