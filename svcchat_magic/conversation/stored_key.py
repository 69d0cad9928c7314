"""The API key in the system's keyring: used when a real one is there, written only on request."""

from importlib.util import find_spec
from types import ModuleType
from urllib.parse import urlsplit

from svcchat_magic.errors import KeyUnusable, SettingsError
from svcchat_magic.settings import ApiKey, Settings

_SERVICE = "svcchat-magic"


def stored_key(settings: Settings) -> ApiKey | None:
    """The key kept for the service of these settings; None without one, or without a keyring."""
    keyring = _keyring()
    if keyring is None or not settings.chat_url:
        return None

    try:
        found = keyring.get_password(_SERVICE, _account(settings))
        return ApiKey(found) if found else None
    except (keyring.errors.KeyringError, KeyUnusable):
        return None  # locked, or not a key: the settings then say that there is none


def store_key(settings: Settings, key: ApiKey) -> None:
    """Keep the key for the service of these settings; raises SettingsError where that cannot be done."""
    keyring = _keyring()
    if keyring is None and find_spec("keyring") is None:
        raise SettingsError(
            'To store the key: pip install "svcchat-magic[keyring]"; or keep it in the environment as '
            "SVCCHAT_API_KEY."
        )

    if keyring is None:
        raise SettingsError(
            "There is no keyring on this machine; keep the key in the environment as SVCCHAT_API_KEY."
        )

    try:
        keyring.set_password(_SERVICE, _account(settings), key.reveal())
    except keyring.errors.KeyringError:
        failed = True  # raised outside of the handler: the cause's frames hold the key
    else:
        failed = False

    if failed:
        raise SettingsError("The keyring did not take the key; unlock it, or set SVCCHAT_API_KEY.")


def forget_key(settings: Settings) -> bool:
    """Take the key out of the keyring; whether one was there."""
    keyring = _keyring()
    if keyring is None:
        return False

    try:
        keyring.delete_password(_SERVICE, _account(settings))
        return True
    except keyring.errors.KeyringError:
        return False


def _account(settings: Settings) -> str:
    return urlsplit(settings.chat_url).netloc.rpartition("@")[2] or "embedded"


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
