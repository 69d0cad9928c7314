"""The page asks the service for its charts: rebuilt, laid out, in time, and of its own results alone."""

import json
import os
import signal
from concurrent.futures import ThreadPoolExecutor

import jsonschema
import pytest

from svcchat_magic.analyst.events import AnswerText, SqlFinished, SqlStarted
from svcchat_magic.charts.page_charts import page_chart
from svcchat_magic.protocol.messages import ToolCall
from svcchat_magic.protocol.results import read_tool_result
from svcchat_magic.semantic.query.query import Column, Rows
from svcchat_magic.service.access.limits import Limits
from svcchat_magic.service.runs.chart_work import ChartJob, laid_out
from svcchat_magic.service.runs.work_frames import WorkEnded
from svcchat_magic.settings import ApiKey
from tests.raw_api import EXTERNAL, ask, call, chat_id_of
from tests.service.conftest import ScriptedAnalyst
from tests.service.http.test_sessions import as_page, make
from tests.waiting import PATIENCE, until

CHART = "/api/v1/embed/result-chart"
EVIL = "http://127.0.0.1:9/stolen"
COLUMNS = (Column("kind", "String"), Column("amount", "Double"))
ROWS = Rows(COLUMNS, (("</script><b>", 1.5), ("b", float("nan")), ("c", None)), 3)
FIELDS = {"x": {"field": "kind", "type": "nominal"}, "y": {"field": "amount", "type": "quantitative"}}
BARS = {"mark": "bar", "encoding": FIELDS}
TOO_MUCH = {"refused": "The chart is too complex to lay out."}


def events(*specs, rows=ROWS):
    """An answer with a result for each specification; their uuids are r0, r1, ..."""
    for at, spec in enumerate(specs):
        yield SqlStarted(at, "SELECT 1", "Kinds", "", "")
        yield SqlFinished(at, rows, f"r{at}", spec if isinstance(spec, str) else json.dumps(spec))

    yield AnswerText("So much.")


class Charts:
    """A chat with results, and a page that may see it."""

    def __init__(self, service):
        self.service = service
        self.page = as_page(service)
        self.turn = ask(service, "why?")
        self.chat_id = chat_id_of(self.turn)

    def post(self, uuid="r0", width=400, given=None, **more):
        body = {"chatId": self.chat_id, "uuid": uuid, "width": width, **more}
        status, _, reply = call(self.service, CHART, body, given=self.page if given is None else given)
        return status, json.loads(reply)

    def of(self, uuid="r0", width=400):
        status, reply = self.post(uuid, width)
        assert status == 200, reply
        return reply

    @property
    def processes(self):
        return list(self.service._charts._processes._all)


@pytest.fixture
def charts(start):
    def started(*specs, rows=ROWS, **limits):
        analyst = ScriptedAnalyst(tuple(events(*specs, rows=rows)), waits=False)
        patient = {"chart_seconds": PATIENCE, **limits}  # a loaded machine starts a process in seconds
        return Charts(start(analyst, limits=Limits(**patient)))

    return started


def call_with_result(messages):
    """The tool call of a turn's first result, as it is on the wire."""
    (given, *_) = [each["toolCall"] for each in messages if (each.get("toolCall") or {}).get("result")]
    return ToolCall(given["name"], given["input"], given["result"])


@pytest.mark.parametrize("width", [100, 320, 760, 1_600])
def test_the_chart_is_the_one_that_the_rules_make_for_this_width(charts, width):
    found = charts(BARS)
    result = read_tool_result(call_with_result(found.turn))

    assert found.of(width=width) == {"chart": json.loads(json.dumps(page_chart(result, width)))}


