"""What quantities, groups and conditions are called in words."""

from decimal import Decimal

from svcchat_magic.analyst.language.periods import MONTHS
from svcchat_magic.analyst.language.words import plural, singular
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    AnyOf,
    Bound,
    ByBucket,
    ByEntity,
    ByMember,
    ByPart,
    ByPeriods,
    ByTime,
    Compared,
    Condition,
    Contains,
    Counted,
    DatedLast,
    Distinct,
    Exists,
    Group,
    Holds,
    IsIn,
    Measured,
    Missing,
    OnPart,
    OverGroups,
    Quantity,
    Ratio,
    Within,
)

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_FUNCTIONS = {
    "average": "average",
    "sum": "total",
    "median": "median",
    "maximum": "highest",
    "minimum": "lowest",
}
_TIMES = {"maximum": "latest", "minimum": "earliest"}
_OPERATORS = {">": "over", ">=": "at least", "<": "under", "<=": "at most", "=": "of", "<>": "other than"}
_OF_COUNTS = {
    ">": "more than",
    ">=": "at least",
    "<": "fewer than",
    "<=": "at most",
    "=": "exactly",
    "<>": "other than",
}
_OF_TIMES = {">": "after", ">=": "since", "<": "before", "<=": "up to", "=": "on", "<>": "not on"}
_PLACES = {"weekday": "on", "hour": "at", "month": "in", "quarter": "in"}
_PARTS = {
    "weekday": "weekday",
    "hour": "hour",
    "month": "month of the year",
    "quarter": "quarter of the year",
}


def quantity_title(quantity: Quantity) -> str:
    """`revenue`, `customers`, `average age`, `orders per customer`: in lower case."""
    match quantity:
        case Measured():
            return lower(quantity.measure.title) + _kept(quantity.where)
        case Counted():
            return plural(quantity.entity.noun) + _kept(quantity.where)
        case Distinct():
            return f"different {plural(lower(quantity.of.title))}{_kept(quantity.where)}"
        case Aggregated():
            words = _TIMES if quantity.of.type == "time" else _FUNCTIONS
            function = words.get(quantity.function, quantity.function)
            return f"{function} {lower(quantity.of.title)}{_kept(quantity.where)}"
        case Ratio():
            return _ratio_title(quantity)
        case DatedLast():
            return f"{'last' if quantity.function == 'maximum' else 'first'} {quantity.entity.noun}"
        case OverGroups():
            per = f"{quantity_title(quantity.quantity)} per {group_title(quantity.group)}"
            return f"{_FUNCTIONS.get(quantity.function, quantity.function)} {per}"


def group_title(group: Group) -> str:
    """`country`, `month`, `weekday`: in lower case."""
    match group:
        case ByMember():
            return lower(group.of.title)
        case ByEntity():
            return group.entity.noun
        case ByTime():
            return group.grain
        case ByPart():
            return _PARTS[group.part]
        case ByPeriods():
            return "period"
        case ByBucket():
            return lower(group.of.title)


def condition_text(condition: Condition) -> str:
    """The condition as words that stand behind a noun: `with age over 30`, `for Germany`."""
    match condition:
        case IsIn():
            return _values_text(condition)
        case Compared():
            words = _OF_TIMES if condition.of.type == "time" else _OPERATORS
            return (
                f"with {lower(condition.of.title)} {words[condition.operator]} {number_text(condition.value)}"
            )
        case Contains():
            verb = {"start": "starting with", "end": "ending with"}.get(condition.where, "containing")
            negation = "not " if condition.negated else ""
            return f"with {lower(condition.of.title)} {negation}{verb} {condition.text}"
        case Missing():
            return f"{'with' if condition.negated else 'without'} {lower(condition.of.title)}"
        case Holds():
            return f"({'not ' if condition.negated else ''}{lower(condition.of.title)})"
        case Within():
            phrase = condition.period.phrase
            dated = f"with {lower(condition.time.title)} " if condition.time else ""
            return f"{dated}{'not ' if condition.negated else ''}{phrase}"
        case OnPart():
            names = listed([part_value(condition.part, each) for each in condition.values])
            return f"{'not ' if condition.negated else ''}{_PLACES[condition.part]} {names}"
        case Exists():
            kept = _kept(condition.where)
            return f"{'without' if condition.negated else 'with'} {plural(condition.of.noun)}{kept}"
        case AnyOf():
            return " or ".join(map(condition_text, condition.conditions))


