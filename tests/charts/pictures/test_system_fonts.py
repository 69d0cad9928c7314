"""The directories of a Linux system's fonts, read from its configuration."""

import sys
from xml.etree.ElementTree import ParseError

import pytest

from svcchat_magic.charts.pictures.system_fonts import font_directories, system_font_directories


def written(path, *elements):
    path.parent.mkdir(parents=True, exist_ok=True)
    inside = "".join(elements)
    path.write_text(
        f'<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "x.dtd"><fontconfig>{inside}</fontconfig>'
    )
    return path


def made(path):
    path.mkdir(parents=True)
    return path


def test_the_directories_that_exist_are_found_in_their_order_and_once(tmp_path):
    first, second = made(tmp_path / "first"), made(tmp_path / "second")
    named = [f"<dir>{each}</dir>" for each in (first, tmp_path / "absent", second, first)]

    assert font_directories(written(tmp_path / "fonts.conf", *named)) == (first, second)


def test_included_files_and_directories_of_files_are_read(tmp_path):
    fonts = [made(tmp_path / name) for name in ("one", "two", "three")]
    written(tmp_path / "conf.d" / "20-two.conf", f"<dir>{fonts[1]}</dir>")
    written(tmp_path / "conf.d" / "10-one.conf", f"<dir>{fonts[0]}</dir>")
    local = written(tmp_path / "local.conf", f"<dir>{fonts[2]}</dir>", "<include>fonts.conf</include>")
    config = written(
        tmp_path / "fonts.conf",
        "<include>conf.d</include>",
        f"<include>{local}</include>",
        '<include ignore_missing="yes">absent.conf</include>',
    )

    assert font_directories(config) == tuple(fonts)


def test_places_below_the_users_home_are_found(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    old, new = made(tmp_path / ".fonts"), made(tmp_path / ".local" / "share" / "fonts")
    more = made(tmp_path / "more")
    written(tmp_path / ".config" / "fontconfig" / "fonts.conf", f"<dir>{more}</dir>")
    config = written(
        tmp_path / "etc" / "fonts.conf",
        '<dir prefix="xdg">fonts</dir>',
        "<dir>~/.fonts</dir>",
        '<include prefix="xdg">fontconfig/fonts.conf</include>',
    )

    assert font_directories(config) == (new, old, more)


@pytest.mark.skipif(sys.platform != "linux", reason="another system has another way")
def test_the_configuration_that_the_user_named_is_read(tmp_path, monkeypatch):
    fonts = made(tmp_path / "fonts")
    config = written(tmp_path / "own.conf", f"<dir>{fonts}</dir>")
    monkeypatch.setenv("FONTCONFIG_FILE", str(config))

    assert system_font_directories() == (fonts,)


@pytest.mark.parametrize("text", [None, "<fontconfig><dir>"])
def test_a_configuration_that_cannot_be_read_names_none(tmp_path, monkeypatch, text):
    config = tmp_path / "own.conf"
    if text:
        config.write_text(text)

    monkeypatch.setenv("FONTCONFIG_FILE", str(config))

    assert system_font_directories() == ()
    with pytest.raises((OSError, ParseError)):
        font_directories(config)
