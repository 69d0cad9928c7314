"""Names that stand in a row: a list that has one twice, and `A / B` or `A in B` of which there is no row."""

import re
from collections.abc import Sequence
from itertools import pairwise

from svcchat_magic.analyst.facts.fact_tables import FactTable
from svcchat_magic.analyst.grounding.date_spots import Spot

PAIRED = re.compile(r"\s+/\s+")
_PAIR = 3  # characters between the two of a pair
_WITHIN = re.compile(r"\s+in\s+", re.IGNORECASE)
_DENIED = re.compile(r"\b(?:no|not|none|never|without|kein\w*|nicht|nie)\b", re.IGNORECASE)
_LISTED = re.compile(r"\s*(?:\([^()]*\)\s*)?(?:,|,?\s*(?:and|or|und|oder))\s*", re.IGNORECASE)


def of_no_row(text: str, spots: Sequence[Spot], tables: Sequence[FactTable]) -> str:
    """`A / B / C` of names that no row has all of, each in a column of its own."""
    run: list[Spot] = []
    for spot in spots:
        goes_on = run and PAIRED.fullmatch(text[run[-1][1] : spot[0]])
        run = [*run, spot] if goes_on else [spot]
        names = [*dict.fromkeys(name for _, _, name in run)]
        if len(run) > 1 and not any(_has_apart(table, names) for table in tables):
            return text[run[0][0] : spot[1]]

    pairs = (each for each in pairwise(spots) if _WITHIN.fullmatch(text[each[0][1] : each[1][0]]))
    is_denied = _DENIED.search(text) is not None
    odd = (
        each
        for each in pairs
        if any(_are_alike(table, *each) or (not is_denied and _never_meet(table, *each)) for table in tables)
    )
    return next((text[one[0] : two[1]] for one, two in odd), "")


def _are_alike(table: FactTable, one: Spot, two: Spot) -> bool:
    """`A in B`, where both are names of one column, and of no other, beside which there is another."""
    columns = {*table.columns_with(one[2])}
    return len(table.labels) > 1 and len(columns) == 1 and {*table.columns_with(two[2])} == columns


def _never_meet(table: FactTable, one: Spot, two: Spot) -> bool:
    """`A in B` of two columns, where no row has both."""
    mine, theirs = ({*table.columns_with(each[2])} for each in (one, two))
    is_apart = len(mine) == 1 and len(theirs) == 1 and mine != theirs
    return is_apart and table.is_whole and not has_all(table, (one[2], two[2]))


def repeated(text: str, names: Sequence[Spot], tables: Sequence[FactTable] = ()) -> str:
    """A name that a list of three or more has twice, and so many rows do not have."""
    run: list[Spot] = []
    for each in names:
        goes_on = run and _LISTED.fullmatch(text[run[-1][1] : each[0]])
        run = [*run, each] if goes_on else [each]
        if PAIRED.search(text[: each[0]][-_PAIR:]) or PAIRED.match(text, each[1]):
            run = []  # `A / B and B / B`
            continue

        listed = [name for _, _, name in run]
        many = max((len(_rows_with(table, each[2])) for table in tables), default=1)
        if listed.count(each[2]) > max(1, many if is_of_one(tables, each[2]) else 1):
            return each[2]

    return ""


def has_all(table: FactTable, names: Sequence[str]) -> bool:
    """Whether a row goes by all of the names."""
    return any(all(any(name in each for each in row) for name in names) for row in table.names)


def _has_apart(table: FactTable, names: Sequence[str]) -> bool:
    """Whether a row goes by all of the names, no two of them in one column alone."""
    return any(
        all(any(name in each for each in row) for name in names)
        and sum(any(name in each for name in names) for each in row) >= len(names)
        for row in table.names
    )


def _rows_with(table: FactTable, name: str) -> list[int]:
    return [at for at, row in enumerate(table.names) if any(name in each for each in row)]


def is_of_one(tables: Sequence[FactTable], name: str) -> bool:
    """Whether rows of this name have no other name that tells them apart."""
    return any(len(table.labels) == 1 and _rows_with(table, name) for table in tables)
