"""Settings through `%config AskMagics`."""

import pytest
from traitlets import TraitError

from svcchat_magic.errors import SettingsError
from svcchat_magic.notebook.questions.setting_traits import SettingTraits


@pytest.fixture
def traits(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    return SettingTraits()


def test_every_setting_but_the_key_is_a_trait_with_help(traits):
    names = set(SettingTraits.class_trait_names(config=True))

    assert names == set(SettingTraits.setting_names())
    assert "api_key" not in names
    assert all(SettingTraits.class_traits()[name].help for name in names)


def test_config_goes_before_the_environment_and_an_option_before_both(traits, monkeypatch):
    monkeypatch.setenv("SVCCHAT_EXTERNAL_ID", "from-environment")
    traits.external_id = "from-config"

    assert traits.settings().external_id == "from-config"
    assert traits.settings(external_id="from-option").external_id == "from-option"


def test_a_value_of_the_wrong_kind_is_refused(traits):
    with pytest.raises(TraitError):
        traits.total_seconds = "long"


def test_rows_to_load_are_given_as_a_number_or_as_auto(traits):
    traits.load_rows = 300
    as_number = traits.settings()
    traits.load_rows = "auto"

    assert (as_number.rows_to_load, traits.settings().load_rows) == (300, "auto")


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("mode", "bogus", "one of: live, auto, replay"),
        ("reattach", "perhaps", "one of: auto, on, off"),
        ("replay_pace", "twice", "one of: at once, original"),
        ("retries", -1, "zero or more"),
        ("idle_seconds", 0, "above zero"),
        ("total_seconds", float("nan"), "above zero"),
        ("max_messages", -5, "above zero"),
        ("now", "yesterday", "a date such as"),
        ("recordings", " ", "name a folder"),
        ("load_rows", "many", "auto or a whole number"),
        ("load_rows", -1, "auto or a whole number"),
        ("external_id", "Ada Lovelace", "lower case and without spaces"),
        ("internal_id", "ada", "e-mail"),
        ("chat_url", "somewhere", "must start with https://"),
        ("chat_url", "https://example.test/", "must end with /stream-chat-state"),
        ("base_url", "https://ada:secret@example.test", "no"),
        ("query_url", "https://two words/sql", "plain address"),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_at_once_and_the_old_one_kept(traits, name, value, why):
    with pytest.raises(TraitError, match=why):
        setattr(traits, name, value)

    assert getattr(traits, name) is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("chat_url", "http://shop.test/chat/stream-chat-state"),  # allow_http may be said after it
        ("chat_url", ""),
        ("query_url", "postgresql+psycopg://localhost/shop"),
        ("retries", 0),
        ("internal_id", ""),
        ("mode", None),
    ],
)
def test_what_may_be_usable_is_taken(traits, name, value):
    setattr(traits, name, value)

    assert getattr(traits, name) == value


def test_config_says_why_it_refuses_a_value_and_takes_the_next_one(notebook, caplog):
    notebook.run("%config AskMagics.mode = 'auto'")

    notebook.run("%config AskMagics.mode = 'bogus'")  # which logs what a setting refuses
    notebook.run("%config AskMagics.retries = 3")

    magics = notebook.shell.magics_manager.registry["AskMagics"]
    assert [record.getMessage() for record in caplog.records] == [
        "The setting mode must be one of: live, auto, replay."
    ]
    assert (magics.mode, magics.retries) == ("auto", 3)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("mdoe = 'auto'", "There is no setting 'mdoe'; did you mean AskMagics.mode?"),
        ("colour = 'red'", "There is no setting 'colour'; %config AskMagics lists them."),
        ("api_key = 'canary-0123456789'", "The key cannot be set here; run %chat key."),
    ],
)
def test_config_refuses_a_name_that_is_none(notebook, caplog, line, said):
    shown = notebook.run(f"%config AskMagics.{line}")

    assert [record.getMessage() for record in caplog.records] == [said]
    assert "not recognized" not in shown.text
    assert "canary" not in shown.text


def test_a_profile_with_a_value_that_cannot_be_used_is_one_sentence_when_loading(bare_notebook):
    bare_notebook.shell.config.AskMagics.mode = "bogus"

    failed = bare_notebook.run("%load_ext svcchat_magic")

    assert type(failed.error) is SettingsError
    assert str(failed.error) == "The setting mode must be one of: live, auto, replay."
