"""`CONDITION`: what is below its reorder level has less in stock than that, what is out of stock none."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.spans import WHOLE, score_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import HEAD
from svcchat_magic.analyst.linking.products import number_column
from svcchat_magic.analyst.meaning.tree import Compared, Concept, Entity

_SIGNS = {
    ("below",): "<", ("under",): "<", ("beneath",): "<", ("less", "than"): "<", ("lower", "than"): "<",
    ("above",): ">", ("over",): ">", ("more", "than"): ">", ("at",): "=", ("at", "or", "below"): "<=",
    ("at", "or", "under"): "<=", ("at", "or", "above"): ">=", ("below", "or", "at"): "<=",
}  # fmt: skip
_LEVELS = frozenset({"reorder", "reordering", "minimum", "min", "safety", "par", "threshold"})
_STOCK = frozenset({"stock", "hand", "inventory"})
_ARTICLES = frozenset({("the",), ("their",), ("its",)})
_FALLING = frozenset({"fallen", "fall", "dropped", "drop", "gone", "sunk", "risen"})
_BEING = _FALLING | {"is", "are", "was", "were", "that", "which", "who"}
_THERE = {
    ("out", "of", "stock"): "<=", ("not", "in", "stock"): "<=", ("sold", "out"): "<=", ("in", "stock"): ">",
}  # fmt: skip
_STILL = _BEING | {"currently", "now", "still", "we", "have", "do"}
_LONGEST_SIGN, _LONGEST_NAME = 3, 4
_SURE = 0.95


def stock_level_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Only where nothing is named that is compared with the level: the one column of what is there."""
    yield from _in_stock_items(tokens, catalog)
    forms = tuple(each.form for each in tokens)
    for start in range(1, len(forms)):
        sizes = [size for size in range(_LONGEST_SIGN, 0, -1) if forms[start : start + size] in _SIGNS]
        is_told = forms[start - 1] in _BEING or any(
            each.weight >= HEAD and not isinstance(each.of, Concept)
            for each in catalog.phrases.get((forms[start - 1],), ())
        )
        if not sizes or not is_told:
            continue

        behind = start + sizes[0]
        begin = behind + (forms[behind : behind + 1] in _ARTICLES)
        for stop in range(begin + 1, min(begin + _LONGEST_NAME, len(forms)) + 1):
            for level, stock in _levels(forms[begin:stop], catalog):
                kept = Compared(stock, _SIGNS[forms[start : start + sizes[0]]], level)
                first = start - (forms[start - 1] in _FALLING)
                score = score_of(stop - first, _SURE) + WHOLE * (stop - first)
                yield Item("CONDITION", first, stop, kept, score)


def _in_stock_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`products out of stock`, `items in stock`: those of which none or some are there."""
    forms = tuple(each.form for each in tokens)
    for at in range(1, len(forms)):
        said = next((each for each in _THERE if forms[at : at + len(each)] == each), ())
        begin = at - 1
        while begin > 0 and forms[begin] in _STILL:
            begin -= 1

        things = [each.of for each in catalog.phrases.get((forms[begin],), ()) if each.weight >= HEAD]
        cubes = {each.cube for each in things if said and isinstance(each, Entity)}
        for cube in cubes:
            numbers = [each for each in catalog.of_cube(cube, "dimension") if each.type == "number"]
            stock = [each for each in numbers if _is_stock(each)]
            if len(stock) == 1:
                kept = Compared(stock[0], _THERE[said], Decimal(0))
                yield Item("CONDITION", begin + 1, at + len(said), kept, (at + len(said) - begin - 1) * _SURE)


def _levels(phrase: tuple[str, ...], catalog: Catalog) -> Iterator[tuple[Concept, Concept]]:
    """A column of levels that is named so, with the one column of what is in stock beside it."""
    for meaning in catalog.phrases.get(phrase, ()):
        level = number_column(meaning.of, catalog) if meaning.weight >= HEAD else None
        if level is None or not _LEVELS & _words(level):
            continue

        rows = catalog.of_cube(level.cube, "dimension")
        stock = [each for each in rows if each.type == "number" and _is_stock(each) and each != level]
        if len(stock) == 1:
            yield level, stock[0]


def _is_stock(column: Concept) -> bool:
    return bool(_STOCK & _words(column)) and not _LEVELS & _words(column)


def _words(column: Concept) -> set[str]:
    return {*phrase_of(column.title), *phrase_of(column.name.replace("_", " "))}