@pytest.mark.case("V01")
@pytest.mark.case("V02")
@pytest.mark.case("V03")
@pytest.mark.case("V04")
@pytest.mark.case("V05")
@pytest.mark.case("V06")
@pytest.mark.case("V07")
@pytest.mark.case("V08")
def test_what_a_page_is_given_names_no_address_and_no_expression(charts):
    specs = [
        {**BARS, "data": {"url": EVIL}},
        {**BARS, "transform": [{"lookup": "kind", "from": {"data": {"url": EVIL}, "key": "kind"}}]},
        {**BARS, "config": {"image": {"url": EVIL}, "mark": {"href": EVIL}}},
        {**BARS, "mark": {"type": "bar", "href": EVIL}, "encoding": {**FIELDS, "href": {"value": EVIL}}},
        {**BARS, "usermeta": {"embedOptions": {"ast": False, "loader": {"baseURL": EVIL}}}},
        {**BARS, "$schema": "https://vega.github.io/schema/vega/v5.json", "signals": [{"name": EVIL}]},
        {**BARS, "params": [{"name": "p", "expr": "alert(1)"}], "transform": [{"calculate": "alert(1)"}]},
        {"mark": {"type": "image", "url": EVIL}, "encoding": FIELDS},
    ]
    found = charts(*specs)

    *drawn, image = [found.of(f"r{at}") for at in range(len(specs))]

    told = json.dumps(drawn)
    assert [word for word in ("stolen", "alert", "lookup", "url", "</script") if word in told] == []
    assert all(each["chart"]["mark"] == "bar" for each in drawn)
    assert image["refused"].startswith("The chart is drawn in a way that is not allowed here")


@pytest.mark.case("V10")
@pytest.mark.case("V11")
@pytest.mark.case("V14")
@pytest.mark.case("V15")
def test_what_is_no_chart_is_refused_with_a_sentence(charts):
    specs = [
        "not json",
        "[]",
        "[" * 100_000,
        '{"a": ' * 20 + "1" + "}" * 20,
        json.dumps({**BARS, "description": "x" * 100_001}),
        {"layer": [BARS] * 100},
        {"mark": "bar", "encoding": {"x": {"field": "unknown"}}},
    ]
    found = charts(*specs)

    replies = [found.of(f"r{at}") for at in range(len(specs))]

    assert [each.keys() for each in replies] == [{"refused"}] * len(specs)
    assert all(each["refused"].startswith("The chart") and each != TOO_MUCH for each in replies)


def test_a_result_without_rows_has_no_chart(charts):
    found = charts(BARS, rows=Rows(COLUMNS, (), 0))

    assert found.of() == {"refused": "The result has no rows to draw."}


def test_no_more_rows_are_drawn_than_the_answer_holds(charts):
    found = charts(BARS, rows=Rows(COLUMNS, tuple((f"k{at}", at * 1.0) for at in range(2_000)), 2_000))

    assert len(found.of()["chart"]["data"]["values"]) == 100


@pytest.mark.case("Z04")
def test_a_page_is_given_the_charts_of_its_own_results_alone(charts):
    found = charts(BARS)
    other = as_page(found.service, make(found.service, {"externalId": "ben"}))
    other_rights = as_page(found.service, make(found.service, {**EXTERNAL, "groups": ["sales"]}))

    refused = [
        found.post(given=other)[0],
        found.post(given=other_rights)[0],
        found.post(chatId="no-such")[0],
        found.post(uuid="r1")[0],
        found.post(uuid="r")[0],
        call(found.service, CHART, {"chatId": found.chat_id, "uuid": "r0", "width": 400})[0],  # with the key
        found.post(given={"Content-Type": "application/json"})[0],
    ]

    assert refused == [404, 404, 404, 404, 404, 403, 401]
    assert found.post()[0] == 200  # the control


@pytest.mark.parametrize("width", [0, 99, 1_601, -1, 1e300, "400", None, True, 400.5])
def test_a_width_that_no_page_has_is_refused(charts, width):
    assert charts(BARS).post(width=width)[0] == 400


@pytest.mark.case("V17")
@pytest.mark.case("Z06")
def test_a_chart_that_takes_too_long_is_refused_and_its_process_ends(charts, monkeypatch):
    found = charts(BARS)
    assert "chart" in found.of()
    (process,) = found.processes
    os.kill(process.pid, signal.SIGSTOP)  # it never comes to an end

    with ThreadPoolExecutor(1) as pool, monkeypatch.context() as impatient:
        impatient.setattr(found.service._charts, "_seconds", 0.5)  # a new process may take longer to start
        waiting = pool.submit(found.of)
        health = call(found.service, "/health", None, method="GET")[0]
        late = waiting.result()

    assert (health, late) == (200, TOO_MUCH)
    until(lambda: not process.is_alive)
    assert "chart" in found.of()  # in a new process


