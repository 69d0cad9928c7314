"""Requests made from the published description, right and wrong: `python -m tests.campaigns.api [N]`.

schemathesis makes them from `/openapi.json`, over a real socket to the demo and its analyst. Most are led
to what exists (the account, a key, chats of their own), for a wrong account would keep all of them outside.
"""

import http.client
import json
import logging
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

import jsonschema
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings

from svcchat_magic.service.process.server import RunningService, start_service
from svcchat_magic.service.process.service_options import ServiceOptions
from tests.campaigns.figures import Figure, main
from tests.raw_api import call, headers

SEED = 20250110
CASES_A_ROUND = 250
LEAST_SHARE = 0.30
WEIGHTS = {
    "streamChat": 26, "abortChat": 12, "queryRows": 16, "describeModel": 10, "describeModelTo": 10,
    "generateSession": 10, "exchangeSession": 6, "revokeSession": 6,
}  # fmt: skip
REAL_SQL = (
    "SELECT region, MEASURE(revenue) FROM sales GROUP BY region",
    "SELECT channel, MEASURE(orders) FROM sales WHERE region = 'EMEA' GROUP BY 1 ORDER BY 2 DESC LIMIT 3",
    "SELECT DATE_TRUNC('month', created_at), MEASURE(revenue) FROM sales GROUP BY 1",
)
REAL_QUESTIONS = ("revenue by region", "orders by month in 2024", "top 5 products", "what can I ask?")
FORBIDDEN = ("Traceback", ".py", "svcchat_magic/", "read_parquet", "duckdb")
_CODE_AND_MESSAGE = {"code": {"type": "integer"}, "message": {"type": "string"}}
RPC_ERROR = jsonschema.Draft202012Validator(
    {
        "required": ["jsonrpc", "id", "error"],
        "properties": {
            "jsonrpc": {"const": "2.0"},
            "id": {},
            "error": {"required": [*_CODE_AND_MESSAGE], "properties": _CODE_AND_MESSAGE},
        },
        "additionalProperties": False,
    }
)


@dataclass
class Seen:
    """What came back."""

    statuses: Counter[int] = field(default_factory=Counter)
    good: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    malformed: list[str] = field(default_factory=list)
    chats: list[str] = field(default_factory=list)
    sessions: list[str] = field(default_factory=list)


def run(count: int) -> Sequence[Figure]:
    logger = logging.getLogger("svcchat_magic")
    level = logger.level
    logger.setLevel(logging.CRITICAL)  # refusals are what is asked for
    service = start_service(ServiceOptions(state=":memory:"))
    try:
        document = json.loads(call(service, "/openapi.json", None, method="GET", given={})[2])
        sender = _Sender(service, document, random.Random(SEED))
        with closing(sender):
            _ask_all(document, count, sender)
    finally:
        service.stop()
        logger.setLevel(level)

    return _figures(sender.seen)


def _ask_all(document: dict[str, Any], count: int, sender: "_Sender") -> None:
    schema = schemathesis.openapi.from_dict(document)
    operations = [each.ok() for each in schema.get_all_operations()]
    weights = [WEIGHTS.get(each.definition.raw["operationId"], 1) for each in operations]
    for number, (operation, weight) in enumerate(zip(operations, weights, strict=True)):
        wanted = max(1, round(count * weight / sum(weights)))
        for mode, part in _parts(wanted):
            for number_of_round, cases in enumerate(_rounds(part)):
                _ask_round(operation, mode, cases, SEED + 1000 * number + number_of_round, sender)


def _parts(wanted: int) -> Iterator[tuple[schemathesis.GenerationMode, int]]:
    """Three of four by the rules, one against them."""
    against = wanted // 4
    yield schemathesis.GenerationMode.POSITIVE, wanted - against
    if against:
        yield schemathesis.GenerationMode.NEGATIVE, against


def _rounds(count: int) -> Iterator[int]:
    """In rounds, for what hypothesis remembers grows with its examples."""
    while count > 0:
        yield min(count, CASES_A_ROUND)
        count -= CASES_A_ROUND


