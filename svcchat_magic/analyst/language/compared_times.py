"""Which two stretches of time are compared: the one before the other, the same part of two years."""

from svcchat_magic.analyst.language.periods import Period, add, whole
from svcchat_magic.analyst.language.time_points import point_at
from svcchat_magic.analyst.language.time_words import Phrase, Point

_BEFORE = frozenset({"previous", "prior", "preceding"})
_UNTIL_NOW = (("up", "to", "today"), ("until", "today"), ("to", "date"), ("so", "far"), ("up", "to", "now"),
              ("until", "now"), ("till", "today"), ("by", "today"))  # fmt: skip

Compared = tuple[Period, Period, int]  # both stretches, and the index behind the words of the second


def told_from_first(phrase: Phrase, begin: int, stop: int, place: int) -> Compared | None:
    """`July vs the previous month`: the one before July, wherever today is."""
    first = point_at(phrase, phrase.skip(begin, "the"))
    if first is None or first[1] != stop or phrase.at(place) not in _BEFORE:
        return None

    unit = phrase.unit(place + 1)  # the year before is told as a change anyway
    before = first[0].before() if unit == first[0].unit and unit not in ("", "year") else None
    return (first[0], before, place + 2) if before else None


def until_now(phrase: Phrase, at: int) -> Point | None:
    """The second of `this year vs last year up to today`: as much of the last one as there is of this one."""
    last = point_at(phrase, at)
    ends = [last[1] + len(each) for each in _UNTIL_NOW if last and _stands(phrase, last[1], each)]
    first = _compared_with(phrase, at) if ends else None
    unit = first.step[0] if first and first.step and first.step[1] == 1 else ""
    running = whole(phrase.today, unit) if unit else None
    before = running.before() if running else None
    if first is None or last is None or running is None or before is None or first.start != running.start:
        return None

    if (last[0].start, last[0].end) != (before.start, before.end):
        return None

    then = Period(running.start, add(phrase.today, "day", 1), running.step).before()
    return (then, ends[0]) if then else None


def _compared_with(phrase: Phrase, at: int) -> Period | None:
    """What stands before a place, with a joint of comparison between."""
    for joint in range(at - 1, max(at - 4, 0), -1):
        behind = phrase.joint(joint, "beside")
        if behind is None or phrase.skip(behind, "to", "with", "the") != at:
            continue

        found = (point_at(phrase, begin) for begin in range(max(joint - 4, 0), joint))
        return next((each[0] for each in found if each and each[1] == joint), None)

    return None


def goes_until_now(phrase: Phrase, at: int) -> bool:
    """Whether the words here cut what stands before them at today."""
    return any(_stands(phrase, at, each) for each in _UNTIL_NOW)


def _stands(phrase: Phrase, at: int, words: tuple[str, ...]) -> bool:
    return phrase.form[at : at + len(words)] == words


def parts_of_years(first: Period, last: Period) -> tuple[Period, Period] | None:
    """`from summer 2023 to summer 2024`: the same months of two years, which may be compared."""
    if first.end is None or last.start is None or first.start is None or first.end > last.start:
        return None

    years = last.start.year - first.start.year
    is_same = add(first.start, "year", years) == last.start and add(first.end, "year", years) == last.end
    return (first, last) if is_same and first.step == last.step else None


def may_be_first(first: Period, last: Period, phrase: Phrase, *, is_compared: bool) -> bool:
    """Whether a point may stand before another; a later one only where both are compared and it has begun.

    December against January 2025 is the one right before it.
    """
    if first.start is None or last.start is None or first.start <= last.start:
        return first.start is not None and last.start is not None

    fits = is_compared and first.unit == last.unit != "" and first.start <= phrase.today
    return fits and add(first.start, "year", -1) != add(last.start, last.unit, -1)
