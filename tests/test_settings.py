import copy
import pickle
import traceback
from datetime import date

import pytest

from svcchat_magic.errors import KeyUnusable, SettingsError
from svcchat_magic.setting_sources import read_settings
from svcchat_magic.settings import ApiKey, Settings

KEY = "canary-key-0123456789"


@pytest.fixture
def project(tmp_path):
    """A function that writes the settings table of a project, and gives a folder inside it."""

    def write(text):
        (tmp_path / ".git").mkdir(exist_ok=True)
        (tmp_path / "pyproject.toml").write_text(f"[tool.svcchat_magic]\n{text}\n", encoding="utf-8")
        inner = tmp_path / "notebooks"
        inner.mkdir(exist_ok=True)
        return inner

    return write


def test_a_value_given_here_goes_before_environment_file_and_default(project):
    folder = project('external_id = "file"\nbranch = "file"\nnow = "2025-01-01"')
    environment = {"SVCCHAT_EXTERNAL_ID": "env", "SVCCHAT_BRANCH": "env"}

    settings = read_settings(environment, folder, external_id="given")

    assert (settings.external_id, settings.branch, settings.now) == ("given", "env", "2025-01-01")
    assert settings.internal_id == ""


def test_without_anything_the_embedded_service_is_asked_as_notebook(tmp_path):
    settings = read_settings({}, tmp_path)

    assert settings == Settings()
    assert (settings.chat_url, settings.external_id) == ("", "notebook")


def test_an_empty_variable_is_as_if_absent(tmp_path):
    assert read_settings({"SVCCHAT_EXTERNAL_ID": " "}, tmp_path).external_id == "notebook"


def test_variables_are_read_by_the_kind_of_their_setting(tmp_path):
    environment = {
        "SVCCHAT_ALLOW_HTTP": "Yes",
        "SVCCHAT_IDLE_SECONDS": "1.5",
        "SVCCHAT_MAX_MESSAGES": "10",
        "SVCCHAT_API_KEY": f" Api-Key {KEY}\n",
    }

    settings = read_settings(environment, tmp_path)

    assert (settings.allow_http, settings.idle_seconds, settings.max_messages) == (True, 1.5, 10)
    assert settings.api_key.reveal() == KEY


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SVCCHAT_ALLOW_HTTP", "perhaps"),
        ("SVCCHAT_IDLE_SECONDS", "soon"),
        ("SVCCHAT_IDLE_SECONDS", "nan"),
        ("SVCCHAT_IDLE_SECONDS", "0"),
        ("SVCCHAT_MAX_MESSAGES", "-1"),
        ("SVCCHAT_NOW", "yesterday"),
        ("SVCCHAT_API_KEY", "short"),
        ("SVCCHAT_MODE", "perhaps"),
        ("SVCCHAT_REATTACH", "perhaps"),
        ("SVCCHAT_RETRIES", "-1"),
        ("SVCCHAT_RETRIES", "1.5"),
        ("SVCCHAT_MAX_RETRY_AFTER_SECONDS", "nan"),
        ("SVCCHAT_REPLAY_PACE", "twice"),
        ("SVCCHAT_RECORDINGS", "a\0b"),
        ("SVCCHAT_LOAD_ROWS", "many"),
        ("SVCCHAT_LOAD_ROWS", "-1"),
        ("SVCCHAT_LOAD_ROWS", "1.5"),
        ("SVCCHAT_LOAD_ROWS", "9" * 5_000),
    ],
)
def test_a_variable_that_cannot_be_used_is_a_settings_error(tmp_path, name, value):
    with pytest.raises(SettingsError):
        read_settings({name: value}, tmp_path)


@pytest.mark.case("K03")
@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ada:secret-word@localhost/x",
        "adbc+postgresql://ada:secret-word@localhost/x",
        "postgresql://localhost/x?user=ada&password=secret-word",
    ],
)
def test_a_password_is_not_taken_from_a_file(project, address):
    with pytest.raises(SettingsError, match="keep it in the environment") as caught:
        read_settings({}, project(f'query_url = "{address}"'))

    assert "secret-word" not in str(caught.value)
    assert read_settings({"SVCCHAT_QUERY_URL": address}).query_url == address


@pytest.mark.parametrize(
    "table",
    ['colour = "red"', "branch = 5", "idle_seconds = true", 'allow_http = "no"', "max_messages = 1.5", "= 1"],
)
def test_a_table_that_cannot_be_used_is_a_settings_error(project, table):
    with pytest.raises(SettingsError):
        read_settings({}, project(table))


