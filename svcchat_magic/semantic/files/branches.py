"""Development branches of a model folder: `branches/NAME/` overlays the folder file by file.

A branch is read when it is first asked for, and again when one of its files has changed, so that whoever
develops it sees the last save.
"""

from pathlib import Path
from threading import Lock

from svcchat_magic.semantic.files.model_files import BRANCHES_FOLDER, Completion, load_model, unchanged
from svcchat_magic.semantic.files.model_stamps import Stamp, stamp_of
from svcchat_magic.semantic.model.model import Model


class Branches:
    """The branches of one model folder; may be used from any thread."""

    def __init__(self, folder: Path, *, complete: Completion = unchanged) -> None:
        self._folder = folder
        self._complete = complete
        self._lock = Lock()
        self._read: dict[str, tuple[Stamp, Model]] = {}

    def names(self) -> tuple[str, ...]:
        """The branches there are now, sorted."""
        home = self._folder / BRANCHES_FOLDER
        return tuple(sorted(each.name for each in home.iterdir() if each.is_dir())) if home.is_dir() else ()

    def model(self, name: str) -> Model | None:
        """The main model with the branch's files in place of those of the same path; None: no such branch.

        Raises ModelError when the files hold errors.
        """
        if name not in self.names():  # compared, never joined: a name cannot lead out of the folder
            return None

        overlay = self._folder / BRANCHES_FOLDER / name
        with self._lock:
            stamp = stamp_of(self._folder, overlay)
            known = self._read.get(name)
            if known is not None and known[0] == stamp:
                return known[1]

            model = self._complete(load_model(self._folder, overlay))
            self._read[name] = (stamp, model)
            return model
