"""Reads hours of the day: `between 9 am and 5 pm`, `after 18:00`, `at noon`."""

import re

from svcchat_magic.analyst.language.time_words import Phrase

_CLOCK = re.compile(r"(\d{1,2}):00")
_WITH_HALF = re.compile(r"(\d{1,2})([a-z]+)")
_Hour = tuple[int, bool, int]  # the hour, whether its words say that it is one, the index behind them
_DAY = 24


def hours_at(phrase: Phrase, at: int) -> tuple[tuple[int, ...], int] | None:
    """(whole hours of the day, the index behind the words), None where the words name none."""
    between = phrase.joint(at, "between") or phrase.joint(at, "from")
    if between and (found := _between(phrase, between)):
        return found

    for kind in ("at", "until", "before", "after", "since"):
        behind = phrase.joint(at, kind)
        hour = _hour(phrase, behind) if behind else None
        if hour and hour[1]:
            return _from_here(kind, hour[0]), hour[2]

    return None


def _between(phrase: Phrase, at: int) -> tuple[tuple[int, ...], int] | None:
    first = _hour(phrase, at)
    joint = (phrase.joint(first[2], "and") or phrase.joint(first[2], "to")) if first else None
    last = _hour(phrase, joint) if joint else None
    if not first or not last or not last[1]:
        return None

    start = first[0] if first[1] or last[0] <= 12 or first[0] + 12 >= last[0] else first[0] + 12
    return (tuple(range(start, last[0])), last[2]) if start < last[0] else None


def _from_here(kind: str, hour: int) -> tuple[int, ...]:
    if kind == "at":
        return (hour % _DAY,)

    return tuple(range(hour)) if kind in ("before", "until") else tuple(range(hour, _DAY))


def _hour(phrase: Phrase, at: int) -> _Hour | None:
    text = phrase.low[at] if at < len(phrase.low) else ""
    if phrase.words.hours.get(text) == "noon":
        return 12, True, at + 1

    if found := _CLOCK.fullmatch(text):
        behind = at + 2 if phrase.words.hours.get(phrase.at(at + 1)) == "clock" else at + 1
        return (int(found[1]), True, behind) if int(found[1]) <= _DAY else None

    if found := _WITH_HALF.fullmatch(text):
        return _of_half(int(found[1]), phrase.words.hours.get(found[2], ""), at + 1)

    number = phrase.number(at)
    if number is None or number > _DAY:
        return None

    kind = phrase.words.hours.get(phrase.at(at + 1), "")
    return _of_half(number, kind, at + 2) if kind else (number, False, at + 1)


def _of_half(number: int, kind: str, behind: int) -> _Hour | None:
    if kind == "clock":
        return (number, True, behind) if number <= _DAY else None

    if kind not in ("morning", "afternoon") or not 1 <= number <= 12:
        return None

    return number % 12 + (12 if kind == "afternoon" else 0), True, behind
