"""`money`, which says of an amount only that it is one: money awarded, the money from tickets."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.billed import billed_items
from svcchat_magic.analyst.lattice.chart import Chart, Item
from svcchat_magic.analyst.lattice.collected import collected_items
from svcchat_magic.analyst.lattice.discounts import discount_items
from svcchat_magic.analyst.lattice.margins import formula_items, percent_items
from svcchat_magic.analyst.lattice.money_verbs import verb_items
from svcchat_magic.analyst.lattice.outlay import outlay_items
from svcchat_magic.analyst.lattice.owed import owed_items
from svcchat_magic.analyst.lattice.spans import score_of
from svcchat_magic.analyst.lattice.spendings import spending_items
from svcchat_magic.analyst.lattice.spent import earned_items, spent_items
from svcchat_magic.analyst.lattice.taxes import tax_items
from svcchat_magic.analyst.lattice.usual_ratios import usual_ratio_items
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.done_amounts import done_amount, is_of_money
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.linking.natural_amounts import sized
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import Concept, Entity

_AMOUNTS = ("amount", "total", "sum", "value")  # what columns have in its place
_FROM = frozenset({"from", "of", "in", "for"})
_ARTICLES = frozenset({"the", "our", "all", "their"})
_BEHIND = frozenset({"by", "per", "for", "since", "and", "please", "last", "this", "during", "over"})
_CURRENCIES = frozenset(
    {
        "£",
        "$",
        "€",
        "pounds",
        "dollars",
        "euros",
        "gbp",
        "usd",
        "eur",
        "francs",
        "chf",
        "pound",
        "dollar",
        "euro",
    }
)
_COUNTING = frozenset({"many", "number", "count", "each", "per", "by"})
_NEAR, _SHORT = 3, 2  # words before a noun; letters
_SURE = 0.85


def money_items(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Sums of money, with the word for it and what says which."""
    yield from billed_items(tokens, catalog)
    yield from owed_items(tokens, catalog)
    yield from _in_currency(tokens, catalog)
    yield from tax_items(tokens, catalog)
    yield from collected_items(tokens, catalog)
    yield from (*spent_items(chart, tokens, catalog), *spending_items(tokens, catalog))
    yield from verb_items(tokens, catalog)
    yield from outlay_items(chart, tokens, catalog)
    yield from earned_items(chart, tokens, catalog)
    yield from discount_items(tokens, catalog)
    yield from usual_ratio_items(tokens, catalog)
    yield from formula_items(tokens, catalog)
    yield from percent_items(tokens, catalog)
    yield from _bare_amounts(chart, tokens, catalog)
    for at, token in enumerate(tokens):
        if token.form == "money":
            yield from _done(tokens, at, catalog)
            yield from _from_rows(chart, tokens, at, catalog)


def _bare_amounts(chart: Chart, tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`total credits` of a credit amount, where nothing else is called so and they are not counted."""
    sums = [each for each in catalog.concepts if each.agg_type == "sum" and is_of_money(each)]
    for at, token in enumerate(tokens):
        before = {each.form for each in tokens[max(at - _NEAR, 0) : at]}
        if before & _COUNTING or len(token.form) <= _SHORT or any(True for _ in chart.starting(at, "ENTITY")):
            continue

        is_known = (token.form,) in catalog.phrases or is_participle(token.form)
        words = _AMOUNTS if token.text.lower() != token.form else (*_AMOUNTS, "cost")  # freight, no repairs
        found = [each for each in sums if _is_amount_of(each, token.form, words)] if not is_known else []
        if len(found) == 1:
            yield Item("MEASURE", at, at + 1, found[0], _SURE)


def _is_amount_of(measure: Concept, word: str, amounts: Sequence[str]) -> bool:
    """Whether a sum is called by a word and one that only says that it is an amount."""
    named = [each for each in phrase_of(measure.title) if each not in ("total", "sum")]
    return named[:1] == [word] and len(named) == 2 and named[1] in amounts


def in_money(tokens: Sequence[Token]) -> Iterator[int]:
    """The places of `in` where only the currency is told behind it: `in £`, `in pounds`."""
    for at in range(len(tokens) - 1):
        behind = tokens[at + 1]
        ends = at + 2 == len(tokens) or tokens[at + 2].is_mark or tokens[at + 2].form in _BEHIND
        if tokens[at].form == "in" and behind.text.lower() in _CURRENCIES and ends:
            yield at


def _in_currency(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """It says nothing, unless rows have a currency of their own."""
    has_own = any("currency" in each.name.lower() for each in catalog.concepts)
    for at in in_money(tokens) if not has_own else ():
        yield Item("CHATTER", at, at + 2, None, score_of(2, _SURE))


def _done(tokens: Sequence[Token], at: int, catalog: Catalog) -> Iterator[Item]:
    """`money awarded`, `awarded money`, and `grant money awarded` of grants."""
    for done in (at - 1, at + 1):
        if not 0 <= done < len(tokens) or not is_participle(tokens[done].text.lower()):
            continue

        measure = _amount_that_is(tokens[done].form, catalog) or _amount_of(tokens[done].form, catalog)
        start, stop = min(at, done), max(at, done) + 1
        if measure is not None:
            before = catalog.phrases.get((tokens[start - 1].form,), ()) if start else ()
            is_whose = any(isinstance(each.of, Entity) and each.of.cube == measure.cube for each in before)
            start -= is_whose
            yield Item("MEASURE", start, stop, measure, score_of(stop - start, _SURE))


def _amount_of(done: str, catalog: Catalog) -> Concept | None:
    """The amount that is called by a word of the same family: lent, of loans."""
    found = done_amount(done, catalog, money=True)
    is_kin = found is not None and any(akin(done, each) for each in phrase_of(found.measure.title))
    return found.measure if found is not None and is_kin else None


def _amount_that_is(done: str, catalog: Catalog) -> Concept | None:
    named = [
        each.of
        for word in _AMOUNTS
        for phrase in ((word, done), (done, word))
        for each in catalog.phrases.get(phrase, ())
        if isinstance(each.of, Concept)
    ]
    found = {catalog.sums.get(each, each) for each in named}
    sums = [each for each in found if each.kind == "measure" and each.agg_type == "sum"]
    return sums[0] if len(sums) == 1 else None


def _from_rows(chart: Chart, tokens: Sequence[Token], at: int, catalog: Catalog) -> Iterator[Item]:
    """`the money from tickets`, `ticket money`: what these rows come to."""
    behind = at + 1
    if behind < len(tokens) and tokens[behind].form in _FROM:
        behind += 1 + (behind + 1 < len(tokens) and tokens[behind + 1].form in _ARTICLES)
        for item in chart.starting(behind, "ENTITY") if behind < len(tokens) else ():
            yield from _of_rows(item.value, at, item.stop, catalog)

    for item in list(chart.all(("ENTITY",))):
        if item.stop == at:
            yield from _of_rows(item.value, item.start, at + 1, catalog)


def _of_rows(entity: Entity, start: int, stop: int, catalog: Catalog) -> Iterator[Item]:
    own = sized(entity, catalog)
    total = (own.total or own.of_each) if own is not None and (own.is_money or own.of_each) else None
    if total is not None:
        yield Item("MEASURE", start, stop, total, score_of(stop - start, _SURE))
