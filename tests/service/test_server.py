"""Starting, addresses, signals and stopping."""

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
from datetime import date

import pytest

from svcchat_magic.errors import ModelError, SettingsError
from svcchat_magic.service.server import serve, start_service
from svcchat_magic.service.state_file import IN_MEMORY
from svcchat_magic.settings import ApiKey
from tests.raw_api import ask

KEY = "key-of-the-terminal"
SERVE = f"""
from svcchat_magic.service.server import serve
from svcchat_magic.settings import ApiKey
serve(api_key=ApiKey("{KEY}"), account="acme", agent="helper")
"""


def sql_of(messages):
    call = next(each["toolCall"] for each in messages if each.get("toolCall", {}).get("name") == "svcSqlApi")
    return json.loads(call["input"])["sqlQuery"]


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::", ""])
@pytest.mark.case("A35")
def test_an_address_others_can_reach_needs_a_key_of_its_own(host):
    for start in (start_service, serve):
        with pytest.raises(SettingsError, match="--api-key-file"):
            start(host=host, state=IN_MEMORY)


def test_a_random_key_is_made_and_does_not_show(service):
    assert len(service.api_key.reveal()) >= 32
    assert service.api_key.reveal() not in repr(vars(service))


def test_the_demo_reads_relative_time_against_its_own_date_unless_told_otherwise(service):
    told = start_service(state=IN_MEMORY, today=date(2024, 1, 10))
    question = "revenue last year"

    demo, other = sql_of(ask(service, question)), sql_of(ask(told, question))

    told.stop()
    assert "2024-01-01" in demo
    assert "2023-01-01" in other


def test_an_address_that_is_taken_is_one_sentence(service):
    port = int(service.base_url.rsplit(":", 1)[1])

    with pytest.raises(SettingsError, match="cannot listen"):
        start_service(state=IN_MEMORY, port=port)


def test_a_broken_model_does_not_start(tmp_path):
    (tmp_path / "broken.yml").write_text("cubes:\n  - name: a\n    nonsense: 1\n")

    with pytest.raises(ModelError, match="broken"):
        start_service(model=tmp_path, state=IN_MEMORY)


@pytest.mark.parametrize("given", [{"account": "a/b"}, {"agent": "../x"}, {"account": ""}])
def test_names_must_fit_an_address(given):
    with pytest.raises(SettingsError):
        start_service(state=IN_MEMORY, **{name: value or "-" for name, value in given.items()})


def test_stopping_leaves_no_thread_behind():
    before = set(threading.enumerate())
    service = start_service(state=IN_MEMORY)
    ask(service, "revenue by region")

    service.stop()

    assert not [each for each in set(threading.enumerate()) - before if each.name.startswith("svcchat")]
    with pytest.raises(ConnectionError):
        ask(service, "revenue by region")


@pytest.mark.skipif(os.name != "posix", reason="signals are a matter of POSIX")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_serve_prints_one_line_and_ends_by_a_signal(end):
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    addresses = json.loads(process.stdout.readline())
    connection = http.client.HTTPConnection(addresses["base_url"].removeprefix("http://"), timeout=30)
    connection.request(
        "POST",
        addresses["chat_url"].removeprefix(addresses["base_url"]),
        json.dumps({"input": "revenue by region", "sessionSettings": {"externalId": "ada"}}),
        {"Authorization": f"Api-Key {KEY}", "Content-Type": "application/json"},
    )
    response = connection.getresponse()
    response.read()

    process.send_signal(end)
    out, err = process.communicate(timeout=30)

    connection.close()
    assert response.status == 200
    assert addresses.keys() == {"chat_url", "base_url", "query_url"}
    assert addresses["query_url"].endswith("/public/acme/sql")
    assert "/public/acme/agents/helper/chat/" in addresses["chat_url"]
    assert (process.returncode, out, err) == (0, "", "")


def test_a_process_that_forgets_to_stop_its_service_still_ends():
    program = (
        "from svcchat_magic.service.server import start_service;"
        "from svcchat_magic.service.state_file import IN_MEMORY;"
        "start_service(state=IN_MEMORY)"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60, check=False)

    assert (done.returncode, done.stderr) == (0, b"")


def test_a_key_of_ones_own_is_the_only_one():
    service = start_service(state=IN_MEMORY, api_key=ApiKey(KEY))

    assert service.api_key.reveal() == KEY
    assert ask(service, "revenue by region")[-1]["id"] == "__state__"
    service.stop()
