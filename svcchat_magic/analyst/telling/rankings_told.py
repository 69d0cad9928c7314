"""Tells groups beside each other: who leads, who follows, and how much of the whole that is."""

from collections.abc import Sequence
from decimal import Decimal

from svcchat_magic.analyst.language.words import plural
from svcchat_magic.analyst.telling.evidence import Cell, Count, Sentence, Share, Sum
from svcchat_magic.analyst.telling.reading import listed, lowered
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.wording import (
    Line,
    at_moment,
    capital,
    dated,
    has,
    kept,
    lowest_first,
    moment_name,
    subject,
    superlative,
    was,
)
from svcchat_magic.semantic.model.model import Field

_Point = tuple[int, Decimal]  # a row and its number
_NAMED = 4  # groups behind the first that are named where they are all
_LED, _MET = 8, 6  # groups of a ranking within groups, and those that fulfil a condition


def breakdown(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """The leading group of each measure; those behind it for the first."""
    sentences: list[Sentence] = []
    for measure in result.query.measures:
        sentences += _ranking(result, results, measure, is_first=measure == result.query.measures[0])

    return sentences


def share(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """The largest share first, then those behind it, then the whole."""
    member, measure = result.query.derived["share"], result.query.measures[0]
    ordered = _ordered(result, member)
    if not ordered:
        return []

    if result.query.dimensions and result.query.grain:
        return _share_in_time(result, results, member)

    if len(result.query.dimensions) > 1:
        wholes = [each for each in result.query.dimensions if lowered(each) in result.query.reading.within]
        return [_leading(result, results, member, wholes or list(result.query.dimensions[:-1]))]

    line, (row, _) = Line([each.rows for each in results]), ordered[0]
    filtered, when = kept(line, result.query.reading), _when(line, result)
    end = "smallest" if lowest_first(result) else "largest"
    one = "" if len(ordered) == 1 else f", the {end} share"
    text = f"{_group(line, result, row, leads=True)} {has(result)} {_shown(line, result, row, member)}"
    first = line.sentence(f"{text} of {line.name(lowered(measure))}{filtered}{when}{one}.")
    followers = _followers(result, results, member, [row for row, _ in ordered[1:]])
    return [first, *followers, *_whole(result, results, measure)]


def within(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """Who leads in each group."""
    outer = [each for each in result.query.dimensions if lowered(each) in result.query.reading.within]
    inner = [each for each in result.query.dimensions if each not in outer]
    measure = result.query.measures[0]
    if not outer or not inner:
        return breakdown(result, results)

    return [_leading(result, results, measure, outer)]


def _leading(result: Result, results: Sequence[Result], measure: Field, outer: list[Field]) -> Sentence:
    """`By revenue in 2024, Alder Desk leads in Furniture (208,210) and Alder Chair in Office (161,140)`."""
    inner = [each for each in result.query.dimensions if each not in outer]
    leaders = _leaders(result, measure, outer)
    line = Line([each.rows for each in results])
    end = " comes last" if lowest_first(result) else " leads"
    names = [_names(line, result, row, inner) for row in leaders[:_LED]]
    parts = [
        f"{'' if at and len(set(names)) == 1 else name}{'' if at else end}"
        f"{'' if at and len(set(names)) == 1 else ' in '}{_names(line, result, row, outer)} "
        f"({_shown(line, result, row, measure)})"
        for at, (name, row) in enumerate(zip(names, leaders, strict=False))
    ]
    lead = f"By {line.name(lowered(measure))}{kept(line, result.query.reading)}{_when(line, result)}"
    rest = " among others" if len(leaders) > _LED else ""
    return line.sentence(f"{lead}, {listed(parts)}{rest}.")


def _share_in_time(result: Result, results: Sequence[Result], member: Field) -> list[Sentence]:
    """The shares of the last whole unit of time, and the leader's share in the first one."""
    over, numbers = result.cut_moments(result.today), result.numbers(member)
    days = sorted({day for row, _ in numbers if (day := result.moment(row))})
    whole = [day for day in days if day not in over] or days
    latest = sorted(
        (each for each in numbers if result.moment(each[0]) == whole[-1]), key=lambda each: -each[1]
    )
    line, dimensions, grain = (
        Line([each.rows for each in results]),
        list(result.query.dimensions),
        result.query.grain,
    )
    title = f"{line.name(lowered(result.query.measures[0]))}{kept(line, result.query.reading)}"
    row = latest[0][0]
    leader = f"{capital(at_moment(line, whole[-1], grain))}, {_names(line, result, row, dimensions)} had"
    first = line.sentence(f"{leader} {_shown(line, result, row, member)} of {title}, the largest share.")
    second = Line([each.rows for each in results])
    others = [
        f"{_names(second, result, at, dimensions)} ({_shown(second, result, at, member)})"
        for at, _ in latest[1:4]
    ]
    sentences = [first, second.sentence(f"Next {'come' if len(others) > 1 else 'comes'} {listed(others)}.")][
        : 1 + bool(others)
    ]
    earlier = [
        at for at, _ in numbers if result.moment(at) == whole[0] and result.label(at) == result.label(row)
    ]
    if earlier and len(whole) > 1:
        third = Line([each.rows for each in results])
        had = f"{_names(third, result, row, dimensions)} had {_shown(third, result, earlier[0], member)}"
        sentences.append(third.sentence(f"{capital(at_moment(third, whole[0], grain))}, {had}."))

    return sentences


def having(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """How many groups fulfil the condition, and the first of them."""
    query, measure = result.query, result.query.measures[0]
    line = Line([each.rows for each in results])
    one = result.rows.total_rows == 1
    groups = (
        [query.grain, *map(lowered, query.dimensions)]
        if query.grain
        else list(map(lowered, query.dimensions))
    )
    noun = line.name(listed(groups) if one else " and ".join(plural(each) for each in groups))
    verb = ("had" if query.period else "has") if one else ("had" if query.period else "have")
    bounds = " and ".join(line.name(each.removeprefix("with ")) for each in query.reading.having)
    count = line.count(Count(result.number, of_all=True))
    first = line.sentence(f"{count} {noun} {verb} {bounds}{kept(line, query.reading)}{_when(line, result)}.")
    ordered = _ordered(result, measure)[:_MET]
    second = Line([each.rows for each in results])
    names = [f"{_group(second, result, row)} ({_shown(second, result, row, measure)})" for row, _ in ordered]
    if not names:
        return [first]

    end = "lowest" if lowest_first(result) else "highest"
    text = (
        f"The {end} are {listed(names)}"
        if len(names) < result.rows.total_rows
        else capital(f"{'it is' if one else 'they are'} {listed(names)}")
    )
    return [first, second.sentence(f"{text}.")]


def _ranking(result: Result, results: Sequence[Result], measure: Field, *, is_first: bool) -> list[Sentence]:
    ordered = _ordered(result, measure)
    if not ordered:
        return []

    line = Line([each.rows for each in results])
    if len(result.rows.rows) == 1 and result.is_whole:
        return [_only(line, result, measure)]

    tied = [row for row, value in ordered if value == ordered[0][1]]
    filtered = kept(line, result.query.reading) if is_first else ""
    best = superlative(line, measure, "asc" if lowest_first(result) else "desc")
    number = _shown(line, result, ordered[0][0], measure)
    if 1 < len(tied) < len(ordered):
        names = [_group(line, result, row) for row in tied[:3]]
        named = listed(names if len(tied) <= 3 else [*names, "others"])
        first = f"{capital(named)} share {best}{filtered}{_when(line, result)}: {number} each"
    elif len(tied) == len(ordered) > 1:
        groups, title = line.name(_plural_groups(result)), line.name(lowered(measure))
        return [line.sentence(f"All {groups} have the same {title}{filtered}: {number}.")]
    else:
        leader = _group(line, result, ordered[0][0], leads=True)
        told = f"{leader} {has(result)} {best}{filtered}{_when(line, result)}"
        first = f"{told}: {_number(line, result, measure, ordered)}"

    others = [row for row, _ in ordered[max(len(tied), 1) :]] if is_first else []
    return [line.sentence(f"{first}."), *_followers(result, results, measure, others)]


def _only(line: Line, result: Result, measure: Field) -> Sentence:
    """A breakdown with a single group."""
    title = subject(line, result, measure, result.query.period)
    named = "" if result.query.reading.filters else f"{_group(line, result, 0, leads=True)} is the only one: "
    return line.sentence(f"{named}{title} {was(measure)} {_shown(line, result, 0, measure)}.")


def _number(line: Line, result: Result, measure: Field, ordered: list[_Point]) -> str:
    """The number of the first group, and its share of the whole where that means something."""
    row, value = ordered[0]
    cell = Cell(result.number, row, measure.name)
    text = line.number(cell, measure)
    is_part = measure.name in result.additive and result.is_whole and len(ordered) > 1
    if is_part and value > 0 and all(number >= 0 for _, number in ordered):
        whole = Sum(result.number, measure.name)
        text += f", {line.share(Share(cell, whole))} of {line.number(whole, measure)}"

    return text


def _followers(result: Result, results: Sequence[Result], measure: Field, rows: list[int]) -> list[Sentence]:
    if not rows:
        return []

    line = Line([each.rows for each in results])
    told = _NAMED if len(rows) <= _NAMED else 2
    next_ones = [f"{_group(line, result, row)} ({_shown(line, result, row, measure)})" for row in rows[:told]]
    text = f"Next {'come' if len(next_ones) > 1 else 'comes'} {listed(next_ones)}"
    if len(rows) > told and result.is_whole:
        last = rows[-1]
        text += f"; last is {_group(line, result, last)} ({_shown(line, result, last, measure)})"

    return [line.sentence(f"{text}.")]


def _whole(result: Result, results: Sequence[Result], measure: Field) -> list[Sentence]:
    if measure.name not in result.additive or not result.is_whole:
        return []

    line = Line([each.rows for each in results])
    number = line.number(Sum(result.number, measure.name), measure)
    return [line.sentence(f"In all, {line.name(lowered(measure))} {was(measure)} {number}.")]


def _leaders(result: Result, measure: Field, outer: list[Field]) -> list[int]:
    """The first row of each group, the groups in the order of their leaders."""
    found: dict[tuple[object, ...], int] = {}
    ordered = _ordered(result, measure)
    for row, _ in ordered:
        found.setdefault(tuple(result.cell(row, each.name) for each in outer), row)

    return list(found.values())


def _ordered(result: Result, measure: Field) -> list[_Point]:
    """The rows from the end that was asked for; units of time that are not whole are no lowest."""
    numbers = result.numbers(measure)
    over = result.cut_moments(result.today)
    whole = [pair for pair in numbers if result.moment(pair[0]) not in over] or numbers
    return sorted(whole, key=lambda pair: pair[1], reverse=not lowest_first(result))


def _when(line: Line, result: Result) -> str:
    return dated(line, result.query.reading, result.query.period)


def _plural_groups(result: Result) -> str:
    return listed(
        [
            plural(each)
            for each in [
                *([result.query.grain] if result.query.grain else []),
                *map(lowered, result.query.dimensions),
            ]
        ]
    )


def _shown(line: Line, result: Result, row: int, measure: Field) -> str:
    return line.number(Cell(result.number, row, measure.name), measure)


def _names(line: Line, result: Result, row: int, dimensions: list[Field]) -> str:
    return line.name(" / ".join(result.named(row, each) for each in dimensions))


def _group(line: Line, result: Result, row: int, *, leads: bool = False) -> str:
    """The row's group; one that leads the sentence begins it: "The week of 8 July 2024"."""
    day = result.moment(row)
    when = moment_name(day, result.query.grain, one_year=False) if day else ""
    name = " / ".join(filter(None, (result.label(row), when)))
    first = result.query.dimensions[:1]
    is_value = bool(first) and first[0].type == "string"
    return line.name(capital(name) if leads and not is_value else name)
