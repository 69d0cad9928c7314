"""`how many orders did Spain and France each have`: a row for each of the values that are named together."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Analysis,
    ByMember,
    Concept,
    Counted,
    IsIn,
    Measured,
)

_EACH = frozenset({"each", "respectively", "apiece", "individually", "separately"})


def with_each_value(tokens: Sequence[Token], read: Assembled) -> Assembled:
    """The reading told apart by the one column whose values are named, where `each` stands for these."""
    if any(_is_of_value(tokens, at, read) for at in range(len(tokens))):
        return replace(read, dropped=(*read.dropped, "each"))

    if not any(_is_alone(tokens, at) for at in range(len(tokens))):
        return read

    analysis = _lifted(read.analysis)
    named = [each for each in analysis.where if isinstance(each, IsIn) and len(each.values) > 1]
    if len(named) != 1 or named[0].negated or not isinstance(named[0].of, Concept):
        return read

    own = ByMember(named[0].of)
    if not analysis.quantities or analysis.rows_of is not None or own in analysis.groups:
        return read

    rank = analysis.rank
    if rank is not None and analysis.groups and not rank.within:  # the first three of each
        rank = replace(rank, within=(own,))
    elif rank is not None or analysis.groups:
        return read

    return replace(read, analysis=replace(analysis, groups=(own, *analysis.groups), rank=rank))


def _is_of_value(tokens: Sequence[Token], at: int, read: Assembled) -> bool:
    """`at each restaurant` of a category called so: what tells them apart is not said."""
    if tokens[at].form not in ("each", "every") or read.analysis.groups:
        return False

    kept = (each for each in read.cover.items if each.start == at + 1 and each.category == "CONDITION")
    return any(isinstance(each.value, IsIn) and each.value.of.type == "string" for each in kept)


def _lifted(analysis: Analysis) -> Analysis:
    """What only the rows of the one number fulfil, as what all rows do: which is the same."""
    of = analysis.quantities[0] if len(analysis.quantities) == 1 else None
    if not isinstance(of, Measured | Counted | Aggregated) or not of.where:
        return analysis

    return replace(analysis, quantities=(replace(of, where=()),), where=(*analysis.where, *of.where))


def _is_alone(tokens: Sequence[Token], at: int) -> bool:
    """Whether `each` is not the each of a noun: of them each has so many, and no `each country`."""
    if tokens[at].form not in _EACH:
        return False

    behind = tokens[at + 1] if at + 1 < len(tokens) else None
    if behind is None or behind.is_mark or tokens[at].form != "each":
        return True

    words = keywords()
    kinds = {category for category, _ in words.meanings.get((behind.form,), ())}
    return "GROWTH" in kinds or behind.form in words.function | words.light
