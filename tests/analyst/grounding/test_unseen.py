"""Sentences over rows of several models, true ones and plausible wrong ones."""

import asyncio
from functools import cache
from pathlib import Path

import pytest
import yaml

from svcchat_magic.evaluation.question_file import read_question_file
from tests.campaigns.grounding import struck
from tests.campaigns.question_sets import SETS, open_set
from tests.campaigns.told_answers import told_answer

CASES = yaml.safe_load((Path(__file__).parent / "unseen.yml").read_text(encoding="utf-8"))
EVERY = 27  # of which one is asked in every run


@pytest.fixture(scope="module")
def answer_to(tmp_path_factory):
    """The rows of the built-in analyst for a question to a model, which is opened once."""
    engines = []

    @cache
    def tools_of(name):
        tools, engine = open_set(name, tmp_path_factory.mktemp(name))
        engines.append(engine)
        return tools

    def answer(name, question):
        questions = read_question_file(SETS / name / "questions.yml")
        today = next(each.now for each in questions if each.now)
        return asyncio.run(told_answer(question, today, tools_of(name)))

    yield answer
    for each in engines:
        each.close()


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            case, marks=pytest.mark.long if at % EVERY else (), id=f"{case['model']}: {case['asked']}"
        )
        for at, case in enumerate(CASES)
    ],
)
def test_true_sentences_are_told_and_wrong_ones_struck(case, answer_to):
    answer = answer_to(case["model"], case["asked"])

    assert [each for each in case["right"] if struck(answer, (each,))] == []
    assert [each for each in case["wrong"] if not struck(answer, (each,))] == []
