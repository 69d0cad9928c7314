"""Log and count what the service does, and serve the counts."""

import logging
from dataclasses import dataclass, field

from starlette.responses import Response

from svcchat_magic.service.telemetry.logs import about
from svcchat_magic.service.telemetry.measuring import Measuring, measuring
from svcchat_magic.service.telemetry.request_record import OTHER_ROUTE, RequestRecord

METRICS_PATH = "/metrics"
QUIET_ROUTES = frozenset({"live", "ready", "metrics"})  # polled every few seconds by programs

log = logging.getLogger("svcchat_magic.service")


@dataclass(frozen=True, slots=True)
class Monitor:
    """Logs and counts requests, runs, writes and queries of one service."""

    metrics: Measuring = field(default_factory=measuring)

    def answered(self, exchange: RequestRecord) -> None:
        """A request was answered or abandoned."""
        route, seconds = exchange.route, exchange.seconds
        self.metrics.count("svcchat_requests_total", route=route, status=str(exchange.status))
        self.metrics.count("svcchat_messages_total", exchange.lines, route=route)
        self.metrics.observe("svcchat_request_seconds", seconds, route=route)
        if exchange.first_byte is not None:
            self.metrics.observe("svcchat_first_byte_seconds", exchange.first_byte, route=route)

        level = logging.DEBUG if route in QUIET_ROUTES else logging.INFO
        if not log.isEnabledFor(level):
            return

        record = about(
            requestId=exchange.request_id,
            route=route,
            method=exchange.method,
            status=exchange.status,
            seconds=round(seconds, 6),
            firstByteSeconds=None if exchange.first_byte is None else round(exchange.first_byte, 6),
            bytes=exchange.bytes,
            lines=exchange.lines,
            whole=exchange.is_whole,
        )
        log.log(level, "request", extra=record)

    def refused(self, status: int, request_id: str) -> None:
        """A request was refused before it was parsed."""
        self.metrics.count("svcchat_requests_total", route=OTHER_ROUTE, status=str(status))
        log.info("refused", extra=about(requestId=request_id, status=status))

    def run_ended(self, request_id: str, status: str, seconds: float, lines: int) -> None:
        """A run has its final status."""
        self.metrics.count("svcchat_runs_total", status=status)
        self.metrics.observe("svcchat_run_seconds", seconds)
        log.info(
            "run", extra=about(requestId=request_id, status=status, seconds=round(seconds, 6), lines=lines)
        )

    def written(self, seconds: float) -> None:
        """A write to the state has finished."""
        self.metrics.observe("svcchat_store_write_seconds", seconds)

    def queried(self, asker: str) -> None:
        """A query goes to the engine, for the `analyst` or for the query `api`."""
        self.metrics.count("svcchat_queries_total", by_whom=asker)

    def page(self) -> Response:
        """The metrics as text, for an authenticated caller. Raises NotFound without the extra."""
        return Response(self.metrics.page(), media_type=self.metrics.content_type)
