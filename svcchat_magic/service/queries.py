"""The query API: all rows of a semantic query as one stream, with the rights of the one who asks."""

from svcchat_magic.errors import BadRequest, ServiceError, TooBusy
from svcchat_magic.protocol.query_reply import ARROW_TYPE
from svcchat_magic.protocol.requests import QueryRequest, SessionSettings
from svcchat_magic.semantic.access import has_policies
from svcchat_magic.semantic.door import Cancellation, stream_arrow, stream_query
from svcchat_magic.semantic.query import Viewer
from svcchat_magic.service.agent import Agent
from svcchat_magic.service.database import Connection
from svcchat_magic.service.identity import Identity, zone_named, zone_of
from svcchat_magic.service.permit import Permit
from svcchat_magic.service.query_replies import arrow_reply, chosen_type, ndjson_reply
from svcchat_magic.service.query_stream import QueryRun, QueryStream
from svcchat_magic.service.tools import Workspace
from svcchat_magic.service.users import is_current

MAX_AT_ONCE = 8  # each holds a cursor, a thread and two chunks


class Queries:
    """The queries that are being read from this process."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._running: set[QueryRun] = set()

    async def open(self, request: QueryRequest, accept: str, permit: Permit) -> QueryStream:
        """A query that begins to run; it ends early with its user's time, or with what it was let in by.

        Raises ServiceError: 406 for an `Accept` that is neither form, 429 for one query too many, and
        BadRequest without sessionSettings where an access policy needs someone to be read against.
        """
        media_type = chosen_type(accept)
        if media_type is None:
            raise ServiceError(
                "Rows are given as application/x-ndjson, and as an Arrow stream where pyarrow is installed.",
                status=406,
            )

        zone_named(request.timezone, "timezone")  # checked alone: this SQL has no relative time
        workspace = await self._agent.workspace(request.branch)
        identity = await asker(self._agent, request.session_settings, workspace)
        if len(self._running) >= MAX_AT_ONCE:
            raise TooBusy("Too many queries are being read at once; try again.", status=429)

        self._agent.parts.monitor.queried("api")
        run = self._run(request.query, workspace, identity.viewer, media_type)
        self._running.add(run)
        return QueryStream(
            run,
            media_type,
            may_go_on=lambda: self._is_current(identity, permit),
            when_ended=lambda: self._running.discard(run),
        )

    async def stop_all(self) -> None:
        """Interrupt every query: the service is closing."""
        for run in tuple(self._running):
            run.stop()

    async def _is_current(self, identity: Identity, permit: Permit) -> bool:
        """Whether neither the user's time (ruling 8) nor the session or the key is over."""
        if not permit.has_key(self._agent.parts.account):
            return False

        if not identity.user_id:
            return True

        store, now = self._agent.parts.store, self._agent.parts.clock()

        def look(connection: Connection) -> bool:
            return permit.has_session(connection) and is_current(connection, identity.user_id, now)

        return await store.read(look)

    def _run(self, sql: str, workspace: Workspace, viewer: Viewer, media_type: str) -> QueryRun:
        most_rows, cancellation = self._agent.parts.account.max_query_rows, Cancellation()
        model, engine = workspace.model, workspace.engine
        if media_type == ARROW_TYPE:
            batches = stream_arrow(model, engine, viewer, sql, cancellation=cancellation)
            return QueryRun(arrow_reply(batches, most_rows), cancellation)

        rows = stream_query(model, engine, viewer, sql, cancellation=cancellation)
        return QueryRun(ndjson_reply(rows, most_rows), cancellation)


async def asker(agent: Agent, settings: object, workspace: Workspace) -> Identity:
    """Who asks about a model; nobody named is the account itself, where no access rule needs a user.

    Raises BadRequest where one does.
    """
    if isinstance(settings, SessionSettings):
        zone_of(settings)
        return await agent.identify(settings)

    if has_policies(workspace.model) or has_policies(agent.parts.workspace.model):
        raise BadRequest("Give sessionSettings: the data model's access rules need a user.", status=400)

    return Identity("", Viewer("", is_internal=True))