def _ask_round(
    operation: schemathesis.APIOperation,
    mode: schemathesis.GenerationMode,
    count: int,
    seeded: int,
    sender: "_Sender",
) -> None:
    if mode is schemathesis.GenerationMode.NEGATIVE and not (operation.body or operation.query):
        return  # nothing of it could be wrong

    @seed(seeded)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(operation.as_strategy(generation_mode=mode))
    def ask(case: schemathesis.Case) -> None:
        sender.send(case)

    ask()


class _Sender:
    """Sends the cases one after the other, most of them led to what exists."""

    def __init__(self, service: RunningService, document: dict[str, Any], dice: random.Random) -> None:
        self.seen = Seen()
        self._service = service
        self._dice = dice
        self._connection: http.client.HTTPConnection | None = None
        schema = {"$ref": "#/components/schemas/ErrorReply", "components": document["components"]}
        self._refusal = jsonschema.Draft202012Validator(schema)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def send(self, case: schemathesis.Case) -> None:
        name = case.operation.definition.raw["operationId"]
        status, body, is_whole = self._answer(case)
        told = f"{name}: {status} {body[:200]!r}"
        self.seen.statuses[status] += 1
        self.seen.good[name] += 200 <= status < 300
        if status >= 500:
            self.seen.faults.append(told)

        if not is_whole:
            self.seen.cut.append(told)

        if status >= 400 and not self._is_refusal(body, is_rpc=(name, status) == ("mcp", 400)):
            self.seen.malformed.append(told)

        self._remember(name, status, body)

    def _answer(self, case: schemathesis.Case) -> tuple[int, bytes, bool]:
        connection = self._connection or http.client.HTTPConnection(
            "127.0.0.1", int(self._service.base_url.rpartition(":")[2]), timeout=60
        )
        connection.request(case.method, self._target(case), self._payload(case), self._headers(case))
        response = connection.getresponse()
        try:
            body, is_whole = response.read(), True
        except http.client.IncompleteRead as cause:
            body, is_whole = cause.partial, False

        self._connection = None if response.will_close or not is_whole else connection
        if self._connection is None:
            connection.close()

        return response.status, body, is_whole

    def _target(self, case: schemathesis.Case) -> str:
        path = case.formatted_path
        if self._mostly(0.95):
            known = {"accountName": "demo", "agentId": "analyst"}
            path = case.operation.path.format_map({**(case.path_parameters or {}), **known})

        query = {name: value for name, value in (case.query or {}).items() if self._mostly(0.9)}
        if self._mostly(0.8):
            query |= {"isDefaultBranch": "true"} if query else {}

        asked = urlencode(query, doseq=True, errors="replace")
        return quote(path, safe="/%") + (f"?{asked}" if asked else "")

    def _payload(self, case: schemathesis.Case) -> bytes | None:
        body = case.body
        if isinstance(body, bytes):
            return body

        if type(body).__name__ == "NotSet":
            return None

        if isinstance(body, dict):
            body = self._led(body)

        return json.dumps(body).encode()

    def _led(self, body: dict[str, Any]) -> dict[str, Any]:
        """The same, with some of what exists in place of what was made up."""
        led: dict[str, tuple[float, Callable[[], object]]] = {
            "chatId": (0.7, lambda: self._one_of(self.seen.chats)),
            "sessionId": (0.8, self._a_session),
            "query": (0.6, lambda: self._dice.choice(REAL_SQL)),
            "input": (0.3, lambda: self._dice.choice(REAL_QUESTIONS)),
            "timezone": (0.9, lambda: "Europe/Berlin"),
            "isDefaultBranch": (0.9, lambda: True),
            "agentId": (0.9, lambda: "analyst"),
            "branchName": (0.9, lambda: "per-region"),
            "settings": (0.9, lambda: {"timezone": "Europe/Berlin"}),
        }
        made = dict(body)
        for name, (share, value) in led.items():
            if name in made and self._mostly(share):
                made[name] = value()

        if "activeBranchName" in made and self._mostly(0.9):
            made["isDefaultBranch"] = True

        for holder in (made, made.get("sessionSettings")):
            if isinstance(holder, dict):
                self._lead_settings(holder)

        if isinstance(made.get("sessionSettings"), dict):
            made["sessionSettings"] = dict(made["sessionSettings"])

        return made

    def _lead_settings(self, settings: dict[str, Any]) -> None:
        if "userAttributes" in settings and self._mostly(0.9):
            del settings["userAttributes"]

        if "internalId" in settings and self._mostly(0.9):
            settings["internalId"] = "admin@demo.example"

        if "externalId" in settings and self._mostly(0.5):
            settings["externalId"] = "ada"

        if "timezone" in settings and self._mostly(0.9):
            settings["timezone"] = "Asia/Tokyo"

        if "settings" in settings and self._mostly(0.9):
            settings["settings"] = {"timezone": "Asia/Tokyo"}

        if isinstance(settings.get("ephemeralTtlSeconds"), int | float):
            settings["ephemeralTtlSeconds"] += 3600  # the stream of a user whose time is over is cut

    def _headers(self, case: schemathesis.Case) -> dict[str, str]:
        """A key nearly always; made-up headers where HTTP can carry them."""
        given = headers(self._service) if self._mostly(0.97) else {"Content-Type": "application/json"}
        made = {
            name: value
            for name, value in (case.headers or {}).items()
            if name.isascii() and str(value).isascii() and str(value).isprintable()
        }
        return given if self._mostly(0.95) else {**given, **made}

    def _is_refusal(self, body: bytes, *, is_rpc: bool) -> bool:
        try:
            told = json.loads(body)
        except ValueError:
            return False

        text = told.get("error", {}).get("message", "") if isinstance(told, dict) else ""
        shape = RPC_ERROR if is_rpc else self._refusal
        return shape.is_valid(told) and not any(each in text for each in FORBIDDEN)

    def _remember(self, name: str, status: int, body: bytes) -> None:
        if status != 200:
            return

        if name == "streamChat":
            self.seen.chats.append(json.loads(body.split(b"\n")[0])["state"]["chatId"])
        elif name == "generateSession":
            self.seen.sessions.append(json.loads(body)["sessionId"])

    def _a_session(self) -> str:
        """One that was not used, as long as there is any."""
        return self.seen.sessions.pop() if self.seen.sessions else "nothing-like-it"

    def _one_of(self, known: list[str]) -> str:
        return self._dice.choice(known[-20:]) if known else "nothing-like-it"

    def _mostly(self, share: float) -> bool:
        return self._dice.random() < share


