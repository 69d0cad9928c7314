"""The agent at work: asks questions on chats, reads them and aborts them, for identified users."""

from dataclasses import replace
from datetime import date, datetime

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.errors import NotAllowed, TooBusy
from svcchat_magic.protocol.requests import AbortRequest, ChatRequest, SessionSettings
from svcchat_magic.service.beginnings import Question, begin_turn
from svcchat_magic.service.database import Connection
from svcchat_magic.service.earlier_turns import EarlierTurn
from svcchat_magic.service.following import FollowedRun
from svcchat_magic.service.history import history_before
from svcchat_magic.service.identity import Identity, claim_of, identification, zone_of
from svcchat_magic.service.live_runs import LiveRuns
from svcchat_magic.service.parts import Parts
from svcchat_magic.service.permit import NO_PERMIT, Permit
from svcchat_magic.service.readable_chat import ReadableChat
from svcchat_magic.service.reattachment import ReattachedRun
from svcchat_magic.service.run_plan import RunPlan
from svcchat_magic.service.run_records import ABORTED, RUNNING, STREAMING_ALREADY, end_run, running_run
from svcchat_magic.service.runs import Run
from svcchat_magic.service.stored_streams import StoredStream, chat_stream, turn_stream
from svcchat_magic.service.streaming import Turn
from svcchat_magic.service.threads import owner_of
from svcchat_magic.service.tools import ModelTools, Workspace
from svcchat_magic.service.users import find_user, purge_expired


class Agent:
    """What the routes ask for, over one account's store and the runs of this process."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.runs = LiveRuns(parts)

    async def ask(
        self, agent: str, request: ChatRequest, request_id: str, permit: Permit
    ) -> Run | ReattachedRun | StoredStream:
        """Begin to answer a question, or give the turn of one that was sent before with its messageId.

        That is its run while it streams, and then its whole stream from the store. Raises NotFound for a chat
        that is not the user's, TooBusy (409) for one that is streaming. The run ends with its permit.
        """
        parts, settings = self.parts, request.session_settings
        today = self._today(settings)
        workspace = await self.workspace(request.branch, agent)
        identify = identification(parts.account, settings, parts.clock())
        turn = Turn(parts.account.prefix)
        with self.runs.expected() as run_id:
            question = Question(agent, request, permit.session_hash, run_id)
            # One transaction for all: the first byte waits for each.
            begun = await parts.store.write(
                lambda connection: begin_turn(
                    connection, parts, question, identify(connection), turn, self.runs.is_worked_on
                )
            )
            chat = self._readable(agent, begun.chat_id, begun.identity, permit)
            if isinstance(begun, EarlierTurn):
                return await self._given_again(begun, chat)

            history = await history_before(chat, begun.before)
            tools = ModelTools(workspace, begun.identity.viewer, parts.monitor.queried)
            task = Task(question.text, history.queries, today, parts.account.agents[agent].rules)
            plan = RunPlan(
                run_id=run_id,
                request_id=request_id,
                with_additions=question.message_id is not None,
                opening=begun.opening,
                history=(*history.messages, begun.echo),
                permit=permit,
                sleep=parts.sleep,
            )
            return self.runs.start(plan, turn, parts.analyst.answer(task, tools))

    async def read(self, agent: str, request: ChatRequest, permit: Permit) -> StoredStream:
        """A chat's present state as a stream (4.1, input omitted); it is cut with its permit."""
        zone_of(request.session_settings)  # a wrong one is refused here too
        identity = await self.identify(request.session_settings)
        return chat_stream(self._readable(agent, str(request.chat_id), identity, permit))

    async def abort(self, agent: str, request: AbortRequest) -> None:
        """Stop a chat's run if it has one (4.2).

        Raises NotFound for an unknown chat, NotAllowed for another user's; without sessionSettings the API
        key alone authorises (ruling 9).
        """
        run_id = await self.parts.store.write(
            lambda connection: self._mark_aborted(connection, agent, request)
        )
        await self.runs.stop_aborted([run_id] if run_id else [])

    async def identify(self, settings: SessionSettings) -> Identity:
        """The user the settings name, made on demand (2.2)."""
        return await self.parts.store.write(identification(self.parts.account, settings, self.parts.clock()))

    async def workspace(self, branch: str | None, agent: str | None = None) -> Workspace:
        """The data model of a branch, with what an agent may see; without one, what any agent may."""
        found = await self.parts.workspace.on_branch(branch)
        return found.narrowed_to(self.parts.account.tables_of(agent))

    async def _given_again(self, turn: EarlierTurn, chat: ReadableChat) -> Run | ReattachedRun | StoredStream:
        if turn.status != RUNNING:
            return turn_stream(chat, turn.ordinal, turn.status)

        if turn.follower:
            return ReattachedRun(FollowedRun(turn, replace(chat, permit=NO_PERMIT)), chat)

        run = await self.runs.find(turn.run_id)
        if run is None or not run.lives_on:  # streams are not kept here
            raise TooBusy(STREAMING_ALREADY, status=409)

        return run if run.plan.permit == chat.permit else ReattachedRun(run, chat)

    def _readable(self, agent: str, chat_id: str, identity: Identity, permit: Permit) -> ReadableChat:
        parts = self.parts
        return ReadableChat(parts.store, parts.clock, parts.account, agent, chat_id, identity, permit)

    def _today(self, settings: SessionSettings) -> date:
        zone = zone_of(settings)
        if self.parts.account.today is not None:
            return self.parts.account.today

        return datetime.fromtimestamp(self.parts.clock(), zone).date()

    def _mark_aborted(self, connection: Connection, agent: str, request: AbortRequest) -> str | None:
        account, now = self.parts.account, self.parts.clock()
        purge_expired(connection, now)
        owner = owner_of(connection, account.name, agent, request.chat_id)
        if isinstance(request.session_settings, SessionSettings):
            claim = claim_of(account, request.session_settings)
            if find_user(connection, claim, now) != owner:
                raise NotAllowed("Only the user who owns a chat may abort it.", status=403)

        run_id = running_run(connection, request.chat_id)
        if run_id is not None:
            end_run(connection, run_id, ABORTED, now)

        return run_id
