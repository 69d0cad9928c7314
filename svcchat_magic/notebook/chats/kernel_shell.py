"""The IPython shell of the kernel: the cell that runs, the user's variables, and who looks on."""

from __future__ import annotations

from typing import Any


class KernelShell:
    """What the shell says of itself; `ipython` is the shell, for what works on it."""

    def __init__(self, ipython: Any) -> None:
        self.ipython = ipython

    @property
    def namespace(self) -> dict[str, Any]:
        """The user's variables."""
        return self.ipython.user_ns  # type: ignore[no-any-return]  # IPython does not say what it is

    @property
    def execution_count(self) -> int:
        """The number of the running cell."""
        return int(self.ipython.execution_count)

    @property
    def cell_id(self) -> str:
        """The id of the running cell; some front ends send none."""
        metadata = self._request.get("metadata") or {}
        return str(metadata.get("cellId") or "")

    @property
    def can_redraw(self) -> bool:
        """Whether a display can be updated in place: in a kernel, but not in a terminal."""
        return getattr(self.ipython, "kernel", None) is not None

    @property
    def shows_later_output(self) -> bool:
        """Whether a cell can still be drawn on once it has returned.

        Headless runs read a cell's output until its end and end the kernel after the last one; what tells
        them from a front end is that they send no cell id.
        """
        return bool(self.cell_id)

    @property
    def is_watched(self) -> bool:
        """Whether there may be somebody who clicks: runs that nobody watches take no input either."""
        content = self._request.get("content") or {}
        return self.shows_later_output or bool(content.get("allow_stdin", True))

    @property
    def _request(self) -> dict[str, Any]:
        """The message that had the running cell executed; empty in a terminal."""
        return getattr(self.ipython, "parent_header", None) or {}
