"""Tells groups beside each other: who leads, who follows, and how much of the whole that is."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from svcchat_magic.analyst.telling.evidence import Cell, Count, Sentence, Share, Sum
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.wording import (
    Line,
    at_moment,
    capital,
    dated,
    has,
    kept,
    line_of,
    lowest_first,
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
        wholes = [
            each
            for each in result.query.dimensions
            if result.query.words.lower(each.title) in result.query.reading.within
        ]
        return [_leading(result, results, member, wholes or list(result.query.dimensions[:-1]))]

    line, (row, _) = line_of(result, results), ordered[0]
    end = "smallest share" if lowest_first(result) else "largest share"
    first = line.told(
        "shared out",
        name=_group(line, result, row, leads=True),
        has=has(line, result),
        number=_shown(line, result, row, member),
        what=line.lower(measure),
        kept=kept(line, result.query.reading),
        when=_when(line, result),
        end="" if len(ordered) == 1 else line.say(end),
    )
    followers = _followers(result, results, member, [row for row, _ in ordered[1:]])
    return [first, *followers, *_whole(result, results, measure)]


def _outer(result: Result) -> list[Field]:
    """The groups that a ranking or a share is within."""
    words, inside = result.query.words, result.query.reading.within
    return [each for each in result.query.dimensions if words.lower(each.title) in inside]


def within(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """Who leads in each group."""
    outer = [
        each
        for each in result.query.dimensions
        if result.query.words.lower(each.title) in result.query.reading.within
    ]
    inner = [each for each in result.query.dimensions if each not in outer]
    measure = result.query.measures[0]
    if not inner or not (outer or result.query.grain):
        return breakdown(result, results)

    return [_leading(result, results, measure, outer)]


def _leading(result: Result, results: Sequence[Result], measure: Field, outer: list[Field]) -> Sentence:
    """`By revenue in 2024, Alder Desk leads in Furniture (208,210) and Alder Chair in Office (161,140)`."""
    inner = [each for each in result.query.dimensions if each not in outer]
    leaders = _leaders(result, measure, outer)
    if not outer:
        leaders.sort(key=lambda row: result.moment(row) or date.min)

    line = line_of(result, results)
    names = [_names(line, result, row, inner) for row in leaders[:_LED]]
    end = "first last" if lowest_first(result) else "first leads"
    forms = [end, *[("same leads" if len(set(names)) == 1 else "leads in")] * len(names)]
    parts = [
        line.say(
            form,
            name=name,
            group=_names(line, result, row, outer) or _moment(line, result, row),
            number=_shown(line, result, row, measure),
        )
        for form, name, row in zip(forms, names, leaders, strict=False)
    ]
    return line.told(
        "by leads",
        what=line.lower(measure),
        kept=kept(line, result.query.reading),
        when=_when(line, result),
        leaders=line.listed(parts),
        others=line.say("among others") if len(leaders) > _LED else "",
    )


def _share_in_time(result: Result, results: Sequence[Result], member: Field) -> list[Sentence]:
    """The shares of the last whole unit of time, and the leader's share in the first one."""
    over, numbers = result.cut_moments(result.today), result.numbers(member)
    days = sorted({day for row, _ in numbers if (day := result.moment(row))})
    whole = [day for day in days if day not in over] or days
    latest = sorted(
        (each for each in numbers if result.moment(each[0]) == whole[-1]), key=lambda each: -each[1]
    )
    line, dimensions, grain = (
        line_of(result, results),
        list(result.query.dimensions),
        result.query.grain,
    )
    row = latest[0][0]
    first = line.told(
        "share in time",
        when=at_moment(line, whole[-1], grain),
        name=_names(line, result, row, dimensions),
        number=_shown(line, result, row, member),
        what=f"{line.lower(result.query.measures[0])}{kept(line, result.query.reading)}",
    )
    sentences = [first, *_next_shares(result, results, member, [at for at, _ in latest[1:4]])]
    earlier = [
        at for at, _ in numbers if result.moment(at) == whole[0] and result.label(at) == result.label(row)
    ]
    if earlier and len(whole) > 1:
        third = line_of(result, results)
        sentences.append(
            third.told(
                "share before",
                when=at_moment(third, whole[0], grain),
                name=_names(third, result, row, dimensions),
                number=_shown(third, result, earlier[0], member),
            )
        )

    return sentences


