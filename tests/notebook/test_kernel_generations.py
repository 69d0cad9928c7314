"""What differs between kernels: event loops, patched ones, and whose cell an output belongs to.

This environment's kernel and ipykernel 6.31, which is installed for the test into an environment of its own.
"""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.notebook.lab_kernel import LabKernel, lab_kernel
from tests.notebook.safe_page import text_of

ROOT = Path(__file__).parent.parent.parent
OLDER = ("ipykernel==6.31.0", "nest-asyncio==1.6.0")


@pytest.fixture(scope="module")
def older_python(tmp_path_factory):
    """A Python with this environment's packages, but the older kernel."""
    folder = tmp_path_factory.mktemp("older-kernel")
    venv.create(folder, with_pip=True, symlinks=True)
    site = next(folder.glob("lib/python3*/site-packages"))
    python = str(folder / "bin" / "python")
    done = subprocess.run(
        [python, "-m", "pip", "install", "-q", "--no-deps", *OLDER],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode and not os.environ.get("CI"):
        pytest.skip(f"ipykernel 6.31 cannot be installed here: {done.stderr.strip()[-200:]}")

    assert done.returncode == 0, done.stderr
    others = [path for path in sys.path if path.endswith("-packages")] or [sysconfig.get_path("purelib")]
    (site / "others.pth").write_text("\n".join((*others, str(ROOT))), encoding="utf-8")
    return python


@pytest.fixture(params=["this kernel", "6.31"])
def kernel(request, tmp_path, service):
    python = request.getfixturevalue("older_python") if request.param == "6.31" else ""
    told = {"SVCCHAT_CHAT_URL": service.chat_url, "SVCCHAT_API_KEY": service.api_key.reveal()}
    with lab_kernel(tmp_path, python, **told) as kernel:
        version = kernel.run("import ipykernel; print(ipykernel.__version__)").text
        assert version.startswith("6.31") == bool(python)
        yield kernel


def test_a_background_answer_lands_in_its_own_cell(kernel: LabKernel):
    asked = kernel.start("%%ask --background\nRevenue by month last year", "a")
    printed = kernel.run("print('on')", "b")
    kernel.read_until(lambda: "12 rows" in text_of(asked.html) and "complete" in asked.html)

    assert printed.text == "on\n"
    assert printed.displays == []


def test_cells_with_loops_of_their_own_stand_beside_ours(kernel: LabKernel):
    kernel.run(
        "import asyncio, threading\nasync def one():\n    await asyncio.sleep(0.01)\n    return 1", "a"
    )

    awaited = kernel.run("print(await one())", "b")
    asked = kernel.run("%%ask\nRevenue by month last year", "c")
    elsewhere = kernel.run(
        "found = []\n"
        "thread = threading.Thread(target=lambda: found.append(asyncio.run(one())))\n"
        "thread.start(); thread.join(); print(found)",
        "d",
    )
    streamed = kernel.run(
        "from svcchat_magic import Conversation\n"
        "with Conversation() as chat:\n"
        "    print(sum([1 async for _ in chat.stream('Orders by channel in 2024')]) > 5)",
        "e",
    )

    assert (awaited.text, elsewhere.text, streamed.text) == ("1\n", "[1]\n", "True\n")
    assert "✓ complete" in asked.html


def test_no_cell_is_dropped_when_nested_loops_are_asked_for(kernel: LabKernel):
    """On ipykernel 7.4 a patched asyncio makes the cells that wait in the queue vanish."""
    kernel.run("%config AskMagics.nested_loops = True", "a")
    kernel.run("import asyncio\nasync def one():\n    await asyncio.sleep(0.3)", "b")

    cells = [
        kernel.start("try:\n    asyncio.run(one())\nexcept RuntimeError:\n    pass", "c"),
        *(kernel.start(f"print({number})", f"d{number}") for number in range(3)),
    ]
    kernel.read_until(lambda: all(cell.is_idle for cell in cells))

    assert [cell.text for cell in cells[1:]] == ["0\n", "1\n", "2\n"]
    assert "✓ complete" in kernel.run("%%ask\nRevenue by month last year", "e").html


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
