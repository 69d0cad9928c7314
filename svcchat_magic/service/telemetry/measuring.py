"""Whether this service counts: only where the extra `metrics` is installed."""

from collections.abc import Callable
from typing import Protocol

from svcchat_magic.errors import NotFound


class Measuring(Protocol):
    """What counts, or does not."""

    @property
    def content_type(self) -> str:
        """The media type of the page."""

    def count(self, name: str, by: int = 1, /, **labels: str) -> None:
        """Add to a counter."""

    def observe(self, name: str, seconds: float, /, **labels: str) -> None:
        """Take note of how long something took."""

    def watch(self, name: str, read: Callable[[], float]) -> None:
        """A value that is read when it is asked for."""

    def page(self) -> bytes:
        """Everything, in the text format. Raises NotFound where nothing is counted."""


def measuring() -> Measuring:
    """New counts, or none where the library is missing."""
    try:
        from svcchat_magic.service.telemetry.metrics import Metrics
    except ModuleNotFoundError as missing:
        if missing.name != "prometheus_client":
            raise

        return _Unmeasured()

    return Metrics()


class _Unmeasured:
    """Counts nothing, and says which extra does."""

    content_type = "text/plain"

    def count(self, name: str, by: int = 1, /, **labels: str) -> None:
        """Nothing."""

    def observe(self, name: str, seconds: float, /, **labels: str) -> None:
        """Nothing."""

    def watch(self, name: str, read: Callable[[], float]) -> None:
        """Nothing."""

    def page(self) -> bytes:
        """Nothing but what to install."""
        raise NotFound("Metrics need the extra: pip install 'svcchat-magic[metrics]'.", status=404)
