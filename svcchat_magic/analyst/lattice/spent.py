"""What customers spend and what things bring in is revenue: `top buyers by total spend`."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.lattice.spans import score_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.done_amounts import belongs, is_of_money
from svcchat_magic.analyst.linking.member_names import HEADED, OWN
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.tree import ByEntity, Concept, Entity
from svcchat_magic.semantic.inference.column_words import words_that_are

_SPENDING = frozenset({"spend", "spends", "spent", "spending"})
_PAYING = frozenset({"pay", "pays", "paid"})
_AMOUNTS = frozenset({"us", "most", "least", "more", "less"})  # behind it; else it tells what is paid or when
_BRINGING = frozenset({"bring", "brings", "brought", "bringing"})
_EARNING = frozenset({"earn", "earns", "earned", "generate", "generates", "generated"})
_MAKING = frozenset({"make", "made"})
_EACH = frozenset({"each", "every"})
_WHOLE = frozenset({"total", "overall"})
_US = frozenset({"we", "us", "i", "our"})
_NO_BUYERS = frozenset(  # on whom or where money is spent
    {"agent", "author", "brand", "city", "country", "employee", "product", "seller", "shop", "store",
     "supplier", "team", "vendor"}
)  # fmt: skip
_HELPING = frozenset({"have", "has", "did", "do", "does"})
_NEAR = 3
_ASKS = 2.5  # `how much have players from Spain spent` counts no players
_SURE = 0.97


def spent_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`MEASURE`: the revenue, where those who buy are named and nothing else in the model is called spend.

    What we spend is a cost, and is left to the names of costs.
    """
    places = [
        at for at, each in enumerate(tokens) if each.text.lower() in _SPENDING or _is_paying(tokens, at)
    ]
    found = _revenues(catalog) if places and not _is_cost(catalog) else []
    with_us = any(_spends_with_us(tokens, at) for at in places)
    found = [each for each in found if with_us or any(_buys(token, each, catalog) for token in tokens)]
    if not found or _names_money(chart, places):
        return

    for at in places:
        if _US.isdisjoint(each.form for each in tokens[max(at - _NEAR, 0) : at]):
            start = at - (at > 0 and tokens[at - 1].form in _WHOLE)
            stop = at + 1 + 2 * _spends_with_us(tokens, at)
            stop += _is_paying(tokens, at) and tokens[at + 1].form == "us"
            score = score_of(stop - start, _SURE)
            is_of_all = stop > at + 1 and _asks_of_all(tokens)
            yield from (Item("MEASURE", start, stop, each, score) for each in found if not is_of_all)
            if start > _NEAR and tuple(each.form for each in tokens[:2]) == ("how", "much"):
                yield Item("CHATTER", 0, 2 + (tokens[2].form in _HELPING), None, _ASKS)


def _is_paying(tokens: Sequence[Token], at: int) -> bool:
    """Whether it is said how much somebody pays: us, the most, more than 100, but not the most invoices."""
    behind = [each for each in tokens[at + 1 : at + 4] if each.form != "the"]
    says_what = behind[1:] != [] and behind[1].form != "us" and behind[1].text.lower() != behind[1].form
    is_so_much = bool(behind) and behind[0].form in _AMOUNTS and not says_what
    return tokens[at].text.lower() in _PAYING and is_so_much


def _spends_with_us(tokens: Sequence[Token], at: int) -> bool:
    """Whoever spends `with us` is a customer."""
    behind = [each.form for each in tokens[at + 1 : at + 3]]
    before = {each.form for each in tokens[max(at - _NEAR, 0) : at]}
    return behind == ["with", "us"] and _US.isdisjoint(before)


