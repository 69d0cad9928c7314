"""The connections of one client: the key on every request, certificates checked, nothing followed."""

import ssl
from collections.abc import Generator
from functools import cache
from urllib.request import getproxies

import httpx

from svcchat_magic.client.addresses import Address
from svcchat_magic.client.log_filter import LogFilter
from svcchat_magic.client.socket_transport import SocketTransport
from svcchat_magic.credentials import ApiKey, UserToken
from svcchat_magic.errors import SettingsError
from svcchat_magic.origins import origin_of
from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.settings import Settings
from svcchat_magic.trusted_origins import check_trust

_HEADERS = {"Content-Type": "application/json", "Accept-Encoding": "identity"}


class HttpClients:
    """An HTTP client for each origin, made when first needed; used from one event loop.

    No request leaves with a key or a token but through here. Raises SettingsError without either.
    """

    def __init__(self, settings: Settings) -> None:
        if settings.credential is None:
            raise SettingsError(
                "There is no API key; set SVCCHAT_API_KEY, or SVCCHAT_TOKEN, in the environment."
            )

        self._settings = settings
        self._credential = settings.credential
        self._made: dict[str, httpx.AsyncClient] = {}
        self._logs = LogFilter(KeyRedaction(self._credential))

    def to(self, address: Address) -> httpx.AsyncClient:
        """The client for this address; it is asked for with every request, as trust may have been revoked.

        Raises SettingsError for an address that the key may not go to, or where the environment allows for
        no client.
        """
        check_trust(self._settings, address.setting)
        self._check_binding(address)
        if address.origin not in self._made:
            auth = _Authorization(self._credential, self._settings.token_header, address.origin)
            self._made[address.origin] = usable_client(address, auth)
            self._logs.add()

        return self._made[address.origin]

    async def close(self) -> None:
        """Close every connection."""
        for http in self._made.values():
            await http.aclose()

        self._made.clear()
        self._logs.remove()

    def _check_binding(self, address: Address) -> None:
        only_for = self._credential.only_for
        if only_for is not None and address.origin not in only_for:
            raise SettingsError(
                f"The key in the keyring was not stored for {address.origin}. "
                "To send it there too, store it again with %chat key --store."
            )


class _Authorization(httpx.Auth):
    """Adds the key or the token to each request as it leaves, so that no client or default header holds it.

    A request to any other origin than the one it was made for is not sent (5).
    """

    def __init__(self, credential: ApiKey | UserToken, token_header: str, origin: str) -> None:
        self._credential = credential
        self._token_header = token_header
        self._origin = origin

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        if origin_of(str(request.url)) != self._origin:
            raise SettingsError(f"A request to another address than {self._origin} was not sent.")

        is_usual = isinstance(self._credential, ApiKey) or self._token_header.lower() == "authorization"
        if is_usual:
            request.headers["Authorization"] = self._credential.header_value()
        else:
            request.headers[self._token_header] = self._credential.reveal()

        yield request


def usable_client(address: Address, auth: httpx.Auth) -> httpx.AsyncClient:
    """A client for this address alone.

    Errors never show the environment's proxy address, which may contain a password.
    """
    try:
        return _http_client(address, auth)
    except OSError:
        problem = "The certificates in SSL_CERT_FILE or SSL_CERT_DIR cannot be read; correct or unset it."
    except ImportError:
        problem = 'HTTPS_PROXY or ALL_PROXY names a SOCKS proxy, which needs: pip install "httpx[socks]"'
    except (ValueError, httpx.InvalidURL):
        problem = (
            "HTTPS_PROXY or ALL_PROXY is not a proxy address; write it like http://proxy.example.com:3128."
        )

    raise SettingsError(problem)


def _http_client(address: Address, auth: httpx.Auth) -> httpx.AsyncClient:
    tls = _tls() if address.is_encrypted else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    may_use_proxy = not address.is_loopback  # it could not reach this machine, but would see the key
    return httpx.AsyncClient(
        auth=auth,
        headers=_HEADERS,
        verify=tls,
        transport=None if may_use_proxy and _has_proxy() else SocketTransport(tls),
        trust_env=may_use_proxy,
        follow_redirects=False,
        timeout=None,  # deadlines.py holds every wait to its limit
        # Kept connections save little between questions and fail when the other side has closed them.
        limits=httpx.Limits(max_keepalive_connections=0),
    )


def _has_proxy() -> bool:
    return bool(getproxies().keys() & {"http", "https", "all"})


@cache
def _tls() -> ssl.SSLContext:
    """The certificates to trust, loaded once: that is nearly all that building a client costs."""
    return httpx.create_ssl_context()
