"""Callers who want all of a service for themselves: run as a program by `hostile_crowd`.

`python -m tests.campaigns.hostile_callers KIND COUNT ADDRESSES` prints a line once it has begun, does it
until its input is closed, and then prints how each of its requests ended as one line of JSON.
"""

import http.client
import json
import os
import socket
import sys
import threading
import time
from collections import Counter
from urllib.parse import urlsplit

PAUSE = 0.2  # seconds, after a refusal or an answer
SECONDS = 60
LONGEST = ("why did revenue fall in march and not in april for the web channel, a " * 200)[:10_000]
CONDITIONS = " OR ".join(f"word = 'number {number}'" for number in range(290))
QUERIES = {
    "slow_sql": "SELECT MEASURE(total) FROM endless",
    "sql_text": f"SELECT n FROM numbers WHERE {CONDITIONS}",
    "export": "SELECT n, word FROM numbers",
    "slow_rows": "SELECT n, word FROM numbers",
}
QUESTIONS = {"longest": LONGEST, "too_long": LONGEST * 20, "slow_chat": "Revenue by month in 2024"}
KINDS = (*QUESTIONS, *QUERIES, "half_body")
PROPER = {  # how each may end
    "longest": {"200 whole", "waited", "429"},
    "too_long": {"413"},
    "slow_chat": {"left", "200 cut", "429"},
    "slow_sql": {"400 too long", "waited", "429"},
    "sql_text": {"200 whole", "waited", "429", "400 too long"},
    "export": {"200 whole", "200 too long", "400 too long", "waited", "429"},
    "slow_rows": {"left", "200 cut", "400", "waited", "429"},
    "half_body": {"408", "left", "cut"},
}


def body_of(kind: str) -> bytes:
    asked = {"query": QUERIES[kind]} if kind in QUERIES else {"input": QUESTIONS.get(kind, LONGEST)}
    return json.dumps({**asked, "sessionSettings": {"externalId": f"hostile-{kind}"}}).encode()


class Hostile:
    """So many connections of one kind."""

    def __init__(self, kind: str, addresses: dict[str, str]) -> None:
        self.kind = kind
        self.outcomes: Counter[str] = Counter()
        self.stopped = threading.Event()
        self._address = urlsplit(addresses["query_url" if kind in QUERIES else "chat_url"])
        self._body = body_of(kind)

    def go_on(self) -> None:
        once = self._stand if self.kind in ("slow_rows", "slow_chat", "half_body") else self._ask
        while not self.stopped.is_set():
            try:
                outcome = once()
            except TimeoutError:
                outcome = "waited"  # behind their own: they have more connections than shares
            except (OSError, http.client.HTTPException) as cause:
                outcome = "left" if self.stopped.is_set() else f"cut {type(cause).__name__}"

            self.outcomes[outcome] += 1
            self.stopped.wait(PAUSE)

    def _ask(self) -> str:
        connection = http.client.HTTPConnection(self._address.netloc, timeout=SECONDS)
        try:
            connection.request("POST", self._address.path, self._body, headers())
            response = connection.getresponse()
            last = b""
            while piece := response.read1(1_000_000):
                last = (last + piece)[-2_000:]
                if self.stopped.is_set():
                    return "left"
        finally:
            connection.close()

        if b"took longer than" in last:
            return f"{response.status} too long"

        return "200 whole" if response.status == 200 else str(response.status)

    def _stand(self) -> str:
        """Send half, or all and read nothing, until the service has had enough."""
        given = "".join(f"{name}: {text}\r\n" for name, text in headers().items())
        head = f"POST {self._address.path} HTTP/1.1\r\nHost: localhost\r\n{given}"
        head += f"Content-Length: {len(self._body)}\r\n\r\n"
        sent = self._body[: len(self._body) // 2] if self.kind == "half_body" else self._body
        with socket.socket() as opened:
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            opened.settimeout(SECONDS)
            opened.connect((self._address.hostname, self._address.port))
            opened.sendall(head.encode() + sent)
            if self.stopped.wait(SECONDS / 2):
                return "left"

            opened.settimeout(10.0)
            first = opened.recv(64)
            return first[9:12].decode() if first[9:12] != b"200" else "200 cut"


def headers() -> dict[str, str]:
    return {"Content-Type": "application/json", "Authorization": f"Api-Key {os.environ['SVCCHAT_API_KEY']}"}


def main() -> None:
    kinds, count, addresses = sys.argv[1].split(","), int(sys.argv[2]), json.loads(sys.argv[3])
    crowd = [Hostile(kind, addresses) for kind in kinds]
    threads = [threading.Thread(target=each.go_on, daemon=True) for each in crowd for _ in range(count)]
    for thread in threads:
        thread.start()

    print("begun", flush=True)
    sys.stdin.read()
    for each in crowd:
        each.stopped.set()

    until = time.monotonic() + 1.0  # the connections of those who wait longer are closed by the program's end
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))

    print(json.dumps({each.kind: each.outcomes for each in crowd}), flush=True)


if __name__ == "__main__":
    main()
