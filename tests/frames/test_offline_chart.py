"""Every way of editing a chart with altair: it stays one that JupyterLab draws without any other machine."""

import copy
import json
import operator
import pickle

import altair as alt
import pytest

from svcchat_magic.charts.result_charts import LOOKS
from svcchat_magic.errors import ChartRefused
from svcchat_magic.frames.offline_chart import offline_if_of_ours
from svcchat_magic.frames.result_frames import result_frame
from svcchat_magic.protocol.results import Column, SqlResult

# Of several charts that share a selection altair says so.
pytestmark = pytest.mark.filterwarnings("ignore:Automatically deduplicated selection:UserWarning")

MIME_TYPE = "application/vnd.vegalite.v5+json"
FIELDS = {"x": {"field": "n", "type": "nominal"}, "y": {"field": "v", "type": "quantitative"}}
BAR = {"mark": "bar", "encoding": FIELDS}
LAYERS = {"encoding": FIELDS, "layer": [{"mark": "bar"}, {"mark": {"type": "text", "dy": -6}}]}
SMALL = {"facet": {"field": "n", "type": "nominal"}, "spec": BAR}
FLOOR = {"zero": False, "domainMin": 0.5, "nice": 5}
LINE = {"mark": "line", "encoding": {**FIELDS, "y": {**FIELDS["y"], "scale": FLOOR}}}
SPECS = {"bar": BAR, "line": LINE, "layers": LAYERS, "small": SMALL, "beside": {"hconcat": [BAR, LAYERS]}}
PARTS = {
    "layers": lambda chart: chart.layer[0],
    "small": lambda chart: chart.spec,
    "beside": lambda chart: chart.hconcat[1].layer[0],
}
WHOLE_EDITS = {
    "properties": lambda chart: chart.properties(title="Mine"),
    "transform_filter": lambda chart: chart.transform_filter("datum.v > 0"),
    "transform_calculate": lambda chart: chart.transform_calculate(twice="datum.v * 2"),
    "configure_axis": lambda chart: chart.configure_axis(grid=False),
    "configure_title": lambda chart: chart.configure_title(fontSize=20),
    "interactive": lambda chart: chart.interactive(),
    "add_params": lambda chart: chart.add_params(alt.selection_point(name="chosen")),
    "resolve_scale": lambda chart: chart.resolve_scale(y="independent"),
    "repeat": lambda chart: chart.repeat(["v", "units"]),
    "beside itself": lambda chart: chart | chart,
    "beside a list of it": lambda chart: (chart | chart) | chart,
    "below itself": lambda chart: chart & chart,
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    ".copy": lambda chart: chart.copy(),
    "pickled": lambda chart: pickle.loads(pickle.dumps(chart)),
}
VIEW_EDITS = {
    "encode": lambda chart: chart.encode(y="sum(units):Q", tooltip=["n", "units"]),
    "encode a column without its type": lambda chart: chart.encode(y="units"),
    "transform_aggregate": lambda chart: chart.transform_aggregate(v="sum(v)", groupby=["n"]),
    "transform_window": lambda chart: chart.transform_window(units="rank()", sort=[alt.SortField("v")]),
    "properties of size": lambda chart: chart.properties(width=200, height=100),
    "facet": lambda chart: chart.facet("n:N", columns=2),
    "facet by rows": lambda chart: chart.facet(row="n:N"),
    "on itself": lambda chart: chart + chart,
    "on a list of it": lambda chart: (chart + chart) + chart,
    "with a rule on it": lambda chart: chart + alt.Chart(chart.data).mark_rule().encode(y="mean(v):Q"),
}
# Beside each other stand a chart of one view and one of layers; the others alone are repeated in long runs.
EACH_SPEC = [
    pytest.param(name, marks=() if name in ("bar", "beside") else pytest.mark.long, id=name) for name in SPECS
]
MARKS = (
    "area",
    "arc",
    "boxplot",
    "circle",
    "line",
    "point",
    "rect",
    "rule",
    "square",
    "text",
    "tick",
    "trail",
)
JOINS = {"+": operator.add, "|": operator.or_, "&": operator.and_}
MADE = {"layer": alt.layer, "hconcat": alt.hconcat, "vconcat": alt.vconcat, "concat": alt.concat}


def chart_of(name):
    kinds = {"n": "String", "v": "Double", "units": "Int64", "unread": "Int64"}
    columns = tuple(Column(column, kind) for column, kind in kinds.items())
    rows = (("a", 1.0, 1, 7), ("b", 2.0, None, 8))
    result = SqlResult("T", "", "", columns, rows, 2, vega_spec=json.dumps(SPECS[name]))
    return result_frame(result).svc.chart()


