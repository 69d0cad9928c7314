"""Which of several dates of a row dates it where none is named, by their names and by the data."""

from collections.abc import Iterable, Sequence, Set

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.described_dates import date_of_rows
from svcchat_magic.analyst.linking.directed import words_of
from svcchat_magic.analyst.meaning.tree import Concept

_LEFT = frozenset({"exit", "exited", "left", "leaving", "departed"})
FULL = 0.98  # of the rows have a date that dates them
_AHEAD = frozenset({"booked", "reserved", "booking", "reservation"})  # what takes place later
_LATER = frozenset({"updated", "modified", "deleted", "birth", "born", "death", "expire", "expires", "expiry",
                    "due", "closed", "synced", "loaded", "status"})  # fmt: skip

_DELIVERED, _DELIVERY = "delivered", "delivery"  # the end of an order, and when a delivery was made
_OF_OTHERS = frozenset(
    {"earliest", "first", "last", "latest", "previous", "prior", "next", "oldest", "newest"}
)


class UsualDates:
    """The dates of a model's rows by how likely each of them dates the row."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._full: dict[str, frozenset[str]] = {}  # by cube: its dates that every row has
        self._first: dict[str, str] = {}  # by cube: its date on which a row begins
        self._told: dict[str, Concept | None] = {}  # by cube: the date that its description names

    def rank(self, time: Concept) -> tuple[bool, ...]:
        """Less for the likelier: told so, of no later event, named by what the rows are, had by every row.

        Of two that are as likely the one on which it took place comes before the one on which it was booked,
        and what the data show to come first before what follows: an order before its shipment.
        """
        ends = self._is_later(time)
        is_entry = bool(words_of(time) & keywords().entered) and not self._is_left(time.cube)
        is_entry |= bool(words_of(time) & _OF_OTHERS)  # of many other things of these rows
        return (
            self._described(time.cube) != time,
            is_entry or any(part in time.name.lower() for part in _LATER),
            ends or not self._is_own(time),
            (ends or self._is_partial(time)),
            bool(words_of(time) & _AHEAD) and not self._is_booked(time.cube),
            time.name != self._first.get(time.cube, time.name),
        )

    def _is_booked(self, cube: str) -> bool:
        """Whether the rows are bookings, which are made when something is booked."""
        entity = self._catalog.entities.get(cube)
        return bool(set(phrase_of(entity.noun)) & _AHEAD) if entity else False

    def _described(self, cube: str) -> Concept | None:
        if cube not in self._told:
            self._told[cube] = date_of_rows(cube, self._catalog)

        return self._told[cube]

    def rivals(self, cube: str) -> list[Concept]:
        """The dates among which none is the usual one; empty where one is."""
        if self._described(cube) is not None:
            return []

        begun = [
            each
            for each in self._catalog.of_cube(cube, "dimension")
            if each.type == "time" and not self._is_later(each)
        ]
        if any(self._is_own(each) or words_of(each) & keywords().begins for each in begun):
            return []

        found = [each for each in begun if not self._is_partial(each)]
        happened = [each for each in found if not words_of(each) & keywords().entered]
        is_first = any(each.name == self._first.get(cube) for each in found)
        return found if len(found) > 1 and len(happened) != 1 and not is_first else []

    def _is_left(self, cube: str) -> bool:
        """Whether rows go out again: then they were entered by somebody, and not into the data."""
        times = (each for each in self._catalog.of_cube(cube, "dimension") if each.type == "time")
        return any(words_of(each) & _LEFT for each in times)

    def is_learnt(self, cube: str) -> bool:
        """Whether the data have told which dates every row has."""
        return cube in self._full

    def learn(self, cube: str, full: Iterable[str], first: Sequence[str] = ()) -> None:
        """Keep which dates of a cube every row has, and the one that comes first."""
        self._full[cube] = frozenset(full)
        if len(first) == 1:
            self._first[cube] = first[0]

    def is_chosen(self, time: Concept) -> bool:
        """Whether a date is taken that others could have been taken for: then the answer names it."""
        if self._is_own(time) or self._described(time.cube) == time:
            return False

        others = (each for each in self._catalog.of_cube(time.cube, "dimension") if each != time)
        return bool(self._full.get(time.cube)) or any(map(self._may_date, others))

    def _may_date(self, other: Concept) -> bool:
        is_event = (
            other.type == "time" and not self._is_later(other) and not words_of(other) & keywords().entered
        )
        return (
            is_event
            and not any(part in other.name.lower() for part in _LATER)
            and not self._is_partial(other)
        )

    def _is_partial(self, time: Concept) -> bool:
        full = self._full.get(time.cube)
        return full is not None and bool(full) and time.name not in full

    def _is_own(self, time: Concept) -> bool:
        """Called as the rows are; or when what was booked takes place, which is no date of the entry."""
        entity = self._catalog.entities.get(time.cube)
        noun = set(phrase_of(entity.noun)) if entity else set()
        takes_place = "starts" in time.name.lower().split("_")
        return (takes_place or bool(noun & titled(time))) and not self._is_later(time)

    def _is_later(self, time: Concept) -> bool:
        said = titled(time) | words_of(time)
        return bool(said & keywords().ends) or (_DELIVERED in said and not self._is_of(time.cube, _DELIVERY))

    def _is_of(self, cube: str, noun: str) -> bool:
        entity = self._catalog.entities.get(cube)
        return entity is not None and noun in phrase_of(entity.noun)


def titled(time: Concept) -> Set[str]:
    """The words of a date's name and title."""
    return {*phrase_of(time.name), *phrase_of(time.title)}
