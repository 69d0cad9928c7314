"""Follows a turn from a coroutine: a thread starts it and waits for it, so that the loop stays free."""

import asyncio
from collections.abc import AsyncGenerator, Callable

from svcchat_magic.conversation.turn import Turn
from svcchat_magic.protocol.messages import Message, decode_messages

_SECONDS_BETWEEN_LOOKS = 0.2


async def started(start: Callable[[], Turn]) -> Turn:
    """The turn that `start` gives; a cancelled one is stopped, though its thread goes on to the end."""
    starting = asyncio.ensure_future(asyncio.to_thread(start))
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        starting.add_done_callback(_stop_started)
        raise


async def messages_of(turn: Turn) -> AsyncGenerator[Message, None]:
    """Each message as it comes; leaving early stops the turn. Raises what `Turn.finish` raises."""
    stream: object = None
    taken = 0
    try:
        is_done = False
        while not is_done:
            is_done = turn.is_done
            known, (stream, lines) = stream, turn.lines_of(stream, taken)
            taken = len(lines) + (taken if stream is known else 0)
            for message in decode_messages(lines):
                yield message

            await asyncio.to_thread(turn.wait, _SECONDS_BETWEEN_LOOKS)

        turn.finish()
    finally:
        turn.stop()


def _stop_started(starting: "asyncio.Future[Turn]") -> None:
    if not starting.cancelled() and starting.exception() is None:
        starting.result().stop()
