"""What people are called by what they do for others: who owns what is sold is a rep, and has a job title."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.entity_names import nouns_of_roles
from svcchat_magic.analyst.linking.member_names import LEXICON, SYNONYM
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.semantic.model.model import Model

_SELLER = LEXICON * 0.99  # of rows that are called so by others alone
_COUNTING = frozenset({"many", "different", "distinct", "unique", "all", "our", "the", "count"})
_OWNING = frozenset({"owner", "assignee", "representative", "rep", "seller", "salesperson"})
_SELLERS = (("rep",), ("sales", "rep"), ("salesperson",), ("seller",), ("account", "executive"))
_USERS = frozenset({"user", "login"})
_TITLES = (("job", "title"), ("job", "role"), ("position",), ("job",))
_TITLED = frozenset({"user", "lead", "contact", "prospect", "delegate"})


def seller_names(model: Model, entities: Mapping[str, Entity]) -> Iterator[tuple[Phrase, Entity, float]]:
    """Who owns what is sold is a rep as well, if nothing else is called so."""
    taken = {phrase_of(each.noun) for each in entities.values()}
    for role, entity, _ in nouns_of_roles(model, entities):
        if _OWNING & set(role) and (keywords().staff | _USERS) & set(phrase_of(entity.noun)[-1:]):
            yield from ((each, entity, _SELLER) for each in _SELLERS if each not in taken)


def title_names(
    concepts: Iterable[Concept], entities: Mapping[str, Entity]
) -> Iterator[tuple[Phrase, Concept, float]]:
    """The title of a person is what he or she works as."""
    for each in concepts:
        if each.name.lower() == "title" and _is_title_of_person(each, entities):
            yield from ((phrase, each, SYNONYM) for phrase in _TITLES)


def is_job_title(of: Concept, entities: Mapping[str, Entity]) -> bool:
    """Whether a column says what persons work as: an agent is one whose title is that."""
    ends = phrase_of(of.name)[-2:]
    return ends == ("job", "title") or (ends[-1:] == ("title",) and _is_title_of_person(of, entities))


def _is_title_of_person(of: Concept, entities: Mapping[str, Entity]) -> bool:
    persons = keywords().staff | keywords().persons | _TITLED
    is_text = of.kind == "dimension" and of.type == "string" and of.cube in entities
    return is_text and bool(persons & set(phrase_of(entities[of.cube].noun)[-1:]))


def is_counted_seller(tokens: Sequence[Token], start: int, weight: float) -> bool:
    """Whether reps are counted: of all users only some sell."""
    before = [each.form for each in tokens[max(start - 2, 0) : start]]
    is_counted = bool(before) and (before[-1] in _COUNTING or before == ["number", "of"])
    return is_counted and weight == _SELLER
