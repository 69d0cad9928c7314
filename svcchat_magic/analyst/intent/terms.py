"""Agreements that hold now, beside a period: when they began is another question than when they held."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.terms import agreed, terms_of
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    AnyOf,
    ByPeriods,
    ByTime,
    Compared,
    Counted,
    IsIn,
    Missing,
    Within,
)

_AT_ONCE = frozenset({"currently", "today", "presently"})
_PAIRS = frozenset({("right", "now"), ("the", "moment"), ("at", "present")})
_HOLDING = frozenset({"active", "running", "current", "currently", "ongoing", "live"})


def with_terms_told(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading; `active leases in 2024` are not those of today that began then.

    Who is on leave right now is not everybody who ever was.
    """
    if (now := now_said(tokens)) and _is_of_any_time(read.analysis, catalog):
        return replace(read, dropped=(*read.dropped, now))

    if not any(_holds_beside_period(read.analysis, each.end, each.entity.cube) for each in terms_of(catalog)):
        return read

    said = tuple(_said(tokens))
    return replace(read, dropped=(*read.dropped, *said))


def _holds_beside_period(analysis: Analysis, end: object, cube: str) -> bool:
    homes = {one for each in analysis.quantities for one in cubes_of(each)}
    homes |= {analysis.rows_of.cube} if analysis.rows_of else set()
    every = [one for each in analysis.where for one in (each.conditions if isinstance(each, AnyOf) else ())]
    holds = {getattr(one, "of", None) for one in every if isinstance(one, Missing | Compared)} == {end}
    dated = (*analysis.where, *analysis.groups)
    is_undated = any(isinstance(each, Within | ByTime | ByPeriods) and each.time is None for each in dated)
    return holds and is_undated and homes == {cube}


def _said(tokens: Sequence[Token]) -> Iterator[str]:
    """The words that say that they hold."""
    yield from (each.text for each in tokens if each.form in _HOLDING)


def now_said(tokens: Sequence[Token]) -> str:
    """The words for now, where they are said; `at the moment` begins with its second one."""
    forms = [each.form for each in tokens]
    alone = (each for each in forms if each in _AT_ONCE)
    return next(
        alone, next((f"{one} {other}" for one, other in pairwise(forms) if (one, other) in _PAIRS), "")
    )


def _is_of_any_time(analysis: Analysis, catalog: Catalog) -> bool:
    """Whether persons are counted by rows that begin and end, of which no day is told."""
    kept = {each.of.cube for each in analysis.where if isinstance(each, IsIn)}
    counted = {each.entity.cube for each in analysis.quantities if isinstance(each, Counted)}
    if not kept or len(counted) != 1 or kept <= counted:
        return False

    told = {getattr(each, "time", None) or getattr(each, "of", None) for each in analysis.where}
    spans = (agreed(catalog.entities[cube], catalog) for cube in kept - counted)
    return any(each is not None and each.begin not in told and each.end not in told for each in spans)
