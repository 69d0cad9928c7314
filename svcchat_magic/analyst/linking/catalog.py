"""What a model's own words mean: its members, its entities, and the phrases that name them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

from svcchat_magic.analyst.language.foreign_words import ForeignWords, foreign_languages
from svcchat_magic.analyst.language.lexicon import Lexicon, Phrase, lexicon
from svcchat_magic.analyst.language.spoken import language_of_name
from svcchat_magic.analyst.language.words import phrase_of, singular
from svcchat_magic.analyst.linking.compounds import joined_names
from svcchat_magic.analyst.linking.entity_names import counted_noun_of, nouns_of_roles, nouns_of_rows
from svcchat_magic.analyst.linking.member_names import HEADED, member_phrases
from svcchat_magic.analyst.linking.naming_columns import how_well_it_names, is_identity, is_label, is_rest_of
from svcchat_magic.analyst.linking.persons_of_rows import let_persons_be, persons_named
from svcchat_magic.analyst.linking.role_names import seller_names, title_names
from svcchat_magic.analyst.linking.served_names import with_served
from svcchat_magic.analyst.linking.summed import column_of, is_amount
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.semantic.model.model import Cube, Field, Model
from svcchat_magic.semantic.search.thesaurus import is_english, stems_of
from svcchat_magic.semantic.search.words import RATED, american

_CACHED = 20_000  # words
_ENDINGS = (  # of verbs, and of what is made of them; with the letters of the shortest word that has one
    ("ing", 6), ("ed", 5), ("er", 6), ("ment", 8), ("ation", 9), ("ion", 8), ("ence", 8), ("ance", 9),
)  # fmt: skip
_ENOUGH = 4  # a model speaks a language where one title in so many does


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
    def joined(self) -> Mapping[str, Phrase]:
        """The phrases of several words, by these written as one."""
        return joined_names(self.phrases)

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

    @cached_property
    def by_endings(self) -> Mapping[Phrase, Mapping[Concept | Entity, float]]:
        """What phrases mean without the endings of verbs: `ordered` and `orders` are the same."""
        found: dict[Phrase, dict[Concept | Entity, float]] = {}
        for phrase, named in self.phrases.items():
            known = found.setdefault(tuple(map(stem, phrase)), {})
            for each in named:
                known[each.of] = max(known.get(each.of, 0.0), each.weight)

        return found

    @cached_property
    def has_moments(self) -> bool:
        """Whether there are figures of moments: rows of measurements, levels or running totals."""
        return any(each.is_sampled or each.over_time for each in self.concepts)

    @cached_property
    def times(self) -> tuple[Concept, ...]:
        """The dimensions that are times."""
        return tuple(each for each in self.concepts if each.kind == "dimension" and each.type == "time")

    @cached_property
    def columns(self) -> Mapping[Concept, Concept]:
        """The numeric dimensions whose whole column a measure aggregates, by that measure."""
        measures = [each for each in self.concepts if each.agg_type in ("sum", "avg", "min", "max")]
        found = ((each, column_of(each, self.concepts, self.model)) for each in measures)
        return {measure: column for measure, column in found if column is not None}

    @cached_property
    def sums(self) -> Mapping[Concept, Concept]:
        """The measures that add up the whole column of a numeric dimension, by that dimension."""
        return {of: measure for measure, of in self.columns.items() if measure.agg_type == "sum"}

    def of_cube(self, cube: str, kind: str) -> Iterator[Concept]:
        """The measures, dimensions or segments of a cube that can be asked for."""
        return (each for each in self.concepts if each.cube == cube and each.kind == kind)

    @cached_property
    def words(self) -> frozenset[str]:
        """Every single word that names something."""
        return frozenset(word for phrase in self.phrases for word in phrase)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The same words without the endings of verbs."""
        return frozenset(map(stem, self.words))

    def key_of(self, entity: Entity) -> Concept | None:
        """The dimension that tells one row of an entity from another."""
        keys = [each for each in self.of_cube(entity.cube, "dimension") if each.primary_key]
        return keys[0] if len(keys) == 1 else None

    def name_of(self, entity: Entity) -> Concept | None:
        """The dimension that tells a row of an entity to a reader: its name."""
        dimensions = self.model.cubes[entity.cube].dimensions
        texts = [each for each in self.of_cube(entity.cube, "dimension") if each.type == "string"]
        texts = [each for each in texts if dimensions[each.name].meta.get("names") is not False]
        if told := [each for each in texts if dimensions[each.name].meta.get("names")]:
            return told[0]

        noun = set(phrase_of(entity.noun))
        ranked = sorted(
            (each for each in texts if how_well_it_names(each, noun)),
            key=lambda each: how_well_it_names(each, noun),
        )
        return ranked[0] if ranked else self._number_of(entity) or self._identity_of(entity, texts)

    def label_of(self, entity: Entity) -> Concept | None:
        """What is shown beside the key of rows without a name, or beside a first name.

        A title that several rows may share, or the last name.
        """
        name = self.name_of(entity)
        texts = (each for each in self.of_cube(entity.cube, "dimension") if each.type == "string")
        if name is not None:
            return next((each for each in texts if is_rest_of(each, name)), None)

        return next((each for each in texts if is_label(each, set(phrase_of(entity.noun)))), None)

    def mark_of(self, entity: Entity) -> Concept | None:
        """What rows without a name are marked with: a code, a plate."""
        if self.name_of(entity) is not None:
            return None

        texts = (each for each in self.of_cube(entity.cube, "dimension") if each.type == "string")
        return next((each for each in texts if not each.primary_key and is_identity(each)), None)

    def _number_of(self, entity: Entity) -> Concept | None:
        """The number that is called as the entity is: airline in a table of airlines."""
        numbers = (each for each in self.of_cube(entity.cube, "dimension") if each.type == "number")
        return next((each for each in numbers if phrase_of(each.name) == phrase_of(entity.noun)), None)

    def _identity_of(self, entity: Entity, texts: Sequence[Concept]) -> Concept | None:
        """Where the key itself is not open to questions, what is put on each of them: its serial."""
        is_hidden = self.key_of(entity) is None
        return next((each for each in texts if is_hidden and is_identity(each)), None)


