"""`svcchat serve`: one line of JSON when it is ready, and a clean end."""

import http.client
import json
import signal
import socket
from urllib.parse import urlsplit

import pytest

from tests.waiting import PATIENCE

KEY = "serve-test-key-0123456789"


@pytest.fixture
def key_file(tmp_path):
    file = tmp_path / "key.txt"
    file.write_text(KEY + "\n", encoding="ascii")
    file.chmod(0o600)
    return file


def answer_of(chat_url: str, key: str) -> tuple[int, bytes]:
    address = urlsplit(chat_url)
    connection = http.client.HTTPConnection(address.netloc, timeout=60)
    body = json.dumps({"input": "revenue in 2024", "sessionSettings": {"externalId": "ada"}})
    headers = {"Content-Type": "application/json", "Authorization": f"Api-Key {key}"}
    connection.request("POST", address.path, body, headers)
    response = connection.getresponse()
    content = response.read()
    connection.close()
    return response.status, content


@pytest.mark.long
def test_it_prints_its_addresses_and_answers(serving, key_file):
    _, addresses = serving(
        "--port", "0", "--api-key-file", str(key_file), "--account", "shop", "--agent", "a1"
    )

    status, content = answer_of(addresses["chat_url"], KEY)

    assert set(addresses) == {"chat_url", "base_url", "query_url"}
    assert "/api/v1/public/shop/agents/a1/chat/stream-chat-state" in addresses["chat_url"]
    assert addresses["query_url"] == f"{addresses['base_url']}/api/v1/public/shop/sql"
    assert status == 200
    assert b'"__state__"' in content.splitlines()[-1]
    assert answer_of(addresses["chat_url"], "another-key-0123")[0] == 401


@pytest.mark.long
@pytest.mark.parametrize("signal_", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_cleanly(serving, key_file, signal_):
    process, _ = serving("--api-key-file", str(key_file))

    process.send_signal(signal_)
    _, error = process.communicate(timeout=PATIENCE)

    assert process.returncode == 0
    assert error == ""


@pytest.mark.long
def test_chats_survive_a_restart_in_the_state_file(serving, key_file, tmp_path):
    state = ("--api-key-file", str(key_file), "--state", str(tmp_path / "state.sqlite"))
    process, addresses = serving(*state)
    _, content = answer_of(addresses["chat_url"], KEY)
    chat_id = json.loads(content.splitlines()[0])["state"]["chatId"]
    process.terminate()
    process.communicate(timeout=PATIENCE)

    _, again = serving(*state)
    address = urlsplit(again["chat_url"])
    connection = http.client.HTTPConnection(address.netloc, timeout=60)
    body = json.dumps({"chatId": chat_id, "sessionSettings": {"externalId": "ada"}})
    connection.request("POST", address.path, body, {"Authorization": f"Api-Key {KEY}"})
    lines = connection.getresponse().read().splitlines()
    connection.close()

    assert json.loads(lines[0])["state"]["chatId"] == chat_id
    assert json.loads(lines[1])["content"] == "revenue in 2024"


def test_without_a_key_it_does_not_start(svcchat):
    done = svcchat("serve")

    assert done.returncode == 2
    assert "--api-key-file" in done.stderr


@pytest.mark.case("A35")
def test_another_address_without_a_key_is_refused(svcchat):
    assert svcchat("serve", "--host", "0.0.0.0").returncode == 2


@pytest.mark.long
@pytest.mark.case("K13")
def test_a_key_file_that_others_can_read_is_warned_about(serving, key_file):
    key_file.chmod(0o644)
    process, _ = serving("--api-key-file", str(key_file))

    process.terminate()
    _, error = process.communicate(timeout=PATIENCE)

    assert "chmod 600" in error
    assert KEY not in error


@pytest.mark.long
def test_a_model_with_an_error_is_one_sentence_naming_file_and_line(svcchat, key_file, tmp_path):
    model = tmp_path / "model"
    model.mkdir()
    (model / "things.yml").write_text(
        "cubes:\n  - name: things\n    sql_table: things\n    measures:\n      - {name: n, type: sums}\n"
    )

    done = svcchat("serve", "--api-key-file", str(key_file), "--model", str(model))

    assert done.returncode == 1
    assert "things.yml" in done.stderr
    assert "line 5" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.long
@pytest.mark.parametrize("given", [("--data", "nothing"), ("--model", "nothing"), ("--account", "a b")])
def test_a_service_that_cannot_start_says_one_sentence_and_nothing_else(svcchat, key_file, given):
    done = svcchat("serve", "--api-key-file", str(key_file), *given)

    assert done.returncode in (1, 2)
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr


@pytest.mark.long
def test_a_port_that_is_taken_is_one_sentence_with_what_to_do(svcchat, key_file):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        done = svcchat("serve", "--api-key-file", str(key_file), "--port", str(port))

    assert done.returncode == 2
    assert done.stderr == (
        f"svcchat: The service cannot listen on 127.0.0.1 port {port}: Address already in use. "
        "Choose another --port or --host.\n"
    )
