"""The values of dimensions that a question may name, as one viewer may see them.

What has few values is listed once and searched in memory: a search in the engine would read every text
column of every table for each question. What has many is searched by the engine.
"""

import weakref
from collections.abc import Callable, Sequence
from functools import partial
from secrets import token_hex

from svcchat_magic.semantic.access.rights_key import rights_of
from svcchat_magic.semantic.engines.engines import Cancellation, Engine
from svcchat_magic.semantic.model.derived_values import DerivedValues
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.queries import MAX_ROWS, run_query
from svcchat_magic.semantic.query.query import Rows, Viewer
from svcchat_magic.semantic.search.value_lists import (
    MOST_FOUND,
    MOST_LISTED,
    FoundValue,
    ValueList,
    ValueLists,
    ValueSearch,
)

_MOST_BYTES = 16_000_000
_MOST_AT_ONCE = 18  # dimensions of one statement, which may have 40 SELECTs
_MOST_RIGHTS = 8  # of whom the lists are kept
_WHOLE_STEP, _LIKE_STEP = 64, 4  # of how many texts a statement has
_STAND_IN = token_hex(4)  # no constant of a model begins with it
_Run = Callable[..., Rows]


def find_values(
    model: Model,
    engine: Engine,
    viewer: Viewer,
    search: ValueSearch,
    *,
    cancellation: Cancellation | None = None,
) -> tuple[FoundValue, ...]:
    """The values that a search finds, at most 10,000: whole ones first.

    The values of a dimension that has at most 10,000 are kept for a minute. Raises QueryRefused for a member
    that this viewer may not see, EngineError when a query fails.
    """
    run = partial(
        run_query, model, engine, viewer, limit=MAX_ROWS, most_bytes=_MOST_BYTES, cancellation=cancellation
    )
    kept = _kept_lists(model, engine, viewer)
    lists = kept.known(search.members)
    missing = [each for each in search.members if each not in lists]
    if missing:
        for at in range(0, len(missing), _MOST_AT_ONCE):
            lists |= kept.keep(_listed(run, missing[at : at + _MOST_AT_ONCE]))

    found = _in_lists(search, lists)
    large = [at for at, each in enumerate(search.members) if lists[each] is None]
    if large:
        found += _in_engine(run, search, large)

    return tuple(sorted(found, key=lambda each: (not each.is_whole, each.place, each.value))[:MOST_FOUND])


def _kept_lists(model: Model, engine: Engine, viewer: Viewer) -> ValueLists:
    rights = rights_of(viewer)
    if rights is None:
        return ValueLists()

    by_rights = model.derived.get("value lists", lambda: DerivedValues(_MOST_RIGHTS))
    return by_rights.get((rights, weakref.ref(engine)), ValueLists)


def _in_lists(search: ValueSearch, lists: dict[str, ValueList | None]) -> list[FoundValue]:
    by_place = [(at, lists[each]) for at, each in enumerate(search.members)]
    return [found for at, each in by_place if each is not None for found in each.find(search, at)]


def _listed(run: _Run, members: Sequence[str]) -> dict[str, list[str]]:
    """The values of each dimension, or one more than a list may have."""
    selects = [
        f"SELECT * FROM ({_select(at, each)} LIMIT {MOST_LISTED + 1}) AS listed{at}"
        for at, each in enumerate(members)
    ]
    rows = run(sql="\nUNION ALL\n".join(selects))
    values: dict[str, list[str]] = {each: [] for each in members}
    for place, value in rows.rows:
        if isinstance(value, str):
            values[members[int(str(place))]].append(value)

    if len(rows.rows) < rows.total_rows:  # cut for its size: what is short may not be whole
        too_many = [""] * (MOST_LISTED + 1)
        return dict.fromkeys(members, too_many)

    return values


def _in_engine(run: _Run, search: ValueSearch, places: Sequence[int]) -> list[FoundValue]:
    whole, like = _stand_ins("w", search.whole, _WHOLE_STEP), _stand_ins("p", search.patterns, _LIKE_STEP)
    near = " OR ".join(f"LOWER(found) LIKE {_quoted(each)}" for each in like)
    found = f"LOWER(found) IN ({', '.join(map(_quoted, whole))})" if whole else ""
    parts = [f"WHEN {said} THEN {at}" for at, said in enumerate((found, near)) if said]
    if not parts:
        return []

    part = f"CASE {' '.join(parts)} END"  # whole values are first, before the rows are cut
    every = "\nUNION ALL\n".join(_select(at, search.members[at]) for at in places)
    named = f"SELECT place, found, {part} AS part FROM (\n{every}\n) AS named"
    sql = f"SELECT place, found, part FROM ({named}) AS parts WHERE part IS NOT NULL ORDER BY 3, 1, 2"
    rows = run(sql=sql, limit=MOST_FOUND, texts=whole | like).rows
    return [
        FoundValue(int(str(place)), value, is_whole=str(part) == "0")
        for place, value, part in rows
        if isinstance(value, str)
    ]


def _stand_ins(kind: str, texts: Sequence[str], step: int) -> dict[str, str]:
    """The texts by what stands for them, so that one statement is read and written for many searches.

    The last is there several times, up to one of few lengths. A backslash, which engines differ in, stays.
    """
    every = [*texts, *[texts[-1]] * (-len(texts) % step)] if texts else []
    return {each if "\\" in each else f"{_STAND_IN}{kind}{at}": each for at, each in enumerate(every)}


def _select(at: int, member: str) -> str:
    table, _, name = member.partition(".")
    return f"SELECT '{at:03}' AS place, {_name(table)}.{_name(name)} AS found FROM {_name(table)} GROUP BY 2"


def _name(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
