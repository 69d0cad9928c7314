"""Groups of a result in words: their names, their numbers, and the order that was asked for."""

from decimal import Decimal

from svcchat_magic.analyst.telling.evidence import Cell
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.wording import (
    Line,
    capital,
    dated,
    lowest_first,
)
from svcchat_magic.semantic.model.model import Field

Point = tuple[int, Decimal]  # a row and its number


def by_number(result: Result, measure: Field) -> list[Point]:
    """The rows from the end that was asked for; units of time that are not whole are no lowest."""
    numbers = result.numbers(measure)
    over = result.cut_moments(result.today)
    whole = [pair for pair in numbers if result.moment(pair[0]) not in over] or numbers
    return sorted(whole, key=lambda pair: pair[1], reverse=not lowest_first(result))


def outer_groups(result: Result) -> list[Field]:
    """The groups that a ranking or a share is within."""
    words, inside = result.query.words, result.query.reading.within
    return [each for each in result.query.dimensions if words.lower(each.title) in inside]


def group_names(line: Line, result: Result, row: int, dimensions: list[Field]) -> str:
    """The values of some groups of a row: `Furniture / Web`."""
    return line.name(result.names(row, dimensions))


def group_name(line: Line, result: Result, row: int, *, leads: bool = False) -> str:
    """The row's group; one that leads the sentence begins it: "The week of 8 July 2024"."""
    day = result.moment(row)
    when = line.words.dates.unit(day, result.query.grain) if day else ""
    name = " / ".join(filter(None, (result.label(row), when)))
    first = result.query.dimensions[:1]
    is_value = bool(first) and first[0].type == "string"
    return line.name(capital(name) if leads and not is_value else name)


def shown_number(line: Line, result: Result, row: int, measure: Field) -> str:
    """A cell as its measure is shown."""
    return line.number(Cell(result.number, row, measure.name), measure)


def in_brackets(line: Line, result: Result, row: int, measure: Field) -> str:
    """`Store (1.2 million)`."""
    number = shown_number(line, result, row, measure)
    return line.say("in brackets", name=group_name(line, result, row), number=number)


def plural_groups(result: Result) -> str:
    """`channels and months`, from the question."""
    words = result.query.words
    return words.listed([words.plural(each) for each in result.query.reading.groups])


def when_told(line: Line, result: Result) -> str:
    """The period, as it ends a sentence."""
    return dated(line, result.query.reading, result.query.period)
