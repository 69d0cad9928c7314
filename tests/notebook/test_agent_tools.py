"""The functions that a notebook server offers to other agents."""

import json
from importlib import import_module
from importlib.metadata import entry_points

import pytest

from svcchat_magic.notebook import agent_tools


@pytest.fixture(autouse=True)
def _own_service(monkeypatch):
    monkeypatch.setenv("SVCCHAT_NOW", "2025-01-10")
    yield
    if agent_tools._conversation.cache_info().currsize:
        agent_tools._conversation().close()
        agent_tools._conversation.cache_clear()


def test_the_server_finds_the_functions_by_the_entry_point():
    (found,) = [each for each in entry_points(group="jupyter_server_mcp.tools") if each.name == "svcchat"]

    named = [spec.partition(":") for spec in found.load()]

    assert [name for _, _, name in named] == ["search_model", "query", "ask"]
    assert all(callable(getattr(import_module(module), name)) for module, _, name in named)


def test_an_agent_searches_queries_and_asks():
    members = agent_tools.search_model("revenue by channel")
    rows = agent_tools.query("SELECT sales.channel, MEASURE(sales.revenue) AS revenue FROM sales GROUP BY 1")
    answer = agent_tools.ask("revenue by channel in 2024")

    assert "sales.revenue" in [each["name"] for each in members]
    assert rows["total_rows"] == len(rows["rows"]) == 4
    assert "Web" in answer["answer"]
    assert answer["outcome"] == "answered"
    assert len(answer["results"][0]["rows"]) == 4
    json.dumps([members, rows, answer])
