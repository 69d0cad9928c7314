"""The agent at work: asks questions on chats, reads them and aborts them, for identified users."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any
from uuid import uuid4

from svcchat_magic.analyst.analyst import Analyst, Task
from svcchat_magic.analyst.events import Event
from svcchat_magic.errors import BadRequest, NotAllowed, TooBusy
from svcchat_magic.protocol.messages import Message, encode_message
from svcchat_magic.protocol.requests import AbortRequest, ChatRequest, SessionSettings
from svcchat_magic.service.account import Account
from svcchat_magic.service.conversation_state import cutoff_message, earlier_queries, state_message
from svcchat_magic.service.earlier_turns import Asked, EarlierTurn, find_turn
from svcchat_magic.service.identity import Identity, claim_of, viewer_of, zone_of
from svcchat_magic.service.run_records import (
    ABORTED,
    INTERRUPTED,
    STREAMING_ALREADY,
    Entry,
    NewRun,
    append_lines,
    begin_run,
    end_run,
    interrupt_dead_runs,
    running_run,
)
from svcchat_magic.service.runs import Run, RunPlan
from svcchat_magic.service.store import Store
from svcchat_magic.service.streaming import Turn
from svcchat_magic.service.threads import chat_not_found, make_thread, owner_of, stored_lines, whole_messages
from svcchat_magic.service.tools import ModelTools, Workspace
from svcchat_magic.service.users import find_or_make_user, find_user

ABORT_SECONDS = 5.0  # how long an abort waits for the last lines to be kept


@dataclass(frozen=True, slots=True)
class Parts:
    """What a service is made of."""

    account: Account
    store: Store
    workspace: Workspace
    analyst: Analyst
    clock: Callable[[], float] = time.time
    sleep: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep
    prefix: str = "svc"  # of tool and agent names on the wire
    close_engine: Callable[[], None] = lambda: None


class Agent:
    """The runs of this process over one account's store."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self._runs: dict[str, Run] = {}
        self._own: set[str] = set()  # ids of the runs of this process, from before they are written

    async def identify(self, settings: SessionSettings) -> Identity:
        """The user the settings name, made on demand (2.2)."""
        account = self.parts.account
        claim, now = claim_of(account, settings), self.parts.clock()
        viewer_of(account, settings, "")  # what it refuses must not leave a user behind
        user_id = await self.parts.store.write(
            lambda connection: find_or_make_user(connection, claim, now, account.max_persisted_users)
        )
        return Identity(user_id, viewer_of(account, settings, user_id))

    async def ask(self, agent: str, request: ChatRequest, request_id: str) -> Run | bytes:
        """Begin to answer a question, or give the turn of one that was sent before with its messageId.

        That is its run while it streams, and then its whole stream as bytes. Raises NotFound for a chat that
        is not the user's, TooBusy (409) for one that is streaming.
        """
        if not request.on_default_branch:
            raise BadRequest("There is no such branch of the data model.", status=400)

        today = self._today(request.session_settings)
        identity = await self.identify(request.session_settings)
        tools = ModelTools(self.parts.workspace, identity.viewer)
        turn = Turn(self.parts.prefix)
        run_id = str(uuid4())
        self._own.add(run_id)  # before it is written: another question must not take it for a dead one
        try:
            begun = await self.parts.store.write(
                lambda connection: self._begin(connection, agent, request, identity, turn, run_id)
            )
            if isinstance(begun, EarlierTurn):
                self._forget(run_id)
                return self._given_again(begun)

            task = Task(str(request.input), earlier_queries(begun.history), today)
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
                history=begun.history,
                sleep=self.parts.sleep,
            ),
            turn,
            events,
        )

    async def read(self, agent: str, request: ChatRequest) -> bytes:
        """A chat's present state as a whole stream (4.1, input omitted)."""
        identity = await self.identify(request.session_settings)
        chat_id, account = str(request.chat_id), self.parts.account.name

        def read(connection: sqlite3.Connection) -> list[Message]:
            if owner_of(connection, account, agent, chat_id) != identity.user_id:
                raise chat_not_found()

            return whole_messages(stored_lines(connection, chat_id), identity.fingerprint)

        found = await self.parts.store.read(read)
        messages = [message.with_values(sort=at) for at, message in enumerate(found, start=1)]
        stream = [cutoff_message(chat_id, 0), *messages, state_message(messages, len(messages) + 1)]
        return b"".join(map(encode_message, stream))

    async def abort(self, agent: str, request: AbortRequest) -> None:
        """Stop a chat's run if it has one (4.2).

        Raises NotFound for an unknown chat, NotAllowed for another user's; without sessionSettings the API
        key alone authorises (ruling 9).
        """
        run_id = await self.parts.store.write(
            lambda connection: self._mark_aborted(connection, agent, request)
        )
        run = self._runs.get(run_id) if run_id else None
        if run is not None:
            run.stop(ABORTED)
            await run.ended(ABORT_SECONDS)

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

        run = self._runs[plan.run_id] = Run(plan, turn, self.parts.store, self.parts.clock)
        run.start(events, lambda: self._forget(plan.run_id))
        return run

    def _given_again(self, turn: EarlierTurn) -> Run | bytes:
        if turn.stream is not None:
            return turn.stream

        run = self._runs.get(turn.run_id)
        if run is None or not run.lives_on:  # another process works on it, or this one keeps no streams
            raise TooBusy(STREAMING_ALREADY, status=409)

        return run

    def _forget(self, run_id: str) -> None:
        self._runs.pop(run_id, None)
        self._own.discard(run_id)

    def _is_worked_on(self, worker: str, run_id: str) -> bool:
        liveness = self.parts.store.liveness
        return run_id in self._own if worker == liveness.worker else liveness.is_alive(worker)

    def _today(self, settings: SessionSettings) -> date:
        zone = zone_of(settings)
        if self.parts.account.today is not None:
            return self.parts.account.today

        return datetime.fromtimestamp(self.parts.clock(), zone).date()

    def _begin(
        self,
        connection: sqlite3.Connection,
        agent: str,
        request: ChatRequest,
        identity: Identity,
        turn: Turn,
        run_id: str,
    ) -> "_Begun | EarlierTurn":
        parts, now = self.parts, self.parts.clock()
        account, question = parts.account.name, str(request.input)
        chat_id = request.chat_id if isinstance(request.chat_id, str) else None
        resend_id = request.message_id if isinstance(request.message_id, str) else None
        if chat_id is not None and owner_of(connection, account, agent, chat_id) != identity.user_id:
            raise chat_not_found()

        if resend_id is not None:
            asked = Asked(account, agent, identity, resend_id, question, chat_id)
            if (earlier := find_turn(connection, asked, self._is_worked_on, now)) is not None:
                return earlier

        chat_id = chat_id or make_thread(connection, account, agent, identity.user_id, now)
        worker, rights = parts.store.liveness.worker, identity.fingerprint
        begin_run(
            connection,
            NewRun(run_id, chat_id, worker, rights, question, now, resend_id),
            self._is_worked_on,
        )
        opening = encode_message(cutoff_message(chat_id, turn.next_sort()))
        echo = turn.user_echo(question)
        line, sort = encode_message(echo), int(echo.sort or 0)
        append_lines(connection, run_id, [Entry(echo.id, sort, sort, whole=True, line=line)])
        history = whole_messages(stored_lines(connection, chat_id), identity.fingerprint)
        return _Begun(opening + line, tuple(history))

    def _mark_aborted(self, connection: sqlite3.Connection, agent: str, request: AbortRequest) -> str | None:
        account, now = self.parts.account, self.parts.clock()
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
    opening: bytes
    history: tuple[Message, ...]
