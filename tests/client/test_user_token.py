"""A user's token in place of the key: how it is sent, what is left out beside it, that it stays hidden."""

import asyncio
import json

import pytest

from svcchat_magic.client.addresses import abort_address, chat_address
from svcchat_magic.client.row_loader import RowLoader
from svcchat_magic.errors import KeyUnusable, NotAllowed, NotAuthenticated, SettingsError
from svcchat_magic.protocol.data_requests import MetaRequest
from svcchat_magic.protocol.requests import AbortRequest, SessionRequest
from svcchat_magic.protocol.results import SqlResult
from svcchat_magic.setting_sources import read_settings
from svcchat_magic.settings import Settings, UserToken
from tests.client.asking import ADA, QUESTION, READ, asked, with_client
from tests.faults.scripted_origin import ABORT_PATH, CHAT_PATH, Reply, recorded

TOKEN = "canary-token." + "x" * 1_200 + ".0123456789"
SHORT = Reply((recorded("short"),))
NO_AGENT = "/api/v1/public/acme/deployments/7/chat/stream-chat-state"


@pytest.fixture
def by_token(origin):
    """Settings with a token for an origin that answers everything."""
    origin.answer(SHORT)
    origin.on(ABORT_PATH, Reply(status=204, is_chunked=False))
    origin.on("/sql", Reply((b'{"schema":[]}\n{"totalRows":0}\n',)))
    origin.on("/meta", Reply((b'{"cubes":[]}',)))
    origin.on("/api/v1/embed/generate-session", Reply((b'{"sessionId":"s"}',)))
    return Settings(chat_url=origin.chat_url, base_url=origin.url, query_url=f"{origin.url}/sql", token=TOKEN)


USES = {
    "a question": lambda client: anext(client.stream(QUESTION)),
    "a read": lambda client: anext(client.stream(READ)),
    "an abort": lambda client: client.abort(AbortRequest(chat_id="chat-1", session_settings=ADA)),
    "the model": lambda client: client.describe_model(MetaRequest(session_settings=ADA)),
    "an embed session": lambda client: client.generate_session(SessionRequest(external_id="ada")),
}


@pytest.mark.parametrize("use", USES)
def test_a_token_is_sent_as_bearer_and_no_session_settings_beside_it(origin, by_token, use):
    with_client(by_token, USES[use])

    (request,) = origin.requests
    assert request.headers["authorization"] == f"Bearer {TOKEN}"
    assert "sessionSettings" not in request.json()


@pytest.mark.parametrize("use", USES)
def test_another_header_takes_the_token_as_it_is(origin, by_token, use):
    with_client(by_token.with_values(token_header="X-Maker-Token"), USES[use])

    (request,) = origin.requests
    assert request.headers["x-maker-token"] == TOKEN
    assert "authorization" not in request.headers


def test_rows_are_loaded_by_token_too(origin, by_token):
    result = SqlResult("", "SELECT 1", "", (), (), 0)

    asyncio.run(RowLoader(by_token, ADA).load(result, arrow=False))

    (request,) = origin.of("/sql")
    assert request.headers["authorization"] == f"Bearer {TOKEN}"
    assert request.json() == {"query": "SELECT 1"}


def test_with_a_key_the_session_settings_are_sent(origin, settings):
    origin.answer(SHORT)

    asked(settings)

    assert origin.requests[0].json()["sessionSettings"] == {"externalId": "ada"}


