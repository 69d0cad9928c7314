"""Which column of a list the words for a field mean: of its own rows, or of what each of them belongs to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.natural_amounts import sized
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.linking.references import name_behind
from svcchat_magic.analyst.meaning.tree import ByEntity, ByMember, Concept, Entity, OwnField
from svcchat_magic.semantic.model.join_graph import JoinGraph
from svcchat_magic.semantic.search.thesaurus import stems_of

_OWN = {
    "date": "date", "day": "date", "when": "date", "time": "date", "start time": "date",
    "name": "name", "id": "key", "key": "key", "number": "key", "no": "key",
    "amount": "amount", "value": "amount", "total": "amount",
}  # fmt: skip
_NUMBERS = frozenset(stems_of("number no nr num id identifier ref reference code cd key"))
_TIMES = frozenset(stems_of("date day time when at on dt ts timestamp"))
_NAMES = frozenset(stems_of("name title"))
_STATES = frozenset(stems_of("status flag state"))  # `smoker status` of a flag
_HELPING = frozenset({"they", "it", "we", "was", "were", "is", "are", "did", "do", "each", "he", "she"})
_DIRECT = 2  # cubes of a walk
_WHOLE = frozenset({"count"})  # which is not short for country
_FARTHEST = 2  # joins to what a row belongs to
_EXACT, _PART, _EVENT, _EACH_JOIN, _EACH_MORE = 100, 60, 55, 6, 2
_SHORTEST = 3  # letters of a word that is written short: est. value


@dataclass(frozen=True, slots=True)
class RecordFields:
    """Finds the fields of an entity's rows by what people call them."""

    catalog: Catalog
    entity: Entity

    def named(self, words: Sequence[str]) -> Concept | OwnField | None:
        """The one column that these words mean; None where there is none, or nobody can tell which."""
        stems = _stems(words)
        if not stems:
            return None

        if words[0] == "when" and len(words) > 1:
            return self._done(words[1:])

        ranked = sorted(self._found(words, stems), key=lambda pair: -pair[0])
        if ranked and (len(ranked) == 1 or ranked[0][0] > ranked[1][0]):
            named = name_behind(ranked[0][1], self.catalog) if _NUMBERS.isdisjoint(stems) else None
            return named or ranked[0][1]

        if ranked:
            return None

        said = " ".join(words)
        return OwnField(_OWN[said]) if said in _OWN else self._of_themselves(words)

    def _of_themselves(self, words: Sequence[str]) -> OwnField | None:
        """`the value of the order` of orders, and what the model calls what the lines of each come to."""
        noun = set(phrase_of(self.entity.noun))
        said = " ".join(each for each in words if each not in noun)
        if said in _OWN and len(words) > 1:
            return OwnField(_OWN[said])

        known = sized(self.entity, self.catalog)
        meant = (each.of for each in self.catalog.phrases.get(tuple(words), ()))
        worth = known.of_each if known is not None else None
        is_worth = worth is not None and worth in meant and worth.cube != self.entity.cube
        return OwnField("amount") if is_worth else None

    def _done(self, words: Sequence[str]) -> Concept | None:
        """The date of what happened to the rows: `when they were collected`."""
        names = date_names_of(self.catalog)
        said = stems_of(" ".join(each for each in words if each not in _HELPING))
        own = [each for each in names.named(said) or names.meant(said) if each.cube == self.entity.cube]
        return own[0] if len(own) == 1 else None

    def _found(self, words: Sequence[str], stems: Sequence[str]) -> Iterator[tuple[int, Concept]]:
        """Each column with how well the words fit it."""
        seen: dict[Concept, int] = {}
        events = self._of_event(stems)
        is_plain = " ".join(words) in _OWN  # their own date, whatever else has one
        for cube, joins in self._near():
            if joins and is_plain:
                continue

            whose = self._whose(cube, words)
            for each in self.catalog.of_cube(cube, "dimension"):
                flag = stems[:-1] if each.type == "boolean" and stems[-1] in _STATES else stems
                fit = max(_fit(each, flag), _fit(each, whose) if whose else 0, _EVENT * (each in events))
                if fit:
                    seen[each] = max(seen.get(each, 0), fit - _EACH_JOIN * joins * (not whose))

            is_named = self._is_called(cube, words) or (whose and _NAMES.issuperset(whose))
            told = self._telling(cube) if is_named else None
            if told is not None:
                seen[told] = max(seen.get(told, 0), _EXACT - 1 - _EACH_JOIN * joins)

        yield from ((fit, each) for each, fit in seen.items())

    def _near(self) -> Iterator[tuple[str, int]]:
        """The cubes that each row has one row of, by one way alone or at once, with how many joins away."""
        graph: JoinGraph = self.catalog.model.derived.get(
            "joins of records", lambda: JoinGraph(self.catalog.model.cubes)
        )
        yield self.entity.cube, 0
        for cube in self.catalog.entities:
            walks = graph.walks(self.entity.cube, cube, to_one=True) if cube != self.entity.cube else []
            direct = [each for each in walks if len(each) == _DIRECT]
            if len(direct) == 1 or (len(walks) == 1 and len(walks[0]) - 1 <= _FARTHEST):
                yield cube, len((direct or walks)[0]) - 1

    def _whose(self, cube: str, words: Sequence[str]) -> tuple[str, ...]:
        """What is asked of the rows of a cube behind their noun: the surname of `owner surname`."""
        if cube == self.entity.cube or len(words) < 2 or not self._is_called(cube, words[:-1]):
            return ()

        return _stems(words[-1:])

    def _is_called(self, cube: str, words: Sequence[str]) -> bool:
        """Whether words are what the rows of another cube are called, or people of that kind."""
        entity = self.catalog.entities[cube]
        if cube == self.entity.cube:
            return False

        stems = _stems(words)
        if stems in (stems_of(entity.noun), stems_of(cube.replace("_", " "))):
            return True

        meant = (each for each in self.catalog.phrases.get(tuple(words), ()) if each.of == entity)
        return any(meant) or (
            self._is_role(words) and is_person(ByEntity(entity)) and self._is_only_person(cube)
        )

    def _is_role(self, words: Sequence[str]) -> bool:
        return len(words) == 1 and words[0] in keywords().persons | keywords().staff

    def _is_only_person(self, cube: str) -> bool:
        """Whether no other people are told by the rows: then their owner or their agent is these."""
        people = [near for near, _ in self._near() if is_person(ByEntity(self.catalog.entities[near]))]
        own = self.catalog.of_cube(self.entity.cube, "dimension")
        return people == [cube] and not any(is_person(ByMember(each)) for each in own)

    def _telling(self, cube: str) -> Concept | None:
        entity = self.catalog.entities[cube]
        return self.catalog.name_of(entity) or self.catalog.label_of(entity) or self.catalog.key_of(entity)

    def _of_event(self, stems: Sequence[str]) -> tuple[Concept, ...]:
        """The dates of an event by another word for it: the joining date of a member since."""
        event = tuple(each for each in stems if each not in _TIMES)
        return date_names_of(self.catalog).meant(event) if event and len(event) < len(stems) else ()


