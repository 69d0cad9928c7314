"""The origin of an address: what a key is given for, and kept to."""

import hashlib
import ipaddress
from urllib.parse import urlsplit

from svcchat_magic.errors import SettingsError

_PORTS = {"http": 80, "https": 443}
_HASH_DIGITS = 32


def is_http(address: str) -> bool:
    """Whether it is an address of HTTP, and not a database's."""
    return address.strip().lower().startswith(("http:", "https:"))


def origin_of(address: str) -> str:
    """Scheme, host and port of an http address; a port that goes without saying is left out.

    A database's address may name its host in many places, and may hold a password: it is its scheme, and a
    hash of the whole. Hosts differ by a trailing dot, because a machine may look them up differently.
    Raises SettingsError for what is no address.
    """
    url = address.strip()
    if not is_http(url):
        digest = hashlib.sha256(url.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_DIGITS]
        return f"{url.partition(':')[0]}:{digest}"

    try:
        parts = urlsplit(url)
        host, port = _host(parts.hostname or ""), parts.port
    except ValueError:
        host, port = "", None

    if not host:
        raise SettingsError("An address in the settings has no host.")

    scheme = parts.scheme.lower()
    return f"{scheme}://{host}" if port in (None, _PORTS[scheme]) else f"{scheme}://{host}:{port}"


def _host(host: str) -> str:
    """The host in one spelling: lower case, an IPv6 address as short as it can be."""
    return f"[{ipaddress.ip_address(host).compressed}]" if ":" in host else host.lower()
