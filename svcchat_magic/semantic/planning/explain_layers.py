"""The layers of a statement printed as text, each with the plans of the semantic SELECTs below it."""

from collections.abc import Callable, Iterable, Iterator

from svcchat_magic.semantic.query.expressions import parts_of, tests_of
from svcchat_magic.semantic.query.query import (
    Aggregate,
    Expression,
    OuterQuery,
    SemanticQuery,
    SetOperation,
    Source,
    Statement,
    Window,
)
from svcchat_magic.semantic.query.stages import NamedStatement

PlanOf = Callable[[SemanticQuery], Iterable[str]]
_INDENT = "  "


def explain_layers(statement: Statement, plan_of: PlanOf) -> Iterator[str]:
    """The steps of a statement, the last one first; `plan_of` gives the lines of a semantic SELECT."""
    match statement:
        case SemanticQuery():
            yield from plan_of(statement)
            yield from _tested(statement, plan_of)
        case SetOperation(operator=operator, left=left, right=right):
            yield operator
            yield from _below(explain_layers(left, plan_of))
            yield from _below(explain_layers(right, plan_of))
        case OuterQuery():
            yield _said(statement)
            yield from _tested(statement, plan_of)
            for name, named in statement.named:
                yield f"{_INDENT}{name}, computed once"
                yield from _below(_below(explain_layers(named, plan_of)))

            for source in statement.sources:
                yield from _below(_source(source, plan_of))


def _source(source: Source, plan_of: PlanOf) -> Iterator[str]:
    if isinstance(source.statement, NamedStatement):
        yield f"read {source.statement.name}"
        return

    yield from explain_layers(source.statement, plan_of)


def _tested(query: SemanticQuery | OuterQuery, plan_of: PlanOf) -> Iterator[str]:
    for test in tests_of(query):
        yield f"{_INDENT}sub-query ({test.kind})"
        yield from _below(_below(explain_layers(test.statement, plan_of)))


def _said(query: OuterQuery) -> str:
    """What one layer does."""
    computed = [output.expression for output in query.outputs]
    windows = dict.fromkeys(each.function for expression in computed for each in _found(expression, Window))
    calls = dict.fromkeys(each.function for expression in computed for each in _found(expression, Aggregate))
    steps = [f"join {len(query.sources)} sources"] if len(query.sources) > 1 else []
    steps += ["filter"] if query.where else []
    steps += [f"{', '.join(calls) or 'groups'} by {len(query.keys)} keys"] if query.aggregated else []
    steps += [f"windows: {', '.join(windows)}"] if windows else []
    return f"layer: {'; '.join(steps) or f'{len(computed)} columns'}"


def _found(expression: Expression, kind: type[Window] | type[Aggregate]) -> Iterator[Window | Aggregate]:
    if isinstance(expression, kind):
        yield expression

    for part in parts_of(expression):
        yield from _found(part, kind)


def _below(lines: Iterator[str]) -> Iterator[str]:
    return (_INDENT + line for line in lines)
