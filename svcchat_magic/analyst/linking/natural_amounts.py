"""The number that is meant where only rows are named: gifts over 1,000 by their amount, calls by minutes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from svcchat_magic.analyst.language.amounts import is_money, tells_unit
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog, stem
from svcchat_magic.analyst.linking.flows import own_amount, without_sign
from svcchat_magic.analyst.meaning.same_quantities import at_end
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.model.join_graph import JoinGraph

_OF_MONEY = frozenset(
    (
        "amount",
        "cost",
        "price",
        "fee",
        "fare",
        "total",
        "value",
        "sum",
        "premium",
        "payment",
        "salary",
        "income",
        "wage",
        "budget",
    )
)
_OF_PARTS = frozenset(
    (
        "fee",
        "tax",
        "vat",
        "discount",
        "shipping",
        "freight",
        "tip",
        "deposit",
        "commission",
        "refund",
        "surcharge",
    )
)  # money that a whole amount contains, or that goes off it
_OF_ONE = frozenset(("unit", "each", "piece"))
_EARNED = frozenset(("sale", "revenue", "turnover", "taking", "income"))
_SETTLED = frozenset(("paid", "received", "due", "outstanding", "owed", "owing", "remaining", "open"))
_OF_RATINGS = frozenset(
    ("score", "rating", "grade", "mark", "point", "star", "level", "severity", "temperature")
)
_OF_HEAT = frozenset(("temperature", "temp", "degree", "celsius", "fahrenheit"))
_LATE = frozenset(("delay", "lateness", "late", "wait", "waiting"))  # how late is not how long
_OF_DEGREES = frozenset(("degree", "celsius", "centigrade", "fahrenheit"))
LENGTHS = frozenset(("second", "minute", "hour", "day", "week", "month", "year"))
_OF_PERCENT = frozenset(("percent", "percentage", "pct"))
_OF_KEYS = frozenset(("id", "key", "code", "no", "number", "zip", "year"))


@dataclass(frozen=True, slots=True)
class Sized:
    """Rows with the numbers that each has of its own; `amount` is the one that needs no name."""

    entity: Entity
    amount: Concept | None
    numbers: tuple[Concept, ...]
    counted_by: Concept | None = None  # a measure that counts some of them alone
    is_money: bool = False  # the amount is one
    total: Concept | None = None  # the measure that adds the amounts up
    of_each: Concept | None = None  # without a column of amounts, the sum that one row has of its own
    is_told: bool = False  # the amount is that of the rows counted alone, and others have none

    @property
    def own_words(self) -> set[str]:
        """What the rows are called."""
        return set(phrase_of(self.entity.noun))

    def number_in(self, number: Decimal, operator: str = "") -> Concept | None:
        """The one that a number is about: by its unit, else the amount; None where that is not sure.

        Of the highest and the lowest temperature of a day it is the highest that is over 30 degrees.
        """
        unit = getattr(number, "unit", "")
        if not unit or is_money(unit):
            return self.amount if not unit or self.is_money else None

        if unit in _OF_DEGREES:
            told = [each for each in self.numbers if _words(each) & _OF_HEAT]
        else:
            told = [each for each in self.numbers if tells_unit(unit, texts_of(each))]
            told = [each for each in told if not _words(each) & _LATE - self.own_words]

        same = [each for each in told if unit in phrase_of(each.name.replace("_", " "))]
        told = at_end(same or told, operator)  # 10 mm are none of the snow depth in cm
        return told[0] if len(told) == 1 else None


def texts_of(member: Concept) -> tuple[str, ...]:
    """Where the unit of a member may be told, the surest place first."""
    return (member.name, member.title, *(each.description for each in member.places))


def sized(entity: Entity, catalog: Catalog, counted_by: Concept | None = None) -> Sized | None:
    """The numbers of an entity's rows; None where they have none."""
    if counted_by is not None and (told := own_amount(counted_by, catalog)) is not None:
        return Sized(entity, told, (told,), counted_by, is_money=True, is_told=True)

    numbers = tuple(each for each in catalog.of_cube(entity.cube, "dimension") if _is_size(each))
    money = [each for each in numbers if _words(each) & _OF_MONEY and not _is_length(each)]
    summed = [each for each in numbers if each.is_amount and not _words(each) & keywords().units]
    rated = [each for each in numbers if _words(each) & _OF_RATINGS]
    earned = [each for each in summed if _words(each) & _EARNED]  # sales beside what is left of them
    noun = {stem(each) for each in phrase_of(entity.noun)[-1:]}
    if earned and noun & words_that_are("earning"):  # an order comes to its revenue, and not to what it cost
        money = [each for each in money if _words(each) & _OF_MONEY != {"cost"}]

    amounts = money or (rated if len(numbers) == 1 else ()) or earned or summed
    named = [each for each in amounts if noun & set(map(stem, _words(each)))]
    same = [each for each in numbers if each.is_amount and noun == set(map(stem, phrase_of(each.title)))]
    named = same or named  # how much a tip is is its tip, whatever the bill came to
    chosen = same or (amounts if len(amounts) == 1 else named or whole_amounts(amounts))
    amount = chosen[0] if len(chosen) == 1 else None
    if amount is not None and not named and noun & words_that_are("earning") and is_part_of_amount(amount):
        amount = None  # a deposit is not what an order comes to

    has_parts_alone = amount is None and all(map(is_part_of_amount, amounts))
    of_each = _sum_of_each(entity, catalog) if has_parts_alone and counted_by is None else None
    worth = _worth_of_each(entity, catalog) if amount is not None and is_price_of_one(amount) else None
    if worth is not None:
        amount, of_each = None, worth  # what a sale comes to is the price of one of as many as were sold

    total = catalog.sums.get(amount) if amount is not None else None
    is_money_of = amount in money or amount in earned or (amount in same and amount.format == "currency")
    amount = amount and without_sign(amount, catalog)
    is_sized = bool(numbers) or of_each is not None
    return Sized(entity, amount, numbers, counted_by, is_money_of, total, of_each) if is_sized else None


