"""Tells lists: the rows of an entity, and the values of a dimension."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.words import plural
from svcchat_magic.analyst.meaning.titles import lower
from svcchat_magic.analyst.telling.evidence import Count, Sentence
from svcchat_magic.analyst.telling.reading import listed
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.wording import Line

_NAMED = 12


def records(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """How many records there are, and what the table shows of them."""
    line, query = Line([each.rows for each in results]), result.query
    there = line.count(Count(result.number, of_all=True))
    noun = line.name(query.name[:1].lower() + query.name[1:])
    if result.rows.total_rows == 1:
        first = line.sentence(f"There is {there} of the {noun}.")
    elif query.limit is not None:
        first = line.sentence(f"Here are {there} {noun}.")
    else:
        first = line.sentence(f"There are {there} {noun}.")

    return [first, *_columns(result, results)]


def _columns(result: Result, results: Sequence[Result]) -> list[Sentence]:
    line = Line([each.rows for each in results])
    titles = listed([line.name(lower(each)) for each in result.query.fields])
    cut = (
        f"the first {line.count(Count(result.number))}"
        if result.is_cut
        else "it"
        if result.rows.total_rows == 1
        else "them"
    )
    return [line.sentence(f"The table shows {cut}, with {titles}.")] if titles else []


def values(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """The values by name where they are few, else how many there are."""
    line = Line([each.rows for each in results])
    dimension = result.query.dimensions[0]
    names = [result.text(row[0], dimension) for row in result.rows.rows if row[0] is not None]
    total = result.rows.total_rows - (len(result.rows.rows) - len(names))
    title = line.name(lower(dimension.title))
    claims = (Count(result.number, of_all=True),) if total == result.rows.total_rows else ()
    if len(names) == 1:
        return [line.sentence(f"The only {title} is {line.name(names[0])}.")]

    if total <= _NAMED or not claims:
        told = listed([line.name(each) for each in names[:_NAMED]])
        return [
            line.sentence(f"The {plural(title)} are {told}{' and others' if len(names) > _NAMED else ''}.")
        ]

    shown = ", ".join(line.name(each) for each in names[:5])
    return [Sentence(f"There are {total:,} {plural(title)}, such as {shown}.", claims, tuple(line.labels))]
