"""The components of a service, assembled once when it starts."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any

from svcchat_magic.analyst.analyst import Analyst
from svcchat_magic.service.access.account import Account
from svcchat_magic.service.runs.recent_chats import RecentChats
from svcchat_magic.service.runs.tools import Workspace
from svcchat_magic.service.state.retention import PURGE_SECONDS
from svcchat_magic.service.state.store import Store
from svcchat_magic.service.telemetry.monitoring import Monitor


@dataclass(frozen=True, slots=True)
class ServiceComponents:
    """The components of a service."""

    account: Account
    store: Store
    workspace: Workspace
    analyst: Analyst
    clock: Callable[[], float] = time.time
    sleep: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep
    purge_seconds: float = PURGE_SECONDS  # how often expired data is removed
    tells_earlier: bool = False  # the analyst is given the chat so far
    close_engine: Callable[[], None] = lambda: None
    monitor: Monitor = field(default_factory=Monitor)
    recent_chats: RecentChats = field(default_factory=RecentChats)
    analysts: Mapping[str, Analyst] = field(default_factory=dict)  # by agent, of those with their own model

    def analyst_of(self, agent: str) -> Analyst:
        """Who answers the questions to an agent."""
        return self.analysts.get(agent, self.analyst)
