"""`WORTHY`: documents of which only lines tell what each comes to, and what is bought in one go."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.lattice.spans import score_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import OWN, PART
from svcchat_magic.analyst.linking.worth import Worth, bought_at_once, documents_of, worth_of

_BASKETS = frozenset({"basket", "cart", "ticket", "checkout", "till receipt"})
_SIZES = frozenset({"value", "size", "amount", "worth", "total", "spend"})
_MEANS = frozenset({"average", "avg", "mean", "median", "typical"})
_SURE = 0.95


def worth_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`WORTHY`, and `ONEWORTHY` where one of them is named: the average order, and never its orders."""
    for start, stop, worth, surely in (
        *_documents(tokens, catalog),
        *_with_lines(chart, tokens, catalog),
        *_baskets(tokens, catalog),
    ):
        yield Item("WORTHY", start, stop, worth, surely)
        last = tokens[stop - 1]
        if last.text.lower() == last.form:
            yield Item("ONEWORTHY", start, stop, worth, surely)


def _documents(tokens: Sequence[Token], catalog: Catalog) -> Iterator[tuple[int, int, Worth, float]]:
    for names, worth in documents_of(catalog):
        for name in names:
            for start in range(len(tokens) - len(name) + 1):
                stop = start + len(name)
                is_named = tuple(each.form for each in tokens[start:stop]) == name
                if is_named and not _has_value(name, catalog):
                    yield start, stop, worth, score_of(len(name), _SURE)


def _with_lines(
    chart: Chart, tokens: Sequence[Token], catalog: Catalog
) -> Iterator[tuple[int, int, Worth, float]]:
    for item in list(chart.all(("ENTITY",))):
        worth = worth_of(item.value, catalog)
        noun = tuple(each.form for each in tokens[item.start : item.stop])
        if worth is not None and worth.amount is None and not _has_value(noun, catalog):
            yield item.start, item.stop, worth, item.score


def _has_value(noun: tuple[str, ...], catalog: Catalog) -> bool:
    """Whether the model has a number for what one of them comes to: `average order value`."""
    averages = (("average", *noun, size) for size in _SIZES)
    own = (each for size in _SIZES for each in catalog.phrases.get((*noun, size), ()))
    return any(each in catalog.phrases for each in averages) or any(each.weight >= OWN for each in own)


def _baskets(tokens: Sequence[Token], catalog: Catalog) -> Iterator[tuple[int, int, Worth, float]]:
    """A `basket` with its value, or the average one; where nothing in the model is called so."""
    for at, token in enumerate(tokens):
        behind = tokens[at + 1].form if at + 1 < len(tokens) else ""
        before = tokens[at - 1].form if at else ""
        is_said = behind in _SIZES or before in _MEANS
        if token.form not in _BASKETS or not is_said or _is_known(token.form, catalog):
            continue

        worth = bought_at_once(catalog)
        if worth is not None:
            yield at, at + 1, worth, _SURE


def _is_known(word: str, catalog: Catalog) -> bool:
    """Whether a model has baskets or tickets of its own."""
    return any(
        word in phrase and any(each.weight > PART for each in found)
        for phrase, found in catalog.phrases.items()
    )
