"""Dates that a word right behind the rows means of these: `pick-ups due in May` are scheduled then."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.deeds import deed_of
from svcchat_magic.semantic.search.thesaurus import stems_of

_SURE = 1.4  # more than a date of other rows that has the word in its name
_BETWEEN = frozenset({"that", "which", "are", "were", "is", "was", "be"})


def own_date_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`DATED`, `TDIM`: the one date of the rows before a word, where only others are called by it."""
    names = date_names_of(catalog)
    for rows in list(chart.all(("ENTITY",))):
        at = rows.stop
        while at < len(tokens) and tokens[at].form in _BETWEEN:
            at += 1

        stems = stems_of(tokens[at].text) if at < len(tokens) else ()
        called = {each.cube for each in names.named(stems)} if stems else set()
        own = [each for each in names.meant(stems) if each.cube == rows.value.cube] if called else []
        deed = deed_of(tokens[at].form, rows.value.cube, catalog) if own else None
        is_done = deed is not None and deed.cube in called  # students enrolled have enrolments of then
        if len(own) == 1 and rows.value.cube not in called and not is_done:
            yield Item("DATED", at, at + 1, own[0], _SURE)
            yield Item("TDIM", at, at + 1, own[0], _SURE)
