"""The engine for what a user names as data: files and frames, a database's address, a Spark session."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qs, urlsplit

from svcchat_magic.errors import EngineError, SettingsError
from svcchat_magic.semantic.engines.data_source import beside, read_sources
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.engines.engines import ClosableEngine
from svcchat_magic.semantic.engines.limits import EngineLimits

if TYPE_CHECKING:  # needs an extra
    from svcchat_magic.semantic.engines.sqlalchemy_tables import CopiedTables

POSTGRES_SCHEMES = ("postgresql", "postgres")
SPARK_SCHEMES = ("sc", "spark")
COPIED_SCHEMES = ("sqlite", "mysql", "mariadb")  # whose tables are read once, through SQLAlchemy
_SCHEME = re.compile(r"([a-z][a-z0-9]*)(?:\+[a-z0-9_]+)?://", re.IGNORECASE)
_SECRETS = frozenset({"password", "sslpassword", "token"})


class Address(NamedTuple):
    """A database's address, and the first part of it."""

    scheme: str
    text: str


def open_engine(
    data: object, *, joined: Mapping[str, object] | None = None, limits: EngineLimits = EngineLimits()
) -> ClosableEngine:
    """An engine over data as `read_sources` reads it, over a database, or over a Spark session.

    The tables of `joined`, by name, are in the schema `BESIDE`; no database has them beside its own.
    Raises EngineError when there is no such data or it is not answered, SettingsError when an extra is
    missing.
    """
    given = _only(data)
    if joined:
        _refuse_among_others([given, joined])
        return DuckDBEngine.of_sources((*read_sources(data), *beside(read_sources(joined))), limits=limits)

    if _is_spark_session(given):
        return _spark(given, limits)

    address = _address(given)
    if address is None:
        _refuse_among_others(data)
        return DuckDBEngine.open(data, limits=limits)

    _refuse_secrets(address.text)
    if address.scheme in POSTGRES_SCHEMES:
        return _postgres(address.text, limits)

    if address.scheme in SPARK_SCHEMES:
        return _spark(address.text, limits)

    copied = _copied(address.text)
    return DuckDBEngine.open(copied.tables, limits=limits, declared=copied.keys)


def _only(data: object) -> object:
    """What was given alone, whatever it is wrapped in."""
    while True:
        if isinstance(data, Mapping) and len(data) == 1:
            data = next(iter(data.values()))
        elif isinstance(data, (list, tuple)) and len(data) == 1:
            data = data[0]
        else:
            return data


def _address(given: object) -> Address | None:
    """The address of a database, or None for anything else."""
    match = _SCHEME.match(given) if isinstance(given, str) else None
    if match is None or not isinstance(given, str):
        return None

    scheme = match[1].lower()
    known = (*POSTGRES_SCHEMES, *SPARK_SCHEMES, *COPIED_SCHEMES)
    return Address(scheme, given) if scheme in known else None


def _refuse_among_others(data: object) -> None:
    """Raise EngineError where a database stands beside other sources: nothing could join them."""
    several: Sequence[object] = (
        list(data.values()) if isinstance(data, Mapping) else data if isinstance(data, (list, tuple)) else ()
    )
    if any(_address(_only(each)) or _is_spark_session(_only(each)) for each in several):
        raise EngineError("A database or a Spark session is used alone; leave the other sources out.")


def _refuse_secrets(address: str) -> None:
    """Raise EngineError for an address with a password: notebooks, shells and process lists keep it."""
    parts = urlsplit(address)
    named = {*parse_qs(parts.query), *(each.partition("=")[0] for each in parts.path.split(";"))}
    if parts.password is not None or named & _SECRETS:
        raise EngineError(
            "Leave the password out of the address. PostgreSQL's is read from PGPASSWORD, ~/.pgpass or a "
            "service file; a Spark Connect token from SPARK_CONNECT_AUTHENTICATE_TOKEN."
        )


def _postgres(address: str, limits: EngineLimits) -> ClosableEngine:
    try:
        from svcchat_magic.semantic.engines.postgres_engine import PostgresEngine
    except ImportError as missing:
        raise SettingsError(
            "A PostgreSQL address needs the extra: pip install 'svcchat-magic[sql]'."
        ) from missing

    return PostgresEngine.open(address.replace("postgresql+psycopg:", "postgresql:", 1), limits=limits)


def _spark(given: object, limits: EngineLimits) -> ClosableEngine:
    try:
        from svcchat_magic.semantic.engines.spark_engine import SparkEngine
    except ImportError as missing:
        raise SettingsError("Spark needs the extra: pip install 'svcchat-magic[spark]'.") from missing

    if isinstance(given, str):
        return SparkEngine.open(given, limits=limits)

    return SparkEngine(given, limits=limits)


def _copied(address: str) -> "CopiedTables":
    try:
        from svcchat_magic.semantic.engines.sqlalchemy_tables import read_tables
    except ImportError as missing:
        raise SettingsError(
            f"A {_SCHEME.match(address)[1]} address needs the extra: pip install 'svcchat-magic[sql]'."  # type: ignore[index]
        ) from missing

    return read_tables(address)


def _is_spark_session(given: object) -> bool:
    """Whether it is a session, classic or of Spark Connect, without importing either."""
    kind = type(given)
    return kind.__name__ == "SparkSession" and kind.__module__.startswith("pyspark.sql.")
