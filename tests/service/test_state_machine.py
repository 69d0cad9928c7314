"""Users, chats, aborts, sessions and the clock, in any order, through two workers, against a dictionary."""

import asyncio
import json
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from svcchat_magic.analyst.events import AnswerText
from svcchat_magic.service.http.embed_routes import EXCHANGE_PATH, SESSION_PATH
from svcchat_magic.service.http.sessions import SESSION_SECONDS
from svcchat_magic.service.state.users import DEFAULT_TTL_SECONDS
from tests.raw_api import abort_path, call, chat_path, lines, send
from tests.service.conftest import Clock, running_service

LIMITS = {"max_persisted_users": 2, "max_session_users": 3}  # persisted users, for a chat and for a session
NAMES = st.sampled_from(["ada", "grace", "joan", "mary"])
LIVES = st.sampled_from(
    [{}, {"ephemeralTtlSeconds": 60}, {"ephemeralTtlSeconds": 3600}, {"isEphemeral": False}]
)
WORKERS = st.integers(0, 1)
BEGINNING = "Half of "


class Held:
    """Says half of its answer, and the rest at once or when it is let go."""

    def __init__(self):
        self._gates = {}

    async def answer(self, task, tools):
        if task.question.startswith("slowly"):
            self._gates[task.question] = asyncio.get_running_loop(), asyncio.Event()

        yield AnswerText(BEGINNING)
        if task.question in self._gates:
            await self._gates[task.question][1].wait()

        yield AnswerText(task.question)

    def let_go(self, question):
        loop, gate = self._gates[question]
        loop.call_soon_threadsafe(gate.set)


@dataclass
class User:
    """What is known of a user; `expires` is None for a persisted one."""

    created: float
    expires: float | None
    chats: set[str] = field(default_factory=set)


@dataclass
class Chat:
    """What a reader sees of it, and its stream while it is being answered."""

    owner: str
    said: list[str]
    question: str = ""
    stream: object = None
    connection: object = None


def assert_full(status, body, limit):
    """The account takes no more persisted users, and says how many it may have for this."""
    assert status == 429
    assert (
        json.loads(body)["error"]["message"] == f"The account already has {limit} persisted external users."
    )


