"""Which tables and members a search of the model finds, and where they are known from."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from svcchat_magic.conversation.close_words import close_word
from svcchat_magic.errors import NotFound, RequestRefused, SettingsError
from svcchat_magic.protocol.model_description import DescribedMember, DescribedTable, ModelDescription
from svcchat_magic.protocol.results import MetaResult
from svcchat_magic.protocol.transcript import Transcript

if TYPE_CHECKING:  # importing it costs what %load_ext may not
    from svcchat_magic.notebook.chats.kept_answers import KeptAnswer

_FROM_SEARCHES = "The service does not describe its model here. These members are from searches in this chat."


class KnownModel(NamedTuple):
    """The tables that are known; `note` says from where, when it is not the service's own description."""

    tables: tuple[DescribedTable, ...]
    note: str = ""

    @property
    def is_described(self) -> bool:
        """Whether the types of members are known."""
        return not self.note


def known_model(describe: Callable[[], ModelDescription], kept: Iterable[KeptAnswer]) -> KnownModel:
    """The model as the service describes it; where it does not, what its searches for this user held.

    Raises RequestRefused where nothing is known of the model, and what else `describe` can raise.
    """
    try:
        return KnownModel(describe().cubes)
    except (SettingsError, NotFound, RequestRefused) as reason:
        tables = tables_mentioned(each.answer.transcript for each in kept if not each.is_beside)
        if not tables:
            raise RequestRefused(
                f"The data model is not known yet: {reason} Ask a question first; it searches the model."
            ) from None

        return KnownModel(tables, _FROM_SEARCHES)


class FoundMember(NamedTuple):
    """A member with the table that it was found in, and the others that describe it in the same words."""

    table: DescribedTable
    member: DescribedMember
    elsewhere: tuple[FoundMember, ...] = ()

    @property
    def tables(self) -> str:
        """The titles of all tables that have it."""
        return ", ".join(each.table.title for each in (self, *self.elsewhere) if each.table.title)


def members_found(tables: Iterable[DescribedTable], words: str) -> tuple[FoundMember, ...]:
    """The members that contain every word: those with it in their own name first, then by their table's.

    Words are looked for at the beginnings of words, whatever their case and accents.
    """
    wanted = _plain(words).split()
    ranked = [
        (rank, FoundMember(table, member))
        for table in tables
        for member in table.members
        if (rank := _rank(table, member, wanted)) is not None
    ]
    return _each_once(found for _, found in sorted(ranked, key=lambda each: each[0]))


def words_meant(tables: Sequence[DescribedTable], words: str) -> str:
    """The words with each that nothing is found for as the name nearest to it; nothing if none is."""
    names = " ".join(
        _words(table.title, member.title, member.name.rpartition(".")[2], *member.synonyms)
        for table in tables
        for member in table.members
    ).split()
    wanted = _plain(words).split()
    meant = " ".join(
        word if members_found(tables, word) else close_word(word, names, _LIKENESS) or word for word in wanted
    )
    return meant if meant.split() != wanted and members_found(tables, meant) else ""


def tables_mentioned(transcripts: Iterable[Transcript]) -> tuple[DescribedTable, ...]:
    """The tables that the model searches of these turns held; of members only names are known."""
    members: dict[str, dict[str, None]] = {}
    for result in _searches(transcripts):
        for table in result.tables:
            members.setdefault(table, {})

        for name in result.members:
            members.setdefault(name.partition(".")[0] if "." in name else _UNNAMED, {})[name] = None

    return tuple(_mentioned(table, tuple(names)) for table, names in members.items() if table or names)


_UNNAMED = ""
_LIKENESS = 0.75  # a model has so many words that one of them is somewhat like any other


def _each_once(found: Iterable[FoundMember]) -> tuple[FoundMember, ...]:
    """What several tables describe in the same words, as a view does what it takes from a cube, as one."""
    together: dict[object, list[FoundMember]] = {}
    for each in found:
        is_described = bool(each.member.description)  # a name alone may mean another thing in each table
        words = each.member.of_no_table if is_described else (each.table.name, each.member)
        together.setdefault(words, []).append(each)

    return tuple(first._replace(elsewhere=tuple(others)) for first, *others in together.values())


def _searches(transcripts: Iterable[Transcript]) -> Iterator[MetaResult]:
    for transcript in transcripts:
        for tool in transcript.tools:
            if isinstance(tool.outcome, MetaResult):
                yield tool.outcome


def _mentioned(table: str, names: Sequence[str]) -> DescribedTable:
    members = tuple(
        DescribedMember(name=name, title=_title(name.rpartition(".")[2]), description="", type="string")
        for name in names
    )
    return DescribedTable(name=table, type="view", title=_title(table), description="", members=members)


def _title(name: str) -> str:
    return name.replace("_", " ").strip().capitalize()


def _rank(table: DescribedTable, member: DescribedMember, wanted: Sequence[str]) -> int | None:
    own = _words(member.title, member.name.rpartition(".")[2], *member.synonyms)
    about = _words(member.description)
    of_table = _words(table.title, table.name)
    places = [own, own + about, own + about + of_table]
    return next(
        (rank for rank, text in enumerate(places) if all(f" {word}" in text for word in wanted)), None
    )


def _words(*texts: str) -> str:
    return " " + _plain(" ".join(texts))


def _plain(text: str) -> str:
    """Lower case without accents, words with one space between them."""
    letters = unicodedata.normalize("NFKD", text).casefold()
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[\W_]+", " ", bare).split())
