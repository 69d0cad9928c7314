"""Tells results of one row: a number, several of them, a date, a share."""

from collections.abc import Mapping, Sequence

from svcchat_magic.analyst.language.answer_words import AnswerWords
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
from svcchat_magic.analyst.telling.evidence import Cell, Day, Sentence, exact
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.wording import (
    Line,
    capital,
    dated,
    head_of,
    is_plural,
    kept,
    line_of,
    subject,
    was,
)
from svcchat_magic.semantic.model.model import Field

_COUNTS = ("count", "count_distinct")


def total(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """The asked numbers in one sentence."""
    line, measures = line_of(result, results), result.query.measures
    if len(measures) == 1:
        return [line.sentence(f"{capital(_single(line, result, measures[0], _quantity(result, 0)))}.")]

    if result.query.differs and len(measures) == 2:
        return [_difference(line, result, measures[0], measures[1])]

    reading = result.query.reading
    place = f"{kept(line, reading)}{dated(line, reading, result.query.period)}".strip()
    clauses = line.listed([_clause(line, result, each) for each in measures])
    text = line.say("behind place", place=place, clauses=clauses) if place else clauses
    return [line.sentence(f"{capital(text)}.")]


def _difference(line: Line, result: Result, one: Field, other: Field) -> Sentence:
    """How far two numbers are apart: `crime 980 more than fantasy, 1,662 against 682`."""
    first, second = (Cell(result.number, 0, each.name) for each in (one, other))
    place = f"{kept(line, result.query.reading)}{dated(line, result.query.reading, result.query.period)}"
    return line.sentence(
        capital(
            line.say(
                "differ",
                one=_named(line, result, one),
                other=_named(line, result, other),
                place=place,
                be=was(line, one),
                apart=line.apart(second, first, one),
                first=_value(line, result, one),
                second=_value(line, result, other),
            )
        )
    )


def _quantity(result: Result, at: int) -> Quantity | None:
    return result.query.quantities[at] if at < len(result.query.quantities) else None


def _clause(line: Line, result: Result, measure: Field) -> str:
    """`revenue was 5.42 million`."""
    value = _value(line, result, measure)
    return line.say("total", title=_named(line, result, measure), be=was(line, measure), value=value)


def _named(line: Line, result: Result, measure: Field) -> str:
    """`revenue for Germany` inside a sentence: the names of values stay as they are."""
    quantity = _quantity(result, result.query.measures.index(measure))
    is_kept = isinstance(quantity, Measured | Counted) and bool(quantity.where)
    return line.name(quantity_title(quantity, line.words)) if quantity and is_kept else line.lower(measure)


def _single(line: Line, result: Result, measure: Field, quantity: Quantity | None) -> str:
    """One number as a sentence; the form follows what is counted, divided or dated."""
    title = subject(line, result, measure, result.query.period)
    if result.cell(0, measure.name) is None:
        return line.say("has no value", title=title, have=line.say("have" if is_plural(measure) else "has"))

    parts = {
        "value": _value(line, result, measure),
        "when": dated(line, result.query.reading, result.query.period),
        "kept": kept(line, result.query.reading),
    }
    if measure.type == "time":
        form = "dated on" if isinstance(quantity, DatedLast) else "dated is"
        return line.say(form, what=line.lower(measure), be=line.say("was"), **parts)

    if isinstance(quantity, OverGroups) and quantity.function == "average":
        return _on_average(line, quantity, parts)

    if isinstance(quantity, Ratio) and quantity.is_share and not quantity.title:
        return _share(line, quantity, parts)

    is_many = measure.agg_type in _COUNTS or isinstance(quantity, Ratio)
    if is_plural(measure) and is_many and measure.format not in ("percent", "currency"):
        is_one = exact(result.cell(0, measure.name)) == 1
        forms = ("was", "is") if is_one else ("were", "are")
        what = line.name(_one_of(measure, line.words)) if is_one else line.lower(measure)
        return line.say("there are", be=line.say(forms[not parts["when"]]), what=what, **parts)

    return line.say("total", title=title, be=was(line, measure), value=parts["value"])


def _one_of(measure: Field, words: AnswerWords) -> str:
    """`order` of Orders, `order with refunds` of Orders with refunds."""
    title = words.lower(measure.title)
    head = head_of(title)
    one = "person" if head == "people" else words.singular(head)
    return f"{one}{title.removeprefix(head)}"


def _value(line: Line, result: Result, measure: Field) -> str:
    if result.cell(0, measure.name) is None:
        return line.say("unknown")

    if measure.type == "time":
        return line.day(Day(result.number, 0, measure.name))

    return line.number(Cell(result.number, 0, measure.name), measure)


def _on_average(line: Line, quantity: OverGroups, parts: Mapping[str, str]) -> str:
    """`on average, revenue in 2024 was 451,680 a month`."""
    what = line.name(quantity_title(quantity.quantity, line.words))
    unit = line.name(group_title(quantity.group, line.words))
    article = "an unit" if unit[:1] in "aeiou" else "a unit"
    per = line.say(article if isinstance(quantity.group, ByTime) else "per unit", unit=unit)
    be = line.say("were" if isinstance(quantity.quantity, Counted) else "was")
    return line.say("on average", what=what, be=be, per=per, **parts)


def _share(line: Line, ratio: Ratio, parts: Mapping[str, str]) -> str:
    """`12.3% of orders in 2024 had refunds`, `refunds in 2024 were 5.3% of revenue`."""
    above, below = ratio.above, ratio.below
    whole = line.name(quantity_title(below, line.words))
    is_part = isinstance(above, Measured | Counted) and isinstance(below, type(above)) and not below.where
    if is_part and isinstance(above, Measured | Counted) and above.where:
        be = line.say("were" if is_counted(below) else "was")
        told = [line.name(predicate_text(each, be, line.words)) for each in above.where]
        return line.say("share that", whole=whole, does=f" {line.say('and')} ".join(told), **parts)

    be = line.say("were" if is_counted(above) else "was")
    what = line.name(quantity_title(above, line.words))
    return line.say("share is", what=what, be=be, whole=whole, **parts)


def nothing(result: Result, line: Line, reason: str) -> Sentence:
    """There is nothing to tell, and why where that is known."""
    query = result.query
    place = f"{kept(line, query.reading, having=True)}{dated(line, query.reading, query.period)}"
    because = line.say("because", reason=reason) if reason else ""
    if query.name:
        what = line.name(query.name if line.words.keeps_case else query.name[:1].lower() + query.name[1:])
        return line.told("none named", what=what, because=because)

    if query.reading.having and query.dimensions:
        return line.told("none found", what=line.lower(query.dimensions[0]), place=place, because=because)

    if query.shape == "changed" and query.sought is not None and query.dimensions:
        way = "no group rose" if query.sought else "no group fell"
        what, measure = line.lower(query.dimensions[0]), capital(line.lower(query.measures[0]))
        return line.told(way, what=what, measure=measure, place=place, because=because)

    members = query.measures or query.dimensions
    if not members:
        return line.told("no such rows", place=place, because=because)

    names = line.listed([line.lower(each) for each in members], "or")
    be = was(line, members[0])
    return line.told("none measured", be=be, what=names, place=place, because=because)
