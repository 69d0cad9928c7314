"""A proxy that serves an address under a path prefix, as JupyterHub puts services behind its own.

Like the one that hubs use, it passes the browser's Host on, and holds an answer back until it is whole unless
an event stream was asked for.
"""

import http.client
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from urllib.parse import urlsplit

from tests.waiting import PATIENCE

PREFIX = "/user/ada/proxy/8000"
_NOT_PASSED_ON = {"connection", "transfer-encoding", "host"}
_LAST_CHUNK = b"0\r\n\r\n"
_STREAMED = "text/event-stream"


class PrefixProxy(ThreadingHTTPServer):
    """Listens; `cut` breaks off answers that are on their way, as a network does.

    `hold_after` is text behind whose line an answer stands still until it is cut. With `cuts_regularly` half
    an answer looks whole, as behind a proxy that was cut off itself.
    """

    daemon_threads = True
    hold_after = b""
    cuts_regularly = False

    def __init__(self, handler: type[BaseHTTPRequestHandler]) -> None:
        self.answering: dict[socket.socket, str] = {}  # what each connection asked for
        self.held = Event()
        self._cut = Event()
        super().__init__(("127.0.0.1", 0), handler)

    @property
    def base(self) -> str:
        """The address under which the target is served."""
        return f"http://127.0.0.1:{self.server_port}{PREFIX}"

    def cut(self, path: str) -> int:
        """End the connections with answers from such a path that are not whole; how many they were."""
        lost = [each for each, asked in tuple(self.answering.items()) if asked.endswith(path)]
        for each in lost:
            if self.cuts_regularly:
                each.sendall(_LAST_CHUNK)

            each.shutdown(socket.SHUT_RDWR)

        self._cut.set()
        return len(lost)

    def hold(self) -> None:
        """Stand still until the connection is cut, then give it up."""
        self.held.set()
        self._cut.wait(PATIENCE)
        raise ConnectionAbortedError


@contextmanager
def prefix_proxy(target: str, host: str = "") -> Iterator[str]:
    """The address under which `target` is served, prefix and all; it answers to nothing beside the prefix.

    `host` is the name that the browser would know it by.
    """
    with cutting_proxy(target, host) as proxy:
        yield proxy.base


@contextmanager
def cutting_proxy(target: str, host: str = "") -> Iterator[PrefixProxy]:
    """The same, with the proxy itself."""
    address = urlsplit(target)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _pass_on(self) -> None:
            if not self.path.startswith(f"{PREFIX}/"):
                self.send_error(404)
                return

            connection = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
            server.answering[self.connection] = self.path
            try:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                given = {
                    name: value for name, value in self.headers.items() if name.lower() not in _NOT_PASSED_ON
                }
                if host:
                    given["Host"] = host

                connection.request(self.command, self.path.removeprefix(PREFIX), body, given)
                self._answer(connection.getresponse())
            except OSError:  # the browser has left, or was cut off
                self.close_connection = True
            finally:
                server.answering.pop(self.connection)
                connection.close()

        def _answer(self, response: http.client.HTTPResponse) -> None:
            self.send_response_only(response.status)
            for name, value in response.getheaders():
                if name.lower() not in _NOT_PASSED_ON:
                    self.send_header(name, value)

            self.send_header("Connection", "close")
            is_stream = response.length is None  # in chunks, so that one can see where it was cut
            if is_stream:
                self.send_header("Transfer-Encoding", "chunked")

            self.end_headers()
            as_it_comes = self.headers["accept"] == _STREAMED
            while chunk := response.read1(65536) if as_it_comes else response.read():
                is_held = server.hold_after and server.hold_after in chunk
                if is_held:
                    chunk = chunk[: chunk.index(b"\n", chunk.index(server.hold_after)) + 1]

                self.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk) if is_stream else chunk)
                self.wfile.flush()
                if is_held:
                    server.hold()

            if is_stream:
                self.wfile.write(_LAST_CHUNK)

            self.close_connection = True

        do_GET = do_POST = _pass_on  # noqa: N815 - the names that http.server calls

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = PrefixProxy(Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
