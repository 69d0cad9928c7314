"""The credential that admitted a request; it may be revoked while the request is answered."""

from dataclasses import dataclass

from svcchat_magic.service.access.account import Account
from svcchat_magic.service.access.fair_slots import Caller
from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.run_records import is_going_on


@dataclass(frozen=True, slots=True)
class Permit:
    """The API key or the embed session of a request."""

    key_hash: bytes | None = None
    session_hash: bytes | None = None

    def has_key(self, account: Account) -> bool:
        """Whether the key is still valid; true without a key."""
        return self.key_hash is None or account.knows(self.key_hash)

    def has_session(self, connection: Connection, now: float) -> bool:
        """Whether the session is still valid; true without a session."""
        return self.session_hash is None or is_going_on(connection, self.session_hash, now)

    def caller(self, user_id: str) -> Caller:
        """Whose share of the engine the request uses."""
        return Caller(self.key_hash or b"", user_id)


NO_PERMIT = Permit()  # for work that does not end with a credential
