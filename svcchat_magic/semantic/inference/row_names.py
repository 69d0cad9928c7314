"""What the rows of a table are called where its name says it not: by its key, its columns, or its documents.

A file is called `train`, `hr_data_2024`, `yellow_tripdata` or `superstore`: words of files, of a source, of a
whole. What its rows are stands in its columns: `PassengerId`, `trip_distance`, an order ID in several rows.
"""

import re
from collections import Counter
from collections.abc import Sequence

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.names import entity_words, is_nameless, plural, singular, words_of
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile
from svcchat_magic.semantic.search.thesaurus import compound_parts, is_english

_KEYS = frozenset({"id", "key", "number", "code", "identifier", "uuid"})
_NO_THINGS = frozenset(
    {"row", "record", "line", "unnamed", "column", "index", "serial", "unique", "external", "tracking"}
)
_OF_NAMES = frozenset(
    {"first", "last", "full", "given", "family", "sur", "middle", "display", "short", "long", "user", "file"}
)
_OF_PEOPLE = frozenset(
    {"bmi", "gender", "job", "marital", "married", "occupation", "profession", "sex", "smoker", "smoking"}
)
_EACH = 0.9  # of the rows have a key of their own: the number of different ones is an estimate
_NEARLY_EACH = 0.85
_REPEATED = 0.95  # of the rows, at most, have a document of their own where rows are its lines
_DESCRIBED = 3  # columns of texts that say what a thing is
_MOST_SHARED = 2  # columns that begin with a word of the table's name
_MADE = re.compile(r"v\d+|\d+|q[1-4]|h[12]|\d+q[1-4]")  # a version, a year, a month in figures


def row_name(table: TableProfile, others: Sequence[str]) -> str:
    """The name from which the rows of a table are called; the table's own where that says it.

    Of several tables each has a name that tells it from the `others`: only what is left empty is looked for.
    """
    if (_is_flagged(table) or _is_measured(table)) and not others:
        return _by_key(table) or _by_persons(table) or "rows"

    words = _of_content(words_of(table.name))
    words = _without_source(words, table, others)
    plain = "_".join(words) if words != words_of(table.name) else table.spoken
    if words and others:
        return plain

    if words and words[-1] in words_that_are("uncountable"):
        return _by_key(table) or plain  # employees of `hr_staff`

    if things := _by_number(words, table):
        return things

    if words and not is_nameless(plain):
        is_many = singular(words[-1]) != words[-1]
        sold = "" if is_many else _by_document(table) or _by_sale(table)
        return sold or plain  # a `superstore` is where they were sold

    told = _by_key(table) or _by_columns(table, words) or _by_document(table) or _by_persons(table)
    return told or plain or table.spoken


def _without_source(words: tuple[str, ...], table: TableProfile, others: Sequence[str]) -> tuple[str, ...]:
    """Trips of a `yellow_tripdata` whose columns speak of trips, where no other table has them as well."""
    is_file = words != words_of(table.name) and len(words) > 1
    said = {singular(names[0]) for each in table.columns if len(names := words_of(each.name)) > 1}
    known = {singular(part) for name in others for word in words_of(name) for part in _parts(word)}
    is_own = is_file and singular(words[-1]) in said and singular(words[-1]) not in known
    return words[-1:] if is_own else words


def is_file_name(name: str) -> bool:
    """Whether rows cannot be called after a nameless table: `winequality_red` and `online_retail`."""
    words = words_of(name)
    return len(words) > 1 or not all(map(is_english, words))


def _of_content(words: Sequence[str]) -> tuple[str, ...]:
    """The words without those of files at both ends: `listings_final_v2` and `2024-05-export`."""
    apart = [part for each in words for part in _parts(each)]
    while apart and _is_of_file(apart[-1]):
        apart.pop()

    while apart and (_MADE.fullmatch(apart[0]) or (len(apart) == 1 and _is_of_file(apart[0]))):
        apart.pop(0)

    return tuple(apart)


def _parts(word: str) -> tuple[str, ...]:
    """`tripdata` is trip data; other words stay whole, for `timesheets` are no sheets."""
    parts = compound_parts(word)
    return parts if parts and parts[-1] in words_that_are("table_suffixes") else (word,)


def _is_of_file(word: str) -> bool:
    return bool(_MADE.fullmatch(word)) or word in words_that_are("table_suffixes") | words_that_are("files")


def _by_key(table: TableProfile) -> str:
    """Passengers of a `PassengerId` that each row has for itself; the first such column is the key."""
    for column in table.columns:
        words = spelled_out(words_of(column.name), column.kind)
        is_own = column.filled == table.measured > 0 and column.distinct >= _EACH * column.filled
        if is_own and len(words) > 1 and words[-1] in _KEYS and column.kind in ("integer", "text"):
            thing = words[:-1]
            return "" if _NO_THINGS.intersection(thing) else _many(thing)

    return _by_name(table)


def _by_sale(table: TableProfile) -> str:
    """Transactions of a `coffeeshop`, each with a number of its own."""
    rows = _by_key(table)
    is_sale = bool(rows) and singular(words_of(rows)[-1]) in words_that_are("earning")
    return rows if is_sale else ""


