"""Dates that were planned and those on which it came to pass: due and paid, promised and delivered."""

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass

from svcchat_magic.analyst.language.date_events import date_events
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.meaning.tree import Concept, IsIn
from svcchat_magic.semantic.search.thesaurus import stems_of

PLANNED = frozenset(
    stems_of(
        "due deadline promised promise expected planned scheduled target eta estimated agreed required needed"
    )
)
_DELAYS = frozenset(stems_of("delay late lateness overdue"))
_DONE = ("pay", "return", "close", "complete", "deliver", "resolve", "finish", "renew", "ready")
_ALSO_DONE = ("receive", "arrive", "collect", "pick up", "hand over", "ship", "end", "actual")
_NO_EVENT = frozenset(stems_of("date day time at on dt ts for by back"))


_LISTED = re.compile(r"\s*(?:,|\bor\b|\band\b)\s*")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Plan:
    """Two dates of the same rows: when something should have happened, and when it did."""

    due: Concept
    done: Concept
    is_sure: bool = True  # no other date could tell that it came to pass


@dataclass(frozen=True, slots=True)
class Delay:
    """How long after its plan something came to pass, told in a unit; `time` where none is said."""

    plan: Plan
    unit: str
    is_early: bool = False  # how long before


def plans_of(catalog: Catalog) -> tuple[Plan, ...]:
    """The plans of a model; made once for each."""
    return catalog.model.derived.get("planned dates", lambda: tuple(_plans(catalog)))


def overdue_state(due: Concept, catalog: Catalog) -> IsIn | None:
    """The value that overdue rows have, where a description says so: an open one past its date is overdue."""
    for each in catalog.of_cube(due.cube, "dimension"):
        for sentences in (place.description.lower().split(".") for place in each.places):
            values = set(_LISTED.split(sentences[0].strip())) if each.type == "string" else set()
            said = [set(_WORD.findall(one)) for one in sentences[1:] if "overdue" in one]
            found = [value for value in values for one in said if value in one]
            if len(found) == 1:
                return IsIn(each, (found[0],))

    return None


def come_to_pass(times: Iterable[Concept], said: Set[str]) -> tuple[Concept, ...]:
    """The dates that a verb names: `delivered in May` tells when it was so, and not when it should have been.

    Where the words say that something was planned, every date that the verb names may be meant.
    """
    named = tuple(times)
    done = {each.cube for each in named if not _is_planned(each)}
    speaks_of_plans = any(not PLANNED.isdisjoint(stems_of(each)) for each in said)
    return tuple(each for each in named if speaks_of_plans or each.cube not in done or not _is_planned(each))


def _plans(catalog: Catalog) -> Iterator[Plan]:
    told = {each.cube for each in catalog.concepts if _tells_delay(each)}  # of these a number tells it
    for due in catalog.times:
        others = [each for each in catalog.times if each.cube == due.cube and not _is_planned(each)]
        if due.cube in told or not _is_planned(due):
            continue

        found = _without_begins(_done(due, others, catalog))
        yield from (Plan(due, done, len(found) == 1) for done in found)


def _without_begins(found: list[Concept]) -> list[Concept]:
    """What was received to be repaired is done when it is shipped, where there is a date of that."""
    begins = frozenset(keywords().begins)
    later = [each for each in found if begins.isdisjoint(phrase_of(each.name.replace("_", " ")))]
    return later or found


def _tells_delay(concept: Concept) -> bool:
    return (
        concept.kind == "dimension" and concept.type == "number" and not _DELAYS.isdisjoint(_stems(concept))
    )


def _done(due: Concept, others: list[Concept], catalog: Catalog) -> list[Concept]:
    """The dates of the same event, else those that tell that the rows are done with."""
    event = _stems(due) - PLANNED - _NO_EVENT - {*stems_of(catalog.entities[due.cube].noun)}
    alike = [each for each in others if event & _stems(each)]
    if not alike and any((each,) in date_events() for each in event):
        named = {one for each in event for one in date_names_of(catalog).meant((each,))}
        return [each for each in others if each in named]  # a planned departure is no arrival

    ways = (alike, *(_called(verbs, others, catalog) for verbs in (_DONE, _ALSO_DONE)))
    return next((each for each in ways if each), [])


def _called(verbs: tuple[str, ...], times: list[Concept], catalog: Catalog) -> list[Concept]:
    names = date_names_of(catalog)
    named = {time for verb in verbs for time in names.named(stems_of(verb))}
    return [each for each in times if each in named]


def _is_planned(time: Concept) -> bool:
    return not PLANNED.isdisjoint(_stems(time))


def _stems(time: Concept) -> set[str]:
    return {*stems_of(time.name.replace("_", " ")), *stems_of(time.title)}
