"""`projects completed in 2024`: in that state, by the date of that event, and not by when they began."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    AnyOf,
    ByTime,
    Concept,
    Condition,
    Counted,
    Exists,
    IsIn,
    Measured,
    Ratio,
    Within,
)
from svcchat_magic.semantic.search.thesaurus import stems_of

_BEFORE_PERIODS = frozenset({"in", "during", "since", "between", "last", "this", "before", "after", "from"})
_PLANNED = frozenset({"due", "planned", "expected", "target", "scheduled", "estimated"})
_OUTCOMES = frozenset({stems_of("won"), stems_of("win"), stems_of("lost"), stems_of("lose")})
_ROLLING = frozenset({"last", "past", "previous"})


def with_stated_dates(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with its period of the one date that tells when its rows came into the state named."""
    analysis = read.analysis
    homes = {cube for each in analysis.quantities for cube in cubes_of(each)}
    homes |= {analysis.rows_of.cube} if analysis.rows_of else set()
    dates = set(_dates(tokens, read, catalog, homes))
    if len(dates) != 1:
        return read

    time = dates.pop()
    where = tuple(map(partial(_dated_by, time), analysis.where))
    groups = tuple(
        replace(each, time=time) if isinstance(each, ByTime) and each.time is None else each
        for each in analysis.groups
    )
    return replace(read, analysis=replace(analysis, where=where, groups=groups))


def _dated_by(time: Concept, condition: Condition) -> Condition:
    if isinstance(condition, AnyOf):
        return replace(condition, conditions=tuple(map(partial(_dated_by, time), condition.conditions)))

    is_bare = isinstance(condition, Within) and condition.time is None
    return replace(condition, time=time) if is_bare and isinstance(condition, Within) else condition


def _dates(tokens: Sequence[Token], read: Assembled, catalog: Catalog, homes: set[str]) -> Iterator[Concept]:
    names = date_names_of(catalog)
    for kept in (*read.analysis.where, *_parts(read.analysis)):
        if not isinstance(kept, IsIn) or kept.negated or len(kept.values) != 1 or kept.of.cube not in homes:
            continue

        said = _words(kept)
        outcomes = {stems_of(each) for each in said} & _OUTCOMES
        for time in names.named(stems_of("close")) if outcomes else ():
            if time.cube == kept.of.cube:
                yield time  # a deal that is won was closed then

        stems = stems_of(str(kept.values[0])) if kept in read.analysis.where else ()
        if stems and any(stems_of(one.text) == stems and _is_dated(two) for one, two in pairwise(tokens)):
            for time in names.named(stems) or names.meant(stems):
                if time.cube == kept.of.cube and _PLANNED.isdisjoint(time.name.lower().split("_")):
                    yield time


def _parts(analysis: Analysis) -> Iterator[Condition]:
    """What the part of a share has become: won, of those that were closed."""
    for each in analysis.quantities:
        if isinstance(each, Ratio) and each.is_share and isinstance(each.above, Counted | Measured):
            yield from each.above.where


def _words(kept: IsIn) -> Iterator[str]:
    """The words for a state: of its value, or of the name of a flag."""
    is_flag = kept.values == (True,)
    yield from (kept.of.name.replace("_", " ") if is_flag else str(kept.values[0])).lower().split()


def _is_dated(behind: Token) -> bool:
    return behind.form in _BEFORE_PERIODS or behind.text.isdigit()


def until_now(read: Assembled) -> Assembled:
    """`who have not ordered in the last 12 months`: nor in the month that is not over yet."""
    where = tuple(
        replace(each, where=tuple(map(_open, each.where)))
        if isinstance(each, Exists) and each.negated
        else each
        for each in read.analysis.where
    )
    return replace(read, analysis=replace(read.analysis, where=where))


def _open(condition: Condition) -> Condition:
    if not isinstance(condition, Within) or condition.negated:
        return condition

    words = condition.period.said.lower().split()
    is_rolling = len(words) > 1 and words[0] in _ROLLING and any(map(str.isdigit, words[1]))
    return (
        replace(condition, period=replace(condition.period, end=None, said="")) if is_rolling else condition
    )
