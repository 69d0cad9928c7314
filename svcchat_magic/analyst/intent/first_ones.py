"""`share of revenue from the top 10 customers`: what the first of a ranking have together, or over time."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.constructions.constructions import Ranked, RankedRows
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.numbers import number_of
from svcchat_magic.analyst.meaning.tree import (
    Among,
    Analysis,
    ByEntity,
    ByMember,
    ByTime,
    Counted,
    Group,
    Measured,
    Quantity,
    Ratio,
)
from svcchat_magic.analyst.planning.sources import Sources

_TOGETHER = frozenset({"together", "combined", "altogether", "collectively", "jointly"})
_OF = frozenset({"of", "for", "from", "among", "by", "with"})
_ARTICLES = frozenset({"the", "our", "their", "its", "my", "all", "those"})
_ADDED = ("sum", "count")


def with_first_ones(tokens: Sequence[Token], read: Assembled, sources: Sources) -> Assembled:
    """The reading with the first of a ranking as rows that are kept, where it is not asked for each."""
    ranked = [each for each in read.cover.items if each.category in ("RANKED", "RANKEDROWS")]
    rank = read.analysis.rank
    if len(ranked) != 1 or rank is None or rank.limit is None or rank.limit < 1 or rank.nth:
        return read

    group, is_of = _group(ranked[0]), _is_of(ranked[0], tokens)
    if ranked[0].category == "RANKEDROWS":
        return _of_rows(read, ranked[0].value, group, sources) if is_of else read

    first = read.analysis.quantities[0] if len(read.analysis.quantities) == 1 else None
    by = ranked[0].value.rank.by or first
    among = _among(read.analysis, group, by, sources) if first is not None and _adds_up(by) else None
    if among is None or first is None:
        return read

    told = {each.text.lower() for each in tokens}
    others = tuple(each for each in read.analysis.groups if each != group)
    kept = replace(read.analysis, where=(*read.analysis.where, among), rank=None, groups=others)
    if read.analysis.derived is not None and read.analysis.derived.kind == "share" and is_of:
        return _share(read, ranked[0], first, among, tokens)

    if _TOGETHER & told:
        return replace(read, analysis=kept)

    is_trend = is_of and any(isinstance(each, ByTime) for each in others)
    return replace(read, analysis=replace(kept, groups=read.analysis.groups)) if is_trend else read


def _share(
    read: Assembled, ranked: Item, whole: Quantity, among: Among, tokens: Sequence[Token]
) -> Assembled:
    """The part of the first ones; what was asked for a share of is no longer without a place."""
    if not isinstance(whole, Measured | Counted):
        return read

    share = Ratio(replace(whole, where=(*whole.where, among)), whole, is_share=True)
    groups = tuple(each for each in read.analysis.groups if each != _group(ranked))
    before = tokens[: ranked.start]
    said = {each.form for each in before} | {each.text.lower() for each in before}
    analysis = replace(read.analysis, quantities=(share,), groups=groups, rank=None, derived=None)
    return replace(read, analysis=analysis, dropped=tuple(each for each in read.dropped if each not in said))


def _of_rows(read: Assembled, ranked: RankedRows, group: Group | None, sources: Sources) -> Assembled:
    """`average age of the 10 highest paid employees`: the order is by their pay, and the age is asked."""
    by = ranked.rank.by
    asked = tuple(each for each in read.analysis.quantities if each != by)
    is_other = any(item.category in ("QUANTITY", "COUNTED", "AGGREGATED") for item in read.cover.items)
    if not asked or by is None or not is_other:
        return read

    among = _among(read.analysis, group, by, sources)
    if among is None:
        return replace(read, dropped=(*read.dropped, "rank"))

    groups = tuple(each for each in read.analysis.groups if each != group)
    kept = replace(read.analysis, where=(*read.analysis.where, among), groups=groups)
    return replace(read, analysis=replace(kept, quantities=asked, rank=None, rows_of=None))


def _group(ranked: Item) -> Group | None:
    """What is ranked, without the periods beside it."""
    if isinstance(ranked.value, RankedRows):
        return ByEntity(ranked.value.entity)

    found = [each for each in ranked.value.groups if isinstance(each, ByMember | ByEntity)]
    return found[0] if isinstance(ranked.value, Ranked) and len(found) == 1 else None


def _among(analysis: Analysis, group: Group | None, by: Quantity | None, sources: Sources) -> Among | None:
    rank = analysis.rank
    if rank is None or rank.limit is None or by is None:
        return None

    of = sources.identity(group.entity) if isinstance(group, ByEntity) else None
    of = group.of if isinstance(group, ByMember) else of
    entity = sources.catalog.entities.get(of.cube) if of is not None else None
    if of is None:
        return None

    is_name = entity is not None and (of.primary_key or of == sources.catalog.name_of(entity))
    noun = entity.noun if is_name and entity is not None else of.title.lower()
    return Among(of, by, rank.limit, descending=rank.descending, noun=noun, where=analysis.where)


def _is_of(ranked: Item, tokens: Sequence[Token]) -> bool:
    """Whether something is said of the first ones: `for the top 3`, and no `top 3 by month`."""
    for at in range(ranked.start, ranked.stop):
        if number_of(tokens[at]) is not None or _is_super(tokens[at]):
            before = [each.form for each in tokens[:at] if each.form not in _ARTICLES]
            return bool(before) and before[-1] in _OF

    return False


def _is_super(token: Token) -> bool:
    return any(category == "SUPER" for category, _ in keywords().meanings.get((token.form,), ()))


def _adds_up(quantity: Quantity | None) -> bool:
    if isinstance(quantity, Measured):
        return quantity.measure.agg_type in _ADDED

    return isinstance(quantity, Counted)
