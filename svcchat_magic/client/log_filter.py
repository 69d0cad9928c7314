"""Keeps the API key out of what the HTTP libraries log: a service may repeat it in a header."""

import logging
from dataclasses import dataclass

from svcchat_magic.protocol.key_redaction import KeyRedaction

_LOGGERS = ("httpx", "httpcore.connection", "httpcore.http11", "httpcore.proxy", "httpcore.socks")


@dataclass(frozen=True, slots=True, eq=False)  # equal ones would be one to `logging`
class LogFilter:
    """Redacts the key in the libraries' records between `add` and `remove`; a filter of `logging`."""

    redaction: KeyRedaction

    def add(self) -> None:
        """Begin; a logger's filter does not see what its children log, so each has its own."""
        for name in _LOGGERS:
            logging.getLogger(name).addFilter(self)

    def remove(self) -> None:
        """End."""
        for name in _LOGGERS:
            logging.getLogger(name).removeFilter(self)

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record through, without the key."""
        said = record.getMessage()
        redacted = self.redaction.text(said)
        if redacted != said:
            record.msg, record.args = redacted, ()

        return True
