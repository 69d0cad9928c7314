"""Select the metrics: real ones if the extra `metrics` is installed, else a stand-in."""

from collections.abc import Callable
from typing import Protocol

from svcchat_magic.errors import NotFound


class Measuring(Protocol):
    """The interface of Metrics, also implemented without the extra."""

    @property
    def content_type(self) -> str:
        """The media type of the page."""

    def count(self, name: str, by: int = 1, /, **labels: str) -> None:
        """Add to a counter."""

    def observe(self, name: str, seconds: float, /, **labels: str) -> None:
        """Record how long something took."""

    def watch(self, name: str, read: Callable[[], float]) -> None:
        """Register a gauge, read whenever the metrics are requested."""

    def page(self) -> bytes:
        """All metrics in the text format. Raises NotFound without the extra."""


def measuring() -> Measuring:
    """Create the metrics of one service."""
    try:
        from svcchat_magic.service.telemetry.metrics import Metrics
    except ModuleNotFoundError as missing:
        if missing.name != "prometheus_client":
            raise

        return _Unmeasured()

    return Metrics()


class _Unmeasured:
    """Counts nothing; its page names the missing extra."""

    content_type = "text/plain"

    def count(self, name: str, by: int = 1, /, **labels: str) -> None:
        """Do nothing."""

    def observe(self, name: str, seconds: float, /, **labels: str) -> None:
        """Do nothing."""

    def watch(self, name: str, read: Callable[[], float]) -> None:
        """Do nothing."""

    def page(self) -> bytes:
        """Raise NotFound with the extra to install."""
        raise NotFound("Metrics need the extra: pip install 'svcchat-magic[metrics]'.", status=404)
