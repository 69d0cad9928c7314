"""Connections to one PostgreSQL database: few, read-only, and made anew when the server was restarted."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Condition

import psycopg

from svcchat_magic.errors import EngineError
from svcchat_magic.semantic.engines.engines import CANCELLED, Cancellation
from svcchat_magic.semantic.engines.postgres_types import wire_adapters

MOST = 4  # connections of one engine
CONNECT_SECONDS = 5
UNREACHABLE = "The PostgreSQL database cannot be reached; see that it runs and that its address is right."
# Notice within half a minute that the server is gone. Settings of the address take precedence.
_LINE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 25_000}
# What a connection of ours may do whatever is asked of it. The dates are written as `postgres_types` reads.
_SESSION = (
    "SET default_transaction_read_only = on",
    "SET TimeZone = 'UTC'",
    "SET DateStyle = 'ISO, YMD'",
    "SET IntervalStyle = 'postgres'",
    "SET client_encoding = 'UTF8'",
    "SET lock_timeout = '5s'",
    "SET idle_in_transaction_session_timeout = '10min'",
)


class PostgresConnections:
    """At most `MOST` connections; whoever finds none free waits."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._changed = Condition()
        self._free: list[psycopg.Connection] = []
        self._in_use: list[psycopg.Connection | None] = []  # None while one is being opened
        self._is_closed = False

    @contextmanager
    def reading(self, cancellation: Cancellation) -> Iterator[psycopg.Connection]:
        """A connection in a read-only transaction of its own; raises EngineError."""
        connection = self._begun()
        try:
            yield connection
            connection.rollback()
        except BaseException:
            with suppress(psycopg.Error):  # the server closed it; the first error is raised
                connection.rollback()

            raise
        finally:
            if cancellation.cancelled:  # the server may hear of it late, within the next query
                connection.close()

            self._give_back(connection)

    def close(self) -> None:
        """Stop what is running and close every connection."""
        with self._changed:
            self._is_closed = True
            running = [each for each in self._in_use if each is not None]
            free, self._free = self._free, []
            self._changed.notify_all()

        for each in running:
            with suppress(psycopg.Error):  # its query may have ended, or its server
                each.cancel_safe(timeout=CONNECT_SECONDS)

        for each in free:
            each.close()

    def _begun(self) -> psycopg.Connection:
        """A connection whose transaction has begun: the server may have closed those that were free."""
        while True:
            connection, is_new = self._take()
            try:
                connection.execute("BEGIN TRANSACTION READ ONLY")
            except psycopg.OperationalError as error:
                connection.close()
                self._give_back(connection)
                if is_new:
                    raise EngineError(UNREACHABLE) from error
            else:
                return connection

    def _take(self) -> tuple[psycopg.Connection, bool]:
        """A free connection, or a new one."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or self._free or len(self._in_use) < MOST)
            if self._is_closed:
                raise EngineError(CANCELLED)

            if self._free:
                self._in_use.append(self._free.pop())
                return self._in_use[-1], False  # type: ignore[return-value]

            self._in_use.append(None)

        return self._opened(), True

    def _opened(self) -> psycopg.Connection:
        try:
            connection = connect(self._address)
        except BaseException:
            with self._changed:
                self._in_use.remove(None)
                self._changed.notify()

            raise

        with self._changed:
            self._in_use[self._in_use.index(None)] = connection

        return connection

    def _give_back(self, connection: psycopg.Connection) -> None:
        with self._changed:
            self._in_use.remove(connection)
            if self._is_closed:
                connection.close()
            elif not connection.closed:
                self._free.append(connection)

            self._changed.notify()


def connect(address: str) -> psycopg.Connection:
    """A new connection that only reads; raises EngineError, without the address."""
    given = psycopg.conninfo.conninfo_to_dict(address)
    settings = {"connect_timeout": CONNECT_SECONDS, **_LINE, **given}
    try:
        connection = psycopg.connect(**settings, autocommit=True, context=wire_adapters())  # type: ignore[arg-type]
        for statement in _SESSION:
            connection.execute(statement)
    except psycopg.Error as error:
        # from None: the driver's message may contain the address with its password
        raise EngineError(f"{UNREACHABLE} ({type(error).__name__})") from None

    return connection
