"""What quantities, groups and conditions are called in words."""

from decimal import Decimal

from svcchat_magic.analyst.language.words import plural
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    AnyOf,
    Bound,
    ByBucket,
    ByEntity,
    ByMember,
    ByPart,
    ByTime,
    Compared,
    Concept,
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
_FUNCTIONS = {"average": "average", "sum": "total", "median": "median", "maximum": "highest", "minimum": "lowest"}
_TIMES = {"maximum": "latest", "minimum": "earliest"}
_OPERATORS = {">": "over", ">=": "at least", "<": "under", "<=": "at most", "=": "of", "<>": "other than"}
_PARTS = {"weekday": "weekday", "hour": "hour", "month": "month of the year", "quarter": "quarter of the year"}


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
            return f"{words.get(quantity.function, quantity.function)} {lower(quantity.of.title)}{_kept(quantity.where)}"
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
        case ByBucket():
            return lower(group.of.title)


def condition_text(condition: Condition) -> str:
    """The condition as words that stand behind a noun: `with age over 30`, `for Germany`."""
    match condition:
        case IsIn():
            return _values_text(condition)
        case Compared():
            return f"with {lower(condition.of.title)} {_OPERATORS[condition.operator]} {number_text(condition.value)}"
        case Contains():
            verb = {"start": "starting with", "end": "ending with"}.get(condition.where, "containing")
            return f"with {lower(condition.of.title)} {'not ' if condition.negated else ''}{verb} {condition.text}"
        case Missing():
            return f"{'with' if condition.negated else 'without'} {lower(condition.of.title)}"
        case Holds():
            return f"{'not ' if condition.negated else ''}in {lower(condition.of.title)}"
        case Within():
            phrase = condition.period.phrase
            dated = f"with {lower(condition.time.title)} " if condition.time else ""
            return f"{dated}{'not ' if condition.negated else ''}{phrase}"
        case OnPart():
            return f"{'not ' if condition.negated else ''}on {listed(_part_names(condition))}"
        case Exists():
            return f"{'without' if condition.negated else 'with'} {plural(condition.of.noun)}"
        case AnyOf():
            return " or ".join(map(condition_text, condition.conditions))


def bound_text(bound: Bound, quantity: Quantity) -> str:
    """`with more than 5 orders` as `with orders over 5`."""
    return f"with {quantity_title(bound.quantity or quantity)} {_OPERATORS[bound.operator]} {number_text(bound.value)}"


def listed(parts: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def lower(title: str) -> str:
    """A title inside a sentence: lower case unless it is an abbreviation."""
    return " ".join(word if word[1:] != word[1:].lower() else word.lower() for word in title.split())


def number_text(value: Decimal | str) -> str:
    """A number of a question as it is told again."""
    if isinstance(value, str):
        return value

    return f"{int(value):,}" if value == value.to_integral_value() else f"{value:,f}"


def value_text(concept: Concept, value: object) -> str:
    """A value of a dimension as words."""
    if isinstance(value, bool):
        return lower(concept.title) if value else f"not {lower(concept.title)}"

    return str(value)


def _ratio_title(ratio: Ratio) -> str:
    if ratio.title:
        return ratio.title

    if not ratio.is_share:
        below = quantity_title(ratio.below)
        return f"{quantity_title(ratio.above)} per {ratio.below.entity.noun if isinstance(ratio.below, Counted) else below}"

    same = isinstance(ratio.above, Measured | Counted) and isinstance(ratio.below, type(ratio.above))
    if same and ratio.above.where and not ratio.below.where:  # type: ignore[union-attr]
        kept = " and ".join(map(condition_text, ratio.above.where))  # type: ignore[union-attr]
        return f"share of {quantity_title(ratio.below)} {kept}"

    return f"{quantity_title(ratio.above)} as a share of {quantity_title(ratio.below)}"


def _kept(where: tuple[Condition, ...]) -> str:
    return "".join(f" {condition_text(each)}" for each in where)


def _values_text(condition: IsIn) -> str:
    values = listed([value_text(condition.of, each) for each in condition.values])
    return f"{'without' if condition.negated else 'for'} {values}"


def _part_names(condition: OnPart) -> list[str]:
    if condition.part == "weekday":
        return [WEEKDAYS[(each - 1) % 7] for each in condition.values]

    return [str(each) for each in condition.values]
