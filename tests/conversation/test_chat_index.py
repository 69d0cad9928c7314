"""The chats of this machine, by name."""

import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from svcchat_magic.conversation.chat_index import ChatIndex, name_of
from svcchat_magic.errors import RequestRefused, SettingsError
from svcchat_magic.settings import Settings
from tests.waiting import PATIENCE

REMOTE = Settings(chat_url="https://ai.example/api/v1/public/acme/agents/shop/chat/stream-chat-state")


@pytest.fixture
def index(tmp_path):
    return ChatIndex(Settings(), file=tmp_path / "chats.sqlite")


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Revenue by month?", "revenue-by-month"),
        ("Ümsätze, nach Región", "umsatze-nach-region"),
        ("Which of our customers bought more than ten products last year", "which-of-our-customers-bought"),
        ("x" * 50, "x" * 32),
        ("???", "chat"),
    ],
)
def test_a_name_is_made_of_the_first_words(question, name):
    assert name_of(question) == name


def test_two_chats_that_begin_alike_have_names_of_their_own(index):
    index.note("one", "Orders")
    index.note("two", "Orders")

    assert {chat.name: chat.chat_id for chat in index.chats()} == {"orders": "one", "orders-2": "two"}


def test_the_newest_chat_comes_first_and_its_questions_are_counted(index):
    index.note("one", "Orders")
    index.note("two", "Revenue")
    index.note("two", "and by region?")

    assert [(chat.chat_id, chat.questions, chat.first_question) for chat in index.chats()] == [
        ("two", 2, "Revenue"),
        ("one", 1, "Orders"),
    ]


def test_chats_of_other_services_and_users_are_apart(tmp_path):
    file = tmp_path / "chats.sqlite"
    ChatIndex(Settings(), file=file).note("one", "Orders")

    assert ChatIndex(REMOTE, file=file).chats() == ()
    assert ChatIndex(Settings(), "ada", file).chats() == ()
    assert len(ChatIndex(Settings(), file=file).chats()) == 1


def test_a_look_into_the_list_takes_no_lock_from_another_thread_that_writes_it(index, tmp_path):
    index.note("one", "Orders")
    file = tmp_path / "chats.sqlite"
    with closing(sqlite3.connect(file, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        index.chats()
        other_kernel = subprocess.run(
            [sys.executable, "-c", _WRITE, str(file)], capture_output=True, text=True, timeout=PATIENCE
        )

    assert "database is locked" in other_kernel.stderr


_WRITE = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('BEGIN IMMEDIATE')"


def test_a_chat_is_found_by_name_by_id_and_by_how_its_id_begins(index):
    index.note("3f2a9c77-0000", "Orders")

    assert {index.chat_id(text) for text in ("orders", "3f2a9c77-0000", "3f2a9")} == {"3f2a9c77-0000"}


@pytest.mark.parametrize("text", ["orders-by", "ord", "Orders by channel", "Orders BY", "orders by channel!"])
def test_a_chat_is_found_by_the_beginning_of_its_name_and_by_its_words(index, text):
    index.note("one", "Orders by channel")
    index.note("two", "Revenue")

    assert index.chat_id(text) == "one"


def test_a_whole_name_wins_over_a_longer_one_that_begins_so(index):
    index.note("one", "Orders by channel")
    index.note("two", "Orders")

    assert index.chat_id("orders") == "two"


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("order-by-chanel", '"orders-by-channel"?'),
        ("channel", '"orders-by-channel"?'),
        ("revenue by", '"net-revenue-by-month" or "net-revenue-by-region"?'),
    ],
)
def test_a_name_that_is_not_there_is_answered_with_those_near_to_it(index, typed, offered):
    index.note("one", "Orders by channel")
    index.note("two", "Net revenue by region")
    index.note("three", "Net revenue by month")

    with pytest.raises(RequestRefused) as refused:
        index.chat_id(typed)

    assert str(refused.value) == f'No chat named "{typed}". Did you mean {offered}'


def test_what_is_not_known_here_is_taken_for_an_id(index):
    assert index.chat_id("from-elsewhere") == "from-elsewhere"


def test_words_that_name_no_chat_are_no_id_either(index):
    with pytest.raises(RequestRefused, match='No chat named "sales of spring"'):
        index.chat_id("sales of spring")


@pytest.mark.parametrize(
    "chats", [(("3f2a-1", "Orders"), ("3f2a-2", "Revenue")), (("1", "3f2a x"), ("2", "3f2a y"))]
)
def test_a_beginning_that_fits_two_chats_is_refused(index, chats):
    for chat_id, question in chats:
        index.note(chat_id, question)

    with pytest.raises(RequestRefused, match='Several chats begin with "3f2a": '):
        index.chat_id("3f2a")


def test_a_name_that_is_taken_is_refused(index):
    index.note("one", "Orders")
    index.note("two", "Revenue")

    with pytest.raises(RequestRefused, match="already exists"):
        index.rename("two", "Orders!")

    assert index.rename("two", "Money") == "money"


@pytest.mark.parametrize("name", ["!!!", "売上", "  "])
def test_a_name_of_which_nothing_can_be_kept_is_refused(index, name):
    index.note("one", "売上を月別に")

    with pytest.raises(RequestRefused, match="letters a to z"):
        index.rename("one", name)

    assert [chat.name for chat in index.chats()] == ["chat"]


def test_a_chat_that_is_not_known_cannot_be_named(index):
    with pytest.raises(RequestRefused, match="not known"):
        index.rename("one", "Orders")


def test_a_file_that_is_no_list_is_an_error_with_its_name(tmp_path):
    file = tmp_path / "chats.sqlite"
    file.write_bytes(b"not a database" * 100)

    with pytest.raises(SettingsError, match=r"chats\.sqlite"):
        ChatIndex(Settings(), file=file).chats()
