import pytest

from svcchat_magic.conversation.recordings.chat_history import ChatHistory
from svcchat_magic.conversation.recordings.recording_key import RecordingKey
from svcchat_magic.errors import RequestRefused
from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.protocol.requests import ChatRequest, session_settings
from svcchat_magic.settings import ApiKey

KEY = "canary-key-0123456789"


def key_of(question="Orders", past=None, key=None, branch=None, **who):
    session = session_settings(who or {"externalId": "ada"})
    given = {} if branch is None else {"active_branch_name": branch}
    request = ChatRequest(session_settings=session, input=question, **given)
    return RecordingKey.of(request, past or ChatHistory(), KeyRedaction(key))


OTHERS = [
    key_of("Orders?"),
    key_of(past=ChatHistory("chat-1", ("Revenue",))),
    key_of(past=ChatHistory("chat-1", resumed="chat-1")),
    key_of(branch="try-it"),
    key_of(externalId="grace"),
    key_of(externalId="ada", groups=["sales"]),
    key_of(externalId="ada", userAttributes=[{"name": "region", "value": "EU"}]),
    key_of(externalId="ada", securityContext={"tenant": 1}),
    key_of(externalId="ada", securityContext={"tenant": 2}),
]


def test_whatever_an_answer_depends_on_gives_another_file():
    names = {each.file_name for each in [key_of(), *OTHERS]}

    assert len(names) == len(OTHERS) + 1


def test_the_same_question_in_the_same_place_gives_the_same_file():
    first = key_of(" Orders\n", ChatHistory("chat-1", ("Revenue",)))
    second = key_of("Orders", ChatHistory("chat-2", ("Revenue",), is_replayed=True))

    assert first == second
    assert first.file_name == second.file_name


def test_the_order_of_a_security_context_changes_nothing():
    first = key_of(externalId="ada", securityContext={"a": 1, "b": 2})
    second = key_of(externalId="ada", securityContext={"b": 2, "a": 1})

    assert first.file_name == second.file_name


def test_a_security_context_is_not_written_down():
    found = key_of(externalId="ada", securityContext={"token": "secret-token"})

    assert "secret-token" not in str(found.as_json())
    assert found.as_json()["session"]["securityContext"].startswith("sha256:")


@pytest.mark.case("K11")
def test_the_key_is_not_written_down_wherever_it_was_typed():
    past = ChatHistory("chat-1", (f"Is it {KEY}?",), resumed=f"chat-{KEY}")
    found = key_of(f"My key is {KEY}", past, ApiKey(KEY), externalId="ada", groups=[KEY])

    assert KEY not in str(found.as_json())
    assert KEY not in found.file_name


@pytest.mark.parametrize(
    "question",
    [
        "../../etc/passwd",
        "CON",
        "Umsätze nach Monat?",
        "売上は?",
        "a\0b",
        "a\nb",
        "?",
        "x" * 100_000,
        "-rf *",
    ],
)
def test_a_file_name_is_plain_whatever_the_question(question):
    name = key_of(question).file_name

    assert len(name) <= 80
    assert name == name.lower()
    assert not set(name) - set("abcdefghijklmnopqrstuvwxyz0123456789-.")
    assert not name.startswith(("-", "."))


def test_a_file_name_can_be_read():
    assert key_of("Revenue by month?").file_name.startswith("revenue-by-month-")


def test_half_a_character_is_refused():
    with pytest.raises(RequestRefused, match="surrogate"):
        key_of("Orders \ud800")


@pytest.mark.parametrize("each", [key_of(), *OTHERS], ids=lambda each: each.file_name)
def test_the_fields_of_a_header_are_read_back(each):
    assert RecordingKey.from_json(each.as_json()) == each


@pytest.mark.parametrize(
    "wrong",
    [
        {"question": 1},
        {"earlier": "Orders"},
        {"earlier": [1]},
        {"session": []},
        {"branch": None},
        {"resumed": 1},
    ],
)
def test_a_header_with_a_field_of_another_kind_is_refused(wrong):
    with pytest.raises(RequestRefused):
        RecordingKey.from_json(key_of().as_json() | wrong)