def catalog_of(model: Model) -> Catalog:
    """The catalog of everything in a model that is open to questions; made once for each model."""
    return model.derived.get("catalog", lambda: _made(model, lexicon()))


def _made(model: Model, lexicon: Lexicon) -> Catalog:
    places: dict[tuple[str, str], list[Field]] = {}
    for table in model.tables():
        for each in model.fields(table.name):
            if _is_asked(model.cubes[each.cube], each.member):
                places.setdefault((each.cube, each.member), []).append(each)

    concepts = tuple(
        _concept(model.cubes[cube], name, tuple(found)) for (cube, name), found in places.items()
    )
    language = _language_of(concepts)
    cubes = dict.fromkeys(each.cube for each in concepts)
    entities = {cube: Entity(cube, _noun(model.cubes[cube])) for cube in cubes}
    counted = {each.cube for each in concepts if each.agg_type == "count"}
    meanings: dict[Phrase, dict[Concept | Entity, float]] = {}
    named: Iterator[tuple[Phrase, Concept | Entity, float]] = chain(
        member_phrases(concepts, entities, lexicon, language),
        nouns_of_rows(model, entities, lexicon, language, counted),
        nouns_of_roles(model, entities),
        seller_names(model, entities),
        title_names(concepts, entities),
    )
    for phrase, of, weight in named:
        meanings.setdefault(phrase, {})[of] = max(weight, meanings.get(phrase, {}).get(of, 0.0))

    for phrase, entity, _ in nouns_of_roles(model, entities):  # by owner is by their names, and not by ids
        known = meanings[phrase]
        meanings[phrase] = {of: known[of] for of in known if of == entity or not _refers(of, phrase)}

    let_persons_be(with_served(meanings, model, entities), persons_named(model, entities))
    phrases = {
        phrase: tuple(Meaning(of, weight) for of, weight in found.items())
        for phrase, found in meanings.items()
        if not all(map(str.isdigit, phrase))  # below 5 is below no column `Tax 5%`
    }
    return Catalog(model, concepts, entities, phrases, language)


