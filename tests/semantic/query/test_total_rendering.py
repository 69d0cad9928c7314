"""The forms that fail on no value name each operand once, so that nested ones stay short."""

import pytest
from sqlglot import exp

from svcchat_magic.semantic.query.dialects import dialect_of
from svcchat_magic.semantic.query.operations import Bindings, render
from svcchat_magic.semantic.query.query import Constant, Member, Operation
from svcchat_magic.semantic.query.total_rendering import render_total

NUMBER = Member(("orders",), "pieces", "dimension", "number")
TIME = Member(("orders",), "sold", "dimension", "time")
DEPTH = 6


def _of_number(operator, *more):
    return lambda inner: Operation(operator, (inner, *more))


def _months_until(inner):
    time = Operation("case", (Operation(">", (inner, Constant(1))), TIME))
    return Operation("date_diff", (Constant("month"), time, time))


NESTED = {
    "arithmetic": lambda inner: Operation("/", (Operation("*", (inner, Constant(2))), Constant(3))),
    "roots": _of_number("sqrt"),
    "powers": _of_number("power", Constant(2)),
    "remainders": _of_number("mod", Constant(7)),
    "logarithms": _of_number("ln"),
    "casts": lambda inner: Operation(
        "cast", (Constant("bigint"), Operation("cast", (Constant("text"), inner)))
    ),
    "cuts": lambda inner: Operation("cast", (Constant("decimal(9, 2)"), inner)),
    "exponents": _of_number("exp"),
}


def _sql(dialect, expression):
    known = dialect_of(dialect)
    bindings = Bindings(known)
    if known.total is None:
        return known.sql(render(expression, _column, bindings))

    def leaf(part):
        return _column(part) if isinstance(part, Member) else None

    return known.sql(render_total(expression, leaf, bindings, known.total))


def _column(member):
    return exp.column(member.name, table="t0")


@pytest.mark.case("Q10")
@pytest.mark.parametrize("dialect", ["duckdb", "postgres", "spark"])
@pytest.mark.parametrize("what", NESTED)
def test_nested_operations_grow_by_what_is_asked(dialect, what):
    sizes = []
    expression = NUMBER
    for _ in range(DEPTH):
        expression = NESTED[what](expression)
        sizes.append(len(_sql(dialect, expression)))

    assert sizes[-1] - sizes[-2] <= 2 * (sizes[1] - sizes[0])


@pytest.mark.case("Q10")
@pytest.mark.parametrize("dialect", ["postgres", "spark"])
def test_months_between_nested_times_are_written_twice_at_most(dialect):
    """The two times are two operands, each of which holds the number inside."""
    one, two, three = NUMBER, _months_until(NUMBER), _months_until(_months_until(NUMBER))
    sizes = [len(_sql(dialect, each)) for each in (one, two, three)]

    assert sizes[2] <= 3 * sizes[1]