def _next_shares(result: Result, results: Sequence[Result], member: Field, rows: list[int]) -> list[Sentence]:
    line, dimensions = line_of(result, results), list(result.query.dimensions)
    others = [
        line.say(
            "in brackets",
            name=_names(line, result, row, dimensions),
            number=_shown(line, result, row, member),
        )
        for row in rows
    ]
    form = "next" if len(others) > 1 else "one next"
    return [line.told(form, names=line.listed(others), last="")] if others else []


def having(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """How many groups fulfil the condition, and the first of them."""
    query, measure = result.query, result.query.measures[0]
    line, words = line_of(result, results), result.query.words
    one = result.rows.total_rows == 1
    groups = query.reading.groups if query.grain else [words.lower(each.title) for each in query.dimensions]
    noun = words.listed(groups) if one else f" {words.say('and')} ".join(map(words.plural, groups))
    have = "had" if query.period else "has" if one else "have"
    prefix = words.phrases["behind with"]
    told = [line.name(each.removeprefix(prefix)) for each in query.reading.having]
    first = line.told(
        "groups that",
        count=line.count(Count(result.number, of_all=True)),
        noun=line.name(noun),
        have=line.say(have),
        bounds=f" {words.say('and')} ".join(told),
        kept=kept(line, query.reading),
        when=_when(line, result),
    )
    ordered = _ordered(result, measure)[:_MET]
    second = line_of(result, results)
    names = [_in_brackets(second, result, row, measure) for row, _ in ordered]
    if not names:
        return [first]

    end = "the lowest are" if lowest_first(result) else "the highest are"
    all_of = "it is named" if one else "they are named"
    form = end if len(names) < result.rows.total_rows else all_of
    return [first, second.told(form, names=second.listed(names))]


def _ranking(result: Result, results: Sequence[Result], measure: Field, *, is_first: bool) -> list[Sentence]:
    ordered = _ordered(result, measure)
    if not ordered:
        return []

    line = line_of(result, results)
    if len(result.rows.rows) == 1 and result.is_whole:
        return [_only(line, result, measure)]

    tied = [row for row, value in ordered if value == ordered[0][1]]
    filtered = kept(line, result.query.reading) if is_first else ""
    parts = {
        "best": superlative(line, measure, "asc" if lowest_first(result) else "desc"),
        "kept": filtered,
        "when": _when(line, result),
    }
    number = _shown(line, result, ordered[0][0], measure)
    if 1 < len(tied) < len(ordered) or (len(tied) > 1 and result.query.limit is not None):
        names = [_group(line, result, row) for row in tied[:3]]
        named = line.listed(names if len(tied) <= 3 else [*names, line.say("others")])
        first = line.told("share best", names=capital(named), number=number, **parts)
    elif len(tied) == len(ordered) > 1:
        groups = line.name(_plural_groups(result))
        return [
            line.told("all the same", groups=groups, what=line.lower(measure), kept=filtered, number=number)
        ]
    else:
        leader = _group(line, result, ordered[0][0], leads=True)
        number = _number(line, result, measure, ordered)
        first = line.sentence(
            line.say("leader has", name=leader, has=has(line, result), number=number, **parts)
        )

    others = [row for row, _ in ordered[max(len(tied), 1) :]] if is_first else []
    if len(ordered) == 2 and others and result.is_whole:
        return [first, _second(result, results, measure, [row for row, _ in ordered])]

    return [first, *_followers(result, results, measure, others)]


def _second(result: Result, results: Sequence[Result], measure: Field, rows: list[int]) -> Sentence:
    """The other one of two, and how far it is from the first."""
    line = line_of(result, results)
    leader, other = (Cell(result.number, row, measure.name) for row in rows)
    name = _in_brackets(line, result, rows[1], measure)
    return line.told("second of two", name=name, apart=line.behind(leader, other, measure))


def _only(line: Line, result: Result, measure: Field) -> Sentence:
    """A breakdown with a single group."""
    title = subject(line, result, measure, result.query.period)
    number = _shown(line, result, 0, measure)
    rest = line.say("number was", title=title, be=was(line, measure), number=number)
    if result.query.reading.filters:
        return line.sentence(rest)

    return line.sentence(line.say("is the only", name=_group(line, result, 0, leads=True), rest=rest))


def _number(line: Line, result: Result, measure: Field, ordered: list[_Point]) -> str:
    """The number of the first group, and its share of the whole where that means something."""
    row, value = ordered[0]
    cell = Cell(result.number, row, measure.name)
    text = line.number(cell, measure)
    is_part = measure.name in result.additive and result.is_whole and len(ordered) > 1
    if is_part and value > 0 and all(number >= 0 for _, number in ordered):
        whole = Sum(result.number, measure.name)
        share = line.share(Share(cell, whole))
        return line.say("part of", number=text, share=share, whole=line.number(whole, measure))

    return text


def _followers(result: Result, results: Sequence[Result], measure: Field, rows: list[int]) -> list[Sentence]:
    if not rows:
        return []

    line = line_of(result, results)
    told = _NAMED if len(rows) <= _NAMED else 2
    next_ones = [_in_brackets(line, result, row, measure) for row in rows[:told]]
    last = ""
    if len(rows) > told and result.is_whole:
        name = _group(line, result, rows[-1])
        last = line.say("last is", name=name, number=_shown(line, result, rows[-1], measure))

    form = "next" if len(next_ones) > 1 else "one next"
    return [line.told(form, names=line.listed(next_ones), last=last)]


def _in_brackets(line: Line, result: Result, row: int, measure: Field) -> str:
    """`Store (1.2 million)`."""
    number = _shown(line, result, row, measure)
    return line.say("in brackets", name=_group(line, result, row), number=number)


def _whole(result: Result, results: Sequence[Result], measure: Field) -> list[Sentence]:
    if measure.name not in result.additive or not result.is_whole:
        return []

    line = line_of(result, results)
    number = line.number(Sum(result.number, measure.name), measure)
    return [line.told("in all was", what=line.lower(measure), be=was(line, measure), number=number)]


def _moment(line: Line, result: Result, row: int) -> str:
    """`Q3 2024`, where each unit of time has a ranking of its own."""
    day = result.moment(row)
    return line.name(line.words.dates.unit(day, result.query.grain)) if day else ""


def _leaders(result: Result, measure: Field, outer: list[Field]) -> list[int]:
    """The first row of each group, the groups in the order of their leaders."""
    found: dict[tuple[object, ...], int] = {}
    ordered = _ordered(result, measure)
    for row, _ in ordered:
        whole = tuple(result.cell(row, each.name) for each in outer) or (result.moment(row),)
        found.setdefault(whole, row)

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
    words = result.query.words
    return words.listed([words.plural(each) for each in result.query.reading.groups])


def _shown(line: Line, result: Result, row: int, measure: Field) -> str:
    return line.number(Cell(result.number, row, measure.name), measure)


def _names(line: Line, result: Result, row: int, dimensions: list[Field]) -> str:
    return line.name(" / ".join(result.named(row, each) for each in dimensions))


def _group(line: Line, result: Result, row: int, *, leads: bool = False) -> str:
    """The row's group; one that leads the sentence begins it: "The week of 8 July 2024"."""
    day = result.moment(row)
    when = line.words.dates.unit(day, result.query.grain) if day else ""
    name = " / ".join(filter(None, (result.label(row), when)))
    first = result.query.dimensions[:1]
    is_value = bool(first) and first[0].type == "string"
    return line.name(capital(name) if leads and not is_value else name)
