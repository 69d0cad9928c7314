"""What keeps the numbers of a result from being the whole truth: cut rows, units of time cut short."""

from collections.abc import Sequence
from datetime import date

from svcchat_magic.analyst.language.answer_words import AnswerWords
from svcchat_magic.analyst.language.periods import add
from svcchat_magic.analyst.telling.evidence import Count, Sentence
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.wording import Line, line_of
from svcchat_magic.semantic.inference.lists_in_texts import SEVERAL
from svcchat_magic.semantic.model.model import Field

_MOST_AHEAD = 3  # units of time that are named one by one


def caveats(result: Result, results: Sequence[Result], today: date) -> list[Sentence]:
    """The warnings of one result, none when it is whole."""
    cut, words = result.cut_moments(today), result.query.words
    running = [day for day in cut if add(day, result.query.grain, 1) > today]  # or not begun
    outside = [day for day in cut if day not in running]
    is_list = result.query.shape in ("records", "values")  # these say themselves how many rows they show
    found = [cut_rows(result, results)] if result.is_cut and not result.is_too_short and not is_list else []
    if result.latest and result.query.latest:
        line, unit = Line([], words), result.query.latest.finest or "day"
        found.append(line.told("latest figures", when=line.name(words.dates.unit(result.latest, unit))))

    if not is_list:
        found += [_several_in_one(each, words) for each in result.query.dimensions if names_several(each)]

    if outside:
        line = Line([], words)
        names = line.listed([line.name(words.dates.unit(day, result.query.grain)) for day in outside])
        found.append(line.told("partly in one" if len(outside) == 1 else "partly in", names=names))

    period = result.query.period
    if running:
        found.append(_unfinished(running, today, result))
    elif period and period.is_running(today) and period.unit not in ("", "day"):
        found.append(_not_over(result.query.period_name, words))

    return found


def names_several(dimension: Field) -> bool:
    """Whether the texts of a dimension may name several things in one, as its description says."""
    return dimension.description.startswith(SEVERAL)


def _several_in_one(dimension: Field, words: AnswerWords) -> Sentence:
    line = Line([], words)
    return line.told("several in one", what=line.lower(dimension))


def cut_rows(result: Result, results: Sequence[Result]) -> Sentence:
    """How many rows came, where that is not all of them, and what that keeps from being told."""
    line, groups = line_of(result, results), result.query.groups
    shown, there = line.count(Count(result.number)), line.count(Count(result.number, of_all=True))
    noun = line.name(line.words.plural(groups[0]) if len(groups) == 1 else line.say("rows"))
    lacking = _lacking(line, result.query.shape, result.query.grain)
    return line.told("first shown", shown=shown, there=there, what=noun, lacking=lacking)


def _lacking(line: Line, shape: str, grain: str) -> str:
    """What the missing rows keep from being told, and what to ask instead."""
    if shape == "changed":
        return line.say("lacks changes")

    if grain:
        return line.say("lacks peak")

    return ""


def _unfinished(units: Sequence[date], today: date, result: Result) -> Sentence:
    """The unit of time that is not over, and those that have not begun."""
    words, grain = result.query.words, result.query.grain
    begun, ahead = ([day for day in units if (day <= today) is side] for side in (True, False))
    if not ahead:
        return _not_over(words.dates.unit(begun[0], grain), words)

    line = Line([], words)
    named = [line.name(words.dates.unit(day, grain)) for day in ahead]
    if len(named) > _MOST_AHEAD:
        later = line.say("from on have not begun", name=named[0])
    else:
        later = line.say("have not begun" if len(named) > 1 else "has not begun", names=line.listed(named))

    if not begun:
        return line.told("not begun", later=later)

    return line.told("not over but", name=line.name(words.dates.unit(begun[0], grain)), later=later)


def _not_over(name: str, words: AnswerWords) -> Sentence:
    line = Line([], words)
    return line.told("not over", name=line.name(name))