class ServiceMachine(RuleBasedStateMachine):
    chats = Bundle("chats")
    sessions = Bundle("sessions")

    def __init__(self, workspace):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.clock, self.analyst = Clock(), Held()
        self.workers = [
            running_service(
                workspace,
                self.clock,
                self.analyst,
                self.folder / "state.sqlite",
                **LIMITS,
            )
            for _ in range(2)
        ]
        self.users, self.known, self.open_sessions, self.asked = {}, {}, {}, 0
        self.ending = []  # chats whose user is gone while their stream may not have ended yet

    def teardown(self):
        for chat in [*self.known.values(), *self.ending]:
            if chat.connection:
                chat.connection.close()

        for worker in self.workers:
            worker.stop()

        shutil.rmtree(self.folder)

    @rule(target=chats, name=NAMES, life=LIVES, at=WORKERS, slowly=st.booleans())
    def ask_in_a_new_chat(self, name, life, at, slowly):
        return self._ask(name, life, at, slowly, None)

    @rule(target=chats, chat_id=chats, name=NAMES, life=LIVES, at=WORKERS, slowly=st.booleans())
    def ask_in_a_chat(self, chat_id, name, life, at, slowly):
        return self._ask(name, life, at, slowly, chat_id)

    @rule(chat_id=chats)
    def let_an_answer_go_on(self, chat_id):
        chat = self.known.get(chat_id)
        if chat is None or chat.stream is None:
            return

        self.analyst.let_go(chat.question)
        assert self._rest_of(chat)[-2]["id"] == "__state__"
        chat.said[-1] = BEGINNING + chat.question

    @rule(chat_id=chats, name=st.none() | NAMES, at=WORKERS)
    def abort(self, chat_id, name, at):
        who = {"sessionSettings": {"externalId": name}} if name else {}
        chat = self.known.get(chat_id)
        status, _, _ = call(self.workers[at], abort_path(self.workers[at]), {"chatId": chat_id, **who})

        if chat is None:
            assert status == 404
        elif name not in (None, chat.owner):
            assert status == 403
        else:
            assert status == 204
            if chat.stream is not None:
                assert self._rest_of(chat)[-2]["id"] == "__aborted__"

    @rule(chat_id=chats, name=NAMES, at=WORKERS)
    def read(self, chat_id, name, at):
        self._identify(name, {})
        body = {"chatId": chat_id, "sessionSettings": {"externalId": name}}
        status, _, stream = call(self.workers[at], chat_path(self.workers[at]), body)

        chat = self.known.get(chat_id)
        if chat is None or chat.owner != name:
            assert status == 404
            return

        first, *messages, state = lines(stream)
        assert first["state"]["chatId"] == chat_id
        assert [each["content"] for each in messages] == chat.said
        assert [each["isInProcess"] for each in messages][-1:] == [chat.stream is not None]
        assert [each["kwargs"]["content"] for each in state["state"]["messages"]] == chat.said

    @rule(target=sessions, name=NAMES, at=WORKERS)
    def make_a_session(self, name, at):
        limit = LIMITS["max_session_users"]
        accepted = self._identify(name, {"isEphemeral": False}, limit)
        status, _, body = call(self.workers[at], SESSION_PATH, {"externalId": name})

        if not accepted:
            assert_full(status, body, limit)
            return multiple()

        assert status == 200

        session_id = json.loads(body)["sessionId"]
        self.open_sessions[session_id] = self.clock.now + SESSION_SECONDS
        return session_id

    @rule(session_id=sessions, at=WORKERS)
    def exchange_a_session(self, session_id, at):
        status, _, _ = call(self.workers[at], EXCHANGE_PATH, {"sessionId": session_id})

        ends = self.open_sessions.pop(session_id, 0.0)
        assert status == (200 if self.clock.now < ends else 401)

    @rule(seconds=st.sampled_from([1, 59, 60, 299, 300, 3600, DEFAULT_TTL_SECONDS]))
    def let_time_pass(self, seconds):
        self.clock.now += seconds
        self._forget_the_expired()

    @invariant()
    def a_stream_ends_with_its_user(self):
        while self.ending:
            assert self._rest_of(self.ending.pop())[-2].keys() == {"error"}

    def _ask(self, name, life, at, slowly, chat_id):
        accepted = self._identify(name, life)
        self.asked += 1
        question = f"{'slowly' if slowly else 'quickly'} {self.asked}"
        body = {"input": question, "sessionSettings": {"externalId": name, **life}}
        body |= {"messageId": f"{1_736_500_000_000 + self.asked}-message"}
        body |= {"chatId": chat_id} if chat_id else {}
        connection, response = send(self.workers[at], chat_path(self.workers[at]), body)
        chat = self.known.get(chat_id)
        if response.status != 200:
            refused = response.read()
            connection.close()
            assert response.status == self._refusal(accepted, chat_id, chat, name)
            if not accepted:
                assert_full(response.status, refused, LIMITS["max_persisted_users"])

            return multiple()

        assert self._refusal(accepted, chat_id, chat, name) is None
        found = json.loads(response.readline())["state"]["chatId"]
        assert found == (chat_id or found)
        if chat is None:
            chat = self.known[found] = Chat(name, [])
            self.users[name].chats.add(found)

        chat.said += [question, BEGINNING]
        chat.question, chat.stream, chat.connection = question, response, connection
        if not slowly:
            assert self._rest_of(chat)[-2]["id"] == "__state__"
            chat.said[-1] += question
        else:
            while json.loads(response.readline())["content"] != BEGINNING:
                continue

        return multiple() if chat_id else found

    def _refusal(self, accepted, chat_id, chat, name):
        if not accepted:
            return 429

        if chat_id and (chat is None or chat.owner != name):
            return 404

        return 409 if chat and chat.stream is not None else None

    def _identify(self, name, life, limit=LIMITS["max_persisted_users"]):
        """Whether the account takes the user in, who is made or changed as the settings say."""
        user, now = self.users.get(name), self.clock.now
        ttl, persist = life.get("ephemeralTtlSeconds"), life.get("isEphemeral") is False
        if user is not None and ttl is not None and user.expires is not None:
            user.expires = min(user.expires, user.created + ttl)
            self._forget_the_expired()
            user = self.users.get(name)

        becomes_persisted = persist and (user is None or user.expires is not None)
        if becomes_persisted and sum(each.expires is None for each in self.users.values()) >= limit:
            return False

        if user is None:
            user = self.users[name] = User(now, now + (ttl or DEFAULT_TTL_SECONDS))

        if persist:
            user.expires = None

        return True

    def _forget_the_expired(self):
        for name, user in list(self.users.items()):
            if user.expires is None or user.expires > self.clock.now:
                continue

            del self.users[name]
            for chat_id in user.chats:
                chat = self.known.pop(chat_id)
                if chat.stream is not None:
                    self.ending.append(chat)

    def _rest_of(self, chat):
        messages = lines(chat.stream.read())
        chat.connection.close()
        chat.stream = chat.connection = None
        return messages


@pytest.mark.long
@pytest.mark.case("A11")
@pytest.mark.case("A12")
@pytest.mark.case("A13")
@pytest.mark.case("A14")
@pytest.mark.case("A15")
@pytest.mark.case("A16")
@pytest.mark.case("A19")
@pytest.mark.case("A20")
def test_whatever_is_done_in_whatever_order_is_answered_as_expected(workspace):
    run_state_machine_as_test(
        lambda: ServiceMachine(workspace),
        settings=settings(
            max_examples=12,
            stateful_step_count=30,
            database=None,
            phases=(Phase.generate,),  # a failure is told as it was found: to make it shorter takes minutes
            print_blob=True,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.rule("8")
@pytest.mark.case("A13")
@pytest.mark.case("A23")
def test_chats_and_sessions_have_a_limit_each_over_the_same_users(start):
    service = start(Held(), **LIMITS)

    def chat(name):
        user = {"externalId": name, "isEphemeral": False}
        status, _, body = call(service, chat_path(service), {"input": "why?", "sessionSettings": user})
        return status, body

    def session(name):
        status, _, body = call(service, SESSION_PATH, {"externalId": name})
        return status, body

    assert [chat(name)[0] for name in ("ada", "grace")] == [200, 200]
    assert_full(*chat("joan"), 2)
    assert session("joan")[0] == 200  # the third, whom a session may still add
    assert_full(*session("mary"), 3)
    assert_full(*chat("mary"), 2)
    assert [chat("joan")[0], session("ada")[0]] == [200, 200]  # who is there already is not one more


def test_a_failure_of_the_machine_is_told_with_its_steps(workspace, capsys, monkeypatch):
    """As it was found: the control of the settings above."""
    monkeypatch.setattr(ServiceMachine, "_forget_the_expired", lambda self: 1 / 0)

    with pytest.raises(ZeroDivisionError) as failure:
        test_whatever_is_done_in_whatever_order_is_answered_as_expected(workspace)

    told = "\n".join(failure.value.__notes__) + capsys.readouterr().out
    assert "let_time_pass(seconds=" in told
    assert "reproduce_failure" in told