def shown(chart, *, draw=True):
    """What a page gets; JupyterLab's version of Vega-Lite draws something of it."""
    bundle = chart._repr_mimebundle_()
    assert set(bundle) == {MIME_TYPE, "text/plain"}
    spec = bundle[MIME_TYPE]
    assert spec["$schema"] == "https://vega.github.io/schema/vega-lite/v5.json"
    assert spec["background"] == "transparent"
    json.dumps(spec, allow_nan=False)
    if draw:
        assert_drawn(spec)

    return spec


def assert_drawn(spec):
    converter = pytest.importorskip("vl_convert", reason="the extra `png` brings it")
    drawn = converter.vegalite_to_svg(spec, vl_version="5.21", allowed_base_urls=[])
    assert 'class="mark-' in drawn
    assert 'aria-roledescription="' in drawn


@pytest.mark.long
@pytest.mark.parametrize("edit", WHOLE_EDITS.values(), ids=WHOLE_EDITS)
@pytest.mark.parametrize("name", EACH_SPEC)
def test_every_kind_of_chart_takes_what_altair_does_with_any(name, edit):
    chart = chart_of(name)
    before = chart.to_dict()

    edited = edit(chart)

    assert shown(edited, draw=name == "beside")
    assert chart.to_dict() == before


@pytest.mark.parametrize("edit", VIEW_EDITS.values(), ids=VIEW_EDITS)
@pytest.mark.parametrize("name", ["bar", "layers"])
def test_a_single_view_takes_what_altair_does_with_one(name, edit):
    assert shown(edit(chart_of(name)))


@pytest.mark.parametrize("mark", MARKS)
def test_a_chart_takes_another_mark(mark):
    edited = getattr(chart_of("bar"), f"mark_{mark}")(color="#c00")

    assert shown(edited)["mark"]["type"] == mark


@pytest.mark.parametrize("mark", ["mark_bar", "mark_area"])
def test_a_line_that_becomes_bars_stands_on_zero_and_stays_as_it_was_itself(mark):
    line = chart_of("line")
    changed = getattr(line, mark)(color="teal").to_dict()
    chosen = getattr(line, mark)().encode(y=alt.Y("v:Q", scale=alt.Scale(**FLOOR))).to_dict()

    assert changed["encoding"]["y"]["scale"] == {"zero": False, "nice": 5}
    assert line.to_dict()["encoding"]["y"]["scale"] == chosen["encoding"]["y"]["scale"] == FLOOR


@pytest.mark.parametrize("name", PARTS)
def test_the_parts_of_a_chart_are_charts_too(name):
    chart = chart_of(name)

    edited = PARTS[name](chart).mark_line().properties(data=chart_of("bar").data).encode(x="n:N", y="v:Q")

    assert shown(edited)["mark"]["type"] == "line"


@pytest.mark.parametrize("join", JOINS.values(), ids=JOINS)
@pytest.mark.parametrize("first", [True, False], ids=["first", "second"])
def test_joined_with_a_chart_of_altairs_it_is_one_of_ours(join, first):
    chart = chart_of("bar")
    mean = alt.Chart(chart.data).mark_rule().encode(y="mean(v):Q")

    assert shown(join(chart, mean) if first else join(mean, chart))


@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
def test_what_altair_makes_of_our_charts_can_be_shown_as_ours(make):
    made = make(chart_of("bar"), chart_of("bar").mark_line())

    assert shown(offline_if_of_ours(made))


def test_what_altair_makes_of_it_deep_inside_is_told_from_what_is_altairs_alone():
    own = alt.Chart(chart_of("bar").data).mark_point().encode(x="n:N")

    assert offline_if_of_ours(alt.hconcat(alt.vconcat(own, alt.layer(own, own)), own)) is None
    assert shown(offline_if_of_ours(alt.hconcat(alt.vconcat(own, alt.layer(own, chart_of("bar"))), own)))


@pytest.mark.parametrize("other", [1, None, "chart"])
@pytest.mark.parametrize("join", JOINS.values(), ids=JOINS)
def test_what_is_no_chart_is_refused_as_altair_refuses_it(join, other):
    for pair in ((chart_of("bar"), other), (other, chart_of("bar"))):
        with pytest.raises((TypeError, ValueError)):
            join(*pair)


