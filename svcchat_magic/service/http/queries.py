"""The query API: all rows of a semantic query as one stream, with the caller's permissions."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from zoneinfo import ZoneInfo

from svcchat_magic.errors import BadRequest, ServiceError, TooBusy
from svcchat_magic.protocol.data_requests import QueryRequest
from svcchat_magic.protocol.query_reply import ARROW_TYPE
from svcchat_magic.protocol.requests import SessionSettings
from svcchat_magic.semantic.access.access import has_policies
from svcchat_magic.semantic.queries import Cancellation, stream_arrow, stream_query
from svcchat_magic.semantic.query.query import Viewer
from svcchat_magic.service.access.fair_slots import Caller
from svcchat_magic.service.access.identity import Identity, zone_named, zone_of
from svcchat_magic.service.access.permit import Permit
from svcchat_magic.service.http.own_results import sql_of_result
from svcchat_magic.service.http.query_replies import arrow_reply, chosen_type, ndjson_reply
from svcchat_magic.service.http.query_stream import QueryRun, QueryStream
from svcchat_magic.service.runs.chat_service import ChatService
from svcchat_magic.service.runs.readable_chat import ReadableChat
from svcchat_magic.service.runs.tools import Workspace
from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.users import is_current


class Queries:
    """The queries whose replies this process is sending."""

    def __init__(self, agent: ChatService) -> None:
        self._agent = agent
        self._running: dict[QueryRun, Caller] = {}

    async def open(
        self, request: QueryRequest, accept: str, permit: Permit, agent: str | None = None
    ) -> QueryStream:
        """Start a query; it ends early if its user expires or its permit is revoked.

        It may use the tables of the agent, or those of any agent without one. Raises ServiceError: 406 for an
        `Accept` with neither format, 429 for one query too many; and BadRequest without sessionSettings if an
        access policy needs a user.
        """
        media_type = _type_for(accept)
        zone = zone_named(request.timezone, "timezone")
        workspace = await self._agent.workspace(request.branch, agent)
        identity = await asker(self._agent, request.session_settings, workspace)
        now = self._agent.moment(zone or _zone_of(request.session_settings))
        return self._opened(request.query, workspace, identity, permit, media_type, now)

    async def open_result(
        self, chat: ReadableChat, uuid: str, accept: str, branch: str | None
    ) -> QueryStream:
        """Run the query of a result in a chat again, with the reader's current permissions.

        Raises as `open` and `sql_of_result` do.
        """
        media_type = _type_for(accept)
        workspace = await self._agent.workspace(branch, chat.agent)
        sql = await sql_of_result(chat, uuid)
        now = self._agent.moment(None)
        return self._opened(sql, workspace, chat.identity, chat.permit, media_type, now)

    def _opened(
        self,
        sql: str,
        workspace: Workspace,
        identity: Identity,
        permit: Permit,
        media_type: str,
        now: datetime,
    ) -> QueryStream:
        caller = permit.caller(identity.user_id)
        self._check_room(caller)
        self._agent.parts.monitor.queried("api")
        run = self._run(sql, workspace, identity.viewer, media_type, now)
        return QueryStream(
            run,
            media_type,
            self._agent.slots,
            caller,
            may_go_on=lambda: self._is_current(identity, permit),
            while_read=self._reading(run, caller),
        )

    async def stop_all(self) -> None:
        """Interrupt every query, because the service is closing."""
        for run in tuple(self._running):
            run.close()

    @contextmanager
    def _reading(self, run: QueryRun, caller: Caller) -> Iterator[None]:
        """Count the reply while it is awaited and read."""
        self._check_room(caller)
        self._running[run] = caller
        try:
            yield
        finally:
            del self._running[run]

    def _check_room(self, caller: Caller) -> None:
        """Raise TooBusy (429) if the user reads as many replies at once as allowed."""
        theirs = sum(each == caller for each in self._running.values())
        if theirs >= self._agent.parts.account.limits.waiting_queries_per_user:
            raise TooBusy(
                "You are reading too many query results at once. Try again when one has finished.", status=429
            )

    async def _is_current(self, identity: Identity, permit: Permit) -> bool:
        """Whether the user (decisions/ephemeral-users) and the session or the key are still valid."""
        if not permit.has_key(self._agent.parts.account):
            return False

        if not identity.user_id:
            return True

        store, now = self._agent.parts.store, self._agent.parts.clock()

        def look(connection: Connection) -> bool:
            return permit.has_session(connection, now) and is_current(connection, identity.user_id, now)

        return await store.read(look)

    def _run(
        self, sql: str, workspace: Workspace, viewer: Viewer, media_type: str, now: datetime
    ) -> QueryRun:
        most_rows, cancellation = self._agent.parts.account.max_query_rows, Cancellation()
        model, engine, limits = workspace.model, workspace.engine, self._agent.parts.account.limits
        slots = self._agent.slots

        def running() -> int:
            return slots.held

        if media_type == ARROW_TYPE:
            batches = stream_arrow(model, engine, viewer, sql, cancellation=cancellation, now=now)
            return QueryRun(arrow_reply(batches, most_rows), cancellation, limits, running)

        rows = stream_query(model, engine, viewer, sql, cancellation=cancellation, now=now)
        return QueryRun(ndjson_reply(rows, most_rows), cancellation, limits, running)


def _type_for(accept: str) -> str:
    media_type = chosen_type(accept)
    if media_type is None:
        raise ServiceError(
            "Accept application/x-ndjson, or an Arrow stream if pyarrow is installed.",
            status=406,
        )

    return media_type


def _zone_of(settings: object) -> ZoneInfo | None:
    return zone_of(settings) if isinstance(settings, SessionSettings) else None


async def asker(agent: ChatService, settings: object, workspace: Workspace) -> Identity:
    """The viewer of a model; without sessionSettings the account itself.

    Raises BadRequest without sessionSettings if an access rule needs a user.
    """
    if isinstance(settings, SessionSettings):
        zone_of(settings)
        return await agent.identify(settings)

    if has_policies(workspace.model) or has_policies(agent.parts.workspace.model):
        raise BadRequest("Give sessionSettings: the data model's access rules need a user.", status=400)

    return Identity("", Viewer("", is_internal=True))
