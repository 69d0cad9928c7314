"""When things were bought and sold: the date of the orders or sales, whatever verb their column has."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.date_events import Stems, date_events
from svcchat_magic.analyst.language.participles import is_participle
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.search.thesaurus import stems_of

_NEAR = 3  # words from `did` to its verb
_SELLING = (("sell",), ("buy",), ("purchas",))


def sale_dates(stems: Stems, like: Sequence[Concept]) -> tuple[Concept, ...]:
    """Of the dates of the same event the one of a table of sales, as sure as if it were called so.

    `bought in May` are the orders of May where nothing else in the model is bought or sold. None where
    several tables could be meant.
    """
    if stems not in _SELLING or not date_events().get(stems):
        return ()

    found = [each for each in like if _is_of_sales(each)]
    return tuple(found) if len(found) == 1 else ()


def is_past(tokens: Sequence[Token], at: int) -> bool:
    """`was sold`, `did we sell`: what we do sell has no date."""
    asked = {each.form for each in tokens[max(at - _NEAR, 0) : at]}
    return is_participle(tokens[at].text.lower()) or "did" in asked


def sales_of(verb: str, catalog: Catalog) -> Entity | None:
    """The rows that buying and selling makes: orders, where no others are sales."""
    stems = stems_of(verb)
    dates = sale_dates(stems, date_names_of(catalog).meant(stems))
    return catalog.entities[dates[0].cube] if dates else None


def _is_of_sales(time: Concept) -> bool:
    return not words_that_are("earning").isdisjoint(phrase_of(time.cube.replace("_", " ")))
