"""Counts and times of this process, written in the text format that Prometheus reads.

Written here because the usual library keeps one registry for the whole process, and an embedded service lives
in a process that is not its own. Labels name routes, states and this process; never a user or a chat.
"""

import os
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)  # bounds of the buckets
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_ABOUT: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "svcchat_requests_total": ("counter", "Requests by route and status."),
        "svcchat_request_seconds": ("histogram", "From a request's headers to its answer's last byte."),
        "svcchat_first_byte_seconds": ("histogram", "From a request's headers to its answer's first byte."),
        "svcchat_messages_total": ("counter", "Lines sent in streams."),
        "svcchat_runs_total": ("counter", "Questions by the state they ended in."),
        "svcchat_run_seconds": ("histogram", "From the start of a question's answer to its end."),
        "svcchat_store_write_seconds": ("histogram", "A write to the state, with its time in the queue."),
        "svcchat_queries_total": ("counter", "Queries given to the engine, by who asked."),
        "svcchat_streams_running": ("gauge", "Questions being answered."),
        "svcchat_stream_bytes_held": ("gauge", "Lines of running streams in memory, read and unread."),
        "svcchat_connections_open": ("gauge", "Open connections."),
        "svcchat_process_memory_bytes": ("gauge", "Resident memory of the process."),
    }
)
_Labels = tuple[tuple[str, str], ...]


class Metrics:
    """What is counted by one service; to be used from its event loop alone."""

    def __init__(self) -> None:
        self._counters: defaultdict[tuple[str, _Labels], int] = defaultdict(int)
        self._histograms: dict[tuple[str, _Labels], _Histogram] = {}
        self._gauges: dict[str, Callable[[], float]] = {"svcchat_process_memory_bytes": _memory}

    def count(self, name: str, by: int = 1, /, **labels: str) -> None:
        """Add to a counter."""
        self._counters[name, tuple(labels.items())] += by

    def observe(self, name: str, seconds: float, /, **labels: str) -> None:
        """Take note of how long something took."""
        key = name, tuple(labels.items())
        if key not in self._histograms:
            self._histograms[key] = _Histogram()

        self._histograms[key].add(seconds)

    def watch(self, name: str, read: Callable[[], float]) -> None:
        """A value that is read when it is asked for."""
        self._gauges[name] = read

    def text(self) -> str:
        """Everything, as one page."""
        samples: dict[str, list[str]] = {name: [] for name in _ABOUT}
        for (name, labels), count in self._counters.items():
            samples[name].append(_sample(name, labels, count))

        for (name, labels), histogram in self._histograms.items():
            samples[name].extend(histogram.samples(name, labels))

        for name, read in self._gauges.items():
            samples[name].append(_sample(name, (), read()))

        return "".join(_page(name, lines) for name, lines in samples.items() if lines)


class _Histogram:
    """Times sorted into buckets."""

    __slots__ = ("_counts", "_sum")

    def __init__(self) -> None:
        self._counts = [0] * (len(SECONDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def samples(self, name: str, labels: _Labels) -> Iterable[str]:
        so_far = 0
        for bound, count in zip((*map(str, SECONDS), "+Inf"), self._counts, strict=True):
            so_far += count
            yield _sample(f"{name}_bucket", (*labels, ("le", bound)), so_far)

        yield _sample(f"{name}_sum", labels, round(self._sum, 6))
        yield _sample(f"{name}_count", labels, so_far)


def _page(name: str, lines: Iterable[str]) -> str:
    kind, about = _ABOUT[name]
    return f"# HELP {name} {about}\n# TYPE {name} {kind}\n{''.join(lines)}"


def _sample(name: str, labels: _Labels, value: float) -> str:
    written = ",".join(f'{key}="{text}"' for key, text in (*labels, ("pid", str(os.getpid()))))
    return f"{name}{{{written}}} {value}\n"


def _memory() -> float:
    """Bytes in memory now, or at most so far where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        pass

    try:
        import resource
    except ImportError:  # not on Windows
        return 0.0

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
