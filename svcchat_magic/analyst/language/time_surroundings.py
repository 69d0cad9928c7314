"""Whether words beside a stretch of time make it another one: then it must not be read alone."""

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.language.time_points import point_at
from svcchat_magic.analyst.language.time_words import Phrase

_FAR = 3  # words between `middle` and `2024`
_LONGEST = 8
_PARTS = ("each", "every")
_UNITS = ("minute", "hour", "day", "week", "month")
_SAID_OF_ROWS = ("late", "early")  # `trips that were late last month`
_BEING = ("is", "are", "was", "were", "be", "been", "being", "too")


def is_part_of_another(phrase: Phrase, start: int, stop: int, period: Period) -> bool:
    """`mid 2024`, `week 60 of 2024`, `31 February 2024`: less or other than what was read."""
    return (
        _is_tail(phrase, start, stop)
        or _is_beside_units(phrase, start, period)
        or _is_narrowed_before(phrase, start, period)
        or _is_narrowed_behind(phrase, stop, period)
    )


def _is_tail(phrase: Phrase, start: int, stop: int) -> bool:
    """Whether a longer stretch ends with these words: 2024 of March 2024."""
    earlier = (point_at(phrase, at) for at in range(max(start - _LONGEST, 0), start))
    return any(each is not None and each[1] >= stop for each in earlier)


def _is_beside_units(phrase: Phrase, start: int, period: Period) -> bool:
    """`the weeks before Christmas`: some of them, and not all the time before."""
    is_open = period.start is None or period.end is None
    at = start if is_open else start - 1
    is_beside = is_open or phrase.joint(at, "before") == start or phrase.joint(at, "after") == start
    names_units = phrase.unit(at - 1) != "" and phrase.is_plural(at - 1)
    return is_beside and names_units and phrase.at(at - 2) in ("the", "few", "last", "final", "first")


def _is_narrowed_before(phrase: Phrase, start: int, period: Period) -> bool:
    at, is_of = _left(phrase, start)
    word = phrase.at(at)
    if not word or (is_of and word in _PARTS):  # each of the last three months is all of them
        return False

    if word in phrase.words.seasons and period.unit == "year":
        return True

    if word in _SAID_OF_ROWS and phrase.at(at - 1) in (*_BEING, *_UNITS):
        return False  # 3 hours late this year

    ends = {phrase.form[max(at + 1 - size, 0) : at + 1] for size in (1, 2)}
    if ends & phrase.words.vague_before or (is_of and ends & phrase.words.vague_before_of):
        return True

    number = phrase.number(at) is not None or phrase.ordinal(at) is not None
    if number:
        is_date = period.unit in ("month", "day") and (phrase.number(at) or phrase.ordinal(at) or 99) <= 31
        return is_date or (is_of and phrase.unit(at - 1) != "" and point_at(phrase, at - 1) is None)

    is_part = phrase.unit(at) or phrase.words.weekdays.get(word) or word in phrase.words.seasons
    return bool(is_of and is_part and _is_counted(phrase, at - 1))


def _left(phrase: Phrase, start: int) -> tuple[int, bool]:
    """The word that a stretch hangs on, and whether by `of`."""
    at, is_of = start - 1, False
    while at >= 0 and start - at <= _FAR and phrase.at(at) in ("of", "the", "-", "'s"):
        is_of = is_of or phrase.at(at) == "of"
        at -= 1

    return at, is_of


def _is_counted(phrase: Phrase, at: int) -> bool:
    """A number or a place before a unit: `second week of`; `top 3 months of` is a ranking."""
    if phrase.ordinal(at) is not None or phrase.behind(at, "from_start") or phrase.behind(at, "from_end"):
        return True

    if phrase.number(at) is None:
        return False

    before = phrase.form[max(at - 1, 0) : at]
    return not any(category == "SUPER" for category, _ in keywords().meanings.get(before, ()))


def _is_narrowed_behind(phrase: Phrase, stop: int, period: Period) -> bool:
    if phrase.form[stop : stop + 1] in phrase.words.vague_behind:
        return True

    if period.unit == "day" and phrase.at(stop) in ("period", "time", "rush"):
        return True  # the Christmas period is more than Christmas Day

    number = phrase.number(stop) if phrase.number(stop) is not None else phrase.ordinal(stop)
    return period.unit == "month" and number is not None and number <= 99 and not _is_counting(phrase, stop)


def _is_counting(phrase: Phrase, at: int) -> bool:
    """`in March 5 customers ...`: a number before a noun is none of the date's, digits alone are."""
    return (
        phrase.ordinal(at) is None and at + 1 < len(phrase.form) and phrase.at(at + 1) not in (",", ".", "?")
    )
