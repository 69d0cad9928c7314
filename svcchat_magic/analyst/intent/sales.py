"""`bar sales by week`: what they came to, where nobody asks how many; `number of bar sales` counts."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.intent.amounts import SPENT
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.earnings import revenue
from svcchat_magic.analyst.linking.natural_amounts import whole_amounts
from svcchat_magic.analyst.meaning.tree import (
    Concept,
    Condition,
    Counted,
    IsIn,
    Measured,
    OverGroups,
    Quantity,
    Ratio,
)
from svcchat_magic.semantic.inference.names import words_of

_OFTEN = frozenset({"often", "frequency", "transaction"})
_COUNTING = frozenset({"many", "number", "count", "typical"})
_PARTING = frozenset({"and", "by", "per", "with", "whose", "having", "where", "had", ","})
_FARTHEST = 4  # words from one that counts to the sales
_BOUNDED = frozenset({"between", "of", "totalling", "worth"})
_NOUN = "sale"


def with_sales(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with the sum of money of the sales that it counts, where they have one."""
    read = _with_rows_counted(tokens, read, catalog)
    periods = (each for each in read.cover.items if each.category == "WHEN")
    times = frozenset(at for each in periods for at in range(each.start, each.stop))
    analysis, places = read.analysis, list(_named(tokens, times))
    if not places or analysis.rows_of is not None or not analysis.quantities:
        return read

    if analysis.having and not any(_is_bounded(tokens, at) for at in places):
        return read

    quantities = tuple(_in_money(each, catalog) or each for each in analysis.quantities)
    if quantities == analysis.quantities and not analysis.having:
        return read

    by = analysis.rank.by if analysis.rank else None
    rank = analysis.rank and replace(analysis.rank, by=(_in_money(by, catalog) or by) if by else None)
    having = tuple(
        replace(each, quantity=_in_money(each.quantity, catalog) or each.quantity) if each.quantity else each
        for each in analysis.having
    )
    meant = replace(analysis, quantities=quantities, rank=rank, having=having)
    return replace(read, analysis=meant)


def _with_rows_counted(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """`number of sales by city` where `sales` is an amount of money: how many rows have one."""
    said = (at for at, each in enumerate(tokens) if each.form == _NOUN and each.text.lower() == "sales")
    if not any(_is_counted(tokens, at) for at in said):
        return read

    named = {each.of for each in catalog.phrases.get((_NOUN,), ())}
    counted: dict[Quantity, Quantity] = {
        each: Counted(catalog.entities[each.measure.cube], each.where)
        for each in read.analysis.quantities
        if isinstance(each, Measured) and each.measure in named and each.measure.agg_type == "sum"
    }
    quantities = tuple(counted.get(each, each) for each in read.analysis.quantities)
    rank = read.analysis.rank
    if rank is not None and rank.by is not None:
        rank = replace(rank, by=counted.get(rank.by, rank.by))

    return replace(read, analysis=replace(read.analysis, quantities=quantities, rank=rank))


def _in_money(quantity: Quantity, catalog: Catalog) -> Quantity | None:
    """The number with what sales came to where it counts them; also of a share, or per one of something."""
    match quantity:
        case Ratio(way="/"):
            above, below = _in_money(quantity.above, catalog), _in_money(quantity.below, catalog)
            if above is None or quantity.is_share != (below is not None):
                return None

            if quantity.is_share and not _is_of_names(quantity):
                return None

            return replace(quantity, above=above, below=below or quantity.below)
        case OverGroups():
            inner = _in_money(quantity.quantity, catalog)
            return replace(quantity, quantity=inner) if inner is not None else None
        case _:
            cube, where = _counted_rows(quantity)
            total = _total_of(cube, catalog) if cube else None
            return Measured(total, where) if total is not None else None


def _total_of(cube: str, catalog: Catalog) -> Concept | None:
    """What the sales of a cube came to: their one sum of money, of several the one that is left net."""
    if phrase_of(catalog.entities[cube].noun)[-1:] != (_NOUN,):
        return None

    sums = whole_amounts([each for each in catalog.of_cube(cube, "measure") if _is_money(each)])
    earned = revenue(cube, catalog) if len(sums) != 1 else None
    if len(sums) == 1 or not isinstance(earned, Measured):
        return sums[0] if len(sums) == 1 else None

    keeps_some_out = bool(catalog.model.cubes[cube].measures[earned.measure.name].filters)
    return None if keeps_some_out else earned.measure


def _named(tokens: Sequence[Token], times: Set[int]) -> Iterator[int]:
    """Where sales are named as a whole; one sale, so many sales and how many of them are counted.

    Those of a year, `2024 sales`, are no 2024 of them.
    """
    if any(each.form in _OFTEN for each in tokens):
        return

    for at, each in enumerate(tokens):
        is_named = each.form == _NOUN and each.text.lower() == "sales"
        if is_named and not _has_number(tokens, at, times) and not _is_counted(tokens, at):
            yield at


def _is_counted(tokens: Sequence[Token], at: int) -> bool:
    """Whether the number of sales is asked for: `how many online sales`, `sales count`."""
    behind = tokens[at + 1].form if at + 1 < len(tokens) else ""
    for place in range(at - 1, max(at - _FARTHEST, 0) - 1, -1):
        if tokens[place].form in _PARTING:
            break

        if tokens[place].form in _COUNTING:
            return True

    return behind in _COUNTING


def _is_bounded(tokens: Sequence[Token], at: int) -> bool:
    """`sales over 5,000`: what they came to; more than 100 sales are so many."""
    behind = [each.form for each in tokens[at + 1 : at + 3]]
    says = {category for form in behind[:1] for category, _ in keywords().meanings.get((form,), ())}
    return "CMP" in says or not _BOUNDED.isdisjoint(behind[:1])


def _has_number(tokens: Sequence[Token], at: int, times: Set[int]) -> bool:
    before = [tokens[place] for place in range(max(at - 2, 0), at) if place not in times]
    categories = {category for each in before for category, _ in keywords().meanings.get((each.form,), ())}
    return any(map(str.isdigit, "".join(each.text for each in before))) or "CMP" in categories


def _counted_rows(quantity: Quantity) -> tuple[str, tuple[Condition, ...]]:
    """The cube whose rows are all counted, and those that are kept of them."""
    if isinstance(quantity, Counted):
        return quantity.entity.cube, quantity.where

    if isinstance(quantity, Measured) and quantity.measure.name == "count":
        return quantity.measure.cube, quantity.where

    return "", ()


def _is_of_names(share: Ratio) -> bool:
    """`what share of each shop's sales is bread`: told by names, and by no state or number of a sale."""
    _, where = _counted_rows(share.above)
    return bool(where) and all(isinstance(each, IsIn) and each.of.type != "boolean" for each in where)


def _is_money(measure: Concept) -> bool:
    is_money = measure.agg_type == "sum" and measure.format == "currency"
    return is_money and SPENT.isdisjoint(words_of(measure.name))
