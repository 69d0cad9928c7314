"""Charts that the user edited, as a cell shows them."""

import pytest

MIME_TYPE = "application/vnd.vegalite.v5+json"
QUESTION = "%%ask\nRevenue by month last year"


@pytest.fixture
def answered(served_notebook):
    served_notebook.run("%config AskMagics.chart_png = False")
    assert served_notebook.run(QUESTION).error is None
    served_notebook.run("import altair as alt; chart = _df.svc.chart()")
    return served_notebook


@pytest.mark.parametrize("source", ["chart.mark_area()", "chart + chart", "chart | chart", "chart & chart"])
def test_an_edited_chart_is_drawn_by_the_front_end_itself(answered, source):
    (bundle,) = answered.run(f"display({source})").bundles

    assert set(bundle) == {MIME_TYPE, "text/plain"}


@pytest.mark.parametrize(
    "source", ["alt.layer(chart, chart)", "alt.hconcat(chart, alt.vconcat(chart, chart))"]
)
def test_so_is_what_altair_makes_of_one(answered, source):
    (bundle,) = answered.run(f"display({source})").bundles

    assert set(bundle) == {MIME_TYPE, "text/plain"}


def test_an_edited_chart_keeps_the_width_that_its_user_gave_it(answered):
    (bundle,) = answered.run("display(chart.properties(width=700))").bundles

    assert bundle[MIME_TYPE]["width"] == 700
    assert "params" not in bundle[MIME_TYPE]


def test_a_chart_that_is_altairs_alone_is_shown_as_altair_shows_it(answered):
    shown = "with alt.renderers.enable('default'): display(alt.layer(alt.Chart().mark_point()))"
    cell = answered.run(shown)
    answered.run("%unload_ext svcchat_magic")
    unloaded = answered.run(shown)

    (bundle,), (without,) = cell.bundles, unloaded.bundles
    assert bundle.keys() == without.keys()
    assert MIME_TYPE not in bundle


def test_a_chart_of_too_many_rows_says_so_in_a_sentence(answered):
    answered.run("import pandas as pd; chart.data = pd.concat([chart.data] * 500)")

    cell = answered.run("display(chart)")

    assert "more than 5,000 rows" in cell.text
    assert "Traceback" not in cell.text
