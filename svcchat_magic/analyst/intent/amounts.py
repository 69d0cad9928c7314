"""`how much was donated` asks for an amount, where the words alone would count rows."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.language.document_verbs import document_verbs
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.amounts import unmet_amounts
from svcchat_magic.analyst.lattice.money import in_money
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.filtered import filtered_by
from svcchat_magic.analyst.linking.natural_amounts import LENGTHS, whole_amounts
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    Concept,
    Condition,
    Counted,
    Distinct,
    IsIn,
    Measured,
    Quantity,
)
from svcchat_magic.analyst.planning.sources import sources_of
from svcchat_magic.semantic.inference.names import is_money, words_of
from svcchat_magic.semantic.search.thesaurus import stems_of

_OF_MONEY = frozenset({"pay", "paid", "spend", "spent", "earn", "earned", "cost", "charge", "charged"})
_EARNED = frozenset({"bring in", "earn", "earned"})
_SPENT_BY_BUYERS = frozenset({"spend", "spent"})  # with us; what we spend is a cost, and called so
_EARNING = frozenset({"make", "made", "earn", "earned", "generate", "generated", "bring", "brought"})
SPENT = frozenset(
    {"cost", "costs", "expense", "expenses", "spend", "spending", "spent", "refund", "refunds", "refunded",
     "discount", "discounts", "tax", "vat", "fee", "fees", "wage", "wages", "budget", "budgets", "target",
     "salary", "salaries"}
)  # fmt: skip
_PAY = stems_of("pay")[0]  # of several amounts the one that is paid, where that is asked
_OF_WORTH = frozenset({"value", "worth"})
_HELPING = frozenset({"do", "does", "did", "have", "has", "had"})
_OURS = frozenset({"we", "our"})
_NUMBERS = frozenset({"number", "count", "many", "%", "percent", "share"})


def with_amount(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with the sum of money of the rows that it counts; without one it is refused."""
    all_counted = all(map(is_counted, read.analysis.quantities)) or read.analysis.rows_of is not None
    unmet = unmet_amounts(tokens, read.cover.items, catalog, counts=all_counted)
    read = replace(read, dropped=(*read.dropped, *unmet))
    analysis = read.analysis
    paid = _paid(tokens, analysis, catalog)
    if paid and any(map(_is_length, analysis.quantities)):
        return replace(read, dropped=(*read.dropped, paid))

    counts = len(analysis.quantities) == 1 and is_counted(analysis.quantities[0])
    is_open = bool(analysis.groups) and not analysis.quantities and not read.follows
    is_list = analysis.rows_of is not None and not analysis.quantities and not analysis.fields
    asks = "how much" if _asks_how_much(tokens) else paid or _valued(tokens, analysis)
    asks = asks or next((tokens[at + 1].text for at in in_money(tokens)), "")
    sums = not asks and _names_total(tokens)  # of rows without an amount it is their number
    if not (asks or sums) or not (counts or is_open or is_list) or _is_of_a_number(tokens, analysis):
        return read

    spent = _spent_by_others(tokens) if asks == "how much" or asks in _SPENT_BY_BUYERS else asks
    amount = _amount(analysis, tokens, catalog, asks) or _brought_in(analysis, spent, catalog)
    kept = _kept(analysis, catalog) if amount is not None else None
    if amount is None or kept is None:
        return replace(read, dropped=(*read.dropped, asks)) if asks else read

    analysis = replace(analysis, where=(*analysis.where, *kept))
    meant = Measured(amount)
    rank = analysis.rank and replace(analysis.rank, by=meant if analysis.rank.by else None)
    summed = replace(analysis, quantities=(meant,), rank=rank, rows_of=None, is_assumed=False)
    said = {spent, asks} & _SPENT_BY_BUYERS
    return replace(read, analysis=summed, dropped=tuple(each for each in read.dropped if each not in said))


def _spent_by_others(tokens: Sequence[Token]) -> str:
    """The verb of `how much did supermarkets spend`; what we spend is another thing."""
    is_ours = not _OURS.isdisjoint(each.form for each in tokens)
    return next((each.text for each in tokens if each.text in _SPENT_BY_BUYERS and not is_ours), "")


def _kept(analysis: Analysis, catalog: Catalog) -> tuple[Condition, ...] | None:
    """What kept the rows that were counted keeps those that are summed; None where that cannot be said."""
    if not analysis.quantities:
        return ()

    counted = analysis.quantities[0]
    if isinstance(counted, Counted | Distinct):
        return counted.where

    own = filtered_by(counted.measure, catalog) if isinstance(counted, Measured) else ()
    return None if own is None or not isinstance(counted, Measured) else (*counted.where, *own)


