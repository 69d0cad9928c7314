"""What one of them comes to: the value of an order, the average receipt, of lines or of rows of a sort."""

from dataclasses import replace

from svcchat_magic.analyst.constructions.constructions import Ranked, all_conditions, ranked_by
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.linking.natural_amounts import Sized
from svcchat_magic.analyst.linking.worth import Worth
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    ByEntity,
    Concept,
    Condition,
    Counted,
    Entity,
    Measured,
    Quantity,
    Ratio,
)

WORTHS = Grammar()
rule = WORTHS.rule

Counts = tuple[Quantity, tuple[Condition, ...]]

WORTHS.level()


@rule("VALUE ~WORTHY|SIZED", "SUCHWORTHY", "cancelled orders", bonus=0.2)
def such(condition: Condition, of: Worth | Sized) -> Worth | None:
    worth = _worth(of)
    return worth and replace(worth, where=(*all_conditions(condition), *worth.where))


WORTHS.level()


@rule("VALUE ~SUCHWORTHY", "SUCHWORTHY", "completed online orders", bonus=0.2)
def more_such(condition: Condition, worth: Worth) -> Worth:
    return replace(worth, where=(*all_conditions(condition), *worth.where))


WORTHS.level()


@rule("value|worth of ~WORTHY", "QUANTITY", "value of orders, which have lines only", bonus=1.4)
def value_of_all(_value: str, _of: str, worth: Worth) -> Quantity:
    return worth.value


@rule("WORTHY value|worth|amount|size", "QUANTITY", "order value, of their lines", bonus=1.2)
def their_value(worth: Worth, _value: str) -> Quantity:
    return worth.value


@rule("value|worth|amount per|PER ~WORTHY", "QUANTITY", "value per receipt", bonus=1.6)
def value_per_one(_value: str, _per: str, worth: Worth) -> Quantity | None:
    return worth.of_each("average")


@rule("AGG ~WORTHY value|worth|size|amount|total|spend", "QUANTITY", "average receipt value", bonus=2.4)
def each_value(function: str, worth: Worth, _value: str) -> Quantity | None:
    return worth.of_each(function)


@rule("AGG value|worth|size|amount|total|spend of|per|PER a|an|one|each|every? ~WORTHY", "QUANTITY",
      "average value of a purchase order", bonus=2.6)  # fmt: skip
def value_of_each(function: str, _value: str, _of: str, _one: str | None, worth: Worth) -> Quantity | None:
    return worth.of_each(function)


@rule("AGG ~ONEWORTHY", "QUANTITY", "the average receipt", bonus=0.5)
def one_on_average(function: str, worth: Worth) -> Quantity | None:
    """The highest or the lowest of them is asked for as rows."""
    return worth.of_each(function) if function in ("average", "median") else None


@rule("value|worth of ~SUCHWORTHY", "COUNTED", "value of cancelled orders, of their lines", bonus=1.6)
def value_of_such(_value: str, _of: str, worth: Worth) -> Counts:
    return worth.total, worth.where


@rule("value|worth of ~SUCHWORTHY", "QUANTITY", "by value of cancelled orders, of their lines", bonus=1.2)
def value_of_such_alone(_value: str, _of: str, worth: Worth) -> Quantity | None:
    """Where a rank is by it, it is a number like any other."""
    return replace(worth.total, where=worth.where) if isinstance(worth.total, Measured) else None


@rule("SUCHWORTHY value|worth|amount", "COUNTED", "cancelled order value, of their lines", bonus=1.4)
def value_such(worth: Worth, _value: str) -> Counts:
    return worth.total, worth.where


@rule("AGG value|worth|size|amount|total|spend of|per|PER a|an|one|each|every? ~SUCHWORTHY", "COUNTED",
      "average value of a cancelled order", bonus=2.0)  # fmt: skip
def value_of_each_such(function: str, _value: str, _of: str, _one: str | None, worth: Worth) -> Counts | None:
    quantity = worth.of_each(function)
    return None if quantity is None or _is_price(quantity, _value) else (quantity, worth.where)


