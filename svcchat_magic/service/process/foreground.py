"""Serve in the foreground until a signal, in this process or in several that share address and state."""

import atexit
import gc
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from svcchat_magic.errors import SettingsError, SvcchatError
from svcchat_magic.protocol.terminal_stream import guard_terminals
from svcchat_magic.service.process.http_server import listen
from svcchat_magic.service.process.service_options import (
    ListenAddress,
    ServiceOptions,
    with_model_key,
    without_model_key,
)
from svcchat_magic.service.process.stop_signal import StopSignal
from svcchat_magic.service.process.workers import Workers, report_failure, report_ready
from svcchat_magic.service.state.state_file import IN_MEMORY
from svcchat_magic.service.telemetry.logs import LogForm, log_to
from svcchat_magic.settings import ApiKey

if TYPE_CHECKING:
    from svcchat_magic.service.process.server import RunningService

COLLECTOR = (20_000, 50, 100)  # a stream's objects are freed by counting; cycles are few
SWITCH_SECONDS = 0.0002  # Python's default is 25 times as long, and a question waits for about ten statements


@dataclass(frozen=True, slots=True)
class Operation:
    """How a service in the foreground is run."""

    workers: int = 1
    grace_seconds: float = 5.0  # for answers that are in progress when a signal arrives
    log_form: LogForm | None = None  # text for a terminal and JSON for anything else
    log_level: str = "info"

    def log(self) -> None:
        """Start logging to stderr, in a worker too."""
        guard_terminals()
        log_to(sys.stderr, self.log_form, self.log_level)


def serve(
    operation: Operation = Operation(),
    options: ServiceOptions = ServiceOptions(),
    *,
    api_key: ApiKey | None = None,
    address: ListenAddress = ListenAddress(),
) -> None:
    """Serve until SIGINT or SIGTERM; prints one line of JSON with the addresses when ready.

    A second signal ends the process at once. Without `state`, chats are kept in memory; several workers need
    a state that they share. Call it from the main thread. Raises as `start_service` does.
    """
    options = replace(options, state=options.state or IN_MEMORY)
    operation.log()
    if operation.workers > 1:
        _serve_with_workers(operation, options, api_key, address)
        return

    with _until_signal() as ended:
        service = _started(options, api_key=api_key, address=address)
        print(json.dumps(service.addresses), flush=True)
        _wait(ended)
        service.stop(operation.grace_seconds)


def _serve_with_workers(
    operation: Operation, options: ServiceOptions, api_key: ApiKey | None, address: ListenAddress
) -> None:
    from svcchat_magic.service.process.server import check_address

    check_address(address.host, api_key)
    if api_key is None or Path(options.state or IN_MEMORY) == IN_MEMORY:
        raise SettingsError("Several workers need an API key and a shared state: use --state.")

    with closing(listen(address.host, address.port)) as listener:
        shared = replace(address, listener=listener)
        plain, model_key = without_model_key(options)
        arguments = {"key": api_key.reveal(), "address": shared, "options": plain, "model_key": model_key}
        workers = Workers(operation.workers, _work, {**arguments, "operation": operation})
        with _until_signal(at_once=workers.kill) as ended:
            print(json.dumps(workers.addresses), flush=True)
            try:
                workers.replace_dead_until(ended)
            finally:
                listener.close()  # otherwise connections would queue on it while the workers stop
                workers.stop(operation.grace_seconds)


def _work(
    line: Connection,
    *,
    key: str,
    model_key: str,
    address: ListenAddress,
    options: ServiceOptions,
    operation: Operation,
) -> None:
    """Serve as one worker until the pipe to the parent closes or a SIGTERM arrives."""
    operation.log()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the parent too, which closes the pipe
    with _until_signal(signal.SIGTERM) as ended:
        try:
            whole = with_model_key(options, model_key)
            service = _started(whole, api_key=ApiKey(key), address=address)
        except SvcchatError as cause:
            report_failure(line, cause)
            return

        report_ready(line, service.addresses)
        while not ended.is_set() and not line.poll(1.0):  # readable only once it is closed
            continue

        service.stop(operation.grace_seconds)


def _started(options: ServiceOptions, *, api_key: ApiKey | None, address: ListenAddress) -> "RunningService":
    """Start the service with the garbage collector off, because nothing that is loaded here is garbage."""
    gc.disable()
    try:
        from svcchat_magic.service.process.server import start_service

        return start_service(options, api_key=api_key, address=address)
    finally:
        be_a_service()
        gc.enable()


def be_a_service() -> None:
    """Tune this process's interpreter for many concurrent streams. Call it once everything is loaded.

    A shorter switch interval lets the store's thread run soon while the event loop is busy. Freezing keeps
    the collector away from permanent objects: scanning them all would pause every stream for 0.1 s.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()
    atexit.register(gc.unfreeze)  # some libraries report objects that are still frozen at exit as leaks
    gc.set_threshold(*COLLECTOR)


@contextmanager
def _until_signal(
    *signals: signal.Signals, at_once: Callable[[], object] = lambda: None
) -> Iterator[StopSignal]:
    """A StopSignal that the first of these signals sets; by default SIGINT and SIGTERM.

    The second signal calls `at_once` and exits immediately; the next start marks the remaining runs as
    interrupted.
    """
    ended = StopSignal()

    def end(number: int, _frame: FrameType | None) -> None:
        if ended.is_set():
            at_once()
            os._exit(128 + number)

        ended.set()

    before = {each: signal.signal(each, end) for each in signals or (signal.SIGINT, signal.SIGTERM)}
    try:
        yield ended
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _wait(ended: StopSignal) -> None:
    while not ended.wait(1.0):  # on Windows, a wait without a timeout would not see signals
        continue
