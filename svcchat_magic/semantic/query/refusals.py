"""What is said when a piece of SQL is not accepted, and the guard against pieces not read whole."""

from sqlglot import exp

from svcchat_magic.errors import QueryRefused

_HOW_IT_WAS_PARSED = frozenset({"typed", "safe", "big_int", "_type"})  # says nothing about what is asked
_INSTEAD: tuple[tuple[tuple[type[exp.Expr], ...], str], ...] = (
    ((exp.Window,), "Window functions are not accepted; ask for the rows and compute it from them."),
    ((exp.Query, exp.Exists), "Sub-queries are not accepted; write one SELECT over a cube or view."),
    ((exp.Case, exp.If), "CASE is not accepted; group by a dimension or filter with WHERE."),
    (
        (exp.CurrentDate, exp.CurrentTimestamp, exp.Interval),
        "Relative time is not accepted; write the date, such as '2024-01-31'.",
    ),
    ((exp.Star,), "* is not accepted; name the dimensions and measures."),
    ((exp.Cast,), "A cast of a member is not accepted; compare it as it is, or use DATE_TRUNC."),
    (
        (exp.Func,),
        "This function is not accepted; "
        "use MEASURE, DATE_TRUNC, EXTRACT, ROUND, ABS, COALESCE, NULLIF, LOWER or UPPER.",
    ),
)
_OTHERWISE = (
    "This form of SQL is not accepted; "
    "use members, values, comparisons, AND, OR, NOT, IN, BETWEEN, LIKE and IS NULL."
)


def only(node: exp.Expr, *names: str) -> None:
    """Refuse a node that says more than these arguments: what is not read must not be there."""
    for name, value in node.args.items():
        if value and name not in names and name not in _HOW_IT_WAS_PARSED:
            raise QueryRefused(refusal(node))


def refusal(node: exp.Expr) -> str:
    """A sentence that says what to write instead."""
    return next((sentence for kinds, sentence in _INSTEAD if isinstance(node, kinds)), _OTHERWISE)
