"""Shares of each of several values, and those that the rows that are kept make all or nothing."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.meaning.flag_shares import is_all_or_none
from svcchat_magic.analyst.meaning.tree import (
    ByMember,
    Compared,
    Concept,
    Condition,
    Counted,
    Derived,
    IsIn,
    Measured,
    Missing,
    Ratio,
    Within,
)

_EACH = frozenset({"respectively", "each"})


def with_shares(tokens: Sequence[Token], read: Assembled) -> Assembled:
    """The reading with a share for each value where that is said; one that is 100 % by itself is not read."""
    analysis = read.analysis
    if any(is_all_or_none(each, analysis.where) for each in analysis.quantities):
        return replace(read, dropped=(*read.dropped, "rate"))

    first = analysis.quantities[0] if len(analysis.quantities) == 1 else None
    above, below = (first.above, first.below) if isinstance(first, Ratio) and first.is_share else (None, None)
    if not isinstance(above, Counted | Measured) or not isinstance(below, Counted | Measured):
        return read

    kept = [each for each in above.where if each not in below.where]
    if kept and all(_is_implied(each, analysis.where) for each in kept):
        return replace(read, dropped=(*read.dropped, "share"))

    part = kept[0] if len(kept) == 1 and isinstance(kept[0], IsIn) else None
    if part is None or len(part.values) < 2 or part.negated or not isinstance(part.of, Concept):
        return read

    if analysis.groups or _EACH.isdisjoint(each.form for each in tokens):
        return read

    grouped = replace(analysis, quantities=(below,), groups=(ByMember(part.of),), derived=Derived("share"))
    return replace(read, analysis=grouped)


def _is_implied(condition: Condition, where: Sequence[Condition]) -> bool:
    """Whether rows that are kept fulfil it anyway: what came back late came back."""
    if condition in where:
        return True

    of = condition.of if isinstance(condition, Missing) and condition.negated else None
    return of is not None and any(
        (isinstance(each, Compared) and each.of == of)
        or (isinstance(each, Within) and each.time == of and not each.negated)
        for each in where
    )
