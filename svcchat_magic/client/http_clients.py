"""The connections of one client: the key on every request, certificates checked, nothing followed."""

import ssl
from collections.abc import Generator
from functools import cache

import httpx

from svcchat_magic.client.addresses import Address
from svcchat_magic.client.log_filter import LogFilter
from svcchat_magic.errors import SettingsError
from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.settings import ApiKey

_HEADERS = {"Content-Type": "application/json", "Accept-Encoding": "identity"}


class HttpClients:
    """An HTTP client for each kind of address, made when first needed; used from one event loop."""

    def __init__(self, key: ApiKey) -> None:
        self._key = key
        self._made: dict[tuple[bool, bool], httpx.AsyncClient] = {}
        self._logs = LogFilter(KeyRedaction(key))

    def to(self, address: Address) -> httpx.AsyncClient:
        """The client for this address; raises SettingsError where the environment allows for none."""
        kind = (address.is_encrypted, address.is_loopback)
        if kind not in self._made:
            self._logs.add()
            self._made[kind] = _usable_client(address, self._key)

        return self._made[kind]

    async def close(self) -> None:
        """Close every connection."""
        for http in self._made.values():
            await http.aclose()

        self._made.clear()
        self._logs.remove()


class _KeyAuth(httpx.Auth):
    """Adds the key to each request as it leaves, so that no client or default header holds it (5)."""

    def __init__(self, key: ApiKey) -> None:
        self._key = key

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        request.headers["Authorization"] = f"Api-Key {self._key.reveal()}"
        yield request


def _usable_client(address: Address, key: ApiKey) -> httpx.AsyncClient:
    """The client; what is wrong with the environment's proxy is told without it: it may hold a password."""
    try:
        return _http_client(address, key)
    except OSError:
        problem = "The certificates that SSL_CERT_FILE or SSL_CERT_DIR names cannot be read; set or unset it."
    except ImportError:
        problem = 'HTTPS_PROXY or ALL_PROXY names a SOCKS proxy, which needs: pip install "httpx[socks]"'
    except (ValueError, httpx.InvalidURL):
        problem = "HTTPS_PROXY or ALL_PROXY names no proxy; it has to be like http://proxy.example.com:3128."

    raise SettingsError(problem)


def _http_client(address: Address, key: ApiKey) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        auth=_KeyAuth(key),
        headers=_HEADERS,
        verify=_tls() if address.is_encrypted else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
        trust_env=not address.is_loopback,  # a proxy could not reach this machine, but would see the key
        follow_redirects=False,
        timeout=None,  # deadlines.py holds every wait to its limit
        # Kept connections save little between questions and fail when the other side has closed them.
        limits=httpx.Limits(max_keepalive_connections=0),
    )


@cache
def _tls() -> ssl.SSLContext:
    """The certificates to trust, loaded once: that is nearly all that building a client costs."""
    return httpx.create_ssl_context()
