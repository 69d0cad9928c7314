"""What a refused request to a language model means, as a sentence that says what to do."""

import json
from contextlib import suppress

import httpx

from svcchat_magic.analyst.language_model.endpoint import LanguageModel
from svcchat_magic.analyst.language_model.failures import FailureKind, ModelFailed
from svcchat_magic.analyst.language_model.quirks import Quirks
from svcchat_magic.client.failures import TRANSPORT_FAILURES

_MOST_BYTES = 4_096
_MOST_SAID = 200
_TOO_LONG = ("context length", "context window", "too long", "too many tokens", "maximum context", "exceeds")


async def refusal_of(response: httpx.Response) -> str:
    """What a server says about its refusal: the message of its JSON, or its text."""
    content = b""
    with suppress(*TRANSPORT_FAILURES):  # cut short, it still says what it can
        async for chunk in response.aiter_bytes():
            content += chunk
            if len(content) >= _MOST_BYTES:
                break

    await response.aclose()
    text = content[:_MOST_BYTES].decode("utf-8", errors="replace")
    try:
        found = json.loads(text)
    except ValueError:
        return " ".join(text.split())

    error = found.get("error", found) if isinstance(found, dict) else found
    said = error.get("message", error) if isinstance(error, dict) else error
    return " ".join(str(said).split())


def status_failure(status: int, said: str, quirks: Quirks, model: LanguageModel) -> ModelFailed:
    """The failure of a refused request; `said` holds no key."""
    kind, sentence = _kind(status, said, quirks, model)
    return ModelFailed(kind, f"{sentence} It said: {said[:_MOST_SAID]}" if said else sentence)


def _kind(status: int, said: str, quirks: Quirks, model: LanguageModel) -> tuple[FailureKind, str]:
    host = model.address.host
    if status in (401, 403):
        return FailureKind.KEY, f"{host} does not accept the key of the language model."

    if status in (429, 503, 529):
        return FailureKind.BUSY, f"The language model at {host} is too busy; ask again in a moment."

    if quirks.has_no_tools:
        return FailureKind.NO_TOOLS, f"The language model {model.name} cannot call tools."

    if status == 413 or any(each in said.lower() for each in _TOO_LONG):
        return FailureKind.TOO_LONG, "The chat is too long for the language model."

    if status == 404:
        return FailureKind.REFUSED, f"{host} knows no language model {model.name}."

    if status in (400, 422):
        return FailureKind.REFUSED, f"{host} did not accept the request."

    return FailureKind.FAILED, f"The language model at {host} failed with status {status}."
