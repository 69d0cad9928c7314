"""Read a chat page by page, checking the reader's permission for each page."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from dataclasses import dataclass

from svcchat_magic.errors import NotAuthenticated
from svcchat_magic.protocol.messages import Message, Usage
from svcchat_magic.service.access.account import Account
from svcchat_magic.service.access.identity import Identity
from svcchat_magic.service.access.permit import NO_PERMIT, Permit
from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.message_pages import (
    Look,
    LookBack,
    Place,
    look_at,
    look_back,
    newest_place,
    turn_end,
)
from svcchat_magic.service.state.run_records import stored_usage
from svcchat_magic.service.state.store import Job, Result, Store
from svcchat_magic.service.state.threads import chat_not_found, owner_of


@dataclass(frozen=True, slots=True)
class ReadableChat:
    """A chat and its reader, whose permission is checked for every page."""

    store: Store
    clock: Callable[[], float]
    account: Account
    agent: str
    chat_id: str
    identity: Identity
    permit: Permit = NO_PERMIT

    async def looks(self, after: Place, end: Place | None = None) -> AsyncGenerator[list[Message], None]:
        """The messages between two positions, by default up to the newest one.

        Raises NotFound for a chat that is not the user's or no longer exists, and NotAuthenticated if the
        caller's permit was revoked.
        """
        is_last = False
        while not is_last:
            look, end = await self._look(after, end)
            yield look.messages
            after, is_last = look.at, look.is_last

    def turn(self, ordinal: int) -> AsyncIterator[list[Message]]:
        """The messages of one turn; raises as `looks` does."""
        return self.looks(Place(ordinal), turn_end(ordinal))

    async def look_back(self, before: Place, since: int = 0) -> LookBack:
        """The newest messages before a position, of turns after `since`; raises as `looks` does."""
        rights = self.identity.fingerprint
        return await self._read(lambda connection: look_back(connection, self.chat_id, rights, before, since))

    async def usage(self, ordinal: int) -> Usage | None:
        """What the language model of one turn took, if that was stored; raises as `looks` does."""
        return await self._read(lambda connection: stored_usage(connection, self.chat_id, ordinal))

    async def may_be_read(self) -> bool:
        """Whether the reader's key or session is still valid."""
        if not self.permit.has_key(self.account):
            return False

        if self.permit.session_hash is None:
            return True

        now = self.clock()
        return await self.store.read(lambda connection: self.permit.has_session(connection, now))

    async def _look(self, after: Place, end: Place | None) -> tuple[Look, Place]:
        def look(connection: Connection) -> tuple[Look, Place]:
            to = newest_place(connection, self.chat_id) if end is None else end
            return look_at(connection, self.chat_id, self.identity.fingerprint, after, to), to

        return await self._read(look)

    async def _read(self, job: Job[Result]) -> Result:
        if not self.permit.has_key(self.account):
            raise NotAuthenticated("The API key is missing or not valid.", status=401)

        now = self.clock()

        def checked(connection: Connection) -> Result:
            self._check(connection, now)
            return job(connection)

        return await self.store.read(checked)

    def _check(self, connection: Connection, now: float) -> None:
        user_id = self.identity.user_id
        if not self.permit.has_session(connection, now):
            raise NotAuthenticated("This session is over. Create a new one.", status=401)

        if owner_of(connection, self.account.name, self.agent, self.chat_id, now) != user_id:
            raise chat_not_found()
