"""What is published says whose it is, under which licence, what changed, and where flaws are reported."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
AUTHORS = "the svcchat_magic authors"


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_licence_is_whole_and_names_its_holders():
    licence = text_of("LICENSE")

    assert licence.count("Apache License") >= 2
    assert all(f"   {number}. " in licence for number in range(1, 10))
    assert "END OF TERMS AND CONDITIONS" in licence
    assert re.search(rf"^   Copyright \d{{4}} {AUTHORS}$", licence, re.MULTILINE)


def test_the_package_says_its_licence_and_ships_it_with_those_of_others():
    assert PROJECT["license"] == "Apache-2.0"
    assert PROJECT["authors"] == [{"name": AUTHORS}]
    assert PROJECT["license-files"] == [
        "LICENSE",
        "svcchat_magic/semantic/search/WORDNET-LICENSE.txt",
        "svcchat_magic/embed/vendor/LICENSES.txt",
    ]
    assert all(text_of(each).strip() for each in PROJECT["license-files"])
    assert not [each for each in PROJECT["classifiers"] if each.startswith("License ::")]


def test_the_changelog_has_what_is_unreleased_and_this_version():
    versions = re.findall(r"^## \[(.+?)\]", text_of("CHANGELOG.md"), re.MULTILINE)

    assert versions[0] == "Unreleased"
    assert PROJECT["version"] in versions
    kinds = set(re.findall(r"^### (.+)$", text_of("CHANGELOG.md"), re.MULTILINE))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_flaws_are_reported_in_private_and_published_in_time():
    policy = text_of(".github/SECURITY.md")

    assert "Report a vulnerability" in policy
    assert "90 days" in policy
    assert "(../docs/security.md)" in policy
