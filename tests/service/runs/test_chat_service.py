"""What an agent may see is all that its users can find, ask, count or be told of."""

import json
from urllib.parse import urlsplit

import pytest

from svcchat_magic.service.access.account import AgentProfile
from tests.raw_api import EXTERNAL, ask, call
from tests.service.conftest import ScriptedAnalyst

VIEWS = frozenset({"products"})


class Looking(ScriptedAnalyst):
    """Notes what its tools show."""

    async def answer(self, task, tools):
        self.tables = {table.name for table in tools.model.tables()}
        self.found = {cube["name"] for cube in tools.search("revenue customers products")}
        self.refused = []
        for sql in ("SELECT MEASURE(revenue) FROM sales", "SELECT MEASURE(count) FROM customers"):
            try:
                await tools.run_sql(sql)
            except Exception as cause:
                self.refused.append(type(cause).__name__)

        try:
            await tools.values("sales.region")
        except Exception as cause:
            self.refused.append(type(cause).__name__)

        self.rows = (await tools.run_sql("SELECT MEASURE(count) FROM products")).rows
        async for event in super().answer(task, tools):
            yield event


def test_an_agent_finds_and_asks_its_own_views_alone(start):
    analyst = Looking(waits=False)
    service = start(analyst, agents={"analyst": AgentProfile("A", views=VIEWS)})

    ask(service, "why?")

    assert analyst.tables == analyst.found == VIEWS
    assert analyst.refused == ["QueryRefused"] * 3
    assert analyst.rows[0][0] > 0


@pytest.mark.parametrize("other", [AgentProfile("B", views=frozenset({"sales"})), AgentProfile("B")])
def test_the_query_api_and_the_description_give_what_any_agent_may_see(start, other):
    service = start(
        ScriptedAnalyst(waits=False), agents={"analyst": AgentProfile("A", views=VIEWS), "other": other}
    )

    assert status_of(service, "SELECT MEASURE(revenue) FROM sales") == 200
    expected = 200 if other.views is None else 400
    assert status_of(service, "SELECT MEASURE(count) FROM customers") == expected


def test_what_no_agent_may_see_is_unknown_to_the_query_api_and_the_description(start):
    service = start(ScriptedAnalyst(waits=False), agents={"analyst": AgentProfile("A", views=VIEWS)})

    answers = {
        call(service, query_path(service), {"query": sql, "sessionSettings": EXTERNAL})[2].split(
            b"requestId"
        )[0]
        for sql in ("SELECT region FROM sales", "SELECT region FROM nowhere")
    }
    _, _, meta = call(service, query_path(service).replace("/sql", "/meta"), {"sessionSettings": EXTERNAL})

    assert len(answers) == 1
    assert [table["name"] for table in json.loads(meta)["cubes"]] == ["products"]


def status_of(service, sql):
    return call(service, query_path(service), {"query": sql, "sessionSettings": EXTERNAL})[0]


def query_path(service):
    return urlsplit(service.query_url).path
