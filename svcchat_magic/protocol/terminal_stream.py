"""Guard a program's standard output and error so that untrusted text cannot control a terminal.

Control sequences can set a terminal's title and clipboard, and make it type answers. Guarding the streams
covers every command. Pipes and files receive the text unchanged.
"""

import sys
from collections.abc import Iterable
from typing import Any, TextIO, cast

from svcchat_magic.protocol.terminal_text import shown_in_terminal


class TerminalStream:
    """A text stream to a terminal, without access to the underlying bytes."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        if name in ("buffer", "detach"):
            raise AttributeError(name)

        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write untrusted text."""
        self._stream.write(shown_in_terminal(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def write_styled(self, text: str) -> None:
        """Write text with our own control sequences, whose other parts have been made safe."""
        self._stream.write(text)


def guarded(stream: TextIO) -> TextIO:
    """The stream, guarded if it is a terminal."""
    if isinstance(stream, TerminalStream) or stream is None or not stream.isatty():
        return stream

    return cast(TextIO, TerminalStream(stream))


def guard_terminals() -> None:
    """Guard the standard streams of this process, and the traceback of an uncaught error."""
    sys.stdout, sys.stderr = guarded(sys.stdout), guarded(sys.stderr)


def write_styled(stream: TextIO, text: str) -> None:
    """Write text with our own control sequences to a guarded or an ordinary stream."""
    if isinstance(stream, TerminalStream):
        stream.write_styled(text)
        return

    stream.write(text)
