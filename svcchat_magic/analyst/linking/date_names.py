"""Which dates of a model a verb or a noun names: `paid` and `payment` are of the payment date."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from svcchat_magic.analyst.language.date_events import Stems, date_events
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.participles import is_participle
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.lives import date_of_comers
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.semantic.search.thesaurus import is_word, stems_of

_YEARS_ALONE = frozenset(
    {"born", "built", "opened", "founded", "established", "launched", "published", "constructed"}
)
_PLACES_IN_TIME = frozenset({"year", "quarter", "month", "week", "weekday", "day", "hour", "decade"})
_OF_DAYS = frozenset({"on", "date", "day", "dt"})
_NO_EVENT = frozenset(
    {"year", "date", "day", "time", "timestamp", "ts", "dt", "at", "on", "of", "the", "when"}
)
_PARTICLES = ("up", "out", "off", "in", "back", "down", "over", "away")
_SHORTEST_VERB = 3


@dataclass(frozen=True, slots=True)
class DateNames:
    """The dates of a model by the stems of their own words, and by the events that these mean."""

    own: Mapping[Stems, tuple[Concept, ...]]
    by_event: Mapping[int, tuple[Concept, ...]]

    def named(self, stems: Stems) -> tuple[Concept, ...]:
        """The dates that have these words in their names."""
        found = self.own.get(stems, ())
        return found if found or len(stems) != 1 else self.own.get(_parted(stems[0]), ())

    def meant(self, stems: Stems) -> tuple[Concept, ...]:
        """The dates of the same event by another word."""
        found = (each for event in date_events().get(stems, ()) for each in self.by_event.get(event, ()))
        return tuple(dict.fromkeys(each for each in found if each not in self.named(stems)))


def date_names_of(catalog: Catalog) -> DateNames:
    """The names of a model's dates; made once for each model."""
    return catalog.model.derived.get("date names", lambda: _made(catalog.times))


def is_dated(verb: str, catalog: Catalog) -> bool:
    """Whether a date of the model is that of a verb, or of another word for it."""
    names, stems = date_names_of(catalog), stems_of(verb)
    return bool(names.named(stems) or names.meant(stems))


def year_names_of(catalog: Catalog) -> DateNames:
    """The names of the years that a model keeps as numbers: of birth, of publication."""
    return catalog.model.derived.get("year names", lambda: _made(tuple(filter(is_year, catalog.concepts))))


def is_year(concept: Concept) -> bool:
    """Whether a numeric dimension is the year of an event."""
    is_number = concept.kind == "dimension" and concept.type == "number" and not concept.primary_key
    words = {*phrase_of(concept.name.replace("_", " ")), *phrase_of(concept.title)}
    is_alone = len(words) == 1 and words <= _YEARS_ALONE  # a column that is called `opened`
    return is_number and not concept.is_amount and (is_alone or "year" in words)


def is_place_in_time(concept: Concept) -> bool:
    """Whether a number tells which year, month or hour, and not how many: these add up to nothing."""
    is_number = concept.kind == "dimension" and concept.type == "number" and not concept.is_amount
    last = concept.title.lower().split()[-1:]
    return is_number and (is_year(concept) or (bool(last) and last[0] in _PLACES_IN_TIME))


def has_hours(time: Concept) -> bool:
    """Whether a time is more than a day, by its name."""
    return not _OF_DAYS.intersection(phrase_of(time.name)[-1:])


def purest(times: Sequence[Concept], stems: Stems, said: Set[str]) -> tuple[Concept, ...]:
    """Of the dates of a table that a word names that one which is called nothing else.

    `Started` is when something was started, and not its trial, of which the question would speak.
    """
    rests = {each: frozenset(_stems_of_name(each)) - {*stems} for each in times}
    pure = {each.cube for each, rest in rests.items() if not rest}
    return tuple(each for each in times if not rests[each] or each.cube not in pure or said & rests[each])


def _stems_of_name(time: Concept) -> Iterator[str]:
    for word in phrase_of(time.name.replace("_", " ")):
        if word not in _NO_EVENT:
            yield from stems_of(word)


_ENDED = {stem: stems_of("close") for word in ("won", "lost") for stem in stems_of(word)}  # of deals


def date_of_title(measure: Concept, catalog: Catalog) -> Concept | None:
    """The date of a measure that is named by what happened: fines paid, withdrawals, late returns.

    `Cancelled orders` and `web orders` are orders of a kind, which the usual date dates.
    """
    words = stems_of(measure.title)
    if measure.title.split()[-1].lower() in keywords().entered:
        return None  # hours recorded are dated as hours are

    noun = stems_of(catalog.entities[measure.cube].noun)
    if words == noun:
        return None  # all of the rows have no other date than theirs: a visit is not when one is seen

    names = date_names_of(catalog)
    first = len(words) - 1 if not is_participle(measure.title.split()[-1].lower()) else max(len(words) - 1, 1)
    found = {
        time
        for word in words[first:]
        if word not in noun
        for each in (word, *_ENDED.get(word, ()))
        for time in (*names.named((each,)), *names.meant((each,)))
        if time.cube == measure.cube
    }
    return found.pop() if len(found) == 1 else date_of_comers(measure, catalog)


def _made(times: tuple[Concept, ...]) -> DateNames:
    own: dict[Stems, dict[Concept, None]] = {}
    by_event: dict[int, dict[Concept, None]] = {}
    for time in times:
        for stems in _words_of(time):
            own.setdefault(stems, {})[time] = None
            for event in date_events().get(stems, ()):
                by_event.setdefault(event, {})[time] = None

    return DateNames(
        {stems: tuple(times) for stems, times in own.items()},
        {event: tuple(times) for event, times in by_event.items()},
    )


def _words_of(time: Concept) -> set[Stems]:
    """Single words and pairs of words of the names of a date, without those that say that it is one."""
    texts = [time.name.replace("_", " "), time.title]
    texts += [text for place in time.places for text in place.synonyms]
    found: set[Stems] = set()
    for text in texts:
        said = [each.text.lower() for each in tokens_of(text) if not each.is_mark]
        stems = [stems_of(each)[0] if stems_of(each) else each for each in said]
        found |= {(stem,) for word, stem in zip(said, stems, strict=True) if word not in _NO_EVENT}
        found |= set(pairwise(stems))
        found |= {parted for word in said if (parted := _parted(word))}

    return found


def _parted(word: str) -> Stems:
    """`pick up` of pickup: what was picked up was so then."""
    for particle in _PARTICLES:
        verb = word.removesuffix(particle)
        if len(verb) < len(word) and len(verb) >= _SHORTEST_VERB and is_word(verb):
            return (*stems_of(verb), *stems_of(particle))

    return ()
