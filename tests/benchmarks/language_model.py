"""What a language model's answer costs on the way: `python -m tests.benchmarks.language_model [rounds]`.

The CPU time of a delta through the client beside that of the same stream read as lines of JSON; the time
from a sentence's last token (the one whose space shows that it has ended) to the sentence being given out,
with its check; and what `both` adds to a question that the built-in analyst answers. The server is another
process.
"""

import asyncio
import json
import multiprocessing
import socket
import statistics
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from datetime import date
from multiprocessing.connection import Connection

import httpx

from svcchat_magic.analyst.analyst import Analyst, Task
from svcchat_magic.analyst.events import AnswerText, SqlFinished
from svcchat_magic.analyst.language_model.endpoint import LanguageModel, language_model
from svcchat_magic.analyst.language_model.model_analyst import ModelAnalyst
from svcchat_magic.analyst.language_model.model_client import ModelClient
from svcchat_magic.analyst.language_model.prompt import Prompt, UserText
from svcchat_magic.analyst.language_model.routed_analyst import RoutedAnalyst
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.settings import Settings
from tests.analyst import demo
from tests.analyst.language_model.asking import BY_CHANNEL
from tests.analyst.language_model.scripted_endpoint import Says, completion_events

TODAY = date(2025, 1, 10)
DELTAS = 5_000
_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
_SENTENCES = ("Web", "made", "the", "most", "revenue.", "Phone", "made", "the", "least.", "Web", "leads.")
_TOKEN_SECONDS = 0.02
_ASKED = ("revenue by channel in 2024", "orders by month", "top 5 products by revenue in Germany")
_WORDS = " ".join(f"word{number}" for number in range(DELTAS))


def _delta(text: str) -> bytes:
    choice = {"index": 0, "delta": {"content": text}, "finish_reason": None}
    return (
        b"data: "
        + json.dumps({"id": "x", "object": "chat.completion.chunk", "choices": [choice]}).encode()
        + b"\n\n"
    )


def _end() -> bytes:
    choice = {"index": 0, "delta": {}, "finish_reason": "stop"}
    return b"data: " + json.dumps({"choices": [choice]}).encode() + b"\n\ndata: [DONE]\n\n"


def _serve(listener: socket.socket, told: Connection) -> None:
    """Many deltas at once for `/many`; a tool call, then sentences token by token, for the rest."""
    many = b"".join(_delta(each + " ") for each in _WORDS.split()) + _end()
    call = b"".join(completion_events(Says("", (BY_CHANNEL,))))
    while True:
        connection, _ = listener.accept()
        with connection:
            request = _request(connection)
            connection.sendall(_HEAD)
            if b"/many/" in request[:200]:
                connection.sendall(many)
            elif b'"role": "tool"' not in request:
                connection.sendall(call)
            else:
                told.send(list(_spoken(connection)))


def _spoken(connection: socket.socket) -> Iterator[float]:
    """The moments at which the last token of each sentence was sent."""
    for word in _SENTENCES:
        time.sleep(_TOKEN_SECONDS)
        sent = time.monotonic()
        connection.sendall(_delta(f"{word} "))
        if word.endswith("."):
            yield sent

    connection.sendall(_end())


def _request(connection: socket.socket) -> bytes:
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(65_536)

    head, _, body = data.partition(b"\r\n\r\n")
    length = next(
        int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")
    )
    while len(body) < length:
        body += connection.recv(65_536)

    return head + body


@contextmanager
def _server() -> Iterator[tuple[str, Connection]]:
    listener = socket.create_server(("127.0.0.1", 0))
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=_serve, args=(listener, theirs), daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", ours
    finally:
        process.kill()
        process.join()
        listener.close()


def _model(address: str) -> LanguageModel:
    found = language_model(Settings(llm_url=address, llm_model="small"))
    assert found is not None
    return found


async def _bare(address: str) -> int:
    """The same stream as lines of JSON, with nothing done to them."""
    read = 0
    async with (
        httpx.AsyncClient(trust_env=False) as http,
        http.stream("POST", f"{address}/many/x", json={}) as got,
    ):
        async for line in got.aiter_lines():
            if line.startswith("data: {"):
                read += json.loads(line[6:])["choices"][0]["delta"].get("content") is not None

    return read


async def _ours(address: str) -> int:
    stream = ModelClient(_model(f"{address}/many")).stream(Prompt("", (UserText("Hello"),)))
    return sum([hasattr(each, "text") async for each in stream])


def _cpu(work: Callable[[], object], rounds: int) -> float:
    """The median CPU time of a delta, in microseconds."""
    taken = []
    for _ in range(rounds + 1):
        start = time.process_time()
        work()
        taken.append((time.process_time() - start) / DELTAS * 1e6)

    return statistics.median(taken[1:])


async def _moments(address: str) -> list[float]:
    """When each sentence of an answer was given out."""
    analyst = ModelAnalyst.of(_model(address))
    found = []
    async for event in _events(analyst, "revenue by channel in 2024"):
        if isinstance(event, AnswerText) and event.text.strip():
            found.append(time.monotonic())

    return found


def _events(analyst: Analyst, question: str) -> AsyncIterator[object]:
    return aiter(analyst.answer(Task(question, TODAY), demo.tools()))


async def _answered(analyst: Analyst) -> int:
    return sum(
        [isinstance(each, SqlFinished) for question in _ASKED async for each in _events(analyst, question)]
    )


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    with _server() as (address, told):
        bare = _cpu(lambda: asyncio.run(_bare(address)), rounds)
        ours = _cpu(lambda: asyncio.run(_ours(address)), rounds)
        print(f"a delta as a line of JSON {bare:.1f} us, through the client {ours:.1f} us:", end=" ")
        print(f"{ours / bare:.2f} x (goal 2)")
        waits = sorted(_waits(address, told, rounds))
        worst = waits[int(len(waits) * 0.99) - 1]
        print(f"last token to sentence: median {statistics.median(waits):.1f} ms,", end=" ")
        print(f"p99 {worst:.1f} ms of {len(waits)} (goal 20)")
        offline, both = _routing(address, rounds)
        print(f"a question offline {offline:.2f} ms, with both {both:.2f} ms:", end=" ")
        print(f"{both / offline:.3f} x (goal: no difference)")


def _waits(address: str, told: Connection, rounds: int) -> list[float]:
    """From the last token of a sentence to the sentence, in ms."""
    found = []
    for _ in range(rounds):
        given = asyncio.run(_moments(address))
        found += [(out - sent) * 1000 for sent, out in zip(told.recv(), given, strict=True)]

    return found


def _routing(address: str, rounds: int) -> tuple[float, float]:
    """The median CPU time of a question, without a model and with one that is not asked, in ms."""
    analysts: tuple[Analyst, ...] = (
        OfflineAnalyst(),
        RoutedAnalyst(OfflineAnalyst(), ModelAnalyst.of(_model(address))),
    )
    times: tuple[list[float], ...] = ([], [])
    for _ in range(rounds):
        for taken, analyst in zip(times, analysts, strict=True):
            start = time.process_time()
            assert asyncio.run(_answered(analyst)) == len(_ASKED)
            taken.append((time.process_time() - start) * 1000 / len(_ASKED))

    return statistics.median(times[0]), statistics.median(times[1])


if __name__ == "__main__":
    main()
