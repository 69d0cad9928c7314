"""The user of a token, as far as it is known here: chats and recordings belong to a user."""

import base64
import hashlib
import hmac
import json
import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

from svcchat_magic.credentials import UserToken
from svcchat_magic.errors import SettingsError
from svcchat_magic.user_folder import user_folder

_SECRET_BYTES = 32
_SECRET_FILE = "recordings.secret"


def user_of(token: UserToken) -> str:
    """The subject that a token of JSON names, unchecked; else a digest of the token itself."""
    parts = token.reveal().split(".")
    subject = _subject(parts[1]) if len(parts) == 3 else ""
    return subject or "token:" + hashlib.sha256(token.reveal().encode("ascii")).hexdigest()


def hashed_user(token: UserToken, file: Path | None = None) -> str:
    """The user of a token as a digest that says nothing to who has not this user's own secret.

    Raises SettingsError where that secret cannot be kept.
    """
    place = file or user_folder() / _SECRET_FILE
    try:
        secret = _secret(place)
    except OSError as cause:
        raise SettingsError(f"The secret in {place} cannot be used: {cause.strerror}.") from cause

    return hmac.new(secret, user_of(token).encode(), hashlib.sha256).hexdigest()[:32]


def _subject(part: str) -> str:
    try:
        claims = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    except (ValueError, RecursionError):  # no token of that form
        return ""

    if not isinstance(claims, dict) or not isinstance(claims.get("sub"), str | int) or claims["sub"] == "":
        return ""

    return "subject:" + json.dumps([claims.get("iss"), claims["sub"]], sort_keys=True)


def _secret(file: Path) -> bytes:
    """The bytes in the file. Creates it if missing; of two concurrent writers, one wins."""
    with suppress(FileNotFoundError):  # the first one makes it, below
        return file.read_bytes()

    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, beside = tempfile.mkstemp(prefix=".", dir=file.parent)  # for its owner alone
    try:
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(secrets.token_bytes(_SECRET_BYTES))

        with suppress(FileExistsError):  # another process was first: its secret counts
            os.link(beside, file)

    finally:
        os.unlink(beside)

    return file.read_bytes()
