"""The session of a client that was written for a remote deployment: an address, a key, and the contract.

Nothing of this package is used between the lines: one connection of `http.client`, and JSON.
"""

import http.client
import json
from urllib.parse import urlsplit

import pytest

from tests.waiting import PATIENCE


class RemoteClient:
    """What a product's own client does, as the contract's sections say."""

    def __init__(self, chat_url, key):
        address = urlsplit(chat_url)
        self.path = address.path
        self.headers = {"Content-Type": "application/json", "Authorization": f"Api-Key {key}"}
        self.connection = http.client.HTTPConnection(address.netloc, timeout=PATIENCE)

    def post(self, path, body):
        self.connection.request("POST", path, json.dumps(body), self.headers)
        return self.connection.getresponse()

    def stream(self, **body):
        """Each message as soon as its line is there (2.3)."""
        response = self.post(self.path, {"sessionSettings": {"externalId": "customer-17"}, **body})
        assert response.status == 200
        while line := response.readline():
            yield json.loads(line)

        response.read()  # nothing; takes note that the stream ended whole

    def status(self, path=None, **body):
        response = self.post(path or self.path, body)
        refusal = json.loads(response.read() or b"null")
        return response.status, refusal

    def abort(self, chat_id, user="customer-17"):
        path = self.path.removesuffix("/stream-chat-state") + "/abort"
        response = self.post(path, {"chatId": chat_id, "sessionSettings": {"externalId": user}})
        response.read()
        return response.status


@pytest.fixture
def client(service):
    made = RemoteClient(service.chat_url, service.api_key.reveal())
    yield made
    made.connection.close()


def folded(messages):
    """Messages by id, as a client that shows them does: deltas append, anything else replaces."""
    shown = {}
    for message in messages:
        known = shown.get(message["id"])
        if message.get("isDelta") and known and "toolCall" not in message:
            for field in ("content", "thinking"):
                known[field] = known.get(field, "") + message.get(field, "")
        else:
            shown[message["id"]] = dict(message)

    return shown


def final_answer(messages):
    """4.1, extracting the final answer."""
    final = [
        each
        for each in messages
        if each.get("role") == "assistant"
        and isinstance(each.get("graphPath"), list)
        and each["graphPath"][:1] == ["final"]
        and len(each["graphPath"]) <= 2
    ]
    return final[-1]


def tables(messages):
    """2.4 and 2.6: results are strings that hold JSON; a tool error is data (7)."""
    done = [
        json.loads(each["toolCall"]["result"])
        for each in messages
        if each.get("toolCall", {}).get("name") == "svcSqlApi" and "result" in each["toolCall"]
    ]
    return [each for each in done if "error" not in each]


@pytest.mark.rule("4.1:order")
@pytest.mark.rule("4.1:finalAnswer")
@pytest.mark.rule("4.2:replies")
def test_a_client_of_a_remote_deployment_sees_no_difference(client):
    first = list(client.stream(input="Revenue by region in 2024"))
    chat_id = first[0]["state"]["chatId"]
    (table,) = tables(first)
    assert (first[0]["id"], first[0]["sort"], first[-1]["id"]) == ("__cutoff__", 0, "__state__")
    assert [column["name"] for column in table["schema"]] == ["region", "revenue"]
    assert len(table["data"]) == table["totalRows"]
    assert final_answer(first)["content"]
    assert folded(first)[final_answer(first)["id"]]["content"] == final_answer(first)["content"]

    second = list(client.stream(input="only Europe", chatId=chat_id))
    assert second[0]["state"]["chatId"] == chat_id
    assert [each["content"] for each in second if each.get("role") == "user"] == ["only Europe"]
    assert "Europe" in tables(second)[-1]["sqlQuery"]

    found = list(client.stream(chatId=chat_id))
    assert [each["content"] for each in found if each.get("role") == "user"] == [
        "Revenue by region in 2024",
        "only Europe",
    ]
    assert final_answer(found)["content"] == final_answer(second)["content"]
    assert found[-1]["state"] == second[-1]["state"]

    assert client.abort(chat_id) == 204
    assert client.abort(chat_id, "somebody-else") == 403
    assert client.abort("1b671a64-40d5-491e-99b0-da01ff1f3341") == 404

    user = {"sessionSettings": {"externalId": "customer-17"}}
    refused = [
        client.status(input="why?"),
        client.status(input="why?", sessionSettings={"externalId": "Customer 17"}),
        client.status(input="why?", chatId="1b671a64-40d5-491e-99b0-da01ff1f3341", **user),
        client.status(client.path.replace("/agents/", "/agents/un"), input="why?", **user),
    ]
    client.headers["Authorization"] = "Api-Key of-somebody-else"
    refused.append(client.status(input="why?", **user))
    assert [status for status, _ in refused] == [400, 400, 404, 404, 401]
    assert all(body["error"].keys() == {"code", "message", "requestId"} for _, body in refused)


@pytest.mark.rule("4.2:replies")
@pytest.mark.rule("3:progress")
def test_a_stopped_answer_keeps_what_was_said_and_the_chat_goes_on(service, client):
    stopping = RemoteClient(service.chat_url, service.api_key.reveal())
    stream = client.stream(input="Revenue by month and country, and why did it change?")
    first = next(stream)
    chat_id = first["state"]["chatId"]

    assert stopping.abort(chat_id) == 204

    rest = list(stream)
    last = {each["id"]: each for each in rest[:-1]}
    assert rest[-1]["id"] == "__state__"
    assert not [each for each in last.values() if each["isInProcess"]]
    found = list(client.stream(chatId=chat_id))
    assert [each["id"] for each in found[1:-1]] == list(last)
    assert list(client.stream(input="revenue by region", chatId=chat_id))[-1]["id"] == "__state__"
    stopping.connection.close()
