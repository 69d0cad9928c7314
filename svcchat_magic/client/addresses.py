"""Where requests go: the chat address, and the two that are derived from settings (1, 4)."""

import ipaddress
import re
from dataclasses import dataclass, replace
from urllib.parse import SplitResult, unquote, urlsplit

from svcchat_magic.errors import SettingsError
from svcchat_magic.origins import is_http, origin_of
from svcchat_magic.settings import Settings

CHAT_ENDING = "/stream-chat-state"
ABORT_ENDING = "/abort"
QUERY_ENDING = "/sql"
META_ENDING = "/meta"
SESSION_PATH = "/api/v1/embed/generate-session"
_AGENT = re.compile(rf"/agents/([^/?#]+)/chat{CHAT_ENDING}$")
_MAX_LENGTH = 2_000
# Two readers of one address may disagree about anything outside this set.
_PLAIN = re.compile(r"[A-Za-z0-9\-._~:/\[\]!$&'()*+,;=%]+", re.ASCII)
_LABEL = re.compile(r"[A-Za-z0-9_-]{1,63}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Address:
    """An address that requests may be sent to; `setting` is the one that it was made of."""

    url: str
    host: str
    is_loopback: bool
    setting: str

    @property
    def is_encrypted(self) -> bool:
        """Whether it is reached by TLS."""
        return self.url.lower().startswith("https:")

    @property
    def origin(self) -> str:
        """Scheme, host and port: what a key is kept to."""
        return origin_of(self.url)

    def with_ending(self, old: str, new: str) -> "Address":
        """The address beside it, whose path ends otherwise."""
        return replace(self, url=self.url.removesuffix(old) + new)


def chat_address(settings: Settings) -> Address:
    """The chat endpoint (4.1); raises SettingsError when it is not valid or not allowed."""
    address = _address("chat_url", settings)
    if not address.url.endswith(CHAT_ENDING):
        raise SettingsError(f"The chat address must end with {CHAT_ENDING}; copy the agent's Chat API URL.")

    return address


def abort_address(settings: Settings) -> Address:
    """The abort endpoint (4.2): the chat address with its last part replaced."""
    return chat_address(settings).with_ending(CHAT_ENDING, ABORT_ENDING)


def session_address(settings: Settings) -> Address:
    """The generate-session endpoint on the account host (4.3)."""
    if not settings.base_url:
        raise SettingsError(
            "Set SVCCHAT_BASE_URL, the address of the account host, to create embed sessions."
        )

    base = _address("base_url", settings)
    return replace(base, url=base.url.rstrip("/") + SESSION_PATH)


def agent_in(chat_url: str) -> str:
    """The agent's id in a chat address (2.1); empty when it names none."""
    found = _AGENT.search(chat_url.strip())
    return unquote(found[1]) if found else ""


def query_address(settings: Settings) -> Address:
    """The query API's endpoint, which loads all rows of a result."""
    return _address("query_url", settings)


def meta_address(settings: Settings) -> Address:
    """The endpoint that describes the data model, beside the query API's.

    Raises SettingsError if there is none; then only tool results describe the model.
    """
    url = settings.query_url.strip()
    if not is_http(url) or not url.endswith(QUERY_ENDING):
        raise SettingsError(
            f"The data model's address is derived from the query address, which must end with {QUERY_ENDING}."
        )

    return query_address(settings).with_ending(QUERY_ENDING, META_ENDING)


def address_of(setting: str, settings: Settings) -> Address:
    """The address of any setting that has one of HTTP, held to the rules for it."""
    return chat_address(settings) if setting == "chat_url" else _address(setting, settings)


def _address(setting: str, settings: Settings) -> Address:
    name = f"{setting.removesuffix('_url')} address"
    url = str(getattr(settings, setting))
    return checked_address(name, url, allow_http=settings.allow_http, setting=setting)


def checked_address(name: str, url: str, *, allow_http: bool, setting: str = "") -> Address:
    """An address that requests may be sent to; raises SettingsError, which calls it by its name."""
    url = url.strip()
    parts = _split(name, url)
    host = (parts.hostname or "").lower()
    if parts.username is not None or parts.password is not None or "@" in parts.netloc:
        raise SettingsError(f"The {name} must not hold a user name or password.")

    if not _is_host(host):
        raise SettingsError(f"The {name} has no host.")

    loopback = is_loopback(host)
    if parts.scheme == "http" and not (loopback or allow_http):
        raise SettingsError(
            f"The {name} must start with https:// because {host} is not this machine; "
            "set SVCCHAT_ALLOW_HTTP=true if the network is trusted."
        )

    return Address(url, host, loopback, setting)


def _split(name: str, url: str) -> SplitResult:
    readable = len(url) <= _MAX_LENGTH and _PLAIN.fullmatch(url.replace("@", ""))
    if not readable:
        raise SettingsError(f"The {name} is not a plain address: no spaces, no query, ASCII only.")

    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as cause:
        raise SettingsError(f"The {name} is not a valid address.") from cause

    if parts.scheme not in {"http", "https"} or port == 0:
        raise SettingsError(f"The {name} must start with https:// (or http:// for this machine).")

    return parts


def _is_host(host: str) -> bool:
    if ":" in host:  # an IPv6 address, which urlsplit has checked is in brackets
        return _ip(host) is not None

    return len(host) <= 253 and all(_LABEL.fullmatch(label) for label in host.removesuffix(".").split("."))


def is_loopback(host: str) -> bool:
    """Whether the host is this machine by its name alone; nothing is looked up."""
    found = _ip(host)
    if found is not None:
        return found.is_loopback

    name = host.removesuffix(".").lower()
    return name == "localhost" or name.endswith(".localhost")


def _ip(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
