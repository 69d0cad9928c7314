"""What the persons are called of whom each row of a file tells one: the clients of calls."""

from collections.abc import Iterable, Iterator, Mapping, MutableMapping

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.member_names import HEADED, OWN
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.semantic.model.model import Cube, Model


def persons_named(model: Model, entities: Mapping[str, Entity]) -> Iterator[tuple[Phrase, Entity]]:
    """The words for persons of whom rows tell one each, with the entity of these rows."""
    for name, entity in entities.items():
        yield from ((phrase_of(each), entity) for each in persons_of_rows(model.cubes[name]))


def let_persons_be(
    meanings: MutableMapping[Phrase, dict[Concept | Entity, float]],
    persons: Iterable[tuple[Phrase, Entity]],
) -> None:
    """Let words for persons name the rows that tell of them, and nothing that is only near: no contacts."""
    for phrase, entity in persons:
        known = {of: weight for of, weight in meanings.get(phrase, {}).items() if weight >= HEADED}
        meanings[phrase] = {**known, entity: OWN}


def persons_of_rows(cube: Cube) -> tuple[str, ...]:
    """What the persons are called of whom each row tells one, where its rows are called otherwise."""
    found = cube.meta.get("persons", ())
    nouns = tuple(map(str, found)) if isinstance(found, (list, tuple)) else ()
    return (*nouns, "people") if "person" in nouns else nouns


def is_person_of(entity: Entity, said: str, model: Model) -> bool:
    """Whether a word is one for the persons of rows: what is only near to it is no name for them."""
    return phrase_of(said)[-1:] in {
        phrase_of(each)[-1:] for each in persons_of_rows(model.cubes[entity.cube])
    }
