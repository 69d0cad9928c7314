"""Displays of the cell that runs; their plain text fits into a terminal, and steers none."""

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
        """Show another one in its place."""
        super().update(_fitted(obj), **kwargs)


def show_bundle(bundle: Any) -> None:
    """Show a bundle that stays as it is."""
    display(_fitted(bundle), raw=True)


def say(text: str) -> None:
    """Print a text."""
    width, shown = terminal_width(), shown_in_terminal(text)
    print(shown if width is None else wrapped(shown, width))


def terminal_width() -> int | None:
    """Columns of the terminal that IPython runs in, 80 if it does not tell; None in a kernel.

    What shows a kernel's output breaks its lines itself.
    """
    shell = get_ipython()
    is_kernel = shell is None or getattr(shell, "kernel", None) is not None
    return None if is_kernel else shutil.get_terminal_size().columns


def _fitted(bundle: Any) -> Any:
    """The bundle with a plain text that a terminal may print: IPython's own, or one that shows a kernel."""
    if "text/plain" not in bundle:
        return bundle

    width, shown = terminal_width(), shown_in_terminal(bundle["text/plain"])
    return {**bundle, "text/plain": shown if width is None else wrapped(shown, width)}
