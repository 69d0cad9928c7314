"""What is known of a run before it starts."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from svcchat_magic.protocol.messages import Message
from svcchat_magic.service.access.permit import NO_PERMIT, Permit


@dataclass(frozen=True, slots=True)
class RunPlan:
    """What a run needs to know before it starts."""

    run_id: str
    request_id: str
    with_additions: bool  # messageId was sent (decisions/additions-on-request)
    opening: bytes  # __cutoff__ and the user's echo, kept already
    history: tuple[Message, ...]  # the chat up to and with this question, as far as `__state__` reaches
    permit: Permit = NO_PERMIT  # of whoever asked: it ends the run
    reattach_seconds: float = 0.0  # how long it lives on without a reader (decisions/readers-and-runs)
    sleep: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep
