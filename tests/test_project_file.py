"""Which pyproject.toml counts: from the working folder to the root of its repository, and nobody else's."""

import os
import sys

import pytest

from svcchat_magic.errors import SettingsError
from svcchat_magic.setting_sources import read_settings

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither these modes nor these owners")
TABLE = '[tool.svcchat_magic]\nexternal_id = "{}"\n'


def write(folder, name):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pyproject.toml").write_text(TABLE.format(name), encoding="utf-8")


def user_in(folder):
    return read_settings({}, folder).external_id


@pytest.fixture
def repository(tmp_path):
    """A repository with a folder of notebooks in it."""
    (tmp_path / "shared" / "clone" / ".git").mkdir(parents=True)
    (tmp_path / "shared" / "clone" / "notebooks").mkdir()
    return tmp_path / "shared" / "clone"


@pytest.mark.case("Z03")
def test_a_file_is_looked_up_to_the_root_of_the_repository_and_not_beyond(repository):
    write(repository.parent, "from-above")
    assert user_in(repository / "notebooks") == "notebook"

    write(repository, "from-the-root")
    assert user_in(repository / "notebooks") == "from-the-root"

    write(repository / "notebooks", "from-here")
    assert user_in(repository / "notebooks") == "from-here"


@pytest.mark.case("Z03")
def test_outside_of_a_repository_only_the_folder_itself_counts(tmp_path):
    write(tmp_path, "from-above")
    (tmp_path / "notebooks").mkdir()

    assert user_in(tmp_path / "notebooks") == "notebook"
    assert user_in(tmp_path) == "from-above"


@pytest.mark.case("Z03")
@pytest.mark.parametrize("inner", ["a nested repository", "a worktree or a submodule"])
def test_a_repository_within_another_is_its_own(repository, inner):
    write(repository, "from-the-outer")
    module = repository / "module"
    (module / "notebooks").mkdir(parents=True)
    if inner == "a nested repository":
        (module / ".git").mkdir()
    else:
        (module / ".git").write_text("gitdir: ../.git/modules/module\n", encoding="utf-8")

    assert user_in(module / "notebooks") == "notebook"


@posix
@pytest.mark.case("Z03")
def test_above_a_folder_that_others_can_write_no_file_counts(tmp_path):
    write(tmp_path, "from-above")
    (tmp_path / ".git").mkdir()
    shared = tmp_path / "shared"
    (shared / "mine").mkdir(parents=True)
    assert user_in(shared / "mine") == "from-above"

    shared.chmod(0o1777)

    assert user_in(shared / "mine") == "notebook"


@posix
@pytest.mark.case("Z03")
def test_a_repository_that_another_user_plants_in_a_shared_folder_is_none(tmp_path):
    shared = tmp_path / "shared"
    (shared / ".git").mkdir(parents=True)
    write(shared, "planted")
    (shared / "mine").mkdir()
    shared.chmod(0o1777)

    assert user_in(shared / "mine") == "notebook"


@posix
@pytest.mark.case("Z03")
@pytest.mark.parametrize("place", ["file", "folder"])
@pytest.mark.parametrize("bits", [0o002, 0o022, 0o1002])
def test_what_others_can_write_is_refused_with_what_to_do(tmp_path, place, bits):
    write(tmp_path / "p", "planted")
    target = tmp_path / "p" / "pyproject.toml" if place == "file" else tmp_path / "p"
    target.chmod(target.stat().st_mode | bits)

    with pytest.raises(
        SettingsError, match="other users of this machine can change it; make file and folder"
    ):
        user_in(tmp_path / "p")


@posix
@pytest.mark.case("Z03")
def test_a_file_that_is_none_of_ours_does_no_harm_where_others_can_write(tmp_path):
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n", encoding="utf-8")
    tmp_path.chmod(0o777)

    assert user_in(tmp_path) == "notebook"


@posix
@pytest.mark.case("Z03")
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("place", ["file", "folder"])
def test_what_another_user_owns_is_refused(tmp_path, place):
    write(tmp_path / "p", "planted")
    os.chown(tmp_path / "p" / "pyproject.toml" if place == "file" else tmp_path / "p", 12_345, -1)

    with pytest.raises(SettingsError, match="other users of this machine can change it"):
        user_in(tmp_path / "p")


@posix
@pytest.mark.case("Z03")
def test_a_link_in_place_of_the_file_is_refused(repository, tmp_path):
    write(tmp_path / "elsewhere", "linked")
    (repository / "pyproject.toml").symlink_to(tmp_path / "elsewhere" / "pyproject.toml")

    with pytest.raises(SettingsError, match="is a link"):
        user_in(repository)


@posix
@pytest.mark.case("Z03")
def test_a_folder_reached_by_a_link_is_looked_at_where_it_really_is(repository, tmp_path):
    write(repository, "from-the-root")
    (tmp_path / "outside").mkdir()
    (repository / "linked").symlink_to(tmp_path / "outside")

    assert user_in(repository / "linked") == "notebook"


@posix
def test_a_pipe_in_place_of_the_file_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pyproject.toml")

    assert user_in(tmp_path) == "notebook"


@pytest.mark.case("Z03")
@pytest.mark.parametrize("value", ["true", "false", '"yes"'])
def test_allow_http_is_never_taken_from_a_file(tmp_path, value):
    (tmp_path / "pyproject.toml").write_text(
        f"[tool.svcchat_magic]\nallow_http = {value}\n", encoding="utf-8"
    )

    with pytest.raises(
        SettingsError,
        match="allow_http, which a file must not; if you trust the network, set SVCCHAT_ALLOW_HTTP",
    ):
        read_settings({}, tmp_path)


def test_a_token_is_never_taken_from_a_file(tmp_path):
    text = '[tool.svcchat_magic]\ntoken = "canary-token-0123456789"\n'
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")

    with pytest.raises(SettingsError, match="environment") as caught:
        read_settings({}, tmp_path)

    assert "canary" not in str(caught.value)


def test_a_file_beyond_all_measure_is_refused(tmp_path):
    (tmp_path / "pyproject.toml").write_text("#" * 1_000_001, encoding="utf-8")

    with pytest.raises(SettingsError, match="more than 1,000,000 bytes"):
        read_settings({}, tmp_path)


def test_brackets_without_end_are_one_sentence(tmp_path):
    (tmp_path / "pyproject.toml").write_text("a = " + "[" * 100_000, encoding="utf-8")

    with pytest.raises(SettingsError, match="cannot be read"):
        read_settings({}, tmp_path)


@pytest.mark.case("Z03")
@pytest.mark.parametrize("setting", ["retries", "connect_seconds"])
@pytest.mark.parametrize("digits", [400, 5_000])
def test_a_number_of_thousands_of_digits_is_one_sentence(tmp_path, setting, digits):
    text = f"[tool.svcchat_magic]\n{setting} = {'9' * digits}\n"
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")

    with pytest.raises(SettingsError):
        read_settings({}, tmp_path)


@pytest.mark.case("Z03")
def test_the_header_of_a_token_is_never_taken_from_a_file(tmp_path):
    (tmp_path / "pyproject.toml").write_text(
        '[tool.svcchat_magic]\ntoken_header = "X-Forwarded-For"\n', encoding="utf-8"
    )

    with pytest.raises(SettingsError, match="token_header, which a file must not"):
        read_settings({}, tmp_path)
