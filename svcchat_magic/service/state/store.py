"""The service's state: users, threads, messages, runs and sessions, read and written in jobs.

A job is a function of a connection and runs as one transaction. One thread owns the connection, so a slow
disk or a file locked by another process never blocks the event loop, and jobs keep their order. The thread
switch costs about 0.1 ms, once per chunk of up to 32 lines.
"""

import logging
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar
from uuid import uuid4

from svcchat_magic.errors import TooBusy
from svcchat_magic.service.state.blocking import WorkerThread, result_of
from svcchat_magic.service.state.database import Connection, Database, Mode, StateLost
from svcchat_magic.service.state.worker_marks import read_mark, write_mark

Result = TypeVar("Result")
Job = Callable[[Connection], Result]
MOST_TRIES = 3
CLOSE_SECONDS = 10.0  # for queued jobs; longer than a job waits for another process's lock
_CANNOT = "The service cannot read or store its chats now. Try again later."
_LOST = "The state in which this service stores its chats was removed or replaced. Restart the service."

log = logging.getLogger("svcchat_magic.service")


class Store:
    """The open state. Raises SettingsError if it cannot be used."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.is_lost = False  # stays true: the replacement lacks what was stored before
        self.when_written: Callable[[float], object] = lambda _: (
            None
        )  # called with the duration of each write
        self._thread = WorkerThread("svcchat-store")
        opening = self._thread.submit(database.open)
        try:
            opening.result()
        except BaseException:  # including an interrupt, which does not reach the opening thread
            self._thread.submit(lambda: None if opening.exception() else database.close())
            self._thread.stop()
            raise

    @property
    def worker(self) -> str:
        """The name of this process in the runs table."""
        return self._database.worker

    def is_alive(self, worker: str) -> bool:
        """Whether a worker on this state is still running. Call it within a job."""
        return self._database.is_alive(worker)

    async def read(self, job: Job[Result]) -> Result:
        """Run a reading job in one snapshot. Raises TooBusy (503) if the state cannot be read."""
        return await result_of(self._thread.submit(lambda: self._done(job, Mode.READ)))

    async def write(self, job: Job[Result]) -> Result:
        """Run a job as one transaction, exclusive of every other `write` of any worker.

        Raises TooBusy (503) if the state cannot be written.
        """
        return await self._timed(job, Mode.WRITE)

    async def write_own(self, job: Job[Result]) -> Result:
        """Run a job on rows that only this worker writes, or a compare-and-set, without exclusion.

        The job may run again after a conflict, so it must change nothing but the state.
        """
        return await self._timed(job, Mode.WRITE_OWN)

    def write_now(self, job: Job[Result]) -> Result:
        """`write` for use outside the event loop."""
        return self._thread.submit(lambda: self._done(job, Mode.WRITE)).result()

    async def prove(self) -> None:
        """Write a mark and read it back. Raises TooBusy (503) if writes would be lost."""
        mark = uuid4().hex
        await result_of(self._thread.submit(self._check_room))
        await self.write_own(partial(write_mark, worker=self.worker, mark=mark))
        if await self.read(partial(read_mark, worker=self.worker)) != mark:
            raise TooBusy(_CANNOT, status=503)

    def close(self) -> None:
        """Finish the queued jobs and close the state, without waiting for an unresponsive database."""
        self._thread.submit(self._database.close)
        if not self._thread.stop(CLOSE_SECONDS):  # no caller was promised that the rest is stored
            log.warning("the state does not respond and could not be closed cleanly")

    async def _timed(self, job: Job[Result], mode: Mode) -> Result:
        began = time.perf_counter()
        try:
            return await result_of(self._thread.submit(lambda: self._done(job, mode)))
        finally:
            self.when_written(time.perf_counter() - began)

    def _done(self, job: Job[Result], mode: Mode) -> Result:
        if self.is_lost:
            raise TooBusy(_LOST, status=503)

        tries = MOST_TRIES if mode is Mode.WRITE_OWN else 1
        while True:
            tries -= 1
            try:
                return self._transaction(job, mode)
            except StateLost as cause:
                self.is_lost = True
                log.error("the state was removed or replaced; restart the service")  # noqa: TRY400 - the traceback adds nothing
                raise TooBusy(_LOST, status=503) from cause
            except self._database.errors as cause:
                if not tries or not isinstance(cause, self._database.conflicts):
                    raise TooBusy(_CANNOT, status=503) from cause

    def _check_room(self) -> None:
        try:
            self._database.check_room()
        except self._database.errors as cause:
            raise TooBusy(_CANNOT, status=503) from cause

    def _transaction(self, job: Job[Result], mode: Mode) -> Result:
        connection = self._database.begin(mode)
        try:
            result = job(connection)
            self._database.commit()
        except BaseException:
            self._database.roll_back()
            raise

        return result
