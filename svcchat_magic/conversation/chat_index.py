"""The chats that were opened on this machine, by name (decisions/chats-of-this-machine)."""

import re
import sqlite3
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from svcchat_magic.conversation.close_words import close_words
from svcchat_magic.conversation.connecting.token_user import hashed_user
from svcchat_magic.errors import RequestRefused, SettingsError
from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.protocol.visible_text import visible
from svcchat_magic.settings import Settings
from svcchat_magic.user_folder import make_private, user_folder

_NAME_CHARACTERS = 32
_UNFIT = re.compile(r"[^a-z0-9]+")
_SHORTEST_PREFIX = 4  # of an id
_MOST_OFFERED = 3
_SHOWN_CHARACTERS = 40
_TABLE = """
CREATE TABLE IF NOT EXISTS chats (
    service TEXT NOT NULL, user TEXT NOT NULL, chat_id TEXT NOT NULL, name TEXT NOT NULL,
    first_question TEXT NOT NULL, last_at TEXT NOT NULL, questions INTEGER NOT NULL,
    PRIMARY KEY (service, user, chat_id), UNIQUE (service, user, name))
"""


@dataclass(frozen=True, slots=True)
class KnownChat:
    """A chat of one user; `last_at` is when its last question was asked, in ISO 8601 and UTC."""

    chat_id: str
    name: str
    first_question: str
    last_at: str
    questions: int


class ChatIndex:
    """The chats of one user with one service, kept in a file that only its owner can read.

    Every method but `note` raises SettingsError when the file cannot be used.
    """

    def __init__(self, settings: Settings, user: str = "", file: Path | None = None) -> None:
        self._redaction = KeyRedaction(settings.credential)
        self._service = settings.chat_url or "embedded"
        self._user = user
        self._settings = settings
        self._file = file

    def note(self, chat_id: str, question: str) -> str:
        """Note a question of a chat; the first one names the chat.

        Returns a warning if the list could not be saved, and raises nothing: the answer is there anyway.
        """
        try:
            self._note(chat_id, self._redaction.text(question))
        except SettingsError as error:
            return str(error)

        return ""

    def _note(self, chat_id: str, question: str) -> None:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        with self._opened() as connection:
            known = connection.execute(
                "UPDATE chats SET last_at = ?, questions = questions + 1"
                " WHERE service = ? AND user = ? AND chat_id = ?",
                (now, *self._whose, chat_id),
            )
            if not known.rowcount:
                name = self._free_name(connection, name_of(question))
                connection.execute(
                    "INSERT INTO chats VALUES (?, ?, ?, ?, ?, ?, 1)",
                    (*self._whose, chat_id, name, question[:_KEPT_CHARACTERS], now),
                )

    def chats(self) -> tuple[KnownChat, ...]:
        """All of them, the newest first."""
        with self._opened() as connection:
            rows = connection.execute(
                "SELECT chat_id, name, first_question, last_at, questions FROM chats"
                " WHERE service = ? AND user = ? ORDER BY last_at DESC, rowid DESC",
                self._whose,
            ).fetchall()

        return tuple(KnownChat(*row) for row in rows)

    def chat_id(self, text: str) -> str:
        """The chat of that name or id, or the only one whose name or id begins so; else an id from elsewhere.

        Raises RequestRefused when several chats begin so, or it is a name mistyped.
        """
        known = self.chats()
        if exact := [chat for chat in known if text == chat.chat_id or _words_of(text) == chat.name]:
            return exact[0].chat_id

        begun = [chat for chat in known if _begins(chat, text)]
        if len(begun) > 1:
            raise RequestRefused(
                f"Several chats begin with {_quoted(text)}: {_listed(begun)}. Type more of the name."
            )

        if not begun and (near := _near(text, [chat.name for chat in known])):
            raise RequestRefused(f"No chat named {_quoted(text)}. Did you mean {_either(near)}?")

        if not begun and len(text.split()) > 1:
            raise RequestRefused(f"No chat named {_quoted(text)}. %chat list shows them.")

        return begun[0].chat_id if begun else text

    def name(self, chat_id: str) -> str:
        """The chat's name, or its id where it has none here."""
        return next((chat.name for chat in self.chats() if chat.chat_id == chat_id), chat_id)

    def rename(self, chat_id: str, name: str) -> str:
        """Give a chat another name; the name as it is kept is returned.

        Raises RequestRefused for a name that is taken or of which nothing can be kept, or a chat that is not
        known here.
        """
        wanted = _words_of(name)
        if not wanted:
            raise RequestRefused(
                "A chat name consists of the letters a to z, digits and hyphens. Choose another name."
            )

        with self._opened() as connection:
            try:
                changed = connection.execute(
                    "UPDATE chats SET name = ? WHERE service = ? AND user = ? AND chat_id = ?",
                    (wanted, *self._whose, chat_id),
                )
            except sqlite3.IntegrityError:
                raise RequestRefused(
                    f"A chat named {wanted!r} already exists; choose another name."
                ) from None

            if not changed.rowcount:
                raise RequestRefused("This chat is not known on this machine; ask a question in it first.")

        return wanted

    @property
    def _whose(self) -> tuple[str, str]:
        settings = self._settings
        own = "" if settings.user_token is None else hashed_user(settings.user_token)
        return self._service, self._user or own or settings.internal_id or settings.external_id

    def _free_name(self, connection: sqlite3.Connection, wanted: str) -> str:
        taken = {
            name
            for (name,) in connection.execute(
                "SELECT name FROM chats WHERE service = ? AND user = ?", self._whose
            )
        }
        return next(name for name in _candidates(wanted) if name not in taken)

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """The file in one transaction; several kernels may write it."""
        file = self._file or user_folder() / "chats.sqlite"
        try:
            make_private(file)
            connection = sqlite3.connect(file, timeout=_BUSY_SECONDS)
            try:
                connection.execute(_TABLE)
                with connection:
                    yield connection
            finally:
                connection.close()

        except (sqlite3.DatabaseError, OSError) as cause:
            raise SettingsError(f"The list of chats in {file} cannot be used: {cause}.") from cause


