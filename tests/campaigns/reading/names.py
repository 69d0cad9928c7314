"""What a person may call the members of a model: a title, name or synonym that fits one of them only."""

import random
import re
from collections import defaultdict
from collections.abc import Iterator

from svcchat_magic.analyst.meaning.tree import Concept, Entity
from tests.campaigns.reading.grounds import Ground


class Names:
    """Names of members and entities, drawn at random; names that fit several things are left out."""

    def __init__(self, ground: Ground):
        catalog, model = ground.catalog, ground.tools.model
        self._texts: dict[Concept | Entity, list[str]] = {}
        owners = defaultdict(set)
        for each in catalog.concepts:
            self._texts[each] = list(dict.fromkeys(_concept_texts(each)))
        for entity in catalog.entities.values():
            cube = model.cubes[entity.cube]
            self._texts[entity] = list(dict.fromkeys(_entity_texts(cube)))
        for of, texts in self._texts.items():
            for text in texts:
                owners[key(text)].add(of)
        for entity in catalog.entities.values():
            for text in self._texts[entity]:
                owners[key(f"{text} count")].add(entity)
                owners[key(f"number of {many(text)}")].add(entity)

        values = {key(value) for texts in ground.values.values() for value in texts}
        self._owned = frozenset(owners)
        self._known = {
            of: [text for text in texts if owners[key(text)] == {of} and key(text) not in (*values, "count")]
            for of, texts in self._texts.items()
        }

    def of(self, dice: random.Random, of: Concept | Entity) -> str | None:
        """A name that means this and nothing else; None where there is none."""
        known = self._known.get(of)
        return dice.choice(known) if known else None

    def is_one(self, text: str) -> bool:
        """Whether a text is also what some member is called."""
        return key(text) in self._owned

    def all_of(self, of: Concept | Entity) -> list[str]:
        """Every name that means this and nothing else."""
        return self._known.get(of, [])


def key(text: str) -> str:
    """The form in which two names are the same to a person: without capitals, marks and plurals."""
    words = re.findall(r"[^\W_]+", text.lower())
    return " ".join(word[:-1] if len(word) > 3 and word.endswith("s") else word for word in words)


def many(noun: str) -> str:
    """The plural of a name: of `country of birth` it is `countries of birth`."""
    head, of, rest = noun.partition(" of ")
    *before, last = head.split(" ")
    return " ".join([*before, _plural(last)]) + of + rest


def _plural(word: str) -> str:
    low = word.lower()
    if low.endswith("y") and low[-2:-1] not in tuple("aeiou"):
        return word[:-1] + "ies"
    if low.endswith("s") and not low.endswith(("ss", "us", "is")):
        return word

    return word + ("es" if low.endswith(("s", "x", "ch", "sh")) else "s")


def _concept_texts(concept: Concept) -> Iterator[str]:
    for place in concept.places:
        yield from (_as_spoken(place.title), *place.synonyms, concept.name.replace("_", " "))


def _entity_texts(cube) -> Iterator[str]:
    synonyms = cube.meta.get("synonyms", ())
    for text in (cube.title or cube.name.replace("_", " "), *synonyms):
        words = str(text).split(" ")
        yield " ".join([*words[:-1], _singular(words[-1])]).lower()


def _as_spoken(title: str) -> str:
    return " ".join(word if word[1:] != word[1:].lower() else word.lower() for word in title.split())


def _singular(word: str) -> str:
    low = word.lower()
    if low.endswith("ies"):
        return word[:-3] + "y"
    if low.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]

    return word[:-1] if low.endswith("s") and not low.endswith(("ss", "us", "is")) else word
