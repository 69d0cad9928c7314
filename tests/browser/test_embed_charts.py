"""The page rebuilds a chart by the list that the notebook uses: both give the same, or both refuse."""

import json
import random
from itertools import product

import pytest

from svcchat_magic.charts.layout.sizes import PAGE
from svcchat_magic.charts.result_charts import MIME_TYPE, chart_bundle
from svcchat_magic.errors import ChartRefused
from svcchat_magic.protocol.messages import ToolCall
from svcchat_magic.protocol.results import read_tool_result
from tests.browser.chart_mutations import mutated_specs
from tests.raw_api import ask

pytestmark = pytest.mark.browser

QUESTIONS = (
    "Revenue by month in 2024, and which channel grew the most?",
    "Top 5 products by revenue in 2024",
    "Revenue by channel and month in 2023",
    "share of revenue by region",
    "orders and revenue by product",
    "Revenue by region and channel",
)
COLUMNS = ("kind", "day", "amount", "share", "sales.total", "image", "id")
ROWS = [
    ["Web", "2024-01-01", 12, 0.5, "1.5", "http://127.0.0.1:9/x.png", 1],
    ["<b>Store</b>", "2024-02-01T00:00:00", -3.25, None, "2", "b", 2],
    ["\u202eevil\u200b", "2024-03-01 10:30:00+02:00", 1e9, 0.25, None, None, 3],
]
TYPES = ("String", "Timestamp", "Double", "Double", "Double", "String", "Int64")
ZONES = ("", "Z", "+02", "+0200", "+02:00", "-05:30")
# A module of the page gives what the notebook's code would put into a cell, or the sentence of a refusal.
CHART_OF = """async ([version, calls, room]) => {
    const { chartOf } = await import(`./assets/${version}/result_chart.js`);
    const { toolOutcome } = await import(`./assets/${version}/results.js`);
    return calls.map((call) => {
        try { return { chart: chartOf(toolOutcome(call), room) }; } catch (cause) {
            return { refused: cause.constructor.name };
        }
    });
}"""


def call_with(spec) -> dict:
    """A tool call whose result has this chart, as it stands on the wire."""
    schema = [{"name": name, "column_type": kind} for name, kind in zip(COLUMNS, TYPES, strict=True)]
    result = {"queryTitle": "t", "sqlQuery": "s", "schema": schema, "data": ROWS, "totalRows": 3}
    text = spec if isinstance(spec, str) else json.dumps(spec)
    return {"name": "svcSqlApi", "input": "{}", "result": json.dumps({**result, "vegaSpec": text})}


def by_the_notebook(call) -> dict:
    try:
        outcome = read_tool_result(ToolCall(**call))
        return {"chart": json.loads(json.dumps(chart_bundle(outcome).data[MIME_TYPE]))}
    except ChartRefused:
        return {"refused": "ChartRefused"}


def by_the_page(chat, service, calls) -> list[dict]:
    chat.open(service)
    version = chat.page.locator("script[type=module]").get_attribute("src").split("/")[1]
    return chat.page.evaluate(CHART_OF, [version, calls, PAGE])


def test_the_charts_of_the_service_are_the_same_on_the_page(chat, service):
    calls = [
        message["toolCall"]
        for question in QUESTIONS
        for message in ask(service, question)
        if "vegaSpec" in message.get("toolCall", {}).get("result", "")
    ]

    theirs = by_the_page(chat, service, calls)

    assert len(calls) >= len(QUESTIONS)
    assert theirs == [by_the_notebook(call) for call in calls]
    assert all("chart" in each for each in theirs)


@pytest.mark.case("V01")
@pytest.mark.case("V02")
@pytest.mark.case("V03")
@pytest.mark.case("V04")
@pytest.mark.case("V05")
@pytest.mark.case("V06")
@pytest.mark.case("V08")
@pytest.mark.case("V09")
@pytest.mark.case("V13")
def test_mutated_specifications_are_rebuilt_or_refused_alike(chat, service):
    calls = [call_with(spec) for spec in mutated_specs(random.Random(5), 3_000)]

    theirs, ours = by_the_page(chat, service, calls), [by_the_notebook(call) for call in calls]

    differing = [at for at, pair in enumerate(zip(theirs, ours, strict=True)) if pair[0] != pair[1]]
    drawn = sum("chart" in each for each in ours)
    print(f"specifications: {len(calls)}, rebuilt: {drawn}, told apart: {len(differing)}")
    assert [calls[at] for at in differing[:1]] == []
    assert len(calls) // 10 < drawn < len(calls)


def test_times_with_and_without_zones_are_drawn_alike(chat, service):
    columns = (("at", "Timestamp"), ("n", "Double"))
    schema = [{"name": name, "column_type": kind} for name, kind in columns]
    spec = {"mark": "line", "encoding": {"x": {"field": "at", "type": "temporal"}, "y": {"field": "n"}}}
    calls = []
    for zones in (*product(ZONES, repeat=2), ("+02", None)):
        rows = [
            [None if zone is None else f"2024-01-3{at} 23:30:00.{at}00{zone}", at]
            for at, zone in enumerate(zones)
        ]
        result = {"queryTitle": "t", "sqlQuery": "s", "schema": schema, "data": rows, "totalRows": 2}
        calls.append(
            {
                "name": "svcSqlApi",
                "input": "{}",
                "result": json.dumps({**result, "vegaSpec": json.dumps(spec)}),
            }
        )

    theirs = by_the_page(chat, service, calls)

    assert theirs == [by_the_notebook(call) for call in calls]
    assert sum("chart" in each for each in theirs) == len(calls) - 1  # a line needs two points


@pytest.mark.case("V14")
@pytest.mark.case("V15")
@pytest.mark.parametrize(
    "spec",
    [
        "",
        "not json",
        "[]",
        "5",
        '"x"',
        "null",
        "{}",
        '{"mark": "bar", "encoding": {"x": {"field": "unknown"}}}',
        "[" * 100_000,
        '{"mark": "bar", "description": "' + "x" * 100_001 + '"}',
        '{"a": ' * 20 + "1" + "}" * 20,
    ],
)
def test_what_is_no_chart_is_refused_by_both(chat, service, spec):
    call = call_with(spec)

    assert by_the_page(chat, service, [call]) == [by_the_notebook(call)] == [{"refused": "ChartRefused"}]
