"""What is derived from a model is made once, kept up to a bound, and never an error."""

import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest

from svcchat_magic.semantic.model.derived_values import DerivedValues


def test_a_value_is_made_once():
    derived, made = DerivedValues(), []

    found = [derived.get("joins", lambda: made.append(1) or len(made)) for _ in range(3)]

    assert (found, made) == ([1, 1, 1], [1])


def test_the_value_that_was_not_asked_for_longest_goes_first():
    derived = DerivedValues(size=2)
    for key in ("a", "b", "a", "c"):
        derived.get(key, lambda key=key: key)

    assert derived.get("a", lambda: "made again") == "a"
    assert derived.get("b", lambda: "made again") == "made again"
    assert len(derived) == 2


def test_an_error_is_raised_and_not_kept():
    derived = DerivedValues()

    with pytest.raises(ZeroDivisionError):
        derived.get("share", lambda: 1 / 0)

    assert derived.get("share", lambda: 1) == 1


def test_a_value_that_is_not_to_be_kept_is_made_again():
    derived = DerivedValues()

    derived.get("today", lambda: 1, keeps=lambda _: False)

    assert derived.get("today", lambda: 2) == 2


def test_many_threads_see_one_value_of_a_key():
    derived = DerivedValues(size=8)
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda at: derived.get(at % 12, lambda: at % 12), range(2_000)))

    assert found == [at % 12 for at in range(2_000)]
    assert len(derived) == 8


def test_a_copy_for_another_process_is_empty_and_as_large():
    derived = DerivedValues(size=2)
    derived.get("joins", lambda: 1)

    copy = pickle.loads(pickle.dumps(derived))

    assert len(copy) == 0
    assert [copy.get(key, lambda key=key: key) for key in "abc"] == ["a", "b", "c"]
    assert len(copy) == 2
