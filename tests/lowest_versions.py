"""The lowest version of each library that the package allows: `python -m tests.lowest_versions`."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"
OF_DEVELOPERS = ("test", "bench")
APART = ("spark",)  # too large for every run's lock; its tests are run where it is installed
_REQUIREMENT = re.compile(r"(?P<name>[A-Za-z0-9_.-]+)(?:\[[a-z,]+\])?(?:>=(?P<lowest>[0-9.]+))?")


def requirements() -> Iterator[str]:
    """What the package and its extras for users require."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    yield from project["dependencies"]
    for extra, required in project["optional-dependencies"].items():
        if extra not in (*OF_DEVELOPERS, *APART):
            yield from required


def lowest_versions() -> dict[str, str]:
    """The bound of each; the higher one where two extras name it."""
    found: dict[str, str] = {}
    for requirement in requirements():
        match = _REQUIREMENT.match(requirement)
        if match and match["lowest"]:
            name = match["name"].lower()
            found[name] = max(found.get(name, "0"), match["lowest"], key=_order)

    return found


def _order(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


if __name__ == "__main__":
    print("\n".join(f"{name}=={lowest}" for name, lowest in sorted(lowest_versions().items())))
