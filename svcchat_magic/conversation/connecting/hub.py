"""A kernel on a hub: the browser is elsewhere, and reaches a port here through the Jupyter server."""

import importlib.util
import os
from urllib.parse import urlsplit

_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
NEEDS_PROXY = "to open it from a hub, install jupyter-server-proxy beside Jupyter"


def is_on_hub() -> bool:
    """Whether JupyterHub, or Binder, which is built on it, has started this kernel."""
    return bool(_prefix())


def page_address(base_url: str, path: str) -> tuple[str, str]:
    """Where a browser finds a page of the service at `base_url`; with a note on what that needs, if anything.

    On a hub, a service of this machine is below the user's own path, under the hub's host name.
    """
    found = urlsplit(base_url)
    address = f"{base_url.rstrip('/')}/{path}"
    if not is_on_hub() or found.hostname not in _LOOPBACK:
        return address, ""

    if importlib.util.find_spec("jupyter_server_proxy") is None:
        return address, NEEDS_PROXY

    return f"{_prefix().rstrip('/')}/proxy/{found.port}/{path}", ""


def _prefix() -> str:
    return os.environ.get("JUPYTERHUB_SERVICE_PREFIX", "")
