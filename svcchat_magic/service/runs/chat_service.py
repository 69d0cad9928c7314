"""Ask questions in chats, read chats and abort their runs, for identified users."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.errors import NotAllowed, TooBusy
from svcchat_magic.protocol.requests import AbortRequest, ChatRequest, SessionSettings
from svcchat_magic.service.access.account import policies_of
from svcchat_magic.service.access.fair_slots import EngineTurns, FairSlots, engine_shares
from svcchat_magic.service.access.identity import Identity, claim_of, identification, zone_of
from svcchat_magic.service.access.permit import NO_PERMIT, Permit
from svcchat_magic.service.runs.begin_turn import Begun, Question, begin_turn
from svcchat_magic.service.runs.components import ServiceComponents
from svcchat_magic.service.runs.cross_worker_run import FollowedRun
from svcchat_magic.service.runs.earlier_turns import EarlierTurn
from svcchat_magic.service.runs.history import History, history_before
from svcchat_magic.service.runs.live_runs import LiveRuns
from svcchat_magic.service.runs.offloaded_analyst import in_time
from svcchat_magic.service.runs.readable_chat import ReadableChat
from svcchat_magic.service.runs.reattachment import ReattachedRun
from svcchat_magic.service.runs.run_plan import RunPlan
from svcchat_magic.service.runs.runs import Run
from svcchat_magic.service.runs.serialised_messages import SerialisedMessages
from svcchat_magic.service.runs.stored_streams import StoredStream, chat_stream, turn_stream
from svcchat_magic.service.runs.streaming import TurnEncoder
from svcchat_magic.service.runs.tools import ModelTools, Workspace
from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.run_records import STREAMING_ALREADY, end_run, running_run
from svcchat_magic.service.state.run_status import RunStatus
from svcchat_magic.service.state.threads import owner_of
from svcchat_magic.service.state.users import find_user


class ChatService:
    """The chat API's operations on one account's store and the runs of this process."""

    def __init__(self, parts: ServiceComponents) -> None:
        self.parts = parts
        self.runs = LiveRuns(parts)
        self.slots = FairSlots(engine_shares(parts.account.limits))

    async def ask(
        self, agent: str, request: ChatRequest, request_id: str, permit: Permit
    ) -> Run | ReattachedRun | StoredStream:
        """Start answering a question, or return the turn of an earlier request with the same messageId.

        An earlier turn is its run while it streams, and later its whole stream from the store. Raises
        NotFound for a chat that is not the user's, and TooBusy (409) for one that is streaming. The run ends
        when its permit is revoked.
        """
        parts, settings = self.parts, request.session_settings
        now = self.moment(zone_of(settings))
        workspace = await self.workspace(request.branch, agent)
        identify = self._identification(settings, request.branch, workspace, agent)
        turn = TurnEncoder(parts.account.prefix)
        with self.runs.expected() as run_id:
            question = Question(agent, request, permit.session_hash, run_id)
            # One transaction for everything, because the first byte waits for each.
            begun = await parts.store.write(
                lambda connection: begin_turn(
                    connection, parts, question, identify(connection), turn, self.runs.is_worked_on
                )
            )
            chat = self._readable(agent, begun.chat_id, begun.identity, permit)
            if isinstance(begun, EarlierTurn):
                return await self._given_again(begun, chat)

            history = await self._history(chat, begun)
            tools = self.tools(workspace, begun.identity, permit, now)
            task = self._task(question, now, begun, history)
            plan = RunPlan(
                run_id=run_id,
                request_id=request_id,
                with_additions=request.wants_additions,
                opening=begun.opening,
                history=history.messages.followed_by(SerialisedMessages.of([begun.echo])),
                permit=permit,
                sleep=parts.sleep,
            )
            events = in_time(parts.analyst_of(agent).answer(task, tools), parts.account.limits.answer_seconds)
            return self.runs.start(plan, turn, events)

    async def _history(self, chat: ReadableChat, begun: Begun) -> History:
        parts = self.parts
        return await history_before(chat, begun.before, parts.recent_chats, tells_earlier=parts.tells_earlier)

    def _task(self, question: Question, now: datetime, begun: Begun, history: History) -> Task:
        return Task(
            question.text,
            now.date(),
            begun.remembered,
            rules=self.parts.account.agents[question.agent].rules,
            earlier=history.earlier,
            explain=question.request.wants_explanation,
        )

    async def read(self, agent: str, request: ChatRequest, permit: Permit) -> StoredStream:
        """A chat's current state as a stream (4.1, input omitted), cut if its permit is revoked."""
        readable = await self.readable(agent, request, permit)
        return chat_stream(readable, with_additions=request.wants_additions)

    async def readable(self, agent: str, request: ChatRequest, permit: Permit) -> ReadableChat:
        """The chat that a request names, for the user of its settings; each page read checks the owner."""
        zone_of(request.session_settings)  # an invalid one is refused here too
        workspace = await self.workspace(request.branch, agent)  # its policies decide what may be read
        identity = await self.parts.store.write(
            self._identification(request.session_settings, request.branch, workspace, agent)
        )
        return self._readable(agent, str(request.chat_id), identity, permit)

    async def abort(self, agent: str, request: AbortRequest) -> None:
        """Stop a chat's run if it has one (4.2).

        Raises NotFound for an unknown chat, NotAllowed for another user's; without sessionSettings the API
        key alone authorises (decisions/refusals).
        """
        run_id = await self.parts.store.write(
            lambda connection: self._mark_aborted(connection, agent, request)
        )
        await self.runs.stop_aborted([run_id] if run_id else [])

    def tidy(self, connection: Connection, now: float) -> None:
        """End the runs left without a status, and remove what is held of expired users."""
        self.runs.interrupt_left(connection, now)
        self.parts.recent_chats.remove_expired(connection, now)

    async def identify(self, settings: SessionSettings) -> Identity:
        """The user that the settings name, created on demand (2.2)."""
        return await self.parts.store.write(identification(self.parts.account, settings, self.parts.clock()))

    async def workspace(self, branch: str | None, agent: str | None = None) -> Workspace:
        """The data model of a branch, limited to what the agent may see, or any agent if none is named."""
        found = await self.parts.workspace.on_branch(branch)
        return found.narrowed_to(self.parts.account.tables_of(agent))

    def _identification(
        self, settings: SessionSettings, branch: str | None, workspace: Workspace, agent: str
    ) -> Callable[[Connection], Identity]:
        account, now = self.parts.account, self.parts.clock()
        is_first = branch is None and not workspace.is_reloaded
        policies = account.policies if is_first else policies_of(workspace.model)
        return identification(account, settings, now, policies=policies, tables=account.tables_of(agent))

    async def _given_again(self, turn: EarlierTurn, chat: ReadableChat) -> Run | ReattachedRun | StoredStream:
        if turn.status is not RunStatus.RUNNING:
            return turn_stream(chat, turn.ordinal, turn.status)

        if turn.follower:
            return ReattachedRun(FollowedRun(turn, replace(chat, permit=NO_PERMIT)), chat)

        run = await self.runs.find(turn.run_id)
        if run is None or not run.lives_on:  # not streamed here, or it cannot be joined
            raise TooBusy(STREAMING_ALREADY, status=409)

        return run if run.plan.permit == chat.permit else ReattachedRun(run, chat)

    def tools(self, workspace: Workspace, identity: Identity, permit: Permit, now: datetime) -> ModelTools:
        """What an analyst, or a page for its charts, reads the data with as this user."""
        parts = self.parts
        turns = EngineTurns(self.slots, permit.caller(identity.user_id), parts.account.limits)
        return ModelTools(workspace, identity.viewer, parts.monitor.queried, turns, now)

    def _readable(self, agent: str, chat_id: str, identity: Identity, permit: Permit) -> ReadableChat:
        parts = self.parts
        return ReadableChat(parts.store, parts.clock, parts.account, agent, chat_id, identity, permit)

    def moment(self, zone: ZoneInfo | None) -> datetime:
        """The moment that relative time refers to, in a zone, else the machine's; on the account's date."""
        now = datetime.fromtimestamp(self.parts.clock(), zone).astimezone(zone)
        today = self.parts.account.today
        return now if today is None else now.replace(year=today.year, month=today.month, day=today.day)

    def _mark_aborted(self, connection: Connection, agent: str, request: AbortRequest) -> str | None:
        account, now = self.parts.account, self.parts.clock()
        owner = owner_of(connection, account.name, agent, request.chat_id, now)
        if isinstance(request.session_settings, SessionSettings):
            claim = claim_of(account, request.session_settings)
            if find_user(connection, claim, now) != owner:
                raise NotAllowed("Only the user who owns a chat may abort it.", status=403)

        run_id = running_run(connection, request.chat_id)
        if run_id is not None:
            end_run(connection, run_id, RunStatus.ABORTED, now)

        return run_id
