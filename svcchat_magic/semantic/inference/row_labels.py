"""By which column people call rows that have none called a name: the description of a product."""

from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.event_columns import is_key_name
from svcchat_magic.semantic.inference.key_finding import is_unique
from svcchat_magic.semantic.inference.names import entity_words, words_of
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile

_NAMES = frozenset(
    {"name", "title", "label", "surname", "lastname", "fullname", "username", "login", "email"}
)
_DESCRIBING = frozenset({"description", "designation"})  # before any other
_LONGEST = 80  # characters of what is said as a name
_MOST_DIGITS = 0.2  # of the characters; codes and plates have more


def label_of_rows(engine: Engine, table: TableProfile, key: str) -> str:
    """The one text that is another in each row and reads as a name; empty where rows are told otherwise."""
    texts = [each for each in table.columns if each.kind == "text"]
    if not key or any(_is_name(each, table) for each in texts):
        return ""

    found = [each for each in texts if each.name != key and _reads_as_name(each, table)]
    describing = [each for each in found if _DESCRIBING.intersection(_said(each))]
    only = describing or found
    return only[0].name if len(only) == 1 and is_unique(engine, table, only[0]) else ""


def _is_name(column: ColumnProfile, table: TableProfile) -> bool:
    words = _said(column)
    return not _NAMES.isdisjoint(words[-1:]) or words == entity_words(table.spoken)


def _reads_as_name(column: ColumnProfile, table: TableProfile) -> bool:
    values = [str(each) for each in column.seen]
    letters = "".join(values).replace(" ", "")
    digits = sum(map(str.isdigit, letters)) / max(len(letters), 1)
    is_address = any("@" in each or "://" in each for each in values)
    is_full = column.filled == table.measured and column.distinct >= 0.9 * column.filled
    is_said = not words_that_are("unspoken") & set(_said(column)) and not is_key_name(column.name)
    is_short = 1 < column.longest <= _LONGEST
    return is_full and is_said and is_short and digits <= _MOST_DIGITS and not is_address


def _said(column: ColumnProfile) -> tuple[str, ...]:
    return spelled_out(words_of(column.name))
