"""Tells results of one row: a number, several of them, a date, a share."""

from collections.abc import Sequence

from svcchat_magic.analyst.meaning.titles import group_title, is_counted, predicate_text, quantity_title
from svcchat_magic.analyst.meaning.tree import (
    ByTime,
    Counted,
    DatedLast,
    Measured,
    OverGroups,
    Quantity,
    Ratio,
)
from svcchat_magic.analyst.telling.evidence import Cell, Day, Sentence
from svcchat_magic.analyst.telling.reading import listed, lowered
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.wording import Line, capital, dated, is_plural, kept, subject, was
from svcchat_magic.semantic.model.model import Field

_COUNTS = ("count", "count_distinct")


def total(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """The asked numbers in one sentence."""
    line, measures = Line([each.rows for each in results]), result.query.measures
    if len(measures) == 1:
        return [line.sentence(f"{capital(_single(line, result, measures[0], _quantity(result, 0)))}.")]

    reading = result.query.reading
    place = f"{kept(line, reading)}{dated(line, reading, result.query.period)}".strip()
    clauses = [_clause(line, result, each) for each in measures]
    return [line.sentence(f"{capital(f'{place}, ' if place else '')}{_start(listed(clauses), place)}.")]


def _start(text: str, place: str) -> str:
    return text if place else capital(text)


def _quantity(result: Result, at: int) -> Quantity | None:
    return result.query.quantities[at] if at < len(result.query.quantities) else None


def _clause(line: Line, result: Result, measure: Field) -> str:
    """`revenue was 5.42 million`."""
    title = line.name(lowered(measure))
    return f"{title} {was(measure)} {_value(line, result, measure)}"


def _single(line: Line, result: Result, measure: Field, quantity: Quantity | None) -> str:
    """One number as a sentence; the form follows what is counted, divided or dated."""
    title = subject(line, result, measure, result.query.period)
    if result.cell(0, measure.name) is None:
        return f"{title} {'have' if is_plural(measure) else 'has'} no value"

    value = _value(line, result, measure)
    when = dated(line, result.query.reading, result.query.period)
    filtered = kept(line, result.query.reading)
    if isinstance(quantity, DatedLast):
        return f"the {line.name(lowered(measure))}{filtered}{when} was on {value}"

    if measure.type == "time":
        return f"the {line.name(lowered(measure))}{filtered}{when} is {value}"

    if isinstance(quantity, OverGroups) and quantity.function == "average":
        return _on_average(line, quantity, filtered, when, value)

    if isinstance(quantity, Ratio) and quantity.is_share and not quantity.title:
        return _share(line, quantity, filtered, when, value)

    is_many = measure.agg_type in _COUNTS or isinstance(quantity, Ratio)
    if is_plural(measure) and is_many and measure.format != "percent":
        return f"there {'were' if when else 'are'} {value} {line.name(lowered(measure))}{filtered}{when}"

    return f"{title} {was(measure)} {value}"


def _value(line: Line, result: Result, measure: Field) -> str:
    if result.cell(0, measure.name) is None:
        return "unknown"

    if measure.type == "time":
        return line.day(Day(result.number, 0, measure.name))

    return line.number(Cell(result.number, 0, measure.name), measure)


def _on_average(line: Line, quantity: OverGroups, filtered: str, when: str, value: str) -> str:
    """`on average, revenue in 2024 was 451,680 a month`."""
    title = line.name(quantity_title(quantity.quantity))
    unit = line.name(group_title(quantity.group))
    per = (
        f"{'an' if unit[:1] in 'aeiou' else 'a'} {unit}"
        if isinstance(quantity.group, ByTime)
        else f"per {unit}"
    )
    verb = "were" if isinstance(quantity.quantity, Counted) else "was"
    return f"on average, {title}{filtered}{when} {verb} {value} {per}"


def _share(line: Line, ratio: Ratio, filtered: str, when: str, value: str) -> str:
    """`12.3% of orders in 2024 had refunds`, `refunds in 2024 were 5.3% of revenue`."""
    above, below = ratio.above, ratio.below
    whole = line.name(quantity_title(below))
    is_part = isinstance(above, Measured | Counted) and isinstance(below, type(above)) and not below.where
    if is_part and isinstance(above, Measured | Counted) and above.where:
        be = "were" if is_counted(below) else "was"
        does = " and ".join(line.name(predicate_text(each, be)) for each in above.where)
        return f"{value} of {whole}{filtered}{when} {does}"

    title = line.name(quantity_title(above))
    verb = "were" if is_counted(above) else "was"
    return f"{title}{filtered}{when} {verb} {value} of {whole}"


def nothing(result: Result, line: Line, because: str) -> Sentence:
    """There is nothing to tell, and why where that is known."""
    query = result.query
    when = dated(line, query.reading, query.period)
    place = f"{kept(line, query.reading, having=True)}{when}"
    behind = f": {because}" if because else ""
    if query.name:
        what = line.name(query.name[:1].lower() + query.name[1:])
        return line.sentence(f"There are no {what}{behind}.")

    if query.reading.having and query.dimensions:
        return line.sentence(f"No {line.name(lowered(query.dimensions[0]))} was found{place}{behind}.")

    first = query.measures[0]
    verb = "were" if is_plural(first) else "was"
    names = [line.name(lowered(each)) for each in query.measures]
    return line.sentence(f"There {verb} no {' or '.join(names)}{place}{behind}.")
