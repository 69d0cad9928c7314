"""`svcchat account key`: a key is printed once, listed without its secret, and refused when it is revoked."""

import pytest

from tests.commands.test_serve import answer_of

LEAST = '# ours\nname = "shop"\n[agents.a1]\ntitle = "Analyst"\n'


@pytest.fixture
def account_file(tmp_path):
    file = tmp_path / "account.toml"
    file.write_text(LEAST, encoding="utf-8")
    return file


def test_a_key_is_made_listed_and_revoked(svcchat, account_file):
    made = svcchat("account", "key", "new", "--label", "web server")
    key = made.stdout.strip()
    listed = svcchat("account", "key", "list")
    key_id = listed.stdout.split()[0]

    assert (made.returncode, made.stderr) == (0, "")
    assert key.startswith("svc_")
    assert "active  web server" in listed.stdout
    assert key not in listed.stdout
    assert svcchat("account", "key", "revoke", key_id).returncode == 0
    assert "revoked" in svcchat("account", "key", "list").stdout
    assert svcchat("account", "key", "revoke", key_id).returncode == 2
    assert account_file.read_text(encoding="utf-8") == LEAST


@pytest.mark.parametrize(
    "command", ["account key list", "account key revoke 1f0c93ab", "account key new", "serve"]
)
def test_an_account_that_is_not_there_is_told_by_its_name(svcchat, account_file, command):
    done = svcchat(*command.split(), "--account-file", "acount.toml")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "svcchat: No account file acount.toml. Name yours with --account-file.\n"


def test_no_key_is_made_for_a_broken_account(svcchat, account_file, tmp_path):
    account_file.write_text("nam = 5", encoding="utf-8")

    done = svcchat("account", "key", "new")

    assert done.returncode == 2
    assert "did you mean 'name'" in done.stderr
    assert not (tmp_path / "account.keys.toml").exists()


@pytest.mark.long
@pytest.mark.case("A03")
def test_keys_come_and_go_while_every_worker_serves(svcchat, account_file, serving, tmp_path):
    key = svcchat("account", "key", "new").stdout.strip()
    state = str(tmp_path / "state.sqlite")
    _, addresses = serving("--account-file", str(account_file), "--state", state, "--workers", "2")
    assert addresses["chat_url"].endswith("/shop/agents/a1/chat/stream-chat-state")

    assert {answer_of(addresses["chat_url"], key)[0] for _ in range(4)} == {200}
    later = svcchat("account", "key", "new").stdout.strip()
    assert {answer_of(addresses["chat_url"], later)[0] for _ in range(4)} == {200}
    svcchat("account", "key", "revoke", svcchat("account", "key", "list").stdout.split()[0])

    assert {answer_of(addresses["chat_url"], key)[0] for _ in range(4)} == {401}
    assert answer_of(addresses["chat_url"], later)[0] == 200


def test_an_account_without_a_key_is_not_served(svcchat, account_file):
    done = svcchat("serve", "--account-file", str(account_file))

    assert done.returncode == 2
    assert f"svcchat account key new --account-file {account_file}" in done.stderr


def test_the_account_file_alone_names_the_account(svcchat, account_file):
    done = svcchat("serve", "--account-file", str(account_file), "--agent", "other")

    assert done.returncode == 2
    assert "--agent" in done.stderr
