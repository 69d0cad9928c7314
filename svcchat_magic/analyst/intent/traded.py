"""`genres with at least one track sold`: things that were sold, and not only things that there are."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.intent.sold import SELLING, is_of_sales, lines_of, sells_or_buys
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.goods import adds_goods
from svcchat_magic.analyst.meaning.tree import Bound, Condition, Counted, Entity, Exists, Measured, Quantity
from svcchat_magic.analyst.planning.sources import Sources

_NOUNS = frozenset({"purchase"})  # of which others are said


def with_traded(tokens: Sequence[Token], read: Assembled, sources: Sources) -> Assembled:
    """The reading by the lines of sales where what somebody has, or not, is said to be sold.

    Whoever buys has things by such lines alone; a genre has tracks, sold or not. What was never sold of the
    things that there are is another question: it is not read so.
    """
    verbs = [at for at, each in enumerate(tokens) if each.text.lower() in SELLING - _NOUNS]
    if not verbs or not (read.analysis.having or any(map(_had, read.analysis.where))):
        return read

    where = tuple(_sold(each, sources) for each in read.analysis.where)
    having = tuple(_bounded(each, sources) for each in read.analysis.having)
    if where == read.analysis.where and having == read.analysis.having:
        return read

    if len(verbs) > 1 or not _is_of_them(tokens, verbs[0], read):
        return replace(read, dropped=(*read.dropped, tokens[verbs[0]].text))

    shown = {one.quantity: each.quantity for one, each in zip(read.analysis.having, having, strict=True)}
    quantities = tuple(shown.get(each) or each for each in read.analysis.quantities)
    return replace(read, analysis=replace(read.analysis, quantities=quantities, where=where, having=having))


def _had(condition: Condition) -> Entity | None:
    return condition.of if isinstance(condition, Exists) else None


def _is_of_them(tokens: Sequence[Token], at: int, read: Assembled) -> bool:
    """Whether the verb is said of these: it stands within their words, or right behind what bounds them."""
    last = len(tokens) - 1
    inside = any(each.start < at < each.stop - 1 for each in read.cover.items if each.category != "BOUND")
    behind = any(each.stop == at for each in read.cover.items if each.category == "BOUND")
    before = any(at < each.start <= at + 2 for each in read.cover.items if each.category == "BOUND")
    is_end = at == last or tokens[at + 1].form in ("in", "by", "each", "per", "since", "last", "this")
    denied = {each.form for each in tokens[:at]} & {"never", "not", "n't", "no"}
    return inside or ((before or (behind and is_end) or tokens[at + 1 : at + 2] == ()) and not denied)


def _sold(condition: Condition, sources: Sources) -> Condition:
    """Such rows that are sold, for those that there are."""
    if not isinstance(condition, Exists) or condition.entity is None:
        return condition

    lines = _lines(condition.of, condition.entity, sources)
    return replace(condition, of=lines) if lines is not None else condition


def _bounded(bound: Bound, sources: Sources) -> Bound:
    """So many that are sold: pieces, of which one is the same as a line."""
    goods, where = _counted(bound.quantity, sources.catalog)
    lines = _lines(goods, None, sources) if goods is not None else None
    if lines is None:
        return bound

    sums = [each for each in sources.catalog.of_cube(lines.cube, "measure") if adds_goods(each)]
    pieces: Quantity = (
        Measured(sums[0], where) if len(sums) == 1 and bound.value != 1 else Counted(lines, where)
    )
    return replace(bound, quantity=pieces)


def _counted(quantity: Quantity | None, catalog: Catalog) -> tuple[Entity | None, tuple[Condition, ...]]:
    if isinstance(quantity, Counted) and quantity.entity.cube and not quantity.is_active:
        return quantity.entity, quantity.where

    if isinstance(quantity, Measured) and (quantity.measure.agg_type, quantity.measure.name) == (
        "count",
        "count",
    ):
        return catalog.entities.get(quantity.measure.cube), quantity.where

    return None, ()


def _lines(goods: Entity, owner: Entity | None, sources: Sources) -> Entity | None:
    """The lines in which such things are sold; None of those that have nothing but by such lines."""
    known = sources.catalog.entities.get(goods.cube)
    if known is None or sells_or_buys(known, sources.catalog) or is_of_sales(known):
        return None

    lines = lines_of(known, sources.catalog)
    is_own = owner is None or sources.graph.reaches(goods.cube, owner.cube, to_one=True)
    return lines[0] if len(lines) == 1 and is_own else None