def earned_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`MEASURE`: the revenue that exhibitions, routes or rooms bring in, where sales tell of which.

    What people earn is their pay, and is left to the names of that.
    """
    places = list(_earnings(tokens))
    sums = _revenues(catalog) if places and not _asks_of_all(tokens) else []
    if not sums or _names_money(chart, [at for start, stop in places for at in range(start, stop)]):
        return

    named = [of for each in tokens for of in _entities(each, catalog)]
    if _is_for_us(tokens, places):
        named += [catalog.entities[each.value.cube] for each in chart.all(("SDIM",))]
    else:
        named = [of for of in named if not is_person(ByEntity(of))]

    found = [
        each for each in sums if any(of.cube != each.cube and belongs(each, of, catalog) for of in named)
    ]
    for start, stop in places if found else ():
        score = score_of(stop - start, _SURE)
        yield from (Item("MEASURE", start, stop, each, score) for each in found)
        yield from (
            Item("CHATTER", at, at + 1, None, _SURE)
            for at in range(1, start)
            if (tokens[at - 1].form, tokens[at].form) == ("much", "money")
        )


def _is_for_us(tokens: Sequence[Token], places: Sequence[tuple[int, int]]) -> bool:
    """`which artists earned us less than last year`, `brought in more`: no pay of theirs."""
    if all(each.form != "than" for each in tokens):
        return False

    behind = [each.form for _, stop in places for each in tokens[stop : stop + 1]]
    return not _US.isdisjoint(behind) or all(tokens[at].text.lower() in _BRINGING for at, _ in places)


def _asks_of_all(tokens: Sequence[Token]) -> bool:
    """`what did the vegan products bring in`: one number of all of them."""
    forms = [each.form for each in tokens]
    asks = ("what", "did") in pairwise(forms) or ("how", "much") in pairwise(forms)
    return asks and _EACH.isdisjoint(forms)


def _names_money(chart: Chart, places: Sequence[int]) -> bool:
    """`who brought in the most booking value`: the money is named, and the verb says nothing more."""
    return any(
        each.value.agg_type == "sum" and is_of_money(each.value)
        for each in chart.all(("MEASURE",))
        if each.start not in places and isinstance(each.value, Concept)
    )


def _earnings(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Where `bring in`, `earned` or `how much did ... make` stand."""
    forms = [each.text.lower() for each in tokens]
    asks_how_much = ("how", "much") in pairwise(forms)
    for at, form in enumerate(forms):
        if form in _BRINGING and forms[at + 1 : at + 2] == ["in"]:
            yield at, at + 2
        elif form in _EARNING or (form in _MAKING and asks_how_much):
            yield at, at + 1


def _is_cost(catalog: Catalog) -> bool:
    """Whether what is called spend is anything else than revenue."""
    named = [each for word in ("spend", "spending") for each in catalog.phrases.get((word,), ())]
    revenues = _revenues(catalog)
    return any(each.weight >= HEADED and each.of not in revenues for each in named)


def _revenues(catalog: Catalog) -> list[Concept]:
    """The sums that revenue may be as surely as any: that of orders, and that of their lines."""
    named = catalog.phrases.get(("revenue",), ())
    sums = [each for each in named if isinstance(each.of, Concept) and each.of.agg_type == "sum"]
    best = max((each.weight for each in sums), default=0.0)
    return [each.of for each in sums if each.weight == best and isinstance(each.of, Concept)]


def _buys(token: Token, revenue: Concept, catalog: Catalog) -> bool:
    return any(_is_buyer(each, revenue, catalog) for each in _entities(token, catalog))


def _entities(token: Token, catalog: Catalog) -> list[Entity]:
    named = (each.of for each in catalog.phrases.get((token.form,), ()) if each.weight >= OWN)
    return [each for each in named if isinstance(each, Entity)]


def _is_buyer(entity: Entity, revenue: Concept, catalog: Catalog) -> bool:
    last = phrase_of(entity.noun)[-1:]
    is_one = not (words_that_are("entities") - _NO_BUYERS).isdisjoint(last) or is_person(ByEntity(entity))
    return is_one and _NO_BUYERS.isdisjoint(last) and belongs(revenue, entity, catalog)
