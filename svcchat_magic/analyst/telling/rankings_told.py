"""Tells groups beside each other: who leads, who follows, and how much of the whole that is."""

from collections.abc import Sequence

from svcchat_magic.analyst.telling.evidence import Cell, Count, Sentence, Share, Sum
from svcchat_magic.analyst.telling.group_wording import (
    Point,
    by_number,
    group_name,
    in_brackets,
    plural_groups,
    shown_number,
    when_told,
)
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.wording import (
    Line,
    capital,
    has,
    kept,
    line_of,
    lowest_first,
    subject,
    superlative,
    was,
)
from svcchat_magic.semantic.model.model import Field

_NAMED = 4  # groups behind the first that are named where they are all
_MET = 6  # groups that fulfil a condition, named


def breakdown(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """The leading group of each measure; those behind it for the first."""
    sentences: list[Sentence] = []
    for measure in result.query.measures:
        sentences += _ranking(result, results, measure, is_first=measure == result.query.measures[0])

    return sentences


def _told_apart_by(result: Result) -> tuple[Field, ...]:
    """The groups that rows are; not what is only shown beside the first, where that tells them apart."""
    dimensions = result.query.dimensions
    is_beside = len(dimensions) + bool(result.query.grain) > 1
    is_first = bool(dimensions) and is_beside and len(result.distinct(dimensions[0])) == len(result.rows.rows)
    return dimensions[:1] if is_first else dimensions


def having(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """How many groups fulfil the condition, and the first of them."""
    query, measure = result.query, result.query.measures[0]
    line, words = line_of(result, results), result.query.words
    one = result.rows.total_rows == 1
    named = _told_apart_by(result)
    is_told = 0 < len(named) < len(query.dimensions) + bool(query.grain)
    groups = [words.lower(each.title) for each in named] if is_told else query.reading.groups
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
        when=when_told(line, result),
    )
    ordered = by_number(result, measure)[:_MET]
    second = line_of(result, results)
    names = [in_brackets(second, result, row, measure) for row, _ in ordered]
    if not names:
        return [first]

    end = "the lowest are" if lowest_first(result) else "the highest are"
    all_of = "it is named" if one else "they are named"
    form = end if len(names) < result.rows.total_rows else all_of
    return [first, second.told(form, names=second.listed(names))]


def _ranking(result: Result, results: Sequence[Result], measure: Field, *, is_first: bool) -> list[Sentence]:
    ordered = by_number(result, measure)
    if not ordered:
        return []

    line = line_of(result, results)
    if len(result.rows.rows) == 1 and result.is_whole:
        return [_only(line, result, measure)]

    tied = [row for row, value in ordered if value == ordered[0][1]]
    filtered = kept(line, result.query.reading) if is_first else ""
    parts = {"best": _best(line, result, measure), "kept": filtered, "when": when_told(line, result)}
    number = shown_number(line, result, ordered[0][0], measure)
    if 1 < len(tied) < len(ordered) or (len(tied) > 1 and result.query.limit is not None):
        names = [group_name(line, result, row) for row in tied[:3]]
        named = line.listed(names if len(tied) <= 3 else [*names, line.say("others")])
        first = line.told("share best", names=capital(named), number=number, **parts)
    elif len(tied) == len(ordered) > 1:
        groups = line.name(plural_groups(result))
        return [
            line.told("all the same", groups=groups, what=line.lower(measure), kept=filtered, number=number)
        ]
    else:
        leader = group_name(line, result, ordered[0][0], leads=True)
        number = _number(line, result, measure, ordered)
        first = line.sentence(
            line.say("leader has", name=leader, has=has(line, result), number=number, **parts)
        )

    if result.query.reading.both:
        return [first, *_other_end(result, results, measure, ordered)]

    others = [row for row, _ in ordered[max(len(tied), 1) :]] if is_first else []
    if len(ordered) == 2 and others and result.is_whole:
        return [first, _second(result, results, measure, [row for row, _ in ordered])]

    return [first, *runners_up(result, results, measure, others)]


def _other_end(
    result: Result, results: Sequence[Result], measure: Field, ordered: list[Point]
) -> list[Sentence]:
    """Those that were asked for from the other end, the last one first."""
    rows = [row for row, value in reversed(ordered) if value == ordered[-1][1]]
    rows = rows if len(rows) <= _NAMED else rows[:1]
    line = line_of(result, results)
    return [
        line.told("other end", names=line.listed([in_brackets(line, result, row, measure) for row in rows]))
    ]


def _best(line: Line, result: Result, measure: Field) -> str:
    """`the highest revenue`, `the second highest revenue`."""
    nth, is_low = result.query.reading.nth, lowest_first(result)
    if nth:
        return line.name(result.query.words.nth(nth, line.lower(measure), is_high=not is_low))

    return superlative(line, measure, "asc" if is_low else "desc")


def _second(result: Result, results: Sequence[Result], measure: Field, rows: list[int]) -> Sentence:
    """The other one of two, and how far it is from the first."""
    line = line_of(result, results)
    leader, other = (Cell(result.number, row, measure.name) for row in rows)
    name = in_brackets(line, result, rows[1], measure)
    return line.told("second of two", name=name, apart=line.behind(leader, other, measure))


def _only(line: Line, result: Result, measure: Field) -> Sentence:
    """A breakdown with a single group."""
    title = subject(line, result, measure, result.query.period)
    number = shown_number(line, result, 0, measure)
    rest = line.say("number was", title=title, be=was(line, measure), number=number)
    if result.query.reading.filters:
        return line.sentence(rest)

    return line.sentence(line.say("is the only", name=group_name(line, result, 0, leads=True), rest=rest))


def _number(line: Line, result: Result, measure: Field, ordered: list[Point]) -> str:
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


def runners_up(result: Result, results: Sequence[Result], measure: Field, rows: list[int]) -> list[Sentence]:
    """Those behind the first: all of a few, else two and the last one."""
    if not rows:
        return []

    line = line_of(result, results)
    told = _NAMED if len(rows) <= _NAMED else 2
    next_ones = [in_brackets(line, result, row, measure) for row in rows[:told]]
    last = ""
    if len(rows) > told and result.is_whole:
        name = group_name(line, result, rows[-1])
        last = line.say("last is", name=name, number=shown_number(line, result, rows[-1], measure))

    form = "next" if len(next_ones) > 1 else "one next"
    return [line.told(form, names=line.listed(next_ones), last=last)]
