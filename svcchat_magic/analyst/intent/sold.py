"""`how many books did we sell in 2024`: what the lines of sales say, and no number of books of that year."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.done_amounts import belongs
from svcchat_magic.analyst.linking.goods import adds_goods
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.linking.sale_dates import sale_dates
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByEntity,
    Concept,
    Condition,
    Contains,
    Counted,
    Entity,
    Exists,
    IsIn,
    Measured,
    Missing,
    Quantity,
    Ratio,
    Within,
)
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.search.thesaurus import stems_of

SELLING = frozenset({"sell", "sold", "buy", "bought", "purchase", "purchased", "ordered"})
_SELLS = frozenset({"sell", "sells", "sold"})
_DONE = frozenset({"sold", "bought", "purchased", "ordered"})
_OTHERWISE = frozenset(  # then which of them are asked for, or those that were not
    {"which", "list", "not", "never", "without", "nothing", "no", "n't", "least", "once"}
)
_DENYING = frozenset({"not", "without", "no"})
_NO_SALES = frozenset(
    {"work", "production", "manufacturing", "transfer", "maintenance", "repair", "supplier"}
)
_ASKING = frozenset({"did", "have", "has", "had"})  # what we do sell is what we have
_BEING = frozenset({"were", "was", "been", "are", "is", "get", "got", "being"})
_DIFFERENT = frozenset({"different", "distinct", "unique", "various"})
_BEHIND = frozenset({"to", "for"})  # whom we sell to is nothing that is sold
_FARTHEST = 4
_GOODS = frozenset({"product", "unit"})


def with_sold(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with the pieces that sales say, or the sales where each is of one thing.

    Only of things that are sold: of what each line of a sale, an order or a purchase has one.
    """
    read = _by_money(tokens, read, catalog)
    analysis = read.analysis
    goods = _counted(analysis, catalog)
    verb = next(_verbs(tokens), None)
    if goods is None and (verb or _do_we_sell(tokens)) and (share := _of_pieces(analysis, catalog)):
        return replace(read, analysis=replace(analysis, quantities=(share,)))

    if goods is None and verb is not None:
        return _dated(read, verb, catalog)

    if goods is None or verb is None or _asks_otherwise(tokens, analysis, goods):
        return read

    is_other = sells_or_buys(goods, catalog) or _is_dated_so(goods, verb, catalog)
    lines = [] if is_other else lines_of(goods, catalog)
    where = _where(analysis, goods, verb, catalog) if len(lines) == 1 else None
    if where is None:
        return read

    if any(each.form in _DIFFERENT for each in tokens):
        return replace(read, analysis=_of_different(analysis, where, lines[0]))

    sums = [each for each in catalog.of_cube(lines[0].cube, "measure") if adds_goods(each)]
    if len(sums) > 1:
        return read

    own = analysis.quantities[0].where if isinstance(analysis.quantities[0], Counted) else ()
    meant: Quantity = Measured(sums[0], own) if sums else Counted(lines[0], own)
    rank = analysis.rank and replace(analysis.rank, by=meant if analysis.rank.by else None)
    return replace(read, analysis=replace(analysis, quantities=(meant,), rank=rank, where=where))


def _asks_otherwise(tokens: Sequence[Token], analysis: Analysis, goods: Entity) -> bool:
    """Whether which of them is asked, or those that were not sold; pizzas without mushrooms may be sold."""
    told = [each for each in analysis.where if isinstance(each, IsIn | Contains)]
    denied = _DENYING if any(each.negated and each.of.cube == goods.cube for each in told) else frozenset()
    return not (_OTHERWISE - denied).isdisjoint(each.form for each in tokens)


