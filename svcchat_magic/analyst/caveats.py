"""What keeps the numbers of a result from being the whole truth: cut rows, units of time cut short."""

from collections.abc import Sequence
from datetime import date

from svcchat_magic.analyst.evidence import Count, Sentence
from svcchat_magic.analyst.periods import add
from svcchat_magic.analyst.reading import listed
from svcchat_magic.analyst.results import Result
from svcchat_magic.analyst.wording import Line, moment_name


def caveats(result: Result, results: Sequence[Result], today: date) -> list[Sentence]:
    """The warnings of one result, none when it is whole."""
    cut = result.cut_moments(today)
    running = [day for day in cut if add(day, result.query.grain, 1) > today]
    outside = [day for day in cut if day not in running]
    found = [cut_rows(result, results)] if result.is_cut and not result.is_too_short else []
    if outside:
        line = Line([])
        names = listed([line.name(moment_name(day, result.query.grain, one_year=False)) for day in outside])
        verb = "lies" if len(outside) == 1 else "lie"
        found.append(line.sentence(f"Note that {names} {verb} only partly in the period."))

    period = result.query.period
    if running:
        found.append(_not_over(moment_name(running[0], result.query.grain, one_year=False)))
    elif period and period.is_running(today) and period.unit not in ("", "day"):
        found.append(_not_over(period.label))

    return found


def cut_rows(result: Result, results: Sequence[Result]) -> Sentence:
    """How many rows came, where that is not all of them."""
    claims = Count(result.number), Count(result.number, of_all=True)
    rows = results[result.number].rows
    counts = f"{len(rows.rows):,} of {rows.total_rows:,}"
    return Sentence(f"Only {counts} rows came{_lacking(result)}.", claims)


def _lacking(result: Result) -> str:
    """What the missing rows keep from being told, and what to ask instead."""
    if result.query.shape == "growth":
        return ", too few to say what grew or fell the most: ask for fewer groups"

    if result.query.grain:
        return ", so the highest and the lowest are not told: ask for a shorter period or a coarser unit"

    return ""


def _not_over(name: str) -> Sentence:
    line = Line([])
    return line.sentence(f"Note that {line.name(name)} is not over.")
