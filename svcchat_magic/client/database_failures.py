"""What went wrong with a database, without its words: drivers repeat addresses, passwords and values."""

from svcchat_magic.errors import ConnectionFailed, SettingsError, StreamFailed, SvcchatError


def database_failure(cause: Exception, *, is_connected: bool) -> SvcchatError:
    """The error for an exception of SQLAlchemy or of a driver; it does not carry its cause."""
    if isinstance(cause, SvcchatError):
        return cause

    if isinstance(cause, ImportError):
        return SettingsError(f"The query address needs a driver that is not installed: {cause.name or '?'}.")

    kind = type(getattr(cause, "orig", None) or cause).__name__
    if not is_connected:
        return ConnectionFailed(f"The database of SVCCHAT_QUERY_URL cannot be reached ({kind}).")

    return StreamFailed(f"The database of SVCCHAT_QUERY_URL failed to return the rows ({kind}).")
