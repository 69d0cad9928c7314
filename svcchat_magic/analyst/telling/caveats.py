"""What keeps the numbers of a result from being the whole truth: cut rows, units of time cut short."""

from collections.abc import Sequence
from datetime import date

from svcchat_magic.analyst.language.periods import add
from svcchat_magic.analyst.language.words import plural
from svcchat_magic.analyst.telling.evidence import Count, Sentence
from svcchat_magic.analyst.telling.reading import listed
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.wording import Line, moment_name


def caveats(result: Result, results: Sequence[Result], today: date) -> list[Sentence]:
    """The warnings of one result, none when it is whole."""
    cut = result.cut_moments(today)
    running = [day for day in cut if add(day, result.query.grain, 1) > today]
    outside = [day for day in cut if day not in running]
    is_list = result.query.shape in ("records", "values")  # these say themselves how many rows they show
    found = [cut_rows(result, results)] if result.is_cut and not result.is_too_short and not is_list else []
    if outside:
        line = Line([])
        names = listed([line.name(moment_name(day, result.query.grain, one_year=False)) for day in outside])
        verb = "is" if len(outside) == 1 else "are"
        found.append(line.sentence(f"Note that {names} {verb} only partly in the period."))

    period = result.query.period
    if running:
        found.append(_not_over(moment_name(running[0], result.query.grain, one_year=False)))
    elif period and period.is_running(today) and period.unit not in ("", "day"):
        found.append(_not_over(period.label))

    return found


def cut_rows(result: Result, results: Sequence[Result]) -> Sentence:
    """How many rows came, where that is not all of them, and what that keeps from being told."""
    line = Line([each.rows for each in results])
    shown, there = line.count(Count(result.number)), line.count(Count(result.number, of_all=True))
    noun = line.name(plural(result.query.groups[0]) if len(result.query.groups) == 1 else "rows")
    lacking = _lacking(result.query.shape, result.query.grain)
    return line.sentence(f"Showing the first {shown} of {there} {noun}{lacking}.")


def _lacking(shape: str, grain: str) -> str:
    """What the missing rows keep from being told, and what to ask instead."""
    if shape == "changed":
        return ", so I can't say what grew or fell the most. Ask for fewer groups"

    if grain:
        return ", so I can't name the peak. Ask for a shorter period or a coarser unit"

    return ""


def _not_over(name: str) -> Sentence:
    line = Line([])
    return line.sentence(f"Note that {line.name(name)} is not over yet.")
