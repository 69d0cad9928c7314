"""The embedded page as it is served: its headers, its nonce, and files that a browser keeps for good."""

import gzip
import re

import pytest

from svcchat_magic.service.http.embed_page import FILES
from tests.raw_api import call
from tests.service.conftest import ScriptedAnalyst

PAGE = "/embed/chat"


def get(service, path, **given):
    """Status, headers and body of what a browser asks for."""
    return call(service, path, None, method="GET", given=given)


def directives(headers):
    parts = (each.split(" ", 1) for each in headers["Content-Security-Policy"].split("; "))
    return {name: (value[0] if value else "") for name, *value in parts}


def asset_path(body, name):
    return f"/embed/assets/{re.search(rb'assets/([0-9a-f]{16})/', body)[1].decode()}/{name}"


def test_the_page_is_fenced_in_by_its_headers(quick):
    status, headers, body = get(quick, PAGE)
    nonce = re.search(rb'nonce="([^"]+)"', body)[1].decode()

    policy = directives(headers)

    assert status == 200
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "no-store"
    assert policy == {
        "default-src": "'none'",
        "script-src": f"'nonce-{nonce}'",
        "style-src": f"'nonce-{nonce}'",
        "img-src": "data: blob:",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'self'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "'none'",
    }


def test_a_nonce_is_used_once(quick):
    bodies = [get(quick, PAGE)[2] for _ in range(3)]

    nonces = [set(re.findall(rb'nonce="([^"]+)"', body)) for body in bodies]

    assert [len(each) for each in nonces] == [1, 1, 1]
    assert len(set.union(*nonces)) == 3


@pytest.mark.parametrize(
    ("origins", "expected"),
    [
        ((), "'none'"),
        (("https://app.example.com",), "https://app.example.com"),
        (("self", "http://localhost:3000"), "'self' http://localhost:3000"),
    ],
)
def test_the_sites_that_may_frame_the_page_are_the_accounts(start, origins, expected):
    service = start(ScriptedAnalyst(), embed_origins=origins)

    _, headers, body = get(service, PAGE)

    assert directives(headers)["frame-ancestors"] == expected
    assert [each for each in origins if each.encode() not in body] == []


@pytest.mark.case("A22")
def test_what_stands_in_the_address_never_stands_in_the_page(quick):
    _, headers, body = get(quick, f"{PAGE}?sessionId=SECRET-ID&theme=%3Cscript%3E&agentId=x")

    assert b"SECRET-ID" not in body
    assert b"%3Cscript" not in body
    assert "SECRET-ID" not in str(headers)


def test_every_address_in_the_page_is_relative(quick):
    body = get(quick, PAGE)[2].decode()

    found = re.findall(r'(?:src|href|action)="([^"]*)"', body)

    assert len(found) > 15
    assert [each for each in found if not each.startswith(("assets/", "data:,"))] == []


def test_files_are_kept_for_good_under_the_version_of_them_all(quick):
    path = asset_path(get(quick, PAGE)[2], "vendor/vega.js")

    plain, zipped = get(quick, path), get(quick, path, **{"Accept-Encoding": "br, gzip"})

    assert [plain[0], zipped[0]] == [200, 200]
    assert plain[2] == gzip.decompress(zipped[2]) == (FILES / "vendor" / "vega.js").read_bytes()
    assert zipped[1]["Content-Encoding"] == "gzip"
    assert len(zipped[2]) < len(plain[2]) / 2
    assert plain[1]["Cache-Control"] == "public, max-age=31536000, immutable"
    assert plain[1]["Vary"] == "Accept-Encoding"
    assert plain[1]["Content-Type"] == "text/javascript; charset=utf-8"


@pytest.mark.case("A29")
@pytest.mark.parametrize(
    "name",
    [
        "chat.html",
        "nothing.js",
        "",
        "vendor",
        "vendor/",
        "../embed/page.js",
        "%2e%2e/service/app.py",
        "..%2fservice%2fapp.py",
        "/etc/passwd",
        "vendor/versions.json",
        "page.js/",
        "PAGE.JS",
    ],
)
def test_nothing_else_is_served(quick, name):
    path = asset_path(get(quick, PAGE)[2], name)

    assert get(quick, path)[0] == 404


def test_another_version_is_not_there(quick):
    assert get(quick, f"/embed/assets/{'0' * 16}/page.js")[0] == 404


def test_licences_are_served_beside_what_they_are_of(quick):
    _, _, body = get(quick, asset_path(get(quick, PAGE)[2], "vendor/LICENSES.txt"))

    assert b"vega 5." in body
    assert b"markdown-it" in body
