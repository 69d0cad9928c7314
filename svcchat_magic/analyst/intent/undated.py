"""Verbs that are said inside of a number, or passed over, and name a date."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.coming_dates import coming_dates
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.deeds import deed_of
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.linking.planned_dates import come_to_pass
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByEntity,
    ByPart,
    ByTime,
    Concept,
    Missing,
    OnPart,
    Ratio,
    Within,
)
from svcchat_magic.analyst.planning.planned import Planned
from svcchat_magic.analyst.planning.sources import sources_of
from svcchat_magic.semantic.model.join_graph import JoinGraph
from svcchat_magic.semantic.search.thesaurus import stems_of

_BEGUN = frozenset(  # how things come to be, which happens to each of them once
    (
        "born", "built", "commissioned", "constructed", "created", "established", "founded", "hired",
        "installed", "introduced", "joined", "launched", "manufactured", "opened", "published", "registered",
        "released",
    )
)  # fmt: skip
_DATED = (Within, OnPart, ByTime, ByPart)


def with_said_dates(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Analysis:
    """`members cancelled each year`: the number is named by a verb, whose date is meant then."""
    analysis, names = read.analysis, date_names_of(catalog)
    homes = {cube for each in analysis.quantities for cube in cubes_of(each)}
    dated = [each for each in (*analysis.where, *analysis.groups) if isinstance(each, _DATED)]
    if not dated or any(each.time for each in dated):
        return analysis

    verbs = (tokens[each.stop - 1].text for each in read.cover.items if _ends_in_verb(each, tokens))
    named = (time for verb in verbs for time in names.named(stems_of(verb)) if time.cube in homes)
    times = set(come_to_pass(named, {each.form for each in tokens}))
    if len(times) != 1:
        return analysis

    time = times.pop()
    happened = () if any(isinstance(each, Within) for each in dated) else (Missing(time, negated=True),)
    return replace(
        analysis,
        where=(
            *(replace(each, time=time) if isinstance(each, _DATED) else each for each in analysis.where),
            *happened,  # those that never were have no year of it
        ),
        groups=tuple(
            replace(each, time=time) if isinstance(each, _DATED) else each for each in analysis.groups
        ),
    )


def _ends_in_verb(item: Item, tokens: Sequence[Token]) -> bool:
    is_share = (
        isinstance(item.value, Ratio) and item.value.is_share
    )  # what is a part came to be as the rest did
    is_number = item.category == "QUANTITY" and item.stop - item.start > 1 and not is_share
    return is_number and is_participle(tokens[item.stop - 1].text.lower())


def undated_new(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Iterator[str]:
    """`new customers` who have no date of their own: those who ever bought then are not all new."""
    for item in (each for each in read.cover.items if each.category == "NEWONES"):
        (cube,) = cubes_of(item.value)
        if not coming_dates(cube, catalog):
            yield next(each.text for each in tokens[item.start : item.stop] if each.form == "new")


def undated_verbs(
    tokens: Sequence[Token], best: Assembled, planned: Planned, catalog: Catalog
) -> Iterator[str]:
    """`loans of members who joined in 2022`, read as loans of 2022: `joined` was passed over as a verb."""
    times = set(_times(planned, catalog))
    for at in best.cover.light if times else ():
        named = _near(date_names_of(catalog).named(stems_of(tokens[at].text)), planned, catalog)
        is_done = is_participle(tokens[at].text.lower())
        is_other = times.isdisjoint(named) if named else _is_begun(tokens[at], planned, times)
        is_other |= not named and _is_of_deeds(tokens[at], planned, times, catalog)
        if is_done and is_other:
            yield tokens[at].text


def _near(named: Iterable[Concept], planned: Planned, catalog: Catalog) -> tuple[Concept, ...]:
    """Those that may date what is asked, or rows of it: the day when snacks are sold is none of tickets."""
    homes = {cube for each in planned.analysis.quantities for cube in cubes_of(each)}
    graph = sources_of(catalog).graph
    return tuple(each for each in named if not homes or any(_is_near(one, each.cube, graph) for one in homes))


def _is_of_deeds(verb: Token, planned: Planned, times: set[Concept], catalog: Catalog) -> bool:
    """`members visited in May`, read as members of May: their visits have dates of their own."""
    homes = {cube for each in planned.analysis.quantities for cube in cubes_of(each)}
    homes |= {planned.analysis.rows_of.cube} if planned.analysis.rows_of else set()
    who = homes.pop() if len(homes) == 1 else ""
    entity = catalog.entities.get(who)
    is_of_persons = entity is not None and is_person(ByEntity(entity))
    deed = deed_of(verb.form, who, catalog) if is_of_persons else None
    return deed is not None and all(each.cube == who for each in times)


def _is_near(home: str, cube: str, graph: JoinGraph) -> bool:
    """Whether rows are told by those of another table, or have them: courses and what was done of each."""
    return home == cube or graph.reaches(home, cube, to_one=True) or graph.reaches(cube, home, to_one=True)


def _is_begun(verb: Token, planned: Planned, times: set[Concept]) -> bool:
    """`hotels opened before 2000` without a date of theirs: the date of the bookings is another one."""
    if verb.form not in _BEGUN:
        return False

    homes = {cube for each in planned.analysis.quantities for cube in cubes_of(each)}
    homes |= {planned.analysis.rows_of.cube} if planned.analysis.rows_of else set()
    return bool(homes) and all(each.cube not in homes for each in times)


def _times(planned: Planned, catalog: Catalog) -> Iterator[Concept]:
    """The times of the periods and units; the usual one where none is named."""
    analysis = planned.analysis
    home = next((cube for each in analysis.quantities for cube in cubes_of(each)), "")
    home = home or (analysis.rows_of.cube if analysis.rows_of else "")
    for each in (*analysis.where, *analysis.groups):
        if isinstance(each, _DATED):
            time = each.time or sources_of(catalog).dates(home)
            if time is not None:
                yield time
