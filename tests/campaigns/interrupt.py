"""Cells interrupted at random moments in a real kernel: `python -m tests.campaigns.interrupt [N]`.

Half of them are interrupted by the clock, and half by the line: when the magic has run so many of the
package's lines, so that moments which are over in a microsecond are met as often as any other.
"""

import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from svcchat_magic.analyst.events import AnswerText, Event, SqlFinished, SqlStarted, Thought
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.query.query import Column, Rows
from svcchat_magic.service.access.account_file import read_account
from svcchat_magic.service.process.server import DEMO, RunningService
from svcchat_magic.service.runs.components import ServiceComponents
from svcchat_magic.service.runs.tools import Workspace
from svcchat_magic.service.state.state_file import IN_MEMORY, open_store
from svcchat_magic.settings import ApiKey
from tests.campaigns.figures import Figure, main
from tests.notebook.lab_kernel import LabKernel, Shown, lab_kernel

SEED = 20250110
LONGEST_SECONDS = 1.0
TURN_SECONDS = 0.4
FOLLOW_UPS = 10  # one of so many is gone on with in the same chat
ROOT = Path(__file__).parent.parent.parent
SQL = "SELECT sales.channel, MEASURE(sales.revenue) AS revenue FROM sales GROUP BY 1"
ROWS = Rows((Column("channel", "String"), Column("revenue", "Double")), (("Web", 2.5), ("Store", 1.5)), 2)
FIELDS = {"x": {"field": "channel", "type": "nominal"}, "y": {"field": "revenue", "type": "quantitative"}}
CHART = json.dumps({"mark": "bar", "encoding": FIELDS})
ENDLESS = "endless"
OVER = "over before it"
WAYS = {"StreamStopped", "KeyboardInterrupt", "complete", OVER}


def run(count: int) -> Sequence[Figure]:
    analyst = Trickle()
    found = Found()
    with tempfile.TemporaryDirectory() as folder:
        service = _service(analyst)
        told = {
            "SVCCHAT_CHAT_URL": service.chat_url,
            "SVCCHAT_API_KEY": service.api_key.reveal(),
            "PYTHONPATH": str(ROOT),
        }
        with lab_kernel(folder, **told) as kernel:
            Campaign(kernel, analyst, found, random.Random(SEED)).run(count)

        service.stop()

    return _figures(found, count)


@dataclass
class Found:
    """What the campaign has seen; `seconds` are from the signal to the idle kernel."""

    seconds: list[float] = field(default_factory=list)
    ways: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)
    controls: dict[str, str] = field(default_factory=dict)
    with_results: int = 0
    late_stops: int = 0
    examples: list[str] = field(default_factory=list)

    def missed(self, what: str, about: dict[str, Any]) -> None:
        self.wrong[what] += 1
        self.examples.append(f"{what}: {about}")


class Trickle:
    """Answers with two results and twenty words, in steps; an endless question is never at its end."""

    def __init__(self) -> None:
        self.begun: set[str] = set()
        self.cancelled: set[str] = set()

    async def answer(self, task: Any, tools: object) -> AsyncIterator[Event]:
        question = task.question
        self.begun.add(question)
        try:
            for event in _events():
                yield event
                await asyncio.sleep(TURN_SECONDS / 26)

            if ENDLESS in question:
                await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled.add(question)
            raise