def test_repeats_and_their_pause_may_be_none(tmp_path):
    settings = read_settings({"SVCCHAT_RETRIES": "0", "SVCCHAT_MAX_RETRY_AFTER_SECONDS": "0"}, tmp_path)

    assert (settings.retries, settings.max_retry_after_seconds) == (0, 0.0)


def test_rows_to_load_are_a_number_or_left_to_the_connection(project, tmp_path):
    given = [
        read_settings({"SVCCHAT_LOAD_ROWS": "300"}, tmp_path),
        read_settings({}, project("load_rows = 300")),
    ]

    assert [(each.load_rows, each.rows_to_load) for each in given] == [("300", 300)] * 2
    assert (Settings().load_rows, Settings().rows_to_load) == ("auto", 0)


def test_a_setting_with_choices_names_them():
    with pytest.raises(SettingsError, match="mode must be one of: live, auto, replay"):
        Settings(mode="offline")


@pytest.mark.parametrize(
    ("in_file", "variable", "said"),
    [
        ('mode = "auto"', "bogus", "auto, replay. It is set in SVCCHAT_MODE in the environment."),
        ('mode = "bogus"', "", "auto, replay. It is set in [tool.svcchat_magic] in pyproject.toml."),
        ('colour = "red"', "auto", "It is set in [tool.svcchat_magic] in pyproject.toml."),
    ],
)
def test_a_refused_value_says_where_it_comes_from(project, in_file, variable, said):
    with pytest.raises(SettingsError) as caught:
        read_settings({"SVCCHAT_MODE": variable}, project(in_file), branch="b")

    assert str(caught.value).endswith(said)


def test_a_refused_word_where_a_number_belongs_says_its_variable(tmp_path):
    with pytest.raises(SettingsError, match=r"a number\. It is set in SVCCHAT_RETRIES in the environment"):
        read_settings({"SVCCHAT_RETRIES": "many"}, tmp_path)


def test_a_value_that_is_mended_by_one_that_goes_before_it_is_no_matter(project):
    assert read_settings({"SVCCHAT_MODE": "auto"}, project('mode = "bogus"')).mode == "auto"


def test_recordings_need_a_folder():
    with pytest.raises(SettingsError, match="recordings must name a folder"):
        Settings(recordings=" ")


def test_a_date_in_a_file_needs_no_quotes(project):
    assert read_settings({}, project("now = 2025-01-10")).today == date(2025, 1, 10)


@pytest.mark.case("K06")
@pytest.mark.parametrize("text", ["tool = 5\n", "[tool]\nsvcchat_magic = 5\n", "[[tool.svcchat_magic]]\n"])
def test_what_stands_where_the_table_should_be_is_one_sentence(tmp_path, text):
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")

    with pytest.raises(
        SettingsError, match=r"^pyproject\.toml must contain a table \[tool\.svcchat_magic\]\.$"
    ):
        read_settings({}, tmp_path)


def test_a_file_must_not_hold_the_key(project):
    with pytest.raises(SettingsError, match="environment") as caught:
        read_settings({}, project(f'api_key = "{KEY}"'))

    assert KEY not in str(caught.value)


def test_an_unknown_name_is_refused_with_the_known_ones():
    with pytest.raises(SettingsError, match="external_id"):
        Settings().with_values(colour="red")


@pytest.mark.case("K01")
@pytest.mark.parametrize("text", [KEY, f"{KEY}\r\n", f"  {KEY} ", f"Api-Key {KEY}", f"Api-Key  {KEY}\n"])
def test_a_key_is_stripped_of_what_surrounds_it(text):
    assert ApiKey(text).reveal() == KEY


@pytest.mark.case("K01")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "short",
        "x" * 513,
        "secretword\nInjected: 1",
        "secretword with space",
        "secretwörd-123",
        "a\x00secretword",
    ],
)
def test_a_key_that_cannot_be_sent_is_refused_without_showing_it(text):
    with pytest.raises(KeyUnusable) as caught:
        ApiKey(text)

    assert "secretw" not in "".join(traceback.format_exception(caught.value, limit=0))


@pytest.mark.case("K03")
@pytest.mark.case("K09")
def test_a_key_does_not_show_itself_or_leave():
    settings = Settings(api_key=KEY)

    assert KEY not in f"{settings} {settings!r} {settings.api_key} {settings.api_key!r}"
    assert not hasattr(settings.api_key, "__dict__")
    for leave in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError):
            leave(settings.api_key)

    with pytest.raises(TypeError):
        pickle.dumps(settings)


def test_two_holders_of_one_key_are_equal():
    assert ApiKey(KEY) == ApiKey(f" {KEY}")
    assert ApiKey(KEY) != ApiKey(KEY + "x")
    assert ApiKey(KEY) != KEY
    assert Settings(api_key=KEY) == Settings(api_key=KEY)
