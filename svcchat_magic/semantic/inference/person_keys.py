"""Columns that name people by what they do, whose table is called after who they are.

`requester_id` and `assigned_to` bear the name of no table: it is `employees` that holds their ids.
"""

from collections.abc import Iterator, Mapping, Sequence

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.names import entity_words, words_of
from svcchat_magic.semantic.inference.table_profile import TableProfile

MOST_ROLES = 0.3  # of the people in a table: fewer that have a role may be other people altogether
_IDS = frozenset({"id", "key", "code", "no", "number", "ref"})
_DONE = ("ed", "en", "old", "ade", "ent")  # assigned, taken, sold, made, sent


def plays_role(column: str) -> bool:
    """Whether a column's name says what a person does with the row: `requester_id`, `approved_by`."""
    words = _without_id(column)
    if len(words) > 1 and words[-1] in ("by", "to"):
        return words[-2].endswith(_DONE)

    return bool(words) and words[-1] in words_that_are("roles_of_people")


def is_role_of(column: str, people: TableProfile) -> bool:
    """Whether a column is called as some people of a table are there: `optometrist_id` of such a role."""
    called = " ".join(_without_id(column))
    texts = (each for each in people.columns if each.kind == "text")
    return any(str(value).strip().lower() == called for each in texts for value in each.seen)


def _without_id(column: str) -> tuple[str, ...]:
    words = tuple(spelled_out(words_of(column)))
    return words[:-1] if len(words) > 1 and words[-1] in _IDS else words


def who_plays_roles(
    table: TableProfile, tables: Sequence[TableProfile], keys: Mapping[str, str]
) -> Iterator[TableProfile]:
    """The tables of people who may do anything: users and employees, where customers only buy."""
    anyone = words_that_are("anyone")
    for other in tables:
        if other is not table and keys.get(other.name) and entity_words(other.spoken)[-1] in anyone:
            yield other
