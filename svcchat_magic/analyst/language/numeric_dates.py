"""Reads days and months that are written in digits: `2024-03-05`, `3.6.2024`, `05/2023`, `1/7/2024`."""

from datetime import date

from svcchat_magic.analyst.language.time_words import Phrase, Point, unit_of
from svcchat_magic.analyst.language.words import whole_number


def iso_date(phrase: Phrase, at: int) -> Point | None:
    """`2024-03-05`, `2024-03`."""
    parts = [whole_number(part) or 0 for part in phrase.low[at].split("-")]
    return _dated(phrase, parts, at) if len(parts) in (2, 3) else None


def numeric_date(phrase: Phrase, at: int) -> Point | None:
    """`05/2023`, `3.6.2024`, `13/02/2024`; `03/04/2024` is none unless more tells the day."""
    text = phrase.low[at]
    sign = "." if "." in text else "/"
    parts = [whole_number(part) or 0 for part in text.split(sign)]
    if len(parts) == 2 and sign == "/" and 1 <= parts[0] <= 12:
        return _dated(phrase, parts[::-1], at)

    if len(parts) != 3:
        return None

    if parts[0] > 31:
        return _dated(phrase, parts, at)

    year = parts[2] + 2000 if len(text.rpartition(sign)[2]) == 2 else parts[2]
    if sign == "." or (parts[0] > 12) or parts[0] == parts[1]:
        return _dated(phrase, [year, parts[1], parts[0]], at)

    if parts[1] > 12 or _tells_month_first(phrase, at, parts):
        return _dated(phrase, [year, parts[0], parts[1]], at)

    return _dated(phrase, [year, parts[1], parts[0]], at) if _tells_day_first(phrase, at, parts) else None


def _tells_day_first(phrase: Phrase, at: int, parts: list[int]) -> bool:
    """`since 1/7/2024`: where a stretch begins or ends, the first of a month is meant."""
    return 0 in _telling(phrase) or (_is_edge(phrase, at) and parts[0] == 1)


def _tells_month_first(phrase: Phrase, at: int, parts: list[int]) -> bool:
    if 0 in _telling(phrase):
        return False

    return 1 in _telling(phrase) or (_is_edge(phrase, at) and parts[1] == 1)


def _telling(phrase: Phrase) -> set[int]:
    """Where the dates of a question have days that are no months: one of them tells how all are written."""
    dates = (text.split("/") for text in phrase.low if text.count("/") == 2)
    return {place for parts in dates for place in (0, 1) if 12 < (whole_number(parts[place]) or 0) <= 31}


def _is_edge(phrase: Phrase, at: int) -> bool:
    return any(
        phrase.joint(at - 1, kind) == at for kind in ("since", "from", "until", "before", "after", "between")
    )


def _dated(phrase: Phrase, parts: list[int], at: int) -> Point | None:
    try:
        day = date(parts[0], parts[1], parts[2] if len(parts) == 3 else 1)
    except ValueError:  # 2024-13: no day of any calendar
        return None

    known = 1900 <= day.year < 2200
    return (unit_of(phrase, day, "day" if len(parts) == 3 else "month"), at + 1) if known else None
