"""Aborts that meet the end of their turn: `python -m tests.campaigns.races [N]`.

Two workers share a state; a turn streams from one of them and is aborted through either, at about the moment
when it ends by itself. A trigger in the database writes down every ending that a run is given.
"""

import asyncio
import json
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import AnswerText, Event
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.service.access.account_file import read_account
from svcchat_magic.service.process.server import DEMO, RunningService
from svcchat_magic.service.runs.components import ServiceComponents
from svcchat_magic.service.runs.tools import Workspace
from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.run_status import RunStatus
from svcchat_magic.service.state.state_file import open_store
from svcchat_magic.settings import ApiKey
from tests.campaigns.figures import Figure, main
from tests.raw_api import abort, lines, open_turn

SEED = 20250110
LONGEST_ANSWER = 0.006  # seconds
LATEST_ABORT = 0.006  # after the turn's first line
LEAST_SHARE = 0.1
STOP_GOAL = 1.0  # seconds
BEGINNING, SILENCE = "Half of ", "Say no more."
STATUS_OF = {"__state__": RunStatus.COMPLETE, "__aborted__": RunStatus.ABORTED}


class Brief:
    """Answers after a moment that nobody knows."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice

    async def answer(self, task: Task, tools: object) -> AsyncIterator[Event]:
        yield AnswerText(BEGINNING)
        await asyncio.sleep(3600 if task.question == SILENCE else self._dice.random() * LONGEST_ANSWER)
        yield AnswerText("it")


def run(count: int) -> Sequence[Figure]:
    dice = random.Random(SEED)
    seen: Counter[str] = Counter()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        workers = [_worker(folder / "state.sqlite", dice, stack) for _ in range(2)]
        workers[0]._parts.store.write_now(_write_down_endings)
        for number in range(count):
            _race(workers, number, dice, seen)

        kept = workers[0]._parts.store.write_now(_endings)
        seconds = [_seconds_to_stop(*workers) for _ in range(max(5, count // 50))]

    return _figures(count, seen, kept, sorted(seconds))


def _worker(state: Path, dice: random.Random, stack: ExitStack) -> RunningService:
    key = ApiKey("test-key-0123456789")
    engine = DuckDBEngine.open(DEMO / "data")
    stack.callback(engine.close)
    account = read_account(DEMO / "account.toml").with_key(key)
    parts = ServiceComponents(
        account, open_store(state)[0], Workspace(load_model(DEMO / "model"), engine), Brief(dice)
    )
    service = RunningService(parts, key)
    stack.callback(service.stop)
    return service


def _race(workers: Sequence[RunningService], number: int, dice: random.Random, seen: Counter[str]) -> None:
    asked, other = dice.choice(workers), dice.choice(workers)
    message_id = f"{1_736_500_000_000 + number}-message"
    connection, response, first = open_turn(asked, "why?", messageId=message_id)
    statuses: list[int] = []
    stopping = threading.Thread(target=lambda: statuses.append(abort(other, first["state"]["chatId"])))
    time.sleep(dice.random() * LATEST_ABORT)
    stopping.start()
    messages = lines(response.read())
    stopping.join()
    connection.close()
    told = [STATUS_OF[each["id"]] for each in messages if each.get("id") in STATUS_OF]
    final = [each for each in messages if each.get("graphPath") == ["final"]][-1:]
    seen[" and ".join(told) or "neither"] += 1
    seen["not told as 204"] += statuses != [204]
    seen["left open"] += any(each["isInProcess"] for each in final)


def _seconds_to_stop(asked: RunningService, other: RunningService) -> float:
    """From an abort through the other worker to the end of work that is silent."""
    connection, response, first = open_turn(asked, SILENCE)
    while json.loads(response.readline())["content"] != BEGINNING:
        continue

    began = time.perf_counter()
    abort(other, first["state"]["chatId"])
    response.read()
    connection.close()
    return time.perf_counter() - began


def _write_down_endings(connection: Connection) -> None:
    connection.execute("CREATE TABLE endings (run_id TEXT, status TEXT)")
    connection.execute(
        "CREATE TRIGGER ended AFTER UPDATE OF status ON runs"
        " BEGIN INSERT INTO endings VALUES (new.id, new.status); END"
    )


def _endings(connection: Connection) -> Counter[str]:
    """How many runs were given which endings."""
    rows = connection.execute("SELECT group_concat(status, ' and ') FROM endings GROUP BY run_id")
    return Counter(str(found) for (found,) in rows)


def _figures(
    count: int, seen: Counter[str], kept: Counter[str], seconds: Sequence[float]
) -> Sequence[Figure]:
    told = {name: seen[name] for name in (RunStatus.COMPLETE, RunStatus.ABORTED)}
    are_real = min(told.values()) >= LEAST_SHARE * count
    wrong = count - sum(told.values())
    shares = ", ".join(f"{name} {100 * many / count:.0f} %" for name, many in told.items())
    differing = sum(abs(kept[name] - told[name]) for name in told) + sum(kept.values()) - count
    told_wrongly = Figure(
        "turns told with two endings, or none", f"{wrong:,} of {count:,}", "0", not wrong and are_real, shares
    )
    kept_wrongly = Figure(
        "endings kept otherwise, or twice", f"{differing:,}", "0", not differing, f"kept: {dict(kept)}"
    )
    return (
        told_wrongly,
        kept_wrongly,
        Figure("answers left open", f"{seen['left open']:,}", "0", not seen["left open"]),
        Figure("aborts without 204", f"{seen['not told as 204']:,}", "0", not seen["not told as 204"]),
        Figure(
            "seconds until silent work has stopped",
            f"p50 {seconds[len(seconds) // 2]:.2f}, longest {seconds[-1]:.2f}",
            f"<= {STOP_GOAL:g}",
            seconds[-1] <= STOP_GOAL,
            f"{len(seconds):,} aborts through the other worker",
        ),
    )


if __name__ == "__main__":
    sys.exit(main("Aborts that meet the end of their turn", run, 10_000))
