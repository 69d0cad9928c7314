"""Which cubes' rows quantities and groups are about."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.meaning.tree import (
    AnyOf,
    ByBucket,
    ByEntity,
    ByMember,
    Compared,
    Concept,
    Condition,
    Contains,
    Counted,
    DatedLast,
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


def cubes_of(quantity: Quantity) -> Iterator[str]:
    """The cubes whose rows a quantity is computed over."""
    match quantity:
        case Measured():
            yield quantity.measure.cube
        case Counted() | DatedLast():
            yield quantity.entity.cube
        case Ratio():
            yield from cubes_of(quantity.above)
            yield from cubes_of(quantity.below)
        case OverGroups():
            yield from cubes_of(quantity.quantity)
        case _:
            yield quantity.of.cube


def conditions_of(quantity: Quantity) -> Iterator[Condition]:
    """What keeps the rows that a quantity is computed over."""
    match quantity:
        case Ratio():
            yield from conditions_of(quantity.above)
            yield from conditions_of(quantity.below)
        case OverGroups():
            yield from conditions_of(quantity.quantity)
        case DatedLast():
            return
        case _:
            yield from quantity.where


def cubes_of_group(group: Group) -> tuple[str, ...]:
    """The cubes that a group names, none for time alone."""
    match group:
        case ByMember() | ByBucket():
            return (group.of.cube,)
        case ByEntity():
            return (group.entity.cube,)
        case _:
            return ()


def cubes_of_condition(condition: Condition) -> Iterator[str]:
    """The cubes whose rows a condition is said of, none for a period without a date."""
    match condition:
        case IsIn() | Compared() | Contains() | Missing() | Holds():
            yield condition.of.cube
        case Within() | OnPart() if condition.time is not None:
            yield condition.time.cube
        case AnyOf():
            for each in condition.conditions:
                yield from cubes_of_condition(each)


def speaks_of_others(conditions: Sequence[Condition]) -> bool:
    """Whether a period could be taken for that of other rows: those who joined in 2024 and have no orders."""
    return any(isinstance(each, Exists) for each in conditions)


def kept_by(condition: Condition) -> Concept | None:
    """The member that a condition keeps rows by, where it names one."""
    match condition:
        case IsIn() | Compared() | Missing() | Contains():
            return condition.of
        case Within() | OnPart():
            return condition.time
        case _:
            return None
