"""`svcchat record`: ask a list of questions once and keep their answers, so that notebooks run anywhere."""

import sys
from pathlib import Path
from typing import Any

import click

from svcchat_magic.commands.command_line import FILE, Command
from svcchat_magic.errors import RecordingError, RequestRefused


@click.command("record", cls=Command)
@click.argument("questions", type=FILE, metavar="FILE")
@click.option("--into", metavar="FOLDER", help="Folder of the recordings; the default is the setting.")
@click.option("--again", is_flag=True, help="Ask again what is already recorded.")
def command(questions: Path, into: str | None, *, again: bool) -> int:
    """Record the answers to a list of questions.

    FILE has one question on each line; # starts a comment. All are asked in one chat. What is already
    recorded is not asked again.
    """
    from svcchat_magic.conversation.conversation import Conversation
    from svcchat_magic.conversation.turns.turn_source import NOT_RECORDED
    from svcchat_magic.setting_sources import read_settings

    given: dict[str, Any] = {"recordings": into} if into else {}
    with Conversation(read_settings(mode="auto", **given)) as conversation:
        for question in _questions(questions):
            answer = conversation.ask(question, again=again)
            for warning in answer.warnings:
                if warning.startswith(NOT_RECORDED):
                    raise RecordingError(warning)

            known = "recorded already" if answer.recording else "recorded"
            print(f"{known if answer.is_answered else 'not recorded'}: {question}", file=sys.stderr)
            answer.raise_unless_answered()  # later questions build on this one

    return 0


def _questions(file: Path) -> list[str]:
    try:
        lines = [line.strip() for line in file.read_text(encoding="utf-8-sig").splitlines()]
    except UnicodeDecodeError as cause:
        raise RequestRefused(f"{file} is not UTF-8 text.") from cause

    return [line for line in lines if line and not line.startswith("#")]
