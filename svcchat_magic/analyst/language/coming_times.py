"""Times that are to come, of which data may hold what is planned: `next week`, `the coming 7 days`."""

from svcchat_magic.analyst.language.periods import Period, add, first_day
from svcchat_magic.analyst.language.time_words import Phrase, Point

_MOST_UNITS = 99


def coming_units(phrase: Phrase, at: int) -> Point | None:
    """`next week`, `coming month`: the one behind the running one; `next 7 days` begin tomorrow."""
    behind = phrase.behind(at, "next")
    if behind is None:
        return None

    number = phrase.number(behind)
    unit_at = behind if number is None else behind + 1
    unit = phrase.unit(unit_at)
    if not unit or number == 0 or (number or 0) > _MOST_UNITS:
        return None

    step = ("quarter", 2 * (number or 1)) if unit == "half" else (unit, number or 1)
    start = first_day(phrase.today, unit, phrase.calendar.first_weekday)
    start = add(start, "quarter", 2) if unit == "half" else add(start, unit, 1)
    said = " ".join(phrase.low[at : unit_at + 1])
    return Period(start, add(start, *step), step, said), unit_at + 1
