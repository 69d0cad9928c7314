"""Follows a turn from a coroutine: a thread starts it and waits for it, so that the loop stays free."""

import asyncio
from collections.abc import AsyncGenerator, Callable

from svcchat_magic.conversation.turns.turn import Turn
from svcchat_magic.protocol.messages import Message, decode_messages

_SECONDS_BETWEEN_LOOKS = 0.2


async def started(start: Callable[[], Turn]) -> Turn:
    """The turn that `start` returns; a cancelled one is stopped, but its thread runs to the end."""
    starting = _Starting(start)
    try:
        return await asyncio.to_thread(starting.run)
    except asyncio.CancelledError:
        starting.give_up()
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


class _Starting:
    """A turn that its own thread stops when it is no longer needed: the loop may be closed by then."""

    def __init__(self, start: Callable[[], Turn]) -> None:
        self._start = start
        self._turn: Turn | None = None
        self._is_unwanted = False

    def run(self) -> Turn:
        self._turn = turn = self._start()
        if self._is_unwanted:
            turn.stop()

        return turn

    def give_up(self) -> None:
        self._is_unwanted = True  # first: whichever thread comes second sees what the other one has set
        if self._turn is not None:
            self._turn.stop()
