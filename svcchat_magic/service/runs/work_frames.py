"""How a service and a process that works for it speak: values in frames, each with its length before it."""

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
NICE = 5  # the service itself comes first
_LENGTH = struct.Struct(">I")


@dataclass(frozen=True, slots=True)
class WorkEnded:
    """The job is done, or it failed with this."""

    failure: str = ""


def as_program() -> tuple[IO[bytes], IO[bytes]]:
    """Make this process one that works for a service: where its jobs come from, and where answers go."""
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the service ends it
    sys.stdout = sys.stderr  # what a library prints is no frame
    _limit_memory()
    if hasattr(os, "nice"):
        os.nice(NICE)

    return source, sink


def failure_of(cause: BaseException) -> WorkEnded:
    """The kind and the place of a failure, without its words."""
    return WorkEnded(f"{type(cause).__name__} at {_place(cause)}")


class _Pickler(pickle.Pickler):
    """Models hold read-only mappings, which pickle does not know."""

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
    """The next value; None at the end."""
    head = source.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None

    return pickle.loads(source.read(_LENGTH.unpack(head)[0]))  # our own process wrote it


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
