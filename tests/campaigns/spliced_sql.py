"""Ordinary statements cut up and put together at random, with hostile pieces: most are refused, not all.

Whether one that is not refused does harm is judged by the SQL that the engine is given.
"""

import random
import re
from collections.abc import Iterator, Sequence

from tests.campaigns.hostile_sql import ENDINGS, EXPRESSIONS, SOURCES

_TOKEN = re.compile(r"'(?:[^']|'')*'|\"[^\"]*\"|\w+|\s+|[^\w\s]")


def spliced_statements(ordinary: Sequence[str], count: int, chance: random.Random) -> Iterator[str]:
    """So many statements, none twice."""
    seen: set[str] = set()
    while len(seen) < count:
        statement = _changed(chance.choice(ordinary), ordinary, chance)
        if statement not in seen:
            seen.add(statement)
            yield statement


def _changed(sql: str, ordinary: Sequence[str], chance: random.Random) -> str:
    for _ in range(chance.randint(1, 2)):
        sql = chance.choice(_WAYS)(sql, ordinary, chance)

    return sql


def _with_piece(sql: str, _ordinary: Sequence[str], chance: random.Random) -> str:
    tokens = _TOKEN.findall(sql)
    names = [at for at, token in enumerate(tokens) if token[0].isalnum()] or [0]
    tokens[chance.choice(names)] = chance.choice((*EXPRESSIONS, *SOURCES))
    return "".join(tokens)


def _with_function(sql: str, _ordinary: Sequence[str], chance: random.Random) -> str:
    """A function around functions, in place of a number or at the start of what is selected."""
    made = chance.choice(("quantity", "channel", "created_at", "MEASURE(revenue)", "1", "'x'"))
    for _ in range(chance.randint(1, 4)):
        made = chance.choice(_FUNCTIONS).replace("{}", made)

    return re.sub(r"(?i)^(\s*SELECT\s+)", lambda found: f"{found[1]}{made} AS made, ", sql, count=1)


def _with_part_of_another(sql: str, ordinary: Sequence[str], chance: random.Random) -> str:
    tokens, other = _TOKEN.findall(sql), _TOKEN.findall(chance.choice(ordinary))
    start, at = chance.randrange(len(other)), chance.randrange(len(tokens))
    tokens[at : at + chance.randint(0, 3)] = other[start : start + chance.randint(1, 12)]
    return "".join(tokens)


def _shortened(sql: str, _ordinary: Sequence[str], chance: random.Random) -> str:
    tokens = _TOKEN.findall(sql)
    at = chance.randrange(len(tokens))
    del tokens[at : at + chance.randint(1, 4)]
    return "".join(tokens) or sql


def _swapped(sql: str, _ordinary: Sequence[str], chance: random.Random) -> str:
    tokens = _TOKEN.findall(sql)
    one, other = chance.randrange(len(tokens)), chance.randrange(len(tokens))
    tokens[one], tokens[other] = tokens[other], tokens[one]
    return "".join(tokens)


def _nested(sql: str, ordinary: Sequence[str], chance: random.Random) -> str:
    form = chance.choice((
        "SELECT * FROM ({}) AS x",
        "WITH x AS ({}) SELECT * FROM x",
        "WITH x AS ({}), y AS ({}) SELECT * FROM x, y",
        "SELECT channel FROM sales WHERE channel IN ({})",
        "SELECT channel FROM sales WHERE quantity > ({})",
        "{} UNION ALL {}",
        "SELECT COUNT(*), SUM(quantity) FROM ({}) AS x",
    ))  # fmt: skip
    return form.replace("{}", sql, 1).replace("{}", chance.choice(ordinary))


def _with_ending(sql: str, _ordinary: Sequence[str], chance: random.Random) -> str:
    return sql + chance.choice(ENDINGS)


_FUNCTIONS = (
    "({} + 1)", "({} * 1e18)", "({} / {})", "({} % 7)", "POWER({}, 50)", "SQRT({})", "LN({})", "LOG({})",
    "EXP({})", "ROUND({}, 2)", "FLOOR({})", "GREATEST({}, 3)", "CAST({} AS TEXT)", "CAST({} AS INTEGER)",
    "{}::date", "CAST({} AS NUMERIC(10, 2))", "CASE WHEN {} > 1 THEN {} ELSE NULL END", "({} || 'x')",
    "CONCAT({}, ' ', {})", "SUBSTRING({}, 2, 3)", "REPLACE({}, 'a', 'bb')", "LENGTH({})", "TRIM({})",
    "LEFT({}, 2)", "UPPER({})", "SPLIT_PART({}, ' ', 1)", "DATE_TRUNC('month', {})",
    "EXTRACT(epoch FROM {})", "TO_CHAR({}, 'YYYY-MM')", "({} + INTERVAL '1 month')",
    "DATE_DIFF('day', {}, NOW())", "({} AT TIME ZONE 'Europe/Berlin')", "SUM({})", "AVG({})", "MIN({})",
    "COUNT({})", "COUNT(DISTINCT {})", "MEDIAN({})", "STDDEV({})", "COUNT(*) FILTER (WHERE {} > 2)",
    "SUM({}) OVER ()", "RANK() OVER (ORDER BY {})", "LAG({}) OVER (PARTITION BY {} ORDER BY {})",
    "COALESCE({}, {})", "AVG({}) OVER (ORDER BY {} ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)",
    "({} IN (SELECT {} FROM sales))", "(SELECT MAX({}) FROM sales)", "EXISTS (SELECT {} FROM sales)",
    "NULLIF({}, 1)", "({} IS NOT DISTINCT FROM 1)",
)  # fmt: skip
_WAYS = (
    _with_function,
    _with_function,
    _with_function,
    _with_piece,
    _with_piece,
    _with_part_of_another,
    _shortened,
    _swapped,
    _nested,
    _with_ending,
)