@pytest.mark.parametrize(
    ("environment", "given", "expected"),
    [
        ({"SVCCHAT_TOKEN": TOKEN, "SVCCHAT_API_KEY": "key-0123456789"}, {}, "token"),
        ({"SVCCHAT_TOKEN": TOKEN}, {"api_key": "key-0123456789"}, "api_key"),
        ({"SVCCHAT_API_KEY": "key-0123456789"}, {"token": TOKEN}, "token"),
        ({"SVCCHAT_API_KEY": "key-0123456789"}, {}, "api_key"),
    ],
)
def test_one_of_key_and_token_is_sent_the_nearer_one_else_the_token(
    origin, tmp_path, environment, given, expected
):
    origin.answer(SHORT)
    settings = read_settings(environment, tmp_path, chat_url=origin.chat_url, **given)

    asked(settings)

    sent = origin.requests[0].headers["authorization"]
    assert sent == (f"Bearer {TOKEN}" if expected == "token" else "Api-Key key-0123456789")


@pytest.mark.parametrize(
    "header", ["", "Host", "content-length", "User-Agent", "X Token", "X:Y", "Content-Type", "é"]
)
def test_a_header_that_no_token_can_stand_in_is_refused(header):
    with pytest.raises(SettingsError, match="token_header"):
        Settings(token_header=header)


@pytest.mark.case("K01")
@pytest.mark.parametrize(
    "text", ["short", "x" * 8_193, "canary token", "canary\ntoken-0123", "canaryé-01234"]
)
def test_a_token_that_cannot_be_sent_is_refused_without_showing_it(text):
    with pytest.raises(KeyUnusable, match=r"user's token .* characters") as caught:
        UserToken(text)

    assert "canary" not in str(caught.value)


def test_a_token_may_be_copied_with_its_word_before_it():
    assert UserToken(f" Bearer {TOKEN}\n").reveal() == TOKEN


@pytest.mark.case("K08")
@pytest.mark.case("K12")
def test_a_token_that_the_service_says_is_not_shown(origin, by_token):
    origin.answer(
        Reply((recorded("short").replace(b"Sev", TOKEN.encode()),)), Reply((TOKEN.encode(),), status=400)
    )

    said = asked(by_token)
    refused = asked(by_token)

    assert said.lines
    assert TOKEN.encode() not in b"".join(said.lines)
    assert TOKEN not in repr(by_token) + str(refused.error)


@pytest.mark.parametrize("status", [200, 401])
def test_a_refused_token_is_told_as_one(origin, by_token, status):
    refused = {"jsonrpc": "2.0", "error": {"code": -32001, "message": "no"}, "id": None}
    origin.answer(Reply((json.dumps(refused).encode(),), status=status))

    error = asked(by_token).error

    assert type(error) is NotAuthenticated
    assert "user's token; check SVCCHAT_TOKEN" in str(error)
    assert "SVCCHAT_API_KEY" not in str(error)


def test_an_address_without_an_agent_is_one_of_chat(origin, by_token):
    origin.on(NO_AGENT, SHORT)
    origin.on(NO_AGENT.replace("stream-chat-state", "abort"), Reply(status=204, is_chunked=False))
    settings = by_token.with_values(chat_url=origin.url + NO_AGENT)

    asked(settings)
    with_client(settings, lambda client: client.abort(AbortRequest(chat_id="chat-1")))

    assert [request.path for request in origin.requests] == [
        chat_address(settings).url.removeprefix(origin.url),
        abort_address(settings).url.removeprefix(origin.url),
    ]
    assert origin.of(CHAT_PATH) == []


@pytest.mark.parametrize(
    "body",
    [
        b'{"error": "agentId is required for Api-Key authentication"}',
        b'{"error": {"code": "forbidden", "message": "agentId is required for Api-Key authentication"}}',
        b'{"message": "agentId is required for Api-Key authentication"}',
    ],
)
def test_an_address_without_an_agent_and_a_key_says_what_to_set(origin, settings, body):
    origin.on(NO_AGENT, Reply((body,), status=403))

    error = asked(settings.with_values(chat_url=origin.url + NO_AGENT)).error

    assert type(error) is NotAllowed
    assert str(error) == (
        "The chat address names no agent, and an API key needs one: set SVCCHAT_CHAT_URL to the agent's own "
        "Chat API URL, or use a user's token (SVCCHAT_TOKEN)."
    )