def _by_money(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """`which employee sold the most`: for the most money, where orders say by their lines what they come to.

    Rows that have a price each are what was sold: houses, cars.
    """
    rank, forms = read.analysis.rank, {each.form for each in tokens}
    by = rank.by if rank is not None else None
    sells = any(each.text.lower() in _SELLS for each in tokens)
    if not sells or rank is None or not isinstance(by, Counted) or by.where or not is_of_sales(by.entity):
        return read

    named = (each.of for each in catalog.phrases.get(("revenue",), ()))
    sums = [each for each in named if isinstance(each, Concept) and each.agg_type == "sum"]
    sums = [each for each in sums if each.cube != by.entity.cube and belongs(each, by.entity, catalog)]
    if len(sums) != 1 or not forms.isdisjoint(phrase_of(by.entity.noun)):
        return read

    money = Measured(sums[0])
    quantities = tuple(money if each == by else each for each in read.analysis.quantities)
    changed = replace(read.analysis, quantities=quantities, rank=replace(rank, by=money))
    return replace(read, analysis=changed)


def _do_we_sell(tokens: Sequence[Token]) -> bool:
    """`the pizzas we sell`, of which a share is asked."""
    return any(one.form == "we" and other.text.lower() in SELLING for one, other in pairwise(tokens))


def _of_pieces(analysis: Analysis, catalog: Catalog) -> Ratio | None:
    """A share of the goods that are sold as one of the pieces: each pizza of the list is sold many times."""
    first = analysis.quantities[0] if len(analysis.quantities) == 1 else None
    if not isinstance(first, Ratio) or not first.is_share or not isinstance(first.above, Counted | Measured):
        return None

    goods, part = all_of(first.below, catalog), all_of(replace(first.above, where=()), catalog)
    if goods is None or part is None or goods.cube != part.cube or sells_or_buys(goods, catalog):
        return None

    lines = lines_of(goods, catalog)
    sums = [each for each in catalog.of_cube(lines[0].cube, "measure") if adds_goods(each)] if lines else []
    if len(lines) != 1 or len(sums) != 1:
        return None

    return replace(first, above=Measured(sums[0], first.above.where), below=Measured(sums[0]))


def _dated(read: Assembled, verb: str, catalog: Catalog) -> Assembled:
    """`different products sold last quarter`: those of the sales of then, and not of any other rows."""
    counted = read.analysis.quantities[0] if len(read.analysis.quantities) == 1 else None
    if not isinstance(counted, Counted) or sells_or_buys(counted.entity, catalog):
        return read

    stems = stems_of(verb)
    dates = sale_dates(stems, date_names_of(catalog).meant(stems))
    where = tuple(
        replace(each, time=dates[0]) if dates and isinstance(each, Within) and each.time is None else each
        for each in read.analysis.where
    )
    return replace(read, analysis=replace(read.analysis, where=where))


def _where(analysis: Analysis, goods: Entity, verb: str, catalog: Catalog) -> tuple[Condition, ...] | None:
    """The conditions on the lines; None where more is said of the sales than when they were."""
    found: list[Condition] = []
    for each in analysis.where:
        if not isinstance(each, Exists):
            found += [] if _is_verb(each, goods, verb) else [_undated(each, goods)]
        elif (
            each.negated
            or not (is_of_sales(known := catalog.entities[each.of.cube]) or sells_or_buys(known, catalog))
            or not all(isinstance(one, Within) for one in each.where)
        ):
            return None
        else:
            found += each.where

    return tuple(found)


def _says_only_when(exists: Exists) -> bool:
    return not exists.negated and all(isinstance(each, Within) for each in exists.where)


def _of_different(analysis: Analysis, where: tuple[Condition, ...], lines: Entity) -> Analysis:
    """`how many different books`: those that have such a line, in the period of the lines."""
    dated = tuple(each for each in where if isinstance(each, Within))
    kept = tuple(each for each in where if not isinstance(each, Within))
    return replace(analysis, where=(*kept, Exists(lines, dated)))


def _counted(analysis: Analysis, catalog: Catalog) -> Entity | None:
    """The rows of one table that are counted, whatever they are grouped by."""
    is_share = analysis.derived is not None and analysis.derived.kind == "share"
    return all_of(analysis.quantities[0], catalog) if len(analysis.quantities) == 1 and not is_share else None


def all_of(counted: Quantity, catalog: Catalog) -> Entity | None:
    """Whose rows a number counts, without more being said of them."""
    if isinstance(counted, Counted) and not counted.is_active:
        return counted.entity

    if not isinstance(counted, Measured) or counted.where or counted.measure.agg_type != "count":
        return None

    known = catalog.model.cubes[counted.measure.cube].measures[counted.measure.name]
    return Entity(counted.measure.cube) if not (known.filters or known.sql) else None


def _verbs(tokens: Sequence[Token]) -> Iterator[str]:
    """`were sold`, `books sold`, `did we sell`, `have customers bought`: what is done to what is counted."""
    for at, token in enumerate(tokens):
        behind = tokens[at + 1].form if at + 1 < len(tokens) else ""
        word = token.text.lower()
        if word not in SELLING or behind in _BEHIND or at == 0:
            continue

        before = [each.form for each in tokens[max(at - _FARTHEST, 0) : at]]
        is_done = word in _DONE
        is_passive = is_done and (before[-1] in _BEING or tokens[at - 1].text.lower() != before[-1])
        if is_passive or not _ASKING.isdisjoint(before):
            yield word


def sells_or_buys(entity: Entity, catalog: Catalog) -> bool:
    """Customers that bought and shops that sold are no goods."""
    known = catalog.entities.get(entity.cube, entity)  # rows of whatever there is have none
    last = phrase_of(known.noun)[-1:]
    doers = (words_that_are("entities") | words_that_are("sales_places")) - _GOODS
    return is_person(ByEntity(known)) or not doers.isdisjoint(last)


def _is_dated_so(goods: Entity, verb: str, catalog: Catalog) -> bool:
    """Jobs that have a day on which they were ordered are what was ordered then."""
    return any(each.cube == goods.cube for each in date_names_of(catalog).named(stems_of(verb)))


def lines_of(goods: Entity, catalog: Catalog) -> list[Entity]:
    """The tables of sales whose rows each have one of these; their lines before the whole documents."""
    near = [
        each
        for each in catalog.entities.values()
        if each.cube != goods.cube and _leads_to(each, goods, catalog)
        if _NO_SALES.isdisjoint(phrase_of(each.noun))
    ]
    if not (found := [each for each in near if is_of_sales(each)]):
        return _pieces_of_sales(near, catalog)

    return [
        each for each in found if not any(_leads_to(other, each, catalog) for other in found if other != each)
    ]


def _pieces_of_sales(near: Sequence[Entity], catalog: Catalog) -> list[Entity]:
    """Pieces of sales by whatever name, line items of orders, and not what is told of them, refunds."""
    documents = [each for each in catalog.entities.values() if is_of_sales(each)]
    found = [
        each
        for each in near
        if any(adds_goods(one) for one in catalog.of_cube(each.cube, "measure"))
        if any(_leads_to(each, one, catalog) for one in documents if one != each)
    ]
    return [
        each for each in found if not any(_leads_to(each, other, catalog) for other in found if other != each)
    ]


def is_of_sales(entity: Entity) -> bool:
    """Whether rows are sales or the like, by what they are called."""
    words = set(phrase_of(entity.noun))
    return bool(words & words_that_are("earning"))


def _leads_to(lines: Entity, goods: Entity, catalog: Catalog) -> bool:
    measure = next(catalog.of_cube(lines.cube, "measure"), None)
    return measure is not None and belongs(measure, goods, catalog)


def _undated(condition: Condition, goods: Entity) -> Condition:
    """The period is that of the sales, and none of a date of the goods."""
    is_own = (
        isinstance(condition, Within) and condition.time is not None and condition.time.cube == goods.cube
    )
    return replace(condition, time=None) if is_own and isinstance(condition, Within) else condition


def _is_verb(condition: Condition, goods: Entity, verb: str) -> bool:
    """`sold` as a state of the goods as they are now, or that there is a date of it: so have their sales."""
    if isinstance(condition, Missing):
        return condition.negated and condition.of.type == "time" and condition.of.cube != goods.cube

    if not isinstance(condition, IsIn) or condition.of.cube != goods.cube or condition.negated:
        return False

    return all(stems_of(str(each)) == stems_of(verb) for each in condition.values)
