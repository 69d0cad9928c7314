"""Results as the telling takes them: of a question's statement, over the demo or over made-up rows."""

import asyncio

from svcchat_magic.analyst.telling.additivity import is_additive
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.semantic.query.query import Column, Rows
from tests.analyst.demo import queries_of, tools, understood
from tests.analyst.shop import TODAY


def query_of(question):
    """The only statement of a question."""
    (query,) = queries_of(understood(question))
    return query


def results_of(question, today=TODAY, change=lambda rows: rows):
    """What the demo's data give."""
    return [
        Result(at, query, change(asyncio.run(tools().run_sql(query.sql))), additive(query), today)
        for at, query in enumerate(queries_of(understood(question)))
    ]


def made_up(question, columns, rows, total=None, today=TODAY):
    """What other data would give."""
    query = query_of(question)
    values = Rows(tuple(Column(name, "Double") for name in columns), tuple(rows), total or len(rows))
    return [Result(0, query, values, additive(query), today)]


def additive(query):
    """The measures whose rows may be summed."""
    return frozenset(each.name for each in query.measures if is_additive(tools().model, each, query))
