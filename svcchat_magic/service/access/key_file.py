"""The API keys of an account file, as hashes in a separate file beside it.

People write the account file, with comments, and may share it. This file is written by the program alone and
readable only by its owner. A running service notices every change: a revoked key is refused from the next
request on.
"""

import hashlib
import json
import logging
import os
import secrets
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from svcchat_magic.errors import SettingsError
from svcchat_magic.settings import ApiKey

MAX_LABEL = 80
_RANDOM_BYTES = 32
_HEAD = "# API keys as SHA-256 hashes; written by: svcchat account key new | revoke | list\n"

log = logging.getLogger("svcchat_magic.service")


@dataclass(frozen=True, slots=True)
class StoredKey:
    """One stored key; times are ISO 8601 in UTC."""

    id: str
    label: str
    sha256: str  # in hexadecimal
    made: str
    revoked: str = ""


def keys_beside(account_file: Path) -> Path:
    """The key file of an account file: `shop.keys.toml` for `shop.toml`."""
    return account_file.with_name(f"{account_file.stem}.keys.toml")


def keys_of(account_file: Path) -> Path:
    """The key file of an existing account; raises SettingsError if neither file exists."""
    keys = keys_beside(account_file)
    if not (account_file.exists() or keys.exists()):
        raise no_account_file(account_file)

    return keys


def no_account_file(file: Path) -> SettingsError:
    """The error for a missing account file."""
    return SettingsError(f"No account file {file}. Name yours with --account-file.")


def read_keys(file: Path) -> tuple[StoredKey, ...]:
    """The keys in order; none if there is no file. Raises SettingsError for an invalid file."""
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8")).get("keys", [])
        keys = tuple(StoredKey(**each) for each in found)
        well_formed = all(len(bytes.fromhex(each.sha256)) == hashlib.sha256().digest_size for each in keys)
    except FileNotFoundError:
        return ()
    except (
        OSError,
        UnicodeDecodeError,
        tomllib.TOMLDecodeError,
        TypeError,
        ValueError,
        AttributeError,
    ) as cause:
        raise SettingsError(
            f"The key file {file.name} cannot be read. Change it only with: svcchat account key."
        ) from cause

    if not well_formed:
        raise SettingsError(
            f"The key file {file.name} has an invalid hash. Change it only with: svcchat account key."
        )

    return keys


def add_key(file: Path, label: str, now: str) -> tuple[StoredKey, ApiKey]:
    """Create a random key and store its hash; the key itself is not available again."""
    if len(label) > MAX_LABEL or not label.isprintable():
        raise SettingsError(f"A label has at most {MAX_LABEL} printable characters.")

    key = ApiKey(f"svc_{secrets.token_urlsafe(_RANDOM_BYTES)}")
    digest = hashlib.sha256(key.reveal().encode("ascii")).hexdigest()
    stored = StoredKey(secrets.token_hex(4), label, digest, now)
    with _Writing(file) as writing:
        writing.write((*read_keys(file), stored))

    return stored, key


def revoke_key(file: Path, key_id: str, now: str) -> StoredKey:
    """Revoke a key. Raises SettingsError for an id that is unknown or already revoked."""
    with _Writing(file) as writing:
        keys = read_keys(file)
        found = next((each for each in keys if each.id == key_id), None)
        if found is None or found.revoked:
            raise SettingsError(f"No key {key_id!r} to revoke. List the keys with: svcchat account key list.")

        revoked = replace(found, revoked=now)
        writing.write(tuple(revoked if each is found else each for each in keys))

    return revoked


class KeyFile:
    """The hashes that a service accepts; the file is read again when it changes."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seen: tuple[int, ...] | None = ()
        self._hashes: tuple[bytes, ...] = ()

    def hashes(self) -> tuple[bytes, ...]:
        """The hashes of keys that are not revoked; none while the file cannot be read."""
        seen = self._stamp()
        if seen != self._seen:
            self._hashes = self._read()
            self._seen = seen

        return self._hashes

    def _read(self) -> tuple[bytes, ...]:
        try:
            keys = read_keys(self._file)
        except SettingsError as cause:
            log.error("no key of the account file is accepted: %s", cause)  # noqa: TRY400  the message is enough
            return ()

        return tuple(bytes.fromhex(each.sha256) for each in keys if not each.revoked)

    def _stamp(self) -> tuple[int, ...] | None:
        try:
            found = self._file.stat()
        except OSError:  # missing; reading it says so
            return None

        return found.st_mtime_ns, found.st_size, found.st_ino


class _Writing:
    """One change of the file, written beside it and then moved into place; concurrent changes are refused."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._new = file.with_name(f"{file.name}.new")
        self._is_ours = True  # the new file; once it is in place another command may create one

    def __enter__(self) -> "_Writing":
        try:
            self._open = os.open(self._new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError as cause:
            raise SettingsError(
                f"Another command is changing the keys. If none is running, remove {self._new.name}."
            ) from cause
        except OSError as cause:
            raise SettingsError(
                f"{self._new.name} cannot be written. Check the permissions of its folder."
            ) from cause

        return self

    def write(self, keys: Sequence[StoredKey]) -> None:
        """Replace the keys; if the new ones cannot be written, the old ones stay."""
        try:
            rest = "\n".join((_HEAD, *map(_as_toml, keys))).encode()
            while rest:  # a nearly full disk may accept only a part, shown by the returned length
                rest = rest[os.write(self._open, rest) :]

            os.fsync(self._open)
            self._new.replace(self._file)
        except OSError as cause:
            raise SettingsError(
                f"{self._file.name} cannot be written: {cause.strerror}. Its keys are unchanged."
            ) from cause

        self._is_ours = False

    def __exit__(self, *_: object) -> None:
        os.close(self._open)
        if self._is_ours:
            self._new.unlink(missing_ok=True)


def _as_toml(key: StoredKey) -> str:
    fields = ("id", "label", "sha256", "made", "revoked")
    lines = (f"{name} = {json.dumps(getattr(key, name))}" for name in fields)
    return "\n".join(("[[keys]]", *lines, ""))
