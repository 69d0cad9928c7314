"""The service's state: users, threads, messages, runs and sessions, read and written in jobs.

A job is a transaction: a function of a connection. One thread owns the connection: a slow disk or a file that
another process is writing never stops the event loop, and jobs keep their order. The hop costs about 0.1 ms,
paid once per chunk of up to 32 lines.
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
CLOSE_SECONDS = 10.0  # for jobs that are queued; more than a job waits for another process's lock
_CANNOT = "The service cannot read or keep its chats now; try again."
_LOST = "The state in which this service keeps its chats is gone or was replaced; restart the service."

log = logging.getLogger("svcchat_magic.service")


class Store:
    """The open state; raises SettingsError when it cannot be used."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.is_lost = False  # once it is, it stays so: what was kept before is not in what is there now
        self.when_written: Callable[[float], object] = lambda _: None  # is told each write's seconds
        self._thread = WorkerThread("svcchat-store")
        opening = self._thread.submit(database.open)
        try:
            opening.result()
        except BaseException:  # an interrupt too, which the opening itself does not hear
            self._thread.submit(lambda: None if opening.exception() else database.close())
            self._thread.stop()
            raise

    @property
    def worker(self) -> str:
        """The name of this process in the runs table."""
        return self._database.worker

    def is_alive(self, worker: str) -> bool:
        """Whether a worker on this state still runs; to be asked within a job."""
        return self._database.is_alive(worker)

    async def read(self, job: Job[Result]) -> Result:
        """What a job reads, in one snapshot; raises TooBusy (503) when the state cannot be read."""
        return await result_of(self._thread.submit(lambda: self._done(job, Mode.READ)))

    async def write(self, job: Job[Result]) -> Result:
        """Do a job as one transaction, all or nothing, while no other `write` of any worker is done.

        Raises TooBusy (503) when the state cannot be written.
        """
        return await self._timed(job, Mode.WRITE)

    async def write_own(self, job: Job[Result]) -> Result:
        """The same for rows that only this worker writes, or a compare-and-set: it waits for nobody.

        The job may be done again after a conflict, so it changes nothing but the state.
        """
        return await self._timed(job, Mode.WRITE_OWN)

    def write_now(self, job: Job[Result]) -> Result:
        """The same as `write`, for use outside the event loop."""
        return self._thread.submit(lambda: self._done(job, Mode.WRITE)).result()

    async def prove(self) -> None:
        """Write something and read it back; raises TooBusy (503) when what is written would not be kept."""
        mark = uuid4().hex
        await result_of(self._thread.submit(self._check_room))
        await self.write_own(partial(write_mark, worker=self.worker, mark=mark))
        if await self.read(partial(read_mark, worker=self.worker)) != mark:
            raise TooBusy(_CANNOT, status=503)

    def close(self) -> None:
        """Finish the queued jobs and close the state; a database that does not answer is not waited for."""
        self._thread.submit(self._database.close)
        if not self._thread.stop(CLOSE_SECONDS):  # nobody was told that the rest is kept
            log.warning("the state does not answer: it could not be closed in good order")

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
                log.error("the state is gone or was replaced: nothing is answered before a restart")  # noqa: TRY400 - its place says nothing
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
