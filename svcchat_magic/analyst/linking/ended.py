"""Tables with a row for each person who left: the cancellations of subscribers."""

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.deeds import is_called, is_told_by
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import ByEntity, Concept, Entity

_ENDINGS = ("cancellation", "termination", "departure", "resignation", "exit", "churn", "withdrawal")
Ending = tuple[Entity, Entity, Concept]  # who, the rows of their leaving, and when


def endings_of(catalog: Catalog) -> tuple[Ending, ...]:
    """Those of a model; made once for each model."""
    return catalog.model.derived.get("endings", lambda: tuple(_endings(catalog)))


def ended_by(verb: str, rows: Entity, time: Concept, catalog: Catalog) -> bool:
    """Whether a verb in its past form says that somebody has such a row: cancelled."""
    is_named = any(akin(verb, each) for each in phrase_of(time.name.replace("_", " ")))
    return is_participle(verb) and is_named and is_called(verb, rows.cube, catalog)


def _endings(catalog: Catalog) -> list[Ending]:
    found = []
    for rows in catalog.entities.values():
        noun = phrase_of(rows.noun)[-1:]
        times = [each for each in catalog.times if each.cube == rows.cube]
        if not noun or noun[0] not in _ENDINGS or len(times) != 1:
            continue

        owners = [
            each
            for each in catalog.entities.values()
            if each.cube != rows.cube
            and is_person(ByEntity(each))
            and is_told_by(rows.cube, each.cube, catalog)
            and is_told_by(each.cube, rows.cube, catalog)
        ]
        found += [(each, rows, times[0]) for each in owners] if len(owners) == 1 else []

    return found
