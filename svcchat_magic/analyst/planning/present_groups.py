"""Which groups have to be there: rows that belong to none are no group that could come first."""

from svcchat_magic.analyst.meaning.cubes import cubes_of_group
from svcchat_magic.analyst.meaning.tree import Analysis, ByEntity, ByMember
from svcchat_magic.analyst.planning.belonging import told_beside
from svcchat_magic.analyst.planning.select_writer import SelectWriter


def present(analysis: Analysis, home: str, write: SelectWriter) -> list[str]:
    """`which cause was given the most`: rows that belong to none are no group that could come first.

    Of a column of the rows themselves that is a text: rows without a number or date are still told apart.
    """
    is_ranked = analysis.rank is not None and analysis.rank.limit is not None
    if analysis.derived is not None or not (analysis.having or is_ranked):
        return []

    beside = set(told_beside(analysis.groups, write.sources.catalog))
    others = [each for each in analysis.groups if isinstance(each, ByMember | ByEntity)]
    own = set() if analysis.having else {home}  # no row without a company is one of more than 12 members
    return [
        f"{write.group(each)} IS NOT NULL"
        for each in others
        if each not in beside and _is_of_things(each, own)
    ]


def _is_of_things(group: ByMember | ByEntity, own: set[str]) -> bool:
    is_text = isinstance(group, ByMember) and group.of.type == "string"
    return is_text or bool(set(cubes_of_group(group)) - own)
