"""Talks to a service: the only room that opens a connection.

The way of a request: `chat_client` (or `row_loader`) -> `addresses` -> `exchange` (sent, and sent again
by `retries`) -> `http_clients` (the key, certificates) -> the socket; and back by `line_stream` (or
`row_stream`), each wait held by `deadlines`, whatever goes wrong told by `failures`.
"""
