"""Read a body in its own task, so that chunks received together are handled together."""

import asyncio
from collections.abc import AsyncIterator

_MOST_AHEAD = 64_000  # bytes; about one read of a socket


class ChunkPump:
    """The part of one body received since the last read; its creator closes it.

    A service may send each line as a chunk of its own, and one read of the socket then holds hundreds:
    what every chunk would cost is paid once for all that are there.
    """

    def __init__(self, chunks: AsyncIterator[bytes]) -> None:
        self._parts: list[bytes] = []
        self._has_news = asyncio.Event()
        self._has_room = asyncio.Event()
        self._task = asyncio.create_task(self._pump(chunks))

    async def take(self) -> bytes:
        """Wait for and return everything received since; empty at the body's end.

        Raises what reading raised, after everything received before it was returned.
        """
        if not self._parts and not self._task.done():
            self._has_news.clear()
            await self._has_news.wait()

        if not self._parts:
            await self._task  # over, or about to be: the task itself signals the end
            return b""

        taken = self._parts[0] if len(self._parts) == 1 else b"".join(self._parts)
        self._parts.clear()
        self._has_room.set()
        return taken

    async def close(self) -> None:
        """Stop reading; nothing of the task is left, whatever became of it.

        A second cancellation still waits here: the body must not be closed while it is being read.
        """
        self._task.cancel()
        cancelled: asyncio.CancelledError | None = None
        while not self._task.done():
            try:
                await asyncio.wait([self._task])
            except asyncio.CancelledError as again:
                cancelled = again

        if not self._task.cancelled():
            self._task.exception()  # looked at, so that it is not reported as forgotten

        if cancelled is not None:
            raise cancelled

    async def _pump(self, chunks: AsyncIterator[bytes]) -> None:
        ahead = 0
        try:
            async for chunk in chunks:
                if not self._parts:
                    ahead = 0
                    self._has_news.set()

                self._parts.append(chunk)
                ahead += len(chunk)
                if ahead > _MOST_AHEAD:
                    self._has_room.clear()
                    await self._has_room.wait()
        finally:
            self._has_news.set()
