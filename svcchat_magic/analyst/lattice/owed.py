"""What somebody still owes: the money of rows that are not paid, or what is left of it where a part is."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.done_amounts import is_of_money
from svcchat_magic.analyst.linking.natural_amounts import sized
from svcchat_magic.analyst.meaning.tree import Concept, Entity, Measured, Missing, Quantity, Ratio
from svcchat_magic.semantic.inference.names import words_of
from svcchat_magic.semantic.search.thesaurus import stems_of

_OWING = frozenset({"owe", "owes", "owed", "owing"})
_BESIDE = frozenset({"still", "us", "me", "currently", "yet", "now"})
_ARTICLES = frozenset({"the", "our", "all", "these", "those"})
_HELPING = frozenset({"do", "does", "did", "is", "are"})
_ASKING = (("how", "much", "money"), ("how", "much"), ("what",))
_OPEN = frozenset({"outstanding", "unpaid", "owed", "receivable", "receivables"})
_PAID = "paid"
_SURE = 1.6


def owed_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`QUANTITY`: what is owed, where one table tells what is to be paid and whether it was."""
    places = [at for at, each in enumerate(tokens) if each.text.lower() in _OWING and not each.is_quoted]
    found = [
        each for each in map(_owed, catalog.entities.values(), [catalog] * len(catalog.entities)) if each
    ]
    for at in places if len(found) == 1 else ():
        start, stop = at, at + 1
        while start > 0 and tokens[start - 1].form in _BESIDE:
            start -= 1

        while stop < len(tokens) and tokens[stop].text.lower() in _BESIDE:
            stop += 1

        start = _question(tokens, start)
        yield Item("QUANTITY", start, stop, found[0], _SURE * (stop - start))


def _question(tokens: Sequence[Token], start: int) -> int:
    """Where `what do customers` begins before `owe`: that of all of them, and of no one each."""
    at = start
    while at > 0 and (tokens[at - 1].form in _ARTICLES or _is_plural(tokens[at - 1])):
        at -= 1

    at -= at > 0 and tokens[at - 1].form in _HELPING
    for asked in _ASKING:
        if at >= len(asked) and tuple(each.form for each in tokens[at - len(asked) : at]) == asked:
            return at - len(asked)

    return start


def _is_plural(token: Token) -> bool:
    return token.text.lower() != token.form and token.text.lower().endswith("s")


def _owed(entity: Entity, catalog: Catalog) -> Quantity | None:
    sums = [each for each in catalog.of_cube(entity.cube, "measure") if each.agg_type == "sum"]
    told = [each for each in sums if is_of_money(each) and _OPEN & set(words_of(each.name))]
    if len(told) == 1:
        return Measured(told[0])

    rows = sized(entity, catalog)
    if rows is None or not rows.is_money or rows.total is None:
        return None

    paid = [each for each in sums if each != rows.total and _PAID in words_of(each.name)]
    if len(paid) == 1:
        return Ratio(Measured(rows.total), Measured(paid[0]), way="-")

    times = [each for each in date_names_of(catalog).named(stems_of("pay")) if _is_own(each, entity)]
    return Measured(rows.total, (Missing(times[0]),)) if len(times) == 1 else None


def _is_own(time: Concept, entity: Entity) -> bool:
    return time.cube == entity.cube
