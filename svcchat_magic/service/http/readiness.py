"""Check that the service can write to its state and read it back, at most once a second."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from svcchat_magic.errors import ServiceError, TooBusy

SECONDS_BETWEEN_PROOFS = 1.0


class Readiness:
    """Shares one check among all callers during the check and for a second after its start."""

    def __init__(
        self, prove: Callable[[], Awaitable[None]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._prove = prove
        self._clock = clock
        self._proof: asyncio.Task[str] | None = None
        self._began = 0.0

    async def check(self) -> None:
        """Return if the state stores writes. Raises TooBusy (503) with the reason otherwise."""
        is_over = self._proof is None or self._proof.done()
        if self._proof is None or (is_over and self._clock() - self._began >= SECONDS_BETWEEN_PROOFS):
            self._began = self._clock()
            self._proof = asyncio.create_task(self._what_is_wrong())

        if problem := await asyncio.shield(
            self._proof
        ):  # a caller that disconnects does not cancel it for others
            raise TooBusy(problem, status=503)

    async def _what_is_wrong(self) -> str:
        try:
            await self._prove()
        except ServiceError as cause:
            return str(cause)

        return ""
