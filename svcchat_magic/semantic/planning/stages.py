"""Statements whose measures are computed in stages, as layers over plain queries.

Every plain query is bound to its viewer when it is planned, like any other.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from svcchat_magic.semantic.access.access import visible_model
from svcchat_magic.semantic.access.default_filters import with_default_filters
from svcchat_magic.semantic.access.masks import masked_model
from svcchat_magic.semantic.model.join_graph import Path
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.model.stages import rests_on_stages
from svcchat_magic.semantic.planning.planner import join_tree
from svcchat_magic.semantic.planning.shown_names import ShownNames
from svcchat_magic.semantic.planning.stage_values import StageValues
from svcchat_magic.semantic.planning.uncomputed import refuse_uncomputed
from svcchat_magic.semantic.query.expressions import members_of, rebuilt
from svcchat_magic.semantic.query.query import (
    Expression,
    Ordering,
    OuterQuery,
    Output,
    SemanticQuery,
    SetOperation,
    Source,
    Statement,
    SubqueryTest,
    Viewer,
)
from svcchat_magic.semantic.query.stages import NamedStatement

Again = Callable[[Statement], Statement]
Query = TypeVar("Query", SemanticQuery, OuterQuery)


def in_stages(model: Model, statement: Statement, viewer: Viewer) -> Statement:
    """The statement with layers for every measure in stages.

    Raises QueryRefused where a measure cannot be computed in its query.
    """

    def again(part: Statement) -> Statement:
        return in_stages(model, part, viewer)

    match statement:
        case SemanticQuery():
            return _leaf(model, _with_tests(statement, again), viewer)
        case SetOperation(left=left, right=right):
            return replace(statement, left=again(left), right=again(right))
        case OuterQuery(sources=sources):
            return replace(
                _with_tests(statement, again), sources=tuple(_source(each, again) for each in sources)
            )


def _leaf(model: Model, query: SemanticQuery, viewer: Viewer) -> Statement:
    refuse_uncomputed(model, query)
    seen = masked_model(model, viewer, query.table)
    members = (member for expression in query.expressions() for member in members_of(expression))
    if not any(rests_on_stages(seen.cubes, member.path[-1], member.name) for member in members):
        return query

    whole = with_default_filters(model, query, viewer)
    whole = replace(whole, beside=(*whole.beside, *whole.expressions()))

    def named(path: Path, name: str) -> str:
        return ShownNames(visible_model(model, viewer), query.table).named(path, name)

    values = StageValues(
        seen.cubes,
        join_tree(model, query, viewer),
        whole,
        lambda inner: in_stages(model, inner, viewer),
        named,
    )
    return values.statement()


def _source(source: Source, again: Again) -> Source:
    if isinstance(source.statement, NamedStatement):
        return source

    on = None if source.on is None else _tested(source.on, again)
    return replace(source, statement=again(source.statement), on=on)


def _with_tests(query: Query, again: Again) -> Query:
    """The query with the statements of its sub-queries in stages."""

    def tested(expression: Expression) -> Expression:
        return _tested(expression, again)

    if isinstance(query, SemanticQuery) and query.having is not None:
        query = replace(query, having=tested(query.having))

    return replace(
        query,
        outputs=tuple(Output(output.name, tested(output.expression)) for output in query.outputs),
        keys=tuple(map(tested, query.keys)),
        where=tuple(map(tested, query.where)),
        order_by=tuple(
            Ordering(tested(term.expression), term.descending, term.nulls_first) for term in query.order_by
        ),
    )


def _tested(expression: Expression, again: Again) -> Expression:
    if isinstance(expression, SubqueryTest):
        operand = None if expression.operand is None else _tested(expression.operand, again)
        return replace(expression, operand=operand, statement=again(expression.statement))

    return rebuilt(expression, lambda part: _tested(part, again))
