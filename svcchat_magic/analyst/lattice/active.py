"""Those who had something, by a word before or in place of their noun: paying members, viewers."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.deeds import deed_of, facts_of, is_told_by
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import ByEntity, Entity
from svcchat_magic.semantic.search.thesaurus import stems_of

_PER = frozenset({"per", "each", "every"})
_ARTICLES = frozenset({"a", "an", "the"})
_PAYING = frozenset(stems_of(each) for each in ("pay", "paid", "spend", "bill", "invoice", "charge", "buy"))
_SHORTEST = 5  # letters of a word for who does something
_DOERS = ("er", "or")
_SURE = 1.2


def active_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`ACTIVE`, with the facts that it may be of and whether it is about money; and `DOER`."""
    for at, token in enumerate(tokens):
        if not _is_behind_per(tokens, at) or token.is_quoted:
            continue

        subject = _entity(tokens[at + 1], catalog) if at + 1 < len(tokens) else None
        word = token.text.lower()
        if subject is not None and (word.endswith("ing") or is_participle(word)):
            pays = stems_of(word) in _PAYING
            facts = facts_of(subject.cube, catalog) if pays else _done(word, token, subject, catalog)
            yield from [Item("ACTIVE", at, at + 1, (frozenset(facts), pays), _SURE)] if facts else []
        elif (
            subject is None
            and (token.form,) not in catalog.phrases
            and token.form.endswith(_DOERS)
            and len(token.form) >= _SHORTEST
        ):
            yield from (Item("DOER", at, at + 1, each, _SURE) for each in _doers(token.form, catalog))


def _is_behind_per(tokens: Sequence[Token], at: int) -> bool:
    before = at - 1
    while before > 0 and tokens[before].form in _ARTICLES:
        before -= 1

    return before > 0 and tokens[before].form in _PER


def _done(word: str, token: Token, subject: Entity, catalog: Catalog) -> tuple[str, ...]:
    """The rows that a verb makes, or those that are called so: borrowings."""
    named = {each.of.cube for each in catalog.phrases.get((token.form,), ()) if isinstance(each.of, Entity)}
    deed = deed_of(word, subject.cube, catalog)
    return (deed.cube,) if deed else tuple(named.intersection(facts_of(subject.cube, catalog)))


def _entity(token: Token, catalog: Catalog) -> Entity | None:
    named = [each.of for each in catalog.phrases.get((token.form,), ()) if each.weight >= OWN]
    found = [each for each in named if isinstance(each, Entity)]
    return found[0] if len(found) == 1 else None


def _doers(word: str, catalog: Catalog) -> list[tuple[Entity, str]]:
    """The people who are called as what they do, with the rows of it; none where several are."""
    people = [each for each in catalog.entities.values() if is_person(ByEntity(each))]
    facts = [
        each
        for each in catalog.entities.values()
        if any(akin(word, one) for one in phrase_of(each.noun)) and not is_person(ByEntity(each))
    ]
    found = [
        (who, fact.cube)
        for fact in facts
        for who in people
        if is_told_by(fact.cube, who.cube, catalog) and fact.cube != who.cube
    ]
    return found if len(found) == 1 else []
