"""What a rate of those who left cannot be told by: other times, and the day on which they came."""

from collections.abc import Iterator
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.lives import life_words
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.lives import lives_of
from svcchat_magic.analyst.meaning.titles import quantity_title
from svcchat_magic.analyst.meaning.tree import Analysis, ByPart, ByPeriods, ByTime, Measured, Quantity, Within
from svcchat_magic.analyst.meaning.turnover import first_day_of


def with_turnover(read: Assembled, catalog: Catalog) -> Assembled:
    """The reading; such rates are not understood where a time that is said is none of theirs."""
    missed = tuple(quantity_title(each) for each in _missed(read.analysis, catalog))
    return replace(read, dropped=(*read.dropped, *missed)) if missed else read


def _missed(analysis: Analysis, catalog: Catalog) -> Iterator[Quantity]:
    dated = [
        each
        for each in (*analysis.where, *analysis.groups)
        if isinstance(each, Within | ByTime | ByPart | ByPeriods)
    ]
    begins = {each.begin for each in lives_of(catalog)} - {None}
    cubes = {each.end.cube for each in lives_of(catalog)}
    by_coming = any(each.time is None or each.time in begins for each in dated)
    names = life_words().turnover | life_words().churn
    for each in analysis.quantities:
        is_rate = first_day_of(each) and (dated or analysis.derived)
        is_own = isinstance(each, Measured) and phrase_of(each.measure.title) in names
        if is_rate or (is_own and by_coming and isinstance(each, Measured) and each.measure.cube in cubes):
            yield each
