"""Counts and times of one service, for Prometheus. Needs the extra `metrics`.

Each service has its own registry, because an embedded service shares a process that may have other metrics.
Labels name routes, states and this process; never a user or a chat.
"""

import os
from collections.abc import Callable, Mapping
from types import MappingProxyType

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)  # bounds of the buckets
_COUNTERS: Mapping[str, tuple[str, tuple[str, ...]]] = MappingProxyType(
    {
        "svcchat_requests_total": ("Requests by route and status.", ("route", "status")),
        "svcchat_messages_total": ("Lines sent in streams.", ("route",)),
        "svcchat_runs_total": ("Questions by the state they ended in.", ("status",)),
        "svcchat_queries_total": ("Queries given to the engine, by who asked.", ("by_whom",)),
    }
)
_HISTOGRAMS: Mapping[str, tuple[str, tuple[str, ...]]] = MappingProxyType(
    {
        "svcchat_request_seconds": ("From a request's headers to its answer's last byte.", ("route",)),
        "svcchat_first_byte_seconds": ("From a request's headers to its answer's first byte.", ("route",)),
        "svcchat_run_seconds": ("From the start of a question's answer to its end.", ()),
        "svcchat_store_write_seconds": ("A write to the state, with its time in the queue.", ()),
    }
)
_GAUGES: Mapping[str, str] = MappingProxyType(
    {
        "svcchat_streams_running": "Questions being answered.",
        "svcchat_stream_bytes_held": "Lines of running streams in memory, read and unread.",
        "svcchat_connections_open": "Open connections.",
        "svcchat_process_memory_bytes": "Resident memory of the process.",
    }
)


class Metrics:
    """The metrics of one service. Every sample has the label `pid`, so that workers can be added up."""

    content_type = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._pid = str(os.getpid())
        self._counters = {
            name: Counter(name, about, (*labels, "pid"), registry=self._registry)
            for name, (about, labels) in _COUNTERS.items()
        }
        self._histograms = {
            name: Histogram(name, about, (*labels, "pid"), registry=self._registry, buckets=SECONDS)
            for name, (about, labels) in _HISTOGRAMS.items()
        }
        self.watch("svcchat_process_memory_bytes", _memory)

    def count(self, name: str, by: int = 1, /, **labels: str) -> None:
        """Add to a counter."""
        self._counters[name].labels(**labels, pid=self._pid).inc(by)

    def observe(self, name: str, seconds: float, /, **labels: str) -> None:
        """Record how long something took."""
        self._histograms[name].labels(**labels, pid=self._pid).observe(seconds)

    def watch(self, name: str, read: Callable[[], float]) -> None:
        """Register a gauge, read whenever the metrics are requested."""
        gauge = Gauge(name, _GAUGES[name], ("pid",), registry=self._registry)
        gauge.labels(pid=self._pid).set_function(read)

    def page(self) -> bytes:
        """All metrics in the text format."""
        return generate_latest(self._registry)


def _memory() -> float:
    """Bytes in memory now, or the peak if the system does not report the current value."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):  # no such file on other systems: the peak, below
        pass

    try:
        import resource
    except ImportError:  # not on Windows
        return 0.0

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
