"""What a named ratio divides in a model: CTR its clicks by its impressions, where one table has both."""

from collections.abc import Iterator

from svcchat_magic.analyst.language.usual_ratios import Names, Phrase, UsualRatio
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.discounts import is_percentage
from svcchat_magic.analyst.linking.products import column_words
from svcchat_magic.analyst.meaning.tree import Aggregated, Concept, Measured, Quantity, Ratio

_SUMMING = frozenset({"total", "sum", "overall", "number", "num", "count", "no", "nr", "of"})
_COUNTING = frozenset({"count", "number", "total"})
_CURRENCIES = frozenset({"usd", "eur", "gbp", "dollar", "euro", "pound", "chf", "inr"})
_ADDED = ("sum", "count", "count_distinct")


def ratio_of(ratio: UsualRatio, title: str, catalog: Catalog) -> Ratio | None:
    """The ratio of the two sums; None where no table has both, or more than one pair fits."""
    for above, below in ratio.ways:
        pairs, is_open = [], False
        for cube in catalog.entities:
            if ratio.beside and not any(_sums(cube, ratio.beside, catalog)):
                continue

            sides = [list(_sums(cube, names, catalog)) for names in (above, below)]
            is_open |= all(sides) and max(map(len, sides)) > 1
            pairs += [(sides[0][0], sides[1][0])] if all(sides) else []

        pairs = [_alike(*pair, catalog) for pair in pairs]
        pairs = [pair for pair in pairs if _is_once(pair[0]) == _is_once(pair[1])]
        if is_open or len(pairs) > 1:
            return None

        if pairs and pairs[0][0] != pairs[0][1]:
            return _made(*pairs[0], ratio, title)

    return None


def _made(above: Quantity, below: Quantity, ratio: UsualRatio, title: str) -> Ratio:
    upper = Ratio(above, below, way="-") if ratio.is_left else above
    return Ratio(upper, below, is_share=ratio.is_percent, per=ratio.per, title=title)


def _alike(above: Quantity, below: Quantity, catalog: Catalog) -> tuple[Quantity, Quantity]:
    """What never changes is added up with what does: the spaces there are each day, and those taken."""
    if _is_once(above) == _is_once(below):
        return above, below

    first, last = (_as_column(each, "constant", catalog) for each in (above, below))
    return first, last


def _is_once(quantity: Quantity) -> bool:
    """Whether each thing counts once, of all moments: a running total goes with others of its sort alone."""
    return isinstance(quantity, Measured) and quantity.measure.is_once


def _as_column(quantity: Quantity, over_time: str, catalog: Catalog) -> Quantity:
    """The sum of all moments of a number that there is one of at each."""
    measure = quantity.measure if isinstance(quantity, Measured) else None
    column = catalog.columns.get(measure) if measure is not None and measure.over_time == over_time else None
    return Aggregated("sum", column) if column is not None else quantity


def _sums(cube: str, names: Names, catalog: Catalog) -> Iterator[Quantity]:
    """The sums and counts of a table that are called by one of the names; of other numbers the sum."""
    measures = [each for each in catalog.of_cube(cube, "measure") if each.agg_type in _ADDED]
    named = [each for each in measures if not names.isdisjoint(_names(each))]
    yield from (_as_column(Measured(each), "latest", catalog) for each in named)
    summed = {catalog.columns.get(each) for each in measures}
    for each in catalog.of_cube(cube, "dimension"):
        is_number = each.type == "number" and not each.primary_key and not is_percentage(each)
        if is_number and each not in summed and not names.isdisjoint(_names(each)):
            yield Aggregated("sum", each)


def _names(of: Concept) -> Iterator[Phrase]:
    """What a member is called, without the words that only say that it is a sum or a count."""
    texts = [column_words(of), phrase_of(of.name.replace("_", " ")), phrase_of(of.title)]
    for words in (*texts, *(phrase_of(text) for place in of.places for text in place.synonyms)):
        yield words
        start, stop = 0, len(words)
        while start < stop - 1 and words[start] in _SUMMING:
            start += 1

        while stop > start + 1 and words[stop - 1] in _COUNTING | _CURRENCIES:
            stop -= 1

        yield words[start:stop]
