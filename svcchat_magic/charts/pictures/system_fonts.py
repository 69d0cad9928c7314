"""Where a Linux system keeps its fonts, as its own configuration says."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

_USUAL = Path("/etc/fonts/fonts.conf")
_XDG = {"dir": "~/.local/share", "include": "~/.config"}


def system_font_directories() -> tuple[Path, ...]:
    """The directories there are; none where this is no Linux, or its configuration cannot be read."""
    if sys.platform != "linux":
        return ()

    try:
        return font_directories(Path(os.environ.get("FONTCONFIG_FILE") or _USUAL))
    except (OSError, ElementTree.ParseError):
        return ()


def font_directories(config: Path) -> tuple[Path, ...]:
    """The directories that a configuration of fontconfig names, itself or in what it includes, if they exist.

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
