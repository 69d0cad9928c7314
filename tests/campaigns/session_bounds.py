"""Random pages against a service with two agents: `python -m tests.campaigns.session_bounds [N]`.

Every answer carries a mark of its own. A mark is foreign to a page of another user, another agent or other
rights, and to every page whose session is over. The control is that a page reads all of its own.
"""

import json
import random
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from svcchat_magic.analyst.events import AnswerText, MetaSearched, SqlFinished, SqlStarted, Thought
from svcchat_magic.semantic.query.query import Column, Rows
from svcchat_magic.service.access.account import AgentProfile
from svcchat_magic.service.http.sessions import PAGE_TOKEN_SECONDS
from svcchat_magic.service.process.server import DEMO, open_workspace
from tests.campaigns.figures import Figure, main
from tests.raw_api import call, chat_id_of, chat_path, lines
from tests.service.conftest import Clock, running_service

FULL = 20_000
SQL = "SELECT DATE_TRUNC('month', created_at), MEASURE(revenue) FROM sales GROUP BY 1"
AGENTS = {
    "one": AgentProfile("Agent m1000001-agent", views=frozenset({"sales"}), questions=("m1000001-agent",)),
    "two": AgentProfile("Agent m1000002-agent", views=frozenset({"sales"}), questions=("m1000002-agent",)),
}
USERS = ("ada", "bob")
RIGHTS = (None, "Europe")  # the attribute `region`
OF_AGENTS = {1_000_001: "one", 1_000_002: "two"}
MARK = re.compile(rb"m(\d+)-(?:thought|words|title|column|uuid|answer|agent)")  # a token may hold "m1-"
QUESTION = re.compile(rb"question (\d+)\.")


class Marking:
    """Marks whatever it says with the number of the question, and says what it knows of earlier turns."""

    async def answer(self, task, tools):
        number = re.search(r"\d+", task.question)[0]
        known = " ".join(f"{each.sql} {each.title} {each.uuid}" for each in task.earlier)
        yield Thought(f"m{number}-thought {known}")
        yield MetaSearched(f"m{number}-words", tools.search("revenue"))
        yield SqlStarted(0, f"{SQL} LIMIT {number}", f"m{number}-title", "", task.question)
        rows = Rows((Column(f"m{number}-column", "String"),), ((known,),), 1)
        yield SqlFinished(0, rows, f"m{number}-uuid")
        yield AnswerText(f"m{number}-answer {known}")


@dataclass(frozen=True)
class Owner:
    """Whose something is."""

    user: str
    agent: str
    rights: str | None


@dataclass
class Page:
    """A page with its token."""

    owner: Owner
    session: str
    headers: dict[str, str]
    ends: float
    is_revoked: bool = False


@dataclass
class World:
    """What was made, and by whom."""

    service: object
    clock: Clock
    chance: random.Random
    pages: list[Page] = field(default_factory=list)
    chats: list[tuple[str, Owner]] = field(default_factory=list)
    answers: dict[int, tuple[str, Owner]] = field(default_factory=dict)  # by number: the chat, and whose
    seen: Counter = field(default_factory=Counter)


def run(count: int, seed: int = 4) -> list[Figure]:
    workspace, close = open_workspace(DEMO / "model", DEMO / "data")
    clock = Clock()
    service = running_service(workspace, clock, Marking(), agents=AGENTS)
    world = World(service, clock, random.Random(seed))
    try:
        for _ in range(12):
            _open_page(world)

        for _ in range(count):
            _act(world)
    finally:
        service.stop()
        close()

    return _figures(world.seen)


def _act(world):
    page = world.chance.choice(world.pages[-12:])
    (act,) = world.chance.choices([*ACTS], [*ACTS.values()])
    if act in (_open_page, _end):
        act(world)
    else:
        act(world, page)


def _open_page(world):
    owner = Owner(world.chance.choice(USERS), world.chance.choice([*AGENTS]), world.chance.choice(RIGHTS))
    attributes = [{"name": "region", "value": owner.rights}] if owner.rights else []
    body = {"externalId": owner.user, "agentId": owner.agent, "userAttributes": attributes}
    session = json.loads(call(world.service, "/api/v1/embed/generate-session", body)[2])["sessionId"]
    other = world.chance.choice([*AGENTS])
    refused, _, told = _exchanged(world, {"sessionId": session, "agentId": other})
    if other != owner.agent:
        world.seen["wrong refusals"] += refused != 403
        world.seen["foreign"] += bool(MARK.search(told))
        _, _, told = _exchanged(world, {"sessionId": session})

    reply = json.loads(told)
    _judge(world, owner, told)
    headers = {"Content-Type": "application/json", "Authorization": f"Session {reply['token']}"}
    world.pages.append(Page(owner, session, headers, world.clock.now + PAGE_TOKEN_SECONDS))


def _exchanged(world, body):
    given = {"Content-Type": "application/json"}
    return call(world.service, "/api/v1/embed/exchange-session", body, given=given)


