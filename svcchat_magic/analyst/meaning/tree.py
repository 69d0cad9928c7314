"""The typed tree of what a question asks: the only thing that the stages behind the reading see."""

from dataclasses import dataclass, field
from decimal import Decimal

from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.meaning.bands import Band
from svcchat_magic.analyst.meaning.concepts import AverageOf as AverageOf
from svcchat_magic.analyst.meaning.concepts import Concept as Concept
from svcchat_magic.analyst.meaning.concepts import Entity as Entity
from svcchat_magic.analyst.meaning.own_fields import OwnField as OwnField


@dataclass(frozen=True, slots=True)
class IsIn:
    """A dimension is, or is not, one of these values."""

    of: Concept
    values: tuple[object, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Compared:
    """A number or time dimension against a value or another one: `=`, `<>`, `<`, `<=`, `>`, `>=`."""

    of: Concept
    operator: str
    value: Decimal | str | Concept | AverageOf  # or what another dimension of the row has
    since: tuple[Concept, str] | None = None  # the time from this moment on, told in this unit


@dataclass(frozen=True, slots=True)
class Contains:
    """A text dimension holds a text: anywhere, at its start or at its end."""

    of: Concept
    text: str
    where: str = "anywhere"  # anywhere, start, end
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Missing:
    """A dimension has no value, or has one when negated."""

    of: Concept
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Holds:
    """A segment of the model holds."""

    of: Concept
    negated: bool = False


@dataclass(frozen=True, slots=True)
class CountedBy:
    """A row of a list is one of those that a measure of its own table counts: an open complaint."""

    of: Concept


@dataclass(frozen=True, slots=True)
class Within:
    """A time lies in a period; without `time` it is the time that dates the quantity."""

    period: Period
    time: Concept | None = None
    negated: bool = False


@dataclass(frozen=True, slots=True)
class OnPart:
    """A part of the calendar is one of these: weekday 6 and 7, hour 9, month 12."""

    part: str  # weekday, hour, month, quarter
    values: tuple[int, ...]
    time: Concept | None = None
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Exists:
    """The entity has rows of another entity that fulfil conditions, or has none when negated."""

    of: Entity
    where: tuple["Condition", ...] = ()
    negated: bool = False
    entity: Entity | None = None  # whose rows; without one that of the quantity


@dataclass(frozen=True, slots=True)
class Among:
    """A dimension has one of the first values of a ranking: one of the top 10 customers by revenue."""

    of: Concept
    by: "Quantity"
    limit: int
    descending: bool = True
    noun: str = ""  # what one of them is called
    where: tuple["Condition", ...] = ()  # of the rows by which they are ranked


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of these holds."""

    conditions: tuple["Condition", ...]


Condition = (
    IsIn | Compared | Contains | Missing | Holds | CountedBy | Within | OnPart | Exists | Among | AnyOf
)


@dataclass(frozen=True, slots=True)
class Measured:
    """A measure of the model."""

    measure: Concept
    where: tuple[Condition, ...] = ()
    told_in: str = ""  # another unit than its own: minutes of a time in seconds
    at_last: bool = False  # at the latest moment alone, of all or of each period
    grown: bool = False  # of a running total how much it grew


@dataclass(frozen=True, slots=True)
class Counted:
    """How many rows an entity has."""

    entity: Entity
    where: tuple[Condition, ...] = ()
    is_active: bool = False  # those that rows of another entity belong to: different customers of the orders


@dataclass(frozen=True, slots=True)
class Distinct:
    """How many different values a dimension has, or in how many units of time it lies."""

    of: Concept
    where: tuple[Condition, ...] = ()
    unit: str = ""  # of a time; without a name of it, the one that dates its cube


@dataclass(frozen=True, slots=True)
class Aggregated:
    """The average, sum, median, minimum, maximum, deviation, variance or percentile of a dimension."""

    function: str
    of: Concept
    where: tuple[Condition, ...] = ()
    since: Concept | None = None  # of the time from this one on
    unit: str = "day"  # that this time is told in: minute, hour ... year; empty where nobody said which
    until: str = ""  # the day up to which it goes on where nothing has ended it
    told_in: str = ""  # another unit than its own
    times: Concept | None = None  # multiplied by this one, row by row: hours by an hourly rate


@dataclass(frozen=True, slots=True)
class Ratio:
    """One quantity by another, or added to it, or what is left of it without the other."""

    above: "Quantity"
    below: "Quantity"
    is_share: bool = False  # told in percent
    per: int = 1  # of how many of those below: litres per 100 km
    title: str = field(compare=False, default="")
    way: str = "/"  # or + and -


@dataclass(frozen=True, slots=True)
class OverGroups:
    """The average, maximum ... of a quantity over the rows of a group; `times` the price of each group."""

    function: str
    quantity: "Quantity"
    group: "Group"


@dataclass(frozen=True, slots=True)
class DatedLast:
    """The last or first day on which an entity has a row: by the time that dates it."""

    function: str  # maximum or minimum
    entity: Entity


@dataclass(frozen=True, slots=True)
class ByMember:
    """One row for each value of a dimension."""

    of: Concept


@dataclass(frozen=True, slots=True)
class ByEntity:
    """One row for each row of an entity, told by its name."""

    entity: Entity


@dataclass(frozen=True, slots=True)
class ByTime:
    """One row for each unit of time; `auto` leaves the unit to the length of the period."""

    grain: str
    time: Concept | None = None


@dataclass(frozen=True, slots=True)
class ByPart:
    """One row for each weekday, hour, month or quarter of the year; for weekends and for other days."""

    part: str
    time: Concept | None = None


@dataclass(frozen=True, slots=True)
class ByBucket:
    """One row for each stretch of a number: 0 to 9, 10 to 19; or each of the `bands` that are said."""

    of: Concept
    width: Decimal = Decimal(0)
    bands: tuple[Band, ...] = ()
    since: Concept | None = None  # of the time from this one on
    unit: str = ""  # that this time is told in; `age` where the bands are years since a birth


@dataclass(frozen=True, slots=True)
class ByPeriods:
    """One row for each of some named periods."""

    periods: tuple[Period, ...]
    time: Concept | None = None


Quantity = Measured | Counted | Distinct | Aggregated | Ratio | OverGroups | DatedLast
Group = ByMember | ByEntity | ByTime | ByPart | ByBucket | ByPeriods


@dataclass(frozen=True, slots=True)
class Bound:
    """A condition on a quantity of a group: `orders > 10`, `refunds > orders`."""

    operator: str
    value: Decimal | Quantity | AverageOf
    quantity: Quantity | None = None  # without one the first of the analysis
    each: Entity | None = None  # of each of these, whatever it is grouped by


@dataclass(frozen=True, slots=True)
class Rank:
    """An order of the rows, and how many of them; within each of `within` when given."""

    descending: bool = True
    limit: int | None = None
    by: Quantity | None = None
    within: tuple[Group, ...] = ()
    nth: int = 0  # the one at this place alone: the second highest
    both: bool = False  # and as many from the other end: the highest and the lowest


@dataclass(frozen=True, slots=True)
class Derived:
    """Computed from the quantities: share, change (`against` what), running, moving, difference."""

    kind: str
    against: str = ""
    count: int = 0  # of a moving average
    descending: bool | None = None  # "grew the most", "fell the most"
    absolute: bool = False
    within: tuple[Group, ...] = ()  # of a share: each of these groups is a whole
    since: IsIn | None = None  # of a change: the season that it is against, kept in a column and not a period
    is_only: bool = False  # of a change: of the groups that rose, or fell, as `descending` says


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is asked."""

    quantities: tuple[Quantity, ...] = ()
    groups: tuple[Group, ...] = ()
    where: tuple[Condition, ...] = ()
    having: tuple[Bound, ...] = ()
    rank: Rank | None = None
    derived: Derived | None = None
    rows_of: Entity | None = None  # a list of records instead of quantities
    fields: tuple[Concept | OwnField, ...] = ()  # of the list
    about: tuple[Entity, ...] = ()  # entities that the rows belong to, which changes nothing
    values_of: Concept | None = None  # the values of a dimension instead of quantities
    backwards: bool = False  # the latest first
    by_name: bool = False  # the groups in the order of their names
    chart: str = ""  # a wish: bar, line, pie, table
    is_assumed: bool = False  # no quantity was named
