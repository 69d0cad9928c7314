"""Serves in the foreground until a signal: in this process, or in several that share address and state."""

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
from svcchat_magic.service.process.service_options import ListenAddress, ServiceOptions
from svcchat_magic.service.process.stop_signal import StopSignal
from svcchat_magic.service.process.workers import Workers, tell_failure, tell_ready
from svcchat_magic.service.state.state_file import IN_MEMORY
from svcchat_magic.service.telemetry.logs import LogForm, log_to
from svcchat_magic.settings import ApiKey

if TYPE_CHECKING:
    from svcchat_magic.service.process.server import RunningService

COLLECTOR = (20_000, 50, 100)  # a stream's objects are freed by counting; cycles are few
SWITCH_SECONDS = 0.0002  # Python takes 25 times as long; a question waits for about ten statements


@dataclass(frozen=True, slots=True)
class Operation:
    """How a service in the foreground is run."""

    workers: int = 1
    grace_seconds: float = 5.0  # for questions that are being answered when a signal ends the service
    log_form: LogForm | None = None  # text for a terminal and JSON for anything else
    log_level: str = "info"

    def log(self) -> None:
        """Begin to write what is logged to stderr, also where this process is a worker."""
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
        raise SettingsError("Several workers need an API key and a state that they share: --state.")

    with closing(listen(address.host, address.port)) as listener:
        shared = replace(address, listener=listener)
        arguments = {"key": api_key.reveal(), "address": shared, "options": options}
        workers = Workers(operation.workers, _work, {**arguments, "operation": operation})
        with _until_signal(at_once=workers.kill) as ended:
            print(json.dumps(workers.told), flush=True)
            try:
                workers.replace_dead_until(ended)
            finally:
                listener.close()  # or connections would queue on it while the workers end
                workers.stop(operation.grace_seconds)


def _work(
    line: Connection, *, key: str, address: ListenAddress, options: ServiceOptions, operation: Operation
) -> None:
    """What one worker does until its line closes or it is told to end."""
    operation.log()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the parent too, which closes the line
    with _until_signal(signal.SIGTERM) as ended:
        try:
            service = _started(options, api_key=ApiKey(key), address=address)
        except SvcchatError as cause:
            tell_failure(line, cause)
            return

        tell_ready(line, service.addresses)
        while not ended.is_set() and not line.poll(1.0):  # what can be read from it is its end
            continue

        service.stop(operation.grace_seconds)


def _started(options: ServiceOptions, *, api_key: ApiKey | None, address: ListenAddress) -> "RunningService":
    """Start the service with the garbage collector off: nothing that a start loads is garbage."""
    gc.disable()
    try:
        from svcchat_magic.service.process.server import start_service

        return start_service(options, api_key=api_key, address=address)
    finally:
        be_a_service()
        gc.enable()


def be_a_service() -> None:
    """Tune this process's interpreter for many streams at once; to be called when everything is loaded.

    The thread of the store gets in soon while the event loop is busy: it asks anew after each statement. And
    the collector leaves alone what is there for good: looking it all through stops every stream for 0.1 s.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()
    atexit.register(gc.unfreeze)  # what is frozen at the end is taken for a leak by some libraries
    gc.set_threshold(*COLLECTOR)


@contextmanager
def _until_signal(
    *signals: signal.Signals, at_once: Callable[[], object] = lambda: None
) -> Iterator[StopSignal]:
    """What is set by the first of these signals, SIGINT and SIGTERM unless others are named.

    The second one ends the process, after `at_once`, without any more waiting: runs it leaves are marked as
    interrupted by the next start.
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
    while not ended.wait(1.0):  # a wait without end would not see signals on Windows
        continue
