"""A product's site that shows another page in a frame, and notes what that page tells it."""

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class FramingSite:
    """`origin` is where it is; it frames the address it was given last."""

    def __init__(self) -> None:
        self.origin = ""
        self.html = b""

    def frame(self, address: str, attributes: str = "") -> None:
        """Show this address in a frame with such attributes."""
        self.html = (
            '<!doctype html><html lang="en"><title>Product</title><link rel="icon" href="data:,">'
            "<script>addEventListener('message', (event) => { globalThis.told = event.data; })</script>"
            f'<iframe {attributes} title="Chat" width="800" height="600" src="{escape(address)}"></iframe>'
        ).encode()


@contextmanager
def framing_site() -> Iterator[FramingSite]:
    """A site on a port of its own, which makes it an origin of its own."""
    site = FramingSite()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(site.html)))
            self.end_headers()
            self.wfile.write(site.html)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site.origin = f"http://127.0.0.1:{server.server_port}"
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
