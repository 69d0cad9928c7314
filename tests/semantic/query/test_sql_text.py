"""SQL text is held against its limits before anything reads a meaning into it."""

import tracemalloc

import pytest

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.query.sql_text import (
    MAX_CHARACTERS,
    MAX_CONDITIONS,
    MAX_DEPTH,
    MAX_OPERATORS,
    parse_statement,
)

GOOD = "SELECT MEASURE(sales.revenue) FROM sales"


@pytest.mark.parametrize(
    "sql", [GOOD, f"{GOOD};", f"  {GOOD}\n;\n".replace("\n;", ";"), f"{GOOD} WHERE a = 'x;--/*'"]
)
def test_one_select_is_read(sql):
    assert parse_statement(sql).expressions


@pytest.mark.parametrize(
    "sql",
    [
        "WITH log (n) AS (SELECT a FROM sales) SELECT n FROM log",
        "SELECT log (a), LOG10(b), to_char(c, 'YYYY'), date_diff('day', d, e) FROM sales",
        'SELECT \'log\' AS log, "log"."LOG10" FROM sales AS log',
    ],
)
def test_names_of_functions_stay_as_they_are_written(sql):
    assert "\0" not in repr(parse_statement(sql))
    assert parse_statement(sql).sql().lower().count("log") == sql.lower().count("log")


@pytest.mark.parametrize(
    ("sql", "plain"),
    [
        (f"{GOOD} -- the end", GOOD),
        (f"{GOOD} -- it's; DROP TABLE x\nLIMIT 5", f"{GOOD} LIMIT 5"),
        ("SELECT/**/MEASURE(sales.revenue) /* FROM x /* ' */ -- */ FROM sales", GOOD),
        (f"{GOOD} WHERE a = '/*' AND b = '--' -- */", f"{GOOD} WHERE a = '/*' AND b = '--'"),
        (f"{GOOD} WHERE \"a--b\" = 'it''s /*' /* x */", f"{GOOD} WHERE \"a--b\" = 'it''s /*'"),
        (f"{GOOD} /* é\x00 */", GOOD),
    ],
)  # fmt: skip
def test_comments_are_left_out_and_quotes_are_not_comments(sql, plain):
    assert parse_statement(sql) == parse_statement(plain)


@pytest.mark.case("Q01")
@pytest.mark.parametrize(
    "sql",
    [
        f"{GOOD}; {GOOD}",
        f"{GOOD};;",
        f"{GOOD};\n;",
        f"{GOOD} /* the end",
        f"{GOOD} /* /* the end */",
        f"{GOOD} WHERE a = 'x",
        f"{GOOD} WHERE a = E'x'",
        f"{GOOD} WHERE a = u&'x'",
        f"{GOOD} -- the end\n; SELECT 1",
        f"{GOOD}; DROP TABLE orders",
        f"{GOOD} WHERE a = 'x'';' ; SELECT 1",
        "",
        ";",
        "sales",
    ],
)
def test_anything_but_one_select_is_refused(sql):
    with pytest.raises(QueryRefused):
        parse_statement(sql)


@pytest.mark.case("Q02")
@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO sales VALUES (1)",
        "UPDATE sales SET a = 1",
        "DELETE FROM sales",
        "CREATE TABLE x AS SELECT 1",
        "DROP TABLE orders",
        "COPY orders TO 'x.csv'",
        "ATTACH 'x.duckdb'",
        "SET threads = 1",
        "PRAGMA database_list",
        "CALL pragma_version()",
        "EXPLAIN SELECT 1",
        "DESCRIBE orders",
        "SHOW TABLES",
        "PIVOT sales ON a USING SUM(b)",
        "VALUES (1)",
        "(DELETE FROM sales)",
        "((EXPLAIN SELECT 1))",
        "LOAD httpfs",
        "INSTALL httpfs",
        "VACUUM",
        "PREPARE p AS SELECT 1",
        "EXPORT DATABASE 'x'",
    ],
)
def test_statements_other_than_select_are_refused_and_not_logged(sql, caplog):
    with pytest.raises(QueryRefused):
        parse_statement(sql)

    assert not caplog.records


@pytest.mark.case("Q03")
@pytest.mark.parametrize(
    "character", ["\u200b", "\u00a0", "\u2028", "\x00", "\x1b", "\ufeff", "ſ", "$", "\\", "`"]
)
def test_characters_that_hide_something_are_refused_outside_quotes(character):
    with pytest.raises(QueryRefused, match="outside quotes"):
        parse_statement(f"SELECT a FROM sales{character}hidden")


@pytest.mark.case("Q06")
@pytest.mark.parametrize("table", ["sales*", "sales *", "sales s*", "sales@1", '"sales"*'])
def test_what_the_parser_would_leave_out_is_refused(table):
    with pytest.raises(QueryRefused):
        parse_statement(f"SELECT EXTRACT(year FROM a) * 2 FROM {table}")


def test_arithmetic_on_a_part_of_a_date_is_read():
    assert parse_statement("SELECT EXTRACT(year FROM a) * 2, b * 2 FROM sales")


def test_every_character_may_stand_in_a_quoted_value():
    assert parse_statement("SELECT a FROM sales WHERE a = 'Käse\u200b\u00a0$\\`; --'")


@pytest.mark.case("Q10")
@pytest.mark.parametrize(
    "sql",
    [
        GOOD.ljust(MAX_CHARACTERS + 1, " ") + " ",
        f"SELECT a FROM sales WHERE a IN ({'1,' * 9_900}1)",
        f"SELECT a FROM sales WHERE {' OR '.join(['a = 1'] * 1_000)}",
        f"SELECT a FROM sales WHERE {' OR '.join(['a'] * (MAX_CONDITIONS + 2))}",
        f"SELECT {'1+' * (MAX_OPERATORS + 1)}1 FROM sales",
        f"SELECT {'(' * (MAX_DEPTH + 1)}a{')' * (MAX_DEPTH + 1)} FROM sales",
        f"SELECT a FROM sales WHERE {'NOT ' * 4_000} a = 1",
        f"SELECT {'-' + ' -' * 5_000} 1 FROM sales",
        f"SELECT a FROM sales WHERE {'CASE WHEN ' * 900} 1",
        f"SELECT {'[' * 5_000}",
        f"SELECT a FROM sales WHERE a = '{'x' * 30_000}'",
    ],
)
def test_texts_over_the_limits_are_refused_and_cost_little(sql):
    tracemalloc.start()

    with pytest.raises(QueryRefused):
        parse_statement(sql)

    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 50_000_000


def test_brackets_well_under_the_limit_are_read():
    assert parse_statement(f"SELECT {'(' * 20}a{')' * 20} FROM sales")
