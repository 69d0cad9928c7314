"""`which countries do guests come from`: a column of the rows that are counted, before one that is far."""

from collections.abc import Sequence, Set
from dataclasses import replace
from itertools import pairwise

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.intent.counted_rows import counted_measure
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import ByMember, ByPart, Concept, Group, Measured
from svcchat_magic.analyst.planning.sources import Sources

_OF_ALL = frozenset(("name", "title", "label", "id", "key", "code", "number", "no", "type", "kind", "status"))


def with_own_groups(tokens: Sequence[Token], read: Assembled, sources: Sources) -> Assembled:
    """The reading with the counted rows' own column for one of the same noun that they have many of.

    The home country of guests is their country; that of the flats they book is one of each booking. What is
    named with its own noun, the ward channel, is meant itself.
    """
    analysis = read.analysis
    by = [analysis.rank.by] if analysis.rank and analysis.rank.by else []
    homes = {cube for quantity in (*analysis.quantities, *by) for cube in cubes_of(quantity)} - {""}
    homes = homes or set(sources.catalog.entities)  # the rows of the only table, where nothing else is said
    if len(homes) != 1:
        return read

    (home,) = homes
    said = {each.form for each in tokens}
    groups = tuple(_own(each, home, said, sources) for each in analysis.groups)
    if _is_of_each_hour(tokens, read, home, sources.catalog):
        hours = {each.of for each in sources.catalog.phrases.get(("hour",), ()) if each.weight >= OWN}
        groups = tuple(each for each in groups if not (isinstance(each, ByMember) and each.of in hours))
    return read if groups == analysis.groups else replace(read, analysis=replace(analysis, groups=groups))


def _is_of_each_hour(tokens: Sequence[Token], read: Assembled, home: str, catalog: Catalog) -> bool:
    """`average rentals per hour`, where each row has those of an hour: one number, and none for each hour."""
    forms = [each.form for each in tokens]
    is_per = any(pair == ("per", "hour") for pair in pairwise(forms))
    averaged = [each for each in read.analysis.quantities if isinstance(each, Measured)]
    return (
        is_per
        and counted_measure(home, catalog) is not None
        and any(each.measure.agg_type == "avg" for each in averaged)
    )


def _own(group: Group, home: str, said: Set[str], sources: Sources) -> Group:
    if isinstance(group, ByPart) and group.time is None:
        return _own_part(group, home, sources.catalog)

    if not isinstance(group, ByMember) or sources.graph.reaches(home, group.of.cube, to_one=True):
        return group

    owner = sources.catalog.entities.get(group.of.cube)
    if owner is None or not said.isdisjoint(phrase_of(owner.noun)):
        return group

    noun = _noun(group.of)
    own = [each for each in _columns(home, sources.catalog) if _noun(each) == noun and noun not in _OF_ALL]
    return ByMember(own[0]) if len(own) == 1 else group


def _own_part(group: ByPart, home: str, catalog: Catalog) -> Group:
    """The hours of a column of hours: a date beside it has none."""
    named = {each.of for each in catalog.phrases.get((group.part,), ()) if each.weight >= OWN}
    own = [each for each in catalog.of_cube(home, "dimension") if each in named and each.type == "number"]
    return ByMember(own[0]) if group.part == "hour" and len(own) == 1 else group


def _columns(cube: str, catalog: Catalog) -> list[Concept]:
    return [each for each in catalog.of_cube(cube, "dimension") if each.type == "string"]


def _noun(of: Concept) -> str:
    return (phrase_of(of.title) or ("",))[-1]
