"""SQL text that arrives, held against its limits and parsed; nothing here gives it a meaning yet."""

from itertools import pairwise

import sqlglot
from sqlglot import exp
from sqlglot.dialects.postgres import Postgres
from sqlglot.errors import SqlglotError

from svcchat_magic.errors import QueryRefused

MAX_CHARACTERS = 20_000
MAX_DEPTH = 60
MAX_TOKENS = 4_000
MAX_CONDITIONS = 300
MAX_OPERATORS = 40  # each nests the next one deeper, unlike AND and OR

_ONE_SELECT = "Only one SELECT is accepted; write SELECT ... FROM a cube or view."
_CONNECTIVES = frozenset({"AND", "OR"})  # names of token types
_OPERATORS = frozenset({"NOT", "PLUS", "DASH", "STAR", "SLASH"})


class SemanticSql(Postgres):
    """The PostgreSQL dialect, with rows without a value last unless NULLS FIRST is written."""

    NULL_ORDERING = "nulls_are_last"


def parse_select(sql: str) -> exp.Select:
    """The one SELECT that a text holds.

    Raises QueryRefused for a text over the limits, with comments, or that is anything else.
    """
    statement = _without_terminator(sql)
    _check_characters(statement)
    try:
        _check_tokens(statement)
        parsed = sqlglot.parse(statement, read=SemanticSql)
    except (SqlglotError, RecursionError) as error:
        raise QueryRefused("This is not readable as SQL; write one SELECT over a cube or view.") from error

    if len(parsed) != 1 or not isinstance(parsed[0], exp.Select):
        raise QueryRefused(_ONE_SELECT)

    return parsed[0]


def _without_terminator(sql: str) -> str:
    if len(sql) > MAX_CHARACTERS:
        raise QueryRefused(f"The query is longer than {MAX_CHARACTERS:,} characters; ask for less at once.")

    return sql.strip(" \t\r\n").removesuffix(";")


def _check_characters(sql: str) -> None:
    """Outside quotes only printable ASCII, one statement, no comments, and brackets to a depth."""
    depth = 0
    quote = ""
    for place, character in enumerate(sql):
        if quote:
            quote = "" if character == quote else quote
            continue

        if character in "'\"":
            quote = character
        elif character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1

        _check_character(character, sql[place : place + 2])
        if depth > MAX_DEPTH:
            raise QueryRefused(f"The query is nested more than {MAX_DEPTH} brackets deep; write it flatter.")


def _check_character(character: str, pair: str) -> None:
    if not (" " <= character <= "~" or character in "\t\r\n"):
        raise QueryRefused(
            "The query holds an unprintable or non-ASCII character outside quotes; write plain SQL."
        )

    if pair in {"--", "/*"}:
        raise QueryRefused("Comments are not accepted; leave them out.")

    if character == ";":
        raise QueryRefused("Only one statement is accepted; send them one by one.")

    if character in "$\\`@":
        raise QueryRefused(f"The character {character} is not accepted outside quotes; write plain SQL.")


def _check_tokens(sql: str) -> None:
    kinds = [token.token_type.name for token in sqlglot.tokenize(sql, read=SemanticSql)]
    conditions = sum(kind in _CONNECTIVES for kind in kinds)
    operators = sum(kind in _OPERATORS for kind in kinds)
    if kinds[:1] not in (
        ["SELECT"],
        ["WITH"],
    ):  # the parser logs the text of statements that it does not know
        raise QueryRefused(_ONE_SELECT)

    if len(kinds) > MAX_TOKENS or conditions > MAX_CONDITIONS or operators > MAX_OPERATORS:
        raise QueryRefused("The query has too many values or conditions; ask for less at once.")

    if any(
        before == "FROM" and after != "R_PAREN" and "STAR" in (after, last)
        for before, after, last in zip(kinds, kinds[2:], [*kinds[3:], ""], strict=False)
    ):  # the parser leaves it out
        raise QueryRefused("FROM takes the name of one cube or view; write FROM sales.")

    if ("FROM", "STRING") in pairwise(kinds):  # the parser takes it for a name
        raise QueryRefused("FROM takes the name of one cube or view, without single quotes.")
