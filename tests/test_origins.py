"""The origin of an address: one spelling for one place, and no two places with one spelling."""

import pytest

from svcchat_magic.errors import SettingsError
from svcchat_magic.origins import origin_of


@pytest.mark.case("Z03")
@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("https://ai.example/a/b", "https://ai.example"),
        (" https://ai.example:443/x ", "https://ai.example"),
        ("HTTPS://AI.Example/x", "https://ai.example"),
        ("http://ai.example:80", "http://ai.example"),
        ("https://[0:0:0:0:0:0:0:1]:8443/x", "https://[::1]:8443"),
        ("http://[::1]/x", "http://[::1]"),
    ],
)
def test_spellings_of_one_place_are_one_origin(address, origin):
    assert origin_of(address) == origin


@pytest.mark.case("Z03")
@pytest.mark.parametrize(
    "other",
    [
        "http://ai.example/",
        "https://ai.example:8443/",
        "https://ai.example./",
        "https://ai.example.evil.example/",
        "https://evil.example/ai.example",
        "https://xn--i-7iq.example/",
        "https://ai.example@evil.example/",
    ],
)
def test_another_scheme_host_or_port_is_another_origin(other):
    assert origin_of(other) != origin_of("https://ai.example/")


@pytest.mark.case("Z03")
@pytest.mark.parametrize(
    "other",
    [
        "postgresql://db.example/shop?host=evil.example",
        "postgresql://db.example/other",
        "postgresql://evil.example/shop",
        "postgresql+psycopg://db.example/shop",
    ],
)
def test_a_database_is_trusted_by_its_whole_address(other):
    known = origin_of("postgresql://db.example/shop")

    assert origin_of(other) != known
    assert "example" not in known


@pytest.mark.parametrize("address", ["https://", "https:///x", "https://[::1", "https://a:b/"])
def test_what_has_no_host_is_one_sentence(address):
    with pytest.raises(SettingsError, match="has no host"):
        origin_of(address)
