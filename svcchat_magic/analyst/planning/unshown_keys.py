"""What tells apart those whose own key no table shows: two managers of one name."""

from svcchat_magic.analyst.linking.bridges import met_by
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.references import column_of_unshown
from svcchat_magic.analyst.meaning.tree import Entity
from svcchat_magic.analyst.planning.sources import Source


def unshown_key(entity: Entity, source: Source, catalog: Catalog) -> str:
    """The column that refers to them at a source, as SQL; empty without one."""
    meeting = met_by(source.tables, entity.cube, catalog.model)
    key = column_of_unshown(meeting, entity.cube, catalog) if meeting else None
    return source.ref(key) if key is not None and source.has(key) else ""
