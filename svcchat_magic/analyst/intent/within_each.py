"""`for each region, which customer spent the most`: the first within each, and not the first of all."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import ByEntity, ByMember, ByTime, Group

_EACH = frozenset({"each", "every"})
_BEFORE = frozenset({"for", "in", "within", "at", "by", "per", "of"})


def with_each(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with a rank within each of what a question begins with, beside what is ranked."""
    read = _without_own_names(read, catalog)
    analysis = read.analysis
    rank = analysis.rank
    if rank is None or rank.within or rank.limit is None or len(analysis.groups) < 2:
        return read

    begun = [each for each in _begun(tokens, read) if each in analysis.groups]
    if not begun or len(begun) == len(analysis.groups):
        return read

    return replace(read, analysis=replace(analysis, rank=replace(rank, within=tuple(begun))))


def _without_own_names(read: Assembled, catalog: Catalog) -> Assembled:
    """`the three highest salaries in every department, with names`: of each name there is one row to show."""
    analysis = read.analysis
    rank, entity = analysis.rank, analysis.rows_of
    if rank is None or entity is None or len(rank.within) < 2:
        return read

    name = catalog.name_of(entity)
    own = {ByEntity(entity), *([ByMember(name)] if name else [])}
    within = tuple(each for each in rank.within if each not in own)
    return replace(read, analysis=replace(analysis, rank=replace(rank, within=within)))


def _begun(tokens: Sequence[Token], read: Assembled) -> Iterator[Group]:
    """The groups of what stands first: `for each channel`, `in every month`."""
    first = min(read.cover.items, key=lambda item: item.start, default=None)
    if first is None or first.category != "GROUPS" or not isinstance(first.value, tuple):
        return

    forms = {each.form for each in tokens[first.start : first.stop]}
    is_each = not _EACH.isdisjoint(forms) or tokens[first.start].form == "per"
    if is_each and first.start <= 1 and (tokens[first.start].form in _BEFORE | _EACH):
        yield from (each for each in first.value if not isinstance(each, ByTime) or each.grain != "auto")