def _ask(world, page):
    number = len(world.answers) + 1
    body = {"input": f"question {number}.", "messageId": f"{1_736_500_000_000 + number}-message"}
    chat = _some_chat(world, page)
    if chat and world.chance.random() < 0.6:
        body["chatId"] = chat[0]

    agent = _some_agent(world, page)
    is_theirs = agent == page.owner.agent and ("chatId" not in body or _same(chat[1], page.owner))
    world.answers[number] = ("", page.owner)
    status, told = _sent(world, page, _path(world, agent), body)
    _expect(world, page, status, 200 if is_theirs else 404)
    if status == 200:
        chat_id = chat_id_of(lines(told))
        world.answers[number] = (chat_id, page.owner)
        if "chatId" not in body:
            world.chats.append((chat_id, page.owner))


def _read(world, page):
    chat = _some_chat(world, page)
    if chat is None:
        return

    agent = _some_agent(world, page)
    status, told = _sent(world, page, _path(world, agent), {"chatId": chat[0]})
    is_theirs = agent == page.owner.agent and _same(chat[1], page.owner)
    _expect(world, page, status, 200 if is_theirs else 404)
    if status == 200:
        own = {number for number, made in world.answers.items() if made == (chat[0], page.owner)}
        world.seen["own answers"] += len(own)
        world.seen["lost"] += len(own - set(map(int, MARK.findall(told))))


def _list(world, page):
    query = world.chance.choice(["", *(f"?agent={agent}" for agent in AGENTS)])
    status, _ = _sent(world, page, f"/api/v1/embed/chats{query}", None, method="GET")
    _expect(world, page, status, 200)


def _rows(world, page):
    made = [(number, *each) for number, each in world.answers.items() if each[0]]
    if made:
        number, chat_id, owner = world.chance.choice(made[-40:])
        body = {"chatId": chat_id, "uuid": f"m{number}-uuid", "width": 400}
        path = world.chance.choice(("/api/v1/embed/result-rows", "/api/v1/embed/result-chart"))
        status, _ = _sent(world, page, path, body)
        _expect(world, page, status, 200 if owner == page.owner else 404)


def _look(world, page):
    address = urlsplit(world.service.query_url).path
    if world.chance.random() < 0.5:
        status, _ = _sent(world, page, address.replace("/sql", "/meta"), {})
        _expect(world, page, status, 200)
    else:
        status, _ = _sent(world, page, address, {"query": SQL})
        _expect(world, page, status, 403)


def _end(world):
    """The end of a session, or of all that there are."""
    if world.chance.random() < 0.2:
        world.clock.now += PAGE_TOKEN_SECONDS
        for _ in range(6):
            _open_page(world)
    else:
        page = world.chance.choice(world.pages[-12:])
        call(world.service, "/api/v1/embed/session/revoke", {"sessionId": page.session})
        page.is_revoked = True


def _sent(world, page, path, body, method="POST"):
    status, _, told = call(world.service, path, body, method=method, given=page.headers)
    world.seen["asked"] += 1
    _judge(world, page.owner, told)
    return status, told


def _judge(world, owner, told):
    marks = {int(mark) for mark in MARK.findall(told)}
    questions = {int(number) for number in QUESTION.findall(told)}
    foreign = {mark for mark in marks if OF_AGENTS.get(mark, owner.agent) != owner.agent}
    foreign |= {mark for mark in marks - set(OF_AGENTS) if world.answers[mark][1] != owner}
    foreign |= {number for number in questions if not _same(world.answers[number][1], owner)}
    if foreign:
        world.seen["foreign"] += 1
        print(f"foreign to {owner}: {foreign}", file=sys.stderr)


def _expect(world, page, status, usual):
    is_over = page.is_revoked or world.clock.now >= page.ends
    world.seen["over"] += is_over
    world.seen["others"] += not is_over and usual == 404
    if status != (401 if is_over else usual):
        world.seen["wrong refusals"] += 1
        print(f"{status} in place of {401 if is_over else usual}: {page.owner}", file=sys.stderr)


def _same(one, other):
    """Whether a chat of one is the other's, with whatever rights."""
    return (one.user, one.agent) == (other.user, other.agent)


def _some_chat(world, page):
    """Half the time one of the page's own."""
    own = [each for each in world.chats[-60:] if each[1] == page.owner]
    known = own if own and world.chance.random() < 0.5 else world.chats[-30:]
    return world.chance.choice(known) if known else None


def _some_agent(world, page):
    return page.owner.agent if world.chance.random() < 0.8 else world.chance.choice([*AGENTS])


def _path(world, agent):
    return chat_path(world.service).replace("/agents/one/", f"/agents/{agent}/")


ACTS = {_ask: 20, _read: 40, _list: 15, _rows: 15, _look: 6, _open_page: 6, _end: 1}


def _figures(seen):
    tried = f"{seen['others']:,} of {seen['asked']:,} asked for what is another's, {seen['over']:,} too late"
    return [
        Figure("replies with a foreign mark", str(seen["foreign"]), "0", not seen["foreign"], tried),
        Figure("wrongly refused or let in", str(seen["wrong refusals"]), "0", not seen["wrong refusals"]),
        Figure(
            "own answers that were not read",
            str(seen["lost"]),
            "0",
            not seen["lost"] and seen["own answers"] > 0,
            f"{seen['own answers']:,} read",
        ),
    ]


if __name__ == "__main__":
    sys.exit(main("Bounds of embed sessions", run, FULL))
