"""What is let, by the usual words for it: apartments are the units of a model that lets nothing else."""

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import plural
from svcchat_magic.analyst.lattice.spoken_lives import said
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.terms import lets_of

_HOMES = frozenset({"apartments", "flats", "homes", "dwellings", "apartment"})


def with_let_nouns(tokens: tuple[Token, ...], catalog: Catalog) -> tuple[Token, ...]:
    """The words, with apartments as the rows that leases are of, where nothing else is called so."""
    lets = lets_of(catalog)
    if len(lets) != 1:
        return tokens

    noun = lets[0][0].noun
    found: list[Token] = []
    for each in tokens:
        is_home = each.text.lower() in _HOMES and not each.is_quoted and not each.is_name
        is_known = (each.form,) in catalog.phrases or each.form in catalog.words
        called = plural(noun) if each.text.lower() != each.form else noun
        found += said(each, called.split()) if is_home and not is_known else [each]

    return tuple(found)
