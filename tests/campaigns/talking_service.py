"""A service that talks until it is killed: `python -m tests.campaigns.talking_service STATE prompt|late`.

`late` writes each chunk a while after it was sent: the control, which shows that a loss would be found.
"""

import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator
from functools import partial

from svcchat_magic.analyst.events import AnswerText, Event, Thought
from svcchat_magic.service.access.account_file import read_account
from svcchat_magic.service.process.server import DEMO, RunningService, open_workspace
from svcchat_magic.service.runs.components import ServiceComponents
from svcchat_magic.service.state.database import Mode
from svcchat_magic.service.state.run_status import RunStatus
from svcchat_magic.service.state.state_file import database_of
from svcchat_magic.service.state.store import Job, Result, Store
from svcchat_magic.settings import ApiKey

KEY = "test-key-0123456789"
LATE_SECONDS = 0.05


class Talker:
    """Thinks and says more, for ever."""

    async def answer(self, task: object, tools: object) -> AsyncIterator[Event]:
        number = 0
        while True:
            yield Thought(f"Thought {number}")
            for _ in range(20):
                number += 1
                yield AnswerText(f"{number} ")
                await asyncio.sleep(0.0005)


class LateStore(Store):
    """Says at once that a chunk is kept, and keeps it later."""

    async def write_own(self, job: Job[Result]) -> Result:
        asyncio.get_running_loop().call_later(
            LATE_SECONDS, lambda: self._thread.submit(lambda: self._done(job, Mode.WRITE_OWN))
        )
        appends = job.keywords["appends"] if isinstance(job, partial) else None
        return RunStatus.RUNNING if appends is None else [RunStatus.RUNNING] * len(appends)  # type: ignore[return-value] - what such a job gives


def serve(state: str, kind: str) -> None:
    key = ApiKey(KEY)
    store = {"prompt": Store, "late": LateStore}[kind](database_of(state))
    workspace, _ = open_workspace(DEMO / "model", DEMO / "data")
    account = read_account(DEMO / "account.toml").with_key(key)
    service = RunningService(ServiceComponents(account, store, workspace, Talker()), key)
    print(json.dumps(service.addresses), flush=True)
    signal.pause()


if __name__ == "__main__":
    serve(*sys.argv[1:])
