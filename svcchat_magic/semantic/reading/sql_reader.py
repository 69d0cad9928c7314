"""SQL over the semantic model, read into a `SemanticQuery`.

The text is never passed on: what is not understood here cannot reach the engine.
"""

from collections.abc import Iterable, Mapping, Sequence

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.query.query import (
    Constant,
    Expression,
    Member,
    Operation,
    Ordering,
    Output,
    SemanticQuery,
    members_of,
)
from svcchat_magic.semantic.query.refusals import only
from svcchat_magic.semantic.query.sql_text import parse_select
from svcchat_magic.semantic.reading.expression_reader import ExpressionReader
from svcchat_magic.semantic.reading.table_members import TableMembers, find_table

MAX_OUTPUTS = 200
_CLAUSES = (
    "expressions",
    "from_",
    "where",
    "group",
    "having",
    "order",
    "limit",
    "offset",
    "distinct",
    "kind",
)
_FORM = (
    "This form of SELECT is not accepted; "
    "write SELECT ... FROM ... WHERE ... GROUP BY ... HAVING ... ORDER BY ... LIMIT."
)
_IN_WHERE = "{name} is a measure; filter it with HAVING MEASURE({name}), not with WHERE."
_INSTEAD = {
    "joins": "Joins are not accepted; select from one view, which already joins what belongs together.",
    "with_": "WITH is not accepted; write one SELECT over a cube or view.",
    "laterals": "LATERAL is not accepted; write one SELECT over a cube or view.",
    "windows": "Window functions are not accepted; ask for the rows and compute it from them.",
}


def read_sql(model: Model, sql: str) -> SemanticQuery:
    """The query that a text asks of a model.

    Raises QueryRefused with a sentence that says what to write instead.
    """
    try:
        return _read(model, parse_select(sql))
    except RecursionError as error:  # how deep is too deep depends on the caller's own stack
        raise QueryRefused("The query is nested too deep; write it flatter.") from error


def _read(model: Model, select: exp.Select) -> SemanticQuery:
    _check_clauses(select)
    members = find_table(model, select.args["from_"].this)
    outputs = _outputs(select, members)
    by_name = {output.name: output.expression for output in outputs}
    named = ExpressionReader(members, by_name)
    keys = _keys(select, outputs, named)
    having = _having(select, named)
    order_by = _order(select, outputs, named)
    computed = (*by_name.values(), *(term.expression for term in order_by))
    if having is not None and not keys and not _measures((*computed, having)):
        raise QueryRefused("HAVING needs a measure or GROUP BY; write other conditions into WHERE.")

    aggregated = bool(keys or having or select.args.get("distinct") or _measures(computed))
    if select.args.get("distinct"):
        keys = (*keys, *(e for e in by_name.values() if e not in keys and not _measures([e])))

    query = SemanticQuery(
        table=members.table,
        root=members.root,
        outputs=outputs,
        aggregated=aggregated,
        keys=keys,
        where=_where(select, members),
        having=having,
        order_by=order_by,
        limit=_count(select.args.get("limit"), "LIMIT"),
        offset=_count(select.args.get("offset"), "OFFSET") or 0,
    )
    _check_grouping(query, members)
    return query


def _check_clauses(select: exp.Select) -> None:
    for clause, value in select.args.items():
        if value and clause not in _CLAUSES:
            raise QueryRefused(_INSTEAD.get(clause, _FORM))

    if select.args.get("kind"):
        raise QueryRefused("SELECT AS is not accepted; name the members.")

    if select.args.get("from_") is None:
        raise QueryRefused("A query needs FROM with a cube or view.")

    if not 0 < len(select.expressions) <= MAX_OUTPUTS:
        raise QueryRefused(f"A query has at least one column and at most {MAX_OUTPUTS}.")

    distinct = select.args.get("distinct")
    if distinct is not None:
        only(distinct)


def _outputs(select: exp.Select, members: TableMembers) -> tuple[Output, ...]:
    reader = ExpressionReader(members)
    outputs: dict[str, Output] = {}
    for node in select.expressions:
        inner = node.this if isinstance(node, exp.Alias) else node
        expression = reader.read(inner)
        name = _free_name(node.alias if isinstance(node, exp.Alias) else _name(expression, members), outputs)
        outputs[name] = Output(name, expression)

    return tuple(outputs.values())


