"""Tells who leads in each group or unit of time."""

from collections.abc import Sequence
from datetime import date

from svcchat_magic.analyst.telling.evidence import Sentence
from svcchat_magic.analyst.telling.group_wording import (
    by_number,
    group_names,
    outer_groups,
    shown_number,
    when_told,
)
from svcchat_magic.analyst.telling.rankings_told import breakdown
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.wording import (
    Line,
    kept,
    line_of,
    lowest_first,
)
from svcchat_magic.semantic.model.model import Field

_LED = 8  # groups that are named


def within(result: Result, results: Sequence[Result]) -> list[Sentence]:
    """Who leads in each group."""
    outer = outer_groups(result)
    inner = [each for each in result.query.dimensions if each not in outer]
    measure = result.query.measures[0]
    if not inner or not (outer or result.query.grain):
        return breakdown(result, results)

    return [leading_groups(result, results, measure, outer)]


def leading_groups(result: Result, results: Sequence[Result], measure: Field, outer: list[Field]) -> Sentence:
    """`By revenue in 2024, Alder Desk leads in Furniture (208,210) and Alder Chair in Office (161,140)`."""
    inner = [each for each in result.query.dimensions if each not in outer]
    leaders = _leaders(result, measure, outer)
    if not outer:
        leaders.sort(key=lambda row: result.moment(row) or date.min)

    line = line_of(result, results)
    names = [group_names(line, result, row, inner) for row in leaders[:_LED]]
    end = "first last" if lowest_first(result) else "first leads"
    forms = [end, *[("same leads" if len(set(names)) == 1 else "leads in")] * len(names)]
    parts = [
        line.say(
            form,
            name=name,
            group=group_names(line, result, row, outer) or _moment(line, result, row),
            number=shown_number(line, result, row, measure),
        )
        for form, name, row in zip(forms, names, leaders, strict=False)
    ]
    return line.told(
        "by leads",
        what=line.lower(measure),
        kept=kept(line, result.query.reading),
        when=when_told(line, result),
        leaders=line.listed(parts),
        others=line.say("among others") if len(leaders) > _LED else "",
    )


def _leaders(result: Result, measure: Field, outer: list[Field]) -> list[int]:
    """The first row of each group, the groups in the order of their leaders."""
    found: dict[tuple[object, ...], int] = {}
    ordered = by_number(result, measure)
    for row, _ in ordered:
        whole = tuple(result.cell(row, each.name) for each in outer) or (result.moment(row),)
        found.setdefault(whole, row)

    return list(found.values())


def _moment(line: Line, result: Result, row: int) -> str:
    """`Q3 2024`, where each unit of time has a ranking of its own."""
    day = result.moment(row)
    return line.name(line.words.dates.unit(day, result.query.grain)) if day else ""
