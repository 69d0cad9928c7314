"""What differs between kernels: event loops, patched ones, subshells, and whose cell an output belongs to.

Three generations of ipykernel; one that is not installed here is put before this environment's own.
"""

import os
import subprocess
import sys
from importlib.metadata import version

import pytest

from svcchat_magic.analyst.offline import OfflineAnalyst
from tests.notebook.lab_kernel import LabKernel, lab_kernel
from tests.notebook.safe_page import text_of
from tests.service.conftest import Clock, ScriptedAnalyst, running_service, workspace  # noqa: F401 - a fixture

pytestmark = pytest.mark.long  # starts a kernel of each generation

GENERATIONS = ("6.31.0", "7.3.0", "7.4.0")
ONE = "import asyncio\nasync def one():\n    await asyncio.sleep(0.3)\n    return 1"


class PatientAnalyst:
    """Answers what it is asked, but stands still in the middle of the answer to "Wait"."""

    def __init__(self):
        self.half = ScriptedAnalyst()

    def answer(self, task, tools):
        chosen = self.half if task.question == "Wait" else OfflineAnalyst()
        return chosen.answer(task, tools)


@pytest.fixture(scope="module", params=GENERATIONS)
def generation(request, tmp_path_factory):
    """A version of ipykernel, and what starts a kernel of it."""
    if version("ipykernel") == request.param:
        return request.param, {}

    folder = tmp_path_factory.mktemp("kernel")
    wanted = f"ipykernel=={request.param}"
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", folder, wanted],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode and not os.environ.get("CI"):
        pytest.skip(f"{wanted} cannot be installed here: {done.stderr.strip()[-200:]}")

    assert done.returncode == 0, done.stderr
    return request.param, {"PYTHONPATH": str(folder), "oversleeps": request.param.startswith("7.3")}


@pytest.fixture(scope="module")
def analyst():
    return PatientAnalyst()


@pytest.fixture(scope="module")
def told(workspace, analyst):  # noqa: F811 - the fixture
    service = running_service(workspace, Clock(), analyst)
    yield {"SVCCHAT_CHAT_URL": service.chat_url, "SVCCHAT_API_KEY": service.api_key.reveal()}
    service.stop()


@pytest.fixture(scope="module")
def shared_kernel(generation, told, tmp_path_factory):
    number, how = generation
    with lab_kernel(tmp_path_factory.mktemp("shared"), **how, **told) as kernel:
        assert kernel.run("import ipykernel; print(ipykernel.__version__)").text == f"{number}\n"
        yield kernel


@pytest.fixture
def kernel(shared_kernel: LabKernel):
    """The generation's kernel, with no chat and no panel of the tests before."""
    assert not shared_kernel.run("%reload_ext svcchat_magic").error
    return shared_kernel


@pytest.fixture
def half(analyst):
    """What a cell that asks "Wait" waits for, and whether it was told to stop."""
    analyst.half = ScriptedAnalyst()
    return analyst.half


def test_a_question_is_answered_bound_and_gone_on_with(kernel: LabKernel):
    asked = kernel.run("%%ask monthly <<\nRevenue by month last year", "a")
    went_on = kernel.run("r = %ask and by region?", "b")

    assert (asked.error, went_on.error) == ("", "")
    assert "✓ complete" in asked.html
    left = "print(len(monthly), r.status, 'region' in _df, r.chat_id == monthly.svc.chat_id)"
    assert kernel.run(left).text == "12 complete True True\n"


def test_an_interrupt_stops_the_answer_and_keeps_what_came(kernel: LabKernel, half):
    asked = kernel.start("%%ask\nWait", "a")
    kernel.read_until(lambda: "Half of" in asked.html)
    kernel.interrupt()
    kernel.read_until(lambda: asked.is_idle)
    assert half.cancelled.wait(60)

    assert asked.error.startswith("StreamStopped")
    assert "Half of" in asked.html
    assert "stopped" in asked.html
    assert kernel.run("print(_ask.status)", "b").text == "aborted\n"
    assert "✓ complete" in kernel.run("%%ask\nRevenue by month last year", "c").html


def test_a_background_answer_grows_in_its_own_cell_and_can_be_stopped(kernel: LabKernel, half):
    asked = kernel.start("%%ask --background\nWait", "a")
    printed = kernel.run("print('on')", "b")
    kernel.read_until(lambda: "Half of" in asked.html)
    stopped = kernel.run("%chat stop", "c")
    kernel.read_until(lambda: "stopped" in asked.html)
    assert half.cancelled.wait(60)

    assert (printed.text, printed.displays, stopped.displays) == ("on\n", [], [])
    assert asked.error == ""


