"""Development branches of the data model (4.1), in raw JSON over a real socket."""

import json
from urllib.parse import urlsplit

import pytest

from svcchat_magic.service.process.server import start_service
from svcchat_magic.service.process.service_options import ServiceOptions
from tests.raw_api import EXTERNAL, ask, call, chat_path, lines

MODEL = """
cubes:
  - name: orders
    title: Orders
    description: What was bought.
    sql_table: orders
    dimensions:
      - {{name: id, sql: id, type: number, primary_key: true, public: false}}
      - {{name: region, sql: region, type: string, title: Region}}
    measures:
      - {{name: revenue, sql: "{sql}", type: sum, title: Revenue}}
"""
SQL = "SELECT region, MEASURE(revenue) FROM orders GROUP BY region ORDER BY region"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Data and a model; in the branch `net` revenue is without tax, `broken` cannot be loaded."""
    home = tmp_path_factory.mktemp("branches")
    (home / "data").mkdir()
    (home / "data" / "orders.csv").write_text("id,region,amount,tax\n1,EU,120,20\n2,US,110,10\n")
    for place, text in {
        "orders.yml": MODEL.format(sql="amount"),
        "branches/net/orders.yml": MODEL.format(sql="amount - tax"),
        "branches/broken/orders.yml": "cubes: [{name: 5}]",
    }.items():
        file = home / "model" / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    return home


@pytest.fixture(scope="module")
def branched(folder):
    running = start_service(
        ServiceOptions(
            model=folder / "model", data=folder / "data", state=folder / "state.sqlite", agent="analyst"
        )
    )
    yield running
    running.stop()


def revenue(messages):
    """The rows of a turn's query."""
    done = [each["toolCall"] for each in messages if each.get("toolCall", {}).get("name") == "svcSqlApi"]
    return json.loads(done[-1]["result"])["data"]


def rows(service, **more):
    path = urlsplit(service.query_url).path
    status, _, body = call(service, path, {"query": SQL, "sessionSettings": EXTERNAL, **more})
    assert status == 200, body
    return lines(body)[1]["data"]


@pytest.mark.rule("4.1:activeBranchName")
@pytest.mark.rule("4.1:isDefaultBranch")
@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ({}, [["EU", 120], ["US", 110]]),
        ({"isDefaultBranch": True}, [["EU", 120], ["US", 110]]),
        ({"activeBranchName": "main", "isDefaultBranch": True}, [["EU", 120], ["US", 110]]),
        ({"activeBranchName": "net", "isDefaultBranch": True}, [["EU", 120], ["US", 110]]),
        ({"activeBranchName": "net"}, [["EU", 100], ["US", 100]]),
        ({"activeBranchName": "net", "isDefaultBranch": False}, [["EU", 100], ["US", 100]]),
    ],
)
def test_queries_run_against_the_branch_that_is_meant(branched, named, expected):
    assert sorted(revenue(ask(branched, "revenue by region", **named))) == expected
    assert rows(branched, **named) == expected


@pytest.mark.rule("4.1:activeBranchName")
@pytest.mark.parametrize(
    "named",
    [
        {"activeBranchName": "main"},
        {"activeBranchName": "nothing-like-it"},
        {"activeBranchName": "../model"},
        {"activeBranchName": "net/"},
        {"activeBranchName": ""},
        {"isDefaultBranch": False},
    ],
    ids=str,
)
def test_a_branch_that_does_not_exist_is_400_and_makes_no_chat(branched, named):
    status, _, body = call(
        branched, chat_path(branched), {"input": "revenue", "sessionSettings": EXTERNAL, **named}
    )

    assert status == 400
    assert "branch" in json.loads(body)["error"]["message"]


@pytest.mark.case("A31")
def test_a_branch_with_errors_is_400_without_its_files_and_hurts_no_other(branched):
    named = {"activeBranchName": "broken"}

    status, _, body = call(
        branched, chat_path(branched), {"input": "revenue", "sessionSettings": EXTERNAL, **named}
    )

    assert status == 400
    assert b".yml" not in body
    assert rows(branched, activeBranchName="net") == [["EU", 100], ["US", 100]]


@pytest.mark.rule("4.1:activeBranchName")
def test_a_chat_may_be_followed_on_another_branch(branched):
    first = ask(branched, "revenue by region")

    second = ask(branched, "only EU", chatId=first[0]["state"]["chatId"], activeBranchName="net")

    assert revenue(second) in ([["EU", 100]], [[100]])
