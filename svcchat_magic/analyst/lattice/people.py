"""`Who` at the beginning of a question: each sort of people that the model tells of."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.linking.people import people_of
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import ByEntity, ByMember, Concept, Group

_BEFORE = frozenset({"and", "so", "now", "then", ",", "please"})
_BEING = frozenset({"is", "are", "was", "were"})
_SCORE = 0.5
_DOERS = ("er", "or", "ee")


def who_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """All of them: which are meant, what they did tells."""
    at = asks_who(tokens)
    if at is not None:
        said = [each.form for each in tokens[at + 1 :] if is_participle(each.text.lower())]
        people = people_of(catalog)
        doers = (ByMember(each) for each in catalog.concepts if each.kind == "dimension" and _is_doer(each))
        asked = dict.fromkeys((*people, *doers))
        doing = [each for each in asked if any(akin(verb, word) for verb in said for word in _called(each))]
        yield from (Item("WHOM", at, at + 1, each, _SCORE) for each in doing or people)


def _is_doer(of: Concept) -> bool:
    """Whether a text is called after who does something: a reporter."""
    return of.type == "string" and not of.primary_key and of.title.lower().endswith(_DOERS)


def _called(group: Group) -> tuple[str, ...]:
    """The last word for such people: who reported something is a reporter, and no assignee."""
    match group:
        case ByEntity(entity):
            return phrase_of(entity.noun)[-1:]
        case ByMember(of):
            return phrase_of(of.title)[-1:]
        case _:
            return ()


def asks_who(tokens: Sequence[Token]) -> int | None:
    """The place of `who` where a question begins with it and does not go on to name the people."""
    at = next((at for at, each in enumerate(tokens) if each.form not in _BEFORE), None)
    if at is None or tokens[at].form != "who" or tokens[at + 1 : at + 2] == ():
        return None

    return None if tokens[at + 1].form in _BEING else at
