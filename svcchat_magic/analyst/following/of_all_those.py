"""`revenue in 2024`, then `how many orders are these`: those of what was asked before."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.constructions.constructions import Reference
from svcchat_magic.analyst.following.memory import Memory
from svcchat_magic.analyst.following.references import Bound
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import Analysis, ByMember, Counted, Missing, OnPart, Within
from svcchat_magic.analyst.placing.draft import BIG
from svcchat_magic.analyst.planning.sources import sources_of

SAME = "same"  # what a reference asks where other rows are told to be those
_POINTING = frozenset({"them", "several", "it"})
_THOSE = frozenset({"these", "those", "them", "they"})
_DOING, _HELPING = frozenset({"they"}), frozenset({"do", "does", "did", "have", "has", "had"})


def minding_those(readings: Sequence[Assembled], tokens: Sequence[Token]) -> list[Assembled]:
    """The readings, those that pass over a word for the rows before last."""
    return [replace(each, score=each.score - BIG * _skips_those(each, tokens)) for each in readings]


def _skips_those(read: Assembled, tokens: Sequence[Token]) -> bool:
    """Whether a reading passes over `these` at the end, or over `they` behind a verb."""
    taken = {at for each in read.cover.items for at in range(each.start, each.stop)}
    forms = [each.form for each in tokens if not each.is_mark]
    places = [
        at
        for at, each in enumerate(forms)
        if each in _THOSE and (at + 1 == len(forms) or (each in _DOING and forms[at - 1] in _HELPING))
    ]
    return any(at not in taken for at in places if at) and not read.edits


def means_all_of(
    read: Assembled, open_ones: Sequence[tuple[Reference, tuple[Bound, ...]]], memory: Memory
) -> bool:
    """Whether a number is asked of rows that no cell of the result stands for: of all that it was told of."""
    lost = [each for each, bounds in open_ones if not any(one.conditions or one.groups for one in bounds)]
    if len(lost) < len(open_ones) or any(each.asks not in ("", SAME) for each in lost):
        return False

    said = read.analysis
    names = bool(said.quantities) and not said.is_assumed and said.rows_of is None
    points = bool(lost) and all(each.way in _POINTING and each.group is None for each in lost)
    is_whole = said.rank is None and said.derived is None and not said.having
    return points and names and is_whole and bool(memory.analysis.quantities) and not read.edits


def with_all_of(memory: Memory, catalog: Catalog) -> Memory | None:
    """The turn before with its bounds and dates as meant there; None where the first few were shown."""
    before = memory.analysis
    if before.rank is not None and before.rank.limit:
        return None

    first = before.quantities[0]
    having = tuple(replace(each, quantity=each.quantity or first) for each in before.having)
    return replace(memory, analysis=_dated(replace(before, having=having), catalog))


def counted_of(said: Analysis, before: Analysis, catalog: Catalog) -> Analysis:
    """Of the customers those that the rows before belong to, whenever they became customers."""
    homes = {cube for each in before.quantities for cube in cubes_of(each) if cube}
    graph = sources_of(catalog).graph
    quantities = tuple(
        replace(each, is_active=True)
        if isinstance(each, Counted)
        and not each.where
        and each.entity.cube not in homes
        and all(graph.reaches(home, each.entity.cube, to_one=True) for home in homes)
        else each
        for each in said.quantities
    )
    return replace(said, quantities=quantities)


def having_those(said: Analysis, asked: Sequence[Reference], before: Analysis, catalog: Catalog) -> Analysis:
    """Of the orders of each reason those that have one: an order without a refund is none of these."""
    counts = counted_of(said, before, catalog)
    if counts == said or not any(each.asks == SAME for each in asked):
        return said

    said, graph = counts, sources_of(catalog).graph
    counted = {each.entity.cube for each in said.quantities if isinstance(each, Counted) and each.is_active}
    told = [each.of for each in said.groups if isinstance(each, ByMember)]
    many = [of for of in told if any(not graph.reaches(cube, of.cube, to_one=True) for cube in counted)]
    return replace(said, where=(*said.where, *(Missing(of, negated=True) for of in many)))


def _dated(before: Analysis, catalog: Catalog) -> Analysis:
    """The periods before on the date that dated them."""
    cubes = cubes_of(before.quantities[0])
    times = {sources_of(catalog).dates(cube) for cube in cubes if cube}
    if len(times) != 1:
        return before

    (time,) = times
    return replace(
        before,
        where=tuple(
            replace(each, time=time) if isinstance(each, Within | OnPart) and each.time is None else each
            for each in before.where
        ),
    )