def _paid(tokens: Sequence[Token], analysis: Analysis, catalog: Catalog) -> str:
    """The verb of `what did we pay for them` or `what did they bring in`, which asks for an amount too."""
    forms = [each.form for each in tokens]
    asked = (at for at, pair in enumerate(pairwise(forms)) if pair[0] == "what" and pair[1] in _HELPING)
    start = next(asked, len(forms))
    verbs = _OF_MONEY | _made(analysis, catalog)
    verb = next((each.text for each in tokens[start:] if each.text.lower() in verbs), "")
    brings = "what" in forms and any(each in (("bring", "in"), ("brought", "in")) for each in pairwise(forms))
    return verb or ("bring in" if brings else "")


def _made(analysis: Analysis, catalog: Catalog) -> set[str]:
    """The verbs that make the rows of money that are told: donors donate."""
    homes = catalog.entities.keys() & _homes(analysis)
    nouns = (phrase_of(catalog.entities[cube].noun)[-1:] for cube in homes)
    return {verb for noun in nouns if noun for verb in document_verbs().get(noun[0], ())}


def _is_length(quantity: Quantity) -> bool:
    """Whether it is told how long something takes, and so no money: the days until somebody pays."""
    title = quantity.measure.title if isinstance(quantity, Measured) else ""
    return not LENGTHS.isdisjoint(phrase_of(title)) and not is_money(title)


def _valued(tokens: Sequence[Token], analysis: Analysis) -> str:
    """The word of `the value of orders`, where nothing that is kept or told apart is called so."""
    kept = (getattr(each, "of", None) for each in (*analysis.groups, *analysis.where))
    titles = {word for each in kept if isinstance(each, Concept) for word in phrase_of(each.title)}
    return next((each.form for each in tokens if each.form in _OF_WORTH - titles), "")


def _names_total(tokens: Sequence[Token]) -> bool:
    """`the total of unpaid orders`, `sum of open payments`: what they come to."""
    forms = ["", *(each.form for each in tokens)]
    at = next((at for at, pair in enumerate(pairwise(forms)) if pair in (("total", "of"), ("sum", "of"))), 0)
    return at > 0 and forms[at - 1] not in ("a", "in")


def _is_of_a_number(tokens: Sequence[Token], analysis: Analysis) -> bool:
    """`how much did the number of donors change`: then the number is named, or its change is asked for."""
    return analysis.derived is not None or any(each.form in _NUMBERS for each in tokens)


def _asks_how_much(tokens: Sequence[Token]) -> bool:
    return any((one.form, other.form) == ("how", "much") for one, other in pairwise(tokens))


def _amount(analysis: Analysis, tokens: Sequence[Token], catalog: Catalog, asks: str) -> Concept | None:
    """The one sum of money of these rows, or of several the one whose title has a word of the question."""
    cubes = _homes(analysis)
    sums = [each for each in catalog.concepts if each.kind == "measure" and each.agg_type == "sum"]
    money = [
        each for each in sums if each.cube in cubes and (each.format == "currency" or is_money(each.name))
    ]
    asked = {stem for each in tokens for stem in stems_of(each.text)}
    earns = asks == "how much" and not _EARNING.isdisjoint(each.text.lower() for each in tokens)
    if asks in _EARNED or earns:
        money = [each for each in money if SPENT.isdisjoint(words_of(each.name))]

    paid = [each for each in money if _PAY in asked and _PAY in stems_of(each.title)]
    said = paid or [each for each in money if asked & set(stems_of(each.title))]
    found = said or money
    found = found if len(found) == 1 and asks not in _OF_WORTH else whole_amounts(found)
    return found[0] if len(found) == 1 else None


def _brought_in(analysis: Analysis, asks: str, catalog: Catalog) -> Concept | None:
    """`what did vegan products bring in`: the one sum of money of rows of theirs, none of it spent."""
    homes = _homes(analysis) | {each.of.cube for each in analysis.where if isinstance(each, IsIn)}
    if asks not in _EARNED | _SPENT_BY_BUYERS or not homes or analysis.quantities:
        return None

    reaches = sources_of(catalog).graph.reaches
    sums = (each for each in catalog.concepts if each.kind == "measure" and each.agg_type == "sum")
    money = (each for each in sums if each.format == "currency" or is_money(each.name))
    near = [each for each in money if all(reaches(each.cube, home, to_one=True) for home in homes)]
    earned = [each for each in near if SPENT.isdisjoint(words_of(each.name))]
    return earned[0] if len(earned) == 1 else None


def _homes(analysis: Analysis) -> set[str]:
    """Whose rows are summed: those that are counted or listed, or else those that are kept."""
    counted = {cube for each in analysis.quantities for cube in cubes_of(each)}
    listed = {analysis.rows_of.cube} if analysis.rows_of else set()
    return counted or listed or {each.of.cube for each in analysis.where if isinstance(each, IsIn)}
