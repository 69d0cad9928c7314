"""What an analyst is: it gets a question and two tools, and answers in events."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from svcchat_magic.analyst.events import Event
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.query.query import Rows
from svcchat_magic.semantic.search.value_lists import FoundValue, ValueSearch


class Tools(Protocol):
    """What an analyst may do, each call bound to the user who asks: what a tool refuses no analyst can do."""

    model: Model  # the model as this user may see it

    def search(self, words: str) -> tuple[dict[str, object], ...]:
        """Tables and members that match, in the shape of section 2.5."""

    async def run_sql(self, sql: str) -> Rows:
        """Run semantic SQL.

        Raises QueryRefused when the semantic layer does not accept it, EngineError when it fails.
        """

    async def values(self, member: str) -> tuple[str, ...]:
        """The distinct values of a string dimension (`table.name`) that this user may see, at most 1,000."""

    async def find_values(self, search: ValueSearch) -> Sequence[FoundValue]:
        """The values that this user may see and a search finds, whole ones first; raises as `run_sql`."""


@dataclass(frozen=True, slots=True)
class EarlierAnswer:
    """A turn of the same chat, for an analyst that reads the chat itself."""

    question: str
    queries: tuple[str, ...]  # in semantic SQL
    answer: str


@dataclass(frozen=True, slots=True)
class Task:
    """One question with what is needed to answer it."""

    question: str
    today: date  # what relative time is read against
    remembered: bytes = b""  # what the turn before left (`Remembered`); empty in a new chat
    rules: str = ""  # what the account tells this agent to keep to, in words
    earlier: tuple[EarlierAnswer, ...] = ()  # oldest first; given to a language model alone
    explain: bool = False  # whether thoughts are to name every stage of the reading
    not_understood: str = ""  # what another analyst said that could not answer


class Analyst(Protocol):
    """Answers questions; deterministic or a language model."""

    def answer(self, task: Task, tools: Tools) -> AsyncIterator[Event]:
        """The events of one turn, in order. Closing the iterator cancels the work."""
