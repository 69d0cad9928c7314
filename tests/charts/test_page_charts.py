"""A chart on the chat page is the notebook's, laid out for the page's width, below the result's title."""

import json
import random

import pytest

from svcchat_magic.charts.layout.sizes import PAGE
from svcchat_magic.charts.page_charts import page_chart
from svcchat_magic.charts.result_charts import MIME_TYPE, chart_bundle
from svcchat_magic.charts.rules.safe_chart import LEAST_SIDE, MOST_SIDE
from svcchat_magic.errors import ChartRefused
from svcchat_magic.protocol.data_requests import LEAST_WIDTH, MOST_WIDTH
from svcchat_magic.protocol.results import Column, SqlResult, cast_rows
from tests.campaigns.specs import faults
from tests.campaigns.specs import result as of_the_campaign
from tests.charts.chart_mutations import COLUMNS as MUTATED_COLUMNS
from tests.charts.chart_mutations import ROWS, TYPES, mutated_specs
from tests.charts.safe_spec import forbidden, without_ours

NAMES = ("Marketplace", "North America", "Asia Pacific", "Latin America", "Europe")
COLUMNS = (Column("kind", "String"), Column("amount", "Double"))
X = {"field": "kind", "type": "nominal"}
BARS = {"mark": "bar", "encoding": {"x": X, "y": {"field": "amount", "type": "quantitative"}}}


def result(spec, title="Amounts"):
    rows = tuple((name, at * 1.5) for at, name in enumerate(NAMES))
    return SqlResult(title, "", "", COLUMNS, rows, len(rows), vega_spec=json.dumps(spec))


def test_only_title_and_margin_differ_from_the_notebooks_chart():
    found = result({**BARS, "title": "Other words"})
    notebook = chart_bundle(found).data[MIME_TYPE]

    page = page_chart(found, PAGE)

    assert page == {**notebook, "padding": {**notebook["padding"], "right": 10}}
    json.dumps(page, allow_nan=False)


@pytest.mark.parametrize(("width", "angle"), [(320, -35), (760, None), (1_180, None)])
def test_names_are_slanted_where_they_do_not_fit_side_by_side(width, angle):
    chart = page_chart(result(BARS), width)

    assert chart["width"] == width
    assert chart["encoding"]["x"].get("axis", {}).get("labelAngle") == angle


def test_a_single_chart_has_the_width_of_the_page_whatever_it_asks_for():
    assert [page_chart(result({**BARS, "width": given}), 500)["width"] for given in (100, 1_600)] == [500] * 2


@pytest.mark.case("V11")
def test_no_page_is_wider_than_a_chart_may_be():
    assert LEAST_SIDE < LEAST_WIDTH < MOST_WIDTH == MOST_SIDE


def test_charts_side_by_side_share_the_width_and_keep_their_margin():
    chart = page_chart(result({"hconcat": [BARS, BARS]}), 400)

    assert sum(each["width"] for each in chart["hconcat"]) < 400
    assert "width" not in chart
    assert chart["padding"]["right"] == 4


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Amounts", None),
        ({"text": "Amounts", "color": "red"}, None),
        (
            {"text": "Amounts", "subtitle": "2024", "color": "red"},
            {"text": "2024", "color": "red", "fontSize": 12, "fontWeight": "normal"},
        ),
        ("Else", "Else"),
        ({"text": "Else", "subtitle": "2024"}, {"text": "Else", "subtitle": "2024"}),
        (None, None),
    ],
    ids=str,
)
def test_the_title_that_is_above_the_chart_is_not_said_again(given, shown):
    assert page_chart(result({**BARS, "title": given}), 400).get("title") == shown


def test_a_title_is_known_again_with_its_hidden_characters_shown():
    title = "A\u202emounts </b>"

    assert "title" not in page_chart(result({**BARS, "title": title}, title), 400)


@pytest.mark.case("V01")
@pytest.mark.case("V02")
@pytest.mark.case("V03")
@pytest.mark.case("V04")
@pytest.mark.case("V05")
@pytest.mark.case("V06")
@pytest.mark.case("V08")
@pytest.mark.case("V09")
@pytest.mark.case("V13")
def test_no_mutated_specification_brings_anything_forbidden_to_the_page():
    dice = random.Random(5)
    given = [json.dumps(spec) for spec in mutated_specs(dice, 3_000)]
    columns = tuple(map(Column, MUTATED_COLUMNS, TYPES))
    rows = cast_rows(ROWS, columns)
    drawn = []
    for text in given:
        try:
            drawn.append(
                page_chart(
                    SqlResult("t", "", "", columns, rows, 3, vega_spec=text),
                    dice.randint(LEAST_WIDTH, MOST_WIDTH),
                )
            )
        except ChartRefused:
            continue

    assert len(given) // 10 < len(drawn) < len(given)
    harmful = [forbidden(json.loads(text)) for text in given]
    assert sum(map(bool, harmful)) > len(given) // 3  # the control
    assert [found for chart in drawn if (found := _keys_alone(chart))] == []


def _keys_alone(chart):
    """Forbidden keys; the addresses that texts may hold are text and nothing else."""
    return {each for each in forbidden(without_ours(chart)) if each.isalpha()}


def test_the_campaign_finds_no_fault_in_an_ordinary_chart_of_the_page():
    spec = {"mark": "bar", "encoding": {"x": {"field": "channel"}, "y": {"field": "revenue"}}}

    assert faults(page_chart(of_the_campaign(json.dumps(spec)), 300)) == []
