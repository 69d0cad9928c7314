"""Tells shares of a whole: the largest, those behind it, and how they were in time."""

from collections.abc import Sequence

from svcchat_magic.analyst.telling.evidence import Sentence, Sum
from svcchat_magic.analyst.telling.group_wording import (
    by_number,
    group_name,
    group_names,
    outer_groups,
    shown_number,
    when_told,
)
from svcchat_magic.analyst.telling.leaders_told import leading_groups
from svcchat_magic.analyst.telling.rankings_told import runners_up
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.wording import (
    at_moment,
    has,
    kept,
    line_of,
    lowest_first,
    was,
)
from svcchat_magic.semantic.model.model import Field


def share(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """The largest share first, then those behind it, then the whole."""
    member, measure = result.query.derived["share"], result.query.measures[0]
    ordered = by_number(result, member)
    if not ordered:
        return []

    if result.query.dimensions and result.query.grain:
        return _share_in_time(result, results, member)

    if len(result.query.dimensions) > 1:
        wholes = outer_groups(result)
        return [leading_groups(result, results, member, wholes or list(result.query.dimensions[:-1]))]

    line, (row, _) = line_of(result, results), ordered[0]
    end = "smallest share" if lowest_first(result) else "largest share"
    first = line.told(
        "shared out",
        name=group_name(line, result, row, leads=True),
        has=has(line, result),
        number=shown_number(line, result, row, member),
        what=line.lower(measure),
        kept=kept(line, result.query.reading),
        when=when_told(line, result),
        end="" if len(ordered) == 1 else line.say(end),
    )
    followers = runners_up(result, results, member, [row for row, _ in ordered[1:]])
    return [first, *followers, *_whole(result, results, measure)]


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
        name=group_names(line, result, row, dimensions),
        number=shown_number(line, result, row, member),
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
                name=group_names(third, result, row, dimensions),
                number=shown_number(third, result, earlier[0], member),
            )
        )

    return sentences


def _next_shares(result: Result, results: Sequence[Result], member: Field, rows: list[int]) -> list[Sentence]:
    line, dimensions = line_of(result, results), list(result.query.dimensions)
    others = [
        line.say(
            "in brackets",
            name=group_names(line, result, row, dimensions),
            number=shown_number(line, result, row, member),
        )
        for row in rows
    ]
    form = "next" if len(others) > 1 else "one next"
    return [line.told(form, names=line.listed(others), last="")] if others else []


def _whole(result: Result, results: Sequence[Result], measure: Field) -> list[Sentence]:
    if measure.name not in result.additive or not result.is_whole:
        return []

    line = line_of(result, results)
    number = line.number(Sum(result.number, measure.name), measure)
    return [line.told("in all was", what=line.lower(measure), be=was(line, measure), number=number)]
