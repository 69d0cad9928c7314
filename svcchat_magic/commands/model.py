"""`svcchat model`: infer a model from data and write it, and check the files of one."""

import sys
from collections.abc import Sized
from pathlib import Path
from typing import TYPE_CHECKING

import click

from svcchat_magic.commands.command_line import FILE, CommandGroup
from svcchat_magic.errors import ModelError

if TYPE_CHECKING:
    from svcchat_magic.semantic.model.model import Model


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
@click.option(
    "--data", multiple=True, metavar="SRC", help="Check keys, relationships and types against this data."
)
def check_model_files(folder: Path, data: tuple[str, ...]) -> int:
    """Load the model files of a folder and print every problem.

    Each line has the file, the line, the key and what is wrong there. With --data, tables, columns, types,
    primary keys and relationships are then looked up in the rows.
    """
    from svcchat_magic.semantic.files.model_files import load_model

    try:
        model = load_model(folder)
    except ModelError as error:
        for problem in error.problems:
            print(problem)

        print(f"svcchat: {len(error.problems)} problems in {folder}", file=sys.stderr)
        return 1

    for notice in model.notices:
        print(f"note: {notice}")

    for sentence in model.left_out:
        print(f"{sentence}; it is left out")

    found = _problems_with(model, data) if data else 0
    if found:
        print(f"svcchat: {found} problems of {folder} with the data", file=sys.stderr)

    if model.left_out:
        print(f"svcchat: {folder} loads without {len(model.left_out)} members", file=sys.stderr)

    if found or model.left_out:
        return 1

    print(f"{folder}: {_many('cube', model.cubes)} and {_many('view', model.views)}, no problems")
    return 0


def _many(thing: str, found: Sized) -> str:
    return f"{len(found)} {thing}{'' if len(found) == 1 else 's'}"


def _problems_with(model: "Model", data: tuple[str, ...]) -> int:
    """Print what does not hold for the data, and return how much that is."""
    from svcchat_magic.semantic.data_checks import data_problems
    from svcchat_magic.semantic.engines.opening import open_engine

    engine = open_engine(data)
    count = 0
    try:
        for problem in data_problems(model, engine):
            print(problem)
            count += 1
    finally:
        engine.close()

    return count


@command.command("show")
@click.argument("member", default="", metavar="[MEMBER]")
@click.option("--model", "folder", type=FILE, required=True, metavar="DIR", help="Folder of the model files.")
def show_model(member: str, folder: Path) -> int:
    """Print the cubes, views and members of a model, or one with its definition.

    MEMBER is a table, such as orders, or one of its members, such as orders.revenue.
    """
    from svcchat_magic.commands.model_listing import member_listing, model_listing
    from svcchat_magic.semantic.files.model_files import load_model

    model = load_model(folder)
    for line in member_listing(model, member) if member else model_listing(model):
        print(line)

    return 0
