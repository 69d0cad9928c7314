"""Rows that are agreed for a time, from one day until another: leases, campaigns; and what they occupy."""

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.deeds import is_told_by
from svcchat_magic.analyst.linking.lives import Life, lives_of
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.tree import ByEntity, Concept, Entity

_BEGUN = frozenset({"start", "starts", "started", "begin", "begins", "began", "from", "commencement"})
_ENDED = frozenset({"end", "ends", "ending", "until", "to", "through", "expiry", "expires", "expiration"})
_STATES = frozenset({"status", "state", "stage", "phase", "active", "current", "cancelled", "terminated"})
_LETS = frozenset({"lease", "tenancy", "let", "letting", "rental", "occupancy"})
_DATES = ("date", "day", "at", "on", "valid", "time")


def terms_of(catalog: Catalog) -> tuple[Life, ...]:
    """Those of a model, where no column of a state says more; made once for each model."""
    return catalog.model.derived.get("terms", lambda: tuple(_terms(catalog)))


def lets_of(catalog: Catalog) -> tuple[tuple[Entity, Life], ...]:
    """What is let, with the agreements by which it is: a unit is vacant without one that holds today."""
    lets = [each for each in terms_of(catalog) if not _LETS.isdisjoint(phrase_of(each.entity.noun))]
    return tuple(
        (what, let)
        for let in lets
        for what in catalog.entities.values()
        if not is_person(ByEntity(what)) and what != let.entity and _is_let(what, let, catalog)
    )


def _is_let(what: Entity, let: Life, catalog: Catalog) -> bool:
    """Whether each agreement is of one of these, which are the smallest of their sort: no building."""
    if not is_told_by(let.entity.cube, what.cube, catalog):
        return False

    others = (each for each in catalog.entities.values() if each not in (what, let.entity))
    return not any(
        is_told_by(let.entity.cube, each.cube, catalog) and is_told_by(each.cube, what.cube, catalog)
        for each in others
    )


def _terms(catalog: Catalog) -> list[Life]:
    known = {each.entity.cube: each for each in lives_of(catalog)}
    found = []
    for cube, entity in catalog.entities.items():
        if has_state(cube, catalog) or is_person(ByEntity(entity)):
            continue

        own = known.get(cube) or agreed(entity, catalog)
        found += [own] if own is not None and own.begin is not None and own.is_planned else []

    return found


def agreed(entity: Entity, catalog: Catalog) -> Life | None:
    """The two days of such rows, be there a state as well; None where they have not one of each."""
    times = [each for each in catalog.times if each.cube == entity.cube]
    begins = [each for each in times if _is_called(each, _BEGUN)]
    ends = [each for each in times if _is_called(each, _ENDED)]
    if len(begins) != 1 or len(ends) != 1:
        return None

    return Life(entity, begins[0], ends[0], is_staff=False, is_of_persons=False)


def _is_called(time: Concept, words: frozenset[str]) -> bool:
    """Whether a date is called so and no more: the end of the trial is not that of the contract."""
    said = [each for each in phrase_of(time.name.replace("_", " ")) if each not in _DATES]
    return len(said) == 1 and said[0] in words


def has_state(cube: str, catalog: Catalog) -> bool:
    """Whether a column of a table says in which state its rows are, whatever their dates are."""
    own = catalog.of_cube(cube, "dimension")
    return any(
        each.type != "time" and not _STATES.isdisjoint(phrase_of(each.name.replace("_", " "))) for each in own
    )