def _by_number(words: Sequence[str], table: TableProfile) -> str:
    """Cars of `car_prices` and games of `game_sales`: what has a price is no price.

    Where each row is a thing that many columns describe, without a day on which it had it: of
    `fuel_prices` by country and month each row is a price.
    """
    last = singular(words[-1]) if len(words) > 1 else ""
    numbers = [each for each in table.columns if each.kind in ("integer", "number")]
    is_told = any(last in map(singular, words_of(each.name)[-1:]) for each in numbers)
    is_dated = any(each.kind in ("date", "time") for each in table.columns)
    if last not in ("price", "sale") or is_dated or not is_told:
        return ""

    texts = [each for each in table.columns if each.kind == "text"]
    names = (each for each in texts if words_of(each.name)[-1:] in (("name",), ("title",)))
    is_named = any(each.distinct >= _EACH * each.filled for each in names)
    is_described = last == "price" and len(texts) >= _DESCRIBED
    return _many(words[:-1]) if is_named or is_described else ""


def _is_flagged(table: TableProfile) -> bool:
    """Whether a table is called by what some of its rows have: not each row of `stroke` is a stroke."""
    name = entity_words(table.name)
    flags = (each for each in table.columns if (each.lowest, each.highest) == (0, 1) or _says_yes(each))
    return any(entity_words(each.name) == name for each in flags)


def _is_measured(table: TableProfile) -> bool:
    """Whether a table is called exactly like one of its levels: no row of `mpg` is a mile per gallon."""
    if words_that_are("levels").isdisjoint(words_of(table.name)):
        return False

    numbers = (each for each in table.columns if each.kind in ("integer", "number"))
    return any(words_of(each.name) == words_of(table.name) for each in numbers)


def _says_yes(column: ColumnProfile) -> bool:
    values = {str(each).strip().lower() for each in column.seen}
    return column.kind == "boolean" or values == {"yes", "no"}


def _by_persons(table: TableProfile) -> str:
    """People, where each row has an age and a sex, a job or the like."""
    names = {word for each in table.columns for word in _said(each)}
    return "people" if "age" in names and not _OF_PEOPLE.isdisjoint(names) else ""


def _by_name(table: TableProfile) -> str:
    """Cars of a `car name` that each row has for itself."""
    for column in table.columns:
        words = _said(column)
        is_own = column.filled == table.measured and column.distinct >= _EACH * column.filled > 0
        if is_own and words[-1:] in (("name",), ("title",)) and len(words) > 1 and column.kind == "text":
            return "" if _OF_NAMES.intersection(words) else _many(words[:-1])

    return _by_first(table)


def _by_first(table: TableProfile) -> str:
    """Apps, where the first column is an `App` and nearly every row has another one."""
    first = next(iter(table.columns), None)
    words = _said(first) if first else ()
    if first is None or len(words) != 1 or first.kind != "text" or not words[0].isalpha():
        return ""

    is_own = first.filled == table.measured and first.distinct >= _NEARLY_EACH * first.filled > 0
    is_thing = not _OF_NAMES.union(_NO_THINGS, words_that_are("unspoken"), _NO_NAMES).intersection(words)
    return _many(words) if is_own and is_thing and not words_that_are("keys").intersection(words) else ""


def _by_columns(table: TableProfile, words: Sequence[str]) -> str:
    """Trips of a `yellow_tripdata` that has a trip distance, houses of columns that all are of a house."""
    first = Counter(names[0] for each in table.columns if len(names := words_of(each.name)) > 1)
    said = [each for each in words if first[each] or first[singular(each)]]
    if said and said[-1] == words[-1]:
        return _many(tuple(words))

    often, times = next(iter(first.most_common(1)), ("", 0))
    is_most = times > _MOST_SHARED and times * 2 > len(table.columns)
    return _many((often,)) if is_most and often.isalpha() and often not in _NO_WORDS else ""


def _by_document(table: TableProfile) -> str:
    """Lines of orders where several rows have one order ID, and say what was ordered or how many."""
    documents = words_that_are("documents")
    for column in table.columns:
        words = spelled_out(words_of(column.name), column.kind)
        is_named = len(words) > 1 and words[-1] in _KEYS and singular(words[-2]) in documents
        is_repeated = 1 < column.distinct <= _REPEATED * column.filled
        if is_named and is_repeated and column.filled == table.measured and _has_goods(table):
            return f"{singular(words[-2])}_lines"

    return ""


def _has_goods(table: TableProfile) -> bool:
    """Whether rows say what was bought, or how many of it."""
    goods = words_that_are("goods") | words_that_are("pieces")
    return any(not goods.isdisjoint(map(singular, _said(each))) for each in table.columns)


def _said(column: ColumnProfile) -> tuple[str, ...]:
    return spelled_out(words_of(column.name), column.kind)


def _many(words: Sequence[str]) -> str:
    return "_".join((*words[:-1], plural(words[-1])))


_NO_NAMES = (
    words_that_are("plain")
    | words_that_are("uncountable")
    | words_that_are("no_keys")
    | words_that_are("nameless")
)
_NO_WORDS = words_that_are("table_suffixes") | words_that_are("leading") | words_that_are("amount_prefixes")