def whole_amounts(amounts: Sequence[Concept]) -> list[Concept]:
    """The amounts that are no part of another one: a total price beside its service fee.

    Of an amount so much is paid or still due.
    """
    found = [each for each in amounts if not _words(each) & _OF_PARTS]
    whole = [each for each in found if not _words(each) & _SETTLED] or found
    return [each for each in whole if not any(_own(other) < _own(each) for other in whole)]


def _is_length(member: Concept) -> bool:
    """The payment terms in days are no money, as the price per hour is."""
    words = phrase_of(member.title)
    return words[-1:] != () and words[-1] in LENGTHS and "per" not in words


def _own(member: Concept) -> set[str]:
    return _words(member) - {"total", "sum"}


def is_part_of_amount(amount: Concept) -> bool:
    """Whether an amount is never the whole of a row's: its deposit, tip or tax."""
    return bool(_words(amount) & (_OF_PARTS - {"fee", "commission"}))


def is_price_of_one(amount: Concept) -> bool:
    """Whether an amount is what one of several costs: a unit price, a price each."""
    return bool(_words(amount) & _OF_ONE)


def _worth_of_each(entity: Entity, catalog: Catalog) -> Concept | None:
    """What the rows come to, as the model computes it of the price of one and how many there are."""
    named = (each.of for each in catalog.phrases.get(("revenue",), ()))
    own = [each for each in named if isinstance(each, Concept) and each.agg_type in ("sum", "number")]
    own = [each for each in own if each.cube == entity.cube and each not in catalog.sums.values()]
    return own[0] if len(own) == 1 and catalog.key_of(entity) is not None else None


def _sum_of_each(entity: Entity, catalog: Catalog) -> Concept | None:
    """The one sum of money over all rows, which is an amount where a single row is looked at."""
    measures = catalog.model.cubes[entity.cube].measures
    sums = [each for each in catalog.of_cube(entity.cube, "measure") if each.agg_type == "sum"]
    money = [each for each in sums if _words(each) & _OF_MONEY or each.format == "currency"]
    money = [each for each in money if not is_part_of_amount(each)]
    whole = [each for each in money if not measures[each.name].filters] or list(
        _sums_of_lines(entity, catalog)
    )
    return whole[0] if len(whole) == 1 and catalog.key_of(entity) is not None else None


def _sums_of_lines(entity: Entity, catalog: Catalog) -> Iterator[Concept]:
    """The revenue of the lines of orders: what each of these comes to, which have no amount themselves."""
    if keywords().deals.isdisjoint(phrase_of(entity.noun)[-1:]):
        return

    graph = catalog.model.derived.get("joins", lambda: JoinGraph(catalog.model.cubes))
    named = (each.of for each in catalog.phrases.get(("revenue",), ()))
    sums = (each for each in named if isinstance(each, Concept) and each.agg_type == "sum")
    yield from (each for each in sums if graph.reaches(each.cube, entity.cube, to_one=True))


def _is_size(each: Concept) -> bool:
    """A raise in percent is no amount of whoever got it."""
    is_percent = each.format == "percent" or bool(_words(each) & _OF_PERCENT)
    return each.type == "number" and not each.primary_key and not is_percent and not _words(each) & _OF_KEYS


def _words(member: Concept) -> set[str]:
    return {*phrase_of(member.name.replace("_", " ")), *phrase_of(member.title)}
