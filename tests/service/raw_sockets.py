"""Bytes to a service and back, below any HTTP client; and its connections' deadlines, brought forward."""

import json
import socket
from contextlib import closing
from urllib.parse import urlsplit

from tests.waiting import PATIENCE

SECONDS = 2 * PATIENCE  # a test that waits so long has failed; the growing deadlines are shorter


def connect(service, *, receive_bytes=None):
    """An open connection; a small `receive_bytes` makes a reader that soon holds the sender up."""
    address = urlsplit(service.base_url)
    opened = socket.socket()
    if receive_bytes:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)

    opened.settimeout(SECONDS)
    try:
        opened.connect((address.hostname, address.port))
    except OSError:
        opened.close()
        raise

    return opened


def exchange(service, sent):
    """Everything that comes back until the service closes the connection."""
    with closing(connect(service)) as opened:
        opened.sendall(sent)
        return everything(opened)


def everything(opened):
    received = bytearray()
    while True:
        try:
            piece = opened.recv(65536)
        except ConnectionResetError:
            return bytes(received)

        if not piece:
            return bytes(received)

        received += piece


def request(service, path="/health", method="GET", headers=(), body=b""):
    """A request's bytes, with the key."""
    lines = [
        f"{method} {path} HTTP/1.1",
        "Host: localhost",
        f"Authorization: Api-Key {service.api_key.reveal()}",
        *headers,
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def status_of(received):
    """The status line's number; 0 where nothing came."""
    return int(received.split(b" ", 2)[1]) if received else 0


def error_of(received):
    """The error object of a refusal, which must be whole."""
    headers, _, body = received.partition(b"\r\n\r\n")
    assert f"content-length: {len(body)}".encode() in headers.lower()
    return json.loads(body)["error"]
