"""`top 5 episodes`: rows that only a key tells apart are shown with their titles."""

from dataclasses import replace

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Analysis, ByMember, Group
from svcchat_magic.analyst.planning.belonging import entity_told_by, told_beside


def with_label(analysis: Analysis, catalog: Catalog) -> Analysis:
    """The analysis with the title of what is ranked or bounded, where its rows have no name of their own."""
    if not analysis.groups:
        return analysis

    is_chosen = (analysis.rank is not None and analysis.rank.limit) or analysis.having
    beside = tuple(told_beside(analysis.groups, catalog))
    if not is_chosen or analysis.derived or len(analysis.groups) != 1 + len(beside):
        return analysis

    entity = entity_told_by(analysis.groups[0], catalog)
    label = catalog.label_of(entity) or catalog.mark_of(entity) if entity is not None else None
    return analysis if label is None else replace(analysis, groups=_with(analysis.groups, ByMember(label)))


def _with(groups: tuple[Group, ...], label: Group) -> tuple[Group, ...]:
    return groups if label in groups else (groups[0], label, *groups[1:])
