"""What a model's own words mean: its members, its entities, and the phrases that name them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from svcchat_magic.analyst.language.foreign_words import ForeignWords, german
from svcchat_magic.analyst.language.lexicon import Lexicon, Phrase
from svcchat_magic.analyst.language.spoken import in_english, is_german_name
from svcchat_magic.analyst.language.words import phrase_of, singular
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.semantic.inference.names import spelled_out, words_of
from svcchat_magic.semantic.model.model import Cube, Field, Model
from svcchat_magic.semantic.search.thesaurus import stems_of

OWN, HEADED, SYNONYM, LEXICON, PART = (
    1.0,
    0.95,
    0.93,
    0.8,
    0.55,
)  # how surely a phrase means what it is linked to
_AGGREGATES = {
    "sum": ("total", "sum", "overall"),
    "avg": ("average", "avg", "mean"),
    "min": ("minimum", "min", "lowest"),
    "max": ("maximum", "max", "highest"),
    "count": ("number", "count", "total"),
    "count_distinct": ("number", "count", "distinct", "unique", "total"),
}
_ENOUGH = 4  # a model speaks German where one title in so many does
_FLAGS = ("is", "has", "was", "are", "had")
_OF_NAMES = ("name", "title", "label", "description")
_OF_KEYS = ("id", "key", "code", "number", "no", "uuid")
_UNITS_OF_TIME = ("second", "sec", "minute", "min", "hour", "hr", "day", "week", "month", "ms")
_UNITS = (
    *_UNITS_OF_TIME,
    *("kg", "g", "gram", "lb", "ton", "tonne", "km", "mile", "m", "cm", "mm", "meter", "usd", "eur", "gbp"),
    *("dollar", "euro", "cent", "pct", "percent", "kwh", "mwh", "kw", "mw", "liter", "litre", "celsius"),
)
_OF_DAYS = ("at", "date", "time", "day", "on", "ts", "timestamp", "datetime")


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing that a phrase can mean."""

    of: Concept | Entity
    weight: float


