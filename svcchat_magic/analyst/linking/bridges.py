"""Tables by way of which others are met: those that only join two, such as which tracks playlists have."""

from collections.abc import Sequence

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.references import column_of_key
from svcchat_magic.semantic.model.model import Model

_SAYING_MORE = frozenset({"string", "boolean"})
_COUNTS = ("count", "count_distinct")


def is_bridge(cube: str, catalog: Catalog) -> bool:
    """Whether rows say nothing but which two belong together, at most in which order or since when."""
    joins = catalog.model.cubes[cube].joins if cube in catalog.model.cubes else ()
    if len(joins) != 2 or any(each.agg_type not in _COUNTS for each in catalog.of_cube(cube, "measure")):
        return False

    keys = [
        catalog.key_of(catalog.entities[each.target]) for each in joins if each.target in catalog.entities
    ]
    own = {column_of_key(cube, each, catalog) for each in keys if each is not None}
    said = (each for each in catalog.of_cube(cube, "dimension") if not each.primary_key and each not in own)
    return not any(each.type in _SAYING_MORE for each in said)


def met_by(tables: Sequence[str], cube: str, model: Model) -> str:
    """The cube whose rows lead to those of another in a view; empty where there is no one way."""
    view = model.views.get(tables[0]) if len(tables) == 1 else None
    paths = {each.path for each in view.members.values() if each.path[-1] == cube} if view else set()
    path = next(iter(paths)) if len(paths) == 1 else ()
    return path[-2] if len(path) > 1 else ""
