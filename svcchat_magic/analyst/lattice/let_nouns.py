"""What is let, by the usual words for it: apartments are the units of a model that lets nothing else."""

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of, plural
from svcchat_magic.analyst.lattice.spoken_lives import said
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.lives import Life
from svcchat_magic.analyst.linking.terms import lets_of
from svcchat_magic.analyst.meaning.tree import Concept

_OF_ROLLS = frozenset({"current", "monthly", "total"})
_HOMES = frozenset({"apartments", "flats", "homes", "dwellings", "apartment"})


def with_let_nouns(tokens: tuple[Token, ...], catalog: Catalog) -> tuple[Token, ...]:
    """The words, with apartments as the rows that leases are of, where nothing else is called so."""
    lets = lets_of(catalog)
    if len(lets) != 1:
        return tokens

    tokens = _with_rent_roll(tokens, lets[0][1], catalog)
    noun = lets[0][0].noun
    found: list[Token] = []
    for each in tokens:
        is_home = each.text.lower() in _HOMES and not each.is_quoted and not each.is_name
        is_known = (each.form,) in catalog.phrases or each.form in catalog.words
        called = plural(noun) if each.text.lower() != each.form else noun
        found += said(each, called.split()) if is_home and not is_known else [each]

    return tuple(found)


def _with_rent_roll(tokens: tuple[Token, ...], let: Life, catalog: Catalog) -> tuple[Token, ...]:
    """The rent roll is what all agreements come to that run now."""
    forms = [each.form for each in tokens]
    numbers = [each for each in catalog.of_cube(let.entity.cube, "dimension") if _is_rent(each)]
    at = next((at for at in range(len(forms) - 1) if forms[at : at + 2] == ["rent", "roll"]), None)
    if at is None or len(numbers) != 1 or ("rent", "roll") in catalog.phrases:
        return tokens

    start = at
    while start > 0 and forms[start - 1] in _OF_ROLLS:
        start -= 1

    rows = plural(let.entity.noun).split()
    is_told = any(word == "active" for word in forms)
    running = () if is_told else ("of", "active", *rows)
    words = ("total", *numbers[0].title.lower().split(), *running)
    return (*tokens[:start], *said(tokens[start], words), *tokens[at + 2 :])


def _is_rent(concept: Concept) -> bool:
    return concept.type == "number" and "rent" in phrase_of(concept.name.replace("_", " "))
