"""The date on which somebody came to be one of these: not their birth, and not when they left."""

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept

_OTHER = frozenset(
    (
        "birth", "born", "dob", "birthday", "birthdate", "death", "died", "deceased", "expiry", "expire",
        "exp", "left", "leaving", "cancelled", "ended", "end", "until", "to", "termination", "churn",
        "closed", "last", "latest", "next", "updated", "modified", "through",
    )
)  # fmt: skip


def coming_dates(cube: str, catalog: Catalog) -> tuple[Concept, ...]:
    """The dates of a table by which its rows can be new."""
    times = (each for each in catalog.times if each.cube == cube)
    return tuple(each for each in times if _OTHER.isdisjoint(phrase_of(each.name.replace("_", " "))))
