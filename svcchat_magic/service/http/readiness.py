"""Whether the service can take questions: it writes to its state and reads it back, once a second at most."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from svcchat_magic.errors import ServiceError, TooBusy

SECONDS_BETWEEN_PROOFS = 1.0


class Readiness:
    """One proof serves everyone who asks while it is made, and for a second from its beginning."""

    def __init__(
        self, prove: Callable[[], Awaitable[None]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._prove = prove
        self._clock = clock
        self._proof: asyncio.Task[str] | None = None
        self._began = 0.0

    async def check(self) -> None:
        """Return when the state keeps what is written; raises TooBusy (503) with what is wrong."""
        is_over = self._proof is None or self._proof.done()
        if self._proof is None or (is_over and self._clock() - self._began >= SECONDS_BETWEEN_PROOFS):
            self._began = self._clock()
            self._proof = asyncio.create_task(self._what_is_wrong())

        if problem := await asyncio.shield(self._proof):  # a caller who leaves does not end it for others
            raise TooBusy(problem, status=503)

    async def _what_is_wrong(self) -> str:
        try:
            await self._prove()
        except ServiceError as cause:
            return str(cause)

        return ""