def _fit(concept: Concept, stems: Sequence[str]) -> int:
    """How well the stems of some words fit the names of a column; none where one of them is not in any."""
    names = [concept.title, concept.name.replace("_", " ")]
    names += [text for place in concept.places for text in place.synonyms]
    return max(_fit_name(stems, stems_of(each), is_time=concept.type == "time") for each in names)


def _fit_name(stems: Sequence[str], name: Sequence[str], *, is_time: bool) -> int:
    alike = _NUMBERS if not is_time else _TIMES
    said, known = set(_put(stems, alike)), set(_put(name, alike))
    if said == known:
        return _EXACT

    content = said - {"#"} if is_time else said
    if not content or not all(each in known or _is_short_for(each, known) for each in content):
        return 0

    return _PART - _EACH_MORE * len(known - said)


def _put(stems: Sequence[str], alike: frozenset[str]) -> Iterator[str]:
    """The stems with one sign for all that only say that it is a number, or a time."""
    return ("#" if each in alike else each for each in stems)


def _is_short_for(word: str, known: set[str]) -> bool:
    """Whether one of two words begins the other: est. value, the original date of orig_dt."""
    return word not in _WHOLE and any(
        min(len(word), len(each)) >= _SHORTEST and (each.startswith(word) or word.startswith(each))
        for each in known
    )


def _stems(words: Sequence[str]) -> tuple[str, ...]:
    function = keywords().function - _OWN.keys()
    return stems_of(" ".join(each for each in words if each not in function))


def says_a_field(form: str) -> bool:
    """Whether a word asks for a field of rows by itself, whatever the model calls it."""
    return form in _OWN or bool(_NAMES.intersection(stems_of(form)))
