"""A run read with another permit than the one it was asked with, or at another worker.

The stream ends if the reader's permit is revoked; the run continues.
"""

import asyncio
from collections.abc import AsyncIterator

from svcchat_magic.service.runs.cross_worker_run import FollowedRun
from svcchat_magic.service.runs.readable_chat import ReadableChat
from svcchat_magic.service.runs.runs import Run

LOOK_SECONDS = 0.25


class ReattachedRun:
    """One reader's view of such a run."""

    def __init__(self, run: Run | FollowedRun, chat: ReadableChat) -> None:
        self._run = run
        self._chat = chat
        self._is_refused = False

    @property
    def is_cut(self) -> bool:
        """Whether the stream must end without its last chunk."""
        return self._is_refused or self._run.is_cut

    def attach(self) -> None:
        """Add the reader."""
        self._run.attach()

    async def leave(self) -> None:
        """Remove the reader."""
        await self._run.leave()

    async def chunks(self) -> AsyncIterator[bytes]:
        """The whole stream's bytes, while the reader's permit is valid."""
        chunks = self._run.chunks()
        yield await anext(chunks)  # the chat id, which the reader sent
        while (chunk := await self._next(chunks)) is not None:
            yield chunk

    async def _next(self, chunks: AsyncIterator[bytes]) -> bytes | None:
        coming = asyncio.ensure_future(anext(chunks, None))
        try:
            while not coming.done():
                await asyncio.wait({coming}, timeout=LOOK_SECONDS)
                if not await self._chat.may_be_read():
                    self._is_refused = True
                    return None

            return coming.result()
        finally:
            coming.cancel()
