"""A cloned repository decides whether there are recordings, and not where on the machine, or beyond it."""

from contextlib import closing
from pathlib import Path

import pytest

from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.conversation.recordings.recording_location import recording_location
from svcchat_magic.errors import SettingsError
from svcchat_magic.setting_sources import read_settings
from tests.faults.scripted_origin import Reply, ScriptedOrigin, recorded

pytestmark = pytest.mark.case("Z03")
KEY = "canary-key-0123456789"


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """Write the file of a cloned repository, in whose notebooks' folder this process works."""
    folder = tmp_path / "clone" / "notebooks"
    folder.mkdir(parents=True)
    (tmp_path / "clone" / ".git").mkdir()
    (tmp_path / "share").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(folder)

    def write(text):
        (folder.parent / "pyproject.toml").write_text(f"[tool.svcchat_magic]\n{text}\n", encoding="utf-8")
        return folder

    return write


@pytest.mark.parametrize("place", ["../../share", "{}/share", "~/share", "link"])
@pytest.mark.parametrize("asking", ['mode = "auto"', "record = true", 'mode = "replay"'])
def test_a_file_has_answers_recorded_nowhere_but_in_its_project(clone, tmp_path, place, asking):
    folder = clone(f'{asking}\nrecordings = "{place.format(tmp_path.as_posix())}"')
    (folder / "link").symlink_to(tmp_path / "share")
    with closing(ScriptedOrigin()) as origin:
        origin.answer(Reply((recorded("short"),)))
        settings = read_settings({"SVCCHAT_API_KEY": KEY, "SVCCHAT_CHAT_URL": origin.chat_url}, folder)

        with Conversation(settings) as talk, pytest.raises(SettingsError, match="set SVCCHAT_RECORDINGS"):
            talk.ask("Orders")

    assert list((tmp_path / "share").iterdir()) == []


def test_a_link_in_the_usual_place_is_not_followed_for_a_file_that_records(clone, tmp_path):
    folder = clone('mode = "auto"')
    (folder / "svcchat-recordings").symlink_to(tmp_path / "share")

    with pytest.raises(SettingsError, match="outside the project"):
        recording_location(read_settings({}, folder))

    named = read_settings({"SVCCHAT_RECORDINGS": "svcchat-recordings"}, folder)
    assert recording_location(named) == Path("svcchat-recordings")


@pytest.mark.parametrize("place", ["here", "../beside", "{}/clone/deep/er"])
def test_within_the_project_a_file_names_any_folder(clone, tmp_path, place):
    named = place.format(tmp_path.as_posix())
    folder = clone(f'mode = "auto"\nrecordings = "{named}"')
    with closing(ScriptedOrigin()) as origin:
        origin.answer(Reply((recorded("short"),)))
        settings = read_settings({"SVCCHAT_API_KEY": KEY, "SVCCHAT_CHAT_URL": origin.chat_url}, folder)
        with Conversation(settings) as talk:
            assert talk.ask("Orders").is_complete

    assert len(list((folder / named).glob("*.ndjson"))) == 1


@pytest.mark.parametrize("source", ["environment", "config", "argument"])
def test_whoever_asks_keeps_recordings_anywhere(clone, tmp_path, source):
    folder = clone('mode = "auto"\nrecordings = "/nowhere"')
    named = {"recordings": str(tmp_path / "share")}
    settings = {
        "environment": lambda: read_settings({"SVCCHAT_RECORDINGS": named["recordings"]}, folder),
        "config": lambda: read_settings({}, folder, config=named),
        "argument": lambda: read_settings({}, folder, **named),
    }[source]()

    assert recording_location(settings) == tmp_path / "share"
