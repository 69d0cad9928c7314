"""A salary is that of a year: annual salaries are salaries, and none that are told year by year."""

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.tree import ByEntity

_YEARLY = frozenset({"annual", "yearly"})
_PAY = frozenset({"salary", "wage", "income", "compensation"})
_OTHER = frozenset({"month", "monthly", "week", "weekly", "hour", "hourly", "day", "daily", "per"})
_NEAR = 2  # words in which the pay stands: annual base salary


def with_yearly_pay(tokens: tuple[Token, ...], catalog: Catalog) -> tuple[Token, ...]:
    """The words without `annual` before what a person is paid, where no column is called so."""
    if _YEARLY.isdisjoint(each.form for each in tokens) or not _YEARLY.isdisjoint(catalog.words):
        return tokens

    paid = _paid(catalog)
    return tuple(
        each
        for at, each in enumerate(tokens)
        if each.form not in _YEARLY or paid.isdisjoint(one.form for one in tokens[at + 1 : at + 1 + _NEAR])
    )


def _paid(catalog: Catalog) -> frozenset[str]:
    """What columns of persons call their pay, where they say nothing of a shorter time."""
    found: set[str] = set()
    for each in catalog.concepts:
        words = {*phrase_of(each.name.replace("_", " ")), *phrase_of(each.title)}
        is_theirs = each.type == "number" and is_person(ByEntity(catalog.entities[each.cube]))
        found |= words & _PAY if is_theirs and _OTHER.isdisjoint(words) else set()

    return frozenset(found)
