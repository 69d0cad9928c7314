"""The settings that a project keeps: where its pyproject.toml is looked for, and when it is not used."""

import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from svcchat_magic.errors import SettingsError
from svcchat_magic.ownership import others_can_write

PROJECT_FILE = "pyproject.toml"
TABLE = "svcchat_magic"
_MAX_BYTES = 1_000_000
_HOLDS_PASSWORD = r"(?i)[^/]*//[^/]*:[^/]*@|.*[?&](?:ssl)?password="  # compiled when it is first used
_FROM_ELSEWHERE: Mapping[str, str] = {
    "api_key": "contains an API key; keep it in the environment instead.",
    "token": "contains a user's token; keep it in the environment instead.",
    "token_header": "sets token_header, which a file must not, because your token would be sent in another "
    "header; set SVCCHAT_TOKEN_HEADER in the environment.",
    "llm_api_key": "contains a language model's key; keep it in the environment instead.",
    "llm_url": "sets llm_url, which a file must not, because rows of your data would be sent there; set "
    "SVCCHAT_LLM_URL in the environment.",
    "llm_key_header": "sets llm_key_header, which a file must not; set SVCCHAT_LLM_KEY_HEADER in the "
    "environment.",
    "llm_own_data": "sets llm_own_data, which a file must not, because it lets rows of your data leave this "
    "machine; set SVCCHAT_LLM_OWN_DATA in the environment.",
    "allow_http": "sets allow_http, which a file must not; if you trust the network, set "
    "SVCCHAT_ALLOW_HTTP in the environment.",
}


class ProjectTable(NamedTuple):
    """The table `[tool.svcchat_magic]` of a file; `folder` is empty where there is no such file."""

    folder: str
    values: Mapping[str, Any]


def project_table(folder: Path) -> ProjectTable:
    """The table of the nearest pyproject.toml, from this folder up to the root of its repository.

    Outside of a repository only this folder is looked at. Raises SettingsError for a file that cannot be
    read, holds what a file may not, or that another user can change.
    """
    for place in _places(Path(os.path.realpath(folder))):
        file = place / PROJECT_FILE
        if file.is_file():
            return ProjectTable(str(place), _checked(file))

    return ProjectTable("", {})


def shown_path(path: str) -> str:
    """A path that is safe in a sentence: the author of the project may have named its folders."""
    return "".join(each if each.isprintable() else "?" for each in path)


def _places(folder: Path) -> tuple[Path, ...]:
    """Up to the repository's root; only `folder` without one, or if others can write a folder on the way."""
    places = (folder, *folder.parents)
    for at, place in enumerate(places):
        if _others_can_write(place):
            break

        if os.path.lexists(place / ".git"):  # a folder, or a file in worktrees and submodules
            return places[: at + 1]

    return places[:1]


def _checked(file: Path) -> Mapping[str, Any]:
    content, status = _read(file)
    table = _table(content)
    if not table:
        return {}

    where = shown_path(str(file.parent))
    if file.is_symlink():
        raise SettingsError(
            f"{PROJECT_FILE} in {where} is a link, so its settings are ignored. Put the file itself there."
        )

    if others_can_write(status, str(file)) or _others_can_write(file.parent):
        raise SettingsError(
            f"{PROJECT_FILE} in {where} is not used because other users of this machine can change it; "
            "make file and folder writable for you alone, or use the SVCCHAT_ variables of the environment."
        )

    for name, problem in _FROM_ELSEWHERE.items():
        if name in table:
            raise SettingsError(f"{PROJECT_FILE} {problem}")

    if re.match(_HOLDS_PASSWORD, str(table.get("query_url", ""))):
        raise SettingsError(
            f"{PROJECT_FILE} contains a password in query_url; keep it in the environment instead."
        )

    return table


def _others_can_write(folder: Path) -> bool:
    try:
        return others_can_write(os.stat(folder), str(folder))
    except OSError:  # unknown counts as writable
        return True


def _read(file: Path) -> tuple[bytes, os.stat_result]:
    """The content, and the state of the very file that was read."""
    try:
        descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(descriptor, "rb") as opened:
            status = os.fstat(opened.fileno())
            content = opened.read(_MAX_BYTES + 1) if stat.S_ISREG(status.st_mode) else b""
    except OSError as cause:
        raise SettingsError(f"{PROJECT_FILE} cannot be read: {cause}") from cause

    if len(content) > _MAX_BYTES:
        raise SettingsError(f"{PROJECT_FILE} cannot be read: it has more than {_MAX_BYTES:,} bytes.")

    return content, status


def _table(content: bytes) -> dict[str, Any]:
    import tomllib  # %load_ext imports this module, and has a few milliseconds only

    try:
        tool = tomllib.loads(content.decode()).get("tool", {})
    except (ValueError, RecursionError) as cause:  # no UTF-8, no TOML, or a number too long for Python
        raise SettingsError(f"{PROJECT_FILE} cannot be read: {cause}") from cause

    table = tool.get(TABLE, {}) if isinstance(tool, dict) else None
    if not isinstance(table, dict):
        raise SettingsError(f"{PROJECT_FILE} must contain a table [tool.{TABLE}].")

    return table
