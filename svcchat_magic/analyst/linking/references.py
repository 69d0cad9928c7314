"""Columns that hold the key of another row: the owner of a deal, whom people call by the owner's name."""

from collections.abc import Iterator

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.semantic.model.member_sql import SnippetUnreadable, Use, one_use, read_member_sql
from svcchat_magic.semantic.model.model import Cube, Join


def name_behind(key: Concept, catalog: Catalog) -> Concept | None:
    """The name of the row that a key points at; None for a column that is none, or a row without a name."""
    cube = catalog.model.cubes.get(key.cube)
    if cube is None or key.primary_key or key.name not in cube.dimensions:
        return None

    targets = [join.target for join in cube.joins for own, _ in _equal(join) if _is_same(own, cube, key.name)]
    entity = catalog.entities.get(targets[0]) if len(targets) == 1 else None
    return catalog.name_of(entity) if entity is not None else None


def column_of_key(cube: str, key: Concept, catalog: Catalog) -> Concept | None:
    """The column of a table's rows that holds the key of another's; None where no shown one does."""
    return _column(cube, key.cube, key.name, catalog)


def column_of_unshown(cube: str, target: str, catalog: Catalog) -> Concept | None:
    """The same of rows whose own key no table shows: the manager of employees."""
    keys = [name for name, each in catalog.model.cubes[target].dimensions.items() if each.primary_key]
    return _column(cube, target, keys[0], catalog) if len(keys) == 1 else None


def _column(cube: str, to: str, key: str, catalog: Catalog) -> Concept | None:
    rows, target = catalog.model.cubes[cube], catalog.model.cubes[to]
    for join in rows.joins if key in target.dimensions else ():
        for own, other in _equal(join):
            if join.target == to and _is_same(other, target, key):
                names = (name for name in rows.dimensions if _is_same(own, rows, name))
                shown = (catalog.by_key.get((cube, name)) for name in names)
                return next((each for each in shown if each is not None), None)

    return None


def _equal(join: Join) -> Iterator[tuple[Use, Use]]:
    """What a join compares, of its own rows and of the other's, where it is one equation."""
    try:
        uses = read_member_sql(join.sql).equals()
    except SnippetUnreadable:
        return

    if [each.cube == join.target for each in uses].count(True) == 1:
        own, other = sorted(uses, key=lambda each: each.cube == join.target)
        yield own, other


def _is_same(use: Use, cube: Cube, name: str) -> bool:
    """Whether it is what a dimension shows."""
    shown = one_use(cube.dimensions[name].sql)
    named = use.member or use.column
    return named == name if use.member or shown is None else use.column == (shown.column or shown.member)
