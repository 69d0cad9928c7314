"""Where this user's own files are kept: chats, the service's state."""

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from svcchat_magic.errors import SettingsError


def user_folder(
    environment: Mapping[str, str] = os.environ, platform: str = sys.platform, home: Path | None = None
) -> Path:
    """`svcchat` in the folder that the system keeps for such data; it may not exist yet.

    Raises SettingsError for a user who has no home, such as a mere number in a container.
    """
    return _data_folder(environment, platform, home) / "svcchat"


def make_private(file: Path) -> None:
    """See that a database is there and, where it is new, for its owner alone; SQLite's side files follow it.

    One that is there is not opened: closing it would end the locks that this process has on it.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL, 0o600))


def _data_folder(environment: Mapping[str, str], platform: str, home: Path | None) -> Path:
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or (home or _home()) / "AppData" / "Local")

    if platform == "darwin":
        return (home or _home()) / "Library" / "Application Support"

    named = environment.get("XDG_DATA_HOME", "")
    return Path(named) if Path(named).is_absolute() else (home or _home()) / ".local" / "share"


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError as cause:
        raise SettingsError("This user has no home folder; set HOME to one that may be written.") from cause
