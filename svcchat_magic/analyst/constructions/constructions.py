"""What the constructions of English questions over data share."""

from dataclasses import dataclass, replace
from decimal import Decimal

from svcchat_magic.analyst.language.amounts import Amount, in_unit_of, is_lasting
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.natural_amounts import Sized, texts_of
from svcchat_magic.analyst.linking.numbered_units import is_size, is_unit
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Bound,
    ByEntity,
    ByMember,
    Compared,
    Concept,
    Condition,
    Contains,
    Counted,
    CountedBy,
    DatedLast,
    Derived,
    Distinct,
    Entity,
    Exists,
    Group,
    Holds,
    IsIn,
    Measured,
    Missing,
    OnPart,
    OwnField,
    Quantity,
    Rank,
    Within,
)
from svcchat_magic.semantic.inference.names import is_money as is_of_money

ROWS_OF_FACT = "record"  # the noun of what is counted where only how often is asked
AS_THE_NOUN = -1  # a limit: one row for `the best product`, several for `the best products`
_OF_SIZE = ("long", "short")
OVER_GROUPS = ("average", "median", "sum", "maximum", "minimum")  # functions of what groups have
_FLIPPED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "<>", "<>": "="}


@dataclass(frozen=True, slots=True)
class Ranked:
    """Groups in an order: `top 5 products by revenue`."""

    groups: tuple[Group, ...]
    rank: Rank
    is_judged: bool = False  # `best` and `worst`: which end that is depends on what is measured
    where: tuple[Condition, ...] = ()  # which of them: red wines

    def unlimited(self) -> "Ranked":
        """The same order of all rows."""
        return replace(self, rank=replace(self.rank, limit=None))


@dataclass(frozen=True, slots=True)
class BareRank:
    """An order of what was asked before: `the worst 3`."""

    rank: Rank
    is_judged: bool = False  # `best` and `worst`

    @classmethod
    def of(cls, way: str, count: Decimal | None) -> "BareRank | None":
        """That order, with one row where no number is said; None where the number is no count."""
        limit = 1 if count is None else int(count)
        rank = Rank(way in ("desc", "best"), limit)
        return cls(rank, way in ("best", "worst")) if is_count(count) else None


@dataclass(frozen=True, slots=True)
class Reference:
    """Cells of the result before: `that doctor`, `them`, `the second`, `the worst one`, `the others`."""

    way: str  # one, several, them, it, nth, desc, asc, best, worst, others, time
    group: Group | None = None  # the column, where it is named
    number: int = 0  # which row of `nth`, -1 for the last; how many rows of `those three`
    asks: str = ""  # count: how many they are; which: one of them is sought; same: what they are
    is_needed: bool = True  # without such cells the words make no sense


@dataclass(frozen=True, slots=True)
class ToldOf:
    """What is asked of each row of the result before: the clubs that they play for."""

    group: Group
    of: Reference


@dataclass(frozen=True, slots=True)
class TakenOut:
    """What a follow-up takes away again: a group, a quantity or a condition."""

    what: Group | Quantity | Condition


@dataclass(frozen=True, slots=True)
class RankedRows:
    """Rows of an entity in the order of a field of theirs: the five oldest customers."""

    entity: Entity
    rank: Rank
    where: tuple[Condition, ...] = ()
    is_by_size: bool = False  # the largest of them: a number that is shown of them says by what


@dataclass(frozen=True, slots=True)
class FirstOf:
    """Which records come first: the newest, the largest, the cheapest, by name."""

    descending: bool
    by: Concept | OwnField | None = None  # None: by their amount


@dataclass(frozen=True, slots=True)
class Compares:
    """Two or more values, or two periods, side by side."""

    conditions: tuple[Condition, ...]
    entity: Entity | None = None  # whose values they are
    quantity: Quantity | None = None  # that is compared


def number_condition(dimension: Concept, operator: str, number: Decimal) -> Condition | None:
    """A number dimension against a number, in the unit of the dimension; None where that is not known."""
    fitting = _fitting(number, dimension)
    return None if fitting is None else Compared(dimension, operator, fitting)


def as_told(low: Decimal, high: Decimal) -> Decimal:
    """The first of two numbers in the unit of the second, where it has none of its own: 100 to 200 kg."""
    unit: str = getattr(high, "unit", "")
    own: str = getattr(low, "unit", "")
    if not unit or own:
        return low

    told = Amount(low)
    told.unit = unit
    return told


def all_compared(dimension: Concept, low: Decimal, high: Decimal) -> tuple[Condition, ...] | None:
    """A number dimension between two numbers."""
    ends = [number_condition(dimension, "=", each) for each in (as_told(low, high), high)]
    values = [each.value for each in ends if isinstance(each, Compared) and isinstance(each.value, Decimal)]
    if len(values) < len(ends):
        return None

    return Compared(dimension, ">=", min(values)), Compared(dimension, "<=", max(values))


def bound_on(quantity: Quantity, operator: str, number: Decimal) -> Bound | None:
    """A quantity against a number, in the unit of its measure; what is counted has no unit.

    No part of the rows is more than all of them: in `a terrace and more than 80 seats` the seats are bounded.
    """
    is_share = isinstance(quantity, Measured) and quantity.measure.format == "percent"
    is_part = type(number) in (Decimal, Amount) and is_counted(quantity) and number % 1 != 0
    if getattr(number, "is_of_rows", False) or (is_share and number > 1) or is_part:
        return None

    if not getattr(number, "unit", ""):
        return Bound(operator, number, quantity)

    measure = quantity.measure if isinstance(quantity, Measured) else None
    if measure is None or measure.agg_type in ("count", "count_distinct"):
        return Bound(operator, number, quantity)

    fitting = _fitting(number, measure)
    return None if fitting is None else Bound(operator, fitting, quantity)


