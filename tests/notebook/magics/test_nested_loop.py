"""Patching asyncio: never by itself, and never on a kernel that would lose cells."""

import subprocess
import sys
from importlib.metadata import version

import pytest

from svcchat_magic.errors import SettingsError

PATCHED = """
import asyncio
from svcchat_magic.notebook.magics import nested_loop

nested_loop.FIRST_BROKEN_KERNEL = {first_broken}
nested_loop.allow_nested_loops()

async def inner():
    return "nested"

async def outer():
    return asyncio.run(inner())

print(asyncio.run(outer()))
"""


@pytest.mark.skipif(int(version("ipykernel").split(".")[0]) < 7, reason="this kernel survives the patch")
def test_a_kernel_that_would_lose_cells_refuses_the_setting(notebook, caplog):
    notebook.run("%config AskMagics.nested_loops = True")  # which logs what a setting refuses

    assert "use await in the cell" in caplog.text
    assert notebook.shell.magics_manager.registry["AskMagics"].nested_loops is False
    assert "nest_asyncio" not in sys.modules


def test_elsewhere_asyncio_run_works_inside_a_running_loop():
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PATCHED.format(first_broken=99)],
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.strip() == "nested"


def test_the_refusal_is_a_settings_error_with_a_next_step(monkeypatch):
    from svcchat_magic.notebook.magics import nested_loop

    monkeypatch.setattr(nested_loop, "FIRST_BROKEN_KERNEL", 0)

    with pytest.raises(SettingsError, match="await"):
        nested_loop.allow_nested_loops()