@dataclass(frozen=True)
class Catalog:
    """The members and entities of the model as one user sees it."""

    model: Model
    concepts: tuple[Concept, ...]
    entities: Mapping[str, Entity]
    phrases: Mapping[Phrase, tuple[Meaning, ...]]
    language: ForeignWords | None = None  # of the model's names, where that is not English

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The titles and synonyms of the members, and the titles of their cubes."""
        places = [place for each in self.concepts for place in each.places]
        texts = [text for place in places for text in (place.title, *place.synonyms)]
        return tuple(dict.fromkeys((*texts, *(each.noun for each in self.entities.values()))))

    @cached_property
    def longest(self) -> int:
        """The number of words of the longest phrase."""
        return max(map(len, self.phrases), default=0)

    @cached_property
    def by_key(self) -> Mapping[tuple[str, str], Concept]:
        """The concepts by cube and name."""
        return {(each.cube, each.name): each for each in self.concepts}

    @cached_property
    def by_stems(self) -> Mapping[Phrase, Mapping[Concept | Entity, float]]:
        """What phrases mean by the stems of their words, as the thesaurus knows them."""
        found: dict[Phrase, dict[Concept | Entity, float]] = {}
        for phrase, meanings in self.phrases.items():
            known = found.setdefault(stems_of(" ".join(phrase)), {})
            for each in meanings:
                if each.weight >= HEADED:  # a word for a synonym of a member is no name of it
                    known[each.of] = max(known.get(each.of, 0.0), each.weight)

        return found

    def of_cube(self, cube: str, kind: str) -> Iterator[Concept]:
        """The measures, dimensions or segments of a cube that can be asked for."""
        return (each for each in self.concepts if each.cube == cube and each.kind == kind)

    def words(self) -> frozenset[str]:
        """Every single word that names something."""
        return frozenset(word for phrase in self.phrases for word in phrase)

    def key_of(self, entity: Entity) -> Concept | None:
        """The dimension that tells one row of an entity from another."""
        keys = [each for each in self.of_cube(entity.cube, "dimension") if each.primary_key]
        return keys[0] if len(keys) == 1 else None

    def name_of(self, entity: Entity) -> Concept | None:
        """The dimension that tells a row of an entity to a reader: its name."""
        texts = [each for each in self.of_cube(entity.cube, "dimension") if each.type == "string"]
        noun = set(phrase_of(entity.noun))
        ranked = sorted((each for each in texts if _names(each, noun)), key=lambda each: _names(each, noun))
        return ranked[0] if ranked else None


def catalog_of(model: Model, lexicon: Lexicon) -> Catalog:
    """The catalog of everything in a model that is open to questions."""
    places: dict[tuple[str, str], list[Field]] = {}
    for table in model.tables():
        for each in model.fields(table.name):
            places.setdefault((each.cube, each.member), []).append(each)

    concepts = tuple(
        _concept(model.cubes[cube], name, tuple(found)) for (cube, name), found in places.items()
    )
    language = _language_of(concepts)
    cubes = dict.fromkeys(each.cube for each in concepts)
    entities = {cube: Entity(cube, _noun(model.cubes[cube])) for cube in cubes}
    meanings: dict[Phrase, dict[Concept | Entity, float]] = {}
    named: Iterator[tuple[Phrase, Concept | Entity, float]] = chain(
        _named(concepts, entities, lexicon, language), _nouns(model, entities, lexicon, language)
    )
    for phrase, of, weight in named:
        known = meanings.setdefault(phrase, {})
        known[of] = max(weight, known.get(of, 0.0))

    meanings.pop((), None)
    phrases = {
        phrase: tuple(Meaning(of, weight) for of, weight in found.items())
        for phrase, found in meanings.items()
    }
    return Catalog(model, concepts, entities, phrases, language)


def _language_of(concepts: tuple[Concept, ...]) -> ForeignWords | None:
    """German where enough of the titles are."""
    titles = {each.title for each in concepts}
    foreign = sum(map(is_german_name, titles))
    return german() if foreign * _ENOUGH >= len(titles) > 0 else None


def _phrases_of(text: str, language: ForeignWords | None) -> Iterator[Phrase]:
    """A name as it is, and in English."""
    yield phrase_of(text)
    if language is not None and (english := in_english(text)):
        yield phrase_of(english)


def _concept(cube: Cube, name: str, places: tuple[Field, ...]) -> Concept:
    first = places[0]
    dimension = cube.dimensions.get(name)
    return Concept(
        cube=cube.name,
        name=name,
        kind=first.kind,
        type=first.type,
        agg_type=first.agg_type,
        title=first.title,
        format=first.format,
        primary_key=bool(dimension and dimension.primary_key),
        places=places,
    )


def _noun(cube: Cube) -> str:
    words = phrase_of(cube.title or cube.name)
    return " ".join(words)


def _nouns(
    model: Model, entities: Mapping[str, Entity], lexicon: Lexicon, language: ForeignWords | None
) -> Iterator[tuple[Phrase, Entity, float]]:
    heads = Counter(phrase_of(name)[-1:] for name in entities)
    for name, entity in entities.items():
        synonyms = model.cubes[name].meta.get("synonyms", ())
        texts = [name, model.cubes[name].title, *(synonyms if isinstance(synonyms, (list, tuple)) else ())]
        for phrase in {each for text in texts for each in _phrases_of(str(text), language)}:
            yield phrase, entity, OWN
            for other in lexicon.others(phrase):
                yield other, entity, LEXICON * 0.9

            if len(phrase) > 1 and heads[phrase[-1:]] == 1:
                yield phrase[-1:], entity, PART


def _named(
    concepts: tuple[Concept, ...],
    entities: Mapping[str, Entity],
    lexicon: Lexicon,
    language: ForeignWords | None,
) -> Iterator[tuple[Phrase, Concept, float]]:
    tails = Counter(
        (each.kind, word)
        for each in concepts
        for word in {phrase_of(each.title)[-1:], phrase_of(each.name)[-1:]}
    )
    for each in concepts:
        own = list(_own_phrases(each, entities[each.cube], language))
        for phrase, weight in own:
            yield phrase, each, weight
            for other in lexicon.others(phrase) if not each.primary_key else ():
                yield other, each, LEXICON * weight

        last = phrase_of(each.title)[-1:]
        plain = (*_OF_NAMES, *_OF_KEYS, *_OF_DAYS, "count", "amount", "value", "total", "rate", "type")
        nouns = {phrase_of(entity.noun)[-1:] for entity in entities.values()}
        if last in nouns and each.kind == "measure":
            continue  # "tickets" is no name for the open ones

        if tails[each.kind, last] == 1 and len(phrase_of(each.title)) > 1 and last and last[0] not in plain:
            yield last, each, PART


def _own_phrases(
    concept: Concept, entity: Entity, language: ForeignWords | None
) -> Iterator[tuple[Phrase, float]]:
    """The phrases that a member's name, titles and synonyms give, most sure first."""
    names = {phrase_of(concept.name), phrase_of(" ".join(spelled_out(words_of(concept.name))))}
    titles = {each for place in concept.places for each in _phrases_of(place.title, language)}
    synonyms = {
        each for place in concept.places for text in place.synonyms for each in _phrases_of(text, language)
    }
    nouns = tuple(_phrases_of(entity.noun, language))
    for phrase in dict.fromkeys((*titles, *names, *synonyms)):
        own = OWN if phrase in titles | names else SYNONYM
        if phrase == ("count",) and concept.kind == "measure":
            yield (*nouns[0], "count"), OWN
            continue

        generic = len(phrase) == 1 and phrase[0] in (*_OF_NAMES, *_OF_KEYS, *_OF_DAYS)
        yield phrase, own * (0.7 if generic else 1)
        yield from _with_noun(concept, phrase, nouns)
        yield from _shorter(concept, phrase)


