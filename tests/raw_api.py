"""Raw HTTP to a service: no client of ours, JSON as it stands on the wire."""

import http.client
import json
from urllib.parse import urlsplit

from tests.waiting import PATIENCE

EXTERNAL = {"externalId": "ada"}


def headers(service, **more):
    return {
        "Content-Type": "application/json",
        "Authorization": f"Api-Key {service.api_key.reveal()}",
        **more,
    }


def send(service, path, body, *, method="POST", given=None):
    """One request; the connection and its open response."""
    address = urlsplit(service.base_url)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=PATIENCE)
    payload = (
        json.dumps(body).encode() if isinstance(body, dict) else body
    )  # else bytes or pieces, as they are
    try:
        connection.request(method, path, payload, headers(service) if given is None else given)
        return connection, connection.getresponse()
    except BaseException:
        connection.close()  # or the collector finds it open in some later test, which then fails for it
        raise


def call(service, path, body, **options):
    """One request; its status, headers and whole body."""
    connection, response = send(service, path, body, **options)
    try:
        return response.status, response.headers, response.read()
    finally:
        response.close()  # it holds the socket where the service said that it closes the connection
        connection.close()


def chat_path(service):
    return urlsplit(service.chat_url).path


def abort_path(service):
    return chat_path(service).replace("/stream-chat-state", "/abort")


def ask(service, question, user=EXTERNAL, **more):
    """A whole turn's messages."""
    status, _, body = call(service, chat_path(service), {"input": question, "sessionSettings": user, **more})
    assert status == 200, body
    return lines(body)


def read(service, chat_id, user=EXTERNAL):
    status, _, body = call(service, chat_path(service), {"chatId": chat_id, "sessionSettings": user})
    assert status == 200, body
    return lines(body)


def abort(service, chat_id, **settings):
    body = {"chatId": chat_id, **({"sessionSettings": settings} if settings else {})}
    return call(service, abort_path(service), body)[0]


def open_turn(service, question, user=EXTERNAL, **more):
    """A turn that is read line by line: the connection, the response and its first message."""
    connection, response = send(
        service, chat_path(service), {"input": question, "sessionSettings": user, **more}
    )
    assert response.status == 200
    return connection, response, json.loads(response.readline())


def lines(body):
    assert body.endswith(b"\n")
    return [json.loads(line) for line in body.split(b"\n")[:-1]]


def chat_id_of(messages):
    return next(each["state"]["chatId"] for each in messages if each["id"] == "__cutoff__")
