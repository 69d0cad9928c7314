"""Kernels that are talked to over files.

A port is chosen for a kernel before it starts; until it has it another connection of the machine may take it,
and the kernel ends before it begins.
"""

import shutil
import tempfile
import weakref
from typing import Any

from jupyter_client.manager import AsyncKernelManager, KernelManager


class _OverFiles:
    """In a folder of their own under a short name: the system allows about a hundred characters."""

    def __init__(self, **values: Any) -> None:
        folder = tempfile.mkdtemp(prefix="kernel")
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        super().__init__(transport="ipc", connection_file=f"{folder}/kernel.json", **values)


class FileKernelManager(_OverFiles, KernelManager):
    """A manager of one kernel."""


class AsyncFileKernelManager(_OverFiles, AsyncKernelManager):
    """The same for a `NotebookClient`: its `kernel_manager_class`."""
