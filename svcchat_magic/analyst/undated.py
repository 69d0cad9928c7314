"""Verbs that name a date which the reading does not use: then the period may be of another date."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import ByPart, ByTime, Concept, OnPart, Within, cubes_of
from svcchat_magic.analyst.parsing.assembly import Assembled
from svcchat_magic.analyst.planning.planned import Planned
from svcchat_magic.analyst.planning.sources import sources_of
from svcchat_magic.semantic.search.thesaurus import stems_of


def undated_verbs(
    tokens: Sequence[Token], best: Assembled, planned: Planned, catalog: Catalog
) -> Iterator[str]:
    """`loans of members who joined in 2022`, read as loans of 2022: `joined` was passed over as a verb."""
    times = set(_times(planned, catalog))
    for at in best.cover.light if times else ():
        named = date_names_of(catalog).named(stems_of(tokens[at].text))
        if named and times.isdisjoint(named) and is_participle(tokens[at].text.lower()):
            yield tokens[at].text


def _times(planned: Planned, catalog: Catalog) -> Iterator[Concept]:
    """The times of the periods and units; the usual one where none is named."""
    analysis = planned.analysis
    home = next((cube for each in analysis.quantities for cube in cubes_of(each)), "")
    for each in (*analysis.where, *analysis.groups):
        if isinstance(each, Within | OnPart | ByTime | ByPart):
            time = each.time or sources_of(catalog).dates(home)
            if time is not None:
                yield time
