"""The door for other agents, opened by the official client of the protocol where it is installed."""

import asyncio

import pytest

from svcchat_magic.service.access.limits import Limits
from tests.raw_api import headers
from tests.service.conftest import ScriptedAnalyst
from tests.service.runs.long_query import LONG_SQL, LongQuery
from tests.waiting import PATIENCE, until_ended

mcp = pytest.importorskip("mcp", reason="the group `agents` brings the client")
httpx2 = pytest.importorskip("httpx2", reason="the group `agents` brings it")
streams = pytest.importorskip("mcp.client.streamable_http", reason="the group `agents` brings it")

USER = {"X-Svcchat-User": "ada"}
SQL = "SELECT sales.channel, MEASURE(sales.revenue) AS revenue FROM sales GROUP BY 1 ORDER BY 2 DESC"


def used(service, work, **more):
    """What `work` makes of a connected client."""

    async def connected():
        given = {name: value for name, value in headers(service, **more).items() if name != "Content-Type"}
        async with httpx2.AsyncClient(headers=given, timeout=PATIENCE) as http:
            transport = streams.streamable_http_client(f"{service.base_url}/mcp", http_client=http)
            async with mcp.Client(transport) as client:
                return await work(client)

    return asyncio.run(asyncio.wait_for(connected(), PATIENCE))


def called(service, name, arguments, **more):
    return used(service, lambda client: client.call_tool(name, arguments), **more)


def test_the_client_lists_the_tools(service):
    found = used(service, lambda client: client.list_tools(), **USER)

    assert [each.name for each in found.tools] == ["search_model", "describe", "query", "ask"]


def test_the_client_calls_each_tool(service):
    rows = called(service, "query", {"sql": SQL}, **USER)
    answer = called(service, "ask", {"question": "revenue by channel in 2024"}, **USER)
    tables = called(service, "describe", {"table": "sales"}, **USER)
    found = called(service, "search_model", {"words": "revenue"}, **USER)

    assert rows.structured_content["totalRows"] == 4
    assert answer.structured_content["outcome"] == "answered"
    assert tables.structured_content["tables"]
    assert found.structured_content["tables"]


def test_the_client_is_told_what_is_refused(service):
    refused = called(service, "query", {"sql": "DROP TABLE orders"}, **USER)

    assert refused.is_error
    assert "SELECT" in refused.content[0].text


def test_the_client_is_told_that_its_call_is_wrong(service):
    wrong = called(service, "query", {}, **USER)

    assert wrong.is_error
    assert "needs sql" in wrong.content[0].text


def test_the_client_needs_a_right_key(service):
    with pytest.raises(BaseExceptionGroup) as failed:  # of what its tasks raised
        called(service, "query", {"sql": SQL}, Authorization="Api-Key wrong-key-0123456789")

    assert not isinstance(failed.value, (TimeoutError, asyncio.CancelledError))


def test_a_question_needs_a_user(service):
    assert called(service, "ask", {"question": "orders"}).is_error


def test_a_call_that_the_client_cancels_stops_its_turn(start):
    analyst = ScriptedAnalyst()
    service = start(analyst)

    async def cancelled(client):
        asking = asyncio.create_task(client.call_tool("ask", {"question": "anything"}))
        await asyncio.to_thread(analyst.waiting.wait, PATIENCE)
        asking.cancel()
        await asyncio.wait({asking})
        return await asyncio.to_thread(analyst.cancelled.wait, PATIENCE)

    assert used(service, cancelled, **USER)


@pytest.mark.parametrize(
    ("name", "arguments"), [("query", {"sql": LONG_SQL}), ("ask", {"question": "anything"})]
)
def test_a_call_that_the_client_cancels_ends_its_statement_in_the_engine(
    start, endless_workspace, queries, name, arguments
):
    service = start(LongQuery(), workspace=endless_workspace)

    async def cancelled(client):
        asking = asyncio.create_task(client.call_tool(name, arguments))
        begun = await asyncio.to_thread(queries)
        assert not asking.done()
        asking.cancel()
        await asyncio.wait({asking})
        await asyncio.to_thread(until_ended, begun)

    used(service, cancelled, **USER)


def test_the_limits_hold_for_the_client_too(start):
    service = start(ScriptedAnalyst(waits=False), limits=Limits(question_characters=20))

    refused = called(service, "ask", {"question": "orders " * 10}, **USER)

    assert refused.is_error


@pytest.mark.case("M05")
def test_the_client_sees_the_rows_of_its_user_alone(ruled):
    def counted(**user):
        return called(ruled, "query", {"sql": "SELECT MEASURE(fruit.count) AS n FROM fruit"}, **user)

    ana, boss = (counted(**{"X-Svcchat-Internal-User": f"{name}@example.com"}) for name in ("ana", "boss"))

    assert ana.structured_content["rows"] == [[2]]
    assert boss.structured_content["rows"] == [[3]]
    assert counted().is_error
