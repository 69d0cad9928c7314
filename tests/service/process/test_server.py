"""Starting, addresses and stopping."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from dataclasses import replace
from datetime import date
from functools import partial

import pytest

from svcchat_magic.analyst.events import AnswerText
from svcchat_magic.errors import ModelError, SettingsError
from svcchat_magic.service.access.account_file import read_account
from svcchat_magic.service.process import http_server, server
from svcchat_magic.service.process.foreground import Operation, serve
from svcchat_magic.service.process.http_server import listen
from svcchat_magic.service.process.server import start_service
from svcchat_magic.service.process.service_options import ListenAddress, ServiceOptions
from svcchat_magic.service.runs.components import ServiceComponents
from svcchat_magic.service.runs.terminal_lines import STOPPED
from svcchat_magic.service.state.state_file import IN_MEMORY, open_store
from svcchat_magic.service.telemetry.metrics import Metrics
from svcchat_magic.service.telemetry.monitoring import Monitor
from svcchat_magic.settings import ApiKey
from tests.raw_api import ask, lines, open_turn, send
from tests.service.conftest import ScriptedAnalyst
from tests.service.raw_sockets import connect
from tests.waiting import PATIENCE, threads_of_ours, until, until_ended, until_inside

KEY = "key-of-the-terminal"


def sql_of(messages):
    call = next(each["toolCall"] for each in messages if each.get("toolCall", {}).get("name") == "svcSqlApi")
    return json.loads(call["input"])["sqlQuery"]


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::", ""])
@pytest.mark.case("A35")
def test_an_address_others_can_reach_needs_a_key_of_its_own(host):
    for start in (start_service, partial(serve, Operation())):
        with pytest.raises(SettingsError, match="--api-key-file"):
            start(ServiceOptions(state=IN_MEMORY), address=ListenAddress(host=host))


def test_a_random_key_is_made_and_does_not_show(service):
    assert len(service.api_key.reveal()) >= 32
    assert service.api_key.reveal() not in repr(vars(service))


def test_the_demo_reads_relative_time_against_its_own_date_unless_told_otherwise(service):
    told = start_service(ServiceOptions(state=IN_MEMORY, today=date(2024, 1, 10)))
    question = "revenue last year"

    demo, other = sql_of(ask(service, question)), sql_of(ask(told, question))

    told.stop()
    assert "2024-01-01" in demo
    assert "2023-01-01" in other


def test_an_address_that_is_taken_is_one_sentence(service):
    port = int(service.base_url.rsplit(":", 1)[1])

    with pytest.raises(SettingsError, match="cannot listen"):
        start_service(ServiceOptions(state=IN_MEMORY), address=ListenAddress(port=port))


def test_a_broken_model_does_not_start(tmp_path):
    (tmp_path / "broken.yml").write_text("cubes:\n  - name: a\n    nonsense: 1\n")

    with pytest.raises(ModelError, match="broken"):
        start_service(ServiceOptions(model=tmp_path, state=IN_MEMORY))


@pytest.mark.parametrize("given", [{"account": "a/b"}, {"agent": "../x"}, {"account": ""}])
def test_names_must_fit_an_address(given):
    options = ServiceOptions(state=IN_MEMORY, **{name: value or "-" for name, value in given.items()})

    with pytest.raises(SettingsError):
        start_service(options)


def test_stopping_leaves_no_thread_behind():
    before = threads_of_ours()
    service = start_service(ServiceOptions(state=IN_MEMORY))
    ask(service, "revenue by region")

    service.stop()

    until(lambda: threads_of_ours() <= before)
    with pytest.raises(ConnectionError):
        ask(service, "revenue by region")


def test_a_question_that_comes_to_its_run_when_all_runs_were_stopped_is_stopped_too(start):
    service = start(ScriptedAnalyst(waits=False))
    store, held, free = service._parts.store, threading.Event(), threading.Event()

    def hold(_):
        held.set()
        assert free.wait(PATIENCE)

    holding = threading.Thread(target=store.write_now, args=(hold,))
    holding.start()
    assert held.wait(PATIENCE)
    answers = []
    asking = threading.Thread(
        target=lambda: answers.append(ask(service, "why?", messageId="1736500000000-message"))
    )
    asking.start()
    until(lambda: not store._thread._jobs.empty())

    service._server.call(service._agent.runs.stop_all())
    free.set()

    until_ended([holding, asking])
    assert answers[0][-2]["error"] == STOPPED


class InterruptedMetrics(Metrics):
    """Has the user interrupt the start of a service."""

    def watch(self, name, read):
        if name == "svcchat_connections_open":
            signal.raise_signal(signal.SIGINT)

        super().watch(name, read)


def test_a_start_that_is_interrupted_leaves_no_server_behind(workspace, clock):
    listener = listen("127.0.0.1", 0)
    address = listener.getsockname()
    store, _ = open_store(IN_MEMORY)
    before = threads_of_ours()
    monitor = Monitor(InterruptedMetrics())
    parts = ServiceComponents(
        read_account(server.DEMO / "account.toml"), store, workspace, ScriptedAnalyst(), clock
    )

    with pytest.raises(KeyboardInterrupt):
        server.RunningService(replace(parts, monitor=monitor), ApiKey(KEY), ListenAddress(listener=listener))

    store.close()
    assert threads_of_ours() <= before
    with pytest.raises(ConnectionError):
        socket.create_connection(address)


@pytest.mark.skipif(os.name != "posix", reason="signals are a matter of POSIX")
def test_a_stop_that_is_interrupted_in_its_grace_ends_everything_all_the_same(start, last_bytes_soon):
    before = threads_of_ours()
    service = start(ScriptedAnalyst())
    connection, _, _ = open_turn(service, "why?")
    main = threading.main_thread().ident

    def interrupt():
        until_inside("stop", "_end_work", "call", "result", "wait")
        signal.pthread_kill(main, signal.SIGINT)

    interrupting = threading.Thread(target=interrupt)
    interrupting.start()
    with pytest.raises(KeyboardInterrupt):
        service.stop(10 * PATIENCE)

    until_ended([interrupting])
    connection.close()
    until(lambda: threads_of_ours() <= before)


@pytest.mark.long
def test_a_process_that_forgets_to_stop_its_service_still_ends():
    program = (
        "from svcchat_magic.service.process.server import start_service;"
        "from svcchat_magic.service.state.state_file import IN_MEMORY;"
        "from svcchat_magic.service.process.service_options import ServiceOptions;"
        "start_service(ServiceOptions(state=IN_MEMORY))"
    )

    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, timeout=2 * PATIENCE, check=False
    )

    assert (done.returncode, done.stderr) == (0, b"")


def test_a_key_of_ones_own_is_the_only_one():
    service = start_service(ServiceOptions(state=IN_MEMORY), api_key=ApiKey(KEY))

    assert service.api_key.reveal() == KEY
    assert ask(service, "revenue by region")[-1]["id"] == "__state__"
    service.stop()


def test_a_small_piece_is_sent_without_waiting_for_the_one_before():
    """Without TCP_NODELAY every second small piece waits 40 ms for the other side's acknowledgement."""

    async def is_at_once(listener):
        accepted = asyncio.get_running_loop().create_future()
        server = await asyncio.start_server(lambda _, writer: accepted.set_result(writer), sock=listener)
        _, ours = await asyncio.open_connection(*listener.getsockname())
        theirs = await accepted
        option = theirs.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        for each in (ours, theirs, server):
            each.close()
            await each.wait_closed()

        return option != 0

    assert asyncio.run(is_at_once(listen("127.0.0.1", 0)))