def test_a_killed_process_costs_one_chart(charts):
    found = charts(BARS)
    found.of()
    (process,) = found.processes
    os.kill(process.pid, signal.SIGSTOP)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(found.of)
        until(lambda: process.inbox._getters)  # it has the chart, and the service waits for its word
        os.kill(process.pid, signal.SIGKILL)

        assert waiting.result() == TOO_MUCH

    assert "chart" in found.of()


@pytest.mark.case("Z07")
def test_one_users_charts_leave_a_process_to_another(charts):
    found = charts(BARS, waiting_queries_per_user=2, chart_seconds=60)
    found.of()
    (process,) = found.processes
    os.kill(process.pid, signal.SIGSTOP)
    slots = found.service._charts._slots
    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(found.post)
        until(lambda: slots.held == 1)
        waiting = [pool.submit(found.post) for _ in "12"]
        until(lambda: sum(map(len, slots._waiting.values())) == 2)

        busy = found.post()[0]
        ben = {"externalId": "ben"}
        chat = chat_id_of(ask(found.service, "why?", ben))
        other = found.post(given=as_page(found.service, make(found.service, ben)), chatId=chat)
        os.kill(process.pid, signal.SIGCONT)

    assert (busy, other[0], "chart" in other[1]) == (429, 200, True)
    assert [each.result()[0] for each in (first, *waiting)] == [200, 200, 200]


@pytest.mark.case("K10")
def test_the_process_has_no_key_and_ends_with_the_service(charts, monkeypatch):
    monkeypatch.setenv("SVCCHAT_API_KEY", key := ApiKey("canary-key-0123456789").reveal())
    found = charts(BARS)
    found.of()
    (process,) = found.processes
    with open(f"/proc/{process.pid}/environ") as environ, open(f"/proc/{process.pid}/cmdline") as line:
        given = environ.read() + line.read()

    found.service.stop()

    assert key not in given
    assert "SVCCHAT" not in given
    until(lambda: not process.is_alive)


def test_a_failure_that_nobody_expected_tells_its_kind_and_place_alone():
    found = laid_out(ChartJob(None, 400))

    assert isinstance(found, WorkEnded)
    assert found.failure.startswith("AttributeError at drawn:")


def test_both_replies_are_as_described(charts):
    found = charts(BARS, "not json")
    schemas = json.loads(call(found.service, "/openapi.json", None, method="GET")[2])["components"]
    described = jsonschema.Draft202012Validator(
        {"$ref": "#/components/schemas/ResultChart", "components": schemas}
    )

    replies = [found.of("r0"), found.of("r1")]

    assert [each.keys() for each in replies] == [{"chart"}, {"refused"}]
    assert [list(described.iter_errors(each)) for each in replies] == [[], []]
    assert list(described.iter_errors({"chart": "none"})) != []


CHANNELS = "SELECT channel, MEASURE(revenue) AS revenue FROM sales GROUP BY 1 ORDER BY 1"
OF_CHANNELS = {
    "mark": "bar",
    "encoding": {
        "x": {"field": "channel", "type": "nominal"},
        "y": {"field": "revenue", "type": "quantitative"},
    },
}


def partial(sql):
    """An answer whose result was sent with its first row only."""
    columns = (Column("channel", "String"), Column("revenue", "Double"))
    yield SqlStarted(0, sql, "Channels", "", "")
    yield SqlFinished(0, Rows(columns, (("Phone", 1.0),), 4), "r0", json.dumps(OF_CHANNELS))
    yield AnswerText("So much.")


def drawn(start, sql):
    found = Charts(start(ScriptedAnalyst(tuple(partial(sql)), waits=False))).of()
    return [row["channel"] for row in found["chart"]["data"]["values"]]


def test_a_chart_has_the_rows_that_the_stream_left_out(start):
    found = drawn(start, CHANNELS)

    assert len(found) == len(set(found)) > 1


@pytest.mark.parametrize(
    "sql", ["SELECT nothing FROM sales", "SELECT channel, region FROM sales GROUP BY 1, 2"]
)
def test_a_chart_whose_query_does_not_give_its_columns_again_has_the_rows_that_were_sent(start, sql):
    assert drawn(start, sql) == ["Phone"]
