"""What part a column plays: key, code, time, amount, average, flag, category or text.

The words of its name decide first and its values confirm or refuse; what was decided on words or on few
rows alone is marked as a guess.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_units import in_percent, never_adds_up
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.event_columns import COUNTED_NUMBERS, counts_things, is_paid_once
from svcchat_magic.semantic.inference.names import currency_of, entity_words, is_plural, words_of
from svcchat_magic.semantic.inference.numbering import counts_rows, is_per_year, numbering, numbers_things
from svcchat_magic.semantic.inference.recommendations import is_answer
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile
from svcchat_magic.semantic.inference.written_dates import shown, written_form
from svcchat_magic.semantic.inference.written_numbers import is_missing


class Role(StrEnum):
    """What a column is good for."""

    CODE = "code"  # identifies or classifies; its numbers mean nothing when added
    CATEGORY = "category"  # a text to group by
    TEXT = "text"  # a text of its own in most rows
    TIME = "time"
    FLAG = "flag"
    AMOUNT = "amount"  # a number to sum
    LEVEL = "level"  # a number to average: a price, a rate, an age
    SCALE = "scale"  # a small whole number to group by and to average
    UNUSABLE = "unusable"


@dataclass(frozen=True, slots=True)
class ColumnRole:
    """A column's role and what follows from it."""

    role: Role
    format: str = ""  # currency, percent or ""
    text_format: str = ""  # a date kept as text, as strptime reads it
    true_values: tuple[str, ...] = ()  # of a flag kept as text or number, in lower case
    adds_up: bool = False  # of a level: a price that was paid once for each row
    guess: str = ""  # why, where values alone did not settle it
    confidence: float = 1.0


