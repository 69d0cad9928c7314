"""Groups without a value are drawn, and the chart says in words that they have none."""

import pytest

from svcchat_magic.charts.layout.missing_names import NO_VALUE
from tests.charts.test_result_charts import chart

COLUMNS = (("island", "String"), ("sex", "String"), ("n", "Int64"))
ROWS = (("Biscoe", "male", 3), ("Biscoe", None, 2), (None, "female", 1))
COUNT = {"field": "n", "type": "quantitative"}


def grouped(**more):
    colours = {"domain": ["male", "female"], "range": ["#111111", "#222222"]}
    by_sex = {"field": "sex", "type": "nominal"}
    return {
        "mark": "bar",
        "encoding": {
            "x": {"field": "island", "type": "nominal", "sort": ["Biscoe"]},
            "xOffset": {**by_sex, "sort": ["male", "female"]},
            "color": {**by_sex, "scale": colours},
            "y": COUNT,
            **more,
        },
    }


def test_a_group_without_a_value_has_its_place_its_colour_and_words():
    drawn = chart(grouped(), ROWS, COLUMNS)

    encoding = drawn["encoding"]
    assert drawn["data"]["values"] == [
        {"island": "Biscoe", "sex": "male", "n": 3},
        {"island": "Biscoe", "sex": NO_VALUE, "n": 2},
        {"island": NO_VALUE, "sex": "female", "n": 1},
    ]
    assert encoding["color"]["scale"]["domain"] == ["male", "female", NO_VALUE]
    assert len(set(encoding["color"]["scale"]["range"])) == 3
    assert encoding["xOffset"]["sort"] == ["male", "female", NO_VALUE]


def test_a_chart_whose_groups_all_have_values_stays_as_it_is():
    drawn = chart(grouped(), ROWS[:1], COLUMNS)

    assert drawn["encoding"]["color"]["scale"]["domain"] == ["male", "female"]
    assert NO_VALUE not in str(drawn)


@pytest.mark.parametrize(
    "more",
    [
        {"y": {"field": "sex", "aggregate": "count", "type": "quantitative"}, "color": {"value": "red"}},
        {"color": {"field": "n", "type": "ordinal"}, "xOffset": {"field": "n", "type": "ordinal"}},
    ],
    ids=["counted", "a number"],
)
def test_what_is_counted_and_numbers_that_are_missing_stay_missing(more):
    rows = (("Biscoe", None, 1), ("Dream", "male", None))
    kept = {**grouped(**more)["encoding"], "xOffset": {"field": "n", "type": "ordinal"}}

    drawn = chart({"mark": "bar", "encoding": kept}, rows, COLUMNS)

    assert NO_VALUE not in str(drawn["data"])


def test_a_chart_that_asks_whether_a_value_is_missing_is_left_alone():
    asks = {**grouped(), "transform": [{"filter": {"field": "sex", "valid": True}}]}

    drawn = chart(asks, ROWS, COLUMNS)

    assert [row["sex"] for row in drawn["data"]["values"]] == ["male", "female"]
