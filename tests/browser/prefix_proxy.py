"""A proxy that serves an address under a path prefix, as JupyterHub puts services behind its own."""

import http.client
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit

PREFIX = "/user/ada/proxy/8000"
_NOT_PASSED_ON = {"connection", "transfer-encoding", "host"}


@contextmanager
def prefix_proxy(target: str) -> Iterator[str]:
    """The address under which `target` is served, prefix and all; it answers to nothing beside the prefix."""
    address = urlsplit(target)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _pass_on(self) -> None:
            if not self.path.startswith(f"{PREFIX}/"):
                self.send_error(404)
                return

            connection = http.client.HTTPConnection(address.hostname, address.port, timeout=30)
            try:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                given = {
                    name: value for name, value in self.headers.items() if name.lower() not in _NOT_PASSED_ON
                }
                connection.request(self.command, self.path.removeprefix(PREFIX), body, given)
                self._answer(connection.getresponse())
            finally:
                connection.close()

        def _answer(self, response: http.client.HTTPResponse) -> None:
            self.send_response_only(response.status)
            for name, value in response.getheaders():
                if name.lower() not in _NOT_PASSED_ON:
                    self.send_header(name, value)

            self.send_header("Connection", "close")
            self.end_headers()
            while chunk := response.read1(65536):
                self.wfile.write(chunk)
                self.wfile.flush()

            self.close_connection = True

        do_GET = do_POST = _pass_on  # noqa: N815 - the names that http.server calls

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{PREFIX}"
    finally:
        server.shutdown()
        server.server_close()
