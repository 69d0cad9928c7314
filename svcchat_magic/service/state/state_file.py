"""Choose where the state is kept: a given address or file, the user's data folder, or memory."""

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
    """Open the store of a file or a `postgresql://` address; the second value is a notice or empty.

    Raises SettingsError if the given state cannot be used; the default file falls back to memory.
    """
    if state is not None:
        return Store(database_of(state)), ""

    try:
        return Store(SqliteState(default_state_file())), ""
    except SettingsError as cause:
        notice = f"{cause} Chats are kept in memory and are lost when this kernel stops."
        return Store(SqliteState(None)), notice


def default_state_file() -> Path:
    """`svcchat/state.sqlite` in the system's folder for user data."""
    return user_folder() / _FILE_NAME


def database_of(state: Path | str) -> Database:
    """The database for a file or an address. Raises SettingsError for any other address."""
    if isinstance(state, str) and state.startswith(POSTGRES):
        from svcchat_magic.service.state.postgres_state import PostgresState

        return PostgresState(state)

    if isinstance(state, str) and "://" in state:
        raise SettingsError("Keep the state in a file, or in PostgreSQL: postgresql://USER@HOST/DATABASE.")

    file = Path(state)
    return SqliteState(None if file == IN_MEMORY else file)
