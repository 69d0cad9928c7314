import asyncio

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.language.time_words import Calendar
from svcchat_magic.analyst.language_model.speech import Speech
from svcchat_magic.analyst.linking.catalog import catalog_of
from tests.analyst import demo
from tests.analyst.language_model.asking import TODAY


def test_others_are_served_while_rows_are_prepared():
    speech = Speech(Task("revenue by channel", TODAY), catalog_of(demo.tools().model), str, Calendar(TODAY))

    async def turns_of_others():
        turns, learning = 0, asyncio.create_task(speech.learn(()))
        while not learning.done():
            await asyncio.sleep(0)
            turns += 1

        return turns

    assert asyncio.run(turns_of_others()) > 1  # one is what a call that blocks the loop leaves


def test_others_are_served_while_a_sentence_is_checked():
    speech = Speech(Task("revenue by channel", TODAY), catalog_of(demo.tools().model), str, Calendar(TODAY))

    async def turns_of_others():
        await speech.learn(())
        turns, saying = 0, asyncio.create_task(speech.say("Revenue was 12 in all. It rose by 3 %. "))
        while not saying.done():
            await asyncio.sleep(0)
            turns += 1

        return turns

    assert asyncio.run(turns_of_others()) > 1
