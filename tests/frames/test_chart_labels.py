"""Names along a chart's foot."""

import pytest

from svcchat_magic.frames.chart_labels import foot_labels

X = {"field": "kind", "type": "nominal"}


@pytest.mark.parametrize(
    ("names", "x", "angle"),
    [
        (["web", "shop"], X, 0),
        (
            ["a very long name of a product", "another one that is as long", "and one more of that kind"],
            X,
            -35,
        ),
        ([f"number {at}" for at in range(40)], X, -35),
        ([f"number {at}" for at in range(40)], {"field": "kind", "type": "quantitative"}, 0),
        ([f"2024-{at}" for at in range(40)], {**X, "type": "ordinal", "timeUnit": "month"}, 0),
    ],
    ids=["few", "long", "many", "numbers", "times"],
)
def test_names_are_level_where_they_fit_and_slanted_elsewhere(names, x, angle):
    labels = foot_labels({"mark": "bar", "encoding": {"x": x}}, [{"kind": name} for name in names], 538)

    assert labels["axisXDiscrete"]["labelAngle"] == angle
    assert labels["axisXDiscrete"]["labelOverlap"] == (not (angle and len(names) < 38))
