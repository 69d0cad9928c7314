"""A PostgreSQL server for the tests, on a loopback port of its own; it ends with the test run."""

import os
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest

DEBIAN = Path("/usr/lib/postgresql")
MEMORY = Path("/dev/shm")  # thousands of small files are made and removed in less time there
LEAST_ROOM = 4_000_000_000  # bytes: a run's databases take a tenth
USER = "postgres"


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    """`postgresql://user:password@127.0.0.1:port/postgres` of a server whose user may do anything."""
    if not is_installed() and not os.environ.get("CI"):
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")

    with postgres_server() as address:
        yield address


def is_installed() -> bool:
    """Whether there is a server to start."""
    return _binaries() is not None


@contextmanager
def postgres_server() -> Iterator[str]:
    """A server of its own, stopped and removed at the end; its address."""
    binaries = _binaries()
    assert binaries is not None, "PostgreSQL is not installed: apt-get install postgresql"
    folder = Path(tempfile.mkdtemp(prefix="svcchat-postgres-", dir=_place()))
    password = secrets.token_hex(16)
    try:
        _initialise(binaries, folder, password)
        port = _start(binaries, folder)
        yield f"postgresql://{USER}:{password}@127.0.0.1:{port}/postgres"
        _run(binaries / "pg_ctl", "stop", "-D", str(folder / "data"), "-m", "immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres_database(postgres_address: str) -> Iterator[str]:
    """The address of an empty database, dropped at the end of the test."""
    import psycopg

    name = f"test_{uuid4().hex}"
    with psycopg.connect(postgres_address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield f"{postgres_address.rpartition('/')[0]}/{name}"
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _place() -> Path | None:
    """Where its files lie: in memory where the system has room for them, else with other temporary files."""
    has_room = os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= LEAST_ROOM
    return MEMORY if has_room else None


def _initialise(binaries: Path, folder: Path, password: str) -> None:
    (folder / "password").write_text(password)
    if _is_root():
        for each in (folder, folder / "password"):
            shutil.chown(each, USER)

    data = str(folder / "data")
    _run(
        binaries / "initdb",
        *("-D", data, "-U", USER, "-A", "scram-sha-256", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"),
        f"--pwfile={folder / 'password'}",
    )


def _start(binaries: Path, folder: Path, tries: int = 5) -> int:
    """The port it listens on; it is given one, which somebody else may take just before it."""
    data, port = str(folder / "data"), _free_port()
    settings = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
    start = ("start", "-w", "-t", "300", "-D", data, "-l", str(folder / "log"), "-o", settings)
    try:
        _run(binaries / "pg_ctl", *start)
    except subprocess.CalledProcessError:
        if tries == 1:
            raise

        return _start(binaries, folder, tries - 1)

    return port


def _run(program: Path, *arguments: str) -> None:
    """Run one of PostgreSQL's programs, which refuse to be run by root."""
    as_user = ("runuser", "-u", USER, "--") if _is_root() else ()
    subprocess.run([*as_user, program, *arguments], cwd="/", check=True, stdout=subprocess.DEVNULL)


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _binaries() -> Path | None:
    """The folder of the newest server that is installed; Debian keeps it out of the path."""
    if found := shutil.which("initdb"):
        return Path(found).parent

    versions = sorted(DEBIAN.glob("*/bin"), key=lambda each: int(each.parent.name))
    return versions[-1] if versions else None


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])
