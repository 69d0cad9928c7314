"""Speaks to a language model over HTTP: one request, its pieces as they arrive, and typed failures.

Closing the iterator closes the connection, which is how a model is told to stop.
"""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import aclosing
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import httpx

from svcchat_magic.analyst.language_model import anthropic_shape, openai_shape
from svcchat_magic.analyst.language_model.endpoint import LanguageModel
from svcchat_magic.analyst.language_model.event_stream import EventStream, EventTooLong, WholeBody
from svcchat_magic.analyst.language_model.failures import FailureKind, ModelFailed
from svcchat_magic.analyst.language_model.pieces import Piece, Stopped, TextPiece, storable_piece
from svcchat_magic.analyst.language_model.prompt import Prompt
from svcchat_magic.analyst.language_model.quirks import Quirks, learnt
from svcchat_magic.analyst.language_model.status_failures import refusal_of, status_failure
from svcchat_magic.analyst.language_model.thinking_tags import ThinkingTags
from svcchat_magic.client.failures import TRANSPORT_FAILURES, is_never_connected
from svcchat_magic.client.http_clients import usable_client
from svcchat_magic.client.log_filter import LogFilter
from svcchat_magic.client.retries import Timing, may_be_sent_again, pause_before
from svcchat_magic.errors import SettingsError
from svcchat_magic.protocol.key_redaction import KeyRedaction

CONNECT_SECONDS = 10.0
FIRST_SECONDS = 180.0  # a model on this machine is loaded first
IDLE_SECONDS = 60.0
LONGEST_PAUSE = 30.0
MOST_BYTES = 20_000_000  # of one response
RETRIES = 2
_MAY_TEACH = frozenset({400, 404, 422, 501})
_BEHIND_SECONDS = 3.0  # for what follows when the model has said that it ended
_LESSONS = 3
_ENCODINGS = ("identity", "gzip", "deflate")  # of these a piece grows a thousandfold at most
_BUSY = ("overloaded_error", "rate_limit_error", "rate_limit_exceeded", "server_overloaded")
_OVERLOADED = 529  # of the messages shape
_SHAPES: dict[str, ModuleType] = {"openai": openai_shape, "anthropic": anthropic_shape}


