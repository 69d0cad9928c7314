"""Columns that are one quantity in different aggregates: the mean, the highest and the lowest temperature."""

from collections.abc import Mapping, Sequence

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.meaning.tree import Concept

_HIGH = frozenset({"maximum", "max", "highest", "high", "peak"})
_LOW = frozenset({"minimum", "min", "lowest", "low"})
_MEAN = frozenset({"mean", "average", "avg"})
_ENDS = {">": _HIGH, ">=": _HIGH, "<": _LOW, "<=": _LOW}


def plain_quantity(of: Concept) -> tuple[str, ...]:
    """What a column measures, without how it was aggregated."""
    return tuple(each for each in phrase_of(of.title) if each not in _HIGH | _LOW | _MEAN)


def is_aggregated_as(of: Concept, words: frozenset[str]) -> bool:
    """Whether a title says that it is such an aggregate."""
    return not words.isdisjoint(phrase_of(of.title))


def at_end(found: Sequence[Concept], operator: str) -> list[Concept]:
    """The one that is compared so, of columns of one quantity: the highest is over, the lowest below."""
    if len({plain_quantity(each) for each in found}) != 1 or operator not in _ENDS:
        return list(found)

    return [each for each in found if is_aggregated_as(each, _ENDS[operator])] or list(found)


def end_of_mean(of: Concept, operator: str, others: Sequence[Concept]) -> Concept:
    """In place of a mean the column of the end that is meant: of degrees, or where both ends are kept."""
    same = [each for each in others if plain_quantity(each) == plain_quantity(of)]
    has_both = all(any(is_aggregated_as(each, end) for each in same) for end in (_HIGH, _LOW))
    is_heat = plain_quantity(of)[-1:] == ("temperature",)
    if not is_aggregated_as(of, _MEAN) or not (has_both or is_heat):
        return of

    found = at_end(same, operator)
    return found[0] if len(found) == 1 else of


def families(concepts: Sequence[Concept]) -> Mapping[tuple[str, ...], tuple[Concept, ...]]:
    """The columns of each quantity of which both the highest and the lowest values are kept."""
    found: dict[tuple[str, ...], list[Concept]] = {}
    for each in concepts:
        if each.kind == "dimension" and each.type == "number" and each.is_sampled:
            found.setdefault(plain_quantity(each), []).append(each)

    return {
        words: tuple(columns)
        for words, columns in found.items()
        if words and all(any(is_aggregated_as(each, end) for each in columns) for end in (_HIGH, _LOW))
    }
