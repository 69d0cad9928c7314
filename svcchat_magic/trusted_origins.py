"""Which projects a key may go to: origins that the user has trusted, each for one folder's file.

An address from a file is used only by the user who trusted it: a project that was copied from elsewhere
would have the key sent to wherever it likes. What is trusted is kept in the user's own folder.
"""

import json
import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from svcchat_magic.errors import SettingsError
from svcchat_magic.origins import origin_of
from svcchat_magic.ownership import others_can_write
from svcchat_magic.project_file import PROJECT_FILE, shown_path
from svcchat_magic.settings import Settings, setting_fields
from svcchat_magic.user_folder import user_folder

_MAX_BYTES = 20_000
# No link is followed, no pipe waited for, and no byte changed, as far as the system knows these.
_AS_IT_IS = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))


class Trusted(NamedTuple):
    """An origin that addresses in one folder's file may have."""

    folder: str
    origin: str


class TrustedOrigins:
    """One file for each of them, for its owner alone: kernels that write at once cannot lose one."""

    def __init__(self, place: Path | None = None) -> None:
        self._place = place

    def add(self, trusted: Trusted) -> None:
        """Trust it from now on; raises SettingsError where that cannot be kept."""
        place = self._folder()
        try:
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            _write(place / _file_name(trusted), _content(trusted))
        except OSError as cause:
            raise SettingsError(
                f"The list of trusted addresses cannot be saved in {place}: {cause.strerror}."
            ) from cause

    def remove(self, trusted: Trusted) -> None:
        """Trust it no longer; raises SettingsError where that cannot be done."""
        file = self._folder() / _file_name(trusted)
        try:
            file.unlink(missing_ok=True)
        except OSError as cause:
            raise SettingsError(f"{file} cannot be removed: {cause.strerror}.") from cause

    def holds(self, trusted: Trusted) -> bool:
        """Whether the user trusted this very origin in this very folder."""
        return _read(self._folder() / _file_name(trusted)) == _content(trusted)

    def all(self) -> tuple[Trusted, ...]:
        """All of them, by folder."""
        place = self._folder()
        files = sorted(place.glob("*.json")) if place.is_dir() else []
        found = (_trusted(_read(file)) for file in files)
        return tuple(sorted(each for each in found if each is not None and self.holds(each)))

    def _folder(self) -> Path:
        return self._place or user_folder() / "trusted"


def is_trusted(settings: Settings, setting: str) -> bool:
    """Whether a key may go to the address of this setting; not, where that cannot be found out."""
    folder = settings.source(setting).folder
    if not folder:
        return True

    try:
        return TrustedOrigins().holds(Trusted(folder, origin_of(getattr(settings, setting))))
    except SettingsError:  # no address, or a user without a folder
        return False


def check_trust(settings: Settings, setting: str) -> None:
    """Raise SettingsError, naming the command that trusts it, for an address that no key may go to."""
    if is_trusted(settings, setting):
        return

    folder, origin = shown_path(settings.source(setting).folder), origin_of(getattr(settings, setting))
    variables = {each.name: each.metadata["variable"] for each in setting_fields()}
    raise SettingsError(
        f"{PROJECT_FILE} in {folder} sets {setting} to {origin}, which you have not trusted; to send your "
        f"key there, run svcchat trust in that folder, or %chat trust in a notebook, "
        f"or set {variables[setting]}."
    )


def trust_text(settings: Settings, setting: str) -> str:
    """Where an address comes from and, where that is a file, whether a key may go to it."""
    source = settings.source(setting)
    if not source.folder:
        return source.name

    said = "trusted" if is_trusted(settings, setting) else "not trusted; run svcchat trust or %chat trust"
    return f"{source.name} in {shown_path(source.folder)}, {said}"


def _file_name(trusted: Trusted) -> str:
    from hashlib import sha256  # brings OpenSSL, which is not needed where no file names an address

    return sha256(_content(trusted)).hexdigest() + ".json"


def _content(trusted: Trusted) -> bytes:
    return json.dumps(trusted._asdict(), sort_keys=True).encode("ascii")


def _trusted(content: bytes) -> Trusted | None:
    try:
        found = json.loads(content)
        return Trusted(found["folder"], found["origin"])
    except (ValueError, KeyError, TypeError):  # a damaged entry trusts nothing
        return None


def _read(file: Path) -> bytes:
    """The content of the file; nothing if there is none or others could have written it."""
    try:
        descriptor = os.open(file, os.O_RDONLY | _AS_IT_IS)
        with os.fdopen(descriptor, "rb") as opened:
            status = os.fstat(opened.fileno())
            if not stat.S_ISREG(status.st_mode) or others_can_write(status, str(file)):
                return b""

            return opened.read(_MAX_BYTES)
    except OSError:
        return b""


def _write(file: Path, content: bytes) -> None:
    """Write beside, then rename: no half of a file is ever read."""
    descriptor, beside = tempfile.mkstemp(prefix=".", dir=file.parent)  # for its owner alone
    try:
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(content)

        os.replace(beside, file)
    except BaseException:  # an interrupt too must leave nothing behind
        with suppress(OSError):
            os.unlink(beside)

        raise
