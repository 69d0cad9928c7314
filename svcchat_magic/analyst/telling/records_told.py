"""Tells lists: the rows of an entity, and the values of a dimension."""

from collections.abc import Sequence

from svcchat_magic.analyst.telling.evidence import Count, Sentence
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.wording import line_of

_NAMED = 12
_KEYS = frozenset({"id", "key", "code", "number"})


def records(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """How many records there are, and what the table shows of them."""
    line, query = line_of(result, results), result.query
    there = line.count(Count(result.number, of_all=True))
    noun = line.name(query.name if line.words.keeps_case else query.name[:1].lower() + query.name[1:])
    form = "some records" if query.limit is not None else "all records"
    if name := _only_name(result):
        first = line.told("one named record", name=line.name(name), what=noun)
    else:
        first = line.told("one record" if result.rows.total_rows == 1 else form, count=there, what=noun)

    return [first, *_columns(result, results)]


def _only_name(result: Result) -> str:
    """What the only record is called, where its first column is a text and no key."""
    fields, rows = result.query.fields, result.rows.rows
    if result.rows.total_rows != 1 or not rows or not fields or _KEYS.intersection(fields[0].lower().split()):
        return ""

    value = rows[0][0]
    return value if isinstance(value, str) and not value.isdigit() else ""


def _columns(result: Result, results: Sequence[Result]) -> list[Sentence]:
    line = line_of(result, results)
    titles = line.listed([line.name(line.words.lower(each)) for each in result.query.fields])
    if not titles:
        return []

    if result.is_cut:
        return [line.told("shows first", count=line.count(Count(result.number)), titles=titles)]

    return [line.told("shows it" if result.rows.total_rows == 1 else "shows them", titles=titles)]


def values(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """The values by name where they are few, else how many there are."""
    line = line_of(result, results)
    dimension = result.query.dimensions[0]
    names = [result.text(row[0], dimension) for row in result.rows.rows if row[0] is not None]
    total = result.rows.total_rows - (len(result.rows.rows) - len(names))
    title = line.lower(dimension)
    claims = (Count(result.number, of_all=True),) if total == result.rows.total_rows else ()
    if len(names) == 1:
        return [line.told("only value", what=title, name=line.name(names[0]))]

    titles = line.words.plural(title)
    if total <= _NAMED or not claims:
        told = line.listed([line.name(each) for each in names[:_NAMED]])
        others = line.say("and others") if len(names) > _NAMED else ""
        return [line.told("the values", what=titles, names=told, others=others)]

    shown = ", ".join(line.name(each) for each in names[:5])
    text = line.say("many values", count=line.words.written(f"{total:,}"), what=titles, names=shown)
    return [Sentence(text, claims, tuple(line.labels), words=line.words)]
