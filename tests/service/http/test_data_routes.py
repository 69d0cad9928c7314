"""The address of the model: who may see which of it, by GET and by POST."""

import json
from urllib.parse import urlencode, urlsplit

import pytest

from tests.raw_api import EXTERNAL, call, chat_path, headers
from tests.service.test_query_api import OWN_ROW, serve_numbers  # noqa: F401 - a fixture

INTERNAL = {"internalId": "admin@demo.example"}


def meta_path(service, **parameters):
    path = urlsplit(service.query_url).path.replace("/sql", "/meta")
    return f"{path}?{urlencode(parameters)}" if parameters else path


def meta(service, body):
    status, _, reply = call(service, meta_path(service), body)
    assert status == 200, reply
    return {table["name"]: table for table in json.loads(reply)["cubes"]}


def test_the_model_is_told_in_the_shape_of_the_tools_result(quick):
    """2.5: cubes with name, type, title and members; members with name, title, description and type."""
    found = meta(quick, {"sessionSettings": EXTERNAL})

    assert next(iter(found)) == "sales"
    assert found["sales"]["type"] == "view"
    assert {each["type"] for each in list(found.values())[1:]} == {"cube"}
    for table in found.values():
        assert {"name", "type", "title", "description", "members"} == table.keys()
        for member in table["members"]:
            assert member["name"].startswith(f"{table['name']}.")
            assert member["type"] in ("string", "number", "time", "boolean")
            assert member.keys() <= {
                "name", "title", "description", "type", "aggType", "format", "synonyms",
            }  # fmt: skip


def test_a_measure_says_its_aggregation_and_a_hidden_member_is_not_told(quick):
    members = {each["name"]: each for each in meta(quick, {})["sales"]["members"]}

    assert members["sales.revenue"]["aggType"] == "sum"
    assert "aggType" not in members["sales.region"]
    assert "orders.id" not in json.dumps(members)


def test_by_get_the_fields_are_parameters(quick):
    by_post = meta(quick, {"sessionSettings": EXTERNAL})

    path = meta_path(quick, sessionSettings=json.dumps(EXTERNAL), isDefaultBranch="true")
    status, found, body = call(quick, path, None, method="GET")

    assert status == 200
    assert found["Content-Type"] == "application/json"
    assert {table["name"]: table for table in json.loads(body)["cubes"]} == by_post


@pytest.mark.parametrize(
    "parameters",
    [
        {"sessionSettings": "{"},
        {"sessionSettings": "{}"},
        {"sessionSettings": '{"externalId": "a"}, "isDefaultBranch": true'},
        {"sessionSettings": '{"internalId": "admin@demo.example", "groups": []}'},
        {"isDefaultBranch": "yes"},
        {"isDefaultBranch": '"true"'},
        {"activeBranchName": "nothing-like-it"},
        {"activeBranchName": "\ud800".encode("utf-8", "surrogatepass")},
    ],
    ids=str,
)
def test_parameters_that_are_not_a_request_are_400(quick, parameters):
    assert call(quick, meta_path(quick, **parameters), None, method="GET")[0] == 400


def test_a_parameter_that_is_given_twice_is_400(quick):
    path = f"{meta_path(quick)}?isDefaultBranch=true&isDefaultBranch=true"

    assert call(quick, path, None, method="GET")[0] == 400


@pytest.mark.case("A01")
@pytest.mark.rule("5.3")
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_the_model_needs_a_key(quick, method):
    given = headers(quick) | {"Authorization": "Api-Key wrong-key-0123"}

    assert call(quick, meta_path(quick), {}, method=method, given=given)[0] == 401


@pytest.mark.case("A02")
def test_another_accounts_model_is_404(quick):
    assert call(quick, meta_path(quick).replace("/demo/", "/other/"), {})[0] == 404


@pytest.mark.case("A06")
def test_an_unknown_internal_user_sees_no_model(quick):
    body = {"sessionSettings": {"internalId": "nobody@demo.example"}}

    assert call(quick, meta_path(quick), body)[0] == 404


def test_a_model_with_access_rules_needs_a_user(serve_numbers):  # noqa: F811
    service = serve_numbers("SELECT range AS n FROM range(3)", OWN_ROW)

    assert call(service, meta_path(service), {})[0] == 400
    assert list(meta(service, {"sessionSettings": EXTERNAL})) == ["numbers"]


def test_a_table_without_rules_is_told_to_internal_users_only(serve_numbers):  # noqa: F811
    open_cube = """
  - name: salaries
    sql: SELECT 1 AS pay
    measures:
      - {name: pay, sql: pay, type: sum}
"""
    service = serve_numbers("SELECT range AS n FROM range(3)", OWN_ROW + open_cube)

    assert list(meta(service, {"sessionSettings": EXTERNAL})) == ["numbers"]
    assert list(meta(service, {"sessionSettings": INTERNAL})) == ["numbers", "salaries"]


@pytest.mark.case("A31")
@pytest.mark.parametrize("named", [{"activeBranchName": "net"}, {"isDefaultBranch": False}], ids=str)
def test_a_page_cannot_choose_a_branch_whose_rules_may_be_wider(quick, named):
    user = {**EXTERNAL, "queryApi": True}
    session = json.loads(call(quick, "/api/v1/embed/generate-session", user)[2])
    token = json.loads(call(quick, "/api/v1/embed/exchange-session", session)[2])["token"]
    as_page = headers(quick) | {"Authorization": f"Session {token}"}
    asked = {
        chat_path(quick): {"input": "why?"},
        urlsplit(quick.query_url).path: {"query": "SELECT MEASURE(revenue) FROM sales"},
        meta_path(quick): {},
    }

    for path, body in asked.items():
        assert call(quick, path, body, given=as_page)[0] == 200
        status, _, refusal = call(quick, path, body | named, given=as_page)
        assert (status, b"page" in refusal) == (400, True), path
