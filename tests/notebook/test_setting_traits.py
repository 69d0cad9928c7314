"""Settings through `%config AskMagics`."""

import pytest
from traitlets import TraitError

from svcchat_magic.notebook.setting_traits import SettingTraits


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
