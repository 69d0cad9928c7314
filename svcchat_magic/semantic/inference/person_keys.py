"""Columns that name people by what they do, whose table is called after who they are.

`requester_id` and `assigned_to` bear the name of no table: it is `employees` that holds their ids.
"""

from collections.abc import Mapping, Sequence

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.names import entity_words, words_of
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile

MOST_ROLES = 0.3  # of the people in a table: fewer that have a role may be other people altogether
_IDS = frozenset({"id", "key", "code", "no", "number", "ref"})
_DONE = ("ed", "en", "old", "ade", "ent", "ght", "wn")  # assigned, taken, sold, made, sent, taught, drawn
_LARGE = 100  # what keys begin with that are no count from one on


def plays_role(column: str) -> bool:
    """Whether a column's name says what a person does with the row: `requester_id`, `approved_by`."""
    words = _without_id(column)
    if len(words) > 1 and words[-1] in ("by", "to"):
        return words[-2].endswith(_DONE)

    return bool(words) and words[-1] in words_that_are("roles_of_people") | words_that_are("roles_of_workers")


def is_superior(column: str) -> bool:
    """Whether a column's name says who is above a person: `manager_id`, in the table of all of them."""
    return bool(words := _without_id(column)) and words[-1] in words_that_are("superiors")


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
) -> list[TableProfile]:
    """The tables of people who may do anything: users and employees, where customers only buy.

    Without any, those of people of one kind of work: the advisor of a student is a professor.
    """
    for kind in ("anyone", "professions"):
        if found := [each for each in tables if keys.get(each.name) and _is_of(each, words_that_are(kind))]:
            return [each for each in found if each is not table]

    return []


def is_of_anyone(table: TableProfile) -> bool:
    """Whether a table is of people who may do anything, also be above each other."""
    return _is_of(table, words_that_are("anyone") | words_that_are("professions"))


def _is_of(table: TableProfile, people: frozenset[str]) -> bool:
    return entity_words(table.spoken)[-1] in people


def are_drawn_from(column: ColumnProfile, key: ColumnProfile) -> bool:
    """Whether few keys, all of them keys of a table, are hardly those of another one by chance.

    Texts are not, nor numbers that do not count from one on, nor those spread over all that the table has.
    """
    if column.kind == "text":
        return True

    low, high, most = column.lowest, column.highest, key.highest
    if not (isinstance(low, int) and isinstance(high, int) and isinstance(most, int)):
        return False

    return low >= _LARGE or (column.distinct <= (high - low + 1) / 2 and high > most / 2)
