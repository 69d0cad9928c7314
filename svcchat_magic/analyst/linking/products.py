"""Amounts that two columns make row by row: hours by an hourly rate, pieces by a unit cost.

The second one may be of what each row belongs to: the rate of the employee whose hours these are.
"""

from collections.abc import Iterator

from svcchat_magic.analyst.language.amounts import is_convertible, is_lasting, is_same
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.summed import plain_sql
from svcchat_magic.analyst.linking.told_units import told_unit
from svcchat_magic.analyst.meaning.functions import TIMES
from svcchat_magic.analyst.meaning.tree import Aggregated, ByMember, Concept, Measured, OverGroups, Quantity
from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.names import singular, words_of
from svcchat_magic.semantic.model.join_graph import JoinGraph

PRICES = frozenset({"price", "cost", "rate", "fee", "fare", "tariff", "charge", "wage", "pay", "salary"})
_FOR_EACH = {"hourly": "hour", "nightly": "night", "daily": "day", "monthly": "month", "weekly": "week"}
_TIMES = frozenset({"hour", "night", "day", "month", "week"})
_SHORT = {"t": "tonne", "pc": "piece", "hr": "hour"}


def column_words(column: Concept) -> tuple[str, ...]:
    """The words of a column's name, written in full and in the singular."""
    return tuple(singular(each) for each in spelled_out(words_of(column.name)))


def number_column(of: object, catalog: Catalog) -> Concept | None:
    """The numbers of single rows that a member names: the column that a measure adds up, or averages."""
    if not isinstance(of, Concept) or of.primary_key:
        return None

    if of.kind == "measure":
        return catalog.columns.get(of) if of.agg_type in ("sum", "avg") else None

    return of if of.kind == "dimension" and of.type == "number" else None


def factor(of: object, catalog: Catalog) -> Concept | None:
    """The numbers that a member names, or a sum of them where single rows do not show them."""
    column = number_column(of, catalog)
    is_sum = column is None and isinstance(of, Concept) and of.agg_type == "sum"
    return of if is_sum and isinstance(of, Concept) else column


def is_price(column: Concept) -> bool:
    """Whether a column says what one of something costs or brings in."""
    return not PRICES.isdisjoint(column_words(column))


def of_each(price: Concept) -> str:
    """What a price is for one of, as its name says: `hour` of an hourly rate, `tonne` of one per tonne."""
    words = column_words(price)
    if "per" in words[:-1]:
        word = words[words.index("per") + 1]
        return _SHORT.get(word, word)

    said = (_FOR_EACH.get(each, each) for each in words)
    return next((each for each in said if each in _TIMES), "")


def product(one: Concept, other: Concept, catalog: Catalog) -> Quantity | None:
    """The sum of both columns multiplied row by row; None where their rows or their units do not fit.

    The rows of one have at most one of the other, in one way. The measure of the model that computes the
    same is meant before it.
    """
    many, price = (other, one) if is_price(one) and not is_price(other) else (one, other)
    if many == price or is_price(many) or price.kind == "measure" or not _is_added(many, catalog):
        return None

    graph = _graph(catalog)
    if not _has_one(graph, many.cube, price.cube):
        return None

    unit = _unit(many, price)
    if unit is None:
        return None

    if many.kind == "measure":
        return None if unit else OverGroups(TIMES, Measured(many), ByMember(price))

    known = _measure(many, price, catalog) if not unit else None
    return Measured(known) if known else Aggregated("sum", many, told_in=unit, times=price)


def pairs(catalog: Catalog) -> Iterator[tuple[Concept, Concept]]:
    """Every number with each price that its rows have one of."""
    numbers = [each for each in catalog.concepts if number_column(each, catalog) == each]
    prices = [each for each in numbers if is_price(each)]
    graph = _graph(catalog)
    for many in numbers:
        for price in prices:
            if many not in prices and _has_one(graph, many.cube, price.cube):
                yield many, price


def _graph(catalog: Catalog) -> JoinGraph:
    return catalog.model.derived.get("joins", lambda: JoinGraph(catalog.model.cubes))


def _has_one(graph: JoinGraph, cube: str, other: str) -> bool:
    return cube == other or len(graph.walks(cube, other, to_one=True)) == 1


def _is_added(column: Concept, catalog: Catalog) -> bool:
    """Whether the numbers of rows may be added up over time; those of a level may not."""
    known = column if column.kind == "measure" else catalog.sums.get(column)
    return known is None or not known.over_time


def _unit(many: Concept, price: Concept) -> str | None:
    """The unit that a number is turned into before it is multiplied; empty for none, None where none fits.

    An hourly rate goes with minutes, and never with pieces.
    """
    per, words = of_each(price), column_words(many)
    if not per:
        lasts = [each for each in words if is_lasting(each)]
        return "" if all(each in _TIMES for each in lasts) else None

    if not is_convertible(per):
        return "" if per in words or per not in _TIMES else None

    told = told_unit(many, per)
    if not told:
        return None

    return "" if is_same(told, per) else per


def _measure(many: Concept, price: Concept, catalog: Catalog) -> Concept | None:
    """The measure of the model that multiplies the two columns, and keeps no rows out."""
    cube = catalog.model.cubes[many.cube]
    wanted = (_spelled(many, many.cube, catalog), _spelled(price, many.cube, catalog))
    for each in catalog.of_cube(many.cube, "measure"):
        found = cube.measures[each.name]
        sides = [plain_sql(side) for side in found.sql.split("*")]
        if found.type != "sum" or found.filters or len(sides) != 2:
            continue

        first, last = sides
        if (first in wanted[0] and last in wanted[1]) or (first in wanted[1] and last in wanted[0]):
            return each

    return None


def _spelled(column: Concept, home: str, catalog: Catalog) -> set[str]:
    """How the SQL of a measure may name a column."""
    if column.cube != home:
        return {f"{column.cube}.{column.name}"}

    return {plain_sql(catalog.model.cubes[home].dimensions[column.name].sql), column.name}
