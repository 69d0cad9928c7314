"""Standard output and error of a program: what leads to a terminal is text there, and steers nothing.

A terminal obeys what it is sent: a title, the clipboard, answers typed in the reader's name. Everything that
a program writes goes through one place, so that no command has to remember it. A pipe or a file gets what
was written.
"""

import sys
from collections.abc import Iterable
from typing import Any, TextIO, cast

from svcchat_magic.protocol.terminal_text import shown_in_terminal


class TerminalStream:
    """A text stream that leads to a terminal. It gives no way to the bytes below."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        if name in ("buffer", "detach"):
            raise AttributeError(name)

        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write text that may come from anywhere."""
        self._stream.write(shown_in_terminal(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """The same for several."""
        for line in lines:
            self.write(line)

    def write_styled(self, text: str) -> None:
        """Write text whose control sequences are ours, and which was made visible otherwise."""
        self._stream.write(text)


def guarded(stream: TextIO) -> TextIO:
    """The stream, through a guard where it leads to a terminal."""
    if isinstance(stream, TerminalStream) or stream is None or not stream.isatty():
        return stream

    return cast(TextIO, TerminalStream(stream))


def guard_terminals() -> None:
    """Guard what this process writes from now on, and the text of what ends it too."""
    sys.stdout, sys.stderr = guarded(sys.stdout), guarded(sys.stderr)


def write_styled(stream: TextIO, text: str) -> None:
    """Write text with control sequences of ours, on a guarded stream or another one."""
    if isinstance(stream, TerminalStream):
        stream.write_styled(text)
        return

    stream.write(text)