def _figures(seen: Seen) -> Sequence[Figure]:
    count = seen.statuses.total()
    good = sum(each for status, each in seen.statuses.items() if 200 <= status < 300)
    share = good / count
    told = ", ".join(f"{status}: {each:,}" for status, each in sorted(seen.statuses.items()))
    return (
        Figure(
            "answers of 5xx",
            f"{len(seen.faults):,}{_first(seen.faults)}",
            "0",
            not seen.faults and share >= LEAST_SHARE,
            f"2xx: {share:.0%} of {count:,}, at least {LEAST_SHARE:.0%}; {told}",
        ),
        Figure("streams that broke off", f"{len(seen.cut):,}{_first(seen.cut)}", "0", not seen.cut),
        Figure(
            "refusals of another shape, or that tell too much",
            f"{len(seen.malformed):,}{_first(seen.malformed)}",
            "0",
            not seen.malformed,
            f"{sum(each for status, each in seen.statuses.items() if status >= 400):,} refusals read",
        ),
        Figure(
            "operations with an answer of 2xx",
            f"{sum(map(bool, seen.good.values()))} of {len(seen.good)}",
            "most",
            sum(map(bool, seen.good.values())) >= len(seen.good) // 2,
        ),
    )


def _first(found: Sequence[str]) -> str:
    return f" ({'; '.join(found[:3])})" if found else ""


if __name__ == "__main__":
    sys.exit(main("Requests made from the description", run, 50_000))
