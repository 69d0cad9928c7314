"""`mechanics with at least 70 ratings`: so many of them, and no rating of 70."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Bound, Counted, Entity, Measured, Missing

_GIVEN = frozenset({"rating", "score", "grade", "mark", "review", "assessment", "evaluation"})
_DONE = {"rated": "rating", "scored": "score", "graded": "grade", "marked": "mark", "reviewed": "review"}


def with_ratings(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with bounds on how many ratings there are, where the question has a number of them."""
    behind = [two for one, two in pairwise(tokens) if _is_number(one)]
    nouns = {each.form for each in behind if _is_several(each)} & _GIVEN
    nouns |= {_DONE[each.text.lower()] for each in behind if each.text.lower() in _DONE}
    if not nouns or not read.analysis.having:
        return read

    having = tuple(_counted(each, nouns, catalog) for each in read.analysis.having)
    return replace(read, analysis=replace(read.analysis, having=having))


def _counted(bound: Bound, nouns: set[str], catalog: Catalog) -> Bound:
    asked = bound.quantity
    if not isinstance(asked, Measured) or asked.measure.agg_type != "avg":
        return bound

    column = catalog.columns.get(asked.measure)
    if column is None or nouns.isdisjoint(phrase_of(column.title)):
        return bound

    told = Counted(Entity(column.cube), (Missing(column, negated=True), *asked.where))
    return replace(bound, quantity=told)


def _is_number(token: Token) -> bool:
    return token.text.replace(",", "").isdigit()


def _is_several(token: Token) -> bool:
    return token.text.lower() != token.form