class Campaign:
    """Interrupts cells one after the other, and looks at each from both sides."""

    def __init__(self, kernel: LabKernel, analyst: Trickle, found: Found, dice: random.Random) -> None:
        self._kernel = kernel
        self._analyst = analyst
        self._found = found
        self._dice = dice

    def run(self, count: int) -> None:
        kernel = self._kernel
        kernel.run(
            "from tests.campaigns.interrupted_cell import InterruptedCells; cells = InterruptedCells()"
        )
        self._whole("by the clock", "cells.after_seconds(1e6)")
        lines = self._whole("by the line", "cells.after_lines(0)")
        before = self._standing()
        for number in range(count):
            self._interrupt(number, lines)

        self._found.left = Counter(self._standing(before)) - Counter(before)
        self._whole("at the end", "cells.after_lines(0)")
        self._plant()

    def _whole(self, name: str, arm: str) -> int:
        """The control: a turn that nobody interrupts is complete; gives the lines it takes."""
        shown = self._ask(f"whole {name}", arm)
        about = self._told()
        is_whole = not shown.error and about["status"] == "complete" and len(about["kept"]) == 2
        self._found.controls[name] = "whole" if is_whole else f"NOT whole: {shown.error} {about}"
        return int(about["lines"])

    def _interrupt(self, number: int, lines: int) -> None:
        by_line, endless = self._dice.random() < 0.5, self._dice.random() < 0.5
        latest = TURN_SECONDS if endless else 1.5 * TURN_SECONDS
        line, second = self._dice.randint(1, lines), self._dice.uniform(0, latest)
        arm = f"cells.after_lines({line})" if by_line else f"cells.after_seconds({second})"
        question = f"{ENDLESS if endless else 'short'} {number}"
        shown = self._ask(question, arm)
        ended = time.monotonic()
        about = self._told()
        about["cell"] = question
        if about["struck"] is None:
            self._found.ways[OVER] += 1
            return

        self._found.seconds.append(ended - about["struck"])
        self._look(shown, about)
        if number % FOLLOW_UPS == 0:
            self._go_on(number, about)

    def _ask(self, question: str, arm: str) -> Shown:
        self._kernel.run(arm)
        return self._kernel.run(f"%%ask --new\n{question}", "asking")

    def _look(self, shown: Shown, about: dict[str, Any]) -> None:
        found, began = self._found, about["question"] == about["cell"]
        way = shown.error.partition(":")[0] or "complete"
        found.ways[way] += 1
        if began and about["came"]:
            found.with_results += 1
            if about["kept"] != about["came"] or not set(about["came"]) <= set(about["bound"]):
                found.missed("results lost", about)

            if "■ stopped" not in shown.html and "✓ complete" not in shown.html:
                found.missed("not marked", about)

        if any(
            'role="status"' in each.get("text/html", "") and ">… " in each["text/html"]
            for each in shown.displays
        ):
            found.missed("still said to be running", about)

        if way == "complete" and about["status"] != "complete":
            found.missed("cell did not fail", about)

        if began and about["chat_is_known"] and ENDLESS in about["cell"] and not self._is_told(about["cell"]):
            found.missed("service not told", about)

    def _is_told(self, question: str) -> bool:
        until = time.monotonic() + 3
        while question not in self._analyst.cancelled and time.monotonic() < until:
            time.sleep(0.01)

        return question in self._analyst.cancelled

    def _go_on(self, number: int, about: dict[str, Any]) -> None:
        """The next cell asks in the same chat, which the service would refuse if it still answered."""
        self._kernel.run("cells.after_lines(0)")
        shown = self._kernel.run(f"%%ask\nand after {number}?", "going on")
        if not shown.error and "✓ complete" in shown.html:
            return

        # A request to stop that found the service busy for a second is not waited for; it names the chat
        # alone, so that coming later it stops whatever is answered there then.
        is_late = about["abort_failure"] and shown.error.startswith("StreamStopped")
        if is_late:
            self._found.late_stops += 1
        else:
            self._found.missed("next question failed", {"error": shown.error, **about})

    def _told(self) -> dict[str, Any]:
        shown = self._kernel.run("import json; print(json.dumps(cells.told()))")
        if shown.error:
            raise AssertionError(f"the next cell does not work: {shown.error}")

        about: dict[str, Any] = json.loads(shown.text)
        return about

    def _standing(self, before: dict[str, int] | None = None) -> dict[str, int]:
        shown = self._kernel.run(f"print(json.dumps(cells.standing({before or {}})))")
        standing: dict[str, int] = json.loads(shown.text)
        return standing

    def _plant(self) -> None:
        """Whether a thread, a task and a descriptor that are left behind would be counted."""
        before = self._standing()
        self._kernel.run(
            "import asyncio, socket, threading\n"
            "loop = next(iter(cells._magics.kernel.chats._conversations.values()))._loop\n"
            "planted = threading.Thread(target=threading.Event().wait, daemon=True), socket.socket(),"
            " loop.start(lambda: asyncio.sleep(60))\n"
            "planted[0].start()"
        )
        planted = Counter(self._standing()) - Counter(before)
        self._found.controls["planted"] = _counts(planted)


def _events() -> Sequence[Event]:
    words = tuple(AnswerText(f"word **{number}** ") for number in range(20))
    results = tuple(
        event
        for call in (0, 1)
        for event in (
            SqlStarted(call, SQL, f"Revenue {call}", "", "revenue"),
            SqlFinished(call, ROWS, f"00000000-0000-4000-8000-00000000000{call}", CHART),
        )
    )
    return (Thought("Read as **revenue** by **channel**"), *results, *words)


def _service(analyst: Trickle) -> RunningService:
    key = ApiKey("canary-key-0123456789")
    workspace = Workspace(load_model(DEMO / "model"), DuckDBEngine.open(DEMO / "data"))
    account = read_account(DEMO / "account.toml").with_key(key)
    return RunningService(ServiceComponents(account, open_store(IN_MEMORY)[0], workspace, analyst), key)


def _counts(left: Counter[str]) -> str:
    return ", ".join(str(left[what]) for what in ("tasks", "threads", "descriptors"))


def _figures(found: Found, count: int) -> Sequence[Figure]:
    for example in found.examples[:20]:
        print(example, file=sys.stderr)

    in_order = sorted(found.seconds)
    p50, p99 = (in_order[int(len(in_order) * share)] for share in (0.5, 0.99))
    ways = ", ".join(f"{way} {many:,}" for way, many in found.ways.most_common())
    whole = [each for name, each in found.controls.items() if name != "planted"]
    return (
        Figure(
            "cells that went wrong",
            ", ".join(f"{what} {many}" for what, many in found.wrong.items()) or "0",
            "0",
            not found.wrong and set(whole) == {"whole"},
            f"{found.with_results:,} had results; {whole.count('whole')} of {len(whole)} left alone whole",
        ),
        Figure(
            "how the cells ended",
            ways,
            "stopped or whole",
            set(found.ways) <= WAYS,
            f"{len(in_order):,} struck",
        ),
        Figure(
            "left: tasks, threads, descriptors",
            _counts(found.left),
            "0",
            not found.left and found.controls["planted"] == "1, 1, 1",
            f"planted ones found: {found.controls['planted']}",
        ),
        Figure(
            "seconds from interrupt to prompt",
            f"p50 {p50:.3f}, p99 {p99:.3f}, longest {in_order[-1]:.3f}",
            f"p99 <= {LONGEST_SECONDS:g}",
            p99 <= LONGEST_SECONDS,
            f"a turn takes {TURN_SECONDS:g} or has no end",
        ),
    )


if __name__ == "__main__":
    sys.exit(main("Cells interrupted at random", run, 1_000))
