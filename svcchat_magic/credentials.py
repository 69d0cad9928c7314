"""What a request authenticates with: an API key or a user's token, in values that do not show themselves."""

import re
from collections.abc import Callable
from typing import ClassVar, NoReturn

from svcchat_magic.errors import KeyUnusable


class Credential:
    """A secret that does not show itself: not in repr, str, vars, pickles or tracebacks' locals.

    `only_for` are the origins that it may be sent to; None leaves that to where the addresses come from.
    Raises KeyUnusable, which names the length only, for what cannot be sent in a header.
    """

    __slots__ = ("_reveal", "only_for")

    kind: ClassVar[str] = "credential"
    prefix: ClassVar[str] = ""
    longest: ClassVar[int] = 512

    def __init__(self, text: str, *, only_for: frozenset[str] | None = None) -> None:
        if not isinstance(text, str):
            raise KeyUnusable(f"The {self.kind} must be text.")

        secret = text.strip().removeprefix(self.prefix).strip()
        if not re.fullmatch(rf"[\x21-\x7e]{{8,{self.longest}}}", secret, re.ASCII):
            raise KeyUnusable(
                f"The {self.kind} ({len(secret)} characters) cannot be used: "
                f"it must have 8 to {self.longest:,} visible ASCII characters."
            )

        self._reveal: Callable[[], str] = lambda: secret
        self.only_for = only_for

    def reveal(self) -> str:
        """The secret itself, for the header of a request alone."""
        return self._reveal()

    def header_value(self) -> str:
        """The value of the Authorization header (5)."""
        return f"{self.prefix}{self.reveal()}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Credential) or type(other) is not type(self):
            return NotImplemented

        import hmac  # brings OpenSSL, for which %load_ext has no time

        return hmac.compare_digest(self.reveal(), other.reveal())

    def __hash__(self) -> int:
        return hash(self.reveal())

    def __repr__(self) -> str:
        return f"{type(self).__name__}(***)"

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"The {self.kind} cannot be pickled or copied.")


class ApiKey(Credential):
    """The API key of an account."""

    __slots__ = ()

    kind = "API key"
    prefix = "Api-Key "


class UserToken(Credential):
    """A user's own token, sent in place of an API key: the service answers as that user."""

    __slots__ = ()

    kind = "user's token"
    prefix = "Bearer "
    longest = 8_192


class ModelKey(Credential):
    """The key of a language model's provider."""

    __slots__ = ()

    kind = "language model's key"
    longest = 4_096
