"""What a turn needs of its source: the service, a recording, or a recorder in between."""

import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.protocol.requests import AbortRequest, ChatRequest
from svcchat_magic.protocol.results import SqlResult
from svcchat_magic.protocol.transcript import Transcript

Clock = Callable[[], float]
# The result with more of its rows, loaded within so many seconds; None if there are no others.
RowSource: TypeAlias = Callable[[SqlResult, float], Awaitable[SqlResult | None]]


class Transport(Protocol):
    """The raw lines of an answer; `client.chat_client.ChatClient` is the one that has a network."""

    @property
    def redaction(self) -> KeyRedaction:
        """What keeps the API key out; the lines given have been through it."""

    def batches(
        self, request: ChatRequest, *, total_seconds: float | None = None
    ) -> AsyncGenerator[list[bytes], None]:
        """The lines, in the batches received; raises SvcchatError."""

    async def abort(self, request: AbortRequest, *, total_seconds: float | None = None) -> None:
        """Stop the chat's running turn (4.2); without `total_seconds` in the time that settings allow."""


@dataclass(frozen=True, slots=True)
class AnswerSource:
    """Where one turn's answer comes from.

    `may_reattach` tells that this service gives the running turn to the same request sent again; `renew`
    makes the source of a turn that the service suspended and is asked to go on with.
    `at_end` is called with the transcript and the seconds of a turn that has ended, and gives a warning or
    nothing. `may_start_anew` allows a new chat when the service does not give the one asked for
    (decisions/recordings). `recording` is the file that is replayed, `asked_at` when that was (ISO 8601),
    `warning` what to say about it. `rows` loads the rows of cut results, for them to be shown whole.
    """

    transport: Transport
    request: ChatRequest
    clock: Clock = time.monotonic
    at_end: Callable[[Transcript, float], str] | None = None
    renew: Callable[[ChatRequest], "AnswerSource"] | None = None
    may_start_anew: bool = False
    may_reattach: bool = False
    recording: str = ""
    asked_at: str = ""
    warning: str = ""
    rows: RowSource | None = None
