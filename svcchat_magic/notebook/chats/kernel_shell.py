"""The kernel's IPython shell: the running cell, the user's variables, and the front end."""

from __future__ import annotations

from typing import Any


class KernelShell:
    """What is known of the shell; `ipython` is the shell itself."""

    def __init__(self, ipython: Any) -> None:
        self.ipython = ipython

    @property
    def namespace(self) -> dict[str, Any]:
        """The user's variables."""
        return self.ipython.user_ns  # type: ignore[no-any-return]  # untyped in IPython

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
        """Whether a cell's output can still change after the cell has returned.

        A headless run reads a cell's output only until the cell ends. It differs from a front end in that it
        sends no cell id.
        """
        return bool(self.cell_id)

    @property
    def is_watched(self) -> bool:
        """Whether a user may be watching: headless runs do not allow input."""
        content = self._request.get("content") or {}
        return self.shows_later_output or bool(content.get("allow_stdin", True))

    @property
    def _request(self) -> dict[str, Any]:
        """The request message of the running cell; empty in a terminal."""
        return getattr(self.ipython, "parent_header", None) or {}
