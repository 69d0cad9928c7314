"""Values, conditions and names as pieces of semantic SQL."""

from decimal import Decimal

from svcchat_magic.analyst.language.amounts import conversion
from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.linking.told_units import told_unit
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    ByBucket,
    ByEntity,
    ByMember,
    Concept,
    Contains,
    Entity,
    Group,
    IsIn,
    Measured,
)
from svcchat_magic.analyst.planning.planned import CannotPlan

_SECONDS = {"minute": "60.0", "hour": "3600.0"}
_PARTS = {"hour": ("minute", "60.0"), "month": ("day", "30.4375"), "year": ("day", "365.25")}


def is_in_text(ref: str, condition: IsIn) -> str:
    """A dimension that is one of some values."""
    if len(condition.values) == 1 and isinstance(condition.values[0], bool):  # 0 is no FALSE
        value = (condition.values == (True,)) is not condition.negated
        return f"{ref} = {'TRUE' if value else 'FALSE'}"

    values = [literal(each) for each in condition.values]
    if len(values) == 1:
        return f"{ref} {'<>' if condition.negated else '='} {values[0]}"

    return f"{ref} {'NOT IN' if condition.negated else 'IN'} ({', '.join(values)})"


def within_text(ref: str, period: Period, *, negated: bool) -> str:
    """A time that lies in a period."""
    parts = []
    if period.start:
        parts.append(f"{ref} >= '{period.start.isoformat()}'")

    if period.end:
        parts.append(f"{ref} < '{period.end.isoformat()}'")

    if period.hole:
        first, last = (f"'{day.isoformat()}'" for day in period.hole)
        parts.append(f"({ref} < {first} OR {ref} >= {last})")

    text = " AND ".join(parts)
    return f"NOT ({text})" if negated else f"({text})" if len(parts) > 2 else text


def pattern_text(condition: Contains) -> str:
    """A LIKE pattern that matches the text itself."""
    text = "".join(f"!{each}" if each in "!%_" else each for each in condition.text)
    before = "" if condition.where == "start" else "%"
    behind = "" if condition.where == "end" else "%"
    escape = " ESCAPE '!'" if text != condition.text else ""
    return f"{literal(before + text + behind)}{escape}"


def literal(value: object) -> str:
    """A value as SQL."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"

    if isinstance(value, int | Decimal):
        return number_text(Decimal(value))

    return "'" + str(value).replace("'", "''") + "'"


def number_text(value: Decimal) -> str:
    """A number as SQL."""
    whole = value.to_integral_value()
    return str(int(whole)) if value == whole else format(value.normalize(), "f")


def said(time: Concept | None) -> Concept:
    """The time; raises CannotPlan where there is none."""
    if time is None:
        raise CannotPlan("which date the period is about")

    return time


def cube_of(group: Group) -> str:
    """The cube that a group is about, empty for time alone."""
    match group:
        case ByMember() | ByBucket():
            return group.of.cube
        case ByEntity():
            return group.entity.cube
        case _:
            return group.time.cube if group.time else ""


def plural_name(entity: Entity) -> str:
    """A column name for a count of an entity."""
    from svcchat_magic.analyst.language.words import plural

    return plural(entity.noun.split()[-1]) if entity.noun else entity.cube


def told_in_unit(sql: str, quantity: Measured | Aggregated) -> str:
    """A number in the unit that it is asked for in, by that of its column."""
    if not quantity.told_in:
        return sql

    of = quantity.measure if isinstance(quantity, Measured) else quantity.of
    above, below = conversion(quantity.told_in, told_unit(of, quantity.told_in))
    if above == below == 1:
        return sql

    times = f" * {number_text(above)}" if above != 1 else " * 1.0"
    return f"{sql}{times}{f' / {number_text(below)}' if below != 1 else ''}"


def lasted(start: str, end: str, unit: str) -> str:
    """The time between two moments where it is compared: three hours and a second are more than three."""
    seconds = _SECONDS.get(unit)
    return f"DATE_DIFF('second', {start}, {end}) / {seconds}" if seconds else elapsed(start, end, unit)


def elapsed(start: str, end: str, unit: str) -> str:
    """The time between two moments; of hours, months and years also a part of one counts."""
    if unit in _PARTS:
        smaller, each = _PARTS[unit]
        return f"DATE_DIFF('{smaller}', {start}, {end}) / {each}"

    return f"DATE_DIFF('{unit}', {start}, {end})"
