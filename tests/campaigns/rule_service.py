"""The same questions over HTTP: the query API with a key and with a page's token, and chats.

An answer is its status, its body and the body's length; ids differ each time and are taken out.
"""

import http.client
import io
import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import MappingProxyType
from urllib.parse import urlsplit

import pyarrow as pa

from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.query.query import Viewer
from svcchat_magic.service.access.account import Account, AgentProfile, policies_of
from svcchat_magic.service.process.server import RunningService
from svcchat_magic.service.runs.components import ServiceComponents
from svcchat_magic.service.runs.tools import Workspace
from svcchat_magic.service.state.state_file import IN_MEMORY, open_store
from svcchat_magic.settings import ApiKey
from tests.campaigns.rule_shapes import Shape
from tests.campaigns.rule_statements import Asked
from tests.raw_api import call, chat_path, headers

ARROW = "application/vnd.apache.arrow.stream"
ATTRIBUTES = ("place", "other", "most", "flagged")
NOW = 1_736_500_000.0
_ID = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32}")
_SECONDS = re.compile(rb'"(?:durationMs|duration|seconds)":[0-9.e-]+')

Told = tuple[object, ...]
Door = Callable[[RunningService, Viewer, Asked], Told]


@contextmanager
def serving(model: Model, engine: Engine) -> Iterator[RunningService]:
    """A service over a model and its rows, with a store in memory."""
    key = ApiKey("test-key-0123456789")
    store, _ = open_store(IN_MEMORY)
    account = Account(
        "local",
        MappingProxyType({"analyst": AgentProfile("Analyst")}),
        attributes=MappingProxyType(dict.fromkeys(ATTRIBUTES, "string")),
        policies=policies_of(model),
    ).with_key(key)
    parts = ServiceComponents(account, store, Workspace(model, engine), OfflineAnalyst(), lambda: NOW)
    service = RunningService(parts, key)
    try:
        yield service
    finally:
        service.stop()


def as_sent(viewer: Viewer) -> Viewer:
    """The viewer as a request can name one: external, with texts for attributes."""
    texts = {name: value for name, value in viewer.attributes.items() if isinstance(value, str)}
    return replace(viewer, is_internal=False, attributes=texts)


def by_query(service: RunningService, viewer: Viewer, asked: Asked) -> Told:
    return _queried(service, _body(viewer, query=asked.sql), headers(service), asked)


def by_arrow(service: RunningService, viewer: Viewer, asked: Asked) -> Told:
    return _queried(service, _body(viewer, query=asked.sql), headers(service, Accept=ARROW), asked)


def by_page(service: RunningService, viewer: Viewer, asked: Asked) -> Told:
    """As a page that was given the query API loads rows."""
    given = {**_settings(viewer), "queryApi": True}
    made = json.loads(call(service, "/api/v1/embed/generate-session", given)[2])
    plain = {"Content-Type": "application/json"}
    reply = call(service, "/api/v1/embed/exchange-session", {"sessionId": made["sessionId"]}, given=plain)[2]
    token = json.loads(reply)["token"]
    return _queried(service, {"query": asked.sql}, {**plain, "Authorization": f"Session {token}"}, asked)


def by_chat(service: RunningService, viewer: Viewer, asked: Asked) -> Told:
    """A question in words; its statement is not used."""
    try:
        status, _, body = call(service, chat_path(service), _body(viewer, input=asked.words))
    except http.client.IncompleteRead as cut:  # the analyst failed, and the log says why
        return "cut", len(_plain(cut.partial)), _plain(cut.partial)

    return status, len(_plain(body)), _plain(body)


DOORS: tuple[Door, ...] = (by_query, by_query, by_arrow, by_page)


def random_words(chance: random.Random, shape: Shape, table: str) -> str:
    """A question that the analyst may understand."""
    shown = [each for each in shape.shown(table) if not each.member.name.startswith("made")]
    measure = chance.choice([each.name for each in shown if each.member.kind == "measure"]).replace("_", " ")
    dimension = chance.choice([each.name for each in shown if each.member.type == "string"]).replace("_", " ")
    return chance.choice(
        [
            f"{measure} by {dimension}",
            f"{measure} by {dimension} in {table}",
            f"top 3 {dimension} by {measure}",
            f"{measure} for North",
            f"{measure} where {dimension} is South",
            f"{measure} by month",
            f"{measure}",
            f"share of {measure} by {dimension}",
            f"list {dimension}",
            f"average {measure} per {dimension} in 2024",
        ]
    )


def _settings(viewer: Viewer) -> dict[str, object]:
    return {
        "externalId": viewer.user_id,
        "groups": list(viewer.groups),
        "userAttributes": [{"name": name, "value": value} for name, value in viewer.attributes.items()],
        "securityContext": dict(viewer.security_context),
    }


def _body(viewer: Viewer, **asked: object) -> dict[str, object]:
    return {**asked, "sessionSettings": _settings(viewer)}


def by_any(door: Door, service: RunningService, viewer: Viewer, asked: Asked) -> Told:
    """A question in words goes to the chat, a statement through the door."""
    return by_chat(service, viewer, asked) if asked.words else door(service, viewer, asked)


def _queried(service: RunningService, body: object, sent: dict[str, str], asked: Asked) -> Told:
    status, _, reply = call(service, urlsplit(service.query_url).path, body, given=sent)
    if status != 200:
        return status, len(_plain(reply)), _plain(reply)

    if sent.get("Accept") == ARROW:
        with pa.ipc.open_stream(io.BytesIO(reply)) as reader:
            found = reader.read_all()

        rows = [tuple(row.values()) for row in found.to_pylist()]
        return status, len(reply), str(found.schema), _in_order(rows, asked)

    lines = [json.loads(line) for line in reply.splitlines()]
    rows = [row for line in lines for row in line.pop("data", ())]
    return status, len(reply), json.dumps(lines), _in_order(rows, asked)


def _in_order(rows: list[object], asked: Asked) -> list[str]:
    texts = [repr(row) for row in rows]
    return texts if asked.in_order else sorted(texts)


def _plain(body: bytes) -> bytes:
    return _SECONDS.sub(b"", _ID.sub(b"", body))
