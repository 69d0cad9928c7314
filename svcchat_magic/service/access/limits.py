"""How much of a service its callers may take; the account file's `[limits]` sets each."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in bytes, times in seconds; times are looked at once a second."""

    header_bytes: int = 32_768  # of a request line with its headers, else 431
    headers: int = 100  # of one request, else 431
    header_seconds: float = 10.0  # from connecting, or from a request's first byte, to the end of its headers
    body_bytes: int = 1_000_000  # of a request, else 413
    body_seconds: float = 30.0  # for a whole body to come, else 408
    write_seconds: float = 30.0  # for a reader who lets what is sent lie; then the connection is closed
    keep_alive_seconds: float = 15.0  # for the next request on a connection
    connections: int = 2_000  # at once; one more takes the place of the longest idle one, else 503
    question_characters: int = 10_000  # of one question, else 413
    answer_seconds: float = 120.0  # for a whole answer; it ends with a sentence
    analyst_processes: int = 2  # that read long questions; each is started when it is needed
    chart_processes: int = 2  # that lay out charts of pages; each is started when it is needed
    chart_seconds: float = 5.0  # for one chart; then it is refused, and its process is ended
    queries: int = 8  # run by the engine at once, for chats and the query API
    queries_per_key: int = 6  # of them, for one key, or for all pages; a user who has none may have one more
    queries_per_user: int = 2  # of them, for one user
    waiting_queries_per_user: int = 16  # for a slot, else 429; as many replies being read, and charts waiting
    query_seconds: float = 30.0  # for one query to run; it ends with an error
    spool_bytes: int = 64_000_000  # of one reply that wait for their reader, in a temporary file
    requests_per_key: int = 1_000  # answered at once for one key or page token, else 429; aborts do not count
