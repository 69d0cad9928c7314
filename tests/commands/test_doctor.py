"""`svcchat doctor` in a terminal."""

import re
import tomllib
from pathlib import Path

import pytest

from svcchat_magic.conversation.doctor import OPTIONAL
from tests.analyst.language_model.scripted_endpoint import Says, scripted_endpoint

PROJECT = Path(__file__).parent.parent.parent / "pyproject.toml"


@pytest.mark.long
def test_a_fresh_installation_is_well(svcchat):
    done = svcchat("doctor")

    assert done.returncode == 0, done.stdout
    assert "✓ service" in done.stdout
    assert "none: the embedded service needs no key" in done.stdout


def test_a_wrong_key_is_found_and_not_shown(svcchat, service):
    done = svcchat("doctor", SVCCHAT_CHAT_URL=service.chat_url, SVCCHAT_API_KEY="canary-0123456789")

    assert done.returncode == 1
    assert "✗ service" in done.stdout
    assert "canary" not in done.stdout + done.stderr


def test_a_missing_key_is_found(svcchat, service):
    done = svcchat("doctor", SVCCHAT_CHAT_URL=service.chat_url)

    assert done.returncode == 1
    assert "✗ key" in done.stdout


@pytest.mark.long
@pytest.mark.case("Z03")
def test_recordings_that_a_file_would_have_elsewhere_are_told(svcchat, tmp_path):
    (tmp_path / "pyproject.toml").write_text(
        '[tool.svcchat_magic]\nrecordings = "//evil.example/share"\n', encoding="utf-8"
    )

    done = svcchat("doctor")

    assert done.returncode == 1
    assert "✗ recordings  pyproject.toml in" in done.stdout


@pytest.mark.parametrize("package", OPTIONAL)
def test_a_package_that_is_missing_is_told_with_the_extra_that_brings_it_alone(package):
    extras = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]

    (extra,) = re.findall(r"^\[(\w+)\]", OPTIONAL[package])

    assert any(re.match(rf"{package}\b", each) for each in extras[extra])


def test_its_help_says_that_the_service_is_reached_but_asked_nothing(svcchat):
    done = svcchat("doctor", "--help")

    assert "The service is reached, but asked nothing." in " ".join(done.stdout.split())


def test_the_model_of_each_agent_is_reached(svcchat, tmp_path):
    key = "canary-0123456789"
    call = ("day_of_week", {"date": "2024-02-29"})
    with scripted_endpoint(Says("Let me see.", (call,))) as endpoint:
        file = tmp_path / "account.toml"
        file.write_text(
            f"""name = "shop"
[agents.plain]
title = "Plain"
[agents.quiet]
title = "Quiet"
[agents.quiet.model]
analyst = "offline"
[agents.wordy]
title = "Wordy"
[agents.wordy.model]
url = "{endpoint.url}"
name = "small"
key_variable = "WORDY_KEY"
[agents.keyless]
title = "Keyless"
[agents.keyless.model]
url = "{endpoint.url}"
name = "small"
key_variable = "NOT_SET_ANYWHERE"
"""
        )
        done = svcchat("doctor", "--account-file", str(file), SVCCHAT_MODE="replay", WORDY_KEY=key)

    assert "· model       agent plain: the model of the settings" in done.stdout
    assert "✓ model       agent quiet: none; the built-in analyst answers alone" in done.stdout
    assert (
        "✓ model       agent wordy: small on this machine streams, calls tools and counts tokens"
        in done.stdout
    )
    assert "✗ model       agent keyless" in done.stdout
    assert "NOT_SET_ANYWHERE" in done.stdout
    assert endpoint.headers[0]["Authorization"] == f"Bearer {key}"
    assert key not in done.stdout + done.stderr
    assert done.returncode == 1
