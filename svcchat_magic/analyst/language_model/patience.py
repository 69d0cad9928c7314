"""Waits for a slow model without leaving its reader in doubt."""

import asyncio
from collections.abc import AsyncGenerator

from svcchat_magic.analyst.language_model.pieces import Piece

WAITING_SECONDS = 20.0  # without a piece, after which the reader is told that the model is at work


async def patiently(stream: AsyncGenerator[Piece, None]) -> AsyncGenerator[Piece | None, None]:
    """The pieces, and None whenever none came for a while; closing it closes the stream."""
    waiting: asyncio.Task[Piece | None] | None = None
    try:
        while True:
            waiting = waiting or asyncio.ensure_future(anext(stream, None))
            done, _ = await asyncio.wait({waiting}, timeout=WAITING_SECONDS)
            if not done:
                yield None
                continue

            piece, waiting = waiting.result(), None
            if piece is None:
                return

            yield piece
    finally:
        if waiting is not None:
            waiting.cancel()
            await asyncio.wait({waiting})

        await stream.aclose()
