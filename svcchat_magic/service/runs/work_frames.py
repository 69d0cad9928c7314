"""The protocol between a service and its worker processes: pickled values with a length prefix."""

import io
import os
import pickle
import signal
import struct
import sys
from dataclasses import dataclass
from types import MappingProxyType
from typing import IO, Any

MOST_MEMORY = 1_000_000_000
NICE = 5  # the service itself takes precedence
_LENGTH = struct.Struct(">I")


@dataclass(frozen=True, slots=True)
class WorkEnded:
    """The job is done, or it failed with this message."""

    failure: str = ""


def as_program() -> tuple[IO[bytes], IO[bytes]]:
    """Set this process up to work for a service; returns the source of its jobs and the sink for results."""
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the service ends it
    sys.stdout = sys.stderr  # output that a library prints is not a frame
    _limit_memory()
    if hasattr(os, "nice"):
        os.nice(NICE)

    return source, sink


def failure_of(cause: BaseException) -> WorkEnded:
    """The type and the location of an error, without its message."""
    return WorkEnded(f"{type(cause).__name__} at {_place(cause)}")


class _Pickler(pickle.Pickler):
    """Pickles the read-only mappings of models, which pickle itself does not support."""

    def reducer_override(self, value: Any) -> Any:
        if type(value) is MappingProxyType:
            return _read_only, (dict(value),)

        return NotImplemented


def _read_only(content: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(content)


def write_frame(sink: IO[bytes], value: object) -> None:
    """Send one value."""
    packed = io.BytesIO()
    _Pickler(packed, pickle.HIGHEST_PROTOCOL).dump(value)
    sink.write(_LENGTH.pack(packed.tell()) + packed.getvalue())
    sink.flush()


def read_frame(source: IO[bytes]) -> Any:
    """Receive one value; None at the end."""
    head = source.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None

    return pickle.loads(source.read(_LENGTH.unpack(head)[0]))  # written by our own process


def _place(cause: BaseException) -> str:
    trace = cause.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next

    return f"{trace.tb_frame.f_code.co_name}:{trace.tb_lineno}" if trace else "?"


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return

    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
