"""The OpenAPI description of the API: its routes with the schemas of their bodies."""

import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import version
from typing import Any

from starlette.routing import BaseRoute, Route

from svcchat_magic.protocol.api_schemas import api_schemas
from svcchat_magic.service.http.openapi_operations import OPERATIONS, Body, Operation

OPENAPI_PATH = "/openapi.json"
_PARAMETERS: Mapping[str, dict[str, Any]] = {
    "account": {"name": "accountName", "description": "Account identifier (2.1)."},
    "agent": {"name": "agentId", "description": "Identifier of the agent (2.1)."},
}
_SCHEMES = {
    "ApiKey": {
        "type": "apiKey",
        "in": "header",
        "name": "Authorization",
        "description": "`Authorization: Api-Key <API_KEY>` (5).",
    },
    "PageToken": {
        "type": "apiKey",
        "in": "header",
        "name": "Authorization",
        "description": "`Authorization: Session <token>`, the token that a page got for its embed session.",
    },
}
_NOTHING_KNOWN = Operation("")


def openapi_document(routes: Iterable[BaseRoute]) -> dict[str, Any]:
    """OpenAPI 3.1 for these routes; a route missing from `OPERATIONS` is listed without details."""
    paths: dict[str, dict[str, Any]] = {}
    for path, method, _ in operations_of(routes):
        operation = OPERATIONS.get((method, path), _NOTHING_KNOWN)
        paths.setdefault(documented_path(path), {})[method.lower()] = _operation(path, method, operation)

    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Conversational analytics chat and embed session API",
            "version": version("svcchat-magic"),
            "description": "Version 1, as the path says (9). Fields that are not known are ignored.",
        },
        "paths": paths,
        "components": {"schemas": api_schemas(), "securitySchemes": _SCHEMES},
    }


def operations_of(routes: Iterable[BaseRoute]) -> Iterator[tuple[str, str, Route]]:
    """Each path and method, without HEAD, which GET implies."""
    for route in routes:
        if isinstance(route, Route):
            for method in sorted((route.methods or set()) - {"HEAD"}):
                yield route.path, method, route


def documented_path(path: str) -> str:
    """The path with the contract's parameter names (2.1)."""
    return re.sub(r"{(\w+)(?::\w+)?}", lambda found: "{" + _named(found[1]) + "}", path)


def _named(parameter: str) -> str:
    return str(_PARAMETERS.get(parameter, {}).get("name", parameter))


def _operation(path: str, method: str, about: Operation) -> dict[str, Any]:
    found = {
        "operationId": about.name or f"{method.lower()} {path}",
        "summary": about.summary,
        "parameters": [*_path_parameters(path), *map(dict, about.parameters)],
        "security": [{scheme: []} for scheme in about.security],
        "responses": {
            **{str(status): _reply(body, status) for status, body in about.replies.items()},
            "default": _reply(Body("ErrorReply", "application/json"), 0),
        },
    }
    if about.request:
        found["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": _schema(about.request)}},
        }

    return found


def _path_parameters(path: str) -> list[dict[str, Any]]:
    return [
        {"in": "path", "required": True, "schema": {"type": "string"}, "name": each}
        | _PARAMETERS.get(each, {})
        for each in re.findall(r"{(\w+)", path)
    ]


def _reply(body: Body, status: int) -> dict[str, Any]:
    described: dict[str, Any] = {"description": body.description or _MEANINGS.get(status, "A refusal (7).")}
    if body.media_type:
        schema = _schema(body.schema) if body.schema else {}
        described["content"] = {each: {"schema": schema} for each in body.media_type.split(", ")}

    return described


def _schema(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


_MEANINGS: Mapping[int, str] = {200: "It is answered.", 204: "It is done; there is nothing to say."}