def bound_text(bound: Bound, quantity: Quantity) -> str:
    """`with more than 5 orders`, `with revenue over 1,000,000`."""
    bounded = bound.quantity or quantity
    title, value = quantity_title(bounded), number_text(bound.value, _format(bounded))
    if is_counted(bounded):
        return f"with {_OF_COUNTS[bound.operator]} {value} {title if bound.value != 1 else singular(title)}"

    return f"with {title} {_OPERATORS[bound.operator]} {value}"


def is_counted(quantity: Quantity) -> bool:
    """Whether a quantity says how many of its title there are: 5 orders, 3 different products."""
    if isinstance(quantity, Measured):
        return quantity.measure.agg_type in ("count", "count_distinct")

    return isinstance(quantity, Counted | Distinct)


def part_value(part: str, value: int) -> str:
    """A part of the calendar by name: `Monday`, `14:00`, `November`, `Q3`."""
    match part:
        case "weekday":
            return WEEKDAYS[(value - 1) % 7]
        case "month":
            return MONTHS[(value - 1) % 12]
        case "hour":
            return f"{value}:00"
        case _:
            return f"Q{value}"


def predicate_text(condition: Condition, be: str = "were") -> str:
    """What the rows that fulfil a condition do: `were for Web`, `had no refunds`."""
    match condition:
        case Exists():
            verb = "had no" if condition.negated else "had"
            return f"{verb} {plural(condition.of.noun)}{_kept(condition.where)}"
        case Missing():
            return f"had {'a' if condition.negated else 'no'} {lower(condition.of.title)}"
        case Compared() | Contains():
            return f"had {condition_text(condition).removeprefix('with ')}"
        case _:
            return f"{be} {condition_text(condition).strip('()')}"


def listed(parts: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def lower(title: str) -> str:
    """A title inside a sentence: lower case unless it is an abbreviation."""
    return " ".join(word if word[1:] != word[1:].lower() else word.lower() for word in title.split())


def number_text(value: Decimal | str, form: str = "") -> str:
    """A number of a question as it is told again."""
    if isinstance(value, str):
        return value

    if form == "percent":
        return f"{(value * 100).normalize():,f}%"

    return f"{int(value):,}" if value == value.to_integral_value() else f"{value:,f}"


def _ratio_title(ratio: Ratio) -> str:
    if ratio.title:
        return ratio.title

    if not ratio.is_share:
        unit = ratio.below.entity.noun if isinstance(ratio.below, Counted) else quantity_title(ratio.below)
        return f"{quantity_title(ratio.above)} per {unit}"

    same = isinstance(ratio.above, Measured | Counted) and isinstance(ratio.below, type(ratio.above))
    if same and ratio.above.where and not ratio.below.where:  # type: ignore[union-attr]
        kept = " and ".join(map(condition_text, ratio.above.where))  # type: ignore[union-attr]
        return f"share of {quantity_title(ratio.below)} {kept}"

    return f"{quantity_title(ratio.above)} as a share of {quantity_title(ratio.below)}"


def _kept(where: tuple[Condition, ...]) -> str:
    return "".join(f" {condition_text(each)}" for each in where)


def _values_text(condition: IsIn) -> str:
    if condition.values in ((True,), (False,)):
        is_so = (condition.values == (True,)) is not condition.negated
        return f"({'' if is_so else 'not '}{lower(condition.of.title)})"

    values = listed([str(each) for each in condition.values])
    if condition.of.type == "number":
        return f"with {lower(condition.of.title)} {'not ' if condition.negated else ''}{values}"

    return f"{'without' if condition.negated else 'for'} {values}"


def _format(quantity: Quantity) -> str:
    match quantity:
        case Measured():
            return quantity.measure.format
        case Ratio():
            return "percent" if quantity.is_share else ""
        case _:
            return ""
