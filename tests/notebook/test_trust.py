"""In a notebook of a cloned repository: no cell, panel or command sends the key before `%chat trust`."""

import pytest

from svcchat_magic.errors import SettingsError
from tests.faults.scripted_origin import CHAT_PATH, Reply, recorded

KEY = "canary-key-0123456789"
CELLS = (
    "%%ask\nOrders",
    "%%ask --background\nOrders",
    "%%ask --as-user ada --as-user ben\nOrders",
    "%%ask --branch main,other\nOrders",
    "%%ask --all-rows\nOrders",
    "%%ask --again\nOrders",
    "%%ask --record\nOrders",
    "%chat embed",
    "%chat resume chat-1",
    "%chat resume",
    "%chat model orders",
    "%chat export x.ipynb",
    "%chat doctor",
    "%chat config",
    "%chat list",
    "%chat",
)


@pytest.fixture
def cloned(notebook, origin, tmp_path, monkeypatch):
    """A shell in a repository whose file names all the addresses, with a key in the environment."""
    origin.answer(Reply((recorded("short"),)))
    origin.on("/sql", Reply(status=404))
    origin.on("/api/v1/embed/generate-session", Reply((b'{"sessionId": "s-1"}',)))
    (tmp_path / ".git").mkdir()
    lines = [
        f'chat_url = "{origin.chat_url}"',
        f'base_url = "{origin.url}"',
        f'query_url = "{origin.url}/sql"',
    ]
    text = "\n".join(["[tool.svcchat_magic]", *lines])
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("SVCCHAT_API_KEY", KEY)
    return notebook


@pytest.mark.case("Z03")
@pytest.mark.parametrize("cell", CELLS)
def test_no_cell_of_a_cloned_repository_sends_the_key(cloned, origin, cell):
    said = cloned.run(cell)
    cloned.run("%chat stop")

    assert origin.requests == []
    assert KEY not in f"{said.text} {said.error} {said.bundles}"
    assert cell.startswith("%chat") or type(said.error) is SettingsError


@pytest.mark.case("Z03")
def test_a_question_says_which_command_trusts_the_address_and_works_after_it(cloned, origin, tmp_path):
    refused = cloned.run("%%ask\nOrders")
    said = cloned.run("%chat trust")
    asked = cloned.run("%%ask\nOrders")
    embedded = cloned.run("%chat embed")

    assert type(refused.error) is SettingsError
    assert "%chat trust in a notebook, or set SVCCHAT_CHAT_URL" in str(refused.error)
    assert f"Your key may go to {origin.url} from this folder." in said.text
    assert asked.error is embedded.error is None
    assert origin.of(CHAT_PATH)[0].headers["authorization"] == f"Api-Key {KEY}"
    assert cloned.run("%chat trust --list").text.split() == [str(tmp_path), origin.url]
    assert origin.url in cloned.run("%chat trust --revoke").text
    assert type(cloned.run("%%ask\nAgain").error) is SettingsError
    assert len(origin.of(CHAT_PATH)) == 1


@pytest.mark.case("Z03")
def test_rows_are_loaded_only_while_their_address_is_trusted(cloned, origin):
    origin.answer(Reply((recorded("revenue_by_channel"),)))
    cloned.run("%chat trust")
    cloned.run("%%ask --out frame\nRevenue by channel")
    cloned.run("%chat trust --revoke")

    refused = cloned.run("frame.svc.refresh()")

    assert type(refused.error) is SettingsError
    assert "query_url" in str(refused.error)
    assert origin.of("/sql") == []
    cloned.run("%chat trust")
    cloned.run("frame.svc.refresh()")
    assert len(origin.of("/sql")) == 1


@pytest.mark.case("Z03")
def test_the_settings_say_where_an_address_comes_from_and_whether_it_is_trusted(
    cloned, monkeypatch, tmp_path
):
    monkeypatch.setenv("SVCCHAT_BASE_URL", "https://acme.example")
    cloned.run("%config AskMagics.idle_seconds = 30.0")

    before = cloned.run("%chat config").text
    cloned.run("%chat trust")
    after = cloned.run("%chat config").text

    assert f"pyproject.toml in {tmp_path}, not trusted; run svcchat trust or %chat trust" in before
    assert f"pyproject.toml in {tmp_path}, trusted\n" in after
    (base,) = (line for line in after.splitlines() if line.startswith("base_url"))
    (idle,) = (line for line in after.splitlines() if line.startswith("idle_seconds"))
    assert base.endswith("environment")
    assert idle.endswith("%config")


@pytest.mark.case("Z03")
def test_an_address_of_config_goes_before_the_files_and_needs_no_trust(cloned, origin):
    cloned.run(f"%config AskMagics.chat_url = {origin.chat_url!r}")

    assert cloned.run("%%ask\nOrders").error is None


def test_with_a_token_the_notebook_says_so_and_asks_as_nobody_else(
    scripted_notebook, origin, monkeypatch, caplog
):
    monkeypatch.setenv("SVCCHAT_TOKEN", "canary-token-0123456789")
    origin.answer(Reply((recorded("short"),)))

    asked = scripted_notebook.run("%%ask\nOrders")
    compared = scripted_notebook.run("%%ask --as-user ada --as-user ben\nOrders")
    standing = scripted_notebook.run("%chat").text
    listed = scripted_notebook.run("%chat list").text

    assert asked.error is None
    assert "unset SVCCHAT_TOKEN" in str(compared.error)
    assert "sent     user's token in the header Authorization, given in the environment; the" in standing
    assert "user     the token's own" in standing
    assert [line.split()[:2] for line in listed.splitlines()[1:]] == [["→", "orders"]]
    assert "canary" not in asked.text + standing + listed + scripted_notebook.run("%chat config").text
    (request,) = origin.of(CHAT_PATH)
    assert request.headers["authorization"] == "Bearer canary-token-0123456789"
    assert "sessionSettings" not in request.json()
    scripted_notebook.run("%config AskMagics.token = 'x'")
    assert "The token cannot be set here" in caplog.text


def test_what_trust_does_not_take_is_refused(cloned):
    assert "takes --list or --revoke" in str(cloned.run("%chat trust everything").error)
