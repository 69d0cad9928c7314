"""Where a key could still come to light from Python: failures, test reports, child processes, answers."""

import ast
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from svcchat_magic.charts.pictures.chart_pictures import ENVIRONMENT
from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.errors import KeyUnusable, ServiceFailed, SettingsError
from svcchat_magic.project_file import project_table
from svcchat_magic.protocol.transcript import Status
from svcchat_magic.service.runs import work_processes
from svcchat_magic.settings import ADDRESSES, ApiKey, Settings, setting_fields
from tests.campaigns.key import replies
from tests.client.asking import asked
from tests.faults.scripted_origin import Reply, ScriptedOrigin, chunks, recorded
from tests.waiting import PATIENCE

PACKAGE = Path(__file__).parents[2] / "svcchat_magic"
CANARY = "Canary/key+0123456789=="  # in both cases, and with what JSON may escape
STARTERS = {"subprocess", "multiprocessing", "pty", "concurrent.futures.process"}
STARTING_CALLS = {"fork", "forkpty", "spawnv", "spawnve", "posix_spawn", "system", "popen", "execv", "execve"}
STARTING_CALLS |= {"create_subprocess_exec", "create_subprocess_shell", "ProcessPoolExecutor"}


@pytest.fixture
def knowing(origin: ScriptedOrigin) -> Settings:
    """Settings for services that say the key in every way they can."""
    origin.answer(*replies(CANARY))
    return Settings(chat_url=origin.chat_url, api_key=CANARY)


@pytest.mark.case("K08")
@pytest.mark.case("K12")
def test_nothing_that_a_service_says_shows_the_key(knowing):
    shown = []
    with Conversation(knowing) as talk:
        for _ in replies(CANARY):
            try:
                answer = talk.ask("What is my key?", new=True)
            except Exception as error:  # whatever it is, its text is looked at
                shown.append(repr(error))
                continue

            shown += [
                repr(answer.transcript),
                answer.text,
                answer.thinking,
                repr(answer.results),
                answer.error,
            ]
            shown += [repr(answer.messages), repr(answer.stream), repr(vars(talk))]

    assert len(shown) > 30
    assert "***" in "".join(shown)
    assert not [each for each in shown if CANARY.lower() in each.lower()]


@pytest.mark.case("K12")
def test_a_key_spelled_out_in_pieces_is_redacted_where_the_pieces_meet(origin, knowing):
    _, in_pieces, *_ = replies(CANARY)
    origin.answer(in_pieces)

    with Conversation(knowing) as talk:
        answer = talk.ask("What is my key?")

    assert (answer.text, answer.thinking, answer.status) == ("***", "***", Status.COMPLETE)


@pytest.mark.case("S28")
@pytest.mark.case("K08")
def test_the_host_of_a_redirect_is_redacted_before_its_case_is_lost(origin):
    key = "CanaryKey-0123456789"
    origin.answer(Reply(status=302, headers={"Location": f"https://{key}.example/"}))

    error = asked(Settings(chat_url=origin.chat_url, api_key=key)).error

    assert type(error) is ServiceFailed
    assert "canary" not in str(error).lower()


@pytest.mark.long
@pytest.mark.case("K11")
def test_a_failing_test_with_all_its_locals_shows_no_key(tmp_path):
    (tmp_path / "test_of_a_user.py").write_text(
        textwrap.dedent(
            """
            import os

            from svcchat_magic.client.chat_client import ChatClient
            from svcchat_magic.conversation.conversation import Conversation
            from svcchat_magic.setting_sources import read_settings
            from svcchat_magic.settings import ApiKey

            def test_that_fails():
                marker = "a-local-that-is-shown"
                settings = read_settings()
                key, client, talk = settings.api_key, ChatClient(settings), Conversation(settings)
                assert [settings, key] == [client, vars(client), talk, vars(talk)]

            def test_that_raises():
                talk = Conversation(read_settings())
                talk.ask("Orders")
            """
        )
    )
    told = {"SVCCHAT_CHAT_URL": "http://127.0.0.1:9/stream-chat-state", "SVCCHAT_API_KEY": CANARY}
    options = ["-q", "-vv", "--showlocals", "--tb=long", "-p", "no:cacheprovider", "--full-trace"]

    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options],
        cwd=tmp_path,
        env={**os.environ, **told},
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
    )

    assert "2 failed" in done.stdout
    assert "a-local-that-is-shown" in done.stdout
    assert "ApiKey(***)" in done.stdout
    assert CANARY not in done.stdout + done.stderr