def test_a_question_may_be_answered_to_its_end_within_the_grace_and_no_other_is_taken(start):
    analyst = ScriptedAnalyst()
    service = start(analyst)
    connection, response, _ = open_turn(service, "why?")
    idle, first = send(service, "/health", None, method="GET")
    first.read()
    assert analyst.waiting.wait(PATIENCE)

    stopping = threading.Thread(target=service.stop, args=(PATIENCE,))
    stopping.start()
    until(lambda: _is_refused(service))
    idle.request("GET", "/health", headers={"Host": "localhost"})
    kept = idle.getresponse()
    refusal = kept.read()
    analyst.waits_again = False
    analyst.release()
    rest = response.read()
    stopping.join(PATIENCE)

    connection.close()
    idle.close()
    assert (kept.status, kept.headers["Connection"]) == (503, "close")
    assert json.loads(refusal)["error"]["code"] == "unavailable"
    assert lines(rest)[-1]["id"] == "__state__"
    assert not stopping.is_alive()


class HoldingAnalyst:
    """Holds up the event loop that all runs share."""

    def __init__(self):
        self.holds = threading.Event()
        self.released = threading.Event()

    async def answer(self, task, tools):
        self.holds.set()
        self.released.wait(PATIENCE)
        yield AnswerText("")


def test_a_service_that_cannot_end_its_runs_in_time_closes_all_else(start, last_bytes_soon, monkeypatch):
    before, analyst = threads_of_ours(), HoldingAnalyst()
    service = start(analyst)
    for module, name in ((http_server, "STOP_SECONDS"), (server, "FINISH_SECONDS")):
        monkeypatch.setattr(module, name, 0.05)  # to start may take its time

    asking = threading.Thread(target=lambda: open_turn(service, "why?")[0].close())
    asking.start()
    assert analyst.holds.wait(PATIENCE)

    service.stop()

    left = [each.name for each in threads_of_ours() - before]
    analyst.released.set()
    asking.join(PATIENCE)
    until(lambda: threads_of_ours() <= before)
    assert left == ["svcchat-service"]


def _is_refused(service):
    try:
        connect(service).close()
    except OSError:
        return True

    return False
