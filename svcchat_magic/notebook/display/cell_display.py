"""Displays of the running cell; their plain text fits a terminal and has no control characters."""

import shutil
from typing import Any

from IPython.core.getipython import get_ipython
from IPython.display import DisplayHandle, display

from svcchat_magic.protocol.terminal_text import shown_in_terminal, wrapped


class CellDisplay(DisplayHandle):
    """A place in the cell's output that is updated."""

    def display(self, obj: Any, **kwargs: Any) -> None:
        """Show a bundle below what the cell has shown so far."""
        super().display(_fitted(obj), **kwargs)

    def update(self, obj: Any, **kwargs: Any) -> None:
        """Replace it with another bundle."""
        super().update(_fitted(obj), **kwargs)


def show_bundle(bundle: Any) -> None:
    """Show a bundle that is not updated."""
    display(_fitted(bundle), raw=True)


def say(text: str) -> None:
    """Print a text."""
    width, shown = terminal_width(), shown_in_terminal(text)
    print(shown if width is None else wrapped(shown, width))


def terminal_width() -> int | None:
    """The columns of IPython's terminal, 80 if unknown; None in a kernel.

    A front end breaks the lines of a kernel's output itself.
    """
    shell = get_ipython()
    is_kernel = shell is None or getattr(shell, "kernel", None) is not None
    return None if is_kernel else shutil.get_terminal_size().columns


def _fitted(bundle: Any) -> Any:
    """The bundle with plain text that any terminal can print, also one that is a kernel's front end."""
    if "text/plain" not in bundle:
        return bundle

    width, shown = terminal_width(), shown_in_terminal(bundle["text/plain"])
    return {**bundle, "text/plain": shown if width is None else wrapped(shown, width)}
