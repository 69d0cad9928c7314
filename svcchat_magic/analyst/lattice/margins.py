"""Margins by their formula, `sales minus cost price`, and margins of the model told in percent."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.products import amount_item
from svcchat_magic.analyst.lattice.spans import WHOLE, score_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.discounts import is_percentage
from svcchat_magic.analyst.linking.earnings import earning_cubes, revenue
from svcchat_magic.analyst.linking.member_names import HEAD
from svcchat_magic.analyst.linking.products import factor
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import Aggregated, Concept, Measured, Quantity, Ratio

Phrase = tuple[str, ...]

_LESS = frozenset({"less", "minus"})
_EARNED: frozenset[Phrase] = frozenset(
    {("sale",), ("net", "sale"), ("revenue",), ("net", "revenue"), ("turnover",), ("taking",)}
    | {("selling", "price"), ("sale", "price"), ("sale", "revenue"), ("sale", "value")}
    | {("what", "we", verb, it, "for") for verb in ("sold", "sell") for it in ("it", "them")}
)
_SPENT: frozenset[Phrase] = frozenset(
    {("cost",), ("cost", "price"), ("unit", "cost"), ("purchase", "price"), ("goods", "cost")}
    | {("cost", "of", "goods"), ("cost", "of", "good", "sold"), ("cost", "of", "sale"), ("cog",)}
    | {("what", it, "cost", "us") for it in ("it", "they")}
    | {("what", it, "cost") for it in ("it", "they")}
)
_ARTICLES = frozenset({"the", "our", "its", "their"})
_OF_GOODS = frozenset({"goods", "product", "item", "article", "piece", "unit"})
_PERCENT = frozenset({"%", "percent", "percentage", "pct", "rate"})
_SAYING_IN = frozenset({"in", "as", "a"})
_MARGINS = frozenset({"margin"})
_LONGEST = 5
_SURE = 0.95


def formula_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Revenue less cost, where rows of one sort have both and both are named so."""
    for at in range(1, len(tokens) - 1):
        if tokens[at].form not in _LESS:
            continue

        made = [(earned, spent) for _, earned, spent in earning_cubes(catalog)]
        for start, left in _before(tokens, at):
            for stop, right in _behind(tokens, at + 1):
                found = [each for each in made if _is_so(left, each[0], _EARNED, catalog)]
                found = [each for each in found if _is_so(right, each[1], _SPENT, catalog)]
                if len(found) == 1:
                    score = score_of(stop - start, _SURE) + WHOLE * (stop - start)
                    yield amount_item(start, stop, Ratio(*found[0], way="-"), score)


def percent_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`gross margin %` of a model that has it as money, as a percentage, or as both by one name."""
    for start in range(len(tokens)):
        for stop in range(start + 1, min(start + _LONGEST, len(tokens)) + 1):
            end = _told_in_percent(tokens, stop)
            phrase = tuple(each.form for each in tokens[start:stop])
            if not end or _MARGINS.isdisjoint(phrase):
                continue

            made = _in_percent(phrase, catalog)
            if made is not None:
                score = score_of(end - start, _SURE) + WHOLE * (end - start)
                yield amount_item(start, end, made, score)


def _in_percent(phrase: Phrase, catalog: Catalog) -> Quantity | None:
    named = [each.of for each in catalog.phrases.get(phrase, ()) if each.weight >= HEAD]
    measures = [each for each in named if isinstance(each, Concept) and each.kind == "measure"]
    shares = [each for each in measures if is_percentage(each) or _is_ratio(each)]
    if shares:
        return Measured(shares[0]) if len(shares) == 1 else None

    money = [each for each in measures if each.agg_type in ("sum", "number") and each.format == "currency"]
    earned = revenue(money[0].cube, catalog) if len(money) == 1 else None
    return Ratio(Measured(money[0]), earned, is_share=True, title="margin") if earned else None


def _is_ratio(measure: Concept) -> bool:
    return measure.agg_type == "number" and measure.format != "currency"


def _told_in_percent(tokens: Sequence[Token], at: int) -> int:
    """Where the words end that ask for a percentage; 0 where there are none. Of something it is a share."""
    end = at
    while end < len(tokens) and tokens[end].form in _SAYING_IN:
        end += 1

    if end >= len(tokens) or tokens[end].form not in _PERCENT:
        return 0

    behind = tokens[end + 1].form if end + 1 < len(tokens) else ""
    return 0 if behind == "of" else end + 1


def _is_so(phrase: Phrase, quantity: Quantity, names: frozenset[Phrase], catalog: Catalog) -> bool:
    """Whether words may stand for a side: its own name, a column of it, or what everybody calls it."""
    named = [each.of for each in catalog.phrases.get(phrase, ()) if each.weight >= HEAD]
    parts = _parts(quantity)
    columns = {factor(each, catalog) for each in named if isinstance(each, Concept)}
    if any(each in parts for each in named) or any(each in parts for each in columns if each):
        return True

    others = [each for each in named if isinstance(each, Concept) and each.cube in set(cubes_of(quantity))]
    return phrase in names and not others


def _parts(quantity: Quantity) -> tuple[Concept, ...]:
    match quantity:
        case Measured():
            return (quantity.measure,)
        case Aggregated(times=Concept() as price):
            return quantity.of, price
        case Ratio():
            return (*_parts(quantity.above), *_parts(quantity.below))
        case _:
            return ()


def _before(tokens: Sequence[Token], at: int) -> Iterator[tuple[int, Phrase]]:
    for start in range(max(0, at - _LONGEST), at):
        yield start, _said(tokens, start, at)


def _behind(tokens: Sequence[Token], at: int) -> Iterator[tuple[int, Phrase]]:
    begin = at + (tokens[at].form in _ARTICLES)
    for stop in range(begin + 1, min(begin + _LONGEST, len(tokens)) + 1):
        yield _of_goods(tokens, stop), _said(tokens, begin, stop)


def _said(tokens: Sequence[Token], start: int, stop: int) -> Phrase:
    said = tuple(each.form for each in tokens[start:stop] if each.form not in _ARTICLES)
    return phrase_of(" ".join(said)) if said[:1] != ("what",) else said


def _of_goods(tokens: Sequence[Token], stop: int) -> int:
    """Where the words end that say again of what it is the cost: `cost price of the goods`."""
    forms = [each.form for each in tokens[stop : stop + 3]]
    behind = [each for each in forms if each not in _ARTICLES]
    is_said = len(behind) > 1 and behind[0] == "of" and behind[1] in _OF_GOODS
    return stop + forms.index(behind[1]) + 1 if is_said else stop
