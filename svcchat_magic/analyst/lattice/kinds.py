"""Values that stand for the rows of their kind: `consumers` are customers, `trade accounts` too."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.tree import ByEntity, IsIn

_PEOPLE = frozenset({"people", "person"})
_BESIDE = 0.05  # less than the condition alone, where something else is counted
_WITH_NOUN = 0.7


def kind_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`SUBJECT`: a plural value of a column of theirs, alone or before a noun that says no more."""
    for item in list(chart.all(("VALUE",))):
        value, stop = item.value, item.stop
        entity = catalog.entities.get(value.of.cube) if isinstance(value, IsIn) else None
        if entity is None or value.of.type != "string" or value.of == catalog.name_of(entity):
            continue

        is_so_spelt = tokens[stop - 1].text.lower() == str(value.values[0]).lower()  # Thermodynamics is one
        if _is_plural(tokens[stop - 1]) and (is_person(ByEntity(entity)) or not is_so_spelt):
            yield Item("SUBJECT", item.start, stop, (entity, value), item.score + _BESIDE)

        if (
            stop < len(tokens)
            and is_person(ByEntity(entity))
            and _is_plural(tokens[stop])
            and any(chart.starting(stop, "CLASSIFIER"))
        ):
            yield Item("SUBJECT", item.start, stop + 1, (entity, value), item.score + _WITH_NOUN)


def _is_plural(token: Token) -> bool:
    low = token.text.lower()
    return not token.is_quoted and (token.form in _PEOPLE or (low != token.form and low.endswith("s")))
