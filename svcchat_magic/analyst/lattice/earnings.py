"""Amounts by the words that people have for them: labour cost, wage bill, stock value, gross margin."""

from collections.abc import Callable, Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.products import amount_item, of_rows
from svcchat_magic.analyst.lattice.rates import MONEY
from svcchat_magic.analyst.lattice.spans import WHOLE, score_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.earnings import (
    cost_of_goods,
    earning_cubes,
    labour_cost,
    profits,
    stock_value,
)
from svcchat_magic.analyst.linking.member_names import PART
from svcchat_magic.analyst.meaning.tree import Quantity, Ratio

_LABOUR = ("labour", "labor", "staff", "staffing", "wage", "personnel", "payroll")
_SPENDING = ("cost", "bill", "expense", "spend", "spending")
_LABOURED = frozenset(
    {("wage",), *((one, last) for one in _LABOUR for last in _SPENDING)}
    | {(last, "of", one) for one in _LABOUR for last in _SPENDING}
)
_STOCKED = frozenset(
    (noun, word) for noun in ("stock", "inventory") for word in ("value", "worth")
) | frozenset(("value", "of", noun) for noun in ("stock", "inventory"))
_GOODS = frozenset(
    {
        ("cost", "of", "goods"),
        ("cost", "of", "goods", "sold"),
        ("cog",),
        ("goods", "cost"),
        ("cost", "of", "sale"),
    }
)
_OTHERS = frozenset(
    {
        *("net", "operating", "contribution", "planned", "budgeted", "target", "expected", "forecast"),
        *("ebit", "pretax", "loss", "hourly", "minimum", "loan"),
    }
)
_PERCENT = frozenset({"%", "percent", "percentage", "pct", "rate", "ratio"})
_MARGINS = frozenset(
    {
        ("margin",),
        ("gross", "margin"),
        ("profit", "margin"),
        ("gross", "profit", "margin"),
        ("profit", "ratio"),
    }
)
_PROFITS = frozenset({("profit",), ("gross", "profit")})
_MARKUPS = frozenset(
    (*name, *end)
    for name in (("markup",), ("mark", "up"))
    for end in ((), ("%",), ("percent",), ("percentage",), ("rate",))
)
_AUXILIARY = frozenset({"did", "do", "does", "have", "has"})
_OURS = frozenset({"we", "they", "it"})
_MAKING = frozenset({"make", "made", "earn", "earned", "get", "generate", "generated"})
_LONGEST = 4
_SURE = 0.95
_SAYING_IN = frozenset({"in", "as", "a", "the"})


def earning_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Each amount that the model's columns make in one way, where no member is called by these words."""
    for start in range(len(tokens)):
        for stop in range(start + 1, min(start + _LONGEST, len(tokens)) + 1):
            phrase = tuple(each.form for each in tokens[start:stop])
            make = _MADE.get(phrase)
            if make is None or _is_known(phrase, catalog) or _is_part_of_name(tokens, start, stop):
                continue

            end = stop
            if phrase in _MARGINS:
                end, make = _told_in(tokens, stop)

            end = _made_by_us(tokens, end) if phrase in _MARGINS | _PROFITS else end
            if (made := make(tokens, catalog)) is not None:
                begin = of_rows(tokens, start, made, catalog)
                score = score_of(end - begin, _SURE) + WHOLE * (end - begin - 1)
                yield amount_item(begin, end, made, score)


def _made_by_us(tokens: Sequence[Token], at: int) -> int:
    """Where the words end that only say that it is ours: how much profit `did we make`."""
    said = [each.text.lower() for each in tokens[at : at + 3]]
    is_said = len(said) == 3 and said[0] in _AUXILIARY and said[1] in _OURS and said[2] in _MAKING
    return at + 3 if is_said else at


def _is_known(phrase: tuple[str, ...], catalog: Catalog) -> bool:
    """Whether the model has an amount of that name: then that is meant, or nobody knows."""
    return any(each.weight > PART for each in catalog.phrases.get(phrase, ()))


def _is_part_of_name(tokens: Sequence[Token], start: int, stop: int) -> bool:
    """`net profit` is what other costs have gone off, `planned wage bill` no bill of what was worked."""
    before = tokens[start - 1].form if start else ""
    behind = tokens[stop].form if stop < len(tokens) else ""
    return before in _OTHERS or behind in _OTHERS


def _told_in(tokens: Sequence[Token], at: int) -> tuple[int, "_Make"]:
    """Where the words end that say how a margin is told, `in %` or `in euros`, and what it is then."""
    end = at
    while end < len(tokens) and tokens[end].form in _SAYING_IN:
        end += 1

    said = tokens[end].form if end < len(tokens) else ""
    if said in MONEY and end > at:
        return end + 1, _left

    is_amount = any(each.form == "much" for each in tokens)  # how much margin we made
    return (end + 1 if said in _PERCENT else at), _left if is_amount else _margin


def _margin(tokens: Sequence[Token], catalog: Catalog) -> Quantity | None:
    left = _left(tokens, catalog)
    if left is not None:
        return Ratio(left, left.above, is_share=True, title="margin")

    kept = profits(catalog)
    return Ratio(*kept[0], is_share=True, title="margin") if len(kept) == 1 else None


def _markup(tokens: Sequence[Token], catalog: Catalog) -> Quantity | None:
    """What prices are above costs, as a part of these."""
    left = _left(tokens, catalog)
    return Ratio(left, left.below, is_share=True, title="markup") if left is not None else None


def _left(tokens: Sequence[Token], catalog: Catalog) -> Ratio | None:
    """Revenue less cost, of the rows that the question names where several have both."""
    found = list(earning_cubes(catalog))
    words = {each.form for each in tokens}
    named = [each for each in found if words & _own_words(each[0], found, catalog)]
    chosen = found if len(found) == 1 else named
    return Ratio(chosen[0][1], chosen[0][2], way="-") if len(chosen) == 1 else None


def _own_words(cube: str, found: Sequence[tuple[str, Quantity, Quantity]], catalog: Catalog) -> set[str]:
    """The words for a cube's rows that the others are not called by."""
    others = {word for each, *_ in found if each != cube for word in phrase_of(catalog.entities[each].noun)}
    return {*phrase_of(catalog.entities[cube].noun)} - others


def _goods(_tokens: Sequence[Token], catalog: Catalog) -> Quantity | None:
    made = {each for cube in catalog.entities if (each := cost_of_goods(cube, catalog))}
    return made.pop() if len(made) == 1 else None


_Make = Callable[[Sequence[Token], Catalog], Quantity | None]
_MADE: dict[tuple[str, ...], _Make] = {
    **dict.fromkeys(_LABOURED, lambda _, catalog: labour_cost(catalog)),
    **dict.fromkeys(_STOCKED, lambda _, catalog: stock_value(catalog)),
    **dict.fromkeys(_GOODS, _goods),
    **dict.fromkeys(_MARGINS, _margin),
    **dict.fromkeys(_MARKUPS, _markup),
    **dict.fromkeys(_PROFITS, _left),
}