def _fitting(number: Decimal, of: Concept) -> Decimal | None:
    """The number in the unit of a member; days are no money."""
    is_paid = of.format == "currency" or is_of_money(of.name)
    return None if is_paid and is_lasting(getattr(number, "unit", "")) else in_unit_of(number, texts_of(of))


def all_conditions(condition: Condition | tuple[Condition, ...]) -> tuple[Condition, ...]:
    """One condition or several, as several."""
    return condition if isinstance(condition, tuple) else (condition,)


def negation_of(condition: object) -> Condition | None:
    """The condition turned round; None where there is no such."""
    match condition:
        case IsIn() | Contains() | Missing() | Holds() | Within() | OnPart() | Exists():
            return replace(condition, negated=not condition.negated)
        case Compared():
            return replace(condition, operator=_FLIPPED[condition.operator])
        case _:
            return None


def as_quantity(of: Quantity | Entity) -> Quantity:
    """An entity counts its rows."""
    return Counted(of) if isinstance(of, Entity) else of


def ranked_by(group: Group, way: str, count: Decimal | None, by: Quantity | Entity | None) -> Ranked | None:
    """Groups in an order; None where the count is none or the group is a number."""
    is_number = isinstance(group, ByMember) and is_size(group.of) and (by is None or not is_unit(group.of))
    if is_number or not is_count(count):
        return None  # the longest distance is a number, not a group

    own = by.measure.cube if isinstance(by, Measured) and by.measure.agg_type == "count" else ""
    if isinstance(group, ByEntity) and (own == group.entity.cube or by == group.entity):
        return None  # nobody has the most patients of all patients

    limit = int(count) if count is not None else AS_THE_NOUN
    if way in _OF_SIZE and (by is None or is_counted(as_quantity(by))):
        return None  # the longest outages are not the most of them

    rank = Rank(is_high(way), limit, None if by is None else as_quantity(by))
    return Ranked((group,), rank, is_judged=way in ("best", "worst"))


def sums_rows(measure: Concept) -> bool:
    """Whether a sum is called like its rows: unpaid fines, total tips, but none `raised at events`."""
    title = phrase_of(measure.title)
    is_own = [each for each in title if not is_participle(each)][-1:] == [*phrase_of(measure.cube)[-1:]]
    is_total = title[:-1] == ("total",) and measure.format == "currency"
    return is_own and measure.agg_type == "sum" and (is_total or keywords().function.isdisjoint(title))


def is_high(way: str) -> bool:
    """Whether a superlative means the high end."""
    return way in ("desc", "best", "long")


def is_counted(quantity: Quantity) -> bool:
    """Whether a quantity says how many there are."""
    is_measure = isinstance(quantity, Measured) and quantity.measure.agg_type in ("count", "count_distinct")
    return is_measure or isinstance(quantity, Counted | Distinct)


def ranked_rows(entity: Entity, of: Concept, count: Decimal | None, *, descending: bool) -> RankedRows | None:
    """Rows of an entity by a field of their own; None where the field belongs to others."""
    if of.kind != "dimension" or of.cube != entity.cube or not is_count(count):
        return None

    limit = int(count) if count is not None else AS_THE_NOUN
    return RankedRows(entity, Rank(descending, limit, Aggregated("maximum", of)))


def largest_rows(sized: Sized, count: Decimal | None, *, descending: bool) -> RankedRows | None:
    """Rows of an entity by their amount, or by what else is shown of them."""
    if not is_count(count):
        return None

    limit = int(count) if count is not None else AS_THE_NOUN
    by = Aggregated("maximum", sized.amount) if sized.amount is not None else None
    return RankedRows(sized.entity, Rank(descending, limit, by), rows_counted_by(sized), is_by_size=True)


def rows_counted_by(sized: Sized) -> tuple[Condition, ...]:
    """What keeps the rows that a measure counts: open claims."""
    return (CountedBy(sized.counted_by),) if sized.counted_by is not None else ()


def latest_rows(entity: Entity, count: Decimal | None, end: str) -> RankedRows | None:
    """Rows of an entity by the time that dates them."""
    if not is_count(count):
        return None

    limit = int(count) if count is not None else AS_THE_NOUN
    return RankedRows(entity, Rank(end != "asc", limit, DatedLast("maximum", entity)))


def is_count(count: Decimal | None) -> bool:
    """Whether a number can be how many rows are asked for; none is as many as the noun says."""
    return count is None or (0 < count <= 10_000 and count == int(count))


def ranked_within(ranked: Ranked, group: Group) -> Ranked | None:
    """The same ranking within each of another group."""
    if group in ranked.groups or ranked.rank.within:
        return None

    return replace(ranked, groups=(group, *ranked.groups), rank=replace(ranked.rank, within=(group,)))


def sides_of(quantity: Quantity, left: Condition, right: Condition) -> tuple[Quantity, ...] | None:
    """A quantity for each of two values of one dimension; None where they are of different ones."""
    same = isinstance(left, IsIn) and isinstance(right, IsIn) and left.of == right.of and left != right
    if not same or not isinstance(quantity, Measured | Counted | Distinct | Aggregated):
        return None

    return tuple(replace(quantity, where=(*quantity.where, each)) for each in (left, right))


def change(way: str) -> Derived:
    """A change, with the end that is asked for."""
    return Derived("change", descending={"up": True, "down": False}.get(way))
