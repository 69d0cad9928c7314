"""True answers with the rows behind them, as the built-in analyst tells them."""

import asyncio
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.language_model.speech import grounding_of
from svcchat_magic.analyst.language_model.toolbox import Answered
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.planning.planned import Planned
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.sentences.sentences import Sentences
from svcchat_magic.analyst.telling.additivity import is_additive
from svcchat_magic.analyst.telling.narration import tell
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.told import told_query
from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.evaluation.question_file import read_question_file
from tests.campaigns.question_sets import SETS, SetTools, open_set
from tests.campaigns.reading.analyses import Sampler
from tests.campaigns.reading.grounds import Ground, grounds
from tests.campaigns.reading.names import Names
from tests.campaigns.reading.phrases import Speaker, Unsayable, text_of


@dataclass(frozen=True)
class Told:
    """A true answer with the rows behind it."""

    question: str
    results: tuple[Answered, ...]
    sentences: tuple[str, ...]
    catalog: Catalog


def asked_answers(names: Sequence[str]) -> Iterator[Told]:
    """The answers to every question of these sets that stands for itself."""
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            tools, engine = open_set(name, Path(folder))
            for item in read_question_file(SETS / name / "questions.yml"):
                today = item.now or date.today()
                told = None if item.after else asyncio.run(told_answer(item.question, today, tools))
                if told is not None:
                    yield told

            engine.close()


def drawn_answers(names: Sequence[str], count: int, seed: int) -> Iterator[Told]:
    """The answers to so many random analyses over the models of these sets, each with its question."""
    with grounds(only=names) as found:
        for each in found:
            dice = random.Random(f"{each.name} {seed}")
            spoken = Names(each)
            sampler, speaker = Sampler(each, spoken, dice), Speaker(each, spoken, dice)
            for _ in range(-(-count // len(found))):
                told = _drawn(each, sampler, speaker)
                if told is not None:
                    yield told


def _drawn(ground: Ground, sampler: Sampler, speaker: Speaker) -> Told | None:
    shape, analysis = sampler.analysis()
    try:
        question = text_of(speaker.say(shape, analysis))
    except Unsayable:
        return None

    planned = ground.planned(analysis)
    return (
        asyncio.run(_told(question, planned, ground.reader, ground.today, ground.tools)) if planned else None
    )


async def told_answer(question: str, today: date, tools: SetTools) -> Told | None:
    """The answer to a question, where the built-in analyst understands every word of it."""
    reader = Reader(tools, today)
    read = await reader.read(question)
    if read.planned is None or not read.is_sure:
        return None

    return await _told(question, read.planned, reader, today, tools)


async def _told(question: str, planned: Planned, reader: Reader, today: date, tools: Tools) -> Told | None:
    home = next((each.cube for each in planned.source.fields.values()), "")
    query = told_query(planned, reader.sources.dates(planned.source.root or home))
    try:
        rows = await tools.run_sql(query.sql)
    except (QueryRefused, EngineError):
        return None

    additive = frozenset(each.name for each in query.measures if is_additive(tools.model, each, query))
    result = Result(0, query, rows, additive, today)
    answered = (Answered(query.sql, rows, result),)
    cutter = Sentences()
    cutter.keep_whole(grounding_of(question, answered, reader.catalog).row_names)
    sentences = (*cutter.feed(" ".join(tell([result], today).paragraphs)), *cutter.end())
    return Told(question, answered, sentences, reader.catalog)
