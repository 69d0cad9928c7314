"""The page's libraries are those that were built from the pinned packages, with their licences."""

import hashlib
import json
import re

import pytest

from tests.embed.build_vendor import BUNDLES, HERE, VENDOR

RECORD = json.loads((VENDOR / "versions.json").read_text(encoding="utf-8"))
PINNED = json.loads((HERE / "package.json").read_text(encoding="utf-8"))["dependencies"]
LOCKED = json.loads((HERE / "package-lock.json").read_text(encoding="utf-8"))["packages"]


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_is_the_one_that_was_recorded(name):
    assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == RECORD[name]["sha256"]


def test_what_was_bundled_is_what_is_pinned_and_locked():
    bundled = {package: version for each in RECORD.values() for package, version in each["packages"].items()}

    assert {package: bundled[package] for package in PINNED} == PINNED
    assert bundled == {package: LOCKED[f"node_modules/{package}"]["version"] for package in bundled}


# The first versions without the flaws that have been published, each with what was wrong before.
SAFE = {
    "d3-color": "3.1.0",  # GHSA-36jr-mh4h-2g58: a colour that takes for ever to read
    "linkify-it": "5.0.2",  # CVE-2026-48801 and CVE-2026-59887: a text that takes for ever to search
    "markdown-it": "14.1.1",  # CVE-2026-2327: the same
    "vega": "5.33.1",  # CVE-2025-59840: script through toString, also with the interpreter
    "vega-expression": "5.2.1",  # CVE-2025-59840
    "vega-functions": "5.18.1",  # CVE-2025-66648: script through a function of expressions
    "vega-interpreter": "1.2.1",  # CVE-2025-59840
    "vega-selections": "5.6.3",  # CVE-2025-65110 and CVE-2025-25304: script through selections
}


def numbers(version):
    return tuple(map(int, version.split(".")))


@pytest.mark.parametrize(("package", "safe"), SAFE.items())
def test_no_version_with_a_published_flaw_is_bundled(package, safe):
    locked = {
        path: each["version"] for path, each in LOCKED.items() if path.endswith(f"node_modules/{package}")
    }

    assert locked
    assert {path: version for path, version in locked.items() if numbers(version) < numbers(safe)} == {}


def test_no_package_is_bundled_in_two_versions():
    """The record names one version of each, and another one could hide behind it."""
    bundled = {package for each in RECORD.values() for package in each["packages"]}
    nested = [path.rpartition("node_modules/")[2] for path in LOCKED if path.count("node_modules/") > 1]

    assert bundled.isdisjoint(nested)


def test_the_record_names_the_licence_of_every_package():
    for each in RECORD.values():
        assert each["licences"].keys() == each["packages"].keys()
        assert set(each["licences"].values()) <= {"BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"}


def test_every_pin_is_exact():
    assert [pin for pin in PINNED.values() if not re.fullmatch(r"\d+\.\d+\.\d+", pin)] == []


def test_the_licence_of_every_bundled_package_is_there():
    text = (VENDOR / "LICENSES.txt").read_text(encoding="utf-8")

    missing = [
        package for each in RECORD.values() for package in each["packages"] if f"{package} " not in text
    ]

    assert missing == []
    assert set(re.findall(r"\d \(([A-Za-z0-9-]+)\)", text)) == {"BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"}


def test_the_bundles_stay_small():
    assert sum((VENDOR / name).stat().st_size for name in BUNDLES) < 1_000_000


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_writes_no_markup_and_names_no_place_to_fetch_from(name):
    source = (VENDOR / name).read_text(encoding="utf-8")

    assert (
        re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|sourceMappingURL", source)
        == []
    )
