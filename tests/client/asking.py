"""Short ways for these tests to ask and to collect what came."""

import asyncio
from collections.abc import Coroutine
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from svcchat_magic.client.chat_client import ChatClient
from svcchat_magic.client.retries import Timing
from svcchat_magic.errors import SvcchatError
from svcchat_magic.protocol.requests import ChatRequest, SessionSettings
from svcchat_magic.settings import Settings

ADA = SessionSettings(external_id="ada")
QUESTION = ChatRequest(session_settings=ADA, input="Orders", message_id="1736500000000-message")
READ = ChatRequest(session_settings=ADA, chat_id="chat-1")


@dataclass
class Outcome:
    """The lines that came, and the error that ended them."""

    lines: list[bytes] = field(default_factory=list)
    error: SvcchatError | None = None


async def streamed(client: ChatClient, request: ChatRequest = QUESTION) -> Outcome:
    outcome = Outcome()
    try:
        async with aclosing(client.stream(request)) as lines:
            async for line in lines:
                outcome.lines.append(line)
    except SvcchatError as error:
        outcome.error = error

    return outcome


def asked(settings: Settings, request: ChatRequest = QUESTION, timing: Timing | None = None) -> Outcome:
    return with_client(settings, lambda client: streamed(client, request), timing)


def with_client(settings: Settings, work: Any, timing: Timing | None = None) -> Any:
    async def run() -> Any:
        client = ChatClient(settings, timing=timing)
        try:
            result: Coroutine[Any, Any, Any] = work(client)
            return await result
        finally:
            await client.close()

    return asyncio.run(run())
