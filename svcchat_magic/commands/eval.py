"""`svcchat eval`: ask the questions of a file, and compare each answer with the SQL that is right."""

import json
import shutil
import sys
from pathlib import Path

import click

from svcchat_magic.commands.command_line import DATA, FILE, Command, named_sources


@click.command("eval", cls=Command)
@click.argument("file", type=FILE, metavar="FILE")
@click.option(
    "--model",
    metavar="DIR",
    help="Model files for --data, or demo; by default one inferred from --data, or the demo's. "
    "A table given as NAME=SOURCE joins it.",
)
@DATA
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables.")
@click.option("--junit", type=FILE, metavar="FILE", help="Also write the verdicts as a JUnit file.")
@click.option(
    "--analyst",
    type=click.Choice(("offline", "model", "both")),
    help="Who answers; by default what the setting analyst says.",
)
def command(
    file: Path,
    model: str | None,
    data: tuple[str, ...],
    *,
    as_json: bool,
    junit: Path | None,
    analyst: str | None,
) -> int:
    """Grade the built-in agent, or a language model, by a file of questions.

    FILE is YAML: a list of questions, each with the SQL that answers it. Each is asked in a chat of its own,
    and the rows of the last result are compared with those of the SQL.
    """
    from svcchat_magic.conversation.connecting.given_data import as_given
    from svcchat_magic.evaluation.asking import Asked, grade
    from svcchat_magic.evaluation.question_file import read_question_file
    from svcchat_magic.evaluation.report import report
    from svcchat_magic.evaluation.summary import json_object, not_passed
    from svcchat_magic.setting_sources import read_settings

    items = read_question_file(file)
    settings = read_settings(config={"analyst": analyst} if analyst else None)
    own = as_given(named_sources(data) or None, model)
    about = Asked() if own is None else Asked(**own.served)  # type: ignore[arg-type] # a service's options
    graded = grade(items, about, settings)
    print(json.dumps(json_object(graded), indent=2) if as_json else report(graded, _width()))
    if junit:
        from svcchat_magic.evaluation.junit import write_junit

        write_junit(graded, junit)

    return 1 if not_passed(graded) else 0


def _width() -> int | None:
    """The width of a terminal; None for a pipe or a file."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None
