"""`svcchat record`: asks a list of questions once and keeps their answers, so that notebooks run anywhere."""

import argparse
import sys
from pathlib import Path
from typing import Any

from svcchat_magic.errors import RecordingError, RequestRefused
from svcchat_magic.settings import read_settings


def add_to(commands: Any) -> None:
    """Add the command to the program's parser."""
    parser = commands.add_parser(
        "record",
        help="record the answers of a list of questions",
        description="Ask every line of a file in one chat, and record the answers; what is recorded stays.",
    )
    parser.add_argument(
        "questions", type=Path, metavar="FILE", help="a question on each line; # begins a comment"
    )
    parser.add_argument("--into", metavar="FOLDER", help="folder of the recordings (default: the setting)")
    parser.add_argument("--again", action="store_true", help="ask anew what is recorded")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Ask one after the other; stops at the first answer that is not whole, as later ones build on it."""
    from svcchat_magic.conversation.conversation import Conversation
    from svcchat_magic.conversation.turn_source import NOT_RECORDED

    given = {"recordings": options.into} if options.into else {}
    with Conversation(read_settings(mode="auto", **given)) as conversation:
        for question in _questions(options.questions):
            answer = conversation.ask(question, again=options.again)
            for warning in answer.warnings:
                if warning.startswith(NOT_RECORDED):
                    raise RecordingError(warning)

            known = "recorded already" if answer.recording else "recorded"
            print(f"{known if answer.is_complete else answer.status}: {question}", file=sys.stderr)
            answer.raise_unless_complete()

    return 0


def _questions(file: Path) -> list[str]:
    try:
        lines = [line.strip() for line in file.read_text(encoding="utf-8-sig").splitlines()]
    except UnicodeDecodeError as cause:
        raise RequestRefused(f"{file} is no UTF-8 text.") from cause

    return [line for line in lines if line and not line.startswith("#")]
