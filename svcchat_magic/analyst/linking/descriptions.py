"""What names and descriptions of a model's members say, word by word, for words that name nothing alone."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import SYNONYM
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.semantic.search.words import form, stem

_MOST_SAYING = 3  # members that a word may be said of and still tell one from the others
_NEGATING = frozenset({"not", "no", "nothing", "none", "never", "without", "excluding", "except", "neither"})
_TURNING = frozenset(
    (
        "before", "after", "without", "excluding", "including", "net", "gross", "minus", "less", "ex", "excl",
        "exclusive", "incl", "inc", "inclusive",
    )
)  # fmt: skip
_OF_TAX = frozenset({"net", "gross"})
_LEFT_OUT = (("before",), ("without",), ("ex",), ("excl",), ("net", "of"), ("exclusive", "of"), ("less",))
_LEFT_IN = (("incl",), ("inc",), ("inclusive", "of"), ("gross", "of"))
_SENTENCE = re.compile(r"[.;](?:\s|$)")
_EMPTY_WHILE = re.compile(
    r"(?i)\bempty (?:while|when|if|as long as) [^.;,]*?\b(?:is|are|was|were) (?P<state>[^.;,]+)"
)
_LEAST_PARTS, _MOST_PARTS = 2, 4


@dataclass(frozen=True, slots=True)
class Said:
    """Words that say something of these members, and of nothing else."""

    text: str
    of: frozenset[Concept | Entity]
    names: Concept | None = None  # the measure that they name where no other is named


@dataclass(frozen=True)
class Descriptions:
    """What is said of the measures, of flags, and of the entities of a model."""

    catalog: Catalog

    def of_word(self, word: str) -> frozenset[Concept | Entity]:
        """Whom a word is said of: none where it is said of many."""
        named = self.catalog.phrases.get((word, "revenue"), ()) if word in _OF_TAX else ()
        if named:
            return frozenset(each.of for each in named if each.weight >= SYNONYM)

        found = self._by_stem.get(stemmed(word), frozenset())
        return found if len(found) <= _MOST_SAYING else frozenset()

    def of_turn(self, forms: Sequence[str]) -> frozenset[Concept | Entity]:
        """Whom a turn such as `before refunds` is said of, word for word."""
        if forms[0] not in _TURNING:
            return frozenset()

        texts = [f" {' '.join(each)} " for each in {tuple(forms), _plainly(tuple(forms))}]
        return frozenset(
            of for of, said in self._texts if any(text in each for each in said for text in texts)
        )

    def in_unit(self, unit: str) -> frozenset[Concept | Entity]:
        """The measures that are told in a unit, by what is said of them; money by how they are written."""
        measures = [each for each in self.catalog.concepts if each.kind == "measure"]
        if unit == "money":
            return frozenset(each for each in measures if each.format == "currency")

        said = self._by_stem.get(stemmed(unit), frozenset()) if unit in keywords().units else frozenset()
        return said.intersection(measures)

    def named_in_unit(self, unit: str) -> frozenset[Concept | Entity]:
        """The numbers whose names say that they are in a unit: `load in kg` of `load_kg`."""
        if unit not in keywords().units:
            return frozenset()

        numbers = (each for each in self.catalog.concepts if each.type == "number" and not each.primary_key)
        return frozenset(each for each in numbers if unit in phrase_of(f"{each.name} {each.title}"))

    @cached_property
    def emptied(self) -> Mapping[Phrase, Concept]:
        """The dimensions that are empty while something holds, by how it is said: `in service`."""
        found: dict[Phrase, Concept] = {}
        for concept in self.catalog.concepts:
            for place in concept.places if concept.kind == "dimension" else ():
                if match := _EMPTY_WHILE.search(place.description):
                    said = tuple(each.form for each in tokens_of(match["state"]) if not each.is_mark)
                    found[said] = concept

        return {said: of for said, of in found.items() if not keywords().function.issuperset(said)}

    @cached_property
    def _texts(self) -> tuple[tuple[Concept | Entity, tuple[str, ...]], ...]:
        return tuple((of, tuple(_sentences(text))) for of, text in _described(self.catalog) if text)

    @cached_property
    def _by_stem(self) -> Mapping[str, frozenset[Concept | Entity]]:
        found: dict[str, set[Concept | Entity]] = defaultdict(set)
        for of, sentences in self._texts:
            for sentence in sentences:
                words = sentence.split()
                if _NEGATING.isdisjoint(words):
                    for word in words:
                        found[stemmed(word)].add(of)

        return {word: frozenset(each) for word, each in found.items()}

    @cached_property
    def parts(self) -> Mapping[str, tuple[tuple[frozenset[str], Concept], ...]]:
        """The names of measures that have several words, by each of their words."""
        found: dict[str, list[tuple[frozenset[str], Concept]]] = defaultdict(list)
        for phrase, meanings in self.catalog.phrases.items():
            words = frozenset(phrase) - keywords().function
            if not (_LEAST_PARTS <= len(words) <= _MOST_PARTS):
                continue

            for each in meanings:
                if isinstance(each.of, Concept) and each.of.kind == "measure" and each.weight >= SYNONYM:
                    for word in words:
                        found[word].append((words, each.of))

        return {word: tuple(dict.fromkeys(each)) for word, each in found.items()}


def _plainly(forms: Phrase) -> Phrase:
    """A turn in its plainest words: `ex VAT` and `before VAT` are excluding it."""
    forms = tuple(each for each in forms if each not in (".", "the"))
    for plain, turns in (("excluding", _LEFT_OUT), ("including", _LEFT_IN)):
        for turn in turns:
            if forms[: len(turn)] == turn and len(forms) > len(turn):
                return (plain, *forms[len(turn) :])

    return forms


def descriptions_of(catalog: Catalog) -> Descriptions:
    """The descriptions of a model's members; read once for each model."""
    return catalog.model.derived.get("descriptions", lambda: Descriptions(catalog))


def stemmed(word: str) -> str:
    """What a word shares with the words derived from it: used and use, too short for a general rule."""
    is_short = len(word) == len("used") and word.endswith("ed") and word[0] in "aeiou"
    return stem(form(word.removesuffix("d") if is_short else word))


def _described(catalog: Catalog) -> Iterator[tuple[Concept | Entity, str]]:
    for each in catalog.concepts:
        if each.kind == "measure" or each.type == "boolean":
            texts = dict.fromkeys(
                text for place in each.places for text in (place.title, place.description, *place.synonyms)
            )
            yield each, ". ".join(filter(None, texts))

    for name, entity in catalog.entities.items():
        yield entity, catalog.model.cubes[name].description


def _sentences(text: str) -> Iterator[str]:
    """The sentences in compared forms, with a space at each end."""
    for sentence in _SENTENCE.split(text):
        yield f" {' '.join(each.form for each in tokens_of(sentence))} "
