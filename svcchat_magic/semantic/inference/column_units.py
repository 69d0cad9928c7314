"""The unit at the end of a column's name: `temp_max_c`, `no2_ug_m3`, `wind_speed_kmh`."""

import re

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_words import words_for, words_that_are
from svcchat_magic.semantic.inference.table_profile import ColumnProfile

_PERCENT = re.compile(r"(?<![\d\s])%|(?<!\d)\s%")
_LONGEST = 2  # words of a unit
_ALONE = ("units", "units_per", "units_of_either")


def unit_of(words: tuple[str, ...]) -> tuple[str, ...]:
    """The last words of a name that are its unit, if anything stands before them."""
    for size in range(min(_LONGEST, len(words) - 1), 0, -1):
        unit = "_".join(words[-size:])
        if any(unit in words_that_are(kind) for kind in _ALONE):
            return words[-size:]

        before = {*words[:-size], *spelled_out(words[:-size])}
        if not before.isdisjoint(words_for("units_behind").get(unit, "").split()):
            return words[-size:]

    return ()


def in_percent(column: ColumnProfile) -> bool:
    """Whether each number is a part of a hundred: `Tax %` and texts such as `19%`, but no `Tax 5%`."""
    is_part = column.highest is not None and isinstance(column.highest, (int, float)) and column.highest <= 1
    removed = column.written.removed if column.written else ()
    return "%" in removed or (bool(_PERCENT.search(column.name)) and not is_part)


def never_adds_up(words: tuple[str, ...]) -> bool:
    """Whether a name ends in a unit of levels, or of what is told per something else."""
    unit = unit_of(words)
    if unit and "_".join(unit) not in words_that_are("units_of_either"):
        return True

    return words[-1:] != () and words[-1] in words_that_are("units")
