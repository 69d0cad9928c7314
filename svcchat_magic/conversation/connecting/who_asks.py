"""Who asks, in words: with a key or a token, and as which user."""

from urllib.parse import urlsplit

from svcchat_magic.conversation.connecting.stored_key import stored_key
from svcchat_magic.credentials import UserToken
from svcchat_magic.protocol.messages import Usage
from svcchat_magic.protocol.visible_text import visible
from svcchat_magic.settings import ARGUMENT, Settings

_MOST_NAMED, _MOST_OF_A_NAME = 3, 80


def credential_text(settings: Settings) -> str:
    """Which of key and token is sent, and where it comes from; never what it is."""
    if not settings.chat_url:
        return "none: the embedded service needs no key"

    if settings.credential is None:
        stored = stored_key(settings)
        return "none" if stored is None else "API key in the keyring of this machine"

    is_token = isinstance(settings.credential, UserToken)
    source = settings.source("token" if is_token else "api_key").name
    place = "by %chat key or from Python" if source == ARGUMENT else f"in the {source}"
    if not is_token:
        return f"API key, given {place}"

    unused = "; the API key is not sent" if settings.api_key else ""
    return f"user's token in the header {settings.token_header}, given {place}{unused}"


def analyst_text(settings: Settings) -> str:
    """Who answers: the service's own analyst, or a language model of the embedded service."""
    if settings.chat_url:
        return "the service's analyst"

    if not settings.llm_model or settings.analyst == "offline":
        return "the built-in analyst, without a language model"

    first = "" if settings.analyst == "model" else "the built-in analyst, then "
    return f"{first}{settings.llm_model} at {urlsplit(settings.llm_url).hostname or 'no address'}"


def usage_text(usage: Usage | None) -> str:
    """Which language models an answer needed, and how much of them; empty if the service does not say."""
    if usage is None or usage.llm_calls is None:
        return ""

    if not usage.llm_calls:
        return "without a language model"

    named = usage.models if isinstance(usage.models, list | tuple) else ()
    names = (" ".join(visible(str(each)[:_MOST_OF_A_NAME]).split()) for each in named[:_MOST_NAMED])
    models = ", ".join(names) or "a language model"
    requests = "1 request" if usage.llm_calls == 1 else f"{usage.llm_calls:,} requests"
    read, written = usage.input_tokens, usage.output_tokens
    if read is None and written is None:
        return f"by {models}: {requests}, tokens not counted"

    cached = (usage.cache_read_tokens or 0) + (usage.cache_write_tokens or 0)
    counts = f"{(read or 0) + cached:,} tokens read, {written or 0:,} written"
    return f"by {models}: {requests}, {counts}"


def user_text(settings: Settings) -> str:
    """The user that the service answers as."""
    if settings.is_by_token:
        return "the token's own"

    return settings.internal_id or settings.external_id
