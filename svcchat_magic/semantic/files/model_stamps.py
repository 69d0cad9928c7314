"""What tells that a file of a model has changed."""

from pathlib import Path
from typing import TypeAlias

from svcchat_magic.semantic.files.certified_files import certified_files
from svcchat_magic.semantic.files.model_files import model_files

Stamp: TypeAlias = tuple[tuple[str, int, int], ...]


def stamp_of(folder: Path, overlay: Path | None = None) -> Stamp:
    """A value that differs once one of the files does."""
    files = (*model_files(folder, overlay).values(), *certified_files(folder, overlay))
    return tuple((str(path), *_written(path)) for path in files)


def _written(path: Path) -> tuple[int, int]:
    try:
        about = path.stat()
    except OSError:  # removed a moment ago: reading the model says so
        return 0, 0

    return about.st_mtime_ns, about.st_size
