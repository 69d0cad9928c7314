"""The rows in which two things meet: the lines of an order, each of which is of one product."""

from collections.abc import Set

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.planning.sources import Sources

_ONE_STEP = 2  # cubes of a walk that is one join long


def met_in(of: str, other: str, sources: Sources) -> str:
    """The cube whose rows tell that one thing has rows of another: those of the lines, where there are such.

    An order belongs to one product at most by way of something else, such as the subscription it came from;
    which products were ordered only its lines tell.
    """
    walks = sources.graph.walks(of, other, to_one=True)
    if any(len(each) == _ONE_STEP for each in (*walks, *sources.graph.walks(other, of, to_one=True))):
        return of

    if _names_in_roles(of, other, sources):
        return of  # issues have assignees: who only wrote a comment on one has none

    lines = [
        each
        for each in sources.graph.cubes
        if each not in (of, other) and _is_of_both(each, of, other, sources)
    ]
    own = [each for each in lines if _is_called_after(each, of, sources)]  # order lines before work orders
    found = own if len(own) == 1 else lines or _farther(of, other, sources)
    return found[0] if len(found) == 1 else of


def _names_in_roles(of: str, other: str, sources: Sources) -> bool:
    """Whether rows name those others themselves, each by what they do there."""
    cubes = sources.catalog.model.cubes
    table = cubes[other].sql_table
    targets = [cubes[each.target] for each in cubes[of].joins if each.target in cubes]
    return bool(table) and any(each.sql_table == table and each.name != other for each in targets)


def _farther(of: str, other: str, sources: Sources) -> list[str]:
    """Where they meet by way of more rows: the tracks of a customer, in the lines of the invoices."""
    reaches = sources.graph.reaches
    if reaches(of, other, to_one=True) or reaches(other, of, to_one=True):
        return []

    return nearest_of_all({of, other}, sources)


def nearest_of_all(cubes: Set[str], sources: Sources) -> list[str]:
    """The one table whose rows each have one row of all of these; rows of such rows are farther ones."""
    reaches = sources.graph.reaches
    found = [
        each
        for each in sources.catalog.entities
        if all(each == one or reaches(each, one, to_one=True) for one in cubes)
    ]
    return [each for each in found if all(one == each or reaches(one, each, to_one=True) for one in found)]


def _is_called_after(cube: str, of: str, sources: Sources) -> bool:
    noun, whole = (phrase_of(sources.catalog.entities[each].noun) for each in (cube, of))
    return len(noun) > len(whole) > 0 and noun[: len(whole)] == whole


def _is_of_both(cube: str, of: str, other: str, sources: Sources) -> bool:
    edges = (sources.graph.edge(cube, each) for each in (of, other))
    return all(each is not None and each.owner == cube and not each.finds_many for each in edges)
