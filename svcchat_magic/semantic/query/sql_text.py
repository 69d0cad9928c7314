"""SQL text that arrives, held against its limits and parsed; nothing here gives it a meaning yet."""

import re
from collections.abc import Iterator, Sequence

from sqlglot import exp
from sqlglot.dialects.postgres import Postgres
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import Token

from svcchat_magic.errors import QueryRefused

MAX_CHARACTERS = 20_000
MAX_DEPTH = 60
MAX_TOKENS = 4_000
MAX_CONDITIONS = 300
MAX_OPERATORS = 120  # each nests the next one deeper, unlike AND and OR
MAX_SELECTS = 40

_ONE_SELECT = "Only one SELECT is accepted; write SELECT ... FROM a cube or view."
_CONNECTIVES = frozenset({"AND", "OR"})  # names of token types
_OPERATORS = frozenset({"NOT", "PLUS", "DASH", "STAR", "SLASH", "DPIPE", "MOD", "CARET", "DCOLON"})
_BEGINNINGS = frozenset({"SELECT", "WITH"})
# Their units are read here: the parser takes what stands in their place for something else.
_READ_BY_NAME = frozenset(
    {"DATE_DIFF", "DATEDIFF", "DATE_ADD", "DATEADD", "DATE_SUB", "LOG10", "LOG", "TO_CHAR"}
)
_BY_NAME = "\0"  # before such a name while it is parsed; no text that arrives may have one there
_PREFIXED = re.compile(r"(?<![A-Za-z0-9_])([ebxn]|u&)'", re.IGNORECASE)
_COMMENT_PART = re.compile(r"/\*|\*/")


class SemanticSql(Postgres):
    """The PostgreSQL dialect, with rows without a value last unless NULLS FIRST is written."""

    NULL_ORDERING = "nulls_are_last"


def parse_statement(sql: str) -> exp.Query:
    """The one SELECT, or set operation of SELECTs, that a text holds; comments are left out.

    Raises QueryRefused for a text over the limits, or that is anything else.
    """
    if len(sql) > MAX_CHARACTERS:
        raise QueryRefused(f"The query is longer than {MAX_CHARACTERS:,} characters; ask for less at once.")

    statement = _without_comments(sql).strip(" \t\r\n").removesuffix(";")
    _check_depth(statement)
    try:
        dialect = SemanticSql()
        tokens = dialect.tokenize(statement)
        _check_tokens(tokens)
        parsed = dialect.parser().parse(list(_with_marks(tokens)), statement)
    except (SqlglotError, RecursionError) as error:
        raise QueryRefused("This is not readable as SQL; write one SELECT over a cube or view.") from error

    if len(parsed) != 1 or not isinstance(parsed[0], (exp.Select, exp.SetOperation, exp.Subquery)):
        raise QueryRefused(_ONE_SELECT)

    for each in parsed[0].find_all(exp.Anonymous, exp.Identifier):
        if each.name.startswith(_BY_NAME):
            each.set("this", each.name.removeprefix(_BY_NAME))

    return parsed[0]


def _with_marks(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens with a mark before the functions that are read by their names.

    A parser without them would be a class of its own, which none can be where sqlglot is compiled.
    """
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        is_called = after is not None and after.token_type.name == "L_PAREN"
        if is_called and token.text.upper() in _READ_BY_NAME and token.token_type.name != "STRING":
            yield Token(
                token.token_type, _BY_NAME + token.text, token.line, token.col, token.start, token.end
            )
        else:
            yield token


def _without_comments(sql: str) -> str:
    """The text with a space for each comment: the parser has none to find the end of."""
    kept: list[str] = []
    place = 0
    while place < len(sql):
        if sql[place] in "'\"":
            end = _after_quote(sql, place)
        elif sql.startswith("--", place):
            end = _line_end(sql, place)
        elif sql.startswith("/*", place):
            end = _after_comment(sql, place)
        else:
            _check_character(sql, place)
            end = place + 1

        kept.append(" " if sql.startswith(("--", "/*"), place) else sql[place:end])
        place = end

    return "".join(kept)


def _after_quote(sql: str, start: int) -> int:
    end = sql.find(sql[start], start + 1)
    if end < 0:
        raise QueryRefused("A quote in the query is not closed.")

    return end + 1


def _line_end(sql: str, start: int) -> int:
    end = sql.find("\n", start)
    return len(sql) if end < 0 else end


def _after_comment(sql: str, start: int) -> int:
    """Comments nest, as in PostgreSQL."""
    depth = 0
    for found in _COMMENT_PART.finditer(sql, start):
        depth += 1 if found[0] == "/*" else -1
        if depth == 0:
            return found.end()

    raise QueryRefused("A comment in the query is not closed.")


def _check_character(sql: str, place: int) -> None:
    """Outside quotes and comments only printable ASCII, and one statement."""
    character = sql[place]
    if not (" " <= character <= "~" or character in "\t\r\n"):
        raise QueryRefused(
            "The query holds an unprintable or non-ASCII character outside quotes; write plain SQL."
        )

    if character == ";" and sql[place + 1 :].strip(" \t\r\n"):
        raise QueryRefused("Only one statement is accepted; send them one by one.")

    if character in "$\\`@":
        raise QueryRefused(f"The character {character} is not accepted outside quotes; write plain SQL.")

    if _PREFIXED.match(sql, place):
        raise QueryRefused("A text is written in plain single quotes, without a letter before them.")


def _check_depth(sql: str) -> None:
    depth = 0
    for character in re.sub(r"'[^']*'|\"[^\"]*\"", "", sql):
        depth += (character in "([") - (character in ")]")
        if depth > MAX_DEPTH:
            raise QueryRefused(f"The query is nested more than {MAX_DEPTH} brackets deep; write it flatter.")


def _check_tokens(tokens: Sequence[Token]) -> None:
    kinds = [token.token_type.name for token in tokens]
    first = next((kind for kind in kinds if kind != "L_PAREN"), "")
    if first not in _BEGINNINGS:  # the parser logs the text of statements that it does not know
        raise QueryRefused(_ONE_SELECT)

    conditions = sum(kind in _CONNECTIVES for kind in kinds)
    operators = sum(kind in _OPERATORS for kind in kinds)
    if len(kinds) > MAX_TOKENS or conditions > MAX_CONDITIONS or operators > MAX_OPERATORS:
        raise QueryRefused("The query has too many values or conditions; ask for less at once.")

    if kinds.count("SELECT") > MAX_SELECTS:
        raise QueryRefused(f"The query has more than {MAX_SELECTS} SELECTs; ask for less at once.")

    _check_tables(kinds)


def _check_tables(kinds: list[str]) -> None:
    """What the parser leaves out after a table's name, or takes for one."""
    if any(
        before in {"FROM", "JOIN"} and name != "L_PAREN" and after != "R_PAREN" and "STAR" in (after, last)
        for before, name, after, last in zip(kinds, kinds[1:], kinds[2:], [*kinds[3:], ""], strict=False)
    ):
        raise QueryRefused("FROM takes the name of one cube or view; write FROM sales.")

    if any(
        word in {"FROM", "JOIN"} and name == "STRING" and before != "DISTINCT"
        for before, word, name in zip(["", *kinds], kinds, kinds[1:], strict=False)
    ):
        raise QueryRefused("FROM takes the name of one cube or view, without single quotes.")