def test_looks_that_the_user_chose_come_before_ours_and_ours_before_none():
    spec = shown(chart_of("bar").configure_axis(grid=False).configure_mark(color="red"))
    white = chart_of("bar").properties(background="white", padding=20).to_dict()

    assert spec["config"]["axis"]["grid"] is False
    assert spec["config"]["axis"]["labelPadding"] == LOOKS["config"]["axis"]["labelPadding"]
    assert spec["config"]["mark"]["color"] == "red"
    assert (white["background"], white["padding"]) == ("white", 20)


def test_looks_of_a_part_are_never_lost_without_a_word():
    configured = chart_of("bar").configure_axis(grid=False)

    with pytest.raises((TypeError, ValueError), match="config"):
        configured | chart_of("bar")


def test_a_theme_that_the_user_enabled_comes_before_our_looks():
    registry = alt.theme if hasattr(alt, "theme") else alt.themes  # of altair before 5.5
    with registry.enable("opaque"):
        spec = chart_of("bar").to_dict()

    assert spec["config"]["background"] == "white"
    assert "background" not in spec


def test_only_the_columns_that_the_chart_reads_are_written():
    def written(chart):
        return set(next(iter(shown(chart)["datasets"].values()))[0])

    assert written(chart_of("bar")) == {"n", "v"}
    assert written(chart_of("bar").transform_calculate(w="datum['units'] + 1")) == {"n", "v", "units"}
    assert written(chart_of("bar").encode(size="unread")) == {"n", "v", "unread"}
    whole = alt.TooltipContent("data")
    assert written(chart_of("bar").mark_bar(tooltip=whole)) == {"n", "v", "units", "unread"}


def test_its_axes_count_into_its_width_as_long_as_it_is_one_chart_with_a_width():
    chart = chart_of("bar")

    assert chart.to_dict()["autosize"] == {"type": "fit-x", "contains": "padding"}
    assert (chart + chart).to_dict()["autosize"] == {"type": "fit-x", "contains": "padding"}
    assert "autosize" not in (chart | chart).to_dict()
    assert "autosize" not in chart.facet("n:N").to_dict()
    assert "autosize" not in chart.properties(width=alt.Step(20)).to_dict()


def test_its_text_is_its_title():
    titles = ["Mine", alt.TitleParams("Mine"), alt.TitleParams(["Mine", "alone"])]

    texts = [chart_of("bar").properties(title=title)._repr_mimebundle_()["text/plain"] for title in titles]

    assert chart_of("bar")._repr_mimebundle_()["text/plain"] == "chart"
    assert texts == ["chart: Mine", "chart: Mine", "chart: Mine alone"]
    assert repr(chart_of("bar")) == "alt.Chart(...)"


@pytest.mark.parametrize("name", ["bar", "beside"])
def test_it_is_saved_as_altair_saves_charts(name, tmp_path):
    pytest.importorskip("vl_convert", reason="the extra `png` brings it")
    chart = chart_of(name)

    for kind in ("json", "html", "svg", "png"):
        chart.save(tmp_path / f"chart.{kind}")

    assert json.loads((tmp_path / "chart.json").read_text()) == chart.to_dict()
    assert json.loads(chart.to_json()) == chart.to_dict()
    assert '"vega-lite"' in (tmp_path / "chart.html").read_text()
    assert 'class="mark-' in (tmp_path / "chart.svg").read_text()
    assert (tmp_path / "chart.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.long
def test_saved_with_its_scripts_inside_the_page_asks_no_other_machine(tmp_path):
    pytest.importorskip("vl_convert", reason="the extra `png` brings it")

    chart_of("bar").save(tmp_path / "chart.html", inline=True)

    assert "<script src" not in (tmp_path / "chart.html").read_text()


def test_more_rows_than_a_notebook_should_hold_are_refused_with_what_to_do(tmp_path):
    columns = (Column("n", "Int64"), Column("v", "Double"))
    rows = tuple((at, at / 7) for at in range(5_001))
    chart = result_frame(SqlResult("T", "", "", columns, rows, 5_001, vega_spec=json.dumps(BAR))).svc.chart()

    with pytest.raises(ChartRefused, match=r"more than 5,000 rows.*disable_max_rows"):
        chart._repr_mimebundle_()

    with alt.data_transformers.disable_max_rows():
        assert len(next(iter(chart._repr_mimebundle_()[MIME_TYPE]["datasets"].values()))) == 5_001

    chart.save(tmp_path / "chart.json")
    assert len(next(iter(json.loads((tmp_path / "chart.json").read_text())["datasets"].values()))) == 5_001
    assert shown(chart.properties(data=chart.data.head(5_000)), draw=False)
