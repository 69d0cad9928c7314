"""Limits per request, key and user; the account file's `[limits]` sets each."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in bytes, times in seconds; times are checked once a second."""

    header_bytes: int = 32_768  # of a request line with its headers, else 431
    headers: int = 100  # of one request, else 431
    header_seconds: float = 10.0  # from connecting, or from a request's first byte, to the end of its headers
    body_bytes: int = 1_000_000  # of a request, else 413
    body_seconds: float = 30.0  # for a whole body to arrive, else 408
    write_seconds: float = 30.0  # for a client that does not read; then the connection is closed
    keep_alive_seconds: float = 15.0  # for the next request on a connection
    connections: int = 2_000  # at once; one more replaces the longest idle one, else 503
    question_characters: int = 10_000  # of one question, else 413
    answer_seconds: float = 120.0  # for a whole answer; then it ends with a message
    analyst_processes: int = 2  # for long questions; started on demand
    chart_processes: int = 2  # for charts of pages; started on demand
    chart_seconds: float = 5.0  # for one chart; then it fails and its process is ended
    queries: int = 8  # running at once, for chats and the query API
    queries_per_key: int = 6  # of these, for one key or all pages; one more for a user without any
    queries_per_user: int = 2  # of these, for one user
    waiting_queries_per_user: int = (
        16  # waiting for a slot, else 429; also for replies being read and for charts
    )
    query_seconds: float = 30.0  # for one query; then it fails
    spool_bytes: int = 64_000_000  # of one reply, buffered in a temporary file for a slow client
    requests_per_key: int = 1_000  # in progress for one key or page token, else 429; aborts do not count
