"""The service's state in one SQLite file: users, threads, messages, runs and sessions.

One thread owns the connection: a slow disk or a file that another kernel is writing never stops the event
loop, and jobs keep their order. The hop costs about 0.1 ms, paid once per chunk of up to 32 lines.
"""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from svcchat_magic.errors import SettingsError, TooBusy
from svcchat_magic.service.blocking import WorkerThread, result_of
from svcchat_magic.service.liveness import Liveness
from svcchat_magic.service.schema import NewerSchema, migrate

Result = TypeVar("Result")
Job = Callable[[sqlite3.Connection], Result]
BUSY_SECONDS = 5.0


class Store:
    """The open state; `None` as the file keeps it in memory.

    Raises SettingsError when the file cannot be used.
    """

    def __init__(self, file: Path | None) -> None:
        self._thread = WorkerThread("svcchat-store")
        try:
            self._connection = self._thread.submit(lambda: _open(file)).result()
        except (sqlite3.Error, OSError, NewerSchema) as cause:
            self._thread.stop()
            raise SettingsError(_why(cause, file)) from cause

        self.liveness = Liveness(file)

    async def read(self, job: Job[Result]) -> Result:
        """What a job reads, in one snapshot; raises TooBusy (503) when the file cannot be read."""
        return await result_of(self._thread.submit(lambda: self._transaction("BEGIN", job)))

    async def write(self, job: Job[Result]) -> Result:
        """Do a job as one transaction, all or nothing; raises TooBusy (503) when it cannot be written."""
        return await result_of(self._thread.submit(lambda: self._transaction("BEGIN IMMEDIATE", job)))

    def write_now(self, job: Job[Result]) -> Result:
        """The same as `write`, for use outside the event loop."""
        return self._thread.submit(lambda: self._transaction("BEGIN IMMEDIATE", job)).result()

    def close(self) -> None:
        """Finish the queued jobs and close the file."""
        self._thread.submit(self._connection.close)
        self._thread.stop()
        self.liveness.close()

    def _transaction(self, begin: str, job: Job[Result]) -> Result:
        try:
            self._connection.execute(begin)
            try:
                result = job(self._connection)
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

                raise
        except sqlite3.Error as cause:
            raise TooBusy("The service cannot read or keep its chats now; try again.", status=503) from cause

        return result


def _open(file: Path | None) -> sqlite3.Connection:
    if file is not None:
        _create_private(file)

    connection = sqlite3.connect(
        file or ":memory:", timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        migrate(connection)
    except BaseException:
        connection.close()
        raise

    return connection


def _create_private(file: Path) -> None:
    """Make the file readable for its owner alone; SQLite gives its side files the same mode."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))


def _why(cause: Exception, file: Path | None) -> str:
    if isinstance(cause, NewerSchema):
        return f"The state file {file} was written by a newer version of svcchat-magic."

    return f"The state file {file} cannot be used: {cause}."