NUMBERS_THINGS = "numbers the things that are measured"
_FOR_ONE = frozenset({"fare", "fee", "rent", "charge"})
_ASKED = frozenset({"base", "list", "standard", "sticker", "recommended"})
REDUCED = frozenset({"discount", "rebate", "reduction", "markdown"})
_MOST_CODES = 0.3  # of the rows may have a value of their own in a category
_INDEX = 2  # that scores such as danceability, sentiment or social support do not exceed
_SCORES = (20, 300)  # between which scores of players and blood pressures lie: a count begins near zero
_FEW = 20  # values of a number that is grouped by
_SPELLINGS = 8  # of yes and no
_LONG_TEXT = 120  # characters
_TRUE = MappingProxyType({
    frozenset({"yes", "no"}): ("yes",), frozenset({"y", "n"}): ("y",), frozenset({"t", "f"}): ("t",),
    frozenset({"true", "false"}): ("true",), frozenset({"0", "1"}): ("1",), frozenset({"on", "off"}): ("on",),
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Given:
    """A column to judge."""

    column: ColumnProfile
    table: TableProfile
    words: frozenset[str]  # of its name, spelled out


_Finder = Callable[[_Given], ColumnRole | None]


def role_of(column: ColumnProfile, table: TableProfile) -> ColumnRole:
    """The role of a column in its table."""
    if "{" in column.name or "}" in column.name:  # a reference, in the SQL of a model file
        return ColumnRole(Role.UNUSABLE)

    given = _Given(column, table, frozenset(spelled_out(words_of(column.name), column.kind)))
    for find in _FINDERS[column.kind]:
        found = find(given)
        if found is not None:
            return found

    return ColumnRole(Role.UNUSABLE)


def _flag(given: _Given) -> ColumnRole | None:
    """Two values that mean yes and no; a number needs a name that asks, for 0 and 1 may be counts."""
    values = frozenset(str(value).strip().lower() for value in given.column.seen)
    if given.column.kind == "boolean":
        return ColumnRole(Role.FLAG)

    is_number = given.column.kind == "integer"
    if is_number and (given.column.lowest, given.column.highest) != (0, 1):
        return None

    values = frozenset({"0", "1"}) if is_number else values  # a sorted table begins with one of them

    true = _TRUE.get(values)
    if true is None or given.column.distinct > _SPELLINGS:
        return None

    asks = bool(given.words & {"is", "has", "was", "flag", "active", "enabled", "can", "did"})
    if is_number and not asks and is_plural(given.column.name):
        return None  # fatalities: of rare things there may be one at most

    confidence = 0.95 if asks or not is_number else 0.8
    return ColumnRole(Role.FLAG, true_values=true, guess=f"{true[0]} means yes", confidence=confidence)


def _text_time(given: _Given) -> ColumnRole | None:
    """A date written as text or as a number such as 20240131, in one form throughout."""
    values = [text for value in given.column.seen if not is_missing(text := str(value).strip())]
    if not values or (given.column.kind == "integer" and not given.words & words_that_are("dates")):
        return None

    form, confidence = written_form(values)
    guess = f"dates written as {shown(form)}"
    return ColumnRole(Role.TIME, text_format=form, guess=guess, confidence=confidence) if form else None


def _plain_time(_: _Given) -> ColumnRole | None:
    return ColumnRole(Role.TIME)


def _text(given: _Given) -> ColumnRole | None:
    if given.words & words_that_are("keys") and not given.words & COUNTED_NUMBERS:
        return ColumnRole(Role.CODE)

    is_free = given.column.longest > _LONG_TEXT or given.column.distinct > max(
        _FEW, _MOST_CODES * given.column.filled
    )
    return ColumnRole(Role.TEXT if is_free else Role.CATEGORY)


def _named_code(given: _Given) -> ColumnRole | None:
    """Ids, codes, calendar parts and coordinates: never summed, whatever their values."""
    last = spelled_out(words_of(given.column.name), given.column.kind)[-1:]
    is_whole = given.column.kind == "integer"
    if given.words & (words_that_are("keys") - COUNTED_NUMBERS) or (
        is_whole and COUNTED_NUMBERS.intersection(last) and len(given.words) > 1
    ):
        return ColumnRole(Role.CODE)

    if is_whole and (why := numbering(given.column, last)):
        return ColumnRole(Role.CODE, guess=why, confidence=0.8)

    is_amount = given.words & words_that_are("amounts") or (last == ("year",) and is_per_year(given.column))
    counts = is_plural(given.column.name) and not words_that_are("calendar").intersection(last)
    if is_whole and given.words & words_that_are("calendar") and not is_amount and not counts:
        return ColumnRole(Role.CODE)  # week nights are no week

    return ColumnRole(Role.CODE) if given.words & words_that_are("places") and len(given.words) <= 2 else None


def _level(given: _Given) -> ColumnRole | None:
    has_unit = never_adds_up(words_of(given.column.name)) and not given.words & words_that_are("amounts")
    has_unit |= in_percent(given.column)
    levels = given.words & words_that_are("levels")
    if given.words & words_that_are("amounts"):  # hours_open is hours
        levels -= words_that_are("levels_alone")

    if "income" in levels and _is_earned(given):
        levels -= {"income"}

    if given.words >= {"lead", "time"} or ("weight" in given.words and _is_of_bodies(given.table)):
        levels |= given.words & {"lead", "weight"}

    if given.column.kind == "number" and _within(given.column, 0, 1):
        levels |= given.words & REDUCED  # a discount of 0.15 is never added up

    if given.words & _FOR_ONE and given.words & _ASKED:
        levels |= given.words & _FOR_ONE  # a base fare is what is asked for one, and is never added up

    if not (levels or has_unit) or given.words & {"total", "sum"}:
        return None

    is_part = given.words & (words_that_are("rates") | REDUCED) and _within(given.column, 0, 1)
    form = "percent" if is_part else currency_of(given.words)
    return ColumnRole(Role.LEVEL, format=form, adds_up=is_paid_once(given.words, given.table))


def _is_earned(given: _Given) -> bool:
    """The gross income of sales adds up, that of people does not."""
    rows = set(entity_words(given.table.spoken))
    return bool(rows & words_that_are("earning")) and given.words <= {"gross", "net", "operating", "income"}


def _is_of_bodies(table: TableProfile) -> bool:
    """The weight of parcels adds up, that of players with a height or an age does not."""
    return any({"height", "age"}.intersection(words_of(each.name)) for each in table.columns)


def _amount(given: _Given) -> ColumnRole | None:
    return (
        ColumnRole(Role.AMOUNT, format=currency_of(given.words))
        if given.words & words_that_are("amounts")
        else None
    )


def _scale(given: _Given) -> ColumnRole | None:
    """Few whole numbers in many rows, such as cylinders or a class."""
    is_few = given.column.distinct <= _FEW and given.column.filled >= 4 * given.column.distinct
    if given.column.kind != "integer" or not is_few:
        return None

    if not _is_own(given) and counts_things(given.column, given.table):
        return ColumnRole(Role.AMOUNT, guess="counts things", confidence=0.7)

    return ColumnRole(Role.SCALE, guess="few different numbers", confidence=0.7)


def _own_number(given: _Given) -> ColumnRole | None:
    """The number by which its table's rows are known, such as flight in flights; no target in targets."""
    is_counted = given.words & words_that_are("amounts") and _counter(given) is None
    is_measured = given.words & (
        words_that_are("masses") | words_that_are("levels")
    )  # the salary of salaries
    if not _is_own(given) or is_counted or is_measured:
        return None

    return ColumnRole(Role.CODE, guess="named as its table is", confidence=0.8)


def _is_own(given: _Given) -> bool:
    return spelled_out(words_of(given.column.name)) == entity_words(given.table.spoken)


def _clock(given: _Given) -> ColumnRole | None:
    """Times of day written as 1305."""
    numbers = [value for value in given.column.seen if isinstance(value, int)]
    if "time" not in given.words or not _within(given.column, 0, 2400) or max(numbers, default=0) < 1000:
        return None

    are_times = all(number % 100 < 60 for number in numbers)
    return ColumnRole(Role.CODE, guess="times of day such as 1305", confidence=0.9) if are_times else None


def _counter(given: _Given) -> ColumnRole | None:
    counts = counts_rows(given.column, given.table)
    return ColumnRole(Role.CODE, guess="counts the rows", confidence=0.8) if counts else None


def _own_panel(given: _Given) -> ColumnRole | None:
    """The number of what its table is about, in several rows each: airline, in figures by year."""
    return _panel(given) if _is_own(given) else None


def _panel(given: _Given) -> ColumnRole | None:
    numbers = numbers_things(given.column)
    return ColumnRole(Role.CODE, guess=NUMBERS_THINGS, confidence=0.7) if numbers else None


def _number(given: _Given) -> ColumnRole | None:
    if not given.column.filled:
        return ColumnRole(Role.AMOUNT, guess="no values to judge by", confidence=0.3)

    if _is_index(given):
        return ColumnRole(Role.LEVEL, guess="an index, not added up", confidence=0.6)

    return ColumnRole(
        Role.AMOUNT, format=currency_of(given.words), guess="a number to add up", confidence=0.6
    )


_FINDERS: MappingProxyType[str, Sequence[_Finder]] = MappingProxyType({
    "boolean": (_flag,),
    "date": (_plain_time,),
    "time": (_plain_time,),
    "text": (_flag, _text_time, _text),
    "integer": (
        lambda given: ColumnRole(Role.SCALE) if is_answer(given.column, given.table) else None,
        _text_time, _named_code, _own_panel, _flag, _own_number, _clock, _level, _amount, _counter, _panel,
        _scale, _number,
    ),
    "number": (_named_code, _level, _amount, _number),
    "other": (),
})  # fmt: skip


def _is_index(given: _Given) -> bool:
    """Whether numbers without a telling name are scores: small fractions, or those of bodies and players."""
    if given.column.kind == "number" and _within(given.column, -_INDEX, _INDEX):
        return True

    return given.column.kind == "integer" and _within(given.column, *_SCORES) and _is_of_bodies(given.table)


def _within(column: ColumnProfile, low: float, high: float) -> bool:
    return all(
        isinstance(value, (int, float)) and low <= value <= high for value in (column.lowest, column.highest)
    )
