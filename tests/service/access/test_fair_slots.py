"""Slots of the engine: whoever holds least comes first, and nobody takes the others' share (Z07)."""

import asyncio

import pytest

from svcchat_magic.errors import TooBusy
from svcchat_magic.service.access.fair_slots import Caller, FairSlots, Shares

SHARES = Shares(slots=4, per_key=3, per_user=2, waiting_per_user=3)
ADA, BEN, EVE = Caller(b"one", "ada"), Caller(b"one", "ben"), Caller(b"two", "eve")

pytestmark = pytest.mark.case("Z07")


async def settle():
    for _ in range(10):
        await asyncio.sleep(0)


def waiters(slots, *callers):
    return [asyncio.ensure_future(slots.take(each)) for each in callers]


def test_a_user_holds_no_more_than_their_share_even_alone():
    async def scenario():
        slots = FairSlots(SHARES)
        first, second, third = waiters(slots, ADA, ADA, ADA)
        await settle()
        assert (first.done(), second.done(), third.done()) == (True, True, False)
        first.result()()
        await settle()
        return third.done(), slots.held

    assert asyncio.run(scenario()) == (True, 2)


def test_a_key_holds_no_more_than_its_share_and_another_key_is_served():
    async def scenario():
        slots = FairSlots(SHARES)
        of_one = waiters(slots, ADA, BEN, ADA, BEN)
        of_two = waiters(slots, EVE)
        await settle()
        return [each.done() for each in (*of_one, *of_two)]

    assert asyncio.run(scenario()) == [True, True, True, False, True]


def test_a_key_whose_share_is_used_up_still_serves_a_user_who_holds_none():
    async def scenario():
        slots = FairSlots(Shares(slots=4, per_key=2, per_user=2, waiting_per_user=3))
        full = waiters(slots, ADA, ADA, ADA)
        modest = waiters(slots, BEN, BEN)
        await settle()
        return [each.done() for each in (*full, *modest)]

    assert asyncio.run(scenario()) == [True, True, False, True, False]


def test_a_free_slot_goes_to_who_holds_least_and_not_to_who_came_first():
    async def scenario():
        slots = FairSlots(Shares(2, 2, 2, 9))
        held = waiters(slots, ADA, ADA)
        queued = waiters(slots, ADA, ADA, BEN)
        await settle()
        held[0].result()()
        await settle()
        return [each.done() for each in queued]

    assert asyncio.run(scenario()) == [False, False, True]


def test_callers_who_hold_the_same_take_turns():
    async def scenario():
        slots, served = FairSlots(Shares(1, 1, 1, 9)), []

        async def ask(caller):
            give_back = await slots.take(caller)
            served.append(caller.user)
            give_back()

        give_back = await slots.take(EVE)
        asking = [asyncio.ensure_future(ask(each)) for each in (ADA, ADA, ADA, BEN, BEN)]
        await settle()
        give_back()
        await asyncio.gather(*asking)
        return served

    assert asyncio.run(scenario()) == ["ada", "ben", "ada", "ben", "ada"]


def test_a_full_queue_is_429_for_its_own_caller_only():
    async def scenario():
        slots = FairSlots(SHARES)
        queued = waiters(slots, *[ADA] * 5)
        await settle()
        with pytest.raises(TooBusy) as refused:
            await slots.take(ADA)

        give_back = await slots.take(BEN)
        give_back()
        for each in queued:
            each.cancel()

        return refused.value.status

    assert asyncio.run(scenario()) == 429


def test_who_stops_waiting_leaves_no_slot_behind():
    async def scenario():
        slots = FairSlots(SHARES)
        held = waiters(slots, ADA, ADA)
        await settle()
        (queued,) = waiters(slots, ADA)
        await settle()
        held[0].result()()
        queued.cancel()  # its turn has come, and it does not know yet
        held[1].result()()
        held[1].result()()  # once is enough
        await settle()
        return slots.held

    assert asyncio.run(scenario()) == 0
