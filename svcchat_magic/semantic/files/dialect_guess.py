"""The dialect of a model's SQL, where its files do not name one and it is not the one that is taken then."""

import re
from collections.abc import Iterator, Mapping

import sqlglot
from sqlglot.errors import SqlglotError

from svcchat_magic.semantic.model.member_sql import (
    MODEL_DIALECT,
    SnippetUnreadable,
    read_cube_source,
    read_member_sql,
)
from svcchat_magic.semantic.model.model import Cube

_LIKELY = ("bigquery", "snowflake", "postgres", "spark", "mysql", "redshift", "trino", "clickhouse", "tsql")
_BRACES = re.compile(r"\$?\{[^{}]*\}")
_FOREIGN_NAME = re.compile(r"`|^[A-Za-z][\w-]*-[\w-]*\.")  # of a table: `shop-1.sales` or shop-1.sales.orders


def guessed_dialect(cubes: Mapping[str, Cube]) -> str:
    """The likeliest dialect that reads all SQL of these cubes; DuckDB's where that does, or none does."""
    if all(_is_own(cube) for cube in cubes.values()):
        return MODEL_DIALECT

    snippets = [_BRACES.sub("x", sql) for cube in cubes.values() for sql in _snippets(cube)]
    fitting = (dialect for dialect in _LIKELY if all(_reads(sql, dialect) for sql in snippets))
    return next(fitting, MODEL_DIALECT)


def _is_own(cube: Cube) -> bool:
    """Whether DuckDB reads a cube's SQL; what was read is kept for the check of the model."""
    try:
        if cube.sql_table and _FOREIGN_NAME.search(cube.sql_table):
            return False

        if cube.sql and "{" not in cube.sql:
            read_cube_source("", cube.sql)

        for sql in _of_members(cube):
            read_member_sql(sql)
    except SnippetUnreadable:
        return False

    return True


def _snippets(cube: Cube) -> Iterator[str]:
    if cube.sql:
        yield cube.sql

    if cube.sql_table:
        yield f"SELECT * FROM {cube.sql_table}"

    yield from _of_members(cube)


def _of_members(cube: Cube) -> Iterator[str]:
    yield from (each.sql for each in cube.dimensions.values() if each.sql)
    yield from (each.sql for each in cube.segments.values())
    for measure in cube.measures.values():
        yield from (sql for sql in (measure.sql, *measure.filters) if sql)


def _reads(sql: str, dialect: str) -> bool:
    try:
        sqlglot.parse_one(sql, read=dialect)
    except (SqlglotError, RecursionError):
        return False

    return True
