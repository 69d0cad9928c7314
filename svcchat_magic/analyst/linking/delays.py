"""Numbers of how late rows left and came in, and the times by which those that never left are known."""

from collections.abc import Iterator
from dataclasses import dataclass

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept

DEPARTURE, ARRIVAL = "departure", "arrival"
_EVENTS = {
    DEPARTURE: frozenset({"dep", "departure", "depart", "departed", "departing", "leaving"}),
    ARRIVAL: frozenset({"arr", "arrival", "arrive", "arrived", "arriving", "landing"}),
}
_DELAYS = frozenset({"delay", "delayed", "lateness"})
_PLANNED = frozenset({"sched", "scheduled", "schedule", "planned", "expected", "crs"})
_ACTUAL = frozenset({"actual", "real", "time", "at", "ts", "dt", "datetime"})
_IN = frozenset({"in", "mins", "min"})


@dataclass(frozen=True, slots=True)
class Told:
    """A number of how late something was, and of which of the two ends of a way; less than 0 is early."""

    of: Concept
    event: str  # departure, arrival; empty where only one delay is told


def delays_of(catalog: Catalog) -> tuple[Told, ...]:
    """Those of a model; made once for each."""
    return catalog.model.derived.get("told delays", lambda: tuple(_delays(catalog)))


def actual_departure(cube: str, catalog: Catalog) -> Concept | None:
    """When rows left, where another column says when they should have: without a value they never did."""
    own = [(each, _words(each)) for each in catalog.of_cube(cube, "dimension")]
    timed = [(each, words) for each, words in own if words & _EVENTS[DEPARTURE] and not words & _DELAYS]
    planned = [each for each, words in timed if words & _PLANNED]
    actual = [each for each, words in timed if words & _ACTUAL and not words & _PLANNED]
    return actual[0] if planned and len(actual) == 1 else None


def _delays(catalog: Catalog) -> Iterator[Told]:
    for cube in catalog.entities:
        found = [each for each in map(_told, catalog.of_cube(cube, "dimension")) if each is not None]
        events = [each.event for each in found]
        if len(set(events)) == len(events) and not (len(events) > 1 and "" in events):
            yield from found


def _told(concept: Concept) -> Told | None:
    """A delay that its name says no more of than at which end it was, and in which unit."""
    words = _words(concept)
    if concept.type != "number" or not words & _DELAYS:
        return None

    event = next((each for each, said in _EVENTS.items() if words & said), "") or _described(concept)
    rest = words - _DELAYS - _EVENTS.get(event, frozenset()) - keywords().units - _IN
    return None if rest else Told(concept, event)


def _described(concept: Concept) -> str:
    """The one end of a way that a description speaks of; empty for neither or both."""
    said = {word for place in concept.places for word in phrase_of(place.description)}
    found = [each for each, words in _EVENTS.items() if words & said]
    return found[0] if len(found) == 1 else ""


def _words(concept: Concept) -> set[str]:
    return set(phrase_of(concept.name.replace("_", " ")))
