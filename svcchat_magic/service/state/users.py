"""Stored users: external ones are created on demand and expire, internal ones are configured."""

from dataclasses import dataclass
from uuid import uuid4

from svcchat_magic.errors import TooBusy
from svcchat_magic.service.state.database import Connection

DEFAULT_TTL_SECONDS = 7 * 24 * 3600.0  # 2.2: one week


@dataclass(frozen=True, slots=True)
class Claim:
    """The user a request acts as; external and internal names never collide."""

    account: str
    kind: str  # external or internal
    name: str
    email: str | None = None
    persist: bool = False
    ttl_seconds: float | None = None  # None: not specified
    default_ttl_seconds: float = DEFAULT_TTL_SECONDS


def is_current(connection: Connection, user_id: str, now: float) -> bool:
    """Whether a user exists and has not expired."""
    row = connection.execute(
        "SELECT 1 FROM users WHERE id = ? AND (expires_at IS NULL OR expires_at > ?)", (user_id, now)
    ).fetchone()
    return row is not None


def find_user(connection: Connection, claim: Claim, now: float) -> str | None:
    """The id of an existing user; expired users are not found (decisions/ephemeral-users)."""
    row = connection.execute(
        """SELECT id FROM users WHERE account = ? AND kind = ? AND name = ?
        AND (expires_at IS NULL OR expires_at > ?)""",
        (claim.account, claim.kind, claim.name, now),
    ).fetchone()
    return str(row[0]) if row else None


def find_or_make_user(connection: Connection, claim: Claim, now: float, limit: int) -> str:
    """The user's id; creates the user on the first request.

    `isEphemeral: false` may persist an ephemeral user, never the other way, and a user lives no longer than
    the shortest ttl requested. Raises TooBusy (429) beyond `limit` persisted users (5 rule 5).
    """
    user_id = find_user(connection, claim, now)
    if user_id is None:
        return _make_user(connection, claim, now, limit)

    if claim.persist:
        _persist(connection, user_id, claim.account, limit)
    elif claim.ttl_seconds is not None:
        connection.execute(
            "UPDATE users SET expires_at = created_at + ? WHERE id = ? AND expires_at > created_at + ?",
            (claim.ttl_seconds, user_id, claim.ttl_seconds),
        )
        if find_user(connection, claim, now) is None:  # already expired by this ttl
            return _make_user(connection, claim, now, limit)

    return user_id


def _make_user(connection: Connection, claim: Claim, now: float, limit: int) -> str:
    lives_on = claim.kind == "internal" or claim.persist
    if claim.persist:
        _check_limit(connection, claim.account, limit)

    # An expired user's name becomes free; their rows are removed later.
    connection.execute(
        "UPDATE users SET name = id WHERE account = ? AND kind = ? AND name = ? AND expires_at <= ?",
        (claim.account, claim.kind, claim.name, now),
    )
    ttl = claim.default_ttl_seconds if claim.ttl_seconds is None else claim.ttl_seconds
    user_id = str(uuid4())
    connection.execute(
        """INSERT INTO users (id, account, kind, name, email, created_at, expires_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)""",
        (user_id, claim.account, claim.kind, claim.name, claim.email, now, None if lives_on else now + ttl),
    )
    return user_id


def _persist(connection: Connection, user_id: str, account: str, limit: int) -> None:
    (expires_at,) = connection.execute("SELECT expires_at FROM users WHERE id = ?", (user_id,)).fetchone()
    if expires_at is None:
        return

    _check_limit(connection, account, limit)
    connection.execute("UPDATE users SET expires_at = NULL WHERE id = ?", (user_id,))


def _check_limit(connection: Connection, account: str, limit: int) -> None:
    (persisted,) = connection.execute(
        "SELECT count(*) FROM users WHERE account = ? AND kind = 'external' AND expires_at IS NULL",
        (account,),
    ).fetchone()
    if persisted >= limit:
        raise TooBusy(f"The account already has {limit:,} persisted external users.", status=429)
