"""Where the embedded service keeps its state: in the user's data folder, or in memory with a notice."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from svcchat_magic.errors import SettingsError
from svcchat_magic.service.store import Store

IN_MEMORY = Path(":memory:")
_FILE_NAME = "state.sqlite"


def open_store(file: Path | None) -> tuple[Store, str]:
    """The store and a notice, empty when there is nothing to say.

    Raises SettingsError when a file that was asked for cannot be used; the default one falls back to memory.
    """
    if file is not None:
        return Store(None if file == IN_MEMORY else file), ""

    try:
        return Store(default_state_file()), ""
    except SettingsError as cause:
        return Store(None), f"{cause} Chats are kept in memory and end with this kernel."


def default_state_file(
    environment: Mapping[str, str] = os.environ, platform: str = sys.platform, home: Path | None = None
) -> Path:
    """`svcchat/state.sqlite` in the folder that the system keeps for such data."""
    return _data_folder(environment, platform, home or Path.home()) / "svcchat" / _FILE_NAME


def _data_folder(environment: Mapping[str, str], platform: str, home: Path) -> Path:
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")

    if platform == "darwin":
        return home / "Library" / "Application Support"

    named = environment.get("XDG_DATA_HOME", "")
    return Path(named) if Path(named).is_absolute() else home / ".local" / "share"