def _refers(of: Concept | Entity, phrase: Phrase) -> bool:
    """Whether a column, or how many different values it has, is called so by its key alone: `owner_id`."""
    words = phrase_of(of.name if isinstance(of, Concept) else "")
    is_key = isinstance(of, Concept) and of.kind == "dimension" and len(words) == len(phrase) + 1
    return is_key and words[:-1] == phrase and words[-1] in ("id", "key", "code", "number", "no")


def _is_asked(cube: Cube, member: str) -> bool:
    """Whether questions may mean a member: one with `meta: {questions: false}` is there for SQL alone."""
    found = cube.dimensions.get(member) or cube.measures.get(member)
    return found is None or found.meta.get("questions") is not False


def _language_of(concepts: tuple[Concept, ...]) -> ForeignWords | None:
    """Another language than English where enough of the titles are in it."""
    titles = {each.title for each in concepts}
    found = Counter(filter(None, map(language_of_name, titles)))
    language, count = max(found.items(), key=lambda each: each[1], default=("", 0))
    return foreign_languages()[language] if language and count * _ENOUGH >= len(titles) else None


def _concept(cube: Cube, name: str, places: tuple[Field, ...]) -> Concept:
    first = places[0]
    dimension, measure = cube.dimensions.get(name), cube.measures.get(name)
    return Concept(
        cube=cube.name,
        name=name,
        kind=first.kind,
        type=first.type,
        agg_type=first.agg_type,
        title=first.title,
        format=first.format,
        primary_key=bool(dimension and dimension.primary_key),
        is_amount=is_amount(cube, name),
        places=places,
        finest=str(dimension.meta.get("finest", "")) if dimension else "",
        over_time=str(measure.meta.get("over_time", "")) if measure else "",
        is_sampled=cube.meta.get("rows") == "measurements" and not _is_of_flow(cube, name),
        from_zero=any(bool(each.meta.get("from_zero")) for each in (dimension, measure) if each),
        runs_as=str(measure.meta.get("runs_as", "")) if measure else "",
        of_each=_texts(measure.meta.get("of_each")) if measure else (),
    )


def _is_of_flow(cube: Cube, name: str) -> bool:
    """Whether a measure is no sum, of a column that another one adds up over time."""
    measure = cube.measures.get(name)
    sums = (each for each in cube.measures.values() if each.type == "sum" and not each.meta.get("over_time"))
    return measure is not None and measure.type != "sum" and measure.sql in {each.sql for each in sums}


def _texts(value: object) -> tuple[str, ...]:
    """One text or several, as a model file has them."""
    if isinstance(value, str):
        return (value,)

    return tuple(map(str, value)) if isinstance(value, list | tuple) else ()


def _noun(cube: Cube) -> str:
    """What one row is called: by the title, or by its count where the cube's name is no word."""
    named = phrase_of(cube.title or cube.name)
    return " ".join(named if all(map(is_english, named)) else counted_noun_of(cube) or named)


@lru_cache(maxsize=_CACHED)
def stem(word: str) -> str:
    """What is left of a word without the endings of verbs: `ordered` and `orders` are `order`."""
    form = RATED.get(word) or american(singular(word))
    for ending, least in _ENDINGS:
        if form.endswith(ending) and len(form) >= least and form not in RATED:
            cut = form.removesuffix(ending)
            return cut[:-1] if len(cut) > 3 and cut[-1] == cut[-2] and cut[-1] not in "sl" else cut

    return form.removesuffix("e") if len(form) > 3 else form
