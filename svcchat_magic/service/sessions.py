"""Embed sessions (4.3): a random id for one user, for five minutes and one use, exchanged for a page token.

Of ids and tokens the store keeps hashes alone. What may be asked with a token is fixed when the session is
made; the rights are read anew on every request, as the account gives them then.
"""

import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from svcchat_magic.errors import NotAuthenticated, NotFound
from svcchat_magic.protocol.request_bodies import write_request
from svcchat_magic.protocol.requests import Session, SessionRequest
from svcchat_magic.service.agent import Agent
from svcchat_magic.service.database import Connection
from svcchat_magic.service.identity import claim_of, viewer_of
from svcchat_magic.service.parts import Parts
from svcchat_magic.service.run_records import ABORTED, RUNNING, end_run
from svcchat_magic.service.users import find_or_make_user, is_current

SESSION_SECONDS = 300.0
PAGE_TOKEN_SECONDS = 8 * 3600.0  # a working day; nothing makes it longer
_RANDOM_BYTES = 32


@dataclass(frozen=True, slots=True)
class PageSession:
    """What a page token stands for: a session, its user and the settings that it was made with."""

    session_hash: bytes
    user_id: str
    settings: Mapping[str, Any]  # wire names; externalId or internalId among them


async def make_session(parts: Parts, request: SessionRequest) -> Session:
    """A new session; its user, when external, is persisted and counted (8).

    Raises NotFound for an unknown internal user, BadRequest for an unknown attribute, TooBusy (429) when
    the account is full.
    """
    settings = request.as_settings()
    claim, now = claim_of(parts.account, settings, persist=True), parts.clock()
    viewer_of(parts.account, settings, "")  # what it refuses must not leave a session behind
    session_id = secrets.token_urlsafe(_RANDOM_BYTES)
    given = write_request(request).decode()

    def keep(connection: Connection) -> None:
        user_id = find_or_make_user(connection, claim, now, parts.account.max_session_users)
        connection.execute("DELETE FROM sessions WHERE expires_at <= ?", (now,))
        connection.execute("DELETE FROM page_tokens WHERE expires_at <= ?", (now,))
        connection.execute(
            """INSERT INTO sessions (token_hash, account, user_id, settings, created_at, expires_at)
            VALUES (?, ?, ?, ?, ?, ?)""",
            (_hash(session_id), parts.account.name, user_id, given, now, now + SESSION_SECONDS),
        )

    await parts.store.write(keep)
    return Session(session_id=session_id)


async def exchange(parts: Parts, session_id: str) -> str:
    """A page token for a session that was not used before; of any number at once, one gets it.

    Raises NotAuthenticated, with one sentence for every reason.
    """
    account, now, token = parts.account.name, parts.clock(), secrets.token_urlsafe(_RANDOM_BYTES)
    session_hash = _hash(session_id)

    def use(connection: Connection) -> bool:
        used = connection.execute(
            """UPDATE sessions SET used_at = ?
            WHERE token_hash = ? AND account = ? AND used_at IS NULL AND expires_at > ?""",
            (now, session_hash, account, now),
        )
        if used.rowcount != 1:
            return False

        user_id, settings = connection.execute(
            "SELECT user_id, settings FROM sessions WHERE token_hash = ?", (session_hash,)
        ).fetchone()
        connection.execute(
            """INSERT INTO page_tokens (token_hash, session_hash, account, user_id, settings, created_at,
            expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)""",
            (_hash(token), session_hash, account, user_id, settings, now, now + PAGE_TOKEN_SECONDS),
        )
        return is_current(connection, user_id, now)

    if not await parts.store.write(use):
        raise NotAuthenticated(
            "This session is not known, or was used, or is over: make a new one.", status=401
        )

    return token


async def page_session(parts: Parts, token: str) -> PageSession:
    """What a page token stands for; raises NotAuthenticated for one that is not, or no longer, valid."""
    account, now, token_hash = parts.account.name, parts.clock(), _hash(token)

    def find(connection: Connection) -> PageSession | None:
        row = connection.execute(
            """SELECT session_hash, user_id, settings FROM page_tokens
            WHERE token_hash = ? AND account = ? AND expires_at > ?""",
            (token_hash, account, now),
        ).fetchone()
        if row is None or not is_current(connection, row[1], now):
            return None

        return PageSession(bytes(row[0]), str(row[1]), json.loads(row[2]))

    found = await parts.store.read(find)
    if found is None:
        raise NotAuthenticated("This session is over: make a new one.", status=401)

    return found


async def revoke(agent: Agent, session_id: str) -> None:
    """End a session, used or not: its token is no longer valid, and what streams with it is aborted.

    Raises NotFound for a session that is not known, or no longer.
    """
    account, now, session_hash = agent.parts.account.name, agent.parts.clock(), _hash(session_id)

    def forget(connection: Connection) -> list[str]:
        removed = [
            connection.execute(statement, (session_hash, account)).rowcount
            for statement in (
                "DELETE FROM sessions WHERE token_hash = ? AND account = ?",
                "DELETE FROM page_tokens WHERE session_hash = ? AND account = ?",
            )
        ]
        if not any(removed):
            raise NotFound("There is no such session.", status=404)

        running = connection.execute(
            "SELECT id FROM runs WHERE session_hash = ? AND status = ?", (session_hash, RUNNING)
        ).fetchall()
        for (run_id,) in running:
            end_run(connection, run_id, ABORTED, now)

        return [str(run_id) for (run_id,) in running]

    await agent.runs.stop_aborted(await agent.parts.store.write(forget))


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()
