"""Every stream, key and server case of the security catalogue is held by at least one test that names it."""

import pytest

from tests.marks import marked

STREAM_CASES = tuple(f"S{number:02}" for number in range(1, 39))
KEY_CASES = tuple(f"K{number:02}" for number in range(1, 14))
SERVER_CASES = tuple(f"A{number:02}" for number in range(1, 36))
SIZES = {"R": 29, "V": 17, "N": 14, "S": 38, "K": 13, "A": 35, "Q": 19}
CATALOGUE = {f"{room}{number:02}" for room, size in SIZES.items() for number in range(1, size + 1)}

# Cases whose feature does not exist yet, each with the reason; a marked test makes its row wrong.
NOT_YET: dict[str, str] = {}


@pytest.mark.parametrize("case", STREAM_CASES + KEY_CASES + SERVER_CASES)
def test_a_case_of_the_catalogue_is_held_by_a_test(case):
    holding = marked("case").get(case, set())

    assert bool(holding) != (case in NOT_YET), NOT_YET.get(case, "no test is marked with it")


def test_a_mark_names_a_case_that_the_catalogue_has():
    assert set(marked("case")) <= CATALOGUE


def test_what_is_not_there_yet_has_a_reason():
    assert set(NOT_YET) <= CATALOGUE
    assert all(NOT_YET.values())
