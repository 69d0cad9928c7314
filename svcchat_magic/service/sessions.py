"""Embed sessions (4.3): a random token for one user, kept as its hash, for five minutes and one use."""

import hashlib
import json
import secrets
import sqlite3

from svcchat_magic.protocol.requests import Session, SessionRequest
from svcchat_magic.service.agent import Parts
from svcchat_magic.service.identity import claim_of, viewer_of
from svcchat_magic.service.users import find_or_make_user

SESSION_SECONDS = 300.0


async def make_session(parts: Parts, request: SessionRequest) -> Session:
    """A new session; its user, when external, is persisted and counted (8).

    Raises NotFound for an unknown internal user, TooBusy (429) when the account is full.
    """
    settings = request.as_settings()
    claim, now = claim_of(parts.account, settings, persist=True), parts.clock()
    viewer = viewer_of(parts.account, settings, "")
    rights = json.dumps(
        {
            "groups": viewer.groups,
            "attributes": dict(viewer.attributes),
            "securityContext": dict(viewer.security_context),
        }
    )
    token = secrets.token_urlsafe(32)

    def keep(connection: sqlite3.Connection) -> None:
        user_id = find_or_make_user(connection, claim, now, parts.account.max_persisted_users)
        connection.execute("DELETE FROM sessions WHERE expires_at <= ?", (now,))
        connection.execute(
            """INSERT INTO sessions (token_hash, account, user_id, viewer, created_at, expires_at)
            VALUES (?, ?, ?, ?, ?, ?)""",
            (
                hashlib.sha256(token.encode()).digest(),
                parts.account.name,
                user_id,
                rights,
                now,
                now + SESSION_SECONDS,
            ),
        )

    await parts.store.write(keep)
    return Session(session_id=token)
