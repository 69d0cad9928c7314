"""A chart that would show nothing is left out with its reason; one that might show something is not."""

import json

import pytest

from svcchat_magic.charts.result_charts import chart_bundle
from svcchat_magic.errors import ChartRefused
from svcchat_magic.protocol.results import Column, SqlResult

COLUMNS = (
    Column("month", "Timestamp"),
    Column("kind", "String"),
    Column("n", "Double"),
    Column("void", "Double"),
)
ROWS = (("2024-01-01", "a", 1.0, None), ("2024-02-01", "b", 2.0, None))
X = {"field": "month", "type": "temporal"}
Y = {"field": "n", "type": "quantitative"}
VOID = {"field": "void", "type": "quantitative"}


def drawn(spec, rows=ROWS):
    return chart_bundle(SqlResult("", "", "", COLUMNS, tuple(rows), len(rows), vega_spec=json.dumps(spec)))


def bars(*filters, x=None, y=None, mark="bar", **more):
    view = {"mark": mark, "encoding": {"x": x or X, "y": y or Y, **more}}
    return {**view, "transform": [{"filter": each} for each in filters]} if filters else view


EMPTY = {
    "a column of nulls": (bars(y=VOID), "void has no value in any row"),
    "text as a number": (bars(y={"field": "kind", "type": "quantitative"}), "kind holds no number"),
    "text as a time": (bars(x={"field": "kind", "type": "temporal"}), "kind holds no date"),
    "a filter by text": (bars({"field": "kind", "oneOf": ["x", "y"]}), "its filter leaves no row"),
    "a filter by number": (bars({"field": "n", "gt": 5}), "its filter leaves no row"),
    "two filters": (
        bars({"field": "n", "lt": 2}, {"field": "kind", "equal": "b"}),
        "its filter leaves no row",
    ),
    "and": (bars({"and": [{"field": "n", "lte": 1}, {"field": "n", "gte": 2}]}), "its filter leaves no row"),
    "or": (
        bars({"or": [{"field": "n", "gt": 9}, {"field": "kind", "equal": "z"}]}),
        "its filter leaves no row",
    ),
    "not": (bars({"not": {"field": "n", "valid": True}}), "its filter leaves no row"),
    "a line for each point": (bars(mark="line", color={"field": "kind", "type": "nominal"}), "two points"),
    "every layer": ({"layer": [bars(y=VOID), bars(y=VOID, mark="line")]}, "void has no value"),
    "every part": ({"vconcat": [bars(y=VOID), bars({"field": "n", "gt": 5})]}, "void has no value"),
}
FULL = {
    "bars": bars(),
    "a line": bars(mark="line"),
    "a line of points": bars(
        mark={"type": "line", "point": True}, color={"field": "kind", "type": "nominal"}
    ),
    "one part": {"vconcat": [bars(y=VOID), bars()]},
    "one layer": {"layer": [bars(y=VOID), bars()]},
    "a count of nothing": bars(y={"aggregate": "count", "type": "quantitative"}),
    "a filter by time": bars({"field": "month", "gte": {"year": 2023}}),
    "a filter by month": bars({"field": "month", "equal": "2024-02-01"}),
    "a filter that keeps one": bars({"field": "kind", "oneOf": ["b"]}),
    "a filter that is not certain": bars({"not": {"field": "n", "equal": "1"}}),
    "what it computes": {
        "transform": [{"aggregate": [{"op": "sum", "field": "n", "as": "total"}], "groupby": ["kind"]}],
        **bars(x={"field": "kind", "type": "nominal"}, y={"field": "total", "type": "quantitative"}),
    },
}


@pytest.mark.case("V15")
@pytest.mark.parametrize("name", EMPTY)
def test_an_empty_chart_is_refused_with_its_reason(name):
    spec, reason = EMPTY[name]

    with pytest.raises(ChartRefused, match=reason):
        drawn(spec)


@pytest.mark.parametrize("name", FULL)
def test_a_chart_that_shows_something_is_drawn(name):
    assert drawn(FULL[name]).summary


@pytest.mark.parametrize("mark", ["line", "area", "trail"])
def test_a_line_of_one_row_is_refused_and_a_bar_of_one_is_drawn(mark):
    with pytest.raises(ChartRefused, match="a line needs two points, and there is one"):
        drawn(bars(mark=mark), ROWS[:1])

    assert drawn(bars(), ROWS[:1]).summary


def test_no_rows_at_all_are_a_reason():
    with pytest.raises(ChartRefused, match="no rows"):
        drawn(bars(), ())


@pytest.mark.case("V11")
def test_columns_folded_into_too_many_rows_are_refused():
    fold = {"fold": ["n", "void"] * 20, "as": ["name", "value"]}
    spec = {"transform": [fold, fold], **bars(x={"field": "name", "type": "nominal"}, y={"field": "value"})}

    with pytest.raises(ChartRefused, match="5,000 rows"):
        drawn(spec, ROWS * 2)


@pytest.mark.case("V10")
def test_a_dotted_field_is_drawn_from_rows_that_vega_can_read():
    result = SqlResult(
        "",
        "",
        "",
        (Column("orders.kind", "String"), Column("orders.count", "Int64")),
        (("a", 1), ("b", 2)),
        2,
        vega_spec=json.dumps(
            bars(x={"field": "orders.kind"}, y={"field": "orders\\.count", "type": "quantitative"})
        ),
    )

    bundle = chart_bundle(result)

    chart = bundle.data["application/vnd.vegalite.v5+json"]
    assert chart["data"]["values"] == [
        {"orders_kind": "a", "orders_count": 1},
        {"orders_kind": "b", "orders_count": 2},
    ]
    assert chart["encoding"]["y"]["field"] == "orders_count"
    assert bundle.summary == "bar chart: orders.count by orders.kind, 2 bars"
