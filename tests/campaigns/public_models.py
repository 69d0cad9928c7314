"""Which public models load: `python -m tests.campaigns.public_models FOLDER...`.

Each FOLDER is a bare git repository or a plain folder; every model folder in it is loaded on its own.
Prints a table: the folder, and its cubes and views, or the number of problems with the first of them.
"""

import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from svcchat_magic.errors import ModelError
from svcchat_magic.semantic.files.model_files import load_model

_MODEL = re.compile(r"^(cubes|views)\s*:", re.MULTILINE)
_HOMES = ("model", "models", "schema")  # what projects call the folder of their model


def main(arguments: list[str]) -> int:
    """Print the table, and how many models load."""
    outcomes = Counter[str]()
    for argument in arguments:
        with tempfile.TemporaryDirectory() as scratch:
            source = Path(argument)
            root = _checked_out(source, Path(scratch)) if _git_folder(source) else source
            for folder in _model_folders(root):
                outcome, detail = _loaded(folder)
                outcomes[outcome] += 1
                print(f"{source.name:45.45} {folder.relative_to(root).as_posix():25.25} {outcome:8} {detail}")

    print(f"{outcomes['loads']} of {outcomes.total()} models load")
    return 0


def _loaded(folder: Path) -> tuple[str, str]:
    try:
        model = load_model(folder)
    except ModelError as error:
        return "refused", f"{len(error.problems)}: {error.problems[0]}"

    return "loads", f"{len(model.cubes)} cubes, {len(model.views)} views"


def _git_folder(source: Path) -> Path | None:
    candidates = (source, source / ".git", source / "repo", source / "repo" / ".git")
    return next((each for each in candidates if (each / "objects").is_dir()), None)


def _checked_out(source: Path, into: Path) -> Path:
    """The model's files of the newest commit; others stay where they are."""
    git = ["git", f"--git-dir={_git_folder(source)}"]
    listed = subprocess.run(
        [*git, "ls-tree", "-r", "--name-only", "-z", "HEAD"], capture_output=True, check=True
    )
    for name in listed.stdout.decode(errors="replace").split("\0"):
        if name.endswith((".yml", ".yaml", ".js", ".py", ".jinja", ".jinja2")):
            shown = subprocess.run([*git, "show", f"HEAD:{name}"], capture_output=True, check=False)
            path = into / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(shown.stdout)

    return into


def _model_folders(root: Path) -> Iterator[Path]:
    """The folders that a project would name as its model's, each once."""
    found = {
        _home(path.relative_to(root))
        for path in sorted(root.rglob("*.y*ml"))
        if _MODEL.search(path.read_text(encoding="utf-8", errors="replace"))
    }
    yield from (root / home for home in sorted(found))


def _home(file: Path) -> Path:
    parents = [parent for parent in file.parents if parent.name in _HOMES]
    return parents[-1] if parents else file.parent


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
