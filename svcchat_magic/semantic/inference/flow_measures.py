"""The numbers of money in and out: expenses, income, what is left, and the part of income that is."""

from collections.abc import Iterator, Mapping, Sequence

from svcchat_magic.semantic.inference.column_names import Entry, column_sql, free_name
from svcchat_magic.semantic.inference.draft_cube import REMARK
from svcchat_magic.semantic.inference.table_profile import MoneyFlow, TableProfile

_SPENT = (
    "expense", "spending", "spend", "spent", "total expenses", "total spending", "total spend", "total spent",
    "expenditure", "expenditures", "amount spent", "money spent", "outgoings", "outflow",
)  # fmt: skip
_GOT = (
    "earnings", "total income", "income received", "incomings", "inflow", "money received",
    "amount received", "money earned", "revenue",
)  # fmt: skip
_LEFT = (
    "net", "net income", "net cashflow", "cash flow", "net savings", "surplus", "amount saved",
    "money saved", "income minus expenses", "income less expenses", "income after expenses",
    "money left over", "money left",
)  # fmt: skip
_RATE = ("saving rate", "savings ratio", "share of income saved", "percentage of income saved")
_ONE = ("expense", "spend")
_KINDS = (
    ("average", "avg", ("average", "mean", "typical")),
    ("highest", "max", ("highest", "biggest", "largest", "most expensive", "priciest")),
    ("lowest", "min", ("lowest", "smallest", "cheapest")),
)
_OUT, _INTO = "expense_amount", "income_amount"
_MEASURES = ("expenses", "income", "net_cash_flow", "savings_rate", "number_of_expenses")


def flow_amounts(table: TableProfile, dimensions: Sequence[Entry], names: set[str]) -> Iterator[Entry]:
    """What each row is of money out and of money in, as numbers above zero; nothing where it is none."""
    flows = table.flows
    yield from _without_sign(table, list(dimensions), names)
    for name, flow in ((_OUT, flows.out), (_INTO, flows.into)) if flows else ():
        yield {
            "name": free_name(name, names),
            "sql": _sql(table, flow),
            "type": "number",
            "title": name.replace("_", " ").capitalize(),
            "description": f"As a number above zero: {_described(flow)}.",
            "format": "currency",
            "meta": {"only": True},
        }


def _without_sign(table: TableProfile, dimensions: Sequence[Entry], names: set[str]) -> Iterator[Entry]:
    """How much a row is, whether it is money out or in: what transactions over 500 come to."""
    both = (table.flows.out, table.flows.into) if table.flows else ()
    signed = {column_sql(table.column(each.amount)) for each in both if each.is_negative}
    for amount in [each for each in dimensions if each["sql"] in signed]:
        name = free_name(f"{amount['name']}_without_sign", names)
        meta = amount.setdefault("meta", {})
        if isinstance(meta, dict):
            meta["without_sign"] = name

        yield {
            "name": name,
            "sql": f"ABS({amount['sql']})",
            "type": "number",
            "title": f"{amount['title']} without its sign",
            "format": "currency",
        }


def flow_measures(table: TableProfile, dimensions: Sequence[Entry], names: set[str]) -> Iterator[Entry]:
    """The measures of money in and out; each is of the rows of its kind alone."""
    flows = table.flows
    if flows is None:
        return

    own = {str(each["sql"]): str(each["name"]) for each in dimensions}
    out, into = own[_sql(table, flows.out)], own[_sql(table, flows.into)]
    called = {each: free_name(each, names) for each in _MEASURES}
    remark = f"guessed (80%): money out are {_described(flows.out)}, money in {_described(flows.into)}"
    for entry in (*_sums(out, into, called), *_of_one(out, called)):
        yield {**entry, REMARK: remark}


def _sums(out: str, into: str, called: Mapping[str, str]) -> Iterator[Entry]:
    spent = _money(called["expenses"], "sum", f"{{{out}}}", "Expenses", _SPENT)
    yield {
        **spent,
        "description": "What was spent, as a number above zero.",
        "meta": {
            "only": True,
            "counted": called["number_of_expenses"],
            "other_way": called["income"],
            "synonyms": list(_SPENT),
        },
    }
    yield {
        **_money(called["income"], "sum", f"{{{into}}}", "Income", _GOT),
        "description": "What came in.",
    }
    net = f"COALESCE({{{into}}}, 0) - COALESCE({{{out}}}, 0)"
    yield {
        **_money(called["net_cash_flow"], "sum", net, "Net cash flow", _LEFT),
        "description": "Income less expenses.",
    }
    yield {
        "name": called["savings_rate"],
        "sql": f"1.0 * {{{called['net_cash_flow']}}} / NULLIF({{{called['income']}}}, 0)",
        "type": "number",
        "title": "Savings rate",
        "description": "The part of the income that was not spent.",
        "format": "percent",
        "meta": {"synonyms": list(_RATE)},
    }


def _of_one(out: str, called: Mapping[str, str]) -> Iterator[Entry]:
    """What one expense is, and how many there are."""
    for name, kind, said in _KINDS:
        words = [f"{how} {one}" for how in said for one in _ONE if (how, one) != (name, "expense")]
        yield _money(f"{name}_{out}", kind, f"{{{out}}}", f"{name.title()} expense", words)

    yield {
        "name": called["number_of_expenses"],
        "sql": f"{{{out}}}",
        "type": "count",
        "title": "Number of expenses",
        "meta": {"only": True, "amount": out, "synonyms": ["expense count"]},
    }


def _money(name: str, kind: str, sql: str, title: str, synonyms: Sequence[str]) -> Entry:
    return {
        "name": name,
        "sql": sql,
        "type": kind,
        "title": title,
        "format": "currency",
        "meta": {"only": True, "synonyms": list(synonyms)},
    }


def _sql(table: TableProfile, flow: MoneyFlow) -> str:
    """How much a row is, as a number above zero; nothing where it is of another kind."""
    amount = column_sql(table.column(flow.amount))
    kept = list[str]()
    if flow.column:
        of = column_sql(table.column(flow.column))
        values = ", ".join("'" + each.replace("'", "''") + "'" for each in flow.values)
        is_in = f"{of} = {values}" if len(flow.values) == 1 else f"{of} IN ({values})"
        kept.append(f"({of} IS NULL OR {of} NOT IN ({values}))" if flow.is_without else is_in)

    if flow.by_sign or not flow.column:
        sign = ("<" if flow.is_negative else ">") if flow.by_sign else "<>"
        kept.append(f"{amount} {sign} 0")

    return f"CASE WHEN {' AND '.join(kept)} THEN {'-1 * ' if flow.is_negative else ''}{amount} END"


def _described(flow: MoneyFlow) -> str:
    rows = (
        f"rows whose {flow.column} is {' or '.join(flow.values)}"
        if flow.column and not flow.is_without
        else ""
    )
    if not flow.by_sign:
        return rows or f"the column {flow.amount}"

    sign = f"rows with {flow.amount} {'below' if flow.is_negative else 'above'} zero"
    return f"{sign}, without {', '.join(flow.values)}" if flow.is_without else sign
