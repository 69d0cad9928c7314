"""The columns of a planned statement as members with titles and formats."""

from dataclasses import replace

from svcchat_magic.analyst.language.answer_words import AnswerWords
from svcchat_magic.analyst.language.participles import state_title
from svcchat_magic.analyst.meaning.functions import FIRST, OF_UNITS, TIMES
from svcchat_magic.analyst.meaning.titles import group_title, is_counted, quantity_title
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    ByBucket,
    ByEntity,
    ByMember,
    ByPart,
    ByPeriods,
    ByTime,
    Concept,
    Counted,
    DatedLast,
    Distinct,
    Measured,
    OverGroups,
    Quantity,
    Ratio,
)
from svcchat_magic.analyst.meaning.whole_years import YEAR, is_of_years
from svcchat_magic.analyst.planning.planned import Column, Planned
from svcchat_magic.semantic.model.model import Field

_PERCENTS = ("share", "percent")


def quantity_of(column: Column) -> Quantity:
    """The quantity that a column computes; raises TypeError for a column of another kind."""
    quantity = column.of
    if not isinstance(quantity, Measured | Counted | Distinct | Aggregated | Ratio | OverGroups | DatedLast):
        raise TypeError(f"{column.name} is no quantity")

    return quantity


def quantity_member(column: Column, planned: Planned, words: AnswerWords) -> Field:
    """The column of a quantity as a measure."""
    quantity = quantity_of(column)
    if isinstance(quantity, Measured) and not (quantity.where or quantity.told_in or quantity.grown):
        return replace(planned.source.field(quantity.measure), name=column.name)

    return Field(
        table=planned.source.tables[0],
        name=column.name,
        kind="measure",
        type="time" if _is_time(quantity) else "number",
        agg_type=_aggregation(quantity),
        title=_capital(quantity_title(quantity, words)),
        description="",
        format=_format(quantity),
        synonyms=(),
        cube=_cube(quantity),
        member=column.name,
    )


def derived_member(column: Column, planned: Planned, words: AnswerWords) -> Field:
    """The column of a share, a change ... as a measure that no rows may be summed of."""
    base = quantity_member(column, planned, words)
    in_points = column.role == "change" and base.format == "percent"
    title = words.say("change points" if in_points else column.role, title=words.lower(base.title))
    if column.role == "moving" and planned.analysis.derived:
        grain = next((each.of.grain for each in planned.columns if isinstance(each.of, ByTime)), "")
        unit = words.unit(grain) if grain else words.say("row")
        count = max(planned.analysis.derived.count, 2)
        title = words.say("moving over", count=count, unit=unit, title=words.lower(title))

    form = "percent" if column.role in _PERCENTS else base.format
    return replace(
        base, name=column.name, agg_type="number", title=title, format=form, synonyms=(), member=column.name
    )


def dimension_member(column: Column, planned: Planned, words: AnswerWords) -> Field:
    """The column of a group as a dimension."""
    group = column.of
    match group:
        case ByBucket(bands=bands) if bands:
            return _dimension(column, group_title(group, words), group.of.cube, planned)
        case ByMember() | ByBucket():
            field = planned.source.field(group.of)
            title = _capital(state_title(field.title, words)) if field.type == "boolean" else field.title
            return replace(field, name=column.name, title=title)
        case ByEntity():
            return _dimension(column, words.noun(group.entity.noun), group.entity.cube, planned)
        case ByPart() | ByTime() | ByPeriods():
            return _dimension(
                column, group_title(group, words), group.time.cube if group.time else "", planned
            )
        case OverGroups(quantity=quantity):
            return replace(
                _dimension(column, _number_title(quantity, words), _cube(quantity), planned), type="number"
            )
        case _:
            raise TypeError(f"{column.name} is no group")


def _dimension(column: Column, title: str, cube: str, planned: Planned) -> Field:
    table = planned.source.tables[0]
    return Field(
        table, column.name, "dimension", "string", "", _capital(title), "", "", (), cube, column.name
    )


def _number_title(quantity: Quantity, words: AnswerWords) -> str:
    """`number of orders`, unless the measure is called so."""
    what = words.lower(quantity_title(quantity, words))
    title = words.say("number of", what=what)
    return what if what.startswith(title.removesuffix(what)) else title


def _is_time(quantity: Quantity) -> bool:
    is_first = isinstance(quantity, OverGroups) and quantity.function == FIRST
    return (
        isinstance(quantity, DatedLast)
        or is_first
        or (isinstance(quantity, Aggregated) and quantity.of.type == "time" and quantity.since is None)
    )


def _aggregation(quantity: Quantity) -> str:
    if isinstance(quantity, Measured):
        return quantity.measure.agg_type

    if is_counted(quantity):
        return "count_distinct" if isinstance(quantity, Distinct) else "count"

    return "sum" if isinstance(quantity, Aggregated) and quantity.function == "sum" else "number"


def _format(quantity: Quantity) -> str:
    match quantity:
        case Measured():
            return quantity.measure.format
        case Aggregated(times=Concept() as one):
            return one.format
        case Aggregated(function="minimum" | "maximum") if is_of_years(quantity.of):
            return YEAR
        case Aggregated():
            return quantity.of.format if quantity.since is None else ""
        case Ratio():
            form, below = _format(quantity.above), _format(quantity.below)
            is_pure = quantity.way == "/" and form == below  # money by money is no money
            return "percent" if quantity.is_share else "" if is_pure else form
        case OverGroups(group=ByMember(of=price)) if quantity.function == TIMES:
            return price.format
        case OverGroups():
            return "" if quantity.function in OF_UNITS else _format(quantity.quantity)
        case _:
            return ""


def _cube(quantity: Quantity) -> str:
    match quantity:
        case Measured():
            return quantity.measure.cube
        case Counted() | DatedLast():
            return quantity.entity.cube
        case Distinct() | Aggregated():
            return quantity.of.cube
        case Ratio():
            return _cube(quantity.above)
        case OverGroups():
            return _cube(quantity.quantity)


def _capital(title: str) -> str:
    return title[:1].upper() + title[1:]
