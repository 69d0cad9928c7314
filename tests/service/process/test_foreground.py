"""Serving in the foreground, in one process and in several."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys

import pytest

from svcchat_magic.errors import SettingsError
from svcchat_magic.service.process.foreground import Operation, serve
from svcchat_magic.service.process.service_options import ServiceOptions
from svcchat_magic.service.runs.terminal_lines import STOPPED
from svcchat_magic.settings import ApiKey
from tests.waiting import PATIENCE, until

KEY = "key-of-the-terminal"
AT_EVERY_LINE = """
import itertools, signal, sys
from svcchat_magic.service.process.foreground import _until_signal

def told_in_line(number):
    lines = itertools.count(1)

    def trace(frame, event, arg):
        if next(lines) == number:
            signal.raise_signal(signal.SIGTERM)
        return trace

    with _until_signal() as ended:
        sys.settrace(trace)
        ended.wait(0.01)
        sys.settrace(None)
        return ended.is_set()

for number in itertools.count(1):
    if not told_in_line(number):
        break
print(number)
"""
SERVE = f"""
import json, sys
from pathlib import Path
from svcchat_magic.service.process.foreground import Operation, serve
from svcchat_magic.service.process.service_options import ServiceOptions
from svcchat_magic.settings import ApiKey
if __name__ == "__main__":
    operation, options = json.loads(sys.argv[1])
    options |= {{name: Path(options[name]) for name in ("model", "data") if name in options}}
    served = ServiceOptions(account="acme", agent="helper", **options)
    serve(Operation(**operation), served, api_key=ApiKey("{KEY}"))
