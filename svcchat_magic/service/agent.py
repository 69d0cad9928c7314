"""The agent at work: asks questions on chats, reads them and aborts them, for identified users."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from uuid import uuid4

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import Event
from svcchat_magic.errors import NotAllowed, TooBusy
from svcchat_magic.protocol.messages import Message, encode_message
from svcchat_magic.protocol.requests import AbortRequest, ChatRequest, SessionSettings
from svcchat_magic.service.chat_looks import LookBack, look_back, newest_place, turn_end
from svcchat_magic.service.conversation_state import cutoff_message
from svcchat_magic.service.database import Connection
from svcchat_magic.service.earlier_turns import Asked, EarlierTurn, find_turn
from svcchat_magic.service.followers import add_follower
from svcchat_magic.service.following import FollowedRun
from svcchat_magic.service.history import History
from svcchat_magic.service.identity import Identity, claim_of, viewer_of, zone_of
from svcchat_magic.service.journal import Journal
from svcchat_magic.service.parts import Parts
from svcchat_magic.service.readable_chat import ReadableChat
from svcchat_magic.service.run_records import (
    ABORTED,
    FAILED,
    INTERRUPTED,
    RUNNING,
    STREAMING_ALREADY,
    Entry,
    NewRun,
    begin_run,
    end_run,
    interrupt_dead_runs,
    running_run,
)
from svcchat_magic.service.runs import Run, RunPlan
from svcchat_magic.service.stored_streams import StoredStream, chat_stream, turn_stream
from svcchat_magic.service.streaming import Turn
from svcchat_magic.service.threads import chat_not_found, make_thread, owner_of
from svcchat_magic.service.tools import ModelTools, Workspace
from svcchat_magic.service.users import find_or_make_user, find_user, purge_expired
from svcchat_magic.service.watch import Watch

ABORT_SECONDS = 5.0  # how long an abort waits for the last lines to be kept


class Agent:
    """The runs of this process over one account's store."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self._runs: dict[str, Run] = {}
        self._journal = Journal(parts.store, parts.clock)
        self._watch = Watch(self._runs, parts.store, parts.clock, parts.account.knows)
        self._own: set[str] = set()  # ids of the runs of this process, from before they are written

    async def identify(self, settings: SessionSettings) -> Identity:
        """The user the settings name, made on demand (2.2)."""
        return await self.parts.store.write(self._identification(settings))

    def _identification(self, settings: SessionSettings) -> Callable[[Connection], Identity]:
        """The part of a transaction that finds the user; what can be refused without the store is at once."""
        account = self.parts.account
        claim, now = claim_of(account, settings), self.parts.clock()
        viewer = viewer_of(account, settings, "")

        def identify(connection: Connection) -> Identity:
            user_id = find_or_make_user(connection, claim, now, account.max_persisted_users)
            return Identity(user_id, replace(viewer, user_id=user_id))

        return identify

    async def workspace(self, branch: str | None, agent: str | None = None) -> Workspace:
        """The data model of a branch, with what an agent may see; without one, what any agent may."""
        found = await self.parts.workspace.on_branch(branch)
        return found.narrowed_to(self.parts.account.tables_of(agent))

    async def ask(
        self,
        agent: str,
        request: ChatRequest,
        request_id: str,
        session_hash: bytes | None = None,
        key_hash: bytes | None = None,
    ) -> Run | FollowedRun | StoredStream:
        """Begin to answer a question, or give the turn of one that was sent before with its messageId.

        That is its run while it streams, and then its whole stream from the store. Raises NotFound for a chat
        that is not the user's, TooBusy (409) for one that is streaming. `session_hash` is the embed session
        it is asked in, `key_hash` the API key it is asked with: without either the run ends.
        """
        today = self._today(request.session_settings)
        workspace = await self.workspace(request.branch, agent)
        identify = self._identification(request.session_settings)
        turn = Turn(self.parts.prefix)
        run_id = str(uuid4())
        self._own.add(run_id)  # before it is written: another question must not take it for a dead one
        try:
            # One transaction for all: the first byte waits for each.
            identity, begun = await self.parts.store.write(
                lambda connection: self._begin(
                    connection, agent, request, identify(connection), turn, run_id, session_hash
                )
            )
            if isinstance(begun, EarlierTurn):
                self._forget(run_id)
                return self._given_again(begun, agent, identity, session_hash, key_hash)

            history = History()
            if begun.before is not None:
                chat = self._readable(agent, begun.chat_id, identity, session_hash, key_hash)
                await history.read(chat, begun.before)

            tools = ModelTools(workspace, identity.viewer, self.parts.monitor.queried)
            rules = self.parts.account.agents[agent].rules
            task = Task(str(request.input), history.queries, today, rules)
            events = self.parts.analyst.answer(task, tools)
        except BaseException:
            self._forget(run_id)  # a run that was written and is nobody's is interrupted by the next question
            raise

        return self._started(
            RunPlan(
                run_id=run_id,
                request_id=request_id,
                with_additions=isinstance(request.message_id, str),
                opening=begun.opening,
                history=(*history.messages, begun.echo),
                key_hash=key_hash,
                sleep=self.parts.sleep,
            ),
            turn,
            events,
        )

    async def read(
        self,
        agent: str,
        request: ChatRequest,
        session_hash: bytes | None = None,
        key_hash: bytes | None = None,
    ) -> StoredStream:
        """A chat's present state as a stream (4.1, input omitted); hashes as for `ask`."""
        zone_of(request.session_settings)  # a wrong one is refused here too
        identity = await self.identify(request.session_settings)
        return chat_stream(self._readable(agent, str(request.chat_id), identity, session_hash, key_hash))

    async def abort(self, agent: str, request: AbortRequest) -> None:
        """Stop a chat's run if it has one (4.2).

        Raises NotFound for an unknown chat, NotAllowed for another user's; without sessionSettings the API
        key alone authorises (ruling 9).
        """
        run_id = await self.parts.store.write(
            lambda connection: self._mark_aborted(connection, agent, request)
        )
        await self.stop_here([run_id] if run_id else [])

    async def stop_here(self, run_ids: Sequence[str]) -> None:
        """Stop those of these runs, all marked as aborted, that are of this process."""
        runs = [self._runs[each] for each in run_ids if each in self._runs]
        for run in runs:
            run.stop(ABORTED)

        for run in runs:
            await run.ended(ABORT_SECONDS)

    @property
    def running(self) -> int:
        """How many questions are being answered."""
        return len(self._runs)

    @property
    def bytes_held(self) -> int:
        """How much of their streams is in memory."""
        return sum(run.bytes_held for run in self._runs.values())

    async def finish_all(self, seconds: float) -> None:
        """Let the runs come to their end, for at most so long."""
        await asyncio.gather(*(run.ended(seconds) for run in tuple(self._runs.values())))

    async def stop_all(self) -> None:
        """End every run as interrupted: the service is closing."""
        runs = tuple(self._runs.values())
        for run in runs:
            run.stop(INTERRUPTED)

        for run in runs:
            await run.ended()

    def interrupt_dead_runs(self) -> None:
        """At start: whatever is marked running and has nobody left is interrupted."""
        now = self.parts.clock()
        self.parts.store.write_now(
            lambda connection: interrupt_dead_runs(connection, self._is_worked_on, now)
        )

    def _started(self, plan: RunPlan, turn: Turn, events: AsyncIterator[Event]) -> Run:
        if plan.with_additions:
            plan = replace(plan, reattach_seconds=self.parts.account.reattach_seconds)

        run = self._runs[plan.run_id] = Run(plan, turn, self.parts.store, self._journal, self.parts.clock)
        run.start(events, lambda: self._ended(run))
        self._watch.wake()
        return run

    def _ended(self, run: Run) -> None:
        self._forget(run.plan.run_id)
        seconds = time.perf_counter() - run.began
        self.parts.monitor.run_ended(run.plan.request_id, run.ended_as or FAILED, seconds, run.lines)

    def _given_again(
        self,
        turn: EarlierTurn,
        agent: str,
        identity: Identity,
        session_hash: bytes | None,
        key_hash: bytes | None,
    ) -> Run | FollowedRun | StoredStream:
        if turn.status != RUNNING:
            chat = self._readable(agent, turn.chat_id, identity, session_hash, key_hash)
            return turn_stream(chat, turn.ordinal, turn.status)

        if turn.follower:
            return FollowedRun(turn, self._readable(agent, turn.chat_id, identity, None, None))

        run = self._runs.get(turn.run_id)
        if run is None or not run.lives_on:  # streams are not kept here
            raise TooBusy(STREAMING_ALREADY, status=409)

        return run

    def _readable(
        self,
        agent: str,
        chat_id: str,
        identity: Identity,
        session_hash: bytes | None,
        key_hash: bytes | None,
    ) -> ReadableChat:
        parts = self.parts
        return ReadableChat(
            parts.store, parts.clock, parts.account, agent, chat_id, identity, key_hash, session_hash
        )

    def _forget(self, run_id: str) -> None:
        self._runs.pop(run_id, None)
        self._own.discard(run_id)

    def _is_worked_on(self, worker: str, run_id: str) -> bool:
        store = self.parts.store
        return run_id in self._own if worker == store.worker else store.is_alive(worker)

    def _today(self, settings: SessionSettings) -> date:
        zone = zone_of(settings)
        if self.parts.account.today is not None:
            return self.parts.account.today

        return datetime.fromtimestamp(self.parts.clock(), zone).date()

    def _begin(
        self,
        connection: Connection,
        agent: str,
        request: ChatRequest,
        identity: Identity,
        turn: Turn,
        run_id: str,
        session_hash: bytes | None,
    ) -> "tuple[Identity, _Begun | EarlierTurn]":
        parts, now = self.parts, self.parts.clock()
        account, question = parts.account.name, str(request.input)
        chat_id = request.chat_id if isinstance(request.chat_id, str) else None
        resend_id = request.message_id if isinstance(request.message_id, str) else None
        if chat_id is not None and owner_of(connection, account, agent, chat_id) != identity.user_id:
            raise chat_not_found()

        if resend_id is not None:
            asked = Asked(account, agent, identity, resend_id, question, chat_id)
            if (earlier := find_turn(connection, asked, self._is_worked_on, now)) is not None:
                return identity, self._followed(connection, earlier)

        is_new = chat_id is None
        chat_id = chat_id or make_thread(connection, account, agent, identity.user_id, now)
        opening = encode_message(cutoff_message(chat_id, turn.next_sort()))
        echo = turn.user_echo(question)
        line, sort = encode_message(echo), int(echo.sort or 0)
        new = NewRun(
            run_id=run_id,
            chat_id=chat_id,
            worker=parts.store.worker,
            fingerprint=identity.fingerprint,
            question=question,
            started_at=now,
            resend_id=resend_id,
            session_hash=session_hash,
            in_new_chat=is_new,
            echo=Entry(echo.id, sort, sort, whole=True, line=line),
        )
        begin_run(connection, new, self._is_worked_on)
        before = None
        if not is_new:
            end = turn_end(newest_place(connection, chat_id).ordinal - 1)
            before = look_back(connection, chat_id, identity.fingerprint, end)

        return identity, _Begun(chat_id, opening + line, echo, before)

    def _followed(self, connection: Connection, turn: EarlierTurn) -> EarlierTurn:
        """The turn, with its new reader counted where another worker streams it."""
        worker = self.parts.store.worker
        if turn.status != RUNNING or turn.worker == worker or not self.parts.account.reattach_seconds:
            return turn

        return replace(turn, follower=add_follower(connection, turn.run_id, worker))

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


@dataclass(frozen=True, slots=True)
class _Begun:
    chat_id: str
    opening: bytes
    echo: Message  # the question
    before: LookBack | None  # the newest turns before it; None in a new chat
