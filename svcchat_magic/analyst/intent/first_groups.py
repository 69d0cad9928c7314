"""`in each of our five biggest countries by revenue, the best genre`: the first of each of the first ones."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.constructions.constructions import Ranked
from svcchat_magic.analyst.constructions.noun_numbers import counted_noun
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.leftovers.cover import Cover, parted
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.cubes import cubes_of, cubes_of_group
from svcchat_magic.analyst.meaning.tree import (
    Among,
    ByEntity,
    ByMember,
    Concept,
    Group,
    Measured,
    Quantity,
    Within,
)
from svcchat_magic.analyst.planning.sources import Sources

_ARTICLES = frozenset({"the", "our", "their", "its", "my", "all", "those", "these"})
_EACH = (("each", "of"), ("every", "of"), ("for",), ("within",), ("in",), ("among",), ("across",))


def with_first_groups(tokens: Sequence[Token], read: Assembled, sources: Sources) -> Assembled:
    """The reading of two rankings, one of which is said to be of each of the other's first ones."""
    outer = outer_of(read.cover, tokens)
    if outer is None:
        return read

    found = _of_first_groups(tokens, read, outer, sources)
    return found or replace(read, dropped=(*read.dropped, tokens[outer.start].text))


def outer_of(cover: Cover, tokens: Sequence[Token]) -> Item | None:
    """The ranking of two that says in each of which the other is one; None where there is no such."""
    ranked = [each for each in cover.items if each.category == "RANKED"]
    outer = [each for each in ranked if _is_of_each(each, tokens) and _limit(each) > 1]
    return outer[0] if len(ranked) == 2 and len(outer) == 1 else None


def parted_unless_nested(cover: Cover, tokens: Sequence[Token]) -> tuple[Cover, ...]:
    """Several questions in one, which a ranking within another is not."""
    return (cover,) if outer_of(cover, tokens) is not None else parted(cover, tokens)


def _of_first_groups(
    tokens: Sequence[Token], read: Assembled, outer: Item, sources: Sources
) -> Assembled | None:
    """The inner ranking within the groups of the outer one, which are kept; None where they do not meet."""
    ranked = [each for each in read.cover.items if each.category == "RANKED"]
    inner = next(counted_noun(each, tokens) for each in ranked if each != outer)
    first = outer.value
    if not isinstance(inner, Ranked):
        return None

    group, own = _group(first), _group(inner)
    others = [each for each in read.analysis.groups if each not in (group, own)]
    if group is None or own is None or group == own or others or first.rank.by is None:
        return None

    by = _by(inner, (group, own), sources)
    of = group.of if isinstance(group, ByMember) else sources.identity(group.entity)
    if by is None or of is None:
        return None

    said = tuple(each for each in read.analysis.where if each not in (*first.where, *inner.where))
    periods = tuple(each for each in said if isinstance(each, Within))
    rank = first.rank
    among = Among(of, rank.by, rank.limit, rank.descending, _noun(group), (*first.where, *periods))
    analysis = replace(
        read.analysis,
        quantities=(by,),
        groups=(group, own),
        rank=replace(inner.rank, by=by, within=(group,)),
        where=(*said, *inner.where, among),
    )
    span = tokens[: outer.stop]
    words = {each.text.lower() for each in span} | {each.form for each in span}
    dropped = tuple(each for each in read.dropped if each.lower() not in words)
    return replace(read, analysis=analysis, dropped=dropped)


def _limit(item: Item) -> int:
    rank = item.value.rank if isinstance(item.value, Ranked) else None
    return rank.limit if rank is not None and rank.limit is not None and not rank.within else 0


def _is_of_each(item: Item, tokens: Sequence[Token]) -> bool:
    """Whether the other is said to be in each of these: by what stands before, articles aside."""
    before = [each.form for each in tokens[: item.start] if each.form not in _ARTICLES]
    return any(tuple(before[-len(each) :]) == each for each in _EACH)


def _group(ranked: Ranked) -> ByMember | ByEntity | None:
    found = ranked.groups[0] if len(ranked.groups) == 1 else None
    return found if isinstance(found, ByMember | ByEntity) else None


def _noun(group: ByMember | ByEntity) -> str:
    return group.entity.noun if isinstance(group, ByEntity) else group.of.title.lower()


def _by(inner: Ranked, groups: tuple[Group, ...], sources: Sources) -> Quantity | None:
    """What the inner ones are ranked by: an amount of that name where both meet."""
    by = inner.rank.by
    if by is None:
        return None

    if all(_reach(cube, groups, sources) for cube in cubes_of(by)):
        return by

    same = list(_same_amounts(by, sources.catalog)) if isinstance(by, Measured) and not by.where else []
    found = [each for each in same if _reach(each.cube, groups, sources)]
    return Measured(found[0]) if len(found) == 1 else None


def _same_amounts(by: Measured, catalog: Catalog) -> Iterator[Concept]:
    """The other sums of money, where it is one."""
    revenue = [each.of for each in catalog.phrases.get(("revenue",), ()) if isinstance(each.of, Concept)]
    if by.measure in revenue:
        yield from (each for each in revenue if each.agg_type == "sum" and each != by.measure)


def _reach(cube: str, groups: tuple[Group, ...], sources: Sources) -> bool:
    wanted = {each for group in groups for each in cubes_of_group(group)}
    return all(each == cube or sources.graph.reaches(cube, each, to_one=True) for each in wanted)