class ModelClient:
    """A client of one language model; used from one event loop."""

    def __init__(self, model: LanguageModel, timing: Timing | None = None) -> None:
        self.quirks = Quirks()
        self.redaction = KeyRedaction(model.key)
        self._model = model
        self._timing = timing or Timing()
        self._shape = _SHAPES[model.kind]

    async def stream(self, prompt: Prompt) -> AsyncGenerator[Piece, None]:
        """The pieces of one step, the last of them Stopped; raises ModelFailed."""
        logs = LogFilter(self.redaction)
        logs.add()
        try:
            try:
                http = usable_client(self._model.address, httpx.Auth())
            except SettingsError as cause:
                raise ModelFailed(FailureKind.UNREACHABLE, str(cause)) from cause

            async with http, aclosing(self._opened(http, prompt)) as pieces:
                async for piece in pieces:
                    yield piece
        finally:
            logs.remove()

    async def _opened(self, http: httpx.AsyncClient, prompt: Prompt) -> AsyncGenerator[Piece, None]:
        response = await self._response(http, prompt)
        try:
            async with aclosing(self._pieces(response)) as pieces:
                async for piece in pieces:
                    yield piece
        finally:
            await response.aclose()

    async def _response(self, http: httpx.AsyncClient, prompt: Prompt) -> httpx.Response:
        """The first response that is no refusal; asked again where that may help."""
        attempt, lessons = 1, 0
        while True:
            tried = await self._tried(http, prompt)
            if isinstance(tried, ModelFailed):
                again, retry_after, failure = True, "", tried
            elif tried.is_success:
                return tried
            else:
                said = self.redaction.text(await refusal_of(tried))
                status, quirks = tried.status_code, learnt(self.quirks, said)
                if status in _MAY_TEACH and quirks != self.quirks and lessons < _LESSONS:
                    self.quirks, lessons = quirks, lessons + 1
                    if not (quirks.has_no_tools and prompt.tools):
                        continue

                failure = status_failure(status, said, quirks, self._model)
                again = may_be_sent_again(status, is_question=False) or status == _OVERLOADED
                retry_after = tried.headers.get("retry-after", "")

            if not again or attempt > RETRIES:
                raise failure

            await self._timing.sleep(pause_before(attempt, retry_after, self._timing, LONGEST_PAUSE))
            attempt += 1

    async def _tried(self, http: httpx.AsyncClient, prompt: Prompt) -> httpx.Response | ModelFailed:
        """A response, or a failure after which the request may be sent again; raises for any other."""
        try:
            async with asyncio.timeout(CONNECT_SECONDS + FIRST_SECONDS):
                return await http.send(self._request(http, prompt), stream=True)
        except TimeoutError:
            problem = f"The language model did not begin to answer within {FIRST_SECONDS:g} seconds."
            kind, may_repeat = FailureKind.SLOW, False
        except TRANSPORT_FAILURES as cause:
            problem = f"The language model at {self._model.address.host} cannot be reached."
            kind, may_repeat = FailureKind.UNREACHABLE, is_never_connected(cause)

        # Outside the handlers: httpx's errors carry the request, and with it the key.
        failure = ModelFailed(kind, problem)
        if not may_repeat:
            raise failure

        return failure

    def _request(self, http: httpx.AsyncClient, prompt: Prompt) -> httpx.Request:
        model, key = self._model, self._model.key
        return http.build_request(
            "POST",
            model.address.url.rstrip("/") + self._shape.PATH,
            content=json.dumps(self._shape.body(prompt, model.name, self.quirks)).encode(),
            headers={
                "Accept": "text/event-stream",
                **self._shape.headers(key.reveal() if key else "", model.key_header),
            },
        )

    async def _pieces(self, response: httpx.Response) -> AsyncGenerator[Piece, None]:
        end, tags = _End(), ThinkingTags()
        async with aclosing(self._events(response, end)) as events:
            async for event in events:
                if end.is_said and event is openai_shape.ENDED:
                    continue  # it said why before

                for piece in map(storable_piece, self._shape.pieces(event)):
                    if isinstance(piece, Stopped):
                        end.say()

                    for each in tags.feed(piece.text) if isinstance(piece, TextPiece) else (piece,):
                        yield each

        for each in tags.end():
            yield each

        if not end.is_said:
            raise ModelFailed(FailureKind.BROKEN, "The connection to the language model was cut.")

    async def _events(self, response: httpx.Response, end: "_End") -> AsyncGenerator[dict[str, Any], None]:
        if response.headers.get("content-encoding", "identity").lower() not in _ENCODINGS:
            problem = "The language model's server compressed its answer, which it was not asked for."
            raise ModelFailed(FailureKind.BROKEN, problem)

        is_whole = "application/json" in response.headers.get("content-type", "").lower()
        stream, size = (WholeBody() if is_whole else EventStream()), 0
        chunks = aiter(response.aiter_bytes())
        while chunk := await _next(chunks, end):
            size += len(chunk)
            if size > MOST_BYTES:
                raise ModelFailed(FailureKind.BROKEN, "The language model wrote far too much.")

            for event in self._read(stream.feed(chunk)):
                yield event
                if event is openai_shape.ENDED:
                    return  # what is sent behind it is nothing, and may never end

        for event in self._read(stream.end()):
            yield event

    def _read(self, texts: Iterator[str]) -> Iterator[dict[str, Any]]:
        try:
            for text in texts:
                if text.strip() == openai_shape.END:
                    yield openai_shape.ENDED
                    continue

                event = json.loads(text)
                if isinstance(event, dict):
                    self._check(event)
                    yield event
        except (ValueError, RecursionError, EventTooLong):
            problem = "The language model's server sent something that is no stream of its kind."
        else:
            return

        raise ModelFailed(FailureKind.BROKEN, problem)

    def _check(self, event: dict[str, Any]) -> None:
        error = event.get("error") or (event.get("detail") if "choices" not in event else None)
        if error is None:
            return

        about = error if isinstance(error, dict) else {"message": error}
        is_busy = about.get("type") in _BUSY or about.get("code") in (429, 503, _OVERLOADED)
        problem = "is too busy" if is_busy else "failed"
        said = self.redaction.text(str(about.get("message") or about))[:200]
        kind = FailureKind.BUSY if is_busy else FailureKind.FAILED
        raise ModelFailed(kind, f"The language model {problem}: {said}")


@dataclass(slots=True)
class _End:
    """Whether a model said that it has ended: its server may hold the connection open behind that."""

    _by: float = 0.0

    @property
    def is_said(self) -> bool:
        return self._by > 0

    def say(self) -> None:
        """It has ended; only counts of tokens may follow."""
        self._by = self._by or time.monotonic() + _BEHIND_SECONDS

    @property
    def patience(self) -> float:
        """How long to wait for more, in seconds."""
        return max(0.0, self._by - time.monotonic()) if self.is_said else IDLE_SECONDS


async def _next(chunks: AsyncIterator[bytes], end: _End) -> bytes:
    """The next bytes, none at the end; raises ModelFailed when they do not come."""
    try:
        async with asyncio.timeout(end.patience):
            return await anext(chunks, b"")
    except TimeoutError:
        if end.is_said:
            return b""

        failure = ModelFailed(
            FailureKind.SLOW, f"The language model was silent for {IDLE_SECONDS:g} seconds."
        )
    except TRANSPORT_FAILURES:
        failure = ModelFailed(FailureKind.BROKEN, "The connection to the language model was cut.")

    raise failure
