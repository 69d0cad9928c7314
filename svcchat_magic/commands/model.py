"""`svcchat model`: infer a model from data and write it, and check the files of one."""

import sys
from pathlib import Path

import click

from svcchat_magic.commands.command_line import FILE, CommandGroup
from svcchat_magic.errors import ModelError


@click.group("model", cls=CommandGroup)
def command() -> None:
    """Make a model for your data, and check one."""


@command.command("init")
@click.argument("source", nargs=-1, required=True, metavar="SOURCE...")
@click.option(
    "--out", type=FILE, default="model", show_default=True, metavar="DIR", help="Folder for the model files."
)
def init_model(source: tuple[str, ...], out: Path) -> int:
    """Infer a model from data and write it as YAML.

    SOURCE is a folder, a Parquet, CSV or JSON file, a DuckDB file, or a database's address. Run it again
    after the data has changed: new columns are added, and what you edited or removed stays so.
    """
    from svcchat_magic.semantic.engines.opening import open_engine
    from svcchat_magic.semantic.inference.model_draft import draft_model
    from svcchat_magic.semantic.inference.model_folder import write_model

    engine = open_engine(source)
    try:
        draft = draft_model(engine)
    finally:
        engine.close()

    for sentence in draft.understood:
        print(sentence)

    for each in write_model(draft, out):
        added = f": {', '.join(each.added)}" if each.added else ""
        print(f"{out / each.name}: {each.change}{added}")

    return 0


@command.command("check")
@click.argument("folder", type=FILE, metavar="DIR")
def check_model_files(folder: Path) -> int:
    """Load the model files of a folder and print every problem.

    Each line has the file, the line, the key and what is wrong there.
    """
    from svcchat_magic.semantic.files.model_files import load_model

    try:
        model = load_model(folder)
    except ModelError as error:
        for problem in error.problems:
            print(problem)

        print(f"svcchat: {len(error.problems)} problems in {folder}", file=sys.stderr)
        return 1

    print(f"{folder}: {len(model.cubes)} cubes and {len(model.views)} views, no problems")
    return 0