@rule("AGG ~SUCHWORTHY value|worth|size|amount|total|spend", "COUNTED", "average web order value", bonus=1.6)
def each_value_such(function: str, worth: Worth, value: str) -> Counts | None:
    found: Counts | None = value_of_each_such(function, value, "of", None, worth)
    return found


WORTHS.level()


@rule("QUANTITY per|PER ~WORTHY", "QUANTITY", "basket value per receipt", bonus=1.8)
def each_per_one(quantity: Quantity, _per: str, worth: Worth) -> Quantity | None:
    """What one comes to on average is so for each of them anyway."""
    return quantity if quantity == worth.of_each("average") else None


@rule("HOWMANY is a|an|one|each? ~ONEWORTHY worth ~ONAVERAGE?", "QUANTITY",
      "how much is an order worth on average", bonus=2.2)  # fmt: skip
def worth_of_one(
    word: str, _is: str, _one: str | None, worth: Worth, _worth: str, _average: str | None
) -> Quantity | None:
    return worth.of_each("average") if word == "much" else None


@rule("AGG? ~MEASURE PER ~ONEWORTHY", "QUANTITY", "units per receipt", bonus=1.9)
def number_per_one(function: str | None, measure: Concept, per: str, worth: Worth) -> Quantity | None:
    """A sum of their lines by how many there are: nobody asks for a row of each receipt so."""
    adds = measure.agg_type in ("sum", "count") and function in (None, "average") and per == "per"
    return Ratio(Measured(measure), worth.number) if adds and _is_of_lines(measure.cube, worth) else None


@rule("AGG ~NDIM PER ~ONEWORTHY", "QUANTITY", "average discount per receipt", bonus=2.4)
def column_per_one(function: str, of: Concept, per: str, worth: Worth) -> Quantity | None:
    """What all lines of one add up to, on average."""
    adds = of.is_amount and function == "average" and per == "per"
    return Ratio(Aggregated("sum", of), worth.number) if adds and _is_of_lines(of.cube, worth) else None


@rule("ENTITY PER ~ONEWORTHY", "QUANTITY", "lines per order", bonus=1.6)
def lines_per_one(entity: Entity, per: str, worth: Worth) -> Quantity | None:
    is_so = per == "per" and _is_of_lines(entity.cube, worth)
    return Ratio(Counted(entity), worth.number) if is_so else None


@rule("WORTHY by|BY|SORT ~value|worth|size", "RANKED", "orders by value", bonus=1.2)
def all_by_value(worth: Worth, _by: str, _value: str) -> Ranked | None:
    ranked: Ranked | None = ranked_by(worth.one, "desc", None, worth.total)
    return ranked and ranked.unlimited()


@rule("SUPER|SIZE NUM? ~WORTHY by|BY|SORT ~value|worth|size|amount|total", "RANKED",
      "top 5 purchase orders by value", bonus=1.6)  # fmt: skip
def top_by_value(way: str, count: object, worth: Worth, _by: str, _value: str) -> Ranked | None:
    return ranked_by(worth.one, way, count, worth.total)  # type: ignore[arg-type]


def _is_of_lines(cube: str, worth: Worth) -> bool:
    """Whether rows are the lines by which documents are counted."""
    return isinstance(worth.number, Measured) and worth.number.measure.cube == cube


def _worth(of: Worth | Sized) -> Worth | None:
    if isinstance(of, Worth):
        return of

    if not of.is_money or of.amount is None or of.counted_by is not None:
        return None

    total = Measured(of.total) if of.total is not None else Aggregated("sum", of.amount)
    return Worth((), total, Counted(of.entity), ByEntity(of.entity), of.amount)


def _is_price(quantity: Quantity, said: str) -> bool:
    """Whether a size would be a price: deals are as large as their amounts, apps not as they cost."""
    is_priced = isinstance(quantity, Aggregated) and "price" in phrase_of(quantity.of.title)
    return is_priced and said == "size"
