"""The page's own files: small, and without a way to make markup, code or requests of text."""

import re

import pytest

from svcchat_magic.service.http.embed_page import FILES

SOURCES = sorted(FILES.glob("*.js"))
NEVER = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|srcdoc"
    r"|createContextualFragment"
    r"|localStorage|sessionStorage|document\.cookie|XMLHttpRequest|WebSocket|sendBeacon|setAttribute\(\"style"
)


def name(file):
    return file.name


@pytest.mark.parametrize("file", SOURCES, ids=name)
def test_a_file_holds_one_idea_and_says_which(file):
    lines = file.read_text(encoding="utf-8").splitlines()

    assert len(lines) <= 400
    assert lines[0].startswith("// ")
    assert max(map(len, lines)) <= 300


@pytest.mark.parametrize("file", SOURCES, ids=name)
def test_no_text_becomes_markup_code_or_a_memory(file):
    assert NEVER.findall(file.read_text(encoding="utf-8")) == []


def test_only_one_file_talks_to_the_service():
    talking = [file.name for file in SOURCES if "fetch(" in file.read_text(encoding="utf-8")]

    assert talking == ["service.js"]


def test_what_a_file_imports_is_there():
    missing = [
        (file.name, path)
        for file in SOURCES
        for path in re.findall(r'(?:from|import\() ?"\./([^"]+)"', file.read_text(encoding="utf-8"))
        if not (FILES / path).exists()
    ]

    assert missing == []


def test_folders_hold_data_alone():
    assert [file for file in FILES.rglob("*") if file.suffix == ".py"] == []
    assert {file.name for file in FILES.iterdir() if file.is_dir()} == {"vendor"}
