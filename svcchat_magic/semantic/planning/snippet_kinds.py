"""What a snippet of the model gives, where it is certain that no value makes it fail."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.semantic.model.member_sql import MemberSql, Use

KindOf = Callable[[Use], str]  # of a column or member; "" where it is not certain

_OF_CASTS: Mapping[exp.DType, str] = MappingProxyType({
    exp.DType.VARCHAR: "text", exp.DType.TEXT: "text", exp.DType.DOUBLE: "double",
    exp.DType.TIMESTAMP: "time", exp.DType.BOOLEAN: "boolean",
})  # fmt: skip
_COMPARED = (exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE)
_JOINED = (exp.DPipe, exp.Concat)
_OF_A_TEXT = (exp.Lower, exp.Upper)
_CUT = (exp.Left, exp.Right, exp.Substring)


def kind_of_snippet(sql: MemberSql, of_use: KindOf) -> str:
    """text, integer, double, decimal, time, date, boolean or null; "" where it may fail."""
    if isinstance(sql.tree, exp.Column):  # most are one column
        return of_use(sql.uses()[0])

    columns = {id(column): use for column, use in zip(sql.tree.find_all(exp.Column), sql.uses(), strict=True)}
    return _Snippet(columns, of_use).kind(sql.tree)


def comparable(kinds: set[str]) -> bool:
    """Whether values of these kinds are compared without a cast that can fail."""
    given = kinds - {"null"}
    if "decimal" in given:  # an integer that is compared with one is cast, and may not fit
        return given <= {"integer", "double", "decimal"} and "double" in given

    return "" not in given and (len(given) <= 1 or given <= {"integer", "double"})


class _Snippet:
    def __init__(self, columns: Mapping[int, Use], of_use: KindOf) -> None:
        self._columns = columns
        self._of_use = of_use

    def kind(self, node: exp.Expr) -> str:
        match node:
            case exp.Column():
                return self._of_use(self._columns[id(node)])
            case exp.Paren():
                return self.kind(node.this)
            case exp.Literal() | exp.Null() | exp.Boolean():
                return _kind_of_literal(node)
            case exp.Cast(this=exp.Literal() | exp.Null()) if type(node) is exp.Cast:
                return _OF_CASTS.get(node.to.this, "")
            case exp.Case(this=None):
                return self._chosen(node)
            case exp.Coalesce():
                return _common(map(self.kind, (node.this, *node.expressions)))
            case exp.Connector() | exp.Not() | exp.Is() | exp.In() | exp.EQ() | exp.NEQ() | exp.Binary():
                return "boolean" if self._is_test(node) else self._text(node)
            case _:
                return self._text(node)

    def _chosen(self, case: exp.Case) -> str:
        branches = case.args["ifs"]
        if any(self.kind(branch.this) != "boolean" for branch in branches):
            return ""

        default = case.args.get("default")
        values = [branch.args["true"] for branch in branches] + ([] if default is None else [default])
        return _common(map(self.kind, values))

    def _is_test(self, node: exp.Expr) -> bool:
        if isinstance(node, (exp.And, exp.Or)):
            return {self.kind(node.this), self.kind(node.expression)} == {"boolean"}

        if isinstance(node, exp.Not):
            return self.kind(node.this) == "boolean"

        if isinstance(node, exp.Is):
            return isinstance(node.expression, exp.Null) and self.kind(node.this) != ""

        if isinstance(node, exp.In) and not node.args.get("query"):
            return comparable(set(map(self.kind, (node.this, *node.expressions))))

        return isinstance(node, _COMPARED) and comparable({self.kind(node.this), self.kind(node.expression)})

    def _text(self, node: exp.Expr) -> str:
        parts: Iterable[exp.Expr] = ()
        if isinstance(node, _JOINED):
            parts = node.expressions or (node.this, node.expression)
        elif isinstance(node, _OF_A_TEXT) or _is_cut(node):
            parts = (node.this,)

        kinds = set(map(self.kind, parts))
        return "text" if kinds and kinds <= {"text", "null"} else ""


def _kind_of_literal(node: exp.Expr) -> str:
    if isinstance(node, exp.Literal):
        return "text" if node.is_string else "integer" if node.is_int else "decimal"

    return "null" if isinstance(node, exp.Null) else "boolean"


def _common(kinds: Iterable[str]) -> str:
    found = set(kinds) - {"null"}
    if found == {"integer", "double"}:
        return "double"

    return found.pop() if len(found) == 1 else ("" if found else "null")


def _is_cut(node: exp.Expr) -> bool:
    """Whether a part of a text is taken by numbers that are written down."""
    others = [each for name, each in node.args.items() if name != "this" and isinstance(each, exp.Expr)]
    return isinstance(node, _CUT) and all(isinstance(each, exp.Literal) and each.is_int for each in others)
