"""`members by type`: of rows that a member may have many of, the type is none of the member."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.sorts import is_sort_of_group
from svcchat_magic.analyst.linking.member_names import SORTS
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import ByMember
from svcchat_magic.analyst.planning.sources import Sources


def strange_sorts(tokens: Sequence[Token], read: Assembled, sources: Sources) -> Iterator[str]:
    """The words such as `type`, said of nothing, that are taken for a column of rows of another kind."""
    homes = {cube for each in read.analysis.quantities for cube in cubes_of(each)} - {""}
    if not homes:
        return

    reaches = sources.graph.reaches
    far = [
        phrase_of(each.of.title)
        for each in read.analysis.groups
        if isinstance(each, ByMember) and not any(reaches(one, each.of.cube, to_one=True) for one in homes)
    ]
    sorts = [title for title in far if title[-1] in SORTS]
    yield from (tokens[at].text for at in bare_sorts(tokens) if sorts and (tokens[at].form,) not in sorts)


def bare_sorts(tokens: Sequence[Token]) -> Iterator[int]:
    """The places of such words behind `by`, of nothing."""
    for at in range(len(tokens)):
        is_of = at + 1 < len(tokens) and tokens[at + 1].form == "of"
        if is_sort_of_group(tokens, at) and not is_of:
            yield at