"""


@pytest.fixture(params=["in memory", "two on a file", "two on postgres"])
def options(request, tmp_path):
    """One process on its own, and two that share a state."""
    if request.param == "in memory":
        return {}, {}

    on_file = request.param == "two on a file"
    state = str(tmp_path / "state.sqlite") if on_file else request.getfixturevalue("postgres_database")
    return {"workers": 2}, {"state": state}


@pytest.fixture(params=["in memory", "two on a file"])
def few_options(request, tmp_path):
    """The same without a state that signals have nothing to do with."""
    return ({"workers": 2}, {"state": str(tmp_path / "state")}) if request.param != "in memory" else ({}, {})


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="signals are a matter of POSIX")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_serve_prints_one_line_answers_and_ends_by_a_signal(end, options):
    process, addresses = started(*options)
    connection, response = asked(addresses, "revenue by region")
    response.read()

    os.killpg(process.pid, end)  # as a terminal does: every process of the group gets it
    out, err = process.communicate(timeout=PATIENCE)

    connection.close()
    assert response.status == 200
    assert addresses.keys() == {"chat_url", "base_url", "query_url"}
    assert addresses["query_url"].endswith("/public/acme/sql")
    assert "/public/acme/agents/helper/chat/" in addresses["chat_url"]
    assert (process.returncode, out) == (0, "")
    told = [json.loads(line) for line in err.splitlines()]
    assert [each["event"] for each in told] == ["run", "request"]
    assert told[0]["requestId"] == told[1]["requestId"] == response.headers["X-Request-Id"]


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="signals are a matter of POSIX")
@pytest.mark.parametrize("with_id", [True, False])
def test_a_first_signal_ends_a_stream_that_runs_on_after_its_grace(endless, with_id, few_options):
    operation, options = few_options
    process, addresses = started({**operation, "grace_seconds": 0.5}, {**options, **endless})
    connection, response = asked(addresses, "total by n", with_id)
    lines = [response.readline() for _ in range(3)]

    os.killpg(process.pid, signal.SIGTERM)
    rest = rest_of(response)
    _, err = process.communicate(timeout=PATIENCE)

    connection.close()
    assert all(lines)
    assert process.returncode == 0, err
    if with_id:  # the addition says it (decisions/additions-on-request)
        assert json.loads(rest.split(b"\n")[-3])["error"] == STOPPED
        assert json.loads(rest.split(b"\n")[-2])["id"] == "__usage__"

    else:
        assert rest is None
    assert [each["status"] for each in map(json.loads, err.splitlines()) if each["event"] == "run"] == [
        "interrupted"
    ]


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="signals are a matter of POSIX")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_a_second_signal_ends_the_service_at_once(end, endless, few_options):
    operation, options = few_options
    process, addresses = started({**operation, "grace_seconds": 3000}, {**options, **endless})
    connection, response = asked(addresses, "total by n", with_id=True)
    response.readline()

    os.killpg(process.pid, end)
    until_refused(addresses)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.5)  # it waits for the stream
    os.killpg(process.pid, end)
    process.communicate(timeout=PATIENCE)

    assert process.returncode == 128 + end
    assert rest_of(response) is None
    connection.close()


@pytest.mark.skipif(os.name != "posix", reason="signals are a matter of POSIX")
def test_a_signal_is_heard_in_whatever_line_of_the_waiting_it_comes():
    told = subprocess.run(
        [sys.executable, "-c", AT_EVERY_LINE], capture_output=True, text=True, timeout=PATIENCE, check=False
    )

    assert told.stderr == ""
    assert int(told.stdout) > 1


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="signals are a matter of POSIX")
def test_workers_end_with_a_parent_that_was_killed(tmp_path):
    options = [{"workers": 2}, {"state": str(tmp_path / "state.sqlite")}]
    process = subprocess.Popen([sys.executable, "-c", SERVE, json.dumps(options)], stdout=subprocess.PIPE)
    address = json.loads(process.stdout.readline())["base_url"].removeprefix("http://").split(":")
    socket.create_connection(address).close()

    process.kill()
    process.wait()
    process.stdout.close()

    until(lambda: not is_listening(address))


def is_listening(address):
    try:
        socket.create_connection(address).close()
    except ConnectionRefusedError:
        return False

    return True


@pytest.mark.parametrize(
    "given",
    [
        {"api_key": ApiKey(KEY)},
        {"api_key": ApiKey(KEY), "options": ServiceOptions(state=":memory:")},
        {"options": ServiceOptions(state="state.sqlite")},
    ],
)
def test_several_workers_need_a_key_and_a_state_that_they_share(given):
    with pytest.raises(SettingsError, match="--state"):
        serve(Operation(workers=2), **given)


@pytest.mark.long
def test_what_keeps_the_workers_from_starting_is_told_once(tmp_path):
    with pytest.raises(SettingsError, match="state file"):
        serve(Operation(workers=2), ServiceOptions(state=tmp_path), api_key=ApiKey(KEY))


@pytest.fixture
def endless(endless_workspace, tmp_path):
    """The files of a model whose question takes hours to answer."""
    return {"model": str(tmp_path / "model"), "data": str(tmp_path / "data")}


def started(operation, options):
    """A service in a process, and its addresses."""
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, json.dumps([operation, options])],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    return process, json.loads(process.stdout.readline())


def asked(addresses, question, with_id=False):
    """A question's connection and open response."""
    connection = http.client.HTTPConnection(addresses["base_url"].removeprefix("http://"), timeout=PATIENCE)
    body = {"input": question, "sessionSettings": {"externalId": "ada"}}
    connection.request(
        "POST",
        addresses["chat_url"].removeprefix(addresses["base_url"]),
        json.dumps({**body, "messageId": "1700000000000-message"} if with_id else body),
        {"Authorization": f"Api-Key {KEY}", "Content-Type": "application/json"},
    )
    return connection, connection.getresponse()


def rest_of(response):
    """What is left of a stream; None where it is cut."""
    try:
        return response.read()
    except (http.client.IncompleteRead, ConnectionError):
        return None


def until_refused(addresses):
    """Wait until nobody takes a new connection."""
    host, _, port = addresses["base_url"].removeprefix("http://").partition(":")
    until(lambda: not is_listening((host, int(port))))
