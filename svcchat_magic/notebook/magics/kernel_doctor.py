"""`%chat doctor`: the checks of `svcchat doctor`, and those of the kernel and its front end."""

import asyncio
from collections.abc import Iterator
from importlib import metadata
from typing import Any

from svcchat_magic.conversation.doctor import Check, checks
from svcchat_magic.notebook.magics.nested_loop import FIRST_BROKEN_KERNEL
from svcchat_magic.settings import Settings


def examined(shell: Any, settings: Settings) -> str:
    """Every check, one per line."""
    return "\n".join(str(check) for check in (*checks(settings), *_kernel_checks(shell)))


def _kernel_checks(shell: Any) -> Iterator[Check]:
    if getattr(shell, "kernel", None) is None:
        yield Check("kernel", None, "none: IPython in a terminal, with answers as plain text")
        return

    version = metadata.version("ipykernel")
    yield _kernel(version)
    yield _loops(version)
    cell = ((getattr(shell, "parent_header", None) or {}).get("metadata") or {}).get("cellId")
    yield Check(
        "front end",
        None,
        "sends cell ids: a cell that runs again replaces its question"
        if cell
        else "sends no cell ids: a cell that runs again asks a new question, and --background waits",
    )


def _kernel(version: str) -> Check:
    if version.startswith(_HANGING_KERNEL):
        return Check(
            "kernel",
            False,
            f"ipykernel {version} can miss a request that comes while it replies, and hang; "
            "pip install -U ipykernel brings 7.4 or later",
        )

    return Check("kernel", True, f"ipykernel {version}; Kernel > Interrupt stops an answer")


_HANGING_KERNEL = "7.3."


def _loops(version: str) -> Check:
    if not hasattr(asyncio, "_nest_patched"):
        return Check("event loop", True, "not patched")

    if int(version.split(".")[0]) >= FIRST_BROKEN_KERNEL:
        return Check(
            "event loop", False, "patched by nest_asyncio, which loses queued cells here; restart without it"
        )

    return Check("event loop", None, "patched by nest_asyncio")
