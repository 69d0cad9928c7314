"""Adjectives of groups: the wettest month has the most rain, the hottest day the highest temperature."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from svcchat_magic.analyst.language.adjectives import Phrase, Scale, adjectives
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.adjectives import ENDS, is_measured, measured_by
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.spans import spans
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Aggregated, Concept, Measured, Quantity

_SCORE, _EACH_WORD, _LESS_SURE = 0.8, 0.35, 0.05
_USUAL = frozenset({"average", "mean", "typical", "avg"})


@dataclass(frozen=True, slots=True)
class Scaled:
    """What groups are ordered by, and at which end; `of_day` where each of them is one day."""

    by: Quantity
    of_day: Quantity
    descending: bool
    own: Mapping[str, Quantity] = field(default_factory=dict)  # by cube: the number that its rows have


def scaled_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`SCALED` for superlatives that say what they measure, `MORESCALED` for comparatives.

    What says no more than that it is more, as the largest and the longest do, is read elsewhere.
    """
    forms, known = tuple(each.form for each in tokens), adjectives()
    for start, stop in spans(len(forms), known.longest):
        phrase = forms[start:stop]
        if keywords().meanings.get(phrase) and not is_measured(phrase, catalog):
            continue

        yield from _items("SCALED", known.superlatives.get(phrase, ()), start, stop, catalog)
        if _compares(forms, stop):
            yield from _items(
                "MORESCALED", known.comparatives.get((*phrase, "than"), ()), start, stop, catalog
            )


def _items(category: str, scales: Sequence[Scale], start: int, stop: int, catalog: Catalog) -> Iterator[Item]:
    score = _SCORE + _EACH_WORD * (stop - start - 1)
    fields = [each.of for scale in reversed(scales) for each in reversed(measured_by(scale, catalog))]
    own = {each.cube: _mean(each, catalog) for each in fields if each.kind == "dimension"}  # the surest
    for place, scaled in enumerate(each for scale in scales for each in _scaled(scale, catalog)):
        found = replace(scaled, own=own)
        yield Item(category, start, stop, found, score - _LESS_SURE * place)


def _compares(forms: Phrase, at: int) -> bool:
    """Whether two things are compared: `warmer in May than in April`, and no older customers."""
    behind = forms[at : at + 1]
    return "than" in forms[at:] and (keywords().function | {"than"}).issuperset(behind)


def _scaled(scale: Scale, catalog: Catalog) -> list[Scaled]:
    """By what a scale measures, the surest first: by a measure of that name before a column."""
    found = [each for each in measured_by(scale, catalog) if not _counts_rows(each.of, catalog)]
    measures = [each for each in found if each.of.kind == "measure" and each.of not in catalog.columns]
    if measures:
        return [Scaled(Measured(each.of), Measured(each.of), each.descending) for each in measures]

    numbers = [
        each
        for each in found
        if each.of.kind == "dimension" and each.of.type == "number" and not each.is_year
    ]
    if not numbers:
        return []

    way = numbers[0].descending
    columns = [each.of for each in numbers if each.descending == way]
    usual, extreme = _one_of(columns, _USUAL), _one_of(columns, ENDS[way])
    rest = [each for each in columns if not _words(each) & (_USUAL | ENDS[True] | ENDS[False])]
    if usual is None and extreme is not None and not rest:
        usual = extreme  # of the lowest and the highest of each day

    if rest or usual is None:
        return [_by_column(each, each, catalog, descending=way, adds=scale.adds) for each in rest]

    return [_by_column(usual, extreme or usual, catalog, descending=way, adds=scale.adds)]


def _counts_rows(of: Concept, catalog: Catalog) -> bool:
    """Whether no more is said than how many rows there are: nobody is happier by rows of happiness."""
    noun = phrase_of(catalog.entities[of.cube].noun)
    return of.agg_type == "count" and phrase_of(of.title)[-1:] in (noun[-1:], ("count",))


def _by_column(of: Concept, of_day: Concept, catalog: Catalog, *, descending: bool, adds: bool) -> Scaled:
    if adds and of in catalog.sums:
        total = Measured(catalog.sums[of])
        return Scaled(total, total, descending)

    return Scaled(_mean(of, catalog), Aggregated("maximum" if descending else "minimum", of_day), descending)


def _mean(of: Concept, catalog: Catalog) -> Quantity:
    means = (each for each, column in catalog.columns.items() if column == of and each.agg_type == "avg")
    measure = next(means, None)
    return Aggregated("average", of) if measure is None else Measured(measure)


def _one_of(columns: Sequence[Concept], words: frozenset[str]) -> Concept | None:
    named = [each for each in columns if _words(each) & words]
    return named[0] if len(named) == 1 else None


def _words(of: Concept) -> frozenset[str]:
    phrase: Phrase = phrase_of(of.title)
    return frozenset(phrase)
