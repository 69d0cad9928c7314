import inspect
import traceback

import pytest

from svcchat_magic import errors
from svcchat_magic.errors import ModelError, ServiceFailed, StreamFailed, SvcchatError

TREE = [each for _, each in inspect.getmembers(errors, inspect.isclass) if each.__module__ == errors.__name__]


@pytest.mark.parametrize("error", TREE, ids=lambda error: error.__name__)
def test_every_error_hangs_from_the_root_and_stands_in_the_drawing(error):
    assert issubclass(error, SvcchatError)
    assert error.__name__ in errors.__doc__
    assert error.__doc__


def test_the_drawing_shows_nothing_else():
    drawn = {
        line.strip("│├└─ ").split(" ")[0] for line in errors.__doc__.splitlines() if "  " in line.strip()
    }

    assert drawn == {error.__name__ for error in TREE}


def test_an_error_shows_as_one_sentence_in_a_cell():
    assert SvcchatError("Do this.")._render_traceback_() == ["SvcchatError: Do this."]


def test_an_error_status_is_kept():
    assert ServiceFailed("It failed.", status=502).status == 502


def test_a_model_error_names_every_problem():
    error = ModelError(["a.yml:1: no name", "b.yml:2: no table"])

    assert error.problems == ("a.yml:1: no name", "b.yml:2: no table")
    assert "no name; b.yml:2" in str(error)


@pytest.mark.case("Z10")
def test_what_a_service_says_steers_no_terminal_that_a_traceback_ends_in():
    try:
        raise StreamFailed("It said \x1b]0;owned\x07\x9b2J\u202e\r and\n\tmore")
    except StreamFailed as error:
        told = "".join(traceback.format_exception(error))

    assert told.endswith("It said \ufffd]0;owned\ufffd\ufffd2J\ufffd\ufffd and\n\tmore\n")