def _with_noun(concept: Concept, phrase: Phrase, nouns: tuple[Phrase, ...]) -> Iterator[tuple[Phrase, float]]:
    """The phrase behind the noun of its rows, and without it."""
    for noun in filter(None, nouns):
        if phrase[: len(noun)] != noun and concept.kind in ("dimension", "measure"):
            yield (*noun, *phrase), OWN if concept.kind == "dimension" else HEADED * 0.9

        if len(phrase) > len(noun) and phrase[: len(noun)] == noun:
            yield phrase[len(noun) :], HEADED * 0.9


def _shorter(concept: Concept, phrase: Phrase) -> Iterator[tuple[Phrase, float]]:
    """The phrase without the word that only says what kind of member it is."""
    if concept.kind == "measure":
        marks = _AGGREGATES.get(concept.agg_type, ("total",) if concept.agg_type == "number" else ())
        for rest in (phrase[1:] if phrase[:1] and phrase[0] in marks else (), _without_of(phrase, marks)):
            if rest:
                is_whole = concept.agg_type in ("sum", "count", "count_distinct", "number")
                yield rest, HEADED if is_whole else PART
                yield from ((each, PART) for each in _without_unit(rest))

        if concept.agg_type == "avg" and "average" not in phrase and "avg" not in phrase:
            yield ("average", *phrase), OWN
        elif phrase[:1] in (("avg",), ("mean",)):
            yield ("average", *phrase[1:]), OWN

        return

    if concept.type == "number":
        yield from ((each, HEADED) for each in _without_unit(phrase))

    if concept.type == "boolean" and phrase[:1] and phrase[0] in _FLAGS and len(phrase) > 1:
        yield phrase[1:], OWN

    if concept.type == "time" and len(phrase) > 1 and phrase[-1] in _OF_DAYS:
        yield (*phrase[:-1], "date"), OWN
        yield (*phrase[:-1], "day"), HEADED * 0.8

    if concept.type == "string" and len(phrase) > 1 and phrase[-1] in _OF_NAMES:
        yield phrase[:-1], HEADED


def _without_unit(phrase: Phrase) -> Iterator[Phrase]:
    """`first reply` and `first reply time` for `first reply minutes`."""
    if len(phrase) > 1 and phrase[-1] in _UNITS:
        yield phrase[:-1]
        if phrase[-1] in _UNITS_OF_TIME:
            yield (*phrase[:-1], "time")


def _without_of(phrase: Phrase, marks: Iterable[str]) -> Phrase:
    """`number of orders` without its first two words."""
    return phrase[2:] if len(phrase) > 2 and phrase[0] in marks and phrase[1] == "of" else ()


def _names(concept: Concept, noun: set[str]) -> int:
    """How well a dimension names its entity, the best is 1; 0 when it does not."""
    words = phrase_of(concept.name)
    if words[-1:] and words[-1] in ("name", "title", "label"):
        return 1 if set(words[:-1]) <= noun | {"full", "display"} else 3

    return 2 if set(words) == noun else 0


def stem(word: str) -> str:
    """What is left of a word without the endings of verbs: `ordered` and `orders` are `order`."""
    form = singular(word)
    for ending, least in (("ing", 6), ("ed", 5), ("er", 6), ("ment", 8)):
        if form.endswith(ending) and len(form) >= least:
            cut = form.removesuffix(ending)
            return cut[:-1] if len(cut) > 3 and cut[-1] == cut[-2] and cut[-1] not in "sl" else cut

    return form.removesuffix("e") if len(form) > 4 else form
