"""What the persons are called of whom each row tells one: the borrowers of loans, the clients of calls.

A file of loans or of calls in which nothing tells persons apart, but each row has an age and a job, is read
as one of persons. Where a number or a name of persons stands in several rows, they are counted by that.
"""

from collections.abc import Iterator, Sequence

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_words import words_for, words_that_are
from svcchat_magic.semantic.inference.names import entity_words, singular, words_of
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile

_KEYS = frozenset({"id", "key", "number", "code", "name", "email", "phone", "identifier"})
_EACH = 0.97  # of the rows have a number of persons of their own: that is an estimate
_TRAITS = 2  # different ones that a file of persons has at least, where one is their age
_MANY_TRAITS = 4  # so much is known of no trip's rider and no sale's buyer
_ALONE = 3  # without an age
_TRADE = ("customer", "client")
_OF_MANY = frozenset(
    {"cases", "cnt", "count", "deaths", "headcount", "party", "pax", "population", "workforce"}
)


def persons_of(table: TableProfile, tables: Sequence[TableProfile]) -> tuple[str, ...]:
    """The words for the one person of each row; none where rows tell of nobody, of several, or again."""
    traits = set(_traits(table))
    nouns = tuple(dict.fromkeys(_of_columns(table)))
    is_told = len(traits) >= (_TRAITS if "age" in traits else _ALONE)
    is_elsewhere = any(map(_is_of_persons, tables)) or sum(not each.table.sql for each in tables) > 1
    if is_elsewhere or not (is_told or (traits and nouns)) or _holds_several(table) or _repeats(table):
        return ()

    if not _is_of_deeds(table) or len(traits) >= _MANY_TRAITS:
        return tuple(dict.fromkeys(("person", "individual", *nouns, *_by_rows(table))))

    return nouns


def _is_of_persons(table: TableProfile) -> bool:
    """Whether rows are called as persons are: then these are they."""
    return entity_words(table.spoken)[-1] in words_that_are("served") | words_that_are("anyone")


def _traits(table: TableProfile) -> Iterator[str]:
    """Which things that only persons have its columns tell: one for each sort."""
    for column in table.columns:
        words = _said(column)
        found = (words_for("traits_of_persons").get(each) for each in words)
        is_number = column.kind in ("integer", "number")
        yield from (each for each in found if each and (each != "age" or is_number or "birth" in words))


def _of_columns(table: TableProfile) -> Iterator[str]:
    """The persons whose columns they are: of a `customer_age` and a `Customer type`."""
    for column in table.columns:
        for each in _said(column)[:-1]:
            if each in words_that_are("served"):
                yield each
                yield from (other for other in _TRADE if each in _TRADE and other != each)


def _by_rows(table: TableProfile) -> Iterator[str]:
    """Borrowers where rows are loans, patients where something of their health is told."""
    rows, staff = set(entity_words(table.spoken)), words_that_are("anyone") | {"lead", "prospect", "visitor"}
    if not rows.isdisjoint(staff):
        return

    columns = {word for each in table.columns for word in _said(each)}
    for word, nouns in words_for("persons_by_rows").items():
        yield from nouns.split() if word in rows else ()

    for word, nouns in words_for("persons_by_columns").items():
        yield from nouns.split() if word in columns | rows else ()


def _holds_several(table: TableProfile) -> bool:
    """Whether a row says how many persons it is of: a booking of two adults, a row of a census."""
    numbers = (each for each in table.columns if each.kind in ("integer", "number"))
    return any(_is_number_of_persons(words_of(each.name)) for each in numbers)


def _is_number_of_persons(words: Sequence[str]) -> bool:
    last = words[-1] if words else ""
    is_many = singular(last) != last and singular(last) in words_that_are("served") | {"adult", "person"}
    return is_many or last in _OF_MANY


def _repeats(table: TableProfile) -> bool:
    """Whether something that tells persons apart stands in several rows, or nothing can say that it does."""
    return any(each.distinct < _EACH * each.filled for each in table.columns if _tells_apart(each))


def _tells_apart(column: ColumnProfile) -> bool:
    words = _said(column)
    if words[-1:] in (("email",), ("phone",)):
        return True

    of = set(words[:-1])
    of_persons = (
        words_that_are("served") | words_that_are("anyone") | {"account", "card", "full", "household"}
    )
    is_key = words[-1:] != () and words[-1] in _KEYS
    return is_key and (not of or not of.isdisjoint(of_persons))


def _is_of_deeds(table: TableProfile) -> bool:
    """Whether rows are what somebody does again and again: trips, sales, calls."""
    return not words_that_are("deeds").isdisjoint(entity_words(table.spoken))


def _said(column: ColumnProfile) -> tuple[str, ...]:
    return spelled_out(words_of(column.name), column.kind)
