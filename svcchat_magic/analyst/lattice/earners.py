"""`Top 3 earners`: the highest paid persons of a model, where it says what they are paid."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of, plural
from svcchat_magic.analyst.lattice.numbers import number_of
from svcchat_magic.analyst.lattice.spoken_lives import said
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.tree import ByEntity, Entity

_HIGH = frozenset({"top", "high", "highest", "big", "biggest", "best"})
_LOW = frozenset({"bottom", "low", "lowest", "small", "smallest"})
_PAY = frozenset({"salary", "pay", "wage", "income", "compensation", "remuneration"})


def with_earners(tokens: tuple[Token, ...], catalog: Catalog) -> tuple[Token, ...]:
    """The words with the persons who are paid, and the end of their pay that is meant."""
    at = next((at for at, each in enumerate(tokens) if each.form == "earner"), 0)
    rows = _paid(catalog) if at and "earner" not in catalog.words else None
    if rows is None:
        return tokens

    number = tokens[at - 1] if number_of(tokens[at - 1]) is not None else None
    start = at - 1 - (number is not None)
    way = tokens[start].form if start >= 0 else ""
    if way not in _HIGH | _LOW:
        return tokens

    paid = said(tokens[at], ("highest" if way in _HIGH else "lowest", "paid", *_noun(rows, tokens[at])))
    return (*tokens[:start], *((number,) if number else ()), *paid, *tokens[at + 1 :])


def _noun(rows: Entity, token: Token) -> Sequence[str]:
    return (plural(rows.noun) if token.text.lower() != token.form else rows.noun).split()


def _paid(catalog: Catalog) -> Entity | None:
    """The only persons that have a number called a salary or pay."""
    told = {
        each.cube for each in catalog.concepts if each.type == "number" and _PAY & {*phrase_of(each.title)}
    }
    found = [catalog.entities[each] for each in told if each in catalog.entities]
    found = [each for each in found if is_person(ByEntity(each))]
    return found[0] if len(found) == 1 else None
