"""Interrupts that wait, by real signals."""

import signal
import threading

import pytest

from svcchat_magic.notebook.asking.held_interrupts import HeldInterrupts

pytestmark = pytest.mark.usefixtures("usual_handler")


@pytest.mark.case("S33")
def test_an_interrupt_comes_when_the_block_is_done():
    done = []

    def work():
        with HeldInterrupts():
            signal.raise_signal(signal.SIGINT)
            done.append("all of it")

    with pytest.raises(KeyboardInterrupt):
        work()

    assert done == ["all of it"]


@pytest.mark.case("S33")
def test_an_interrupt_comes_at_once_where_it_is_allowed():
    done = []

    with HeldInterrupts() as interrupts:
        with pytest.raises(KeyboardInterrupt), interrupts.allowed():
            signal.raise_signal(signal.SIGINT)

        done.append("after it")

    assert done == ["after it"]


def test_one_that_waits_comes_where_the_next_is_allowed():
    done = []

    with HeldInterrupts() as interrupts:
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt), interrupts.allowed():
            done.append("never")

    assert done == []


def test_what_is_allowed_outside_the_block_holds_nothing_back_afterwards():
    with HeldInterrupts().allowed():
        pass

    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_thread_that_is_never_interrupted_changes_nothing():
    seen = []

    def hold():
        with HeldInterrupts():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=hold)
    thread.start()
    thread.join()

    assert seen == [signal.default_int_handler]


def test_a_handler_that_was_not_set_from_python_is_left_alone():
    signal.signal(signal.SIGINT, signal.SIG_DFL)

    with HeldInterrupts():
        seen = signal.getsignal(signal.SIGINT)

    signal.signal(signal.SIGINT, signal.default_int_handler)
    assert seen is signal.SIG_DFL


def test_blocks_in_each_other_hold_it_back_until_the_outermost_ends():
    done = []

    def work():
        with HeldInterrupts():
            with HeldInterrupts():
                signal.raise_signal(signal.SIGINT)
                done.append("inner")

            done.append("outer")

    with pytest.raises(KeyboardInterrupt):
        work()

    assert done == ["inner", "outer"]


def test_what_an_inner_block_allows_comes_through_the_outer_one_too():
    with HeldInterrupts(), HeldInterrupts() as inner:
        with pytest.raises(KeyboardInterrupt), inner.allowed():
            signal.raise_signal(signal.SIGINT)

        held = signal.getsignal(signal.SIGINT)

    assert held == inner._note


def test_one_that_waits_does_not_hide_the_error_that_ends_the_block_anyway():
    def work():
        with HeldInterrupts():
            signal.raise_signal(signal.SIGINT)
            raise ValueError("why")

    with pytest.raises(ValueError, match="why"):
        work()
