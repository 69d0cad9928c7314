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
