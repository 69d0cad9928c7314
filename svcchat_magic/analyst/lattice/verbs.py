"""Verbs that are made of what rows are called: who complained has complaints."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog, stem
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.linking.sale_dates import is_past, sales_of
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import Entity
from svcchat_magic.semantic.search.thesaurus import stems_of

_SURE = 0.9
_OF_SALES = frozenset(
    {"sell", "sold", "buy", "bought", "purchase", "purchased"}
)  # light, but where they tell of sales
_DOERS = ("er", "or", "ist")


def akin_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`VERBED` and `AKIN`: the one entity whose noun is of the family of a verb that names nothing itself."""
    words = keywords()
    for at, token in enumerate(tokens):
        of_sales = token.text.lower() in _OF_SALES and is_past(tokens, at)
        is_verb = is_participle(token.text.lower()) and token.form not in words.function | words.light
        is_verb |= of_sales
        if is_verb and not _is_named(token, catalog):
            sales = sales_of(token.text.lower(), catalog)
            rows = catalog.entities.values()
            found = [each for each in rows if each == sales or _is_made_of(token.form, each)]
            if len(found) == 1:
                yield Item("VERBED", at, at + 1, found[0], _SURE)
                yield Item("AKIN", at, at + 1, found[0], _SURE)


def _is_named(token: Token, catalog: Catalog) -> bool:
    """Whether a member is called so, or a date is of it."""
    is_member = (token.form,) in catalog.phrases or (stem(token.form),) in catalog.by_endings
    dates = date_names_of(catalog)
    return is_member or any(dates.named(stems_of(token.form)))


def _is_made_of(verb: str, entity: Entity) -> bool:
    """Whether the rows are what was done; who did it is no such row: a translator."""
    noun = phrase_of(entity.noun)[-1:]
    return bool(noun) and not noun[0].endswith(_DOERS) and akin(verb, noun[0])
