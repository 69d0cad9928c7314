"""Nouns in a row that name one thing: `course enrolments` are enrolments, of courses."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.semantic.model.join_graph import JoinGraph

_SURER = 0.35  # than two items


def compound_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`ENTITY`, with the noun before it of what each of its rows belongs to; or a column."""
    entities = list(chart.all(("ENTITY",)))
    for first in (each for each in entities if _is_one(tokens[each.stop - 1])):
        for head in (each for each in entities if each.start == first.stop):
            if head.value != first.value and _belongs(head.value.cube, first.value.cube, catalog):
                yield Item("ENTITY", first.start, head.stop, head.value, first.score + head.score + _SURER)

        for head in [each for kind in ("DIM", "SDIM") for each in chart.starting(first.stop, kind)]:
            if head.value.cube == first.value.cube:  # the purchasing team is that of the buyers
                score = first.score + head.score + _SURER
                yield Item(head.category, first.start, head.stop, head.value, score)


def _is_one(token: Token) -> bool:
    return token.text.lower() == token.form


def _belongs(cube: str, to: str, catalog: Catalog) -> bool:
    graph = catalog.model.derived.get("joins", lambda: JoinGraph(catalog.model.cubes))
    return graph.reaches(cube, to, to_one=True)