def _name(expression: Expression, members: TableMembers) -> str:
    """What a column without an alias is called."""
    if isinstance(expression, Member):
        return members.name(expression)

    if isinstance(expression, Operation) and expression.operator in {"date_trunc", "extract"}:
        unit, of = expression.operands
        return f"{_name(of, members)}_{unit.value}" if isinstance(unit, Constant) else "value"

    return "value"


def _free_name(name: str, taken: Mapping[str, object]) -> str:
    number = 2
    free = name
    while free in taken:
        free = f"{name}_{number}"
        number += 1

    return free


def _where(select: exp.Select, members: TableMembers) -> tuple[Expression, ...]:
    where = select.args.get("where")
    if where is None:
        return ()

    condition = ExpressionReader(members, bare_measure=_IN_WHERE).condition(where.this)
    found = _measures([condition])
    if found:
        raise QueryRefused(_IN_WHERE.format(name=members.qualified(found[0])))

    return (condition,)


def _keys(select: exp.Select, outputs: Sequence[Output], reader: ExpressionReader) -> tuple[Expression, ...]:
    group = select.args.get("group")
    if group is None:
        return ()

    only(group, "expressions")
    keys = tuple(dict.fromkeys(_by_place(node, outputs, reader, "GROUP BY") for node in group.expressions))
    for key in keys:
        if _measures([key]) or not any(members_of(key)):
            raise QueryRefused("GROUP BY takes dimensions; leave measures and values out of it.")

    return keys


def _having(select: exp.Select, reader: ExpressionReader) -> Expression | None:
    having = select.args.get("having")
    return None if having is None else reader.condition(having.this)


def _order(select: exp.Select, outputs: Sequence[Output], reader: ExpressionReader) -> tuple[Ordering, ...]:
    order = select.args.get("order")
    if order is None:
        return ()

    only(order, "expressions")
    terms = (_ordering(node, outputs, reader) for node in order.expressions)
    return tuple(term for term in terms if any(members_of(term.expression)))  # a constant orders nothing


def _ordering(node: exp.Expr, outputs: Sequence[Output], reader: ExpressionReader) -> Ordering:
    if not isinstance(node, exp.Ordered):
        raise QueryRefused("ORDER BY takes columns, with ASC or DESC.")

    only(node, "this", "desc", "nulls_first")
    expression = _by_place(node.this, outputs, reader, "ORDER BY")
    return Ordering(expression, bool(node.args.get("desc")), bool(node.args.get("nulls_first")))


def _by_place(node: exp.Expr, outputs: Sequence[Output], reader: ExpressionReader, clause: str) -> Expression:
    """An expression, or the column of that place in the SELECT."""
    if not isinstance(node, exp.Literal):
        return reader.read(node)

    place = str(node.this)
    if node.is_string or not place.isdigit() or len(place) > 3 or not 1 <= int(place) <= len(outputs):
        raise QueryRefused(f"{clause} takes columns by name or by their place, from 1 to {len(outputs)}.")

    return outputs[int(place) - 1].expression


def _count(node: exp.Expr | None, clause: str) -> int | None:
    if node is None:
        return None

    value = node.expression if isinstance(node, (exp.Limit, exp.Offset)) else None
    if (
        not isinstance(value, exp.Literal)
        or value.is_string
        or not str(value.this).isdigit()
        or len(str(value.this)) > 9
    ):
        raise QueryRefused(f"{clause} takes a whole number.")

    only(node, "expression")
    return int(str(value.this))


def _check_grouping(query: SemanticQuery, members: TableMembers) -> None:
    if not query.aggregated:
        return

    after_grouping = [
        *(output.expression for output in query.outputs),
        *(term.expression for term in query.order_by),
    ]
    if query.having is not None:
        after_grouping.append(query.having)

    for expression in after_grouping:
        free = _ungrouped(expression, query.keys)
        if free is not None:
            name = members.qualified(free)
            raise QueryRefused(f"Projection references non-aggregate values; add {name} to GROUP BY.")


def _ungrouped(expression: Expression, keys: Sequence[Expression]) -> Member | None:
    """A dimension that stands outside the keys."""
    if expression in keys:
        return None

    if isinstance(expression, Member):
        return None if expression.kind == "measure" else expression

    operands = expression.operands if isinstance(expression, Operation) else ()
    return next((free for operand in operands if (free := _ungrouped(operand, keys)) is not None), None)


def _measures(expressions: Iterable[Expression]) -> list[Member]:
    return [member for found in expressions for member in members_of(found) if member.kind == "measure"]
