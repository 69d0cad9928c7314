"""The embeddable chat page: its HTML with security headers, and its files.

Responses differ only in the nonce. The address of each file contains a version computed from the contents of
all files, so a browser can cache them forever and never mixes two releases.
"""

import asyncio
import gzip
import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from functools import cached_property
from html import escape
from pathlib import Path
from string import Template
from types import MappingProxyType

from starlette.responses import Response

from svcchat_magic.errors import NotFound
from svcchat_magic.service.http.http_errors import SAFE_HEADERS

FILES = Path(__file__).parents[2] / "embed"
PAGE = "chat.html"
LATER = "vendor/vega.js"  # loaded with the first chart
_NONCE_BYTES = 16
_TYPES: Mapping[str, str] = MappingProxyType(
    {".js": "text/javascript", ".css": "text/css", ".txt": "text/plain"}
)
_KEPT_HEADERS: Mapping[str, str] = MappingProxyType(
    {
        **SAFE_HEADERS,
        "Cache-Control": "public, max-age=31536000, immutable",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Vary": "Accept-Encoding",
    }
)


class EmbedPage:
    """The page for one account; `origins` are the sites that may embed it."""

    def __init__(self, origins: Sequence[str]) -> None:
        self._origins = tuple(origins)
        self._zipped: dict[str, bytes] = {}

    def response(self) -> Response:
        """The page, with a new nonce."""
        nonce = secrets.token_urlsafe(_NONCE_BYTES)
        origins = json.dumps(self._origins)
        html = self._template.substitute(
            nonce=nonce, version=self.version, origins=escape(origins), preloads=self._preloads(nonce)
        )
        headers = {
            **SAFE_HEADERS,
            "Content-Security-Policy": _policy(nonce, self._origins),
            "Referrer-Policy": "no-referrer",
        }
        return Response(html, headers=headers, media_type="text/html")

    async def asset(self, version: str, name: str, *, accepts_gzip: bool) -> Response:
        """A file of the page. Raises NotFound for an unknown name or version."""
        media_type = _TYPES.get(Path(name).suffix)
        if version != self.version or name not in self._files or media_type is None:
            raise NotFound("The page has no such file in this version.", status=404)

        if not accepts_gzip:
            return Response(self._files[name], headers=dict(_KEPT_HEADERS), media_type=media_type)

        if name not in self._zipped:
            self._zipped[name] = await asyncio.to_thread(gzip.compress, self._files[name], mtime=0)

        headers = {**_KEPT_HEADERS, "Content-Encoding": "gzip"}
        return Response(self._zipped[name], headers=headers, media_type=media_type)

    def _preloads(self, nonce: str) -> str:
        """Preload links for all scripts except those of charts; imports would load them one by one."""
        names = sorted(name for name in self._files if name.endswith(".js") and name != LATER)
        return "\n".join(
            f'<link rel="modulepreload" href="assets/{self.version}/{name}" nonce="{nonce}">'
            for name in names
        )

    @cached_property
    def version(self) -> str:
        """A hash of all files."""
        digest = hashlib.sha256()
        for name, content in sorted(self._files.items()):
            digest.update(f"{name}\0{len(content)}\0".encode() + content)

        return digest.hexdigest()[:16]

    @cached_property
    def _files(self) -> Mapping[str, bytes]:
        return {
            file.relative_to(FILES).as_posix(): file.read_bytes()
            for file in FILES.rglob("*")
            if file.is_file()
        }

    @cached_property
    def _template(self) -> Template:
        return Template(self._files[PAGE].decode())


def _policy(nonce: str, origins: Sequence[str]) -> str:
    """The Content-Security-Policy; with Trusted Types, scripts cannot turn text into markup."""
    framed_by = " ".join("'self'" if origin == "self" else origin for origin in origins) or "'none'"
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'nonce-{nonce}'",
            f"style-src 'nonce-{nonce}'",
            "img-src data: blob:",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            f"frame-ancestors {framed_by}",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    )
