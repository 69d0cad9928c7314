"""Where the service keeps its state: an address, a file, the user's data folder, or memory with a notice."""

from pathlib import Path

from svcchat_magic.errors import SettingsError
from svcchat_magic.service.state.database import Database
from svcchat_magic.service.state.sqlite_state import SqliteState
from svcchat_magic.service.state.store import Store
from svcchat_magic.user_folder import user_folder

IN_MEMORY = Path(":memory:")
POSTGRES = ("postgresql:", "postgres:", "postgresql+psycopg:")
_FILE_NAME = "state.sqlite"


def open_store(state: Path | str | None) -> tuple[Store, str]:
    """The store of a file or a `postgresql://` address, and a notice, empty when there is nothing to say.

    Raises SettingsError when a state that was asked for cannot be used; the default one falls back to memory.
    """
    if state is not None:
        return Store(database_of(state)), ""

    try:
        return Store(SqliteState(default_state_file())), ""
    except SettingsError as cause:
        return Store(SqliteState(None)), f"{cause} Chats are kept in memory and end with this kernel."


def default_state_file() -> Path:
    """`svcchat/state.sqlite` in the folder that the system keeps for such data."""
    return user_folder() / _FILE_NAME


def database_of(state: Path | str) -> Database:
    """What keeps the state at a file or an address; raises SettingsError for any other."""
    if isinstance(state, str) and state.startswith(POSTGRES):
        from svcchat_magic.service.state.postgres_state import PostgresState

        return PostgresState(state)

    if isinstance(state, str) and "://" in state:
        raise SettingsError("The state is kept in a file, or in PostgreSQL: postgresql://USER@HOST/DATABASE.")

    file = Path(state)
    return SqliteState(None if file == IN_MEMORY else file)
