"""GROUP BY, ORDER BY and LIMIT of one SELECT."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.query.expressions import contains, members_of
from svcchat_magic.semantic.query.query import (
    Constant,
    Expression,
    Operation,
    Ordering,
    Output,
    OutputColumn,
    SubqueryTest,
    Window,
)
from svcchat_magic.semantic.query.refusals import only
from svcchat_magic.semantic.reading.layers import has_aggregates
from svcchat_magic.semantic.reading.reader import Reader

Keys = tuple[Expression, ...]

_MAX_GROUPINGS = 32


def read_groupings(group: exp.Expr | None, outputs: Sequence[Output], reader: Reader) -> tuple[Keys, ...]:
    """The keys of GROUP BY, if there is one; several lists for ROLLUP, CUBE and GROUPING SETS."""
    if group is None:
        return ()

    only(group, "expressions", "all")
    if group.args.get("all"):
        return (_unique(each.expression for each in outputs if _is_key(each.expression)),)

    each_part = [_grouping(node, outputs, reader) for node in group.expressions]
    count = 1
    for choices in each_part:
        count *= len(choices)
        if count > _MAX_GROUPINGS:
            raise QueryRefused(f"ROLLUP, CUBE and GROUPING SETS make at most {_MAX_GROUPINGS} groupings.")

    return tuple(_unique(key for keys in choice for key in keys) for choice in product(*each_part))


def _grouping(node: exp.Expr, outputs: Sequence[Output], reader: Reader) -> list[Keys]:
    if not isinstance(node, (exp.Rollup, exp.Cube, exp.GroupingSets)):
        return [(_key(node, outputs, reader),)]

    only(node, "expressions")
    parts = [_grouped_together(part, outputs, reader) for part in node.expressions]
    if len(parts) > _MAX_GROUPINGS:
        raise QueryRefused(f"ROLLUP, CUBE and GROUPING SETS make at most {_MAX_GROUPINGS} groupings.")

    if isinstance(node, exp.GroupingSets):
        return parts

    if isinstance(node, exp.Rollup):
        return [_joined(parts[:length]) for length in range(len(parts), -1, -1)]

    if len(parts) > 5:
        raise QueryRefused("CUBE takes at most 5 keys.")

    return [_joined(chosen) for length in range(len(parts), -1, -1) for chosen in combinations(parts, length)]


def _grouped_together(node: exp.Expr, outputs: Sequence[Output], reader: Reader) -> Keys:
    if isinstance(node, exp.Tuple):
        only(node, "expressions")
        return tuple(_key(part, outputs, reader) for part in node.expressions)

    return (_key(node.unnest(), outputs, reader),)


def _joined(parts: Sequence[Keys]) -> Keys:
    return tuple(key for part in parts for key in part)


def _unique(keys: Iterator[Expression] | Sequence[Expression]) -> Keys:
    return tuple(dict.fromkeys(keys))


def _key(node: exp.Expr, outputs: Sequence[Output], reader: Reader) -> Expression:
    key = by_place(node, outputs, reader, "GROUP BY")
    if not _is_key(key):
        raise QueryRefused("GROUP BY takes dimensions; leave measures and values out of it.")

    return key


def _is_key(expression: Expression) -> bool:
    if has_aggregates(expression) or contains(expression, (Window, SubqueryTest)):
        return False

    return contains(expression, OutputColumn) or any(members_of(expression))


def read_order(order: exp.Expr | None, outputs: Sequence[Output], reader: Reader) -> tuple[Ordering, ...]:
    """The terms of ORDER BY."""
    if order is None:
        return ()

    only(order, "expressions")
    terms = (_ordering(node, outputs, reader) for node in order.expressions)
    return tuple(term for term in terms if not _is_fixed(term.expression))  # a constant orders nothing


def _is_fixed(expression: Expression) -> bool:
    return isinstance(expression, Constant) or (
        isinstance(expression, Operation) and all(map(_is_fixed, expression.operands))
    )


def _ordering(node: exp.Expr, outputs: Sequence[Output], reader: Reader) -> Ordering:
    if not isinstance(node, exp.Ordered):
        raise QueryRefused("ORDER BY takes columns, with ASC or DESC.")

    only(node, "this", "desc", "nulls_first")
    expression = by_place(node.this, outputs, reader, "ORDER BY")
    return Ordering(expression, bool(node.args.get("desc")), bool(node.args.get("nulls_first")))


def by_place(node: exp.Expr, outputs: Sequence[Output], reader: Reader, clause: str) -> Expression:
    """An expression, or the column of that place in the SELECT."""
    if not isinstance(node, exp.Literal):
        return reader.read(node)

    place = str(node.this)
    if node.is_string or not place.isdigit() or len(place) > 3 or not 1 <= int(place) <= len(outputs):
        raise QueryRefused(f"{clause} takes columns by name or by their place, from 1 to {len(outputs)}.")

    return outputs[int(place) - 1].expression


def read_limit(node: exp.Expr | None) -> int | None:
    """The number of LIMIT, or of FETCH FIRST ... ROWS ONLY."""
    if not isinstance(node, exp.Fetch):
        return _count(node, "LIMIT")

    only(node, "direction", "count", "limit_options")
    options = node.args.get("limit_options")
    if options is not None and (options.args.get("percent") or options.args.get("with_ties")):
        raise QueryRefused("FETCH FIRST takes a number of ROWS ONLY.")

    count = node.args.get("count")
    return 1 if count is None else _whole(count, "FETCH FIRST")


def read_offset(node: exp.Expr | None) -> int:
    """The number of OFFSET."""
    return _count(node, "OFFSET") or 0


def _count(node: exp.Expr | None, clause: str) -> int | None:
    if node is None:
        return None

    if not isinstance(node, (exp.Limit, exp.Offset)):
        raise QueryRefused(f"{clause} takes a whole number.")

    only(node, "expression")
    return _whole(node.expression, clause)


def _whole(value: exp.Expr, clause: str) -> int:
    if not isinstance(value, exp.Literal) or value.is_string or not str(value.this).isdigit():
        raise QueryRefused(f"{clause} takes a whole number.")

    if len(str(value.this)) > 9:
        raise QueryRefused(f"{clause} takes a whole number.")

    return int(str(value.this))


def windows_named(select: exp.Select) -> Mapping[str, exp.Expr]:
    """The windows that WINDOW names."""
    return {window.this.name: window for window in select.args.get("windows") or ()}
