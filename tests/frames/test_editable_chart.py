"""A result's chart as an altair object: to change, and to look at without any other machine."""

import operator

import altair
import pytest

from svcchat_magic.frames.result_frames import result_frame
from svcchat_magic.protocol.results import Column, SqlResult

MIME_TYPE = "application/vnd.vegalite.v5+json"
SPEC = '{"mark": "bar", "encoding": {"x": {"field": "n"}, "y": {"field": "v", "type": "quantitative"}}}'
LAYERS = (
    '{"encoding": {"x": {"field": "n"}, "y": {"field": "v", "type": "quantitative"}},'
    ' "layer": [{"mark": "bar"}, {"mark": "text"}]}'
)


@pytest.fixture(params=[SPEC, LAYERS], ids=["one mark", "layers"])
def chart(request):
    columns = (Column("n", "String"), Column("v", "Double"))
    result = SqlResult("Things", "", "", columns, (("a", 1.0), ("b", 2.0)), 2, vega_spec=request.param)
    return result_frame(result).svc.chart()


def test_it_is_an_altair_chart(chart):
    assert isinstance(chart, altair.Chart | altair.LayerChart)


def test_it_and_its_edited_copies_are_shown_with_what_jupyterlab_has(chart):
    for shown in (chart, chart.properties(title="Mine")):
        bundle = shown._repr_mimebundle_()

        assert set(bundle) == {MIME_TYPE, "text/plain"}
        assert bundle[MIME_TYPE]["$schema"].endswith("/v5.json")
        assert len(next(iter(bundle[MIME_TYPE]["datasets"].values()))) == 2

    assert bundle[MIME_TYPE]["title"] == "Mine"


@pytest.mark.parametrize("join", [operator.add, operator.or_, operator.and_], ids=["+", "|", "&"])
def test_joined_with_another_chart_it_is_still_shown_offline_and_looks_the_same(chart, join):
    mean = altair.Chart(chart.data).mark_rule().encode(y="mean(v):Q")
    # A chart of altair's own asks ours first only where ours is one of its kind.
    pairs = [(chart, mean), (mean, chart)] if isinstance(chart, altair.Chart) else [(chart, mean)]

    for one, other in pairs:
        bundle = join(one, other)._repr_mimebundle_()

        assert bundle[MIME_TYPE]["background"] == chart.to_dict()["background"]
        assert bundle[MIME_TYPE]["$schema"].endswith("/v5.json")


def test_its_text_is_its_title(chart):
    assert chart._repr_mimebundle_()["text/plain"] == "chart"
    assert chart.properties(title="Mine")._repr_mimebundle_()["text/plain"] == "chart: Mine"
