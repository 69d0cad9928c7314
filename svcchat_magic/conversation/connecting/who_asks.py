"""Who asks, in words: with a key or a token, and as which user."""

from urllib.parse import urlsplit

from svcchat_magic.conversation.connecting.stored_key import stored_key
from svcchat_magic.credentials import UserToken
from svcchat_magic.settings import ARGUMENT, Settings


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


def user_text(settings: Settings) -> str:
    """The user that the service answers as."""
    if settings.is_by_token:
        return "the token's own"

    return settings.internal_id or settings.external_id