_BUSY_SECONDS = 2.0
_KEPT_CHARACTERS = 500


def name_of(question: str) -> str:
    """The first words of a question as a name: lower case, words joined by hyphens."""
    return _words_of(question) or "chat"


def _begins(chat: KnownChat, text: str) -> bool:
    is_id = len(text) >= _SHORTEST_PREFIX and chat.chat_id.startswith(text)
    words = _words_of(text)
    return is_id or (bool(words) and chat.name.startswith(words))


def _near(text: str, names: Sequence[str]) -> list[str]:
    """The names that hold the text, then those that are spelled nearly so."""
    words = _words_of(text)
    holding = [name for name in names if words and words in name]
    found = dict.fromkeys((*holding, *close_words(words or text, names, most=_MOST_OFFERED)))
    return list(found)[:_MOST_OFFERED]


def _quoted(text: str) -> str:
    return f'"{visible(text, _SHOWN_CHARACTERS)}"'


def _either(names: Sequence[str]) -> str:
    return " or ".join(map(_quoted, names))


def _listed(chats: Sequence[KnownChat]) -> str:
    more = len(chats) - _MOST_OFFERED
    names = [chat.name for chat in chats[:_MOST_OFFERED]]
    return ", ".join([*names, *([f"{more} more"] if more > 0 else [])])


def _words_of(question: str) -> str:
    plain = unicodedata.normalize("NFKD", question[:_KEPT_CHARACTERS]).encode("ascii", "ignore").decode()
    words = _UNFIT.sub("-", plain.lower()).strip("-")
    if len(words) > _NAME_CHARACTERS:
        words = words[: _NAME_CHARACTERS + 1].rpartition("-")[0] or words[:_NAME_CHARACTERS]

    return words


def _candidates(wanted: str) -> Iterator[str]:
    yield wanted
    for number in count(2):
        yield f"{wanted}-{number}"
