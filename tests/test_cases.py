"""Every case of docs/security-cases.md is held by at least one test that names it."""

import re
from pathlib import Path

from tests.marks import marked

PAGE = Path(__file__).parent.parent / "docs" / "security-cases.md"
CATALOGUE = tuple(re.findall(r"^\| ([A-Z]\d\d) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
# How many cases each letter has, so that none is dropped from the page in silence.
SIZES = {"R": 29, "V": 17, "N": 14, "S": 38, "K": 13, "A": 35, "Q": 19, "M": 7, "Z": 19}

# Cases whose feature does not exist yet, each with the reason; a marked test makes its row wrong.
NOT_YET: dict[str, str] = {
    "Z15": "comes with the audit log",
    "Z16": "comes with scopes and expiry of keys",
}


def test_the_catalogue_counts_up_in_every_letter():
    expected = [f"{letter}{at:02}" for letter, size in SIZES.items() for at in range(1, size + 1)]

    assert list(CATALOGUE) == expected


def test_every_case_of_the_catalogue_is_held_by_a_test():
    unheld = [case for case in CATALOGUE if case not in marked("case") and case not in NOT_YET]

    assert unheld == []


def test_what_a_test_holds_is_no_longer_waited_for():
    assert {case: NOT_YET[case] for case in NOT_YET if case in marked("case")} == {}


def test_a_mark_names_a_case_that_the_catalogue_has():
    assert set(marked("case")) <= set(CATALOGUE)


def test_what_is_not_there_yet_has_a_reason():
    assert set(NOT_YET) <= set(CATALOGUE)
    assert all(NOT_YET.values())
