"""Embed sessions (4.3): a random id, valid for one user, five minutes and one use, for a page token.

The store keeps only hashes of ids and tokens. A token's user, agent and branch are fixed when the session is
created; permissions are read from the account on every request.
"""

import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from svcchat_magic.errors import NotAllowed, NotAuthenticated, NotFound
from svcchat_magic.protocol.request_bodies import write_request
from svcchat_magic.protocol.requests import Session, SessionReference, SessionRequest
from svcchat_magic.service.access.identity import claim_of, viewer_of, zone_named
from svcchat_magic.service.runs.chat_service import ChatService
from svcchat_magic.service.runs.components import ServiceComponents
from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.run_records import end_run
from svcchat_magic.service.state.run_status import IS_RUNNING, RunStatus
from svcchat_magic.service.state.users import find_or_make_user, is_current

SESSION_SECONDS = 300.0
PAGE_TOKEN_SECONDS = 8 * 3600.0  # a working day; it cannot be extended
_RANDOM_BYTES = 32


@dataclass(frozen=True, slots=True)
class Bounds:
    """What the page of a session may access."""

    agent: str
    branch: str | None = None  # of the data model; None: the main one
    query_api: bool = False  # whether it may send its own SQL; it can load the rows of its results without


@dataclass(frozen=True, slots=True)
class PageSession:
    """The session behind a page token, its user and the settings it was created with."""

    session_hash: bytes
    user_id: str
    settings: Mapping[str, Any]  # wire names; externalId or internalId among them
    bounds: Bounds


async def make_session(parts: ServiceComponents, request: SessionRequest) -> Session:
    """Create a session; an external user is persisted and counted (8).

    Raises NotFound for an unknown internal user or agent, BadRequest for an unknown attribute, time zone or
    branch, and TooBusy (429) if the account is full.
    """
    settings = request.as_settings()
    bounds = json.dumps(asdict(await _bounds_of(parts, request)))
    zone_named(settings.timezone, "settings.timezone")
    claim, now = claim_of(parts.account, settings, persist=True), parts.clock()
    viewer_of(parts.account, settings, "")  # checked first, so that a refusal leaves no session behind
    session_id = secrets.token_urlsafe(_RANDOM_BYTES)
    given = write_request(settings).decode()

    def keep(connection: Connection) -> None:
        user_id = find_or_make_user(connection, claim, now, parts.account.max_session_users)
        connection.execute(
            """INSERT INTO sessions (token_hash, account, user_id, settings, bounds, created_at, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)""",
            (_hash(session_id), parts.account.name, user_id, given, bounds, now, now + SESSION_SECONDS),
        )

    await parts.store.write(keep)
    return Session(session_id=session_id)


async def exchange(parts: ServiceComponents, reference: SessionReference) -> tuple[str, Bounds]:
    """Exchange an unused session for a page token; of several concurrent attempts, one succeeds.

    Raises NotAuthenticated, with the same message for every reason, and NotAllowed for an address that names
    another agent than the session's, which does not use up the session.
    """
    account, now, token = parts.account.name, parts.clock(), secrets.token_urlsafe(_RANDOM_BYTES)
    session_hash = _hash(reference.session_id)

    def use(connection: Connection) -> Bounds | None:
        used = connection.execute(
            """UPDATE sessions SET used_at = ?
            WHERE token_hash = ? AND account = ? AND used_at IS NULL AND expires_at > ?""",
            (now, session_hash, account, now),
        )
        if used.rowcount != 1:
            return None

        user_id, settings, bounds = connection.execute(
            "SELECT user_id, settings, bounds FROM sessions WHERE token_hash = ?", (session_hash,)
        ).fetchone()
        found = Bounds(**json.loads(bounds))
        if isinstance(reference.agent_id, str) and reference.agent_id != found.agent:
            raise NotAllowed("This session is for another agent.", status=403)

        connection.execute(
            """INSERT INTO page_tokens (token_hash, session_hash, account, user_id, settings, bounds,
            created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
            (_hash(token), session_hash, account, user_id, settings, bounds, now, now + PAGE_TOKEN_SECONDS),
        )
        return found if is_current(connection, user_id, now) else None

    bounds = await parts.store.write(use)
    if bounds is None or bounds.agent not in parts.account.agents:
        raise NotAuthenticated("This session is unknown, already used or over. Create a new one.", status=401)

    return token, bounds


async def page_session(parts: ServiceComponents, token: str) -> PageSession:
    """The session behind a page token. Raises NotAuthenticated if the token is not valid."""
    account, now, token_hash = parts.account.name, parts.clock(), _hash(token)

    def find(connection: Connection) -> PageSession | None:
        row = connection.execute(
            """SELECT session_hash, user_id, settings, bounds FROM page_tokens
            WHERE token_hash = ? AND account = ? AND expires_at > ?""",
            (token_hash, account, now),
        ).fetchone()
        if row is None or not is_current(connection, row[1], now):
            return None

        return PageSession(bytes(row[0]), str(row[1]), json.loads(row[2]), Bounds(**json.loads(row[3])))

    found = await parts.store.read(find)
    if found is None or found.bounds.agent not in parts.account.agents:
        raise NotAuthenticated("This session is over. Create a new one.", status=401)

    return found


async def revoke(agent: ChatService, session_id: str) -> bool:
    """End a session, used or not: invalidate its token and abort its runs.

    Returns whether the session existed.
    """
    account, now, session_hash = agent.parts.account.name, agent.parts.clock(), _hash(session_id)

    def forget(connection: Connection) -> list[str] | None:
        removed = [
            connection.execute(statement, (session_hash, account)).rowcount
            for statement in (
                "DELETE FROM sessions WHERE token_hash = ? AND account = ?",
                "DELETE FROM page_tokens WHERE session_hash = ? AND account = ?",
            )
        ]
        if not any(removed):
            return None

        running = connection.execute(
            f"SELECT id FROM runs WHERE session_hash = ? AND {IS_RUNNING}", (session_hash,)
        ).fetchall()
        for (run_id,) in running:
            end_run(connection, run_id, RunStatus.ABORTED, now)

        return [str(run_id) for (run_id,) in running]

    aborted = await agent.parts.store.write(forget)
    await agent.runs.stop_aborted(aborted or [])
    return aborted is not None


async def _bounds_of(parts: ServiceComponents, request: SessionRequest) -> Bounds:
    agent, branch = request.agent_id, request.branch_name
    if isinstance(agent, str) and agent not in parts.account.agents:
        raise NotFound("There is no such agent.", status=404)

    if isinstance(branch, str):
        await parts.workspace.on_branch(branch)  # refuse an unknown branch now, not in the page

    return Bounds(
        agent=agent if isinstance(agent, str) else next(iter(parts.account.agents)),
        branch=branch if isinstance(branch, str) else None,
        query_api=request.query_api is True,
    )


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()
