"""Questions with SQL that the owner of a model vouches for."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CertifiedQuery:
    """A question, other ways to ask it, and the semantic SQL that answers it."""

    name: str  # of its file, without the ending
    question: str
    also: tuple[str, ...]
    description: str
    sql: str
