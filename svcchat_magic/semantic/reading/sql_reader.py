"""SQL over the semantic model, read into a statement: semantic SELECTs with layers around them.

The text is never passed on: what is not understood here cannot reach the engine.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.query.expressions import contains, tests_of
from svcchat_magic.semantic.query.query import (
    OutputColumn,
    SemanticQuery,
    SetOperation,
    Statement,
    SubqueryTest,
)
from svcchat_magic.semantic.query.refusals import only
from svcchat_magic.semantic.query.sql_text import parse_statement
from svcchat_magic.semantic.query.stages import NamedStatement
from svcchat_magic.semantic.reading.clauses import read_limit, read_offset, read_order
from svcchat_magic.semantic.reading.columns import SourceColumns
from svcchat_magic.semantic.reading.expression_reader import ExpressionReader
from svcchat_magic.semantic.reading.groupings import outputs_of
from svcchat_magic.semantic.reading.reader import Clock
from svcchat_magic.semantic.reading.relation import Environment, Relation, statement_of
from svcchat_magic.semantic.reading.select_reader import read_select
from svcchat_magic.semantic.reading.table_members import written

MAX_PARTS = 120  # SELECTs, where each use of a WITH counts
_OPERATORS: Mapping[type[exp.Expr], str] = MappingProxyType(
    {exp.Union: "union", exp.Intersect: "intersect", exp.Except: "except"}
)


def read_sql(model: Model, sql: str, *, clock: Clock | None = None) -> Statement:
    """The statement that a text asks of a model.

    Raises QueryRefused with a sentence that says what to write instead.
    """
    try:
        environment = Environment(model, clock or Clock(), _read_query)
        statement = statement_of(_read_query(parse_statement(sql), environment, is_inner=False))
        if _size(statement, {}) > MAX_PARTS:
            raise QueryRefused("The query uses its sub-queries too often; ask for less at once.")
    except RecursionError as error:  # how deep is too deep depends on the caller's own stack
        raise QueryRefused("The query is nested too deep; write it flatter.") from error

    return statement


def _read_query(query: exp.Expr, environment: Environment, *, is_inner: bool) -> Relation:
    if not isinstance(query, exp.Query):
        raise QueryRefused("FROM takes the name of one cube or view, or (SELECT ...) with a name.")

    environment = _with_named(query.args.get("with_"), environment)
    if isinstance(query, exp.Select):
        return read_select(query, environment, is_inner=is_inner)

    if isinstance(query, exp.Subquery):
        only(query, "this", "with_")
        return _read_query(query.this, environment, is_inner=is_inner)

    if isinstance(query, exp.SetOperation):
        return _read_set_operation(query, environment)

    raise QueryRefused("This form of query is not accepted; write SELECT ... FROM a cube or view.")


def _with_named(with_: exp.Expr | None, environment: Environment) -> Environment:
    """The environment with what WITH names."""
    if with_ is None:
        return environment

    if with_.args.get("recursive"):
        raise QueryRefused(
            "WITH RECURSIVE is not accepted; write WITH and sub-queries that do not use themselves."
        )

    only(with_, "expressions")
    for cte in with_.expressions:
        name = _cte_name(cte, environment)
        relation = environment.read(cte.this, environment, is_inner=True)
        columns = cte.args["alias"].args.get("columns")
        relation = relation if not columns else _renamed(relation, columns)
        environment = replace(environment, named={**environment.named, name: relation})

    return environment


def _cte_name(cte: exp.Expr, environment: Environment) -> str:
    only(cte, "this", "alias")
    identifier = cte.args["alias"].this
    if written(identifier, {table.name: table for table in environment.model.tables()}) is not None:
        raise QueryRefused("WITH names a sub-query like a cube or view of the model; choose another name.")

    return str(identifier.name if identifier.quoted else identifier.name.lower())


def _renamed(relation: Relation, columns: list[exp.Expr]) -> Relation:
    names = [column.name if column.args.get("quoted") else column.name.lower() for column in columns]
    if len(set(names)) < len(names) or len(names) != len(relation.columns):
        raise QueryRefused("WITH name(...) takes a name for each column of the sub-query.")

    return replace(relation, columns=dict(zip(names, relation.columns.values(), strict=True)))


def _read_set_operation(node: exp.SetOperation, environment: Environment) -> Relation:
    only(node, "this", "expression", "distinct", "order", "limit", "offset", "with_")
    if isinstance(node.this, exp.SetOperation) and isinstance(node, exp.Intersect) != isinstance(
        node.this, exp.Intersect
    ):
        raise QueryRefused("INTERSECT beside UNION or EXCEPT needs brackets around what belongs together.")

    left, right = (
        statement_of(environment.read(side, environment, is_inner=False))
        for side in (node.this, node.expression)
    )
    outputs = outputs_of(left, right)
    columns = {output.name: output.expression for output in outputs}
    sources = {"": {name: each for name, each in columns.items() if isinstance(each, OutputColumn)}}
    reader = ExpressionReader(SourceColumns(sources, {}), environment.context({}))
    order = read_order(node.args.get("order"), outputs, reader)
    if any(contains(term.expression, SubqueryTest) for term in order):
        raise QueryRefused("ORDER BY of a UNION takes its columns.")

    return Relation(
        columns,
        SetOperation(
            _OPERATORS[type(node)],
            not node.args.get("distinct"),
            left,
            right,
            outputs,
            order,
            read_limit(node.args.get("limit")),
            read_offset(node.args.get("offset")),
        ),
    )


def _size(statement: Statement, known: dict[int, int]) -> int:
    """How many SELECTs a statement is written as."""
    if id(statement) not in known:
        known[id(statement)] = 1 + sum(_size(part, known) for part in _parts(statement))

    return known[id(statement)]


def _parts(statement: Statement) -> tuple[Statement, ...]:
    if isinstance(statement, SetOperation):
        return (statement.left, statement.right)

    tests = tuple(test.statement for test in tests_of(statement))
    if isinstance(statement, SemanticQuery):
        return tests

    inner = (source.statement for source in statement.sources)
    return (*(each for each in inner if not isinstance(each, NamedStatement)), *tests)
