"""Search the tables and members of the data model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from svcchat_magic.errors import NotFound, RequestRefused, SettingsError
from svcchat_magic.protocol.model_description import DescribedMember, DescribedTable, ModelDescription
from svcchat_magic.protocol.results import MetaResult
from svcchat_magic.protocol.transcript import Transcript
from svcchat_magic.semantic.search.entries import Entry
from svcchat_magic.semantic.search.member_index import MemberIndex
from svcchat_magic.semantic.search.member_search import index_of
from svcchat_magic.semantic.search.words import tokens

if TYPE_CHECKING:  # too slow to import for %load_ext
    from svcchat_magic.notebook.chats.kept_answers import KeptAnswer

_FROM_SEARCHES = "The service does not describe its model here. These members are from searches in this chat."


class KnownModel(NamedTuple):
    """The known tables; `note` says where they come from if the service did not describe them."""

    tables: tuple[DescribedTable, ...]
    note: str = ""
    questions: tuple[str, ...] = ()  # to begin with

    @property
    def is_described(self) -> bool:
        """Whether the types of members are known."""
        return not self.note


def known_model(describe: Callable[[], ModelDescription], kept: Iterable[KeptAnswer]) -> KnownModel:
    """The model as the service describes it, or else as its searches for this user showed it.

    Raises RequestRefused if nothing is known of the model, and what `describe` raises.
    """
    try:
        found = describe()
        return KnownModel(found.cubes, questions=found.questions)
    except (SettingsError, NotFound, RequestRefused) as reason:
        tables = tables_mentioned(each.answer.transcript for each in kept if not each.is_beside)
        if not tables:
            raise RequestRefused(
                f"The data model is not known yet: {reason} Ask a question first; it searches the model."
            ) from None

        return KnownModel(tables, _FROM_SEARCHES)


class FoundMember(NamedTuple):
    """A member with its table, and with other tables that describe it identically."""

    table: DescribedTable
    member: DescribedMember
    elsewhere: tuple[FoundMember, ...] = ()

    @property
    def tables(self) -> str:
        """The titles of all tables that have it."""
        return ", ".join(each.table.title for each in (self, *self.elsewhere) if each.table.title)


def members_found(tables: Iterable[DescribedTable], words: str) -> tuple[FoundMember, ...]:
    """The members that the words can mean, best first; every member without words."""
    members = [FoundMember(table, member) for table in tables for member in table.members]
    if not tokens(words):
        return _each_once(members)

    return _each_once(members[hit.number] for hit in _index(members).find(words))


def slips_in(tables: Iterable[DescribedTable], words: str) -> Mapping[str, str]:
    """The words that are read as typing slips, each with the word it is taken for."""
    return _index([FoundMember(table, member) for table in tables for member in table.members]).slips(words)


def tables_mentioned(transcripts: Iterable[Transcript]) -> tuple[DescribedTable, ...]:
    """The tables found by the model searches of these turns; only the names of their members are known."""
    members: dict[str, dict[str, None]] = {}
    for result in _searches(transcripts):
        for table in result.tables:
            members.setdefault(table, {})

        for name in result.members:
            members.setdefault(name.partition(".")[0] if "." in name else _UNNAMED, {})[name] = None

    return tuple(_mentioned(table, tuple(names)) for table, names in members.items() if table or names)


_UNNAMED = ""


def _index(members: Iterable[FoundMember]) -> MemberIndex:
    return index_of(tuple(_entry(found.table, found.member) for found in members))


def _entry(table: DescribedTable, member: DescribedMember) -> Entry:
    return Entry(
        table=table.name,
        name=member.name.rpartition(".")[2],
        kind="measure" if member.agg_type else "dimension",
        title=member.title,
        synonyms=member.synonyms,
        description=member.description,
        context=" ".join(table.lists_of(member.name)),
        table_words=f"{table.name} {table.title}",
        type=member.type,
        agg_type=member.agg_type,
    )


def _each_once(found: Iterable[FoundMember]) -> tuple[FoundMember, ...]:
    """Merge members that several tables describe identically, such as a view and its cube."""
    together: dict[object, list[FoundMember]] = {}
    for each in found:
        is_described = bool(each.member.description)  # a name alone may mean something else in each table
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