def test_cells_with_loops_of_their_own_stand_beside_an_answer_that_streams(kernel: LabKernel, half):
    kernel.run(ONE)
    asked = kernel.start("%%ask --background\nWait", "a")
    kernel.read_until(lambda: "Half of" in asked.html)

    awaited = kernel.run("print(await one())", "b")
    elsewhere = kernel.run(
        "import threading\n"
        "found = []\n"
        "thread = threading.Thread(target=lambda: found.append(asyncio.run(one())))\n"
        "thread.start(); thread.join(); print(found)",
        "c",
    )
    refused = kernel.run("waiting = one()\nasyncio.run(waiting)", "d")
    streamed = kernel.run(
        "waiting.close()\n"
        "from svcchat_magic import Conversation\n"
        "with Conversation() as chat:\n"
        "    print(sum([1 async for _ in chat.stream('Orders by channel in 2024')]) > 5)",
        "e",
    )
    half.release()
    kernel.read_until(lambda: "✓ complete" in asked.html)

    assert (awaited.text, elsewhere.text, streamed.text) == ("1\n", "[1]\n", "True\n")
    assert refused.error.startswith("RuntimeError")
    assert kernel.run("print(hasattr(asyncio, '_nest_patched'))").text == "False\n"


@pytest.mark.case("S36")
def test_five_questions_at_once_stay_in_their_own_cells_and_variables(kernel: LabKernel):
    users = ("ada", "ben", "cleo", "dan", "eve")
    asked = {
        user: kernel.start(
            f"%%ask {user} << --background --as-user {user}\nRevenue by month in {2022 + at % 3}", user
        )
        for at, user in enumerate(users)
    }
    same_chat = kernel.start("%%ask more << --background --as-user ada\nand by region?", "f")
    kernel.read_until(lambda: all("✓ complete" in each.html for each in (*asked.values(), same_chat)))

    for at, user in enumerate(users):
        year = str(2022 + at % 3)
        shown = text_of(asked[user].html)
        assert f"{user} ·" in shown
        assert year in shown
        assert not any(f"{other} ·" in shown for other in users if other != user)
        assert (
            kernel.run(f"print({user}['month'].dt.year.unique().tolist(), len({user}))").text
            == f"[{year}] 12\n"
        )

    assert "by region" in text_of(same_chat.html)
    assert (
        kernel.run(
            "print(more.svc.chat_id == ada.svc.chat_id, len({f.svc.chat_id for f in"
            " (ada, ben, cleo, dan, eve)}))"
        ).text
        == "True 5\n"
    )


def test_the_panels_stop_ends_an_answer_that_streams_also_while_a_cell_runs(
    kernel: LabKernel, generation, half, tmp_path
):
    """Before ipykernel 7 a click waits for the cell's end: such a kernel has no subshells."""
    go_on = tmp_path / "go-on"
    hears_at_once = kernel.open_subshell()
    panel = kernel.run("%chat panel", "a")
    kernel.type("Question", "Wait")
    kernel.press("Send")
    kernel.read_until(lambda: "Half of" in str(kernel.widgets))
    busy = kernel.start(
        f"import pathlib, time\nwhile not pathlib.Path({str(go_on)!r}).exists():\n    time.sleep(0.05)", "b"
    )
    kernel.press("Stop")
    if not hears_at_once:
        go_on.touch()

    kernel.read_until(lambda: "stopped" in panel.html and "Half of" in panel.html)
    assert half.cancelled.wait(60)
    was_busy = not busy.is_idle
    go_on.touch()
    kernel.read_until(lambda: busy.is_idle)

    assert hears_at_once == was_busy == (generation[0] >= "7")
    assert (panel.error, busy.error) == ("", "")
    assert "✓ complete" in kernel.run("%%ask\nRevenue by month last year", "c").html


def test_the_panels_stop_ends_what_a_cell_waits_for(kernel: LabKernel, half):
    """On ipykernel 7.4 the click would wait until the cell that last changed the button ends."""
    hears_at_once = kernel.open_subshell()
    kernel.run("%chat panel", "a")
    asked = kernel.start("%%ask\nWait", "b")
    kernel.read_until(lambda: "Half of" in asked.html and not is_disabled(kernel, "Stop"))
    kernel.press("Stop")
    if not hears_at_once:
        kernel.interrupt()

    kernel.read_until(lambda: asked.is_idle and is_disabled(kernel, "Stop"))
    assert half.cancelled.wait(60)

    assert asked.error.startswith("StreamStopped")
    assert "Half of" in asked.html


def is_disabled(kernel: LabKernel, button: str) -> bool:
    return kernel.widgets[kernel.widget(button)]["disabled"]


def test_no_cell_is_dropped_when_nested_loops_are_asked_for(generation, told, tmp_path):
    """From ipykernel 7 on a patched asyncio makes the cells that wait in the queue vanish."""
    number, how = generation
    with lab_kernel(tmp_path, **how, **told) as kernel:  # its own: the patch is for good
        kernel.run(f"%config AskMagics.nested_loops = True\n{ONE}")

        first = kernel.start("print(asyncio.run(one()))", "a")
        waiting = [kernel.start(f"print({number})", f"b{number}") for number in range(3)]
        kernel.read_until(lambda: all(cell.is_idle for cell in (first, *waiting)))

        assert first.text == "1\n" if number < "7" else first.error.startswith("RuntimeError")
        assert [cell.text for cell in waiting] == ["0\n", "1\n", "2\n"]
        assert "✓ complete" in kernel.run("%%ask\nRevenue by month last year", "c").html
