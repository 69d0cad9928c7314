"""What is said when a piece of SQL is not accepted, and the guard against pieces not read whole."""

from sqlglot import exp

from svcchat_magic.errors import QueryRefused

_HOW_IT_WAS_PARSED = frozenset({"typed", "safe", "big_int", "_type"})  # says nothing about what is asked
_FUNCTIONS = (
    "use MEASURE, an aggregate, DATE_TRUNC, EXTRACT, DATE_DIFF, TO_CHAR, ROUND, FLOOR, CASE, CAST, COALESCE, "
    "SUBSTRING, REPLACE, LOWER or another function that the documentation lists."
)
_INSTEAD: tuple[tuple[tuple[type[exp.Expr], ...], str], ...] = (
    ((exp.Any, exp.All), "ANY and ALL are not accepted; write IN (SELECT ...) or compare with MIN or MAX."),
    ((exp.Array, exp.Tuple, exp.Struct, exp.Bracket), "Lists are accepted in IN (...) alone."),
    ((exp.Interval,), "An interval is added to a time or taken from it; write time + INTERVAL '1 day'."),
    ((exp.Star,), "* stands alone in SELECT or in COUNT(*); name the columns elsewhere."),
    ((exp.RegexpLike, exp.RegexpILike, exp.SimilarTo), "Regular expressions are not accepted; use LIKE."),
    ((exp.GroupConcat, exp.ArrayAgg), "Lists of values are not accepted; group by the dimension instead."),
    ((exp.TryCast,), "TRY_CAST is not accepted; use CAST."),
    ((exp.Placeholder, exp.Parameter), "Parameters are not accepted; write the value."),
    ((exp.Localtime, exp.CurrentTime), "A time without a date is not accepted; use NOW()."),
    ((exp.IgnoreNulls, exp.RespectNulls), "IGNORE NULLS is not accepted; filter the rows in a sub-query."),
)
_OTHERWISE = (
    "This form of SQL is not accepted; "
    "use members, values, comparisons, AND, OR, NOT, IN, BETWEEN, LIKE, CASE and IS NULL."
)


def only(node: exp.Expr, *names: str) -> None:
    """Refuse a node that says more than these arguments: what is not read must not be there."""
    for name, value in node.args.items():
        if value and name not in names and name not in _HOW_IT_WAS_PARSED:
            raise QueryRefused(refusal(node))


def refusal(node: exp.Expr) -> str:
    """A sentence that says what to write instead."""
    found = next((sentence for kinds, sentence in _INSTEAD if isinstance(node, kinds)), None)
    if found is not None:
        return found

    name = _function(node)
    return f"{name} is not accepted here; {_FUNCTIONS}" if name else _OTHERWISE


def _function(node: exp.Expr) -> str:
    """The name of a function, as SQL has it; a name of the caller's own only if it is a plain one."""
    if isinstance(node, exp.Anonymous):
        name = str(node.this)
        is_plain = name.isascii() and name.replace("_", "").isalnum() and len(name) <= 40
        return name.upper() if is_plain else "This function"

    return node.sql_name() if isinstance(node, exp.Func) and not isinstance(node, exp.Connector) else ""
