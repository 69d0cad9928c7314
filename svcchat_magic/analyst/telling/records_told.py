"""Tells lists: the rows of an entity, and the values of a dimension."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.words import plural
from svcchat_magic.analyst.telling.evidence import Count, Sentence
from svcchat_magic.analyst.telling.reading import listed
from svcchat_magic.analyst.telling.results import Result, text_of
from svcchat_magic.analyst.telling.wording import Line

_NAMED = 12


def records(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """How many rows there are."""
    line = Line([each.rows for each in results])
    count = result.rows.total_rows
    noun = "row" if count == 1 else "rows"
    claim = Count(result.number, of_all=True)
    what = line.name(result.query.name[:1].lower() + result.query.name[1:])
    return [Sentence(f"Here is the {what}: {count:,} {noun}.", (claim,), tuple(line.labels))]


def values(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """The values by name where they are few, else how many there are."""
    line = Line([each.rows for each in results])
    dimension = result.query.dimensions[0]
    names = [text_of(row[0]) for row in result.rows.rows if row[0] is not None]
    total = result.rows.total_rows - (len(result.rows.rows) - len(names))
    title = line.name(dimension.title.lower())
    claims = (Count(result.number, of_all=True),) if total == result.rows.total_rows else ()
    if len(names) == 1:
        return [line.sentence(f"The only {title} is {line.name(names[0])}.")]

    if total <= _NAMED or not claims:
        told = listed([line.name(each) for each in names[:_NAMED]])
        return [line.sentence(f"The {plural(title)} are {told}{' and others' if len(names) > _NAMED else ''}.")]

    shown = ", ".join(line.name(each) for each in names[:5])
    return [Sentence(f"There are {total:,} {plural(title)}, such as {shown}.", claims, tuple(line.labels))]
