"""A language model's server over a real socket, whose answers are scripted, in both shapes."""

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Says:
    """One scripted response: thoughts, text and calls, each given in pieces of a few characters."""

    text: str = ""
    calls: tuple[tuple[str, Any], ...] = ()  # a tool's name with its arguments, as a value or as raw text
    thinks: str = ""
    stops: str = ""  # the reason in the server's own word; the usual one when left out
    piece: int = 7  # characters
    parallel: bool = False  # the pieces of the calls take turns
    cut_after: int | None = None  # events, after which the connection is closed
    read: int = 100
    written: int = 20


@dataclass(frozen=True)
class Refuses:
    """A response with an error status."""

    status: int
    message: str = "no"
    retry_after: str = ""
    location: str = ""


@dataclass(frozen=True)
class Sends:
    """A response of raw bytes, piece by piece; `hold` keeps the connection open afterwards."""

    pieces: tuple[bytes, ...]
    content_type: str = "text/event-stream"
    hold: bool = False
    encoding: str = ""


@dataclass(frozen=True)
class Waits:
    """No response at all, until the client goes away."""


Response = Says | Refuses | Sends | Waits
Chooses = Callable[[dict[str, Any]], Response]


@dataclass
class Endpoint:
    """A running server: `url` is its base address; `asked` are the bodies of the requests so far."""

    url: str
    script: list[Response | Chooses]
    asked: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    closed: threading.Event = field(default_factory=threading.Event)  # a client went away while it was held
    ended: threading.Event = field(default_factory=threading.Event)


@contextmanager
def scripted_endpoint(*script: Response | Chooses) -> Iterator[Endpoint]:
    """A server that gives these responses in order; the last one again and again."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    endpoint = Endpoint(f"http://127.0.0.1:{server.server_address[1]}/v1", list(script))
    server.endpoint = endpoint  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield endpoint
    finally:
        endpoint.ended.set()
        server.shutdown()
        server.server_close()
        thread.join(5)


class _Handler(BaseHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        endpoint: Endpoint = self.server.endpoint  # type: ignore[attr-defined]
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        at = min(len(endpoint.asked), len(endpoint.script) - 1)
        endpoint.asked.append(body)
        endpoint.headers.append(dict(self.headers))
        response = endpoint.script[at]
        if callable(response):
            response = response(body)

        try:
            self._send(endpoint, response)
        except (BrokenPipeError, ConnectionResetError):
            endpoint.closed.set()

        self.close_connection = True

    def _send(self, endpoint: Endpoint, response: Response) -> None:
        match response:
            case Refuses(status, message, retry_after, location):
                content = json.dumps({"error": {"message": message}}).encode()
                self.send_response(status)
                if retry_after:
                    self.send_header("Retry-After", retry_after)

                if location:
                    self.send_header("Location", location)

                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)
            case Sends(pieces, content_type, hold, encoding):
                self._begin(content_type, encoding)
                for each in pieces:
                    self._write(each)

                if hold:
                    self._hold(endpoint)
            case Waits():
                self._wait(endpoint)
            case Says():
                self._begin("text/event-stream")
                is_messages = self.path.endswith("/messages")
                events = messages_events(response) if is_messages else completion_events(response)
                for at, event in enumerate(events):
                    if at == response.cut_after:
                        return

                    self._write(event)

    def _wait(self, endpoint: Endpoint) -> None:
        """Say nothing; set `closed` when the client is gone."""
        self.connection.settimeout(0.02)
        while not endpoint.ended.is_set():
            with suppress(TimeoutError):
                if not self.connection.recv(1):
                    endpoint.closed.set()
                    return

    def _hold(self, endpoint: Endpoint) -> None:
        """Send comments until the client is gone."""
        while not endpoint.ended.wait(0.02):
            self._write(b": still here\n\n")

    def _begin(self, content_type: str, encoding: str = "") -> None:
        self.send_response(200)
        self.send_header("Content-Type", content_type)
        if encoding:
            self.send_header("Content-Encoding", encoding)

        self.end_headers()

    def _write(self, data: bytes) -> None:
        self.wfile.write(data)
        self.wfile.flush()


def completion_events(says: Says) -> Iterator[bytes]:
    """A response in the chat-completions shape."""

    def event(delta: dict[str, Any], reason: str | None = None) -> bytes:
        return _data({"choices": [{"index": 0, "delta": delta, "finish_reason": reason}]})

    yield event({"role": "assistant", "content": ""})
    for piece in _cut(says.thinks, says.piece):
        yield event({"reasoning_content": piece})

    for piece in _cut(says.text, says.piece):
        yield event({"content": piece})

    for at, first, piece in _call_pieces(says):
        about: dict[str, Any] = {"index": at, "function": {"arguments": piece}}
        if first:
            about |= {"id": f"id_{at}", "type": "function"}
            about["function"]["name"] = first

        yield event({"tool_calls": [about]})

    yield event({}, says.stops or ("tool_calls" if says.calls else "stop"))
    yield _data({"choices": [], "usage": {"prompt_tokens": says.read, "completion_tokens": says.written}})
    yield b"data: [DONE]\n\n"


def messages_events(says: Says) -> Iterator[bytes]:
    """A response in the messages shape."""
    yield _named("message_start", {"message": {"usage": {"input_tokens": says.read, "output_tokens": 1}}})
    at = 0
    for kind, field_name, text in (("thinking", "thinking", says.thinks), ("text", "text", says.text)):
        if text:
            block = {"type": kind, field_name: ""}
            yield _named("content_block_start", {"index": at, "content_block": block})
            for piece in _cut(text, says.piece):
                delta = {"type": f"{kind}_delta", field_name: piece}
                yield _named("content_block_delta", {"index": at, "delta": delta})

            yield _named("content_block_stop", {"index": at})
            at += 1

    for number, first, piece in _call_pieces(says):
        if first:
            block = {"type": "tool_use", "id": f"id_{number}", "name": first, "input": {}}
            yield _named("content_block_start", {"index": at + number, "content_block": block})

        delta = {"type": "input_json_delta", "partial_json": piece}
        yield _named("content_block_delta", {"index": at + number, "delta": delta})

    reason = says.stops or ("tool_use" if says.calls else "end_turn")
    ending = {"delta": {"stop_reason": reason}, "usage": {"output_tokens": says.written}}
    yield _named("message_delta", ending)
    yield _named("message_stop", {})


def _call_pieces(says: Says) -> Iterator[tuple[int, str, str]]:
    """(number of the call, its name with its first piece, piece of its arguments)."""
    texts = [each if isinstance(each, str) else json.dumps(each) for _, each in says.calls]
    queues = [list(_cut(text, says.piece)) or [""] for text in texts]
    order = _in_turns(queues) if says.parallel else [at for at, queue in enumerate(queues) for _ in queue]
    seen: set[int] = set()
    for at in order:
        yield at, "" if at in seen else says.calls[at][0], queues[at].pop(0)
        seen.add(at)


def _in_turns(queues: Sequence[Sequence[str]]) -> list[int]:
    longest = max(map(len, queues), default=0)
    return [at for turn in range(longest) for at, queue in enumerate(queues) if turn < len(queue)]


def _cut(text: str, size: int) -> Iterator[str]:
    return (text[at : at + size] for at in range(0, len(text), size))


def _data(event: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(event)}\n\n".encode()


def _named(name: str, event: dict[str, Any]) -> bytes:
    return f"event: {name}\n".encode() + _data({"type": name, **event})
