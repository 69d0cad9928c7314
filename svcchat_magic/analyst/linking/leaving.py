"""The date on which rows are none of ours any more: members leave, branches close, trucks are retired."""

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept

_LEFT = frozenset(
    ("left", "leave", "leaving", "exited", "exit", "resigned", "resignation", "departed", "deregistered",
     "terminated", "termination", "retired", "retirement", "decommissioned", "disposed", "delisted",
     "discontinued", "deactivated", "closed", "closing", "closure", "ended", "cancelled", "cancellation")
)  # fmt: skip


def leaving_date(cube: str, catalog: Catalog) -> Concept | None:
    """The one date of a table that says so."""
    times = (each for each in catalog.of_cube(cube, "dimension") if each.type == "time")
    found = [each for each in times if _LEFT & set(phrase_of(each.name.replace("_", " ")))]
    return found[0] if len(found) == 1 else None
