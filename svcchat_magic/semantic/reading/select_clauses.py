"""Which clauses a SELECT may have."""

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.query.refusals import only

MAX_OUTPUTS = 200
_CLAUSES = frozenset({
    "expressions", "from_", "joins", "where", "group", "having", "qualify", "windows", "order", "limit",
    "offset", "distinct", "kind", "with_",
})  # fmt: skip
_FORM = (
    "This form of SELECT is not accepted; "
    "write SELECT ... FROM ... WHERE ... GROUP BY ... HAVING ... ORDER BY ... LIMIT."
)
_INSTEAD = {"laterals": "LATERAL is not accepted; join a sub-query with ON."}


def check_clauses(select: exp.Select) -> None:
    """Raise QueryRefused for a clause that is not accepted, with what to write instead."""
    for clause, value in select.args.items():
        if value and clause not in _CLAUSES:
            raise QueryRefused(_INSTEAD.get(clause, _FORM))

    if select.args.get("kind"):
        raise QueryRefused("SELECT AS is not accepted; name the members.")

    if not select.expressions:
        raise QueryRefused(f"A query has at least one column and at most {MAX_OUTPUTS}.")

    distinct = select.args.get("distinct")
    if distinct is not None:
        if distinct.args.get("on"):
            raise QueryRefused(
                "DISTINCT ON is not accepted; "
                "write QUALIFY ROW_NUMBER() OVER (PARTITION BY ... ORDER BY ...) = 1."
            )

        only(distinct)
