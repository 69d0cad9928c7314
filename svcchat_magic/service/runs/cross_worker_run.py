"""Follow a run that another worker streams by reading its lines from the store."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from svcchat_magic.errors import NotFound
from svcchat_magic.protocol.messages import Message, decode_message, encode_message
from svcchat_magic.service.runs.conversation_state import cutoff_message
from svcchat_magic.service.runs.earlier_turns import EarlierTurn
from svcchat_magic.service.runs.history import with_earlier
from svcchat_magic.service.runs.readable_chat import ReadableChat
from svcchat_magic.service.runs.serialised_messages import SerialisedMessages
from svcchat_magic.service.runs.terminal_lines import ending
from svcchat_magic.service.runs.turn_usage import usage_when_stored
from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.message_pages import turn_end
from svcchat_magic.service.state.remote_readers import remove_follower
from svcchat_magic.service.state.run_messages import lines_after, newest_sort
from svcchat_magic.service.state.run_records import interrupt_dead_runs, status_of
from svcchat_magic.service.state.run_status import RunStatus

LOOK_SECONDS = 0.1
LOOKS_UNTIL_GONE = 10


@dataclass(frozen=True, slots=True)
class _Seen:
    """The new lines since the last read, or the first part of them."""

    lines: Sequence[tuple[int, bytes]]  # each with its sort
    newest: int  # sort of the newest stored line
    status: RunStatus


class FollowedRun:
    """One reader's view of the run; readers opted in to the additions (decisions/additions-on-request)."""

    is_cut = False

    def __init__(self, turn: EarlierTurn, chat: ReadableChat) -> None:
        self._turn = turn
        self._chat = chat
        self._store = chat.store
        self._sort = 0
        self._missed = 0  # consecutive checks that did not find the other worker
        self._open: set[str] = set()  # messages whose newest line is not complete

    def attach(self) -> None:
        """Do nothing: the transaction that found the run has added the reader."""

    async def leave(self) -> None:
        """Remove the reader."""
        await self._store.write_own(lambda connection: remove_follower(connection, self._turn.follower))

    async def chunks(self) -> AsyncIterator[bytes]:
        """The stream's bytes from `__cutoff__` to the terminal line, however the run ends."""
        yield encode_message(cutoff_message(self._turn.chat_id, 0))
        while True:
            seen = await self._store.read(self._look)
            if seen.lines:
                yield self._taken(seen.lines)
                if seen.lines[-1][0] < seen.newest:
                    continue

            if seen.status is not RunStatus.RUNNING:
                yield await self._closing(seen.status)
                return

            await self._see_to_the_end()
            await asyncio.sleep(LOOK_SECONDS)

    def _look(self, connection: Connection) -> _Seen:
        turn = self._turn
        lines = lines_after(connection, turn.run_id, self._sort)
        return _Seen(lines, newest_sort(connection, turn.run_id), status_of(connection, turn.run_id))

    def _taken(self, lines: Sequence[tuple[int, bytes]]) -> bytes:
        for sort, line in lines:
            message = decode_message(line.rstrip(b"\n").rpartition(b"\n")[2])  # pieces have one state
            self._sort = sort
            if message.is_in_process:
                self._open.add(message.id)
            else:
                self._open.discard(message.id)

        return b"".join(line for _, line in lines)

    async def _closing(self, status: RunStatus) -> bytes:
        """Complete the messages that are still open here, then add the terminal lines."""
        newest, closed, used = SerialisedMessages(), list[Message](), usage_when_stored(None, status)
        try:
            used = usage_when_stored(await self._chat.usage(self._turn.ordinal), status)
            if self._open and status is not RunStatus.GONE:
                async for messages in self._chat.turn(self._turn.ordinal):
                    closed += [message for message in messages if message.id in self._open]

            if status is RunStatus.COMPLETE:
                newest = await with_earlier(newest, self._chat, turn_end(self._turn.ordinal))
        except NotFound:  # just removed with its user
            status = RunStatus.GONE

        lines = [message.with_values(sort=self._sort + at) for at, message in enumerate(closed, start=1)]
        after = self._sort + len(lines) + 1
        last = ending(status, newest, after, used, with_additions=True) or b""
        return b"".join(map(encode_message, lines)) + last

    async def _see_to_the_end(self) -> None:
        """Mark the run as interrupted if the other worker has been missing for several checks in a row."""
        store, turn, now = self._store, self._turn, self._chat.clock()
        is_there = await store.read(lambda _: store.is_alive(turn.worker))
        self._missed = 0 if is_there else self._missed + 1
        if self._missed >= LOOKS_UNTIL_GONE:
            await store.write(
                lambda connection: interrupt_dead_runs(
                    connection, lambda worker, _: store.is_alive(worker), now, turn.chat_id
                )
            )
