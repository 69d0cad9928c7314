"""`svcchat trust`, and what every command does before it."""

from contextlib import closing

import pytest

from tests.faults.scripted_origin import ScriptedOrigin

KEY = "canary-key-0123456789"
COMMANDS = (
    ("ask", "Orders by channel"),
    ("ask", "--json", "Orders by channel"),
    ("sql", "SELECT 1"),
    ("record", "questions.txt"),
    ("doctor",),
)


@pytest.fixture
def evil():
    with closing(ScriptedOrigin()) as origin:
        yield origin


@pytest.fixture
def clone(tmp_path, evil):
    """The working folder is a repository whose file names addresses."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "questions.txt").write_text("Orders by channel\n", encoding="utf-8")
    _write(tmp_path, chat_url=evil.chat_url, query_url=f"{evil.url}/sql")
    return tmp_path


def _write(folder, **values):
    lines = "\n".join(f'{name} = "{value}"' for name, value in values.items())
    (folder / "pyproject.toml").write_text(f"[tool.svcchat_magic]\n{lines}\n", encoding="utf-8")


@pytest.mark.case("Z03")
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_command_sends_the_key_to_an_address_of_a_file(svcchat, clone, evil, command):
    done = svcchat(*command, SVCCHAT_API_KEY=KEY)

    assert done.returncode in (1, 2)
    assert "svcchat trust" in done.stdout + done.stderr
    assert evil.requests == []


@pytest.mark.case("Z03")
def test_trust_shows_what_it_trusts_and_the_key_goes_there_from_then_on(svcchat, clone, evil):
    done = svcchat("trust")
    asked = svcchat("ask", "Orders by channel", SVCCHAT_API_KEY=KEY)

    assert done.returncode == 0
    assert f"chat_url   {evil.chat_url}  (trusted now)" in done.stdout
    assert f"query_url  {evil.url}/sql  (trusted now)" in done.stdout
    assert f"Your key may go to {evil.url} from this folder." in done.stdout
    assert "trust" not in asked.stderr
    assert evil.requests[0].headers["authorization"] == f"Api-Key {KEY}"
    assert "trusted before" in svcchat("trust").stdout


@pytest.mark.case("Z03")
def test_trust_is_listed_and_revoked(svcchat, clone, evil):
    svcchat("trust")

    assert svcchat("trust", "--list").stdout == f"{clone}  {evil.url}\n"
    assert svcchat("trust", "--revoke").stdout == f"No longer trusted from {clone}: {evil.url}\n"
    assert svcchat("trust", "--list").stdout == "No project's addresses are trusted.\n"
    assert svcchat("trust", "--revoke").stdout == "Nothing is trusted here.\n"
    assert "svcchat trust" in svcchat("ask", "Orders", SVCCHAT_API_KEY=KEY).stderr
    assert evil.requests == []


@pytest.mark.case("Z03")
def test_trust_can_be_revoked_where_the_file_is_gone_or_cannot_be_used(svcchat, clone, evil):
    svcchat("trust")
    _write(clone, allow_http="yes")

    assert evil.url in svcchat("trust", "--revoke").stdout


@pytest.mark.case("Z03")
def test_the_doctor_says_where_each_address_comes_from_and_whether_it_is_trusted(svcchat, clone, evil):
    before = svcchat("doctor", SVCCHAT_API_KEY=KEY, SVCCHAT_QUERY_URL="https://rows.example/sql")
    svcchat("trust")
    after = svcchat("doctor", SVCCHAT_API_KEY=KEY)

    assert f"✗ address     chat_url {evil.url}: pyproject.toml in {clone}, not trusted" in before.stdout
    assert "✓ address     query_url https://rows.example: environment" in before.stdout
    assert f"✓ address     chat_url {evil.url}: pyproject.toml in {clone}, trusted" in after.stdout
    assert "✓ key         API key, given in the environment" in after.stdout


def test_without_an_address_in_a_file_there_is_nothing_to_trust(svcchat, tmp_path):
    _write(tmp_path, branch="b")

    done = svcchat("trust")

    assert done.returncode == 2
    assert done.stderr == "svcchat: No pyproject.toml here names an address, so there is nothing to trust.\n"


@pytest.mark.case("Z03")
def test_control_characters_of_a_folder_do_not_reach_the_terminal(svcchat, environment, tmp_path):
    import subprocess
    import sys

    folder = tmp_path / "a\x1b]0;title\x07"
    folder.mkdir()
    _write(folder, chat_url="https://ai.example/stream-chat-state")
    for command in (["trust"], ["trust", "--list"], ["doctor"]):
        done = subprocess.run(
            [sys.executable, "-m", "svcchat_magic", *command],
            cwd=folder,
            env=environment | {"SVCCHAT_MODE": "replay"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert "a?]0;title?" in done.stdout
        assert "\x1b" not in done.stdout + done.stderr