@pytest.mark.long
@pytest.mark.case("K10")
def test_four_files_start_processes_and_none_gives_the_key_to_one_that_does_not_need_it():
    """JupyterLab's kernels are to have it; the workers of `svcchat serve` are the service that checks it.

    The processes that draw pictures and read long questions are told a list of variables that holds no key:
    the first one's own test looks inside.
    """
    starting = {
        file.relative_to(PACKAGE).as_posix()
        for file in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if _starts_a_process(node)
    }

    assert starting == {
        "charts/pictures/chart_pictures.py",
        "commands/lab.py",
        "service/runs/work_processes.py",
        "service/process/workers.py",
    }
    told = {*ENVIRONMENT, *work_processes._KEPT}
    assert not [name for name in told if "SVCCHAT" in name or "KEY" in name or "TOKEN" in name]


@pytest.mark.case("Z03")
def test_one_file_sends_a_key_and_one_makes_connections():
    """What is added elsewhere would pass over the trust that client/http_clients.py asks for."""
    called: dict[str, set[str]] = {}
    for file in sorted((PACKAGE / "client").glob("*.py")):
        calls = [each for each in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(each, ast.Call)]
        for call in calls:
            if isinstance(call.func, ast.Attribute):
                called.setdefault(call.func.attr, set()).add(file.name)

    for name in ("reveal", "header_value", "AsyncClient"):
        assert called[name] == {"http_clients.py"}

    assert not called.keys() & {"Client", "AsyncHTTPTransport", "HTTPTransport", "urlopen"}


@pytest.mark.case("Z03")
def test_every_setting_that_is_an_address_is_held_to_trust_or_is_refused_in_a_file(tmp_path):
    others = {each.name for each in setting_fields() if each.name.endswith("_url")} - set(ADDRESSES)

    for name in others:
        (tmp_path / "pyproject.toml").write_text(f'[tool.svcchat_magic]\n{name} = "https://evil.example"\n')
        with pytest.raises(SettingsError, match=f"{name}, which a file must not"):
            project_table(tmp_path)


def _starts_a_process(node: ast.AST) -> bool:
    if isinstance(node, ast.Import):
        return any(alias.name in STARTERS for alias in node.names)

    if isinstance(node, ast.ImportFrom):
        return node.module in STARTERS or any(alias.name in STARTING_CALLS for alias in node.names)

    return isinstance(node, ast.Attribute) and node.attr in STARTING_CALLS


@pytest.mark.case("K01")
@pytest.mark.parametrize("text", [f"{CANARY}\n{CANARY}", f"{CANARY} {CANARY}", f"{CANARY}é", f"\x00{CANARY}"])
def test_a_key_that_cannot_be_sent_is_named_by_its_length_only(text):
    with pytest.raises(KeyUnusable, match="characters") as caught:
        ApiKey(text)

    assert CANARY not in str(caught.value)


@pytest.mark.case("K12")
@pytest.mark.parametrize("size", [1, 9, 10_000])
def test_the_client_gives_out_no_line_with_the_key(origin, size):
    stream = recorded("short").replace(b"Sev", CANARY.encode() + b" Sev")
    origin.answer(Reply(tuple(chunks(stream, size))))

    outcome = asked(Settings(chat_url=origin.chat_url, api_key=CANARY))

    assert outcome.error is None
    assert outcome.lines == stream.replace(CANARY.encode(), b"***").splitlines()


@pytest.mark.case("K12")
def test_the_last_line_without_a_newline_is_redacted_too(origin):
    origin.answer(Reply((b'{"id":"' + CANARY.encode() + b'"}',)))

    assert asked(Settings(chat_url=origin.chat_url, api_key=CANARY)).lines == [b'{"id":"***"}']


@pytest.mark.case("K12")
def test_messages_lines_and_stream_hold_no_key_in_escapes(origin):
    escaped = "".join(f"\\u{ord(character):04x}" for character in CANARY).encode()
    origin.answer(Reply((recorded("short").replace(b"Sev", escaped + b" Sev"),)))

    with Conversation(Settings(chat_url=origin.chat_url, api_key=CANARY)) as talk:
        answer = talk.ask("What is my key?")

    assert b"*** Sev" in answer.stream
    assert escaped not in answer.stream
    assert CANARY not in repr(answer.messages) + repr(answer.lines) + answer.text
