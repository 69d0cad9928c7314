"""`svcchat doctor` in a terminal."""


def test_a_fresh_installation_is_well(svcchat):
    done = svcchat("doctor")

    assert done.returncode == 0, done.stdout
    assert "✓ service" in done.stdout
    assert "none needed" in done.stdout


def test_a_wrong_key_is_found_and_not_shown(svcchat, service):
    done = svcchat("doctor", SVCCHAT_CHAT_URL=service.chat_url, SVCCHAT_API_KEY="canary-0123456789")

    assert done.returncode == 1
    assert "✗ service" in done.stdout
    assert "canary" not in done.stdout + done.stderr


def test_a_missing_key_is_found(svcchat, service):
    done = svcchat("doctor", SVCCHAT_CHAT_URL=service.chat_url)

    assert done.returncode == 1
    assert "✗ key" in done.stdout
