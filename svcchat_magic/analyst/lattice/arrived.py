"""New rows of a time are those that came to be then: a status of that name says what is so today."""

from collections.abc import Iterable, Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.coming_dates import coming_dates
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.meaning.tree import Entity, IsIn

_NEW = "new"
_STATES = frozenset({"status", "state", "stage", "phase"})
_CAME = frozenset({"came", "come", "coming", "got", "get", "received", "receive", "arrived", "arrive"})
_OVER_TIME = frozenset({"per", "by", "each", "every", "a"})
_NEAR = 2  # words in which the noun of the rows stands


def without_arrived(
    items: Iterable[Item], times: Sequence[Item], tokens: Sequence[Token], catalog: Catalog
) -> Iterator[Item]:
    """Values without the status `New` right before the noun of its rows, where a time is asked for.

    What came in last month has another status by now. Without a time the status is meant: `how many are new`.
    """
    is_of_time = any(each.category == "PERIOD" for each in times) or _is_of_time(tokens)
    for each in items:
        if not (is_of_time and _is_new(each, tokens) and _is_before_rows(each, tokens, catalog)):
            yield each


def _is_of_time(tokens: Sequence[Token]) -> bool:
    """`did we get`, `came in`, `per month`."""
    forms, meanings = [each.form for each in tokens], keywords().meanings
    units = (forms[at + 1] for at, each in enumerate(forms[:-1]) if each in _OVER_TIME)
    is_by_unit = any(category == "GRAIN" for unit in units for category, _ in meanings.get((unit,), ()))
    return is_by_unit or not _CAME.isdisjoint(each.text.lower() for each in tokens)


def _is_new(item: Item, tokens: Sequence[Token]) -> bool:
    """Whether a value is the status of that very word; cars may be new or used at any time."""
    if item.stop - item.start > 1 or tokens[item.start].form != _NEW or not isinstance(item.value, IsIn):
        return False

    of = item.value.of
    return not _STATES.isdisjoint({*phrase_of(of.title), *phrase_of(of.name.replace("_", " "))})


def _is_before_rows(item: Item, tokens: Sequence[Token], catalog: Catalog) -> bool:
    """Whether rows that have a day of coming stand there, be the value one of the log of their states."""
    behind = tokens[item.stop : item.stop + _NEAR]
    named = (one for each in behind for one in catalog.phrases.get((each.form,), ()) if one.weight >= OWN)
    cubes = {one.of.cube for one in named if isinstance(one.of, Entity)}
    return any(coming_dates(cube, catalog) for cube in cubes)
