"""The API key in the system's keyring: used when a real one is there, written only on request.

It is kept once for each origin that it may be sent to, and a key that is read here is sent to no other.
"""

from contextlib import suppress
from importlib.util import find_spec
from types import ModuleType

from svcchat_magic.errors import SettingsError
from svcchat_magic.origins import is_http, origin_of
from svcchat_magic.settings import ADDRESSES, ApiKey, Settings
from svcchat_magic.trusted_origins import check_trust, is_trusted

_SERVICE = "svcchat-magic"


def stored_key(settings: Settings) -> ApiKey | None:
    """The key kept for the service of these settings; None without one, or without a keyring."""
    keyring = _keyring()
    if keyring is None or not is_http(settings.chat_url):
        return None

    try:
        if not is_trusted(settings, "chat_url"):
            return None

        first, *others = _origins(settings)
        found = keyring.get_password(_SERVICE, first)
        same = [other for other in others if found and keyring.get_password(_SERVICE, other) == found]
        return ApiKey(found, only_for=frozenset((first, *same))) if found else None
    except (keyring.errors.KeyringError, SettingsError):
        return None  # locked, or not a key: the settings then say that there is none


def store_key(settings: Settings, key: ApiKey) -> tuple[str, ...]:
    """Store the key for the addresses of these settings; returns their origins.

    Raises SettingsError where that cannot be done.
    """
    keyring = _keyring()
    if keyring is None and find_spec("keyring") is None:
        raise SettingsError(
            'To store the key: pip install "svcchat-magic[keyring]", or set it in the environment as '
            "SVCCHAT_API_KEY."
        )

    if keyring is None:
        raise SettingsError("This machine has no keyring; set SVCCHAT_API_KEY in the environment instead.")

    if not is_http(settings.chat_url):
        raise SettingsError("A key is stored per service; set chat_url first.")

    check_trust(settings, "chat_url")
    origins = _origins(settings)
    try:
        for origin in origins:
            keyring.set_password(_SERVICE, origin, key.reveal())
    except keyring.errors.KeyringError:
        failed = True  # raised outside of the handler: the cause's frames hold the key
    else:
        failed = False

    if failed:
        raise SettingsError("The keyring rejected the key; unlock it, or set SVCCHAT_API_KEY.")

    return origins


def forget_key(settings: Settings) -> bool:
    """Take the key out of the keyring; whether one was there."""
    keyring = _keyring()
    if keyring is None or not is_http(settings.chat_url):
        return False

    was_there = False
    for origin in _origins(settings):
        with suppress(keyring.errors.KeyringError):  # it has none for this one
            keyring.delete_password(_SERVICE, origin)
            was_there = True

    return was_there


def _origins(settings: Settings) -> tuple[str, ...]:
    """Where a key may go by these settings, the chat address first; a database takes no key."""
    named = [(name, str(getattr(settings, name))) for name in ADDRESSES]
    found = [(name, origin_of(address)) for name, address in named if is_http(address)]
    trusted = (origin for name, origin in found if is_trusted(settings, name))
    return tuple(dict.fromkeys(trusted))


def _keyring() -> ModuleType | None:
    """The keyring package where it is installed and has somewhere to keep a key."""
    try:
        import keyring
        import keyring.backends.fail
        import keyring.errors
    except ImportError:
        return None

    is_real = not isinstance(keyring.get_keyring(), keyring.backends.fail.Keyring)
    return keyring if is_real else None
