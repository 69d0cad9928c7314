"""Agents of one account, each with a language model of its own or none."""

import json

import pytest

from svcchat_magic.errors import SettingsError
from svcchat_magic.service.process.server import start_service
from svcchat_magic.service.process.service_options import ServiceOptions
from svcchat_magic.settings import ApiKey
from tests.analyst.language_model.asking import BY_CHANNEL
from tests.analyst.language_model.scripted_endpoint import Says, scripted_endpoint
from tests.raw_api import call, headers

KEY = "sk-secret-0123456789"
TRUE = "Revenue was highest in Web."
ACCOUNT = """
name = "shop"
[agents.plain]
title = "Plain"
[agents.wordy]
title = "Wordy"
[agents.wordy.model]
{model}
"""


def options_of(folder, model):
    (folder / "account.toml").write_text(ACCOUNT.format(model=model))
    return ServiceOptions(account_file=folder / "account.toml")


def asked(service, agent):
    """The answer of an agent to a question that the built-in analyst does not understand."""
    params = {"name": "ask", "arguments": {"question": "frobnicate the revenue by channel in 2024"}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    given = headers(service, **{"X-Svcchat-User": "ada", "X-Svcchat-Agent": agent})
    return json.loads(call(service, "/mcp", body, given=given)[2])["result"]["structuredContent"]


def test_an_agent_is_answered_by_its_own_model(tmp_path, monkeypatch):
    monkeypatch.setenv("WORDY_KEY", KEY)
    with scripted_endpoint(Says("", (BY_CHANNEL,)), Says(TRUE)) as endpoint:
        model = f'url = "{endpoint.url}"\nname = "small"\nkey_variable = "WORDY_KEY"'
        service = start_service(options_of(tmp_path, model), api_key=ApiKey("a-key-of-the-test-0123"))
        try:
            plain, wordy = asked(service, "plain"), asked(service, "wordy")
        finally:
            service.stop()

    assert wordy["outcome"] == "answered"
    assert wordy["answer"].strip() == TRUE
    assert plain["outcome"] != "answered"
    assert [each["model"] for each in endpoint.asked] == ["small", "small"]
    assert endpoint.headers[0]["Authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ('name = "small"', "agents.wordy.model.url"),
        ('url = "http://127.0.0.1:1/v1"', "agents.wordy.model.name"),
        ('analyst = "loud"', "must be one of both, model, offline"),
        (f'analyst = "offline"\nkey = "{KEY}"', "agents.wordy.model.key: is not known"),
        (f'analyst = "offline"\nkey_variable = "{KEY}"', "never the key"),
        (
            'url = "http://127.0.0.1:1/v1"\nname = "m"\nkey_variable = "NOT_SET_ANYWHERE"',
            "set NOT_SET_ANYWHERE",
        ),
        ('url = "http://model.example.com/v1"\nname = "m"', "must start with https"),
    ],
    ids=["no address", "no name", "who answers", "a key", "a key for a variable", "no key", "not encrypted"],
)
def test_half_a_model_of_an_agent_is_refused(tmp_path, model, said):
    with pytest.raises(SettingsError, match=said) as refused:
        start_service(options_of(tmp_path, model)).stop()

    assert KEY not in str(refused.value)
