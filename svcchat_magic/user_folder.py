"""Where this user's own files are kept: chats, the service's state."""

import os
from contextlib import suppress
from pathlib import Path

from svcchat_magic.errors import SettingsError


def user_folder() -> Path:
    """`svcchat` in the folder that the system keeps for such data; it may not exist yet.

    Raises SettingsError for a user who has no home, such as a mere number in a container.
    """
    import platformdirs  # takes longer than reading the settings, which import this file

    try:
        return platformdirs.user_data_path("svcchat", appauthor=False)
    except RuntimeError as cause:
        raise SettingsError("This user has no home folder; set HOME to a writable folder.") from cause


def make_private(file: Path) -> None:
    """See that a database is there and, where it is new, for its owner alone; SQLite's side files follow it.

    One that is there is not opened: closing it would end the locks that this process has on it.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):  # it is there
        os.close(os.open(file, os.O_CREAT | os.O_EXCL, 0o600))
