"""A program in a real terminal, and what it must never be sent there."""

import contextlib
import os
import pty
import re
import struct
import subprocess
from collections.abc import Mapping, Sequence
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

from tests.waiting import PATIENCE

# The title, the clipboard, a link, a question that the terminal answers, the screen, the line, the direction.
HOSTILE = (
    "\x1b]0;owned\x07\x1b]52;c;b3duZWQ=\x07\x1b]8;;http://evil/\x1b\\x\x1b]8;;\x1b\\\x1b[6n\x1b[2J\x1b[31m"
    "\x9b31m\x08\x08\rover\x7f\u202egnp\u200b\x1bP$q\x1b\\\x1b"
)
# Bold, a line that counts rows, and the end of a line.
OURS = re.compile(rb"\x1b\[[01]m|\r(?:[\d,]+ (?:of [\d,]+ )?rows loaded)?\x1b\[K|\r\n")
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


def in_terminal(
    command: Sequence[str],
    environment: Mapping[str, str],
    folder: Path,
    keys: bytes = b"",
    columns: int = 100,
) -> tuple[int, bytes]:
    """Run a program whose streams are one terminal; its exit status, and every byte that it sent there."""
    ours, theirs = pty.openpty()
    ioctl(theirs, TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    said = b""
    with subprocess.Popen(
        command, env=environment, cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs
    ) as run:
        os.close(theirs)
        os.write(ours, keys)
        with contextlib.suppress(OSError):  # Linux says so when the other side is closed
            while piece := os.read(ours, 65_536):
                said += piece

        status = run.wait(PATIENCE)

    os.close(ours)
    return status, said


def steering(said: bytes) -> list[str]:
    """The characters that steer a terminal, without what we send ourselves."""
    return STEERING.findall(OURS.sub(b"", said).decode("utf-8"))
