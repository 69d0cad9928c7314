"""The font directories of a Linux system, from its fontconfig configuration."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

_USUAL = Path("/etc/fonts/fonts.conf")
_XDG = {"dir": "~/.local/share", "include": "~/.config"}


def system_font_directories() -> tuple[Path, ...]:
    """The existing font directories; none on other systems or if the configuration cannot be read."""
    if sys.platform != "linux":
        return ()

    try:
        return font_directories(Path(os.environ.get("FONTCONFIG_FILE") or _USUAL))
    except (OSError, ElementTree.ParseError):
        return ()


def font_directories(config: Path) -> tuple[Path, ...]:
    """The existing directories that a fontconfig file names, itself or in files that it includes.

    Raises OSError or ParseError.
    """
    return tuple(dict.fromkeys(each for each in _named(config, set()) if each.is_dir()))


def _named(config: Path, read: set[Path]) -> Iterator[Path]:
    if config in read:
        return

    read.add(config)
    for element in ElementTree.parse(config).iter():
        if element.tag == "dir":
            yield _path(element, config)
        elif element.tag == "include":
            there = _path(element, config)
            for file in sorted(there.glob("*.conf")) if there.is_dir() else [there]:
                if file.is_file():
                    yield from _named(file, read)


def _path(element: ElementTree.Element, config: Path) -> Path:
    base = Path(_XDG[element.tag]) if element.get("prefix") == "xdg" else config.parent
    return (base / Path((element.text or "").strip()).expanduser()).expanduser()
