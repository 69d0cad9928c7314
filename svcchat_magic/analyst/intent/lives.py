"""What is meant of persons who come and go: shares of those who are there, and what no date tells."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.lives import life_words
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.spoken_lives import HEADCOUNT, life_meant, spans_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.lives import Life
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    AnyOf,
    ByPeriods,
    ByTime,
    Concept,
    Condition,
    Counted,
    Derived,
    Measured,
    Missing,
    Ratio,
    Within,
)

_BEHIND = frozenset({"by", "per", "in", "at", "on", "for", "of", ",", "?", "each", "across"})
_SHARED = frozenset({"current", "currently", "present", "existing", "serving"})


def with_lives_told(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading as it is meant of such persons; what it would leave out is not understood."""
    life = life_meant(tokens, catalog)
    if life is None:
        return read

    read = replace(read, analysis=_with_distribution(tokens, read.analysis, life))
    missed = tuple(_missed(tokens, read.analysis, life))
    return replace(read, dropped=(*read.dropped, *missed)) if missed else read


def _with_distribution(tokens: Sequence[Token], analysis: Analysis, life: Life) -> Analysis:
    """`share of current staff per office`: where they are, of all who are there now."""
    first = analysis.quantities[0] if len(analysis.quantities) == 1 else None
    if not isinstance(first, Ratio) or not first.is_share or not analysis.groups or analysis.derived:
        return analysis

    part, whole = first.above, first.below
    if not isinstance(part, Counted | Measured) or not isinstance(whole, Counted | Measured):
        return analysis

    if not _is_said_before(tokens) or not _is_alive(part.where, life) or whole.where:
        return analysis

    return replace(
        analysis,
        quantities=(whole,),
        where=(*analysis.where, *part.where),
        derived=Derived("share"),
    )


def _leaves_whole_open(tokens: Sequence[Token], analysis: Analysis, life: Life) -> bool:
    """`share of active staff per site`: of all staff there, or of all who are active."""
    first = analysis.quantities[0] if len(analysis.quantities) == 1 else None
    above = first.above if isinstance(first, Ratio) and first.is_share else None
    is_part = isinstance(above, Counted) and _is_alive(above.where, life)
    return (
        is_part
        and bool(analysis.groups)
        and any(one.form == "active" and other.form not in _BEHIND for one, other in pairwise(tokens))
    )


def _is_said_before(tokens: Sequence[Token]) -> bool:
    """Whether their noun comes with the word, so that they are the whole: no share that is still here."""
    forms = [each.form for each in tokens]
    return any(each in _SHARED for each in forms) and "still" not in forms


def _is_alive(where: Sequence[Condition], life: Life) -> bool:
    return len(where) == 1 and isinstance(where[0], Missing) and where[0].of == life.end


def _missed(tokens: Sequence[Token], analysis: Analysis, life: Life) -> Iterator[str]:
    """Of two events the one without a date here; and a headcount of days of which none is told."""
    words, told = life_words(), set(_told(analysis))
    said = {
        life.end: [*spans_of(tokens, words.left)],
        life.begin: [*spans_of(tokens, words.joined)],
    }
    if _leaves_whole_open(tokens, analysis, life):
        yield "share"

    if all(said.values()):
        for time, spans in said.items():
            start, stop = spans[0]
            yield from (
                [" ".join(each.text for each in tokens[start:stop])]
                if time is not None and time not in told
                else []
            )

    kept = [each.negated for each in analysis.where if isinstance(each, Missing) and each.of == life.end]
    if len(set(kept)) > 1:  # nobody is there and has left
        yield " ".join(each.text for each in tokens[slice(*next(iter(said[life.end]), (0, 1)))])

    if _is_alive_then(analysis, life):
        yield from (each.text for each in tokens if (each.form,) in words.current)

    is_headcount = any(each.text.lower() in HEADCOUNT and each.form != "headcount" for each in tokens)
    if is_headcount and not (said[life.end] or said[life.begin]) and _is_dated(analysis):
        yield "headcount"


def _is_alive_then(analysis: Analysis, life: Life) -> bool:
    """`active staff in 2022`: who was there then is told by neither date alone."""
    homes = {cube for each in analysis.quantities for cube in cubes_of(each)}
    homes |= {analysis.rows_of.cube} if analysis.rows_of else set()
    dated = (*analysis.where, *analysis.groups)
    is_undated = any(isinstance(each, Within | ByTime | ByPeriods) and each.time is None for each in dated)
    alive = any(isinstance(each, Missing) and each.of == life.end for each in analysis.where)
    return alive and is_undated and homes == {life.entity.cube}


def _told(analysis: Analysis) -> Iterator[Concept | None]:
    for each in analysis.where:
        for one in each.conditions if isinstance(each, AnyOf) else (each,):
            yield getattr(one, "time", None) or getattr(one, "of", None)

    for group in analysis.groups:
        yield getattr(group, "time", None)


def _is_dated(analysis: Analysis) -> bool:
    dated = (*analysis.where, *analysis.groups)
    return any(isinstance(each, Within | ByTime | ByPeriods) for each in dated)
