"""Questions to begin with, made from a model: each is one that the analyst reads."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from svcchat_magic.analyst.language.answer_words import answer_words
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.suggestions import questions
from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.query.query import Rows
from svcchat_magic.semantic.search.value_lists import FoundValue, ValueSearch


def starter_questions(model: Model, today: date) -> tuple[str, ...]:
    """Up to three questions about what a user may see; none for an empty model."""
    return model.derived.get("starter questions", lambda: tuple(_read_ones(model, today)))


def _read_ones(model: Model, today: date) -> Iterator[str]:
    reader = Reader(_NoData(model), today)
    if not reader.catalog.concepts:
        return

    for question in questions(reader, answer_words()):
        if reader.read_tokens(tokens_of(question), {}).is_sure:
            yield question


@dataclass(slots=True)
class _NoData:
    """The tools of an analyst that only reads."""

    model: Model

    def search(self, _words: str) -> tuple[dict[str, object], ...]:
        return ()

    async def run_sql(self, _sql: str) -> Rows:
        raise QueryRefused("There is no data here.")

    async def values(self, _member: str) -> tuple[str, ...]:
        return ()

    async def find_values(self, _search: ValueSearch) -> tuple[FoundValue, ...]:
        return ()
