"""The parameters of a run."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from svcchat_magic.service.access.permit import NO_PERMIT, Permit
from svcchat_magic.service.runs.serialised_messages import SerialisedMessages


@dataclass(frozen=True, slots=True)
class RunPlan:
    """The parameters of a run."""

    run_id: str
    request_id: str
    with_additions: bool  # messageId was sent (decisions/additions-on-request)
    opening: bytes  # __cutoff__ and the user's echo, already stored
    history: SerialisedMessages  # the chat up to and including this question
    permit: Permit = NO_PERMIT  # of the asker; the run ends when it is revoked
    reattach_seconds: float = 0.0  # how long it continues without a reader (decisions/readers-and-runs)
    sleep: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep
