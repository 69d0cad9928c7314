"""The persons of a model who come and go: when they began, and when they left or will have to."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lives import life_words
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.leaving import leaving_date
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.tree import (
    AnyOf,
    ByEntity,
    Compared,
    Concept,
    Condition,
    Entity,
    Missing,
)

_BEGUN = (  # the surest first
    {"hire", "hired", "hiring", "employed", "joined", "join", "joining", "member"},
    {"start", "started", "starting", "enrolled", "enrolment", "enrollment", "onboarded", "signup", "signed"},
    {"begin", "began", "beginning", "entry", "entered", "registered", "registration", "opened", "created"},
)
_ENDED = frozenset({"end", "ended", "ending", "churn", "churned", "separation", "dismissed", "offboarded"})
_PLANNED = frozenset({"end", "ends", "ending", "expiry", "expires", "expiration", "until", "to", "through"})
_DATES = frozenset({"date", "day", "at", "on", "dt", "ts", "time", "timestamp", "the", "of"})
_EMPLOYED = frozenset({"employment", "employee", "service", "work", "company", "firm", "job", "staff"})
_KEPT = frozenset({"membership", "subscription", "contract", "lease", "tenancy", "policy", "account", "plan"})


@dataclass(frozen=True, slots=True)
class Life:
    """Rows of an entity with the date on which they began, and the one on which they ended."""

    entity: Entity
    begin: Concept | None
    end: Concept
    is_staff: bool
    is_of_persons: bool

    @property
    def is_planned(self) -> bool:
        """Whether the end is agreed beforehand, so that a date says no more than when it will be."""
        return not _PLANNED.isdisjoint(_words(self.end))

    def there(self, today: date) -> tuple[Condition, ...]:
        """What holds of those who are there: nothing ended, or what was agreed has begun and ends later."""
        if not self.is_planned:
            return (Missing(self.end),)

        day = today.isoformat()
        begun = (Compared(self.begin, "<=", day),) if self.begin is not None else ()
        return (*begun, AnyOf((Missing(self.end), Compared(self.end, ">=", day))))


def lives_of(catalog: Catalog) -> tuple[Life, ...]:
    """Those of a model; made once for each model."""
    return catalog.model.derived.get("lives", lambda: _without_roles(tuple(_lives(catalog))))


def date_of_comers(measure: Concept, catalog: Catalog) -> Concept | None:
    """The date of a measure of leavers, or of new joiners."""
    title, words = phrase_of(measure.title), life_words()
    for each in lives_of(catalog):
        if each.entity.cube == measure.cube and title in words.leavers | words.joiners:
            return each.end if title in words.leavers else each.begin

    return None


def _without_roles(found: tuple[Life, ...]) -> tuple[Life, ...]:
    """The lives but for those of the same persons in a role: of managers, who are employees."""
    return tuple(
        each
        for each in found
        if not any(
            each.entity.noun.endswith(f" {other.entity.noun}") and each.end.name == other.end.name
            for other in found
        )
    )


def _lives(catalog: Catalog) -> Iterator[Life]:
    for cube, entity in catalog.entities.items():
        is_of_persons = is_person(ByEntity(entity))
        noun = phrase_of(entity.noun)[-1:]
        if not is_of_persons and _KEPT.isdisjoint(noun):
            continue

        end = leaving_date(cube, catalog) or _one_of(cube, _ENDED, catalog)
        if end is not None and _is_of_all(end, entity):
            words = keywords()
            is_staff = is_of_persons and bool(words.staff & {*noun, *phrase_of(cube)[-1:]})
            yield Life(entity, _begin(cube, end, catalog), end, is_staff, is_of_persons)


def _is_of_all(end: Concept, entity: Entity) -> bool:
    """Whether a date says no more than that it is over: who left the club may be a customer yet."""
    rest = _words(end) - _DATES - _KEPT - set(phrase_of(entity.noun)) - _EMPLOYED
    return len(rest) <= 1


def _begin(cube: str, end: Concept, catalog: Catalog) -> Concept | None:
    found = (_one_of(cube, words, catalog, but=end) for words in _BEGUN)
    return next((each for each in found if each is not None), None)


def _one_of(
    cube: str, words: set[str] | frozenset[str], catalog: Catalog, but: Concept | None = None
) -> Concept | None:
    times = (each for each in catalog.times if each.cube == cube and each != but)
    found = [each for each in times if words & _words(each)]
    return found[0] if len(found) == 1 else None


def _words(time: Concept) -> set[str]:
    return set(phrase_of(time.name.replace("_", " ")))
