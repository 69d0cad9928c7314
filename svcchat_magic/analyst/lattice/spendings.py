"""Rows of money that goes out, called expenses, purchases or bills: how many, over how much, the largest."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.spans import WHOLE, score_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.flows import spendings
from svcchat_magic.analyst.linking.member_names import LEXICON
from svcchat_magic.analyst.linking.natural_amounts import sized
from svcchat_magic.analyst.meaning.tree import Concept, Entity

SPENT = frozenset({"expense", "purchase", "bill", "outgoing", "expenditure"})
_PAID = frozenset({"bill"})  # told by what they come to, where nobody asks how many there are
_DONE = frozenset({"purchase"})  # counted, as what is done is
_COUNTING = (("how", "many"), ("number", "of"), ("count", "of"))
COMPARING = frozenset({"than", "over", "above", "below", "under", "least", "most", "exactly"})
_HAVING = frozenset({"with", "have", "has", "had", "having", "whose", "where"})
_PRICED = {"most expensive": "desc", "priciest": "desc", "costliest": "desc", "dearest": "desc"}
_PRICED |= {"least expensive": "asc", "cheapest": "asc"}
_BETWEEN = 3  # words between how many and the noun, such as of the large ones
_SURE = 0.96
_OWN = 1.4  # before all rows, for which these are another word


def spending_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`SIZED` of those rows, and `MEASURE` where they are counted, or told by what bills come to."""
    places = [at for at, each in enumerate(tokens) if each.form in SPENT and not _is_named(each, catalog)]
    for total, counted in spendings(catalog) if places else ():
        rows = sized(catalog.entities[total.cube], catalog, counted)
        yield from _priced(tokens, places)
        for at in places:
            score = score_of(1, _SURE) + _OWN
            if rows is not None and not _is_total(tokens, at):
                yield Item("SIZED", at, at + 1, rows, score)
                if tokens[at].text.lower() == tokens[at].form:
                    yield Item("ONESIZED", at, at + 1, rows, score)

            if (meant := _meant(tokens, at, total, counted)) is not None:
                yield Item("MEASURE", at, at + 1, meant, score)


def _priced(tokens: Sequence[Token], places: Sequence[int]) -> Iterator[Item]:
    """`the most expensive bill` is the largest one."""
    for start in (each for at in places for each in range(max(at - _BETWEEN - 1, 0), at)):
        for stop in (start + 1, start + 2):
            way = _PRICED.get(" ".join(each.text.lower() for each in tokens[start:stop]))
            if way:
                score = score_of(stop - start, _SURE) + WHOLE
                yield Item("SIZE", start, stop, way, score)
                yield Item("AGG", start, stop, "maximum" if way == "desc" else "minimum", score)


def _meant(tokens: Sequence[Token], at: int, total: Concept, counted: Concept) -> Concept | None:
    """`more than 100 expenses` are so many, `how many bills`; an electricity bill is money."""
    before = [each.form for each in tokens[max(at - _BETWEEN - 1, 0) : at]]
    is_bound = len(before) > 1 and before[-1].isdigit() and before[-2] in COMPARING
    if is_bound or any(tuple(before[place : place + 2]) in _COUNTING for place in range(len(before))):
        return counted

    return total if tokens[at].form in _PAID else counted if tokens[at].form in _DONE else None


def _is_total(tokens: Sequence[Token], at: int) -> bool:
    """`categories with expenses over 5000`: all of them together, and none alone."""
    return tokens[at].form not in _PAID | _DONE and at > 0 and tokens[at - 1].form in _HAVING


def _is_named(token: Token, catalog: Catalog) -> bool:
    """Whether the model has rows of that name."""
    named = catalog.phrases.get((token.form,), ())
    return any(isinstance(each.of, Entity) and each.weight > LEXICON for each in named)
