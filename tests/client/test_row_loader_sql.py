import sys

import pytest

from svcchat_magic.errors import ConnectionFailed, SettingsError
from svcchat_magic.settings import Settings
from tests.client.databases import load

pytest.importorskip("sqlalchemy", reason="the extra `sql` brings it")


@pytest.mark.case("K08")
@pytest.mark.parametrize(
    ("url", "error"),
    [
        ("sqlite:////no-such-folder/secret-word.db", ConnectionFailed),
        ("postgresql+psycopg://ada:secret-word@127.0.0.1:9/x", ConnectionFailed),
        ("nodialect://ada:secret-word@localhost/x", SettingsError),
        ("nonsense ada:secret-word@localhost", SettingsError),
        ("postgresql+nodriver://ada:secret-word@localhost/x", SettingsError),
    ],
)
def test_an_error_holds_nothing_of_the_address(url, error):
    with pytest.raises(error) as caught:
        load(Settings(query_url=url), "SELECT 1")

    shown = []
    cause = caught.value
    while cause is not None:
        shown.append(repr(cause))
        cause = None if cause.__suppress_context__ else cause.__cause__ or cause.__context__

    assert "secret-word" not in " ".join(shown)


@pytest.mark.parametrize("address", ["sqlite://", "ai.example.com/sql"])
def test_without_sqlalchemy_the_extra_is_named_and_what_the_address_was_taken_for(monkeypatch, address):
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)

    with pytest.raises(SettingsError, match=r'not an https:// .*pip install "svcchat-magic\[sql\]"$'):
        load(Settings(query_url=address), "SELECT 1")


@pytest.mark.case("K03")
def test_settings_do_not_show_a_database_address():
    settings = Settings(query_url="postgresql://ada:secret-word@localhost/x")

    assert "secret-word" not in repr(settings)
